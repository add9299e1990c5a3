"""Names, places, groups, organisations and dates by spaCy's English pipeline, loaded from a verified folder.

Only the entity recogniser is loaded: in this pipeline it has a word encoder of its own, and what it finds in the labelled texts
is the same with and without the other parts (tests hold it to that). Nothing here downloads: a path is given, or nothing
loads.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from docveil.detect import labels as L
from docveil.detect.lean_spacy import spacy
from docveil.detect.protocol import Span
from docveil.detect.tidy import is_handle, tidy_person, tidy_place
from docveil.detect.windows import flat, windows
from docveil.detect.words import trim, whole_name
from docveil.errors import ArtifactsError

NAME = "spacy"
CORE, MARGIN = 4000, 400
_BATCH = 64
# The table of all words by hash: seconds to load, and asked only for labels, which the recogniser brings itself.
_STRINGS = "strings"
_SETTINGS: Final = {"nlp": {"tokenizer": {"@tokenizers": "docveil.AsSaved.v1"}}}
_UNUSED = ("tok2vec", "tagger", "parser", "senter", "attribute_ruler", "lemmatizer")

# spaCy label -> (docveil label, score). spaCy gives no confidence, so the scores are precision on the dev splits, rounded.
_KINDS: Final = MappingProxyType(
    {
        "PERSON": (L.PERSON, 0.85),
        "GPE": (L.LOCATION, 0.85),
        "LOC": (L.LOCATION, 0.6),
        "FAC": (L.LOCATION, 0.5),
        "NORP": (L.NRP, 0.85),
        "ORG": (L.ORGANIZATION, 0.7),
        "DATE": (L.DATE_TIME, 0.6),
    }
)

# What a layout puts between two things on one line; a name never runs over it.
_BREAK = re.compile(r"\s[-\u00b7|\u2013\u2022/]\s|\t|\s{3,}")
# Most of what the model calls a date is `next week` or `30 days`; a date names a year, or a day of a month.
_CALENDAR = re.compile(
    r"\b(?:(?:1[89]|20)\d\d|\d{1,2}(?:st|nd|rd|th)?\s(?:of\s)?[A-Z][a-z]{2,8}|[A-Z][a-z]{2,8}\s\d{1,2})(?:\b|(?=\D))"
)
_INSTITUTION = re.compile(
    r"\b(?:Cent(?:re|er)|Office|University|College|School|Hospital|Clinic|Museum|Institute|Library|Court|Bank|Church)\b"
)


class SpacyReader:
    """Reads paragraphs with spaCy's named entity recogniser.

    Args:
        folder: The pipeline folder, verified.
        core: Largest part of a paragraph that is read at once, in code points.

    Raises:
        ArtifactsError: the folder does not hold a pipeline that this spaCy can load.
    """

    name = NAME
    labels = frozenset(label for label, _ in _KINDS.values()) | {L.USERNAME}

    def __init__(self, folder: Path, *, core: int = CORE) -> None:
        try:
            with _without_plugins():
                self._pipeline = spacy.util.load_model_from_path(folder, exclude=(*_UNUSED, _STRINGS), config=_SETTINGS)
        except Exception:
            raise ArtifactsError("The spaCy folder does not make a pipeline.") from None
        self._core = core

    def read(self, texts: tuple[str, ...]) -> tuple[tuple[Span, ...], ...]:
        """Spans of each paragraph."""
        flats = tuple(sorted({flat(text) for text in texts}))
        found = {text: self.spans(text, entities) for text, entities in zip(flats, self.entities(flats), strict=True)}
        return tuple(found[flat(text)] for text in texts)

    def entities(self, texts: Sequence[str]) -> list[list[tuple[int, int, str]]]:
        """`(start, end, label)` of each entity of each flat text, with spaCy's labels.

        The string store is given back after each call, so memory does not grow.
        """
        jobs = [(index, window) for index, text in enumerate(texts) for window in windows(text, self._core, MARGIN)]
        found: list[list[tuple[int, int, str]]] = [[] for _ in texts]
        parts = [texts[index][window.start : window.end] for index, window in jobs]
        with self._pipeline.memory_zone():
            for (index, window), doc in zip(jobs, self._pipeline.pipe(parts, batch_size=_BATCH), strict=True):
                for entity in doc.ents:
                    start = entity.start_char + window.start
                    if window.core_start <= start < window.core_end:
                        found[index].append((start, entity.end_char + window.start, entity.label_))
        return found

    def spans(self, text: str, entities: Sequence[tuple[int, int, str]]) -> tuple[Span, ...]:
        """Spans of a flat text that has these entities."""
        made = (_span(text, start, end, label) for start, end, label in entities if label in _KINDS)
        return tuple(span for span in made if span is not None)


@spacy.registry.tokenizers("docveil.AsSaved.v1")  # type: ignore[untyped-decorator]
def _as_saved() -> Callable[[Any], Any]:
    """A tokenizer whose rules come from the folder; spaCy's own first makes those of the language, and has them replaced."""
    return lambda pipeline: spacy.tokenizer.Tokenizer(pipeline.vocab)


@contextmanager
def _without_plugins() -> Iterator[None]:
    """Keep spaCy from importing every installed package that offers it a component (Presidio: half a second); none is needed."""
    factories = spacy.util.registry._entry_point_factories  # noqa: SLF001 - there is no public switch
    before, factories.entry_points = factories.entry_points, False
    try:
        yield
    finally:
        factories.entry_points = before


def _span(text: str, start: int, end: int, kind: str) -> Span | None:
    label, score = _KINDS[kind]
    cut = _BREAK.search(text, start, end)
    if cut is not None:
        end = cut.start()
    if kind == "DATE" and not _CALENDAR.search(text, start, end):
        return None
    if kind == "FAC" and _INSTITUTION.search(text, start, end):
        label, score = _KINDS["ORG"]
    start, end = trim(text, start, end)
    if end <= start or not any(c.isalnum() for c in text[start:end]):
        return None
    if label in (L.PERSON, L.LOCATION):
        if is_handle(text[start:end]):
            return Span(start, end, L.USERNAME, score, f"{NAME}.{kind.lower()}")
        tidied = (tidy_person if label == L.PERSON else tidy_place)(text, start, end)
        if tidied is None:
            return None
        start, end = whole_name(text, *tidied)
    return Span(start, end, label, score, f"{NAME}.{kind.lower()}")
