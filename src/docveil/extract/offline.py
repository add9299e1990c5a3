"""Tells the client of the model hub, and what is built on it, that there is no network and nothing to report."""

import os
import sys

_FLAGS = (
    "DO_NOT_TRACK",
    "HF_HUB_DISABLE_IMPLICIT_TOKEN",
    "HF_HUB_DISABLE_PROGRESS_BARS",
    "HF_HUB_DISABLE_TELEMETRY",
    "HF_HUB_OFFLINE",
    "TRANSFORMERS_OFFLINE",
)


def go_offline() -> None:
    """Set the flags of this process; they are read when the client is imported, so one that is loaded already is told too."""
    os.environ.update(dict.fromkeys(_FLAGS, "1"))
    client = sys.modules.get("huggingface_hub.constants")
    for name in _FLAGS:
        if hasattr(client, name):
            setattr(client, name, True)
