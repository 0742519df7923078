"""One exception class and one stable exit code per kind of failure.

Every error says what is wrong, where, and what to do about it. Exit codes are part of the interface: a code is never
given to another kind. 0 is "finished", 1 "finished, and --check found something", 2 "usage".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from atomcite.domain import Message


class AtomCiteError(Exception):
    """Base of all errors that AtomCite raises on purpose. `hint` says what to do. `reason` says the same as a
    message, for errors that end up in a report as the reason why something was not checked."""

    exit_code: ClassVar[int] = 70

    def __init__(self, what: str, hint: str = "", reason: Message | None = None) -> None:
        super().__init__(what)
        self.what = what
        self.hint = hint
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.what}\n{self.hint}" if self.hint else self.what


class UsageError(AtomCiteError):
    """Options or arguments that contradict one another or have no meaning."""

    exit_code = 2


class DocumentNotFound(AtomCiteError):
    """No file or folder at the path that was given: of a document, or of a stored run."""

    exit_code = 3


class DocumentFormatError(AtomCiteError):
    """Not a document of a kind that AtomCite opens, or a file whose content is not what its name says."""

    exit_code = 4


class DocumentDamaged(AtomCiteError):
    """A corrupt or truncated file."""

    exit_code = 5


class PasswordRequired(AtomCiteError):
    """An encrypted document without a password, or with a wrong one."""

    exit_code = 6


class EmptyDocument(AtomCiteError):
    """A document without pages."""

    exit_code = 7


class PageTooLarge(AtomCiteError):
    """A page that would render to more pixels than the limit allows."""

    exit_code = 8


class AnswerError(AtomCiteError):
    """An answer or claims file that can't be read: wrong encoding, malformed JSON line, empty."""

    exit_code = 9


class EngineMissing(AtomCiteError):
    """An engine that was asked for by name and isn't installed."""

    exit_code = 10


class EngineFailed(AtomCiteError):
    """An engine that could not do its work on a page. Inside a run it costs that one check."""

    exit_code = 11


class PolicyError(AtomCiteError):
    """A policy that is unknown or does not hold together."""

    exit_code = 12


class EndpointError(AtomCiteError):
    """A model server that was configured and can't be used (refused, not authorised, no such model)."""

    exit_code = 13


class OutputError(AtomCiteError):
    """A dossier folder or a file that can't be written, or holds something else."""

    exit_code = 14


class CacheError(AtomCiteError):
    """A cache folder that can't be used."""

    exit_code = 15


class ModelError(AtomCiteError):
    """A local model that can't be used: no such folder, another kind of model, weights that are missing or misfit."""

    exit_code = 16


class AuditFailed(AtomCiteError):
    """A dossier that is not as it was sealed, or whose decisions come out differently."""

    exit_code = 17


class DatasetError(AtomCiteError):
    """A benchmark data set, or a run over one, that is not in its form or whose documents are missing or others."""

    exit_code = 18


class Stopped(AtomCiteError):
    """Stopped from the keyboard. `what` says what was kept."""

    exit_code = 130
