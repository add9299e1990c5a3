"""Frequent given names, of general knowledge: many are ordinary words too, so a frequency list alone mistakes them.

A given name from the list with capitalised words behind it is a person. Names that are as often places, months or plain words
(Virginia, April, Grace, Mark at the start of a sentence) are left out or need the surname.
"""

import re
from collections.abc import Iterator
from typing import Final

from docveil.detect import labels as L
from docveil.detect.protocol import Span

NAME = "given_names"
_SCORE = 0.7

GIVEN: Final = frozenset(
    """
    aaron abdul abigail adam adrian ahmed aisha alan albert alejandro alessandro alex alexander alexandra alfred ali alice alison
    allan amanda amelia amir amy ana anders andrea andreas andrew andy angela anil anita anjali ann anna anne annette anthony
    antoine antonio arjun arthur barbara beatrice beatriz ben benjamin bernard beth betty bill billy bob boris brandon brenda
    brian bruce bryan camille carl carla carlos carmen carol caroline carolyn catherine cecilia chantal charles charlotte cheryl
    chloe chris christian christina christine christopher claire claudia claus colin connor craig cynthia daniel daniela danielle
    darren dave david deborah debra denise dennis derek diana diane diego dmitri dominic donald donna doris dorothy douglas
    duncan dylan eddie edith eduardo edward edwin eileen elena elizabeth ella ellen emily emma enrique eric erik erika ernest
    esther ethan eugene eva evelyn fatima federico felix fernando fiona florian frances francesca francesco francis francisco
    frank franz fred frederick friedrich gabriel gareth gary geoffrey george georgia gerald gerard gianni giovanni giulia giuseppe
    gloria gordon graham greg gregory guido guillaume gunther hannah hans harold harriet harry hassan heath heather heinrich helen
    helena helga henri henrik henry herbert howard hugh ian ibrahim imran ines ingrid irene isaac isabel isabella ivan jack
    jackie jacob jacqueline jacques jake james jamie jan jane janet janice jason javier jean jeff jeffrey jennifer jeremy jerry
    jesse jessica jill jim jimmy joan joanna joanne joe joel johan johannes john johnny jon jonas jonathan jorge jose josef joseph
    joshua juan juanita judith judy juan julia julian julie jurgen justin karen karin karl kate katherine kathleen kathryn katie
    katrina keith kelly ken kenneth kevin khalid kim klaus kristen kristina kurt kyle lars laura lauren laurence laurent lawrence
    leah lena leo leon leonard leslie lewis liam linda lisa lorenzo louis louise lucas lucia lucy luis luke lydia maarten magnus
    manuel marc marcel marco marcus margaret maria marie marina mario marion martin martina mary mateo mathias matthew matthias
    maureen maurice max megan melanie melissa michael michel michele michelle miguel mike mohamed mohammed monica monika monique
    muhammad nadia nancy naomi natalie natasha nathan neil nicholas nicola nicolas nicole nigel nina noah
    nora norman oliver olivia
    omar oscar otto owen pablo pamela paola paolo patricia patrick paul paula pauline pedro peter petra philip philippe phillip
    pierre priya rachel rahul rajesh ralph ramon raquel ravi raymond rebecca regina renate richard rita robert roberta roberto
    robin rodrigo roger roland ronald rosa rosemary roy russell ruth ryan sally sam samantha samuel sandra sanjay sara sarah
    scott sean sebastian sergei sergio sharon sheila shirley silvia simon simone sofia sophia sophie stefan stefano stephanie
    stephen steve steven stuart sunil susan suzanne svetlana sven sylvia tamara tanya teresa terry theodore theresa thomas tim
    timothy tina tobias todd tom tomas tony tracy trevor ulrich ursula valentina vanessa veronica victor victoria vikram vincent
    vladimir walter wayne wendy werner wilhelm william winston wolfgang xavier yolanda yusuf yves yvonne zoe
    """.split()
)
# As often a place, a brand or a saint's day as a person, so a single capitalised word behind it is not enough.
_AMBIGUOUS = frozenset(
    "georgia victoria max christian kelly regina leo jan robin roy lewis carol kim scott marina rosa jean".split()
)
_FULL = re.compile(
    r"(?<![\w@#/'\u2019-])([A-Z][a-z]{1,11})((?:\s(?:[A-Z]\.|(?:(?:van|von|de|del|della|da|di|bin|al)\s){0,2}"
    r"[A-Z][^\W\d_]{1,20}(?:['\u2019-][A-Z][^\W\d_]{1,20})?)){1,3})(?!\w)"
)
_NOT_SURNAMES = frozenset(
    "university college school hospital street road avenue lane drive court house hotel park airport station church cathedral "
    "island islands lake river county city award awards prize cup trophy company inc ltd llc corporation "
    "foundation institute museum "
    "stadium center centre bridge railway railroad act law agreement day show band orchestra records".split()
)


def is_given_name(word: str) -> bool:
    """Whether `word`, in any case, is a frequent given name."""
    return word.casefold() in GIVEN


class GivenNamesReader:
    """Reads paragraphs for a frequent given name and the surname behind it."""

    name = NAME
    labels = frozenset({L.PERSON})

    def read(self, texts: tuple[str, ...]) -> tuple[tuple[Span, ...], ...]:
        """Spans of each paragraph."""
        return tuple(tuple(_full_names(text)) for text in texts)


def _full_names(text: str) -> Iterator[Span]:
    for match in _FULL.finditer(text):
        given, rest = match[1].lower(), match[2].split()
        if given in GIVEN and given not in _AMBIGUOUS and _NOT_SURNAMES.isdisjoint(word.lower() for word in rest):
            yield Span(*match.span(), L.PERSON, _SCORE, NAME)
