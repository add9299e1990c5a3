"""Downloads from a model hub and from addresses, in a child process that knows no token and leaves nothing elsewhere."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from docveil.artifacts.manifest import Address, ArtifactFile, Repository
from docveil.artifacts.outcome import Outcome
from docveil.errors import ArtifactsError

HUB = "a model hub: Hugging Face, or the mirror that HF_ENDPOINT names"
CARRY = (
    "Where this machine may not reach it, run the same command on one that does, carry the directory over whole, and check "
    "it with `docveil artifacts verify DIR --profile NAME`."
)
_SECONDS = 4 * 3600
# A public file needs no token, and a user's own is nobody's business; who says --allow-download is not offline.
_LEFT_OUT = (
    "HF_TOKEN",
    "HUGGING_FACE_HUB_TOKEN",
    "HUGGINGFACE_HUB_TOKEN",
    "HF_TOKEN_PATH",
    "HF_HUB_OFFLINE",
    "TRANSFORMERS_OFFLINE",
)
_ENVIRONMENT = {
    "DO_NOT_TRACK": "1",
    "HF_HUB_DISABLE_IMPLICIT_TOKEN": "1",
    "HF_HUB_DISABLE_PROGRESS_BARS": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "HF_HUB_DISABLE_UPDATE_CHECK": "1",
    # Plain HTTP: one way to fetch, and the same one from every mirror.
    "HF_HUB_DISABLE_XET": "1",
}


def fetch_repository(repository: Repository, files: Sequence[ArtifactFile], into: Path) -> None:
    """Download the files at their commit, below `into`, each under its path in the repository.

    Raises:
        ArtifactsError: the hub cannot be reached, has no such commit or file, or answers with another one.
    """
    order = {"repository": repository.repository, "revision": repository.revision}
    _refuse(_run(order, files, into), repository.name, HUB)


def fetch_address(address: Address, file: ArtifactFile, into: Path) -> None:
    """Download the one file of an address to `into`.

    Raises:
        ArtifactsError: the host cannot be reached, or has no such file.
    """
    _refuse(_run({"url": address.url}, [file], into), address.name, address.host)


def _run(order: dict[str, Any], files: Sequence[ArtifactFile], into: Path) -> Outcome:
    into.mkdir()
    wanted = [{"member": f.member, "limit": f.limit} for f in files]
    text = json.dumps({**order, "files": wanted, "into": str(into)})
    environment = {name: value for name, value in os.environ.items() if name not in _LEFT_OUT}
    # A home of its own holds no stored token, and is taken away with the rest.
    environment |= {**_ENVIRONMENT, "HF_HOME": str(into.with_name(f"{into.name}-home"))}
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "docveil.artifacts.download"],
            input=text.encode(),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            timeout=_SECONDS,
            check=False,
        )
        return Outcome(done.stdout.decode("ascii", "replace"))
    except (subprocess.TimeoutExpired, ValueError):
        return Outcome.UNREACHABLE


def _refuse(outcome: Outcome, name: str, host: str) -> None:
    if outcome is Outcome.DONE:
        return
    if outcome is Outcome.NO_CLIENT:
        raise ArtifactsError(
            "Downloading from a model hub needs the extra docveil[heron], or at least huggingface_hub. "
            "Nothing was written.",
            next_step="Install docveil[heron], or prepare on another machine and carry the directory over.",
        )
    what = {
        Outcome.UNREACHABLE: "The network refused, or the download was cut off",
        Outcome.REFUSED: "The host refused the download",
        Outcome.MISSING: "The host does not have a file that the manifest lists",
        Outcome.OTHER_REVISION: "The host does not have the pinned revision, or answered with another one",
        Outcome.OTHER_SIZE: "The host has a file of another size than the manifest says",
    }[outcome]
    raise ArtifactsError(f"{what}, for {name}. Needed was {host}. Nothing was written.", next_step=CARRY)
