"""Invented values in the form of the real ones.

The same entity gets the same surrogate within a document, and under one key across documents; no surrogate is a value of the
source, and no two entities of a document share one. What cannot be remade in its form gets a numbered placeholder.
"""

from collections.abc import Callable, Mapping, Sequence

from attrs import frozen

from docveil.redact.entities import PERSON, Entity
from docveil.redact.keys import Key
from docveil.redact.mentions import Mention
from docveil.redact.synthetic import dates, network, numbers
from docveil.redact.synthetic.draw import Draw, seed
from docveil.redact.synthetic.ground import Ground
from docveil.redact.synthetic.names import person
from docveil.redact.synthetic.shape import characters, fill, plain
from docveil.redact.synthetic.words import text_surrogate

_DATES = frozenset({"DATE_TIME", "DATE_OF_BIRTH"})
_PLACES = frozenset({"ADDRESS", "LOCATION"})
_WORDS = _PLACES | {"ORGANIZATION", "TERM"}
# A place on the map or a people cannot be invented without naming another real one.
_NEVER = frozenset({"COORDINATES", "NRP"})
_WHOLE: Mapping[str, Callable[[str, Draw], str | None]] = {
    "EMAIL_ADDRESS": network.email,
    "USERNAME": network.username,
    "URL": network.url,
    "IP_ADDRESS": network.ip_address,
    "PHONE_NUMBER": numbers.phone,
}
_CORE: Mapping[str, Callable[[str, Draw], str | None]] = {
    "MAC_ADDRESS": network.mac_address,
    "CREDIT_CARD": numbers.card,
    "IBAN_CODE": numbers.iban,
    "US_SSN": numbers.social_security,
    "AGE": numbers.age,
}
_TRIES = 60
Rendered = Mapping[str, str]


@frozen(repr=False)
class Synthetic:
    """Surrogates for one document.

    Attributes:
        texts: `(entity, mention text)` to surrogate.
        otherwise: What stands for a mention that has none.
    """

    texts: Mapping[tuple[Entity, str], str]
    otherwise: Callable[[Entity, Mention], str]

    def __repr__(self) -> str:
        return f"Synthetic({len(self.texts)} surrogates)"

    def __call__(self, entity: Entity, mention: Mention) -> str:
        """The surrogate of `mention`."""
        found = self.texts.get((entity, mention.text))
        return found if found is not None else self.otherwise(entity, mention)

    @classmethod
    def prepare(
        cls,
        mentions: Sequence[tuple[Entity, Mention]],
        ground: Ground,
        key: Key | None,
        otherwise: Callable[[Entity, Mention], str],
    ) -> "Synthetic":
        """Surrogates for `mentions`, which come in reading order.

        Args:
            mentions: Entity and mention, of all that is to be replaced this way.
            ground: What the surrogates must not be; they are taken out of it.
            key: Ties surrogates to values across documents; without one they depend on the order alone.
            otherwise: The operator for what cannot be remade.
        """
        written: dict[Entity, list[str]] = {}
        for entity, mention in mentions:
            texts = written.setdefault(entity, [])
            if mention.text not in texts:
                texts.append(mention.text)
        made: dict[tuple[Entity, str], str] = {}
        for entity, text, surrogate in _dates(written, ground, key):
            made[entity, text] = surrogate
        for entity, texts in written.items():
            if entity.label not in _DATES:
                made |= {(entity, text): new for text, new in _surrogates(entity, texts, ground, key).items()}
        return cls(made, otherwise)


def _surrogates(entity: Entity, texts: Sequence[str], ground: Ground, key: Key | None) -> Rendered:
    """The first set of surrogates for all mentions of `entity` that are free; none where there is no such set."""
    who = entity.name if key is not None else str(entity.number)
    for attempt in range(_TRIES):
        if entity.label == PERSON:
            rendered: Rendered | None = person(entity, texts, ground, key, attempt)
        else:
            rendered = _rendered(entity, texts, ground, Draw(seed(key, entity.label, who, str(attempt))))
        if rendered is not None and all(map(ground.is_free, set(rendered.values()))):
            ground.take(rendered.values())
            return rendered
    return {}


def _rendered(entity: Entity, texts: Sequence[str], ground: Ground, draw: Draw) -> Rendered | None:
    result: dict[str, str] = {}
    words: dict[str, str] = {}
    core: str | None = None
    for text in texts:
        shown = plain(text)
        whole = _WHOLE.get(entity.label)
        new: str | None
        if entity.label in _NEVER:
            return None
        if whole is not None:
            # The form is that of the first mention; another way to write the same value gets it in its own case only.
            new = next(iter(result.values()), None) or whole(shown, draw)
        elif entity.label in _WORDS or not (entity.label in _CORE or any(c.isdigit() for c in shown)):
            new = text_surrogate(shown, draw, ground, is_place=entity.label in _PLACES, words=words)
        else:
            core = core or _CORE.get(entity.label, numbers.identifier)(characters(shown), draw)
            new = fill(shown, core) if core is not None else None
        if new is None:
            return None
        result[text] = new
    return result


def _dates(written: Mapping[Entity, Sequence[str]], ground: Ground, key: Key | None) -> list[tuple[Entity, str, str]]:
    """All dates under the one offset that moves the most of them to a free day."""
    texts = [text for entity, mentions in written.items() if entity.label in _DATES for text in mentions]
    month_first = dates.is_month_first(texts)
    days = [
        (entity, text, day)
        for entity, mentions in written.items()
        if entity.label in _DATES
        for text in mentions
        if (day := dates.parse(plain(text), month_first=month_first)) is not None
    ]
    best: list[tuple[Entity, str, str]] = []
    for by in dates.shifts([day for _, _, day in days], key, ground.source):
        moved = [(entity, text, new) for entity, text, day in days if (new := dates.shifted(day, by)) is not None]
        owner: dict[str, Entity] = {}
        kept = [
            (entity, text, new)
            for entity, text, new in moved
            if ground.is_free(new, beside_text=False) and owner.setdefault(ground.fold(new), entity) == entity
        ]
        if len(kept) > len(best):
            best = kept
        if len(best) == len(days):
            break
    ground.take(new for _, _, new in best)
    return best
