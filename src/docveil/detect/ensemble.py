"""All readers on all views. A paragraph that stands in several views is read once."""

import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib.metadata import version
from typing import Self

from attrs import evolve, field, frozen

from docveil.artifacts.store import ArtifactStore
from docveil.detect.custom import custom_readers
from docveil.detect.geography import GeographyReader
from docveil.detect.judge import Judge
from docveil.detect.presidio import PresidioReader
from docveil.detect.protocol import ReadsAhead, Span, TextReader, locate
from docveil.detect.resolve import finding_key
from docveil.detect.rules import RulesReader
from docveil.detect.windows import blocks
from docveil.errors import CleaningFailed, DocveilError
from docveil.model.alignment import View
from docveil.model.findings import Finding

_PACKAGES = ("onnxruntime", "phonenumbers", "python-stdnum", "spacy", "tokenizers", "wordfreq")
_MODELS = ("rampart/", "spacy/")


@frozen
class Ensemble:
    """Every detector, and what they are made of.

    Attributes:
        readers: Detectors that judge each paragraph by itself.
        packages: `(distribution, version)` pairs, ascending.
        models: `(role, SHA-256)` pairs of the model files, ascending.
    """

    readers: tuple[TextReader, ...]
    packages: tuple[tuple[str, str], ...] = field(default=())
    models: tuple[tuple[str, str], ...] = field(default=())

    @classmethod
    def load(cls, store: ArtifactStore, *, threads: int = 2) -> Self:
        """The ensemble of the embedded profile.

        Raises:
            ArtifactsError: a model file is missing or changed, or makes no model.
        """
        # Here, not above: with their libraries these cost seconds, and the files are verified before any is imported.
        from docveil.detect.rampart_model import RampartModel  # noqa: PLC0415

        files = ("onnx/model_q4.onnx", "tokenizer.json", "config.json")
        with _uncollected(), ThreadPoolExecutor(1) as beside:
            # The one model is made in native code while Python imports what the other needs.
            coming = beside.submit(
                RampartModel, *(store.file(f"rampart/{name}").read_bytes() for name in files), threads=threads
            )
            from docveil.detect.names import NamesReader  # noqa: PLC0415
            from docveil.detect.rampart import RampartReader  # noqa: PLC0415
            from docveil.detect.spacy_names import SpacyReader  # noqa: PLC0415

            spacy = SpacyReader(store.folder("spacy"))
            model = coming.result()
        return cls(
            (
                NamesReader(spacy, RampartReader(model), GeographyReader(), Judge.load()),
                PresidioReader(),
                RulesReader(),
                *custom_readers(),
            ),
            packages=tuple((name, version(name)) for name in _PACKAGES),
            models=tuple((role, digest) for role, digest in store.digests if role.startswith(_MODELS)),
        )

    def having_read(self, views: Sequence[View]) -> Self:
        """The same ensemble, with what its models say of these views at hand; it finds the same as without.

        Raises:
            CleaningFailed: as `find`.
        """
        texts = _texts(_places(views))
        readers: list[TextReader] = []
        for reader in self.readers:
            with _without_its_words(reader):
                readers.append(reader.having_read(texts) if isinstance(reader, ReadsAhead) else reader)
        return evolve(self, readers=tuple(readers))

    def find(self, views: Sequence[View]) -> tuple[Finding, ...]:
        """Findings of every reader on every view, each once, in canonical order; no policy is applied.

        Raises:
            CleaningFailed: a reader failed, or returned what does not fit its text. The message names the reader only.
        """
        places = _places(views)
        texts = _texts(places)
        found: set[Finding] = set()
        for reader in self.readers:
            spans = dict(zip(texts, _guarded(reader, texts), strict=True))
            for view, start, end in places:
                moved = (
                    Span(start + s.start, start + s.end, s.label, s.score, s.source)
                    for s in _checked(reader, spans[view.text[start:end]], end - start)
                )
                found.update(locate(view, moved, reader.name))
        return tuple(sorted(found, key=finding_key))


def _places(views: Iterable[View]) -> list[tuple[View, int, int]]:
    return [(view, start, end) for view in views for start, end in blocks(view.text)]


def _texts(places: Iterable[tuple[View, int, int]]) -> list[str]:
    return sorted({view.text[start:end] for view, start, end in places})


@contextmanager
def _uncollected() -> Iterator[None]:
    """Where much is loaded that stays: the collector would walk through all of it many times."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


@contextmanager
def _without_its_words(reader: TextReader) -> Iterator[None]:
    """Where a reader works: what it raises that is not docveil's own is replaced, since it may quote the document."""
    try:
        yield
    except DocveilError:
        raise
    except Exception as error:
        raise CleaningFailed(f"The detector {reader.name} failed with {type(error).__name__}.") from None


def _guarded(reader: TextReader, texts: Sequence[str]) -> tuple[tuple[Span, ...], ...]:
    read: Callable[[tuple[str, ...]], tuple[tuple[Span, ...], ...]] = reader.read
    with _without_its_words(reader):
        result = read(tuple(texts))
    if len(result) != len(texts):
        raise CleaningFailed(f"The detector {reader.name} did not answer for every paragraph.")
    return result


def _checked(reader: TextReader, spans: Iterable[Span], length: int) -> Iterable[Span]:
    for span in spans:
        if type(span) is not Span or not 0 <= span.start < span.end <= length or span.label not in reader.labels:
            raise CleaningFailed(f"The detector {reader.name} returned what does not fit its text.")
        yield span
