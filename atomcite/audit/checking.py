"""What was changed in a dossier since it was sealed."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
from PIL import Image, UnidentifiedImageError

from atomcite.audit.canonical import canonical, digest
from atomcite.audit.journal import START
from atomcite.audit.seal import EVENTS, MANIFEST, pixels_digest, sealing_line
from atomcite.errors import DocumentNotFound, OutputError

Kind = Literal["changed", "added", "removed", "head", "document", "decision"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is not as it was sealed. `where` is a file of the dossier, with a line for the events; the
    document; or a claim."""

    kind: Kind
    where: str
    what: str


@dataclass(frozen=True)
class Audit:
    """`head` is the hash of the last event: kept elsewhere, it also proves that the whole is the one it was. `policy`
    is the stored policy as JSON text. Both are only as good as `findings` is empty."""

    findings: tuple[Finding, ...]
    head: str
    policy: str | None


def audit(folder: str | Path, *, document_sha256: str | None = None, head: str | None = None) -> Audit:
    """Checks every byte of the dossier in `folder` against its seal; nothing is changed.

    `document_sha256` is that of the document at hand, `head` one that was kept elsewhere. Raises
    DocumentNotFound when there is no such folder, OutputError when it holds no dossier with a seal.
    """
    folder = Path(folder)
    if not folder.exists():
        raise DocumentNotFound(f"There is no run at {folder}.", "Give the folder that a run wrote with --out.")
    manifest, events = _read(folder, MANIFEST), _read(folder, EVENTS)
    if manifest is None and events is None:
        raise OutputError(
            f"There is no sealed dossier in {folder}: it has neither {MANIFEST} nor {EVENTS}.",
            "Give the folder that a run wrote with --out; runs of earlier versions left no seal.",
        )
    stated = _object(manifest)
    found = list(_files(folder, stated))
    lines = (events or b"").split(b"\n")[:-1]
    if manifest is None or events is None:
        found.append(Finding("removed", MANIFEST if manifest is None else EVENTS, "is not there"))
    else:
        found += _chain(events, lines)
        found += _seal(manifest, stated, lines)
    if document_sha256 is not None:
        known = _inner(stated, "document").get("sha256")
        if known != document_sha256:
            found.append(Finding("document", "the document", f"has SHA-256 {document_sha256}; checked was {known}"))
    last = digest(lines[-1]) if lines else START
    if head is not None and head.strip().lower() != last:
        found.append(Finding("head", EVENTS, f"ends with {last}, not with the head that was given"))
    policy = _inner(stated, "policy").get("rules")
    return Audit(tuple(found), last, policy if isinstance(policy, str) else None)


def _files(folder: Path, stated: Mapping[str, Any]) -> Iterator[Finding]:
    known, pictures = _inner(stated, "files"), _inner(stated, "pages")
    present = dict(_present(folder))
    folders = {parent.as_posix() for name in known for parent in Path(name).parents}
    for name, path in sorted(present.items()):
        if path.is_symlink():
            yield Finding("changed" if name in known else "added", name, "is a link")
        elif path.is_dir():
            if name not in folders:
                yield Finding("added", name, "is a folder that the run did not write")
        elif name in (MANIFEST, EVENTS):
            continue
        elif name not in known:
            yield Finding("added", name, "was not written by the run")
        else:
            content = _read(folder, name)
            if content is None or digest(content) != known[name]:
                yield Finding("changed", name, _change(path, pictures.get(name)))
    for name in sorted(set(known) - set(present)):
        yield Finding("removed", name, "is not there")


def _present(folder: Path) -> Iterator[tuple[str, Path]]:
    for at, folders, names in os.walk(folder):
        for name in (*folders, *names):
            path = Path(at, name)
            yield path.relative_to(folder).as_posix(), path


def _change(path: Path, pixels: object) -> str:
    """For a picture, whether it shows something else."""
    if pixels is None:
        return "is not what the run wrote"
    try:
        with Image.open(path) as picture:
            shown = pixels_digest(np.asarray(picture.convert("RGB")))
    except (OSError, UnidentifiedImageError, SyntaxError, ValueError):
        return "does not open as a picture any more"
    return "holds the same pixels in another file" if shown == pixels else "shows another picture"


def _chain(events: bytes, lines: list[bytes]) -> Iterator[Finding]:
    """Each line must be canonical, be counted, and hold the hash of the line before."""
    if not events.endswith(b"\n") or not lines:
        yield Finding("changed", EVENTS, "does not end with a whole line")
    previous = START
    for number, line in enumerate(lines):
        event = _object(line)
        where = f"{EVENTS}, line {number + 1}"
        if not event or canonical(event) != line:
            yield Finding("changed", where, "is not as it was written")
        elif event.get("n") != number:
            yield Finding("changed", where, f"is event {event.get('n')}: a line was added, removed or moved here")
        elif event.get("previous") != previous:
            yield Finding("changed", where, "does not follow on the line before it: one of the two was changed")
        previous = digest(line)


def _seal(manifest: bytes, stated: Mapping[str, Any], lines: list[bytes]) -> Iterator[Finding]:
    if not stated or canonical(stated) != manifest:
        yield Finding("changed", MANIFEST, "is not as it was written")
        return
    before = lines[:-1]
    counted = _inner(stated, "events")
    head = digest(before[-1]) if before else START
    if counted.get("head") != head or counted.get("count") != len(before):
        yield Finding("changed", EVENTS, f"has other events than {MANIFEST} tells of")
    last = lines[-1] if lines else b""
    if last != sealing_line(len(before), manifest, head):
        sealed = _inner(_object(last), "details").get("manifest")
        if sealed != digest(manifest):
            yield Finding("changed", MANIFEST, f"is not what {EVENTS} was sealed with")
        else:
            yield Finding("changed", f"{EVENTS}, line {len(lines)}", "is not as it was written")


def _read(folder: Path, name: str) -> bytes | None:
    try:
        return (folder / name).read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise OutputError(
            f"{folder / name} can't be read: {error.strerror or error}", "Check its permissions."
        ) from error


def _object(text: bytes | None) -> dict[str, Any]:
    """The JSON object in `text`, without numbers that no event has; empty when there is none."""
    try:
        found = json.loads(text or b"", parse_float=_refused)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _refused(text: str) -> float:
    raise ValueError(f"{text} is no whole number")


def _inner(data: Mapping[str, Any], key: str) -> dict[str, Any]:
    found = data.get(key)
    return found if isinstance(found, dict) else {}
