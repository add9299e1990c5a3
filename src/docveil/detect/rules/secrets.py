"""Secrets: keys, tokens and passwords."""

import re
from collections.abc import Iterator

from docveil.detect import labels as L
from docveil.detect.protocol import Span

_PATTERNS = tuple(
    re.compile(pattern)
    for pattern in (
        # Without a hyphen in the body, one key's search ends where the next begins. The second form is a key cut short.
        (
            r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----(?:\s{1,2}(?:Proc-Type|DEK-Info):[^\n]{1,80}){0,2}"
            r"[A-Za-z0-9+/=\s]{1,20000}-----END [A-Z ]{0,30}PRIVATE KEY-----"
        ),
        r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----(?:\s{1,2}[A-Za-z0-9+/=]{20,100}){1,400}",
        r"\b[Bb]earer\s[A-Za-z0-9._~+/=-]{16,2000}",
        r"(?<![A-Z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Z0-9])",
        r"(?<![\w-])eyJ[\w-]{8,2000}\.eyJ[\w-]{8,4000}\.[\w-]{8,2000}",
        r"(?<![\w-])(?:ghp|gho|ghs|ghr|github_pat|glpat|xox[abprs]|sk|pk|rk)[_-][A-Za-z0-9_-]{16,200}",
    )
)
_LABELLED = re.compile(
    r"(?<![\w-])(?:password|passwd|pwd|passphrase|passcode|api[\s_-]?key|secret(?:[\s_-]key)?|access[\s_-]?token|auth[\s_-]?token|"
    r"private[\s_-]key|pin(?:\scode)?)"
    r"(?:\s?(?:is|[:=])(?:\s{0,3}(?:\.\s?){2,80})?\s{0,3}|\s{0,3}(?:\.\s?){2,80}\s{0,3}|(?<![Pp]in)\s{1,2}(?=[^\s\"',;.]{0,40}[\d!$%^&]))[\"']?([^\s\"',;]{4,200})",
    re.IGNORECASE,
)

# What prose and code say behind `password is` and `pin:`.
_NO_SECRET = frozenset(
    "required optional string none null true false empty correct incorrect wrong invalid valid missing expired stored hashed "
    "encrypted changed reset sent your their this that the then never always only also must".split()
)


def secrets(text: str) -> Iterator[Span]:
    """Keys by their form, and what stands behind `password:`."""
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            yield Span(*match.span(), L.SECRET, 0.95, "rules.secret")
    for match in _LABELLED.finditer(text):
        if match[1].rstrip(".)").lower() in _NO_SECRET:
            continue
        yield Span(*match.span(1), L.SECRET, 0.85, "rules.secret")
