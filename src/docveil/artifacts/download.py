"""The child process that downloads, `python -m docveil.artifacts.download`: the one place of docveil that uses a network.

It reads an order from standard input, writes files below the folder that the order names, and answers with one word. It
checks nothing that matters: its parent hashes what it left. Words of a server, and with them addresses and tokens, end here.
"""

import json
import sys
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from docveil.artifacts.outcome import Outcome

_SECONDS = 60.0  # without a byte
_CHUNK = 1 << 20


def main() -> None:
    """Carry out the order on standard input."""
    order = json.load(sys.stdin)
    done = _repository(order) if "repository" in order else _address(order)
    sys.stdout.write(done.value)


def _repository(order: dict[str, Any]) -> Outcome:
    try:
        from huggingface_hub import errors as hub  # noqa: PLC0415 - may be missing
    except ImportError:
        return Outcome.NO_CLIENT
    # The first class that fits counts. An entry is also missing "locally" where the hub cannot be reached.
    meaning: tuple[tuple[type[Exception], Outcome], ...] = (
        (hub.RevisionNotFoundError, Outcome.OTHER_REVISION),
        (hub.LocalEntryNotFoundError, Outcome.UNREACHABLE),
        (hub.RepositoryNotFoundError, Outcome.MISSING),
        (hub.EntryNotFoundError, Outcome.MISSING),
        (hub.HfHubHTTPError, Outcome.REFUSED),
    )
    try:
        return _files(order)
    except Exception as error:
        return next((outcome for kind, outcome in meaning if isinstance(error, kind)), Outcome.UNREACHABLE)


def _files(order: dict[str, Any]) -> Outcome:
    from huggingface_hub import get_hf_file_metadata, hf_hub_download, hf_hub_url  # noqa: PLC0415 - may be missing

    repository, revision = order["repository"], order["revision"]
    for file in order["files"]:
        seen = get_hf_file_metadata(hf_hub_url(repository, file["member"], revision=revision), token=False)
        if seen.commit_hash != revision:
            return Outcome.OTHER_REVISION
        if seen.size is None or seen.size > file["limit"]:
            return Outcome.OTHER_SIZE
        hf_hub_download(repository, file["member"], revision=revision, local_dir=order["into"], token=False)
    return Outcome.DONE


def _address(order: dict[str, Any]) -> Outcome:
    url: str = order["url"]
    if not url.startswith(("https://", "http://")):
        return Outcome.MISSING
    [file] = order["files"]
    try:
        target = Path(order["into"]) / file["member"]
        with urlopen(Request(url), timeout=_SECONDS) as answer, target.open("xb") as out:  # noqa: S310 - seen above
            left = file["limit"] + 1
            while left and (chunk := answer.read(min(_CHUNK, left))):
                out.write(chunk)
                left -= len(chunk)
    except Exception as error:
        return Outcome.REFUSED if hasattr(error, "code") else Outcome.UNREACHABLE
    return Outcome.DONE if left else Outcome.OTHER_SIZE


if __name__ == "__main__":
    main()
