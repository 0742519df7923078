"""PageWords as bytes for the cache, and back."""

from __future__ import annotations

from pydantic import TypeAdapter, ValidationError

from atomcite.domain import PageWords

_ADAPTER = TypeAdapter(PageWords)


def pack(words: PageWords) -> bytes:
    return _ADAPTER.dump_json(words)


def unpack(data: bytes) -> PageWords | None:
    """None for an entry of another form (an older version wrote it): the page is read again."""
    try:
        return _ADAPTER.validate_json(data)
    except ValidationError:
        return None
