"""What stands in place of a value. An operator is a small frozen thing that answers for one mention of one entity."""

from collections.abc import Callable, Mapping, Sequence

from attrs import frozen

from docveil.errors import UsageError
from docveil.redact.entities import Entity, Fold, link
from docveil.redact.keys import Key
from docveil.redact.mentions import Mention
from docveil.redact.synthetic import Synthetic
from docveil.redact.synthetic.ground import Ground
from docveil.redact.tokens import marks_for, spell, token

PLACEHOLDER, INDEXED, REVERSIBLE, KEEP = "placeholder", "indexed", "reversible", "keep"
PSEUDONYM, HASH, SYNTHETIC, MASK, REMOVE = "pseudonym", "hash", "synthetic", "mask", "remove"
OPERATORS = frozenset({PLACEHOLDER, INDEXED, REVERSIBLE, KEEP, PSEUDONYM, HASH, SYNTHETIC, MASK, REMOVE})
KEYED = frozenset({PSEUDONYM, HASH})
_MASK_CHARACTER = "*"
_MOST_LAST = 4


# The text that stands in place of a mention of an entity.
Operator = Callable[[Entity, Mention], str]


@frozen
class Placeholder:
    """`<PERSON>`."""

    marks: Mapping[str, str]

    def __call__(self, entity: Entity, _: Mention) -> str:
        """The label alone."""
        return token(entity.label, self.marks[entity.label])


@frozen
class Indexed:
    """`<PERSON_1>`: the same entity the same number within a document, in reading order."""

    marks: Mapping[str, str]

    def __call__(self, entity: Entity, _: Mention) -> str:
        """Label and number."""
        return token(entity.label, self.marks[entity.label], str(entity.number))


@frozen
class Pseudonym:
    """`<PERSON_kmwz…>`: 64 bits of HMAC-SHA256 over the entity, so documents under one key can be joined on it."""

    marks: Mapping[str, str]
    key: Key

    def __call__(self, entity: Entity, _: Mention) -> str:
        """Label and digest."""
        digest = self.key.digest(PSEUDONYM, entity.label, entity.name)
        return token(entity.label, self.marks[entity.label], spell(digest, 16))


@frozen
class Hash:
    """All 256 bits of HMAC-SHA256 over the value as it is written there, case and accents folded, as the letters k to z."""

    fold: Fold
    key: Key

    def __call__(self, entity: Entity, mention: Mention) -> str:
        """The digest alone."""
        return spell(self.key.digest(HASH, entity.label, self.fold(mention.text) or mention.text), 64)


@frozen
class Mask:
    """`**** *********`: every character but white space; with `last`, the last digits stay where enough others go.

    Attributes:
        last: How many digits at the end stay, from 0 to 4; none of a value that has fewer than three times as many.
    """

    last: int = 0

    def __call__(self, _: Entity, mention: Mention) -> str:
        """As long as the value is."""
        digits = [i for i, c in enumerate(mention.text) if c.isdecimal()]
        kept = set(digits[-self.last :]) if self.last and len(digits) >= 3 * self.last else set()
        return "".join(c if c.isspace() or i in kept else _MASK_CHARACTER for i, c in enumerate(mention.text))


@frozen(repr=False)
class Remove:
    """Nothing; one space where what stands before and behind would touch: `078-05-` and `1120` do not become one number.

    Attributes:
        source: The document's text.
    """

    source: str

    def __call__(self, _: Entity, mention: Mention) -> str:
        """The empty text, or a space."""
        start, end = mention.fragments[0].start, mention.fragments[0].end
        before, after = self.source[max(0, start - 1) : start], self.source[end : end + 1]
        return " " if before.strip() and after.strip() else ""


def parse_operator(spec: str) -> tuple[str, int]:
    """Name and argument of `mask:4` and the like; the argument is 0 where there is none.

    Raises:
        UsageError: there is no operator of that name, or it takes no such argument.
    """
    name, colon, argument = spec.partition(":")
    number = int(argument) if argument in map(str, range(1, _MOST_LAST + 1)) else 0
    if name not in OPERATORS or (colon and not (name == MASK and number)):
        known = ", ".join(sorted((*OPERATORS, f"{MASK}:1 to {MASK}:{_MOST_LAST}")))
        raise UsageError("There is no operator of that name.", next_step=f"Choose one of: {known}.")
    return name, number


def replacements(
    mentions: Sequence[Mention], source: str, operator_of: Callable[[str], str], fold: Fold, key: Key | None
) -> tuple[str | None, ...]:
    """What stands in place of each mention; None for one that is kept.

    Args:
        mentions: All mentions of the document, in reading order.
        source: The document's text.
        operator_of: The operator of a label, as `parse_operator` reads it.
        fold: Folds case, accents and everything but letters and digits away.
        key: For the operators that need one.

    Raises:
        UsageError: an operator needs a key, and there is none.
    """
    entities = link(mentions, fold)
    labels = {mention.label for mention in mentions}
    marks = marks_for(labels, source)
    specs = {label: parse_operator(operator_of(label)) for label in sorted(labels)}
    made: dict[tuple[str, int], Operator] = {}
    for name, argument in sorted(set(specs.values())):
        if name == SYNTHETIC:
            values = [mention.text for mention in mentions]
            hidden = [pair for pair in zip(entities, mentions, strict=True) if specs[pair[0].label][0] == SYNTHETIC]
            made[name, argument] = Synthetic.prepare(hidden, Ground(source, values, fold), key, Indexed(marks))
        elif name == REMOVE:
            made[name, argument] = Remove(source)
        elif name != KEEP:
            made[name, argument] = _operator(name, argument, marks, fold, key)
    return tuple(
        made[specs[entity.label]](entity, mention) if specs[entity.label][0] != KEEP else None
        for entity, mention in zip(entities, mentions, strict=True)
    )


def _operator(name: str, argument: int, marks: Mapping[str, str], fold: Fold, key: Key | None) -> Operator:
    if name in KEYED:
        if key is None:
            raise UsageError(
                f"The operator {name} needs a key.", next_step="Give --key-file FILE, of 16 bytes or more."
            )
        return Pseudonym(marks, key) if name == PSEUDONYM else Hash(fold, key)
    if name == MASK:
        return Mask(argument)
    return Placeholder(marks) if name == PLACEHOLDER else Indexed(marks)
