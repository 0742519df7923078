"""The store on disk: page renders, readings, verdicts and model replies, addressed by what they depend on.

One file an entry, named by the SHA-256 of its kind and key. A file is written under another name and moved into
place, so that several processes can share a folder and a reader never sees half an entry; a checksum in front of the
value turns a damaged file into a miss. The oldest entries (by last use) go when the store outgrows its limit.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import tempfile
import threading
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_cache_path

from atomcite.domain import Key
from atomcite.errors import CacheError

FORMAT = "v1"
DEFAULT_LIMIT = 2 * 1024**3  # bytes: some 2,000 rendered pages
_CHECKSUM = 32  # bytes of SHA-256 before each value


def default_folder() -> Path:
    """`$ATOMCITE_CACHE`, else the user's cache folder for AtomCite."""
    chosen = os.environ.get("ATOMCITE_CACHE")
    return Path(chosen) if chosen else user_cache_path("atomcite")


@dataclass(frozen=True)
class CacheInfo:
    """`entries` and `size` (bytes) for each kind of entry, and the limit (bytes)."""

    folder: Path
    entries: dict[str, int]
    size: dict[str, int]
    limit: int


class DiskCache:
    """A `Cache` in a folder, at most about `limit` bytes. Raises CacheError when the folder can't be used."""

    def __init__(self, folder: Path | None = None, limit: int = DEFAULT_LIMIT) -> None:
        self.folder = folder or default_folder()
        self.limit = limit
        self.hits: Counter[str] = Counter()
        self.misses: Counter[str] = Counter()
        self._root = self.folder / FORMAT
        self._lock = threading.Lock()
        self._written = 0
        try:
            self._root.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CacheError(
                f"The cache folder {self.folder} can't be used: {error.strerror}.",
                "Set ATOMCITE_CACHE to a folder that can be written, or use --no-cache.",
            ) from error

    def get(self, kind: str, key: Key) -> bytes | None:
        path = self._path(kind, key)
        try:
            stored = path.read_bytes()
        except OSError:
            stored = b""
        value = stored[_CHECKSUM:]
        if len(stored) < _CHECKSUM or hashlib.sha256(value).digest() != stored[:_CHECKSUM]:
            with self._lock:
                self.misses[kind] += 1
            return None
        with self._lock:
            self.hits[kind] += 1
        with contextlib.suppress(OSError):
            os.utime(path)  # eviction goes by last use
        return value

    def put(self, kind: str, key: Key, value: bytes) -> None:
        """Stores `value`. A full or read-only disk loses the entry, never the run."""
        path = self._path(kind, key)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".new-")
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(hashlib.sha256(value).digest())
                    file.write(value)
                os.replace(temporary, path)
            except OSError:
                Path(temporary).unlink(missing_ok=True)
                raise
        except OSError:
            return
        with self._lock:
            self._written += len(value)
            due = self._written > self.limit // 20
            if due:
                self._written = 0
        if due:
            self.trim()

    def trim(self) -> None:
        """Drops the least recently used entries until the store is at nine tenths of its limit."""
        found = []
        for path in self._root.glob("*/*/*"):
            with contextlib.suppress(OSError):  # another process may have removed it meanwhile
                stat = path.stat()
                found.append((stat.st_mtime, stat.st_size, path))
        total = sum(size for _, size, _ in found)
        if total <= self.limit:
            return
        for _, size, path in sorted(found, key=lambda item: item[0]):
            if total <= self.limit * 0.9:
                break
            path.unlink(missing_ok=True)
            total -= size

    def info(self) -> CacheInfo:
        entries: Counter[str] = Counter()
        size: Counter[str] = Counter()
        for path in self._root.glob("*/*/*"):
            with contextlib.suppress(OSError):
                size[path.parts[-3]] += path.stat().st_size
                entries[path.parts[-3]] += 1
        return CacheInfo(self.folder, dict(sorted(entries.items())), dict(sorted(size.items())), self.limit)

    def clear(self) -> int:
        """Removes every entry and returns how many there were. Nothing else in the folder is touched."""
        count = sum(self.info().entries.values())
        shutil.rmtree(self._root, ignore_errors=True)
        self._root.mkdir(parents=True, exist_ok=True)
        return count

    def _path(self, kind: str, key: Key) -> Path:
        content = json.dumps([kind, dict(key)], sort_keys=True, ensure_ascii=False, allow_nan=False)
        digest = hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()
        return self._root / kind / digest[:2] / digest[2:]
