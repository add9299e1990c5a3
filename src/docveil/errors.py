"""Every failure docveil raises on purpose, with its exit code and its next step.

A message says where something went wrong and what to do next. It never repeats document text, a found value or a
source file's name: these classes are built from counts, ids, page numbers and fixed sentences only.
"""

from enum import IntEnum
from typing import ClassVar


class ExitCode(IntEnum):
    """What the command line returns to the shell."""

    DONE = 0
    UNEXPECTED = 1
    USAGE = 2
    SOURCE_REFUSED = 3
    ARTIFACTS = 4
    EXTRACTION_FAILED = 5
    CLEANING_FAILED = 6
    VERIFICATION_FAILED = 7
    SOME_FAILED = 8


class DocveilError(Exception):
    """Base of every error that docveil raises on purpose.

    Attributes:
        what: One sentence on what failed and where, without any document text.
        next_step: One sentence on what the user can do about it.
    """

    code: ClassVar[str] = "unexpected"
    exit_code: ClassVar[ExitCode] = ExitCode.UNEXPECTED
    advice: ClassVar[str] = "Report this with the message and the docveil version."

    def __init__(self, what: str, *, next_step: str | None = None) -> None:
        self.what = what
        self.next_step = next_step or self.advice
        super().__init__(f"{what} {self.next_step}")


class UsageError(DocveilError):
    """The call itself is wrong: an option, a preset or an argument that docveil does not take."""

    code = "usage"
    exit_code = ExitCode.USAGE
    advice = "See `docveil --help`."


class SourceRefused(DocveilError):
    """The source is not something docveil will read: empty, of another type, locked or over a limit."""

    code = "source_refused"
    exit_code = ExitCode.SOURCE_REFUSED
    advice = "Give another file, or change the limit that it names."


class ArtifactsError(DocveilError):
    """Model files are missing, changed or not what the shipped manifest lists."""

    code = "artifacts"
    exit_code = ExitCode.ARTIFACTS
    advice = "Prepare a new directory with `docveil artifacts prepare DIR --profile NAME --allow-download`."


class ExtractionFailed(DocveilError):
    """The document could not be read whole. Nothing is published for it."""

    code = "extraction_failed"
    exit_code = ExitCode.EXTRACTION_FAILED
    advice = "Check that the file opens in a viewer; print it to a new PDF if it does."


class CleaningFailed(DocveilError):
    """Detection or projection could not be completed and proven. Nothing is published for the document."""

    code = "cleaning_failed"
    exit_code = ExitCode.CLEANING_FAILED
    advice = "Nothing was written for this document."


class InvalidNoun(CleaningFailed, ValueError):
    """A value breaks a rule of the data model, so it was never built."""

    code = "invalid_noun"
    advice = "A provider, detector or cleaner returned data that breaks the data model; nothing was guessed."


class VerificationFailed(DocveilError):
    """A written result does not reconstruct, or still holds what was to be removed."""

    code = "verification_failed"
    exit_code = ExitCode.VERIFICATION_FAILED
    advice = "Do not share these files; clean the source again."
