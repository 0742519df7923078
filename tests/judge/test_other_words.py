"""Sound statements in other words than the page's, or of several values at once, each with false ones beside."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from typeset import typeset

from atomcite.judge import get

_PAGES: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("other_words.toml").read_text("utf-8"))["page"]


@pytest.mark.parametrize("page", _PAGES, ids=[p["name"] for p in _PAGES])
def test_sound_statements_are_supported_and_those_that_one_word_makes_false_are_not(page: dict[str, Any]) -> None:
    words = typeset(page["text"])
    statements = [*page["sound"], *page["false"]]
    results = get("rules").judge([words], statements)
    supported = [s for s, r in zip(statements, results, strict=True) if r.verdict == "supported"]
    assert supported == page["sound"]
