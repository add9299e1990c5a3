"""Persons: each word of a name becomes another name, so that all mentions of a person stay one person.

`Ms Mara Lindqvist`, `LINDQVIST, Mara` and `M. Lindqvist` become `Ms Anna Keller`, `KELLER, Anna` and `A. Keller`.
"""

import unicodedata
from collections.abc import Sequence

from docveil.redact.entities import Entity, name_words, without_possessive
from docveil.redact.keys import Key
from docveil.redact.synthetic.draw import Draw, seed
from docveil.redact.synthetic.ground import Ground
from docveil.redact.synthetic.pools import family_names, gender_of, given_names
from docveil.redact.synthetic.shape import plain, recase

_TRIES = 200
Rendered = dict[str, str]


def person(entity: Entity, texts: Sequence[str], ground: Ground, key: Key | None, attempt: int) -> Rendered | None:
    """Each way in which the person is written, with what stands there instead; None where one cannot be remade."""
    who = entity.name if key is not None else str(entity.number)
    parts = entity.parts
    gender = entity.gender or (gender_of(parts[0]) if len(parts) > 1 else "")
    words: dict[str, str] = {}
    for index, part in enumerate(parts):
        pool = family_names() if index == len(parts) - 1 and len(part) > 1 else given_names(gender)
        word = _word(pool, ground, Draw(seed(key, entity.label, who, str(index), str(attempt))), set(words.values()))
        if word is None:
            return None
        words[part] = word
    result: Rendered = {}
    for text in texts:
        rendered = _render(plain(text), words, ground)
        if rendered is None:
            return None
        result[text] = rendered
    for word in words.values():
        ground.take_word(word)
    return result


def _word(pool: Sequence[str], ground: Ground, draw: Draw, taken: set[str]) -> str | None:
    """A name that the document does not have; one of another person's surrogate where no other is left."""
    for may_share in (False, True):
        for _ in range(_TRIES):
            word = draw.pick(pool)
            if word not in taken and ground.is_new_word(word, may_share=may_share):
                return word
    return None


def _render(text: str, words: dict[str, str], ground: Ground) -> str | None:
    out: list[str] = []
    position = 0
    for match, is_beside in name_words(text):
        out.append(text[position : match.start()])
        position = match.end()
        word = match[0]
        bare = without_possessive(word)
        folded = ground.fold(bare)
        if is_beside:
            out.append(word)
        elif folded in words:
            new = words[folded][:1] if len(folded) == 1 else words[folded]
            out.append(recase(new, bare) + word[len(bare) :])
        elif len(folded) == 1 and any(part.startswith(folded) for part in words):
            full = next(part for part in words if part.startswith(folded))
            out.append(recase(words[full][:1], bare))
        else:
            return None
    out.append(text[position:])
    gaps = "".join(out[::2])
    # Anything in a gap that is a letter, digit or mark is a part of the name that was not understood.
    if any(c.isalnum() or unicodedata.category(c)[0] == "M" for c in gaps):
        return None
    return "".join(out)
