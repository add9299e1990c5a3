"""A step for datatrove pipelines, in place of their formatter for personal data."""

from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from typing import Any

from datatrove.data import Document
from datatrove.pipeline.base import PipelineStep
from datatrove.utils.typeshelper import StatHints

from docveil.corpus.batches import batched
from docveil.corpus.pool import Pool
from docveil.corpus.row import Failure, Outcome, row_of
from docveil.corpus.settings import CorpusSettings
from docveil.emit.rendering import written_text


class Docveil(PipelineStep):  # type: ignore[misc]
    """Replaces the text of each document by its cleaned text. Ids and metadata pass as they are: they are the pipeline's own.

    A document that cannot be cleaned does not pass, and is counted under its stage and code.

    Args:
        settings: What is done.
        failures: A datatrove writer that gets those documents, without their text, with `stage` and `code` as metadata.
    """

    name = "docveil"
    type = "✂️ - FORMAT"

    def __init__(self, settings: CorpusSettings | None = None, failures: Any = None) -> None:
        super().__init__()
        self.settings = settings or CorpusSettings()
        self.failures = failures

    def run(self, data: Any, rank: int = 0, world_size: int = 1) -> Iterator[Document]:  # noqa: ARG002 - theirs
        """Clean each document of `data`."""
        with Pool.local(self.settings) as pool, self.failures or nullcontext() as writer:
            for document, outcome in self._cleaned(pool, data):
                self.stat_update(StatHints.total)
                if isinstance(outcome, Failure):
                    self.stat_update(StatHints.dropped, f"failed_{outcome.stage}_{outcome.code}")
                    if writer is not None:
                        reason = {"stage": outcome.stage, "code": outcome.code}
                        writer.write(Document("", document.id, metadata=reason), rank)
                    continue
                document.text = written_text(outcome.processed)
                self.stat_update(StatHints.forwarded)
                self.update_doc_stats(document)
                yield document

    def _cleaned(self, pool: Pool, data: Iterable[Document]) -> Iterator[tuple[Document, Outcome]]:
        for documents in batched(data, lambda document: document.text):
            with self.track_time():
                outcomes = pool.submit(tuple(row_of(document.text) for document in documents)).result()
            yield from zip(documents, outcomes, strict=True)
