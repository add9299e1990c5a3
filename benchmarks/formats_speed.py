"""How many small files of each kind two long-lived processes read in a second, each after its first few files.

Each kind is read by two processes at once, one a core, as often as they can for some seconds: their files are counted
together. No process starts within that time. The processor time a file takes is given besides, its mean and its least: on
a machine that others use too, the least tells best what the reading itself costs. Run with `--artifacts DIR`.
"""

import argparse
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from statistics import mean
from threading import Barrier
from typing import Any

from docveil.extract.format_extractor import FormatExtractor
from docveil.intake import check_source
from fixtures.make_formats import MAKERS

PROCESSES = 2
SECONDS = 2.0
WARM = 3
# What every kind should reach.
WANTED = 50.0

_state: dict[str, Any] = {}


def _start(barrier: Barrier, artifacts: Path | None) -> None:
    _state["barrier"] = barrier
    _state["reader"] = FormatExtractor(artifacts_path=artifacts, threads=1)


def _read(data: bytes) -> tuple[float, list[float]]:
    """Files a second, and the processor time of each in seconds; begun when every process is ready."""
    reader = _state["reader"]
    for _ in range(WARM):
        reader.extract_source(check_source(data))
    _state["barrier"].wait()
    costs: list[float] = []
    start = time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        before = time.process_time()
        reader.extract_source(check_source(data))
        costs.append(time.process_time() - before)
    return len(costs) / (time.perf_counter() - start), costs


@contextmanager
def _pool(artifacts: Path | None) -> Iterator[ProcessPoolExecutor]:
    context = get_context("spawn")
    barrier = context.Barrier(PROCESSES)
    with ProcessPoolExecutor(PROCESSES, context, _start, (barrier, artifacts)) as pool:
        yield pool


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Files a second, by kind.")
    parser.add_argument("--artifacts", type=Path)
    with _pool(parser.parse_args().artifacts) as pool:
        for kind, maker in MAKERS.items():
            data = maker()[0]
            # The barrier lets no process take the other's part.
            results = list(pool.map(_read, [data] * PROCESSES))
            rate = sum(result[0] for result in results)
            costs = [1000 * cost for _, each in results for cost in each]
            verdict = "" if rate >= WANTED else f"  below {WANTED:.0f}"
            print(
                f"{kind:14} {len(data):8} bytes {rate:8.1f} a second {mean(costs):8.1f} {min(costs):8.1f} ms{verdict}"
            )


if __name__ == "__main__":
    main()
