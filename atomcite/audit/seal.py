"""The files that seal a dossier.

`manifest.json` holds the hash of every other file, and that of the last event before it; the last line of
`events.jsonl` holds the manifest's hash, and nothing in it is free: it follows from the manifest and the line
before it. So each covers the other, and every byte of the folder is covered. That proves integrity against accidents
and edits, not against somebody who writes the whole dossier anew: who must be sure of that keeps the head (the hash
of the last line) elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import numpy as np

from atomcite.audit.canonical import canonical, digest
from atomcite.audit.journal import Event, Journal, chained, line_of
from atomcite.domain import ChannelResult, Pixels, Report

MANIFEST, EVENTS = "manifest.json", "events.jsonl"
SCHEMA = "atomcite.manifest/1"
_PACKAGES = ("pypdfium2", "tesserocr", "rapidocr", "onnxruntime", "opencv-python-headless", "numpy", "pillow")


@dataclass(frozen=True)
class Sealed:
    """`manifest` and `events` are the files' contents; `head` is the hash of the last event."""

    manifest: bytes
    events: bytes
    head: str


def pixels_digest(pixels: Pixels) -> str:
    """SHA-256 over the size and the RGB bytes of a picture: the same for every lossless file of it."""
    h = sha256(f"{pixels.shape[0]}x{pixels.shape[1]}:".encode())
    h.update(np.ascontiguousarray(pixels).data)
    return h.hexdigest()


def seal(
    folder: Path,
    files: Iterable[Path],
    report: Report,
    *,
    policy: str | None = None,
    pictures: Mapping[str, str] | None = None,
    journal: Journal | None = None,
) -> Sealed:
    """The seal of the dossier in `folder`, whose `files` are written. `report` is free of secrets. `policy` is the
    policy that decided, as JSON text; `pictures` are the pixel digests of page pictures by file name."""
    hashes = {path.relative_to(folder).as_posix(): digest(path.read_bytes()) for path in files}
    events = list(journal.events if journal else ())
    now = datetime.now(UTC).isoformat(timespec="milliseconds")
    events += [Event("written", {"file": name, "sha256": hashes[name]}, now) for name in sorted(hashes)]
    lines, before = chained(events)
    manifest = canonical(
        {
            "schema": SCHEMA,
            "atomcite": report.version,
            "document": report.document.model_dump(mode="json", include={"name", "sha256", "kind", "page_count"}),
            "settings": dict(report.settings),
            "policy": None if policy is None else {"rules": policy, "sha256": digest(policy.encode())},
            "engines": sorted(_engines(report)),
            "packages": _packages(),
            "replies": _replies(report),
            "pages": dict(pictures or {}),
            "files": hashes,
            "events": {"count": len(lines), "head": before},
        }
    )
    lines.append(sealing_line(len(lines), manifest, before))
    return Sealed(manifest, b"".join(line + b"\n" for line in lines), digest(lines[-1]))


def sealing_line(number: int, manifest: bytes, before: str) -> bytes:
    """The last event. Nothing in it is free, so that a change of any byte of it shows."""
    return line_of(number, Event("sealed", {"manifest": digest(manifest)}, None), before)


def _results(*results: ChannelResult | None) -> list[ChannelResult]:
    return [result for result in results if result is not None]


def _replies(report: Report) -> list[dict[str, str]]:
    """Hashes of the raw replies of models."""
    found: list[dict[str, str]] = []
    for claim in report.claims:
        looked = (result for look in claim.looks for result in (look.text, look.image))
        for result in _results(claim.text, claim.image, *looked):
            if result.raw is not None:
                raw = digest(result.raw.encode("utf-8", "surrogatepass"))
                found.append({"claim": claim.id, "channel": result.channel, "engine": result.engine, "sha256": raw})
    return found


def _engines(report: Report) -> set[str]:
    claims = report.claims
    found = {r.engine for c in claims for r in _results(c.text, c.image)}
    found |= {r.engine for c in claims for look in c.looks for r in _results(look.text, look.image)}
    return found | {e.engine for c in claims for r in _results(c.text, c.image) for e in r.evidence}


def _packages() -> dict[str, str]:
    """Versions of the libraries that pixels and words depend on."""
    found = {}
    for name in _PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found
