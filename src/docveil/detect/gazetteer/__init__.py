"""Lists of names, places, peoples and religions, one entry a line. scripts/make_gazetteer.py says where each is from."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import resources

from attrs import frozen

from docveil.detect.common_words import is_common

_SHORTEST_PART = 3
_BLANKS = str.maketrans("-'.", "   ")

# Countries, regions and cities that in lower case are something else.
ALSO_WORDS = frozenset(
    "acre antique batman bikini bury central centre coast colon creek delta drama eastern falcon forest grey gulf lake maine "
    "maritime mayo meta mountain northern para paul pest phoenix plateau pool reading reunion rivers sale saga southern store "
    "turks vale western".split()
)


@cache
def entries(name: str) -> tuple[str, ...]:
    """The entries of a list, such as `given_names`, as they are written."""
    text = resources.files(__name__).joinpath(f"{name}.txt").read_text(encoding="utf-8")
    return tuple(text.splitlines())


@frozen
class Phrases:
    """Names of one word and more, matched whole, so that `of` in `Isle of Man` is no place by itself.

    Attributes:
        single: Those of one word.
        longer: The others, by their first word.
    """

    single: frozenset[str]
    longer: Mapping[str, Sequence[tuple[str, ...]]]


@frozen
class Gazetteer:
    """What words are known as. All keys are in lower case.

    Attributes:
        given: Given names.
        surnames: Surnames.
        peoples: Peoples and languages.
        large: Countries, landscapes, regions and cities of half a million people and more.
        towns: Other towns.
    """

    given: frozenset[str]
    surnames: frozenset[str]
    peoples: frozenset[str]
    large: Phrases
    towns: Phrases


@cache
def gazetteer() -> Gazetteer:
    """The lists, read once a process."""
    return Gazetteer(
        frozenset(entries("given_names")),
        frozenset(entries("surnames")),
        frozenset((*entries("peoples"), *entries("ethnic_groups"))),
        _phrases((*entries("countries"), *entries("landscapes"), *entries("regions"), *entries("large_cities"))),
        _phrases(entries("towns")),
    )


def _phrases(names: Iterable[str]) -> Phrases:
    # All at once: tens of thousands of names one by one take a tenth of a second of every start.
    plain = "\n".join(names).lower().translate(_BLANKS).split("\n")
    single = {name for name in plain if " " not in name}
    longer: dict[str, list[tuple[str, ...]]] = {}
    for name in plain:
        words = tuple(name.split()) if " " in name else ()
        if len(words) == 1:
            single.add(words[0])
        elif words:
            longer.setdefault(words[0], []).append(words)
    return Phrases(frozenset(single), longer)


def phrases_in(words: Sequence[str], table: Phrases) -> Iterator[tuple[int, int]]:
    """`(first, end)` of each run of lower-case `words` that is a phrase of `table`."""
    for first, word in enumerate(words):
        if word in table.single:
            yield first, first + 1
        for phrase in table.longer.get(word, ()):
            end = first + len(phrase)
            if tuple(words[first:end]) == phrase:
                yield first, end


def is_joined_name(letters: str) -> bool:
    """Whether `letters` (lower case) are a given name and behind it, without a gap, a surname: `adaezesmith`."""
    names = gazetteer()
    cuts = range(_SHORTEST_PART, len(letters) - _SHORTEST_PART + 1)
    return any(letters[:cut] in names.given and letters[cut:] in names.surnames for cut in cuts)


def is_name_of_a_person(word: str) -> bool:
    """Whether the lists have `word`, case folded, as a given name or a surname."""
    return word in gazetteer().given or word in gazetteer().surnames


def is_known_name(word: str) -> bool:
    """Whether the lists have `word`, case folded, as a given name, surname, people or place of one word."""
    names = gazetteer()
    return (
        is_name_of_a_person(word) or word in names.peoples or word in names.large.single or word in names.towns.single
    )


def is_plain(word: str) -> bool:
    """Whether `word` is an ordinary one that no list has as a name."""
    form = word.casefold()
    return form.isalpha() and is_common(form) and not is_known_name(form)
