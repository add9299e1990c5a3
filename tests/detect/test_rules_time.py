import random
import time
from collections.abc import Callable, Iterator

import pytest

from docveil.detect.labels import DATE_TIME, PERSON
from docveil.detect.ordinary import broken_words, ordinary_values, values_with_reason
from docveil.detect.protocol import Span
from docveil.detect.rules import ALL, RulesReader
from docveil.detect.terms import Terms
from docveil.model.ranges import SourceRange

_LENGTH = 100_000
# Seconds of processor time below which nothing is compared.
_QUICK = 0.5
_SEEDS = (
    "a", "1", "A", "@", "a@", "a.", "1.", "1-", "1 ", "(1", "1/", "0 1 ", "Aa ", "A. ", "-", "::", "a:", "1:", "/", "\n", "1\n",
    "é", "Name: ", "Mr A ", "Dear ", "Rue de ", "1 Aa ", "born ", "1 Jan ", "http://a", "a at ", "a dot ", "a[at]", "a[dot]",
    "eyJ", "-----BEGIN PRIVATE KEY-----", "password:", "Passport ", "MRN 1", "+1 ", "Aa, ", "Tel 1", "https://www.a.com/",
    "AB12 ", "Name: ...... ", "Name: .", "____", "A B ", "SSN .. ", "12-ABC-", "plate: A", "policy no. . ", "job ", "1,000,",
    '("A', "the (each, ", "Aa-\na", "[10:12] Aa: ", "password ........ ", "sizes 1 to ", "zip: ",
    "van de ", "020 7946 0958 ", "Tel 020 7946 09 ",
    "DE89 ", "4111 ",
)  # fmt: skip


def worst_cases() -> Iterator[str]:
    for seed in _SEEDS:
        yield (seed * (_LENGTH // len(seed) + 1))[:_LENGTH]
    noise = random.Random(7)
    for alphabet in ("0123456789", "0123456789 ", "0123456789 -.()+", "aA1 .@:/-", "ABCDEF0123456789:"):
        yield "".join(noise.choices(alphabet, k=_LENGTH))


@pytest.mark.parametrize("find", ALL, ids=lambda find: find.__name__)
def test_time_grows_with_length_only(find: Callable[[str], Iterator[Span]]) -> None:
    """Four times the text takes four times as long, not sixteen: a ratio, since machines are busy."""
    for text in worst_cases():
        whole = seconds(find, text)
        if whole > _QUICK:
            assert whole < 8 * seconds(find, text[: _LENGTH // 4]) + _QUICK, repr(text[:20])


@pytest.mark.parametrize("find", [ordinary_values, values_with_reason], ids=lambda find: find.__name__)
def test_time_of_what_speaks_against_guesses_too(find: Callable[[str], Iterator[tuple[int, int]]]) -> None:
    def spans(text: str) -> Iterator[Span]:
        return (Span(start, end, DATE_TIME, 0.5, "test") for start, end in find(text))

    test_time_grows_with_length_only(spans)


def test_time_of_terms_and_broken_words() -> None:
    for text in worst_cases():
        begin = time.process_time()
        Terms(text).cover(PERSON, (SourceRange(0, 5),))
        Terms(text).are_ordinary(PERSON, (SourceRange(0, 5),))
        assert sum(1 for _ in broken_words(text)) <= _LENGTH
        assert time.process_time() - begin < 4.0, repr(text[:20])


def seconds(find: Callable[[str], Iterator[Span]], text: str) -> float:
    begin = time.process_time()
    for span in find(text):
        assert 0 <= span.start < span.end <= len(text)
    return time.process_time() - begin


def test_every_text_is_answered_in_order() -> None:
    first, second, third = RulesReader().read(("Name: Adaeze Okonkwo", "", "ask bob@corp.internal"))
    assert {s.label for s in first} == {"PERSON"}
    assert second == ()
    assert {s.label for s in third} == {"EMAIL_ADDRESS"}


def test_no_rule_reports_a_label_that_the_reader_does_not_declare() -> None:
    text = "Name: Ada Obi, SSN: 219-09-9999, ada@example.org, born 12 March 1984, 12 Elm Street"
    spans = RulesReader().read((text,))[0]
    assert len({s.label for s in spans}) >= 5
    assert {s.label for s in spans} <= RulesReader.labels
