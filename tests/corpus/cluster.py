"""`python -m tests.corpus.cluster FOLDER ARTIFACTS`: a Ray of its own with two actors, over the rows in FOLDER/rows.jsonl.

In a process of its own, since Ray talks over sockets, and every other test runs with these denied.
"""

import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import ray

from docveil.corpus.inputs import open_inputs
from docveil.corpus.output import Plan
from docveil.corpus.ray import clean_corpus, clean_dataset, start_ray
from docveil.corpus.rowfiles import Columns
from docveil.corpus.settings import CorpusSettings
from docveil.extract.isolated import WorkerLimits
from tests.faults.corpus import PROVIDER


def main(folder: Path, artifacts: Path) -> None:
    start_ray(num_cpus=6)  # as Ray counts them: actors, and what reads and moves rows
    ray.data.DataContext.get_current().enable_progress_bars = False
    limits = WorkerLimits(seconds_per_page=2.0, seconds=8.0)
    settings = CorpusSettings(artifacts=artifacts, provider=PROVIDER, cleaner="first-word", limits=limits)
    rows = folder / "rows.jsonl"
    inputs = open_inputs(rows, columns=Columns("text", "id"))
    clean_corpus(inputs, folder / "ray", settings, Plan(workers=2, shards=2))
    dataset = ray.data.read_json(str(rows)).repartition(4)
    table = clean_dataset(dataset, settings, id_column="id", workers=2)
    pq.write_table(pa.concat_tables(ray.get(table.to_arrow_refs())), folder / "dataset.parquet")
    ray.shutdown()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
