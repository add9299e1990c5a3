"""Detection on labelled text: Presidio's defaults, Rampart alone, their plain union, docveil.

    python benchmarks/detect.py DIR [--split test] [--preset strict] [--data synth_v2 ...] [--systems docveil ...]

DIR holds JSON Lines files of `{"text", "spans", "neutral"?, "split"?}`. Every system reads the same texts on one thread, text by
text in turn, so that what else the machine does falls on all alike. Prints one row a data set and system: leak and
over-redaction in percent, texts with a leak, characters a second, and those as a share of Presidio's.

Organisations count for nobody where the preset keeps them. Rampart is read with docveil's own thresholds.
"""

import argparse
import os
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1")

from docveil.artifacts.store import ArtifactStore, resolve_directory
from docveil.cleaner import UNIFIED, TextCleaner, TextCleanerConfig
from docveil.detect.rampart import RampartReader
from docveil.detect.rampart_model import RampartModel
from docveil.detect.windows import blocks
from docveil.evaluate.cleaner import finder
from docveil.evaluate.data import load_gold, load_label_map
from docveil.evaluate.spans import Find, evaluate_spans
from docveil.model.findings import Finding
from docveil.model.ranges import SourceRange

_ORDER = ("presidio", "rampart", "union", "docveil")
# Presidio's names for what docveil calls otherwise.
_NAMES = {"US_PASSPORT": "PASSPORT", "US_DRIVER_LICENSE": "DRIVER_LICENSE", "US_BANK_NUMBER": "BANK_ACCOUNT"}
_NAMES |= {"US_ITIN": "TAX_ID", "UK_NHS": "NATIONAL_ID", "MEDICAL_LICENSE": "MEDICAL_LICENSE"}


def presidio(store: ArtifactStore) -> Find:
    """Presidio as it comes, but for the model: the verified folder in place of a download."""
    from presidio_analyzer import AnalyzerEngine
    from presidio_analyzer.nlp_engine import SpacyNlpEngine

    folder = str(store.folder("spacy"))
    engine = SpacyNlpEngine(models=[{"lang_code": "en", "model_name": folder}])
    analyzer = AnalyzerEngine(nlp_engine=engine, supported_languages=["en"])
    # It looks the suffix list up on the network at the first e-mail address; here that only fails, slowly.
    import tldextract

    tldextract.tldextract.TLD_EXTRACTOR = tldextract.TLDExtract(suffix_list_urls=(), cache_dir=None)

    def find(text: str) -> list[Finding]:
        return [
            Finding(
                (SourceRange(r.start, r.end),), _NAMES.get(r.entity_type, r.entity_type), float(r.score), "presidio"
            )
            for r in analyzer.analyze(text, "en")
        ]

    find("x")
    return find


def rampart(store: ArtifactStore) -> Find:
    """Rampart by itself, as docveil reads it."""
    files = (
        store.file(f"rampart/{name}").read_bytes() for name in ("onnx/model_q4.onnx", "tokenizer.json", "config.json")
    )
    reader = RampartReader(RampartModel(*files, threads=1))

    def find(text: str) -> list[Finding]:
        places = list(blocks(text))
        read = reader.read(tuple(text[start:end] for start, end in places))
        return [
            Finding((SourceRange(at + s.start, at + s.end),), s.label, s.score, "rampart")
            for (at, _), spans in zip(places, read, strict=True)
            for s in spans
        ]

    find("x")
    return find


def read(
    texts: Sequence[str], systems: Mapping[str, Find]
) -> tuple[dict[str, dict[str, Sequence[Finding]]], dict[str, float]]:
    """What each system finds in each text, and the seconds that each took; a union is put together from its parts."""
    found: dict[str, dict[str, Sequence[Finding]]] = {name: {} for name in systems}
    seconds = dict.fromkeys(systems, 0.0)
    for text in texts:
        for name, find in systems.items():
            begin = time.perf_counter()
            found[name][text] = find(text)
            seconds[name] += time.perf_counter() - begin
    if {"presidio", "rampart"} <= systems.keys():
        found["union"] = {text: [*found["presidio"][text], *found["rampart"][text]] for text in texts}
        seconds["union"] = seconds["presidio"] + seconds["rampart"]
    return found, seconds


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("directory", type=Path)
    parser.add_argument("--split", default="test")
    parser.add_argument("--preset", default="strict")
    parser.add_argument("--data", nargs="*", default=["synth_v2", "wikigold", "sec", "btc"])
    parser.add_argument("--systems", nargs="*", default=["presidio", "rampart", "docveil"])
    options = parser.parse_args()
    store = ArtifactStore.open(resolve_directory())
    config = TextCleanerConfig.from_preset(options.preset, pii_processing=UNIFIED, threads=1)
    makers: dict[str, Callable[[], Find]] = {
        "presidio": lambda: presidio(store),
        "rampart": lambda: rampart(store),
        "docveil": lambda: finder(TextCleaner(config, store=store)),
    }
    systems = {name: make() for name, make in makers.items() if name in options.systems}
    kept = set(config.policy.keep)
    print(f"preset {options.preset}, split {options.split}, one thread")
    print(
        f"{'data':10} {'system':10} {'leak %':>8} {'over %':>8} {'leaky texts':>14} {'characters/s':>13} {'of Presidio':>12}"
    )
    for name in options.data:
        gold = load_gold(options.directory / f"{name}.jsonl")
        found, seconds = read([row.text for row in gold if row.split == options.split], systems)
        for system in sorted(found, key=_ORDER.index):
            r = evaluate_spans(
                gold,
                found[system].__getitem__,
                load_label_map(),
                split=options.split,
                hidden=lambda label: label not in kept,
            )
            share = f"{seconds['presidio'] / seconds[system]:12.2f}" if "presidio" in seconds else ""
            print(
                f"{name:10} {system:10} {100 * r.leak_rate:8.2f} {100 * r.over_redaction:8.2f} "
                f"{f'{r.documents_with_leak} of {r.documents}':>14} {r.characters / seconds[system]:13,.0f} {share}",
                flush=True,
            )


if __name__ == "__main__":
    main()
