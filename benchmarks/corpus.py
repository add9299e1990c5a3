"""Corpora: time by workers, memory by length, kill -9 and resume, and text rows beside Presidio's batch engine.

    python benchmarks/corpus.py files [--documents 200] [--workers 1 2] [--kills 3] [--rows]
    python benchmarks/corpus.py texts DIR [--data synth_v2] [--rows 500]

`files` makes a corpus (a tenth scans, 5 corrupt files, 2 that hang) and cleans it with each number of workers; memory is the
largest sum of proportional set sizes over all processes of a run, sampled twice a second. With `--kills` a run is killed
with its whole family left to itself, and resumed; its bytes are compared with those of the first run. `texts` reads labelled
rows from DIR and cleans them on one thread, the two systems in turns, a batch each, in the same process; no row is read twice.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from hashlib import sha256
from pathlib import Path
from typing import Any

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1")

from attrs import frozen

from docveil.artifacts.store import ArtifactStore, resolve_directory

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

SECONDS_PER_PAGE = 60.0


@frozen
class Measured:
    """One run.

    Attributes:
        seconds: From start to end, models included.
        mebibytes: Peak over all its processes.
    """

    seconds: float
    mebibytes: float


def one_run(source: str, out: str, workers: str) -> None:
    """In a process of its own: clean a corpus, go on if it is there."""
    from docveil.corpus.inputs import open_inputs
    from docveil.corpus.local import clean_corpus
    from docveil.corpus.output import Plan
    from docveil.corpus.settings import CorpusSettings
    from docveil.extract.isolated import WorkerLimits

    settings = CorpusSettings(
        provider="tests.faults.corpus:HangingFormats", limits=WorkerLimits(seconds_per_page=SECONDS_PER_PAGE)
    )
    done = clean_corpus(
        open_inputs(Path(source)), Path(out), settings, Plan(workers=int(workers), shards=8, resume=True)
    )
    c = done.counts
    print(
        f"    {done.total} documents, {c.pages} pages, {c.characters} characters, failures {dict(c.failures)}",
        flush=True,
    )


def start(source: Path, out: Path, workers: int) -> "subprocess.Popen[bytes]":
    """Start `one_run`."""
    command = [sys.executable, __file__, "run", str(source), str(out), str(workers)]
    return subprocess.Popen(command, env=os.environ | {"PYTHONPATH": str(ROOT)})  # noqa: S603


def family(pid: int) -> list[int]:
    """A process and all below it."""
    found = [pid]
    try:
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                found += family(int(child))
    except OSError:
        pass
    return found


def proportional_kib(pid: int) -> int:
    """Memory of a process, what it shares counted by its share."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))


def measured(source: Path, out: Path, workers: int) -> Measured:
    """A run from start to end."""
    begin = time.perf_counter()
    process = start(source, out, workers)
    peak = 0
    while process.poll() is None:
        peak = max(peak, sum(map(proportional_kib, family(process.pid))))
        time.sleep(0.5)
    if process.returncode:
        raise SystemExit("A run failed.")
    return Measured(time.perf_counter() - begin, peak / 1024)


def killed(source: Path, out: Path, workers: int, kills: int, seconds: float) -> None:
    """Kill a run at random moments, then let it end."""
    for _ in range(kills):
        process = start(source, out, workers)
        time.sleep(random.uniform(0.15, 0.6) * seconds)  # noqa: S311 - any moment will do
        process.kill()
        process.wait()
        print(f"    killed with {len(list((out / 'markers').glob('*.json')))} of 8 shards done", flush=True)
    if start(source, out, workers).wait():
        raise SystemExit("A resumed run failed.")


def digest(out: Path) -> str:
    """Of every name and byte."""
    whole = sha256()
    for path in sorted(out.rglob("*")):
        if path.is_file():
            whole.update(f"{path.relative_to(out)} {sha256(path.read_bytes()).hexdigest()}\n".encode())
    return whole.hexdigest()[:16]


def files(options: argparse.Namespace) -> None:
    """Print the figures for files."""
    from fixtures import make_corpus

    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder)
        for documents in options.documents:
            source = base / f"{documents}.jsonl" if options.rows else base / f"{documents}"
            if options.rows:
                make_corpus.make_rows(source, documents, copies=0)
            else:
                make_corpus.make(source, documents, hanging=2)
            found = {}
            for workers in options.workers:
                out = base / f"{documents}-{workers}"
                result = found[workers] = measured(source, out, workers)
                rate = documents / result.seconds
                print(
                    f"{documents} documents, {workers} workers: {result.seconds:.1f} s, {rate:.2f} documents/s, "
                    f"{result.mebibytes:.0f} MiB at most, bytes {digest(out)}",
                    flush=True,
                )
            if options.kills:
                workers = options.workers[-1]
                out = base / f"{documents}-killed"
                killed(source, out, workers, options.kills, found[workers].seconds)
                print(f"killed {options.kills} times and resumed: bytes {digest(out)}", flush=True)


def presidio(store: ArtifactStore) -> Any:
    """Presidio's engine as it comes, but for the model: the verified folder in place of a download."""
    import tldextract
    from presidio_analyzer import AnalyzerEngine
    from presidio_analyzer.nlp_engine import SpacyNlpEngine

    nlp = SpacyNlpEngine(models=[{"lang_code": "en", "model_name": str(store.folder("spacy"))}])
    # It looks the suffix list up on the network at the first e-mail address; here that only fails, slowly.
    tldextract.tldextract.TLD_EXTRACTOR = tldextract.TLDExtract(suffix_list_urls=(), cache_dir=None)
    return AnalyzerEngine(nlp_engine=nlp, supported_languages=["en"])


def texts(options: argparse.Namespace) -> None:
    """Print the figures for rows of text."""
    from presidio_analyzer import BatchAnalyzerEngine

    from benchmarks.detect import _NAMES
    from docveil.cleaner import UNIFIED, TextCleaner, TextCleanerConfig
    from docveil.corpus.batches import batched
    from docveil.corpus.row import RowCleaner, row_of
    from docveil.corpus.settings import CorpusSettings
    from docveil.evaluate.cleaner import finder
    from docveil.evaluate.data import load_gold, load_label_map
    from docveil.evaluate.spans import evaluate_spans
    from docveil.model.findings import Finding
    from docveil.model.ranges import SourceRange
    from docveil.redact.policy import load_preset

    store = ArtifactStore.open(resolve_directory())
    mapping = load_label_map()
    config = TextCleanerConfig.from_preset("gdpr", pii_processing=UNIFIED, threads=1)
    cleaner = RowCleaner(CorpusSettings(policy=load_preset("gdpr")))
    cleaner.load()
    find = finder(TextCleaner(config, store=store))
    batch = BatchAnalyzerEngine(presidio(store))
    list(batch.analyze_iterator(["x"], "en"))
    print("data        rows  characters  system    characters/s  leak %  over %  leaky rows")
    for name in options.data:
        gold = [g for g in load_gold(options.directory / f"{name}.jsonl") if g.split == options.split][: options.rows]
        rows = [g.text for g in gold]
        size = sum(map(len, rows))
        results: list[Any] = []
        seconds = {"presidio": 0.0, "docveil": 0.0}
        for together in batched(rows, lambda text: text):
            begin = time.perf_counter()
            results += batch.analyze_iterator(together, "en")
            seconds["presidio"] += time.perf_counter() - begin
            begin = time.perf_counter()
            list(cleaner.batch(tuple(map(row_of, together))))
            seconds["docveil"] += time.perf_counter() - begin
        theirs, ours = (size / taken for taken in seconds.values())
        spans = {
            text: [
                Finding(
                    (SourceRange(r.start, r.end),), _NAMES.get(r.entity_type, r.entity_type), float(r.score), "presidio"
                )
                for r in found
            ]
            for text, found in zip(rows, results, strict=True)
        }
        keep = config.policy.keep
        for system, speed, finds, kept in (
            ("presidio", theirs, lambda text, s=spans: s.get(text, []), ("ORGANIZATION",)),
            ("docveil", ours, find, keep),
        ):
            r = evaluate_spans(gold, finds, mapping, split=options.split, hidden=lambda label, k=kept: label not in k)
            print(
                f"{name:10} {len(rows):5d}  {size:10d}  {system:8}  {speed:12,.0f}  {100 * r.leak_rate:6.2f}  "
                f"{100 * r.over_redaction:6.2f}  {r.documents_with_leak} of {r.documents}",
                flush=True,
            )
        print(f"{name:10} speed against Presidio: {ours / theirs:.2f}", flush=True)


def main() -> None:
    """Run from the command line."""
    if sys.argv[1:2] == ["run"]:
        one_run(*sys.argv[2:5])
        return
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(required=True)
    of_files = commands.add_parser("files")
    of_files.add_argument("--documents", nargs="*", type=int, default=[50, 200])
    of_files.add_argument("--workers", nargs="*", type=int, default=[1, 2])
    of_files.add_argument("--rows", action="store_true", help="rows of text in place of files")
    of_files.add_argument("--kills", type=int, default=0)
    of_files.set_defaults(work=files)
    of_texts = commands.add_parser("texts")
    of_texts.add_argument("directory", type=Path)
    of_texts.add_argument("--data", nargs="*", default=["synth_v2", "wikigold"])
    of_texts.add_argument("--rows", type=int, default=500)
    of_texts.add_argument("--split", default="test")
    of_texts.set_defaults(work=texts)
    options = parser.parse_args()
    options.work(options)


if __name__ == "__main__":
    main()
