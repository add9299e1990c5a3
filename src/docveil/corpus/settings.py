"""What a corpus run does to a document, as one record that travels to every worker."""

import hashlib
import json
from collections.abc import Mapping
from importlib.metadata import requires, version
from pathlib import Path
from typing import Any

from attrs import field, frozen

from docveil import __version__
from docveil.artifacts.store import ArtifactStore, resolve_directory
from docveil.cleaner import UNIFIED, Cleaner, TextCleaner, TextCleanerConfig
from docveil.custom_cleaners import load_cleaner
from docveil.errors import UsageError
from docveil.extract.isolated import EVERY_TYPE, IsolatedExtractor, OnPageError, WorkerLimits
from docveil.intake import Limits
from docveil.redact.keys import Key
from docveil.redact.policy import Policy, load_preset

# How much slower a guess at a term of a policy is made (scrypt, RFC 7914): 16 MiB and some 50 ms each.
_SCRYPT = {"n": 1 << 14, "r": 8, "p": 1, "dklen": 8}


@frozen
class CorpusSettings:
    """Everything that decides the bytes of a result, and the limits. It can be pickled; `repr` shows no key.

    Attributes:
        policy: What is hidden, and behind what. Without a key, reversible and keyed operators are refused.
        key: For pseudonyms that are the same over the whole corpus.
        cleaner: Name of an installed cleaner in place of docveil's own, as for `docveil clean --cleaner`.
        artifacts: Prepared model directory, on every machine; None for `DOCVEIL_ARTIFACTS` or the default directory.
        profile: What that directory is prepared for.
        provider: What reads documents, as `package.module:name`; it takes the options of `FormatExtractor`.
        order: Order of the elements of a PDF, `reading` or `layout`.
        include: What else is read, as for `FormatExtractor`.
        html: What of a web page is read, `main` or `full`.
        min_ocr_confidence: A document with a page that OCR read with less is refused, from 0 to 1.
        on_page_error: `fail`, or `keep-going` to publish a document without the pages that failed.
        limits: Time and memory for reading one document. `seconds` and `max_bytes` hold for cleaning it, too.
        door: What is refused before it is read.
        threads: Threads of the model runtime in each process; the result is the same for any number.
    """

    policy: Policy = field(factory=lambda: load_preset("training"))
    key: Key | None = None
    cleaner: str | None = None
    artifacts: Path | None = None
    profile: str = "embedded"
    provider: str = EVERY_TYPE
    order: str = "reading"
    include: frozenset[str] = frozenset()
    html: str = "main"
    min_ocr_confidence: float = 0.0
    on_page_error: OnPageError = "fail"
    limits: WorkerLimits = field(factory=WorkerLimits)
    door: Limits = field(factory=Limits)
    threads: int = 1

    def __attrs_post_init__(self) -> None:
        if self.policy.needs_vault:
            raise UsageError("The operator reversible keeps its way back for one document at a time.")
        self._config()

    def make_cleaner(self, store: ArtifactStore) -> Cleaner:
        """The cleaner; its models are loaded at the first document."""
        return load_cleaner(self.cleaner) if self.cleaner is not None else TextCleaner(self._config(), store=store)

    def make_extractor(self) -> IsolatedExtractor:
        """The provider, in a child process under the limits, started at the first document."""
        options = {
            "artifacts_path": self.artifacts,
            "profile": self.profile,
            "order": self.order,
            "threads": self.threads,
            "limits": self.door,
            "min_ocr_confidence": self.min_ocr_confidence,
            "include": self.include,
            "html": self.html,
        }
        return IsolatedExtractor(
            self.provider,
            options,
            limits=self.limits,
            on_page_error=self.on_page_error,
            door=self.door,
        )

    def open_store(self) -> ArtifactStore:
        """The model files, each hashed now.

        Raises:
            ArtifactsError: a file is missing, changed or extra.
        """
        return ArtifactStore.open(resolve_directory(self.artifacts, self.profile), self.profile)

    def fingerprint(self) -> Mapping[str, str]:
        """`{name: value}` of all that decides the bytes of a result: settings, versions and model digests.

        Two runs with the same fingerprint may share an output. Of the policy's own terms, and of the key, it holds digests.

        Raises:
            ArtifactsError: a model file is missing, changed or extra.
        """
        store = self.open_store()
        values = {
            "docveil": __version__,
            "provider": self.provider,
            "profile": self.profile,
            "extract.order": self.order,
            "extract.include": ",".join(sorted(self.include)),
            "extract.html": self.html,
            "extract.min_ocr_confidence": str(self.min_ocr_confidence),
            "extract.on_page_error": self.on_page_error,
            "extract.door": _digest(repr(self.door)),
            "models": _digest(json.dumps(store.digests)),
            "packages": _digest(json.dumps(_versions())),
        }
        if self.cleaner is None:
            values |= dict(self._config().settings())
            if self.policy.allow or self.policy.deny:
                values["policy.terms"] = self._terms()
        else:
            values |= {
                "cleaner": self.cleaner,
                "cleaner.fingerprint": _digest(repr(self.make_cleaner(store).fingerprint)),
            }
        return dict(sorted(values.items()))

    def _config(self) -> TextCleanerConfig:
        return TextCleanerConfig(self.policy, UNIFIED, self.artifacts, self.threads).with_operator(None, self.key)

    def _terms(self) -> str:
        """A digest of the allow and deny lists that is slow to guess at, and keyed where there is a key."""
        lists = json.dumps([self.policy.allow, self.policy.deny])
        salt = self.key.digest("corpus-terms") if self.key is not None else b"docveil.corpus/1"
        options: Any = _SCRYPT
        return hashlib.scrypt(lists.encode("utf-8"), salt=salt, **options).hex()


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:16]


def _versions() -> list[tuple[str, str]]:
    """Every package that docveil asks for, as it is installed here."""
    names = {line.partition(";")[0].strip() for line in requires("docveil") or () if "extra ==" not in line}
    bare = sorted({"".join(c if c.isalnum() or c in "-_." else " " for c in name).split()[0] for name in names})
    return [(name, version(name)) for name in bare]
