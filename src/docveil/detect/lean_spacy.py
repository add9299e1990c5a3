"""spaCy without its command line, which its package loads at once: a web client and a downloader that nothing here may use.

It costs nearly half of the import. A program that has spaCy loaded keeps what it has; one that wants the command line
later still gets it.
"""

import sys
from types import ModuleType
from typing import Any

_COMMAND_LINE = ("spacy.cli", "spacy.cli.info")


def _info(*args: Any, **kwargs: Any) -> Any:
    """`spacy.info`, from the command line that is loaded when it is asked for."""
    from spacy.cli.info import info  # noqa: PLC0415 - what this file is there to put off

    return info(*args, **kwargs)


def _load() -> Any:
    stand_ins: dict[str, Any] = {} if "spacy" in sys.modules else {name: ModuleType(name) for name in _COMMAND_LINE}
    for module in stand_ins.values():
        module.__path__, module.info = [], _info
    sys.modules.update(stand_ins)
    try:
        import spacy  # noqa: PLC0415 - the stand-ins come first
    finally:
        for name in stand_ins:
            del sys.modules[name]
    return spacy


spacy: Any = _load()
