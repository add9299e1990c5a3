"""What belongs to a name and is no name by itself: `Stadium` behind a place, the initials and the number of a person.

Models and the judge weigh word by word, and such a word alone says nothing; next to a name it says whose or which it is.
"""

import re
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from functools import cache

from docveil.detect import labels as L
from docveil.detect.common_words import is_common
from docveil.detect.gazetteer import entries
from docveil.detect.geography import KINDS
from docveil.detect.protocol import Span

# Behind a name these are part of it; before one is found they do not say enough: `Great Hall`, `Old House`.
_MORE_KINDS = (
    "Provinces|Isles|Gulf|Strait|Channel|Coast|Hill|Ridge|Forest|Rink|Airfield|Abbey|Tower|Manor|House|Hall|Tunnel|Dam|Canal|Falls|"
    "Fields|Gardens|Railroad|Railway|Station|Highway|Turnpike|Courthouse|Gallery|Auditorium|Theatre|Theater|Plaza|Square|Area|"
    "Region|District|Park|Museum|Library|Temple|Church|Chapel|Mosque|Shrine|Monastery|Priory|Gymnasium|Range|Gorge|Fjord|Tableland|"
    "Uplands?|Highlands|Lowlands|Basin|Plains?|Pass|Sound|Reef|Atoll|Archipelago|Delta|Moors?|Downs|Woods|Levels|Pier|Street|Road|"
    "Avenue|Lane|Hospital|Prison|Observatory|Lighthouse|Crater|Springs|Heights"
)
_PLACE_GOES_ON = re.compile(
    rf"\s(?:{KINDS}|{_MORE_KINDS})(?![\w-])|\s(?:islands?|provinces?|county|parish|peninsula|coast)(?![\w-])"
)
# States and provinces, as they stand behind a town: `Mesa, AZ`.
_STATE_BEHIND = re.compile(
    r",\s(?:A[BKLRZ]|BC|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ABDEINOST]|N[BCDEHJLMSTVY]|O[HKNR]|P[AE]|QC|RI|S[CDK]|T[NX]|UT|"
    r"V[AT]|W[AIVY]|YT|NSW|VIC|QLD|TAS)(?![\w-]|\s[A-Z]{2})"
)
_BEFORE_PLACE = re.compile(
    r"(?<![\w'\u2019-])(?:North|South|East|West|Northern|Southern|Eastern|Western|Central|Upper|Lower|Greater|Lake|Mount|Mt\.|River|"
    r"Cape|Fort|Port|Camp|Isle\sof)\s\Z"
)
_BEFORE_PLACE_LENGTH = 12
# `Debden, England`: what stands before the country or state that it is in.
_WITHIN = re.compile(r"(?<![\w.'\u2019-])((?:[^\W\d_a-z][\w'\u2019-]{2,20}\s){0,2}[^\W\d_a-z][\w'\u2019-]{2,20}),\s\Z")
_WITHIN_LENGTH = 70
_INITIALS_BEFORE = re.compile(r"(?<![\w.'\u2019-])(?:[^\W\d_a-z]\.[ -]?){1,3}\Z")
_INITIALS_BEFORE_LENGTH = 10
_INITIALS = re.compile(r"(?:,?\s|\.\s?|\.?-)?(?:(?<![a-z])[^\W\d_a-z]\.[ -]?){0,2}[^\W\d_a-z]\.(?!\w)")
# Not the first: `Carlow I` is mostly followed by what the writer did.
_NUMERAL = re.compile(r"\s(?:I{2,3}|IV|VI{0,3}|IX|X(?:I{1,3}|IV|VI{0,3})?)(?![\w'\u2019-]|\.\w)")
# `Charles the Simple`, `Michelangelo Buonarroti the Younger`
_BYNAME = re.compile(
    r"\s(?:the|The)\s(?:Apostle|Bald|Baptist|Bastard|Black|Blind|Bold|Brave|Child|Confessor|Conqueror|Cruel|Devout|Divine|Elder|"
    r"Evangelist|Fair|Fat|Fearless|Fowler|Good|Great|Handsome|Holy|Impaler|Just|Kind|Lame|Lion|Mad|Magnanimous|Magnificent|Martyr|"
    r"Monk|Old|Peaceful|Pious|Posthumous|Proud|Red|Righteous|Short|Silent|Simple|Stammerer|Strong|Tall|Terrible|Unready|Venerable|"
    r"Victorious|Warlike|Wise|Young|Younger)(?![\w-])"
)
# `Helena of Serbia`, where Serbia is found
_OF = re.compile(r"\s(?:of|von|van|de)\s")


@cache
def _larger_places() -> frozenset[str]:
    return frozenset((*entries("countries"), *entries("regions")))


def complete(text: str, spans: Iterable[Span]) -> Iterator[Span]:
    """`spans`, those of persons and places with what belongs to them beside them.

    Args:
        text: The flat text.
        spans: What was found in it.
    """
    spans = tuple(spans)
    places = {span.start for span in spans if span.label == L.LOCATION}
    for span in spans:
        start, end = span.start, span.end
        if span.label in (L.LOCATION, L.PERSON):
            kind = _PLACE_GOES_ON.match(text, end)
            if kind is not None:
                end = kind.end()
        if span.label == L.LOCATION:
            before = _BEFORE_PLACE.search(text, max(0, start - _BEFORE_PLACE_LENGTH), start)
            start = before.start() if before else start
            state = _STATE_BEHIND.match(text, end)
            end = state.end() if state else end
            if text[span.start : span.end] in _larger_places():
                town = _WITHIN.search(text, max(0, start - _WITHIN_LENGTH), start)
                if town and not any(map(is_common, town[1].lower().split())):
                    yield Span(town.start(1), town.end(1), L.LOCATION, span.score, span.source)
        elif span.label == L.PERSON:
            before = _INITIALS_BEFORE.search(text, max(0, start - _INITIALS_BEFORE_LENGTH), start)
            start = before.start() if before else start
            after = _INITIALS.match(text, end) or _NUMERAL.match(text, end)
            end = after.end() if after else end
            byname = _BYNAME.match(text, end) or _of_a_place(text, start, end, places)
            end = byname.end() if byname else end
        yield span if (start, end) == (span.start, span.end) else Span(start, end, span.label, span.score, span.source)


def _of_a_place(text: str, start: int, end: int, places: AbstractSet[int]) -> re.Match[str] | None:
    """The `of` behind a name of one word, rare enough to be one, where a place begins behind it."""
    found = _OF.match(text, end)
    name = text[start:end]
    return found if found and found.end() in places and name.isalpha() and not is_common(name.lower()) else None
