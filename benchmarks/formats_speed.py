"""How many small files of each kind are read a second, in one process, after the first. Run with `--artifacts DIR`."""

import argparse
import time
from pathlib import Path

from docveil.extract.format_extractor import FormatExtractor
from docveil.intake import check_source
from fixtures.make_formats import MAKERS

SECONDS = 2.0


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Files a second, by kind.")
    parser.add_argument("--artifacts", type=Path)
    reader = FormatExtractor(artifacts_path=parser.parse_args().artifacts)
    for kind, maker in MAKERS.items():
        data = maker()[0]
        reader.extract_source(check_source(data))
        count, start, cpu = 0, time.perf_counter(), time.process_time()
        while time.perf_counter() - start < SECONDS:
            reader.extract_source(check_source(data))
            count += 1
        wall, used = time.perf_counter() - start, time.process_time() - cpu
        print(
            f"{kind:14} {len(data):8} bytes {count / wall:8.1f} a second {count / used:8.1f} a second of processor time"
        )


if __name__ == "__main__":
    main()
