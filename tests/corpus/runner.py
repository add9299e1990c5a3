"""`python -m tests.corpus.runner IN OUT WORKERS ARTIFACTS`: a run with the stand-ins, for tests that kill it."""

import sys
from pathlib import Path

from docveil.corpus.inputs import open_inputs
from docveil.corpus.local import clean_corpus
from docveil.corpus.output import Plan
from docveil.corpus.settings import CorpusSettings
from tests.faults.corpus import PROVIDER

SHARDS = 12


def main(source: str, out: str, workers: str, artifacts: str) -> None:
    settings = CorpusSettings(artifacts=Path(artifacts), provider=PROVIDER, cleaner="first-word")
    plan = Plan(workers=int(workers), shards=SHARDS, resume=True)
    clean_corpus(open_inputs(Path(source)), Path(out), settings, plan)


if __name__ == "__main__":
    main(*sys.argv[1:])
