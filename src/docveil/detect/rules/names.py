"""Names by what stands around them: a label, a title, a salutation, a signature, `Surname, Given`."""

import re
from collections.abc import Iterator

from docveil.detect import labels as L
from docveil.detect.protocol import Span

_PART = r"(?:[^\W\d_a-z][\w'\u2019-]{0,30}|[A-Z]\.)"
_PARTICLE = r"(?:(?:van|von|der|den|de|del|della|di|da|dos|du|la|le|al|bin|ibn|ben|af|ter)\s){0,3}"
_NAME = rf"{_PART}(?:\s{_PARTICLE}{_PART}){{0,3}}"
_FULL = rf"{_PART}(?:\s{_PARTICLE}{_PART}){{1,3}}"
_LABELLED = re.compile(
    r"(?<![\w-])(?:(?:full|first|last|given|family|patient|client|customer|applicant|employee|tenant|contact|account\sholder|"
    r"card\s?holder|father'?s|mother'?s|maiden|middle|sur|user|legal|your|student|caller|beneficiary|witness)[\s_-]?names?|name|"
    r"patient|client|applicant|tenant|claimant|insured|employee|attn|attention|contact|surname|forename|physician|doctor|"
    r"signed(?:\sby)?|witness|prepared\sby|reviewed\sby|approved\sby|author|from|to|cc|caller|guardian|next\sof\skin|spouse|"
    r"vorname|nachname|nom|pr\u00e9nom|nombre|apellidos?|nome|cognome|naam|achternaam|voornaam)"
    rf"\s?[:=]\s{{0,4}}((?:(?:Mr|Mrs|Ms|Dr|Prof)\.?\s)?{_NAME}(?:,\s{_NAME})?)(?=[\s,.;)<(]|$)",
    re.IGNORECASE,
)
_TITLED = re.compile(
    rf"(?<!\w)(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Sir|Dame|Rev|Fr|Sr|Herr|Frau|Monsieur|Madame|Mme|Mlle|Signor|Signora|Se\u00f1or|Se\u00f1ora|"
    rf"Sra|Don|Do\u00f1a|Dhr|Mevr|Shri|Smt)\b\.?\s{{1,2}}({_PARTICLE}{_NAME})"
)
_SALUTATION = re.compile(
    rf"(?<!\w)(?:Dear|Hi|Hello|Hallo|Hey|Liebe[r]?|Cher|Ch\u00e8re|Querid[oa]|Beste|Car[oa])\s((?:(?:Mr|Mrs|Ms|Dr)\.?\s)?{_NAME})(?=\s?[,!:\n])"
)
_SIGNATURE = re.compile(
    r"(?:Sincerely|Regards|Best\swishes|Cheers|Thanks|Thank\syou|Yours\s(?:truly|faithfully|sincerely)|Love|Best),?[ \t]*"
    rf"\n{{1,3}}({_NAME})(?=\s*(?:\n|$))",
    re.IGNORECASE,
)
_SIGNED = re.compile(rf"\b(?:[Ss]igned|[Ww]itnessed|[Pp]repared|[Ww]ritten|[Rr]eviewed)\sby:?\s({_FULL})")
_INVERTED = re.compile(
    r"(?<![\w,])([A-Z][A-Z'\u2019-]{2,24},\s[A-Z][a-z'\u2019-]{1,20}(?:\s[A-Z]\.|\s[A-Z][a-z]{1,20})?)(?!\w)"
)
_CALLED = re.compile(rf"\b(?:my\sname\sis|name\sis|named|called|I\sam|I'm|this\sis|known\sas|name\sas)\s({_FULL})")
# Words that stand where a name could and are none: the rest of a form's label, roles, greetings.
_NOT_NAMES = frozenset(
    [
        "all",
        "sir",
        "madam",
        "team",
        "customer",
        "client",
        "members",
        "everyone",
        "friend",
        "friends",
        "sirs",
        "there",
        "no",
        "yes",
        "none",
        "n/a",
        "unknown",
        "date",
        "number",
        "address",
        "phone",
        "email",
        "the",
        "this",
        "that",
        "a",
        "an",
        "company",
        "department",
        "office",
        "street",
        "city",
        "state",
        "country",
        "note",
        "notes",
        "page",
        "section",
        "chapter",
        "table",
        "figure",
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
        "name",
        "last",
        "first",
        "title",
        "total",
        "amount",
        "description",
        "item",
        "invoice",
        "order",
        "user",
        "admin",
        "director",
        "manager",
        "president",
        "secretary",
        "vice",
        "chief",
        "executive",
        "officer",
        "bank",
        "trust",
        "inc",
        "llc",
        "ltd",
        "corporation",
        "agreement",
        "borrower",
        "lender",
        "agent",
        "party",
    ]
)


def _first_word(text: str) -> str:
    return re.split(r"[\s,]", text.strip(), maxsplit=1)[0].rstrip(".").casefold()


def _spans(pattern: re.Pattern[str], text: str, score: float, source: str) -> Iterator[Span]:
    for match in pattern.finditer(text):
        start, end = match.span(1)
        found = text[start:end]
        # The label may be in any case; the name behind it must begin with a capital of its own.
        if "\n" in found:
            end = start + found.index("\n")
            found = text[start:end]
        words = found.split()
        while words and words[-1].strip(",.").casefold() in _NOT_NAMES:
            end -= len(words.pop())
            end = start + len(text[start:end].rstrip())
        if words and words[0][:1].isupper() and _first_word(found) not in _NOT_NAMES and not found.isdigit():
            while end > start and text[end - 1] in " ,.":
                end -= 1
            yield Span(start, end, L.PERSON, score, source)


def labelled_names(text: str) -> Iterator[Span]:
    """`Name: X`, `Patient: Okonkwo, Adaeze`, and a cell under such a header."""
    if ":" in text or "=" in text:
        for span in _spans(_LABELLED, text, 0.85, "rules.labelled_name"):
            # Ignoring case for the label lets lower-case words into the name: keep its leading capitalised run.
            end = span.start
            for word in re.finditer(r"\S+", text[span.start : span.end]):
                if not (
                    word[0][:1].isupper() or word[0] in ("van", "von", "der", "de", "del", "di", "da", "la", "bin")
                ):
                    break
                end = span.start + word.end()
            if end > span.start:
                yield Span(span.start, end, span.label, span.score, span.source)


def names_in_place(text: str) -> Iterator[Span]:
    """Names behind a title, in a salutation or signature, behind `signed by`, and as `SMITH, John Q.` in lists."""
    yield from _spans(_TITLED, text, 0.85, "rules.titled_name")
    yield from _spans(_SALUTATION, text, 0.8, "rules.salutation")
    yield from _spans(_SIGNATURE, text, 0.75, "rules.signature")
    yield from _spans(_SIGNED, text, 0.85, "rules.signed")
    yield from _spans(_CALLED, text, 0.85, "rules.called")
    yield from _spans(_INVERTED, text, 0.8, "rules.inverted_name")
