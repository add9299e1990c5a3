"""Addresses on a network: only names and ranges that RFC 2606, 5737, 3849 and 7042 reserve for documentation."""

import re
from urllib.parse import urlsplit

from docveil.redact.synthetic.draw import Draw
from docveil.redact.synthetic.pools import family_names, given_names
from docveil.redact.synthetic.shape import recase, scramble

_DOMAINS = ("example.com", "example.net", "example.org")
_NETS = ("192.0.2", "198.51.100", "203.0.113")
_SPLIT = re.compile(r"[^\W\d_]+|\d+")


def email(text: str, draw: Draw) -> str | None:
    """An address at a reserved domain; the part before the at sign keeps its form."""
    local, at, _ = text.rpartition("@")
    return f"{_handle(local, draw)}@{draw.pick(_DOMAINS)}" if at else None


def username(text: str, draw: Draw) -> str:
    """A name of the same form."""
    return _handle(text, draw)


def _handle(text: str, draw: Draw) -> str:
    def other(match: "re.Match[str]") -> str:
        token = match[0]
        if token[0].isdigit():
            return scramble(token, draw)
        pool = (given_names(""), family_names())[draw.below(2)]
        return recase(draw.pick(pool), token)

    return _SPLIT.sub(other, text)


def url(text: str, draw: Draw) -> str | None:
    """A reserved host under the same scheme, with as many steps in its path; query and fragment go."""
    try:
        parts = urlsplit(text if "//" in text else f"//{text}")
    except ValueError:
        return None
    scheme = f"{parts.scheme}://" if parts.scheme else "//" if text.startswith("//") else ""
    www = "www." if parts.netloc.casefold().startswith("www.") else ""
    steps = "".join(f"/{draw.pick(family_names()).casefold()}" if step else "/" for step in parts.path.split("/")[1:])
    return f"{scheme}{www}{draw.pick(family_names()).casefold()}.{draw.pick(_DOMAINS)}{steps}"


def ip_address(text: str, draw: Draw) -> str | None:
    """An address of a documentation network."""
    if ":" in text:
        return "2001:db8:" + ":".join(f"{draw.below(65535) + 1:x}" for _ in range(6))
    return f"{draw.pick(_NETS)}.{draw.below(254) + 1}" if text.count(".") == 3 else None


def mac_address(core: str, draw: Draw) -> str | None:
    """An address of the documentation range 00-00-5E-00-53."""
    return f"00005E0053{draw.below(256):02X}" if len(core) == 12 else None
