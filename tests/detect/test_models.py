"""The two models as readers: exact places, nothing truncated, no dependence on windows, memory given back."""

import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

from docveil.artifacts.store import ArtifactStore
from docveil.detect.lean_spacy import spacy as spacy_package
from docveil.detect.protocol import Span
from docveil.detect.rampart import _KINDS, RampartReader
from docveil.detect.rampart_model import LABELS, LONGEST, MARGIN, RampartModel
from docveil.detect.spacy_names import SpacyReader
from docveil.detect.windows import flat, units
from docveil.errors import ArtifactsError

PROSE = (
    "The meeting in Lagos began late. Adaeze Okonkwo took the minutes, and Tomasz Wrzesniewski of Gdansk spoke about the "
    "harbour for an hour. Nobody asked about the price of the cranes. "
)


@pytest.mark.parametrize("end", ["\\n", "\\r\\n", "\\n\\n", "\\t"])
def test_an_escaped_line_end_is_a_blank_and_its_letter_of_no_name(end: str) -> None:
    assert flat(f"Dear all,{end}Priyanka is ill") == f"Dear all,{' ' * len(end)}Priyanka is ill"
    assert flat(rf"C:\new\reports{end}") == rf"C:\new\reports{end}"


def test_a_name_behind_an_escaped_line_end_is_found(rampart: RampartReader, spacy: SpacyReader) -> None:
    text = r"We met on Monday.\nPriyanka Raman took the minutes.\nTomasz Wrzesniewski was ill."
    spans = [span for reader in (rampart, spacy) for span in reader.read((text,))[0]]
    assert {"Priyanka Raman", "Tomasz Wrzesniewski"} <= {text[s.start : s.end] for s in spans if s.label == "PERSON"}
    assert not any(text[s.start : s.start + 2] in ("nP", "nT") for s in spans)


@pytest.fixture(scope="module")
def files(artifacts_dir: Path) -> tuple[bytes, bytes, bytes]:
    store = ArtifactStore.open(artifacts_dir)
    model, tokenizer, config = (
        store.file(f"rampart/{name}").read_bytes() for name in ("onnx/model_q4.onnx", "tokenizer.json", "config.json")
    )
    return (model, tokenizer, config)


@pytest.fixture(scope="module")
def rampart(files: tuple[bytes, bytes, bytes]) -> RampartReader:
    return RampartReader(RampartModel(*files))


@pytest.fixture(scope="module")
def spacy(artifacts_dir: Path) -> SpacyReader:
    return SpacyReader(ArtifactStore.open(artifacts_dir).folder("spacy"))


def sure(spans: tuple[Span, ...], text: str) -> set[tuple[str, str]]:
    return {(text[s.start : s.end], s.label) for s in spans if s.score >= 0.25}


@pytest.mark.parametrize(
    "text",
    [
        unicodedata.normalize("NFD", "Please call Zoë Çelik today."),
        "Please call Zoë Çelik\U0001f600 today.",
        "\U0001f600\U0001f600 Please call Zoë Çelik today.",
        "Please call Zoë Çelik's office today.",
    ],
    ids=["decomposed", "emoji behind", "emoji before", "possessive"],
)
def test_a_name_is_covered_whole_and_nothing_beside_it(rampart: RampartReader, text: str) -> None:
    form = unicodedata.normalize("NFD", "Zoë Çelik") if "\u0308" in text else "Zoë Çelik"
    assert (form, "PERSON") in sure(rampart.read((text,))[0], text)


def test_a_paragraph_is_read_the_same_in_every_company(rampart: RampartReader, spacy: SpacyReader) -> None:
    others = ("Short.", PROSE * 3, "Call 020 7946 0958.", "")
    for reader in (rampart, spacy):
        alone = reader.read((PROSE,))[0]
        assert alone == reader.read((*others, PROSE, *others))[len(others)] == reader.read((PROSE, *others))[0]


def test_a_line_end_reads_as_a_blank(rampart: RampartReader, spacy: SpacyReader) -> None:
    for reader in (rampart, spacy):
        wrapped = PROSE.replace(" took", "\ntook")
        assert sure(reader.read((wrapped,))[0], PROSE) == sure(reader.read((PROSE,))[0], PROSE)


FORM = "Name: Adaeze Okonkwo; Phone: 020 7946 0958; Street: 12 Harbour Road, Lagos. "
UNEVEN = "Who came? Tomasz Wrzesniewski! It rained, it snowed, the ferry from Gdansk was late by an hour and a half. So we left. "


@pytest.mark.parametrize("text", [PROSE * 14, UNEVEN * 24, FORM * 16 + UNEVEN * 8 + PROSE * 4])
@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
def test_rampart_finds_the_same_for_every_window_size(rampart: RampartReader, text: str, size: int) -> None:
    """It judges whole units, which end where the text says so: any number of them may be read at a time."""
    cut = [(unit.start, unit.end) for unit in units(text, LONGEST, MARGIN)]
    assert len(cut) > 2
    apart = []
    for first in range(0, len(cut), size):
        start, end = cut[first][0], cut[min(first + size, len(cut)) - 1][1]
        scores = rampart.model.scores((text[start:end],))[0]
        apart += [
            (low + start, high + start, kinds) for (low, high), kinds in zip(scores.places, scores.kinds, strict=True)
        ]
    whole = rampart.model.scores((text,))[0]
    assert [(low, high) for low, high, _ in apart] == [tuple(place) for place in whole.places]
    assert all((kinds == expected).all() for (*_, kinds), expected in zip(apart, whole.kinds, strict=True))


@pytest.mark.parametrize("core", [400, 1000, 100_000])
def test_spacy_finds_the_same_for_other_windows(artifacts_dir: Path, spacy: SpacyReader, core: int) -> None:
    text = PROSE * 30
    folder = ArtifactStore.open(artifacts_dir).folder("spacy")
    assert SpacyReader(folder, core=core).read((text,)) == spacy.read((text,))


@pytest.mark.parametrize("text", ["한국어" * 700, "1" * 3000, "a" * 5000, "((((" * 900, "\U0001f600" * 1500])
def test_more_word_pieces_than_the_model_takes_are_read_in_parts(rampart: RampartReader, text: str) -> None:
    """A Hangul syllable is three pieces, so a window of few characters may be too long for the model."""
    (spans,) = rampart.read((text,))
    assert all(0 <= s.start < s.end <= len(text) for s in spans)


def test_a_name_behind_a_long_run_of_pieces_is_found(rampart: RampartReader) -> None:
    text = "한국어 " * 400 + "Yours, Adaeze Okonkwo"
    assert ("Adaeze Okonkwo", "PERSON") in sure(rampart.read((text,))[0], text)


def test_spacys_string_store_does_not_grow(spacy: SpacyReader) -> None:
    def read(first: int) -> int:
        for number in range(first, first + 40):
            spacy.read((f"Zq{number}xv met Wk{number}ju in Tr{number}bo on day {number}.",))
        return len(spacy._pipeline.vocab.strings)

    assert read(0) == read(1000)


def test_only_the_entity_recogniser_is_loaded_and_finds_what_the_whole_pipeline_finds(
    artifacts_dir: Path, spacy: SpacyReader
) -> None:
    from spacy.util import load_model_from_path

    whole = load_model_from_path(ArtifactStore.open(artifacts_dir).folder("spacy"))
    assert spacy._pipeline.pipe_names == ["ner"]
    for text in (PROSE, "Dr. Ruiz flew to Quito. On Monday, IBM of Armonk sued Acme Corp. over 3 barges."):
        ours = [(e.text, e.label_) for e in spacy._pipeline(text).ents]
        assert ours == [(e.text, e.label_) for e in whole(text).ents]


def test_files_that_are_no_model_are_refused(files: tuple[bytes, bytes, bytes], tmp_path: Path) -> None:
    model, tokenizer, config = files
    for broken in ((b"x", tokenizer, config), (model, b"x", config), (model, tokenizer, b"{}")):
        with pytest.raises(ArtifactsError):
            RampartModel(*broken)
    with pytest.raises(ArtifactsError):
        SpacyReader(tmp_path)


def test_a_dotted_line_costs_three_pieces(rampart: RampartReader) -> None:
    """A table of contents with 20,000 dots is a matter of its words."""
    for dots in ("." * 20_000, ". " * 20_000, "_" * 20_000):
        text = f"Chapter one {dots} 7"
        assert len(rampart.model._tokenizer.encode(flat(text)).ids) < 20
        assert len(flat(text)) == len(text)


def test_spacy_comes_without_its_downloader_and_its_command_line_can_still_be_had() -> None:
    code = (
        "import sys, docveil.detect.spacy_names as names;"
        "assert not {'spacy.cli', 'weasel', 'httpx', 'requests'} & set(sys.modules), 'a web client was loaded';"
        "import spacy, spacy.cli;"
        "assert spacy is names.spacy and spacy.cli.__file__;"
        "assert spacy.info(silent=True)['spacy_version'] == spacy.__version__"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_tokenizer_is_the_one_of_the_folder(artifacts_dir: Path, spacy: SpacyReader) -> None:
    """It is made without the language's own rules, which the folder's replace: nothing of them is missed."""
    folder = ArtifactStore.open(artifacts_dir).folder("spacy")
    theirs = spacy_package.util.load_model_from_path(folder, exclude=["strings"])
    without = {"exclude": ["vocab"]}
    assert spacy._pipeline.tokenizer.to_bytes(**without) == theirs.tokenizer.to_bytes(**without)
    assert len(theirs.tokenizer.rules) > 1000


def test_every_label_of_the_model_has_a_kind_and_a_threshold() -> None:
    assert set(LABELS) == set(_KINDS)
