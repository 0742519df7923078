"""Applying edits to an answer, and undoing it exactly.

A patch holds the changed stretches with what stood there before, by position, and the SHA-256 of both texts:
nothing in the answer is used as a marker, so any text can be restored, whatever characters it holds.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from atomcite.answers.answer_file import Encoding
from atomcite.answers.correction import Edit
from atomcite.answers.tidying import renumbered, widened
from atomcite.domain import Language
from atomcite.errors import AnswerError

Form = Literal["clean", "applied", "proposed"]
"""How edits show in a corrected answer; pages are fixed in all. "clean": deletions are left out, flags not shown.
"applied": deletions are left out, flags shown. "proposed": deletions are struck out, flags shown."""


class Hunk(BaseModel):
    """`old` at `start` of the answer became `new`."""

    model_config = ConfigDict(frozen=True)

    start: int
    old: str
    new: str


class Patch(BaseModel):
    """The way from an answer to a corrected one and back. Hunks ascend and don't overlap.

    Both SHA-256 are of the text in UTF-8 without a byte order mark, whatever the encoding of the file; positions are
    characters of that text. `encoding` is that of the answer's file, so that it can be written again byte for byte.
    """

    model_config = ConfigDict(frozen=True)

    answer_sha256: str
    corrected_sha256: str
    hunks: tuple[Hunk, ...]
    encoding: Encoding = "utf-8"


def apply(answer: str, edits: Sequence[Edit]) -> str:
    """The corrected answer: pages fixed, deletions left out, flags not shown. Raises AnswerError as
    `apply_patch` does."""
    return _replaced(answer, _hunks(answer, edits, "clean", "en"))


def marked_up(answer: str, edits: Sequence[Edit], language: Language = "en") -> str:
    """The corrected answer for a reader: pages fixed, deletions ~~struck out~~, flags shown as ⚑[why]."""
    return _replaced(answer, _hunks(answer, edits, "proposed", language))


def patch_of(
    answer: str,
    edits: Sequence[Edit],
    *,
    form: Form = "clean",
    language: Language = "en",
    encoding: Encoding = "utf-8",
    appended: str = "",
) -> Patch:
    """The patch whose application gives the answer with `edits` in `form`, and `appended` after its end.

    `encoding` is that of the answer's file (see `load_answer`)."""
    hunks = _hunks(answer, edits, form, language)
    if appended:
        hunks.append(Hunk(start=len(answer), old="", new=appended))
    corrected = _replaced(answer, hunks)
    return Patch(
        answer_sha256=digest(answer), corrected_sha256=digest(corrected), hunks=tuple(hunks), encoding=encoding
    )


def load_patch(path: str | Path) -> Patch:
    """The patch that a dossier holds beside the corrected answer.

    Raises AnswerError when there is no such file, it can't be read, or it holds no patch.
    """
    hint = "Give the answer.patch.json that lies beside the corrected answer in the dossier."
    try:
        return Patch.model_validate_json(Path(path).read_bytes())
    except FileNotFoundError:
        raise AnswerError(f"There is no patch file {path}.", hint) from None
    except OSError as error:
        raise AnswerError(f"The patch file {path} can't be read: {error.strerror}.", hint) from None
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise AnswerError(f"{path} holds no patch: {where + ': ' if where else ''}{first['msg']}.", hint) from None


def apply_patch(answer: str, patch: Patch) -> str:
    """The corrected answer; a text that is the corrected one already is given back unchanged.

    Raises AnswerError when `answer` is neither.
    """
    found = digest(answer)
    if found == patch.answer_sha256:
        return _replaced(answer, patch.hunks)
    if found == patch.corrected_sha256:
        return answer
    raise AnswerError(
        "The answer has changed since it was verified.", "Verify it again, or give the text that was verified."
    )


def reverse(corrected: str, patch: Patch) -> str:
    """The answer from which `corrected` was made; the answer itself is given back unchanged.

    Raises AnswerError when the text is neither.
    """
    found = digest(corrected)
    if found == patch.answer_sha256:
        return corrected
    if found != patch.corrected_sha256:
        raise AnswerError(
            "The corrected answer has been edited.", "Undo those edits first, or take the original from the dossier."
        )
    back: list[Hunk] = []
    shift = 0
    for hunk in patch.hunks:
        back.append(Hunk(start=hunk.start + shift, old=hunk.new, new=hunk.old))
        shift += len(hunk.new) - len(hunk.old)
    return _replaced(corrected, back)


def digest(text: str) -> str:
    """SHA-256 of the text in UTF-8. Lone surrogates are let through: an answer may hold anything."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _ordered(edits: Sequence[Edit]) -> list[Edit]:
    return sorted(edits, key=lambda e: (e.start, e.end, e.kind != "fix_page"))


def _replaced(text: str, hunks: Sequence[Hunk]) -> str:
    out: list[str] = []
    at = 0
    for hunk in hunks:
        end = hunk.start + len(hunk.old)
        if hunk.start < at:
            raise AnswerError("Two edits of the answer overlap.", "Give the edits of one verification only.")
        if hunk.start < 0 or text[hunk.start : end] != hunk.old:
            raise AnswerError(
                f"The answer has changed since it was verified: {hunk.old[:40]!r} is not at character {hunk.start}.",
                "Verify it again, or give the text that was verified.",
            )
        out += [text[at : hunk.start], hunk.new]
        at = end
    return "".join([*out, text[at:]])


_core = re.compile(
    r"[^\S\r\n]*(?:(?:[-*+>•●▪◦‣·]|#{1,6}|\d{1,3}[.)])[^\S\r\n]+)*(?P<core>[^\s|](?:[^\r\n|]*[^\s|])?)"
)

_signs = re.compile(r"[|\[\]\s]+")


def _struck(text: str) -> str:
    """`text` struck out line by line and cell by cell: Markdown does not strike across either."""
    return _core.sub(lambda m: m[0][: m.start("core") - m.start()] + f"~~{m['core']}~~", text)


def _hunks(answer: str, edits: Sequence[Edit], form: Form, language: Language) -> list[Hunk]:
    hunks: list[Hunk] = []
    for edit in _ordered(edits):
        new = edit.new
        if edit.kind == "flag":
            if form == "clean":
                continue
            said = [m.render(language) for m in edit.reason]
            why = "; ".join([*(part.rstrip(".") for part in said[:-1]), *said[-1:]])
            new = f" ⚑[{_signs.sub(' ', why).strip()}]"
        elif edit.kind == "delete" and form == "proposed":
            new = _struck(edit.old)
        hunks.append(Hunk(start=edit.start, old=edit.old, new=new))
    return hunks if form == "proposed" else _tidied(answer, hunks)


def _tidied(answer: str, hunks: Sequence[Hunk]) -> list[Hunk]:
    """`hunks` with what becomes void by the deletions among them, unless something else is changed there."""
    deleted = [(h.start, h.start + len(h.old)) for h in hunks if h.old and not h.new]
    if not deleted or any(answer[h.start : h.start + len(h.old)] != h.old for h in hunks):
        return list(hunks)  # the latter are of another text, which is refused where they are applied
    kept = [h for h in hunks if h.new or not h.old]
    wider = widened(answer, deleted)
    if any(a < h.start + len(h.old) and h.start < b for h in kept for a, b in wider):
        wider = deleted
    numbers = [Hunk(start=at, old=old, new=new) for at, old, new in renumbered(answer, wider)]
    removed = [Hunk(start=a, old=answer[a:b], new="") for a, b in wider]
    return sorted([*kept, *removed, *numbers], key=lambda h: (h.start, h.start + len(h.old)))
