import pytest

from docveil.detect import labels as L
from docveil.detect.rules import RulesReader


def found(text: str) -> set[tuple[str, str]]:
    return {(text[s.start : s.end], s.label) for s in RulesReader().read((text,))[0]}


@pytest.mark.parametrize(
    ("text", "value", "label"),
    [
        (
            "-----BEGIN PRIVATE KEY-----\nMIIabc\n-----END PRIVATE KEY-----",
            "-----BEGIN PRIVATE KEY-----\nMIIabc\n-----END PRIVATE KEY-----",
            L.SECRET,
        ),
        ("AKIAIOSFODNN7EXAMPLE", "AKIAIOSFODNN7EXAMPLE", L.SECRET),
        (
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcdefghij",
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcdefghij",
            L.SECRET,
        ),
        ("password: hunter22", "hunter22", L.SECRET),
        ("api_key=abcd1234efgh", "abcd1234efgh", L.SECRET),
        ("ghp_abcdefghijklmnopqrstuvwxyz0123456789", "ghp_abcdefghijklmnopqrstuvwxyz0123456789", L.SECRET),
        ("Authorization: Bearer abcdef1234567890", "Bearer abcdef1234567890", L.SECRET),
    ],
)
def test_is_found_whole(text: str, value: str, label: str) -> None:
    assert (value, label) in found(text)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("password: required", L.SECRET),
        ("the password is required", L.SECRET),
        ("the password must be long", L.SECRET),
        ("the bearer of this letter", L.SECRET),
        ("sk_short", L.SECRET),
    ],
)
def test_ordinary_text_stays(text: str, label: str) -> None:
    assert label not in {name for _, name in found(text)}
