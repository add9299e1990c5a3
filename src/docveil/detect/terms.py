"""Words that stand where a name could and name nobody: defined terms, roles, parts of a document, identifiers of programs.

A term says that it is one by how the document uses it (`(the "Lender")`, `each Pledgor`), by what follows it (`Annex III`), or by
how it is written (`GitLens`). A word that is known as a name of a person or a place stays one.
"""

import re
from collections.abc import Callable, Sequence
from functools import cache, cached_property, partial

from attrs import frozen

from docveil.detect.acronyms import acronyms
from docveil.detect.cells import is_plain_cell
from docveil.detect.common_words import frequency, is_common
from docveil.detect.definitions import defined_words
from docveil.detect.gazetteer import ALSO_WORDS, gazetteer, is_known_name, is_name_of_a_person, is_plain
from docveil.detect.labels import ADDRESS, LOCATION, PERSON, USERNAME
from docveil.detect.namesakes import (
    is_eponym,
    is_eponym_everywhere,
    is_of_a_company_or_event,
    is_title_or_type,
    is_vessel,
)
from docveil.detect.persons import DOES, TITLES, has_title, is_made_of_names, stands_for_a_person
from docveil.detect.roles import is_role
from docveil.detect.tidy import is_handle
from docveil.detect.words import WORD
from docveil.model.ranges import SourceRange

_PARTS = (
    r"(?:Annex|Appendix|Article|Book|Chapter|Clause|Exercise|Exhibit|Figure|Lesson|Module|Page|Paragraph|Part|Phase|Rule|Schedule|"
    r"Section|Step|Table|Task|Title|Unit|Volume|Week)s?"
)
_PART_OF_DOCUMENT = re.compile(rf"{_PARTS}\s(?:[IVXLC]{{1,7}}|\d{{1,4}}|[A-Z])(?:\.\d{{1,3}}){{0,3}}(?![\w.])")
_DETERMINERS = r"\b(?i:the|each|any|such|no|every|either|all|said|another|an?)"
_DETERMINER = re.compile(rf"{_DETERMINERS}\s{{1,2}}\Z")
_ROLE = re.compile(r"[A-Z][a-z]{2,14}(?:or|ee|er|ant|ent|ary|lord)s?\Z|[A-Z]{4,16}(?:OR|EE|ER|ANT|ENT|ARY|LORD)S?\Z")
_CODE = re.compile(r"(?:[A-Z]{2,5}|v)-?\d[\w.-]{0,20}\Z|[A-Z]{2,5}[- ]\d[\d.-]{0,20}\Z")
# `article L. 631`, a column of sizes
_CITED = re.compile(r"\.?\s?\d")
_LINT = re.compile(r"[A-Z]\d{3,4}\Z")
_SNAKE = re.compile(r"(?:[a-z]+(?:_[a-z]+)+|[A-Z]+(?:_[A-Z\d]+)+)\Z")
_ACRONYM_FOUND = re.compile(r"([A-Z]{2,6}(?:-[A-Z]{1,4})?)s?\Z")
_FACE = re.compile(
    r"[ -](?:Bold|Italic|Oblique|Light|Regular|Medium|Condensed|Narrow|Black|Sans|Serif|Mono|Math|Linotype|Gothic|Roman|UI|MS)"
    r"(?!\w)"
)
_TYPOGRAPHY = re.compile(
    r"(?i:\b(?:fonts?|typefaces?|typeset|(?:at|in)\s\d{1,2}[\s-]?points?|\d{1,2}[\s-]?pt|sans|serifs?)\b)"
)
# Hostile text has them between the letters of a name, which are no words then.
_INVISIBLE = re.compile(r"[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")
# Areas of British postcodes, as in `SW19`, behind a word of place.
_OUTWARD = re.compile(
    r"(?:A[BL]|B[ABDHLNRST]|C[ABFHMORTVW]|D[ADEGHLNTY]|E[CHNX]|F[KY]|G[LUY]|H[ADGPRSUX]|I[GPV]|K[ATWY]|L[ADELNSU]|M[EKL]|N[EGNPRW]|"
    r"O[LX]|P[AEHLOR]|R[GHM]|S[AEGKLMNOPRSTWY]|T[ADFNQRSW]|U[B]|W[ACDFNRSV]|YO|ZE)\d{1,2}[A-Z]?\Z"
)
_RESIDENT = re.compile(r"\b(?:liv(?:es?|ed|ing)\s(?:in|at)|at|delivered\sto)\s\Z")
_BY = re.compile(r"\bby\s\Z")
_PLACED = re.compile(r"\b(?i:in|to|from|near|around|postcode(?:\sis)?)\s\Z")
# `inmate 447192`, `4 oak road`: more than words.
_NUMBERED = re.compile(
    r"\b(?:inmate|prisoner|patient|member|client|customer|student|employee|badge|shield)\s\d{4,9}"
    r"|\b\d{1,4}[a-z]?\s(?:[a-z]+\s){1,3}(?:street|st|road|rd|lane|avenue|ave|drive|close|court)\b"
)
# Of these the place takes a preposition before it, or a capital.
_NEEDS_A_SIGN = ALSO_WORDS | {"china", "highlands", "mobile", "pampas", "turkey"}
# What is held or won, behind its name.
_EVENT = re.compile(r"[^\W\d_]\s(Awards?|Championships?|Cup|Day|Olympics|Prize|Trophy)\Z")
_FREQUENT = 5.0
# A document that defines so many words writes all its terms with a capital: `the Premises`, `Liens`.
_DEFINING = 3
# A role is made of what it does or takes: `Pledgor` of pledge, `Guarantor` of guarantee; `Zwickler` is made of no word.
_ENDING = re.compile(r"(?:or|ee|er|ant|ent|ary)s?\Z")
_STEM_ENDINGS = ("", "e", "ee", "y")
_LONGEST_FACE = 10
_BEGINNING = re.compile(r"(?:^|[\n.!?:]|\s[-\u2013\u2014\u00b7|\u2022])\s{0,2}\Z")
_GOES_ON = re.compile(r"[ ][a-z]")
_KIN = r"(?:brothers?|sisters?|family|families|children|household|heirs?|twins|boys|girls|parents|estate)\b"
_FILE = re.compile(r"\w\w\.\Z")
_LONGEST_ENDING = 4
_CAMEL_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_POST = re.compile(r"[#@]\w|\bRT\b")
_AROUND = 160


@frozen(repr=False, slots=False)
class Terms:
    """What one document uses as terms.

    Attributes:
        source: The document's text.
    """

    source: str

    @cached_property
    def _defined(self) -> frozenset[str]:
        return defined_words(self.source)

    @cached_property
    def _quotes(self) -> Sequence[int]:
        return [match.start() for match in re.finditer('"', self.source)]

    @cached_property
    def _acronyms(self) -> frozenset[str]:
        return frozenset(acronyms(self.source))

    def __repr__(self) -> str:
        return f"Terms(of {len(self.source)} code points)"

    def are_ordinary(self, label: str, places: Sequence[SourceRange]) -> bool:
        """Whether one witness is not enough for a name here: ordinary words, in lower case here or elsewhere in the document."""
        if label not in (ADDRESS, LOCATION, PERSON) or len(places) > 1:
            return False
        start, end = places[0].start, places[0].end
        found = _INVISIBLE.sub("", self.source[start:end])
        is_thing = self._is_event(label, found, start, end) or is_title_or_type(self.source, start, end, self._quotes)
        if is_thing or is_plain_cell(self.source, places[0]):
            return True
        words = re.findall(r"[^\W\d_]+", found)
        if not words or _NUMBERED.search(found) or not self._uses_capitals(start, end):
            return False
        if found.islower():
            return all(map(_is_lower_case_word, words))
        if self._are_terms(words, found, start, end) or (all(map(is_plain, words)) and any(map(str.islower, words))):
            return True
        lower = re.escape(found.lower())
        is_written_lower = re.search(rf"(?<!\w){lower}(?!\w)", self.source) is not None
        return is_written_lower and all(map(is_common if len(words) > 1 else is_plain, map(str.casefold, words)))

    def _are_terms(self, words: Sequence[str], found: str, start: int, end: int) -> bool:
        """Ordinary words that a document of defined terms uses as one, behind `the` or its like here or elsewhere."""
        return (
            len(self._defined) >= _DEFINING
            and all(map(_is_plain_or_several, words))
            and not stands_for_a_person(self.source, start, end)
            and re.search(rf"{_DETERMINERS}\s{re.escape(found)}(?!\w|\s{_KIN})", self.source) is not None
            and re.search(rf"{TITLES}{re.escape(words[-1])}(?!\w)", self.source) is None
        )

    def _is_event(self, label: str, found: str, start: int, end: int) -> bool:
        """`Armistice Day`, `Brinnley Trophy`; but `Doris Day` and `Oluwaseun Day`."""
        event = _EVENT.search(found)
        if event is None or label == ADDRESS or stands_for_a_person(self.source, start, end):
            return False
        before = re.findall(r"[^\W\d_]+", found[: event.start(1)].casefold())
        if event[1] == "Day":
            return label == PERSON and all(map(is_plain, before))
        return before[0] not in gazetteer().given and _PLACED.search(self.source, max(0, start - 12), start) is None

    def _uses_capitals(self, start: int, end: int) -> bool:
        """Whether the writing around has capitals: else a name has none either."""
        around = self.source[max(0, start - _AROUND) : start] + self.source[end : end + _AROUND]
        return sum(map(str.isupper, around)) * 50 >= sum(map(str.islower, around))

    def begins(self, label: str, places: Sequence[SourceRange]) -> bool:
        """Whether it is a frequent word whose capital is that of a beginning: `Case file` as a heading."""
        start, end = places[0].start, places[0].end
        found = _INVISIBLE.sub("", self.source[start:end])
        return (
            label in (LOCATION, PERSON)
            and len(places) == 1
            and found.isalpha()
            and frequency(found.casefold()) >= _FREQUENT
            and _BEGINNING.search(self.source, max(0, start - 4), start) is not None
            and _GOES_ON.match(self.source, end) is not None
        )

    def cover(self, label: str, places: Sequence[SourceRange]) -> bool:
        """Whether what a model took for a name of this kind is a term instead."""
        if label not in (ADDRESS, LOCATION, PERSON, USERNAME) or len(places) > 1:
            return False
        start, end = places[0].start, places[0].end
        found = _INVISIBLE.sub("", self.source[start:end])
        if _OUTWARD.match(found) and _PLACED.search(self.source, max(0, start - 12), start):
            return False
        if label in (LOCATION, PERSON) and self._is_of_a_thing(label, start, end):
            return True
        if label == USERNAME:
            return _LINT.match(found) is not None or self._is_identifier(found, start, end)
        if len(found.strip(".")) == 1:
            return self.source[end : end + 1] != "/" and (label != PERSON or _CITED.match(self.source, end) is not None)
        words = WORD.findall(found)
        return (
            (is_handle(found) and self._is_identifier(found, start, end))
            or self._is_marked(label, found, start, end)
            or (is_role(found) and not has_title(self.source, start))
            or (bool(words) and all(self._is_term(word, start) for word in words))
        )

    def _is_of_a_thing(self, label: str, start: int, end: int) -> bool:
        """`HMS Petrel`, `a Delaware corporation`, `the Battle of Wexbury`: nobody is there."""
        if is_vessel(self.source, start, end) or (
            label == LOCATION and is_of_a_company_or_event(self.source, start, end)
        ):
            return True
        return is_eponym(self.source, start, end) and self._is_never_alone(self.source[start:end])

    @cached_property
    def _is_never_alone(self) -> Callable[[str], bool]:
        return cache(partial(is_eponym_everywhere, self.source))

    def _is_marked(self, label: str, found: str, start: int, end: int) -> bool:
        """Written as no name is: a code, an acronym, a part of a document, `F1`, the ending of a file's name."""
        acronym = _ACRONYM_FOUND.match(found)
        if (label != PERSON and _CODE.match(found)) or (acronym is not None and acronym[1] in self._acronyms):
            return True
        if label == PERSON and sum(map(str.isalpha, found)) == 1 and any(map(str.isdigit, found)):
            return True
        if self._is_typeface(found, start):
            return True
        is_ending = _is_an_ending(found) and _FILE.search(self.source, max(0, start - 3), start) is not None
        part = _PART_OF_DOCUMENT.match(self.source, start)
        if part is None or part.end() < end:
            return is_ending
        # `Unit 5`, where somebody lives
        return not (part[0].startswith("Unit") and _RESIDENT.search(self.source, max(0, start - 14), start))

    def _is_typeface(self, found: str, start: int) -> bool:
        """`Garamond Bold` near a word such as `font`; `Mara Black` is none."""
        face = _FACE.search(self.source, start, start + len(found) + _LONGEST_FACE)
        if face is None or face.start() > start + len(found):
            return False
        around = self.source[max(0, start - _AROUND) : start + _AROUND]
        return (
            found.split(maxsplit=1)[0].casefold() not in gazetteer().given
            and _TYPOGRAPHY.search(around) is not None
            and DOES.match(self.source, max(face.end(), start + len(found))) is None
            and _BY.search(self.source, max(0, start - 4), start) is None
            and self.source[start + len(found) : start + len(found) + 2] not in ("'s", "\u2019s")
        )

    def _is_term(self, word: str, start: int) -> bool:
        """A defined term, or a role behind `the` or `each`."""
        form = word.casefold()
        if form in self._defined:
            return True
        if is_known_name(form) or is_name_of_a_person(form.removesuffix("s")):
            return False
        return (
            _ROLE.match(word) is not None
            and _DETERMINER.search(self.source, max(0, start - 12), start) is not None
            and _is_made_of_a_word(form)
        )

    def _is_identifier(self, found: str, start: int, end: int) -> bool:
        """A name of a product or in a program, outside of posts: `GitLens`, `proxy_pass`, `KB5035853`."""
        around = self.source[max(0, start - _AROUND) : end + _AROUND]
        if _CODE.match(found):
            return True
        if _POST.search(around):
            return False
        parts = [part.casefold() for part in _CAMEL_PARTS.findall(found)]
        if is_made_of_names(parts):
            return False
        if _SNAKE.match(found):
            return True
        if not found.isalpha() or (parts and parts[0] in gazetteer().given):
            return False
        return not parts or not is_known_name(parts[0]) or all(map(is_common, parts))


def _is_an_ending(found: str) -> bool:
    """`toml`, `config`: short, or a word; `p.okwuosa` is somebody."""
    return found.islower() and (len(found) <= _LONGEST_ENDING or (is_common(found) and not is_name_of_a_person(found)))


def _is_made_of_a_word(form: str) -> bool:
    stem = _ENDING.sub("", form)
    return is_common(form) or any(is_common(stem + ending) for ending in _STEM_ENDINGS)


def _is_lower_case_word(word: str) -> bool:
    """A common word in lower case; `london` is common, and a place in any case."""
    names = gazetteer()
    return is_common(word) and word not in names.given and (word in _NEEDS_A_SIGN or word not in names.large.single)


def _is_plain_or_several(word: str) -> bool:
    return is_plain(word) or (word.endswith("s") and is_plain(word[:-1]) and not is_known_name(word.casefold()))
