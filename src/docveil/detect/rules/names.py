"""Names by what stands around them: a label, a title, a salutation, a signature, `Surname, Given`."""

import re
from collections.abc import Iterator
from functools import cache

from docveil.detect import labels as L
from docveil.detect.common_words import frequency, is_common
from docveil.detect.forms import compact
from docveil.detect.gazetteer import entries, gazetteer, is_joined_name, is_name_of_a_person
from docveil.detect.protocol import Span

_PART = r"(?:[^\W\d_a-z][\w'\u2019-]{0,30}|[A-Z]\.)"
_PARTICLE = r"(?:(?:van|von|der|den|de|del|della|di|da|dos|du|la|le|al|bin|ibn|ben|af|ter)\s){0,3}"
_NAME = rf"{_PART}(?:\s{_PARTICLE}{_PART}){{0,3}}"
_HONORIFIC = r"(?:(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor|Herr|Frau)\.?[ \t])"
_FULL = rf"{_PART}(?:\s{_PARTICLE}{_PART}){{1,3}}"
# Only the label is read in any case: under IGNORECASE a class without a-z would hold no letter at all.
_LABELLED = re.compile(
    r"(?<![\w-])(?i:(?:full|first|last|given|family|patient|client|customer|applicant|employee|tenant|contact|account\sholder|"
    r"card\s?holder|policy\s?holder|payee|father'?s|mother'?s|maiden|middle|sur|user|legal|your|student|caller|beneficiary|witness)[\s_-]?names?|"
    r"(?<!file )(?<!table )(?<!host )(?<!product )(?<!domain )(?<!company )(?<!trade )(?<!project )name|"
    r"name\sof\s(?:the\s)?[a-z]{3,15}|(?:account|card|policy)[\s-]?holder|payee|beneficiary|"
    r"patient|client|applicant|tenant|claimant|insured|employee|attn|attention|contact|surname|forename|physician|doctor|"
    r"signed(?:\sby)?|witness|prepared\sby|reviewed\sby|approved\sby|author|from|to|cc|caller|guardian|next\sof\skin|spouse|"
    r"vorname|nachname|nom|pr\u00e9nom|nombre|apellidos?|nome|cognome|naam|achternaam|voornaam)"
    rf"\s?(?:[:=][ \t._\u2026*]{{0,80}}|[._\u2026]{{3,80}}[ \t]{{0,4}})"
    rf"({_HONORIFIC}{{0,2}}{_NAME}(?:,[ \t]{_NAME})?)(?=[\s,.;)<(_*]|$)"
)
_LOWER_CASE = re.compile(
    r"(?<![\w-])(?i:(?:full|first|last|given|family|patient|maiden|middle|legal)[\s_-]names?|surname|forename)"
    r"\s?[:=][ \t]{0,4}([a-z][a-z'\u2019-]{1,30}(?:[ \t][a-z][a-z'\u2019-]{1,30}){0,2})(?=[ \t]{0,4}(?:[\n,;]|$))"
)
_TITLED = re.compile(
    rf"(?<!\w)(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Sir|Dame|Rev|Fr|Sr|Herr|Frau|Monsieur|Madame|Mme|Mlle|Signor|Signora|Se\u00f1or|Se\u00f1ora|"
    rf"Sra|Don|Do\u00f1a|Dhr|Mevr|Shri|Smt)\b\.?[^\S\t\r\n]{{1,2}}{_HONORIFIC}{{0,2}}({_PARTICLE}{_NAME})"
)
_BIRTHDAY = re.compile(
    r"(?<!\w)happy\s(?:(?:belated|early|\d{1,2}(?:st|nd|rd|th))\s)?(?:birthday|b-?day)\s(?:to\s)?([^\W\d_][\w'\u2019-]{2,20})",
    re.IGNORECASE,
)
# A name in a hashtag, where most are one word: `#adaezesmith`, `#AdaezeSmith`.
_TAGGED = re.compile(r"#([^\W\d_]{8,30})(?!\w)")
_SALUTATION = re.compile(
    rf"(?<!\w)(?:Dear|Hi|Hello|Hallo|Hey|Liebe[r]?|Cher|Ch\u00e8re|Querid[oa]|Beste|Car[oa])\s((?:(?:Mr|Mrs|Ms|Dr)\.?\s)?{_NAME})(?=\s?[,!:\n])"
)
_SIGNATURE = re.compile(
    r"\b(?i:Sincerely|Regards|Best\swishes|Cheers|Thanks|Thank\syou|Yours\s(?:truly|faithfully|sincerely)|Love|Best|"
    r"Gr(?:\u00fc|ue)(?:\u00df|ss)en?|Cordialement|Atentamente|Cordiali\ssaluti|Groeten?),?[ \t]{0,4}"
    rf"(?:\n[ \t]{{0,4}}){{1,3}}({_NAME})(?=[ \t]{{0,4}}(?:\n|$))"
)
_SIGNED = re.compile(rf"\b(?:[Ss]igned|[Ww]itnessed|[Pp]repared|[Ww]ritten|[Rr]eviewed)\sby:?\s({_FULL})")
_UPPER, _LOWER = r"[A-Z\u00c0-\u00de]", r"[a-z\u00df-\u00ff'\u2019-]"
_CAPITALS = rf"{_UPPER}(?:{_UPPER}|['\u2019-]){{1,24}}"
_GIVEN = rf"{_UPPER}{_LOWER}{{1,20}}(?:\s{_UPPER}\.|\s{_UPPER}{_LOWER}{{1,20}})?"
_INVERTED = re.compile(rf"(?<![\w,])({_CAPITALS}(?:[ ]{_CAPITALS}){{0,2}},\s{_GIVEN})(?!\w)")
# A line of a list: `Raghunathan, Priya`, and what stands behind in another column.
_LISTED = re.compile(
    rf"(?:^|(?<=[\n\t]))((?:{_PARTICLE}{_PART}[ ]?){{1,3}},[ ]{_GIVEN})(?=[ ]?(?:[\t\n;(|]|$|[ ]{{2}}))"
)
# Who speaks in a chat or a play.
_SPEAKER = re.compile(
    rf"(?:^|(?<=\n))(?:>[ ]?)?(?:\[?\d{{1,2}}:\d\d(?::\d\d)?(?:\s?[AaPp][Mm])?\]?\s{{1,2}}(?:<|-[ ])?({_NAME})>?:(?=\s)"
    rf"|({_NAME}):\s?(?=[\"\u201c]))"
)
# Only of him and her: `called it "X"` is of a thing.
_NICKNAMED = re.compile(
    r"\b(?i:nicknamed|with\sthe\snickname|nickname\s(?:was|is)|(?:call|calls|called|dubbed|named)\s(?:him|her)|known\sto\s\w{2,10}\sas)\s"
    r"[\"\u201c]([^\"\u201c\u201d\n]{2,30}?)[\"\u201d,.]"
)
# `Torgeir "Nidhogg" Saether`
_NICKNAME_WITHIN = re.compile(
    rf"(?<![\w'\u2019-])({_PART})\s[\"\u201c'\u2018](?:[A-Z][^\"\u201c\u201d'\u2019\n]{{1,24}})[\"\u201d'\u2019]\s({_PART})(?!\w)"
)
_CALLED = re.compile(rf"\b(?:my\sname\sis|name\sis|named|called|I\sam|I'm|this\sis|known\sas|name\sas)\s({_FULL})")
_ONE_WORD = re.compile(r"(?<![\w@./-])[^\W\d_]{3,20}(?![\w@])")
# Not in paths, addresses, code or compounds.
_LOWER_CASE_WORD = re.compile(r"(?<![\w@#./=_:'\"(<>-])[a-z]{3,14}(?![\w@=(/_<>:\"-]|\.\w|'(?!s\b)\w)")
_DRAWN_OUT = re.compile(r"(?<![\w@#./=_:-])(?=[^\W\d_]{5,40}(?![\w@=(/_-]))[^\W\d_]*?([^\W\d_])\1\1[^\W\d_]*")
_RUN = re.compile(r"([^\W\d_])\1{2,}", re.IGNORECASE)
_SHORTEST_LOWER, _SHORTEST_CAPITALS = 5, 5
_WORDS_TOO = frozenset("Callas Custer Dalai Evita Gosling Handel Hanks Macron Ravel Senna Trump".split())
_CAPITALS_ONLY = re.compile(rf"(?<![\w@#./=_:<-])[A-Z]{{{_SHORTEST_CAPITALS},14}}(?![\w@=(/_<>-]|\.\w)")
# `A D A E Z E   O K O N K W O`, as letterheads are set
_SPACED_OUT = re.compile(r"(?<!\S)[^\W\d_](?:[ \u00a0]{1,3}[^\W\d_]){5,50}(?!\S)")
# Words that stand where a name could and are none: the rest of a form's label, roles, greetings.
_NOT_NAMES = frozenset(
    "all sir madam team customer client members everyone friend friends sirs there no yes none n/a unknown date number address "
    "phone email the this that a an company department office street city state country note notes page section chapter table "
    "figure january february march april may june july august september october november december monday tuesday wednesday "
    "thursday friday saturday sunday name last first title total amount description item invoice order user admin director "
    "manager president secretary vice chief executive officer bank trust inc llc ltd corporation agreement borrower lender agent "
    "party see warning caution important introduction summary conclusion methods results discussion appendix contents please "
    "contact contacts mobile telephone tel fax mail birth age gender sex nationality relationship relation occupation role job "
    "status type category comment comments remarks details id no reference amount price quantity qty time place location "
    "however practices reference references subject abstract background overview attention notice mr mrs ms dr prof".split()
)
# A line with one of these is the name of a body, not of a person.
_BODIES = frozenset(
    "department team office bank trust inc llc ltd gmbh plc corporation company committee council agreement services support "
    "staff group".split()
)


def _first_word(text: str) -> str:
    return re.split(r"[\s,]", text.strip(), maxsplit=1)[0].rstrip(".").casefold()


@cache
def _no_names_behind_a_title() -> frozenset[str]:
    """`Mr Price` and `Mrs May` are persons, whatever a form's labels are."""
    return _NOT_NAMES - (gazetteer().surnames - {"company", "officer", "vice"})


def _spans(
    pattern: re.Pattern[str], text: str, score: float, source: str, *, is_titled: bool = False
) -> Iterator[Span]:
    no_names = _no_names_behind_a_title() if is_titled else _NOT_NAMES
    for match in pattern.finditer(text):
        start, end = match.span(1)
        found = text[start:end]
        # A name ends with its line.
        if "\n" in found:
            end = start + found.index("\n")
            found = text[start:end]
        words = found.split()
        if _BODIES.intersection(word.strip(",.").casefold() for word in words):
            continue
        while words and words[-1].strip(",.").casefold() in no_names:
            end -= len(words.pop())
            end = start + len(text[start:end].rstrip())
        first = _first_word(found)
        given = len(words) > 1 and first in ("april", "may", "june", "august")
        if words and words[0][:1].isupper() and (given or first not in no_names):
            while end > start and text[end - 1] in " ,.":
                end -= 1
            yield Span(start, end, L.PERSON, score, source)


def labelled_names(text: str) -> Iterator[Span]:
    """`Name: X`, `Patient: Okonkwo, Adaeze`, and a cell under such a header."""
    if ":" in text or "=" in text:
        yield from _spans(_LABELLED, text, 0.85, "rules.labelled_name")
        for match in _LOWER_CASE.finditer(text):
            if not _NOT_NAMES.union(_BODIES).intersection(match[1].split()):
                yield Span(*match.span(1), L.PERSON, 0.7, "rules.labelled_name")


def names_in_place(text: str) -> Iterator[Span]:
    """Names behind a title, in a salutation or signature, behind `signed by`, and as `SMITH, John Q.` in lists."""
    yield from _spans(_TITLED, text, 0.85, "rules.titled_name", is_titled=True)
    yield from _spans(_SALUTATION, text, 0.8, "rules.salutation")
    yield from _spans(_SIGNATURE, text, 0.75, "rules.signature")
    yield from _spans(_SIGNED, text, 0.85, "rules.signed")
    yield from _spans(_CALLED, text, 0.85, "rules.called")
    for match in _BIRTHDAY.finditer(text):
        if match[1].casefold() in gazetteer().given and not is_common(match[1]):
            yield Span(*match.span(1), L.PERSON, 0.75, "rules.birthday")
    for match in _LISTED.finditer(text):
        surname, _, given = match[1].casefold().partition(", ")
        is_given = not {given.split()[0], compact(given.split()[0])}.isdisjoint(gazetteer().given)
        if is_given and _NOT_NAMES.union(_BODIES).isdisjoint(surname.split()):
            yield Span(*match.span(1), L.PERSON, 0.75, "rules.listed_name")
    for match in _SPEAKER.finditer(text):
        start, end = match.span(1 if match[1] else 2)
        words = text[start:end].casefold().split()
        if _NOT_NAMES.isdisjoint(words) and any(map(is_name_of_a_person, words)):
            yield Span(start, end, L.PERSON, 0.75, "rules.speaker")
    for span in _spans(_INVERTED, text, 0.8, "rules.inverted_name"):
        words = re.split(r"[\s,]{1,2}", text[span.start : span.end].casefold())
        if _NOT_NAMES.isdisjoint(words) and (not is_common(words[0]) or words[0] in gazetteer().surnames):
            yield span


def nicknames(text: str) -> Iterator[Span]:
    """`nicknamed "X"`, and the whole of `Torgeir "X" Saether`."""
    yield from _spans(_NICKNAMED, text, 0.75, "rules.nickname")
    for match in _NICKNAME_WITHIN.finditer(text):
        given, surname = match[1].casefold(), match[2].casefold()
        if given in gazetteer().given or not (is_common(given) or is_common(surname)):
            yield Span(*match.span(), L.PERSON, 0.75, "rules.nickname")


def names_without_gaps(text: str) -> Iterator[Span]:
    """Given name and surname letter by letter, and as one word in a hashtag."""
    for match in _SPACED_OUT.finditer(text):
        if is_joined_name("".join(match[0].split()).casefold()):
            yield Span(*match.span(), L.PERSON, 0.75, "rules.spaced_out")
    for match in _TAGGED.finditer(text):
        if is_joined_name(match[1].lower()) and not frequency(match[1].lower()):
            yield Span(*match.span(1), L.PERSON, 0.75, "rules.tagged_name")


@cache
def _known() -> frozenset[str]:
    names = entries("known_persons")
    # In lower case a short one may be a word of any language: `gove`, `tusk`.
    lower = (name.lower() for name in names if len(name) >= _SHORTEST_LOWER and name not in _WORDS_TOO)
    return frozenset((*names, *map(str.upper, names), *lower))


@cache
def _in_lower_case() -> dict[str, str]:
    places = dict.fromkeys(entries("lower_case_places"), L.LOCATION)
    return places | dict.fromkeys((*entries("lower_case_names"), *entries("lower_case_surnames")), L.PERSON)


def lower_case_names(text: str) -> Iterator[Span]:
    """Frequent names and places that are no word, where the writer has one case: `got steve a card in aldershot`."""
    for pattern, source in ((_LOWER_CASE_WORD, "rules.lower_case_name"), (_CAPITALS_ONLY, "rules.name_in_capitals")):
        for match in pattern.finditer(text):
            label = _in_lower_case().get(match[0].lower())
            if label is not None:
                yield Span(*match.span(), label, 0.6, source)


def drawn_out_names(text: str) -> Iterator[Span]:
    """`AGUEROOOO`, `stevieee`: names with a letter held, as posts write them."""
    for match in _DRAWN_OUT.finditer(text):
        for letters in (r"\1", r"\1\1"):
            form = _RUN.sub(letters, match[0]).lower()
            label = _in_lower_case().get(form) or (L.PERSON if form in _known() else None)
            if label is not None:
                yield Span(*match.span(), label, 0.6, "rules.drawn_out_name")
                break


def known_persons(text: str) -> Iterator[Span]:
    """Whom everybody knows by one name: that they are public does not make it no name."""
    for match in _ONE_WORD.finditer(text):
        if match[0] in _known():
            yield Span(*match.span(), L.PERSON, 0.6, "rules.known_person")
