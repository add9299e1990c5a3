import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docveil.detect.windows import blocks, flat, squeezed, units, windows

TEXTS = st.text(alphabet=st.sampled_from("ab .\n\t\r\u00e9\u2028"), max_size=300)


@given(TEXTS, st.integers(1, 40), st.integers(0, 10))
def test_cores_tile_a_paragraph_and_lie_in_their_windows(text: str, core: int, margin: int) -> None:
    """Nothing is left unread and nothing is judged twice, whatever the sizes."""
    cut = list(windows(text, core, margin))
    assert "".join(text[w.core_start : w.core_end] for w in cut) == text
    assert all(w.start <= w.core_start and w.core_end <= w.end for w in cut)
    assert all(w.end - w.start <= core + 4 * margin for w in cut)


@given(st.text(alphabet=st.sampled_from("abC.!? "), max_size=300), st.integers(1, 60), st.integers(0, 10))
def test_units_tile_a_paragraph(text: str, longest: int, margin: int) -> None:
    cut = list(units(text, longest, margin))
    assert "".join(text[u.core_start : u.core_end] for u in cut) == text
    assert all(u.start <= u.core_start and u.core_end <= u.end for u in cut)


def test_a_unit_ends_with_a_sentence() -> None:
    text = (
        "Dr. J. Okonkwo of the St. Mary clinic came at 9 a.m. to Lagos. Nobody else did. Who would? It rained! So what."
    )
    ends = [text[u.end - 12 : u.end].strip() for u in units(text, 70, 0)]
    assert all(end.endswith((".", "?", "!")) for end in ends)
    assert not any(end.endswith(("Dr.", "J.", "St.", "a.m.")) for end in ends)


@given(TEXTS)
def test_blocks_hold_every_character_that_is_not_blank(text: str) -> None:
    found = list(blocks(text))
    assert all(text[start:end].strip() == text[start:end] for start, end in found)
    assert "".join("".join(text[s:e].split()) for s, e in found) == "".join(text.split())


@given(TEXTS)
def test_flat_keeps_every_place(text: str) -> None:
    assert len(flat(text)) == len(text)
    assert all(a == b or (not a.isalnum() and b == " ") for a, b in zip(text, flat(text), strict=True))


@pytest.mark.parametrize("core", [40, 64, 100, 333, 1000, 5000])
def test_a_local_detector_finds_the_same_for_every_window_size(core: int) -> None:
    """A match shorter than the margin is whole in the window that judges its beginning."""
    text = " ".join(f"word{i} 07700-900{i:03d} and more." for i in range(200))
    number = re.compile(r"(?<!\d)\d{5}-\d{6}(?!\d)")
    found = [
        (w.start + m.start(), w.start + m.end())
        for w in windows(text, core, 20)
        for m in number.finditer(text[w.start : w.end])
        if w.core_start <= w.start + m.start() < w.core_end
    ]
    assert found == [m.span() for m in number.finditer(text)]


def test_a_million_line_ends_are_cut_in_linear_time() -> None:
    for text in ("\n" * 1_000_000, "\r" * 1_000_000, "\x0c" * 1_000_000, "\n \t" * 300_000, "a\n" * 500_000):
        assert sum(1 for _ in blocks(text)) <= 1


@pytest.mark.parametrize("text", ["", "a b", f"Chapter 1{' ' * 40}7{' ' * 9}end{' ' * 8}", f"{' ' * 30}x{' ' * 7}y"])
def test_squeezing_keeps_every_word_and_its_place(text: str) -> None:
    short, positions = squeezed(text)
    assert short.split() == text.split()
    assert "".join(text[i] for i in positions) == short
    assert " " * 8 not in short
    assert positions == sorted(set(positions))
