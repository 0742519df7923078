"""The store on disk: shared by processes, bounded, and never wrong."""

import multiprocessing
from pathlib import Path

import pytest

from atomcite.cache import DiskCache
from atomcite.errors import CacheError


def test_gives_back_what_was_put_under_the_same_key_only(tmp_path: Path) -> None:
    cache = DiskCache(tmp_path)
    cache.put("ocr", {"page": "abc", "engine": "t 5"}, b"words")
    assert cache.get("ocr", {"engine": "t 5", "page": "abc"}) == b"words"
    assert cache.get("ocr", {"page": "abc", "engine": "t 6"}) is None
    assert cache.get("reply", {"page": "abc", "engine": "t 5"}) is None
    assert DiskCache(tmp_path).get("ocr", {"page": "abc", "engine": "t 5"}) == b"words"
    assert (cache.hits.total(), cache.misses.total()) == (1, 2)


def test_a_damaged_entry_is_a_miss(tmp_path: Path) -> None:
    cache = DiskCache(tmp_path)
    cache.put("ocr", {"k": 1}, b"words")
    (entry,) = (p for p in tmp_path.rglob("*") if p.is_file())
    entry.write_bytes(entry.read_bytes()[:-1] + b"X")
    assert cache.get("ocr", {"k": 1}) is None
    entry.write_bytes(b"")
    assert cache.get("ocr", {"k": 1}) is None


def test_stays_near_its_limit_and_drops_what_was_unused_longest(tmp_path: Path) -> None:
    cache = DiskCache(tmp_path, limit=100_000)
    cache.put("render", {"n": -1}, b"x" * 1000)
    for n in range(300):
        cache.put("render", {"n": n}, b"x" * 1000)
        cache.get("render", {"n": -1})
    assert sum(cache.info().size.values()) <= 106_000 + 300 * 32
    assert cache.get("render", {"n": -1}) is not None
    assert cache.get("render", {"n": 299}) is not None
    assert cache.get("render", {"n": 0}) is None


def _fill(folder: Path, worker: int) -> int:
    cache = DiskCache(folder, limit=200_000)
    good = 0
    for n in range(150):
        value = f"{n}".encode() * 500
        cache.put("ocr", {"n": n}, value)
        found = cache.get("ocr", {"n": (n * 7 + worker) % 150})
        good += found is None or found == f"{(n * 7 + worker) % 150}".encode() * 500
    return good


def test_several_processes_share_a_folder(tmp_path: Path) -> None:
    with multiprocessing.get_context("spawn").Pool(3) as pool:
        assert pool.starmap(_fill, [(tmp_path, worker) for worker in range(3)]) == [150] * 3
    assert not list(tmp_path.rglob(".new-*"))


def test_clear_leaves_other_files_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("keep")
    cache = DiskCache(tmp_path)
    cache.put("ocr", {"n": 1}, b"a")
    cache.put("reply", {"n": 1}, b"b")
    assert cache.info().entries == {"ocr": 1, "reply": 1}
    assert cache.clear() == 2
    assert cache.get("ocr", {"n": 1}) is None
    assert (tmp_path / "mine.txt").read_text() == "keep"
    cache.put("ocr", {"n": 1}, b"again")
    assert cache.get("ocr", {"n": 1}) == b"again"


def test_a_folder_that_cannot_be_made_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CacheError, match="ATOMCITE_CACHE"):
        DiskCache(tmp_path / "file" / "cache")
