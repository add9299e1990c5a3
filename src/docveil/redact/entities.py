"""Which mentions mean the same: `Mara Lindqvist`, `LINDQVIST, Mara`, `M. Lindqvist` and `Ms Lindqvist` are one person.

A shorter name belongs to the one longer name that it fits. Where it fits several, or a title says otherwise, it stands for
itself: two people under one number would be worse than one under two.
"""

import re
from collections.abc import Callable, Iterator, Sequence

from attrs import field, frozen

from docveil.redact.mentions import Mention

PERSON = "PERSON"
Fold = Callable[[str], str]

WORD = re.compile(r"[^\W\d_]+(?:['\u2019\-\u2010\u2011][^\W\d_]+)*")
# Words that are given names too (Don, Justice) are left out: a name taken for a title would stay.
_MALE = frozenset("mr sir lord herr monsieur signor señor sr".split())
_FEMALE = frozenset("mrs ms miss dame lady frau madame mme signora señora sra".split())
_NEUTRAL = frozenset("mx dr prof professor doctor rev hon judge sgt".split())
_TITLES = _MALE | _FEMALE | _NEUTRAL
PARTICLES = frozenset("van von der den de del della di da dos du la le el al bin ibn ben and of the zu ter".split())


@frozen
class Entity:
    """One person or value in a document. Private: it holds the value.

    Attributes:
        label: Kind of personal data.
        number: From 1 within its label, in reading order.
        name: Canonical folded form; no two entities of a label share one.
        parts: Folded words of a person's fullest name, the family name last; empty for other labels.
        gender: `m`, `f` or empty: what a title says.
    """

    label: str
    number: int
    name: str = field(repr=False)
    parts: tuple[str, ...] = field(default=(), repr=False)
    gender: str = field(default="", repr=False)


@frozen(repr=False)
class PersonName:
    """A person's name as parts.

    Attributes:
        words: Folded words of more than one letter, the family name last.
        initials: Folded single letters.
        gender: `m`, `f` or empty.
    """

    words: tuple[str, ...]
    initials: tuple[str, ...]
    gender: str

    @property
    def parts(self) -> tuple[str, ...]:
        """Given names and initials, then the family name."""
        return (*self.words[:-1], *self.initials, *self.words[-1:])

    def fits(self, longer: "PersonName", gender: str) -> bool:
        """Whether this may be a shorter way to write `longer`, whose bearer has `gender`, where that is known."""
        if not self.words or (self.gender and gender and self.gender != gender):
            return False
        if len(self.words) > 1:
            ends = (self.words[0], self.words[-1]) == (longer.words[0], longer.words[-1])
            if not (ends or set(self.words) == set(longer.words)) or not set(self.words) <= set(longer.words):
                return False
        elif self.words[0] not in longer.words:
            return False
        letters = [part[0] for part in longer.parts if part not in self.words]
        if self.initials and len(self.words) == 1 and letters[:1] != [self.initials[0]]:
            return False
        rest = iter(letters)
        return all(initial in rest for initial in self.initials)


def name_words(text: str) -> Iterator[tuple["re.Match[str]", bool]]:
    """The words of a name, and of each whether it says something of the name alone: a title, a particle.

    A title opens the name, or what stands behind its comma, and does not stand alone: `Judge Hill` has one, `Ada Judge` is
    called so, and so is `Hill, Judge`, to be safe.
    """
    matches = list(WORD.finditer(text))
    segments = [text.count(",", 0, match.start()) for match in matches]
    opening = True
    for index, match in enumerate(matches):
        if index and segments[index] != segments[index - 1]:
            opening = True
        followed = index + 1 < len(matches) and segments[index + 1] == segments[index]
        is_title = opening and followed and match[0].casefold() in _TITLES
        opening = opening and is_title
        yield match, is_title or (match[0].islower() and match[0] in PARTICLES)


def without_possessive(word: str) -> str:
    """`Lindqvist's` is `Lindqvist`."""
    return re.sub(r"['\u2019][sS]?$", "", word)


def parse_name(text: str, fold: Fold) -> PersonName:
    """The parts of a person's name; in `Family, Given` the order is turned."""
    comma = text.find(",")
    gender = ""
    words: list[tuple[bool, str]] = []
    initials: list[str] = []
    for match, is_beside in name_words(text):
        if is_beside:
            lower = match[0].casefold()
            gender = gender or ("m" if lower in _MALE else "f" if lower in _FEMALE else "")
            continue
        folded = fold(without_possessive(match[0]))
        if len(folded) == 1:
            initials.append(folded)
        elif folded:
            words.append((match.start() < comma, folded))
    words.sort(key=lambda word: word[0])
    return PersonName(tuple(word for _, word in words), tuple(initials), gender)


def link(mentions: Sequence[Mention], fold: Fold) -> tuple[Entity, ...]:
    """The entity of each mention; mentions come in reading order. Pure.

    Args:
        mentions: All mentions of a document.
        fold: Folds case, accents and everything but letters and digits away.
    """
    names = {m.text: parse_name(m.text, fold) for m in mentions if m.label == PERSON}
    heads, genders = _heads(list(names.values()))
    entities: dict[tuple[str, object], Entity] = {}
    taken: set[str] = set()
    counts: dict[str, int] = {}
    result: list[Entity] = []
    for mention in mentions:
        name = names.get(mention.text) if mention.label == PERSON else None
        head = heads[name] if name is not None and name.parts else None
        value = fold(mention.text) or mention.text
        key = (mention.label, head or value)
        if key not in entities:
            number = counts[mention.label] = counts.get(mention.label, 0) + 1
            if head is None:
                entities[key] = Entity(mention.label, number, value)
            else:
                canonical = _canonical(head, taken)
                taken.add(canonical)
                entities[key] = Entity(mention.label, number, canonical, head.parts, genders[head])
        result.append(entities[key])
    return tuple(result)


def _canonical(head: PersonName, taken: set[str]) -> str:
    """First and family name, so that documents which differ in a middle name agree; more where that is taken."""
    short = " ".join(dict.fromkeys((*head.words[:1], *head.words[-1:]))) or " ".join(head.initials)
    forms = (short, " ".join(head.parts), f"{' '.join(head.words)} / {' '.join(head.initials)} / {head.gender}")
    return next((form for form in forms[:-1] if form not in taken), forms[-1])


def _heads(names: Sequence[PersonName]) -> tuple[dict[PersonName, PersonName], dict[PersonName, str]]:
    """For each name the fullest way in which its person is named, and the gender of each of these."""
    order = sorted(dict.fromkeys(names), key=lambda n: (-len(n.words), -len(n.initials), not n.gender))
    by_word: dict[str, list[PersonName]] = {}
    genders: dict[PersonName, str] = {}
    owner: dict[PersonName, PersonName] = {}
    for name in order:
        near = by_word.get(name.words[0], []) if name.words else []
        fitting = [head for head in near if name.fits(head, genders[head])]
        head = fitting[0] if len(fitting) == 1 else name
        if head is name:
            genders[name] = ""
            for word in set(name.words):
                by_word.setdefault(word, []).append(name)
        genders[head] = genders[head] or name.gender
        owner[name] = head
    return owner, genders
