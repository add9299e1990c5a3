"""A corpus on one machine."""

from collections.abc import Callable
from pathlib import Path

from docveil.corpus.inputs import Inputs
from docveil.corpus.output import Plan
from docveil.corpus.pool import Pool
from docveil.corpus.run import Progress, run_corpus
from docveil.corpus.settings import CorpusSettings


def clean_corpus(
    inputs: Inputs,
    out: Path,
    settings: CorpusSettings,
    plan: Plan | None = None,
    *,
    watch: Callable[[Progress], None] = lambda _: None,
) -> Progress:
    """Clean `inputs` into `out` with a pool of processes; raises as `run_corpus` and `CorpusSettings.fingerprint`."""
    plan = plan or Plan()
    fingerprint = settings.fingerprint()
    with Pool.local(settings, plan.workers) as pool:
        return run_corpus(inputs, out, fingerprint, pool, plan, watch=watch)
