"""Fits the second stage of name detection (docveil/detect/judge.py) on the `dev` splits.

    pip install scikit-learn
    python benchmarks/fit_judge.py DIR [--write]

Prints leak and over-redaction of the judge alone, word by word, on the half of `dev` that it did not see, for several thresholds;
with --write fits on all of `dev` and writes the weights. The `test` split is never read. Both times it also learns from the texts
in benchmarks/texts, a text a line with its names marked: `[[P|Ada Velm]] of [[L|Norvia]]`, and O for organisations, which count
neither way. They were written for this by a language model, in the manner of articles and posts; what they say is invented.
"""

import argparse
import json
import os
import re
import warnings
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1")

import numpy as np
from sklearn.neural_network import MLPClassifier  # type: ignore[import-not-found]

from docveil.artifacts.store import ArtifactStore, resolve_directory
from docveil.detect import judge
from docveil.detect.ensemble import Ensemble
from docveil.detect.evidence import over_document
from docveil.detect.names import NamesReader
from docveil.detect.windows import blocks, flat
from docveil.evaluate.data import Gold, load_gold, load_label_map
from docveil.model.ranges import SourceRange

DATA = ("synth_v2", "wikigold", "sec", "btc")
# Small sets with much to learn from count twice.
TIMES = {"wikigold": 2, "btc": 2, "office": 3}
CLASSES = {"PERSON": 1, "LOCATION": 2}
SEEDS, HIDDEN, PENALTY, ROUNDS = 4, 16, 0.3, 40
WEIGHTS = Path(judge.__file__).with_name("judge.json")
TEXTS = Path(__file__).with_name("texts")
MARK = re.compile(r"\[\[([PLO])\|(.*?)\]\]")
MARKED = {"P": "PERSON", "L": "LOCATION"}
THRESHOLDS = (0.03, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5)

Rows = tuple[Any, Any, Any]


def rows(reader: NamesReader, gold: Gold) -> Rows:
    """Evidence, class and weight (letters and digits; 0 where neutral) of each word of a text."""
    truth, neutral = np.zeros(len(gold.text), int), np.zeros(len(gold.text), bool)
    families = load_label_map().gold
    for span, label in gold.spans:
        if families[label] in CLASSES:
            truth[span.start : span.end] = CLASSES[families[label]]
        else:
            neutral[span.start : span.end] = True
    for span in gold.neutral:
        neutral[span.start : span.end] = True
    places = list(blocks(gold.text))
    flats = [flat(gold.text[start:end]) for start, end in places]
    evidence = reader.evidence(flats)[2]
    found: list[Any] = []
    for (start, _), text, values in zip(places, evidence, over_document(evidence), strict=True):
        for (low, high), value in zip(text.words, values, strict=True):
            kinds = truth[start + low : start + high]
            kind = int(kinds.max())
            is_neutral = not kind and neutral[start + low : start + high].any()
            found.append((value, kind, 0 if is_neutral else high - low))
    if not found:
        return np.zeros((0, 0)), np.zeros(0, int), np.zeros(0)
    columns = tuple(zip(*found, strict=True))
    return np.array(columns[0]), np.array(columns[1]), np.array(columns[2], float)


def marked(line: str) -> Gold:
    """A text with its names marked, as labelled text."""
    text, spans, neutral, done = "", [], [], 0
    for mark in MARK.finditer(line):
        text += line[done : mark.start()]
        place = SourceRange(len(text), len(text) + len(mark[2]))
        text += mark[2]
        done = mark.end()
        if mark[1] in MARKED:
            spans.append((place, MARKED[mark[1]]))
        else:
            neutral.append(place)
    return Gold(text + line[done:], tuple(spans), tuple(neutral), "dev")


def written() -> list[tuple[Gold, int]]:
    """The texts of benchmarks/texts, and how often each counts."""
    return [
        (marked(line), TIMES.get(path.stem, 1))
        for path in sorted(TEXTS.glob("*.txt"))
        for line in path.read_text(encoding="utf-8").splitlines()
    ]


def fit(parts: Iterable[tuple[Rows, int]]) -> dict[str, Any]:
    """Several small networks, averaged before the softmax: together one network of one hidden layer."""
    kept = [(x[w > 0], y[w > 0]) for (x, y, w), times in parts for _ in range(times) if len(y)]
    x, y = np.vstack([a for a, _ in kept]), np.concatenate([b for _, b in kept])
    mean, scale = x.mean(axis=0), x.std(axis=0)
    scale[scale == 0] = 1.0
    z = np.clip((x - mean) / scale, -4, 4)
    nets = [
        MLPClassifier((HIDDEN,), alpha=PENALTY, max_iter=ROUNDS, random_state=seed).fit(z, y) for seed in range(SEEDS)
    ]
    return {
        "mean": mean,
        "scale": scale,
        "hidden": np.hstack([n.coefs_[0] for n in nets]),
        "hidden_bias": np.concatenate([n.intercepts_[0] for n in nets]),
        "output": np.vstack([n.coefs_[1] for n in nets]) / SEEDS,
        "output_bias": np.mean([n.intercepts_[1] for n in nets], axis=0),
    }


def report(name: str, made: judge.Judge, held_out: Sequence[Rows]) -> None:
    """One line: leak / over-redaction in percent for each threshold."""
    x = np.vstack([x for x, y, _ in held_out if len(y)])
    y, w = np.concatenate([y for _, y, _ in held_out]), np.concatenate([w for *_, w in held_out])
    likely = made._judge(x).sum(axis=1)  # noqa: SLF001 - the same computation, on rows in place of texts
    cells = []
    for threshold in THRESHOLDS:
        hit = likely >= threshold
        leak = w[(y > 0) & ~hit].sum() / max(1, w[y > 0].sum())
        over = w[(y == 0) & hit].sum() / w[y == 0].sum()
        cells.append(f"{threshold}: {100 * leak:5.2f}/{100 * over:4.2f}")
    print(f"{name:10}", "  ".join(cells))


def main() -> None:
    """Fit and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("directory", type=Path)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    reader = Ensemble.load(ArtifactStore.open(resolve_directory()), threads=1).readers[0]
    if not isinstance(reader, NamesReader):
        raise SystemExit("The first reader is not the one that the judge belongs to.")
    halves: dict[str, tuple[list[Rows], list[Rows]]] = {}
    for name in DATA:
        dev = [rows(reader, gold) for gold in load_gold(options.directory / f"{name}.jsonl") if gold.split == "dev"]
        halves[name] = (dev[::2], dev[1::2])
    more = [(rows(reader, gold), times) for gold, times in written()]
    for seen in (0, 1):
        half = [(r, TIMES.get(name, 1)) for name in DATA for r in halves[name][seen]]
        made = judge.Judge(**fit([*half, *more]))
        print(f"fitted on half {seen + 1} of dev, leak/over-redaction on the other")
        for name in DATA:
            report(name, made, halves[name][1 - seen])
    if options.write:
        every = [(r, TIMES.get(name, 1)) for name in DATA for part in halves[name] for r in part]
        weights = fit([*every, *more])
        data = {name: np.round(values, 4).tolist() for name, values in weights.items()}
        WEIGHTS.write_text(json.dumps(data, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
