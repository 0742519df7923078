"""Statements that have most words and numbers of a page and say something else than it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from typeset import typeset

from atomcite.judge import get

_PAGES: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("nearly_so.toml").read_text("utf-8"))["page"]


@pytest.mark.parametrize("page", _PAGES, ids=[p["name"] for p in _PAGES])
def test_what_is_nearly_so_is_not_supported_and_what_is_so_is(page: dict[str, Any]) -> None:
    words = typeset(page["text"])
    statements = [*page["sound"], *page["false"]]
    results = get("rules").judge([words], statements)
    supported = [s for s, r in zip(statements, results, strict=True) if r.verdict == "supported"]
    assert supported == page["sound"]
