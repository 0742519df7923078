"""Answers in HTML, and HTML in Markdown: tags are no words, and a corrected answer keeps them whole."""

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from atomcite.answers import apply, corrections, decompose, marked_up, patch_of, reverse
from atomcite.domain import Action, ClaimResult, ClaimVerdict

Expected = list[tuple[str, list[str]]]

CASES: list[tuple[str, Expected]] = [
    (
        "<p>Revenue was <b>120 million</b> euros (p. 1).</p>\n<p>Costs fell <em>(p. 2)</em>.</p>",
        [("Revenue was 120 million euros", ["1"]), ("Costs fell", ["2"])],
    ),
    (
        "<ul><li>Revenue grew (p. 1)</li><li>Costs fell</li><li>Profit rose <i>(p. 3)</i></li></ul>",
        [("Revenue grew", ["1"]), ("Costs fell", []), ("Profit rose", ["3"])],
    ),
    (
        "<p>Key figures (p. 7):</p>\n<ul>\n  <li>Revenue: 4.2 M</li>\n  <li>Profit: 1.1 M (p. 9)</li>\n</ul>",
        [("Revenue: 4.2 M", ["7"]), ("Profit: 1.1 M", ["9"])],
    ),
    (
        "Revenue grew (p. 1)<br>Costs fell (p. 2)<br/>\nProfit rose (p. 3)",
        [("Revenue grew", ["1"]), ("Costs fell", ["2"]), ("Profit rose", ["3"])],
    ),
    ("Revenue grew<br>to 5 M (p. 3).", [("Revenue grew to 5 M", ["3"])]),
    (
        "<table><tr><th>Metric</th><th>2023</th><th>Page</th></tr>"
        "<tr><td>Revenue</td><td>4.2 M</td><td>7</td></tr></table>",
        [("Revenue, 2023: 4.2 M", ["7"])],
    ),
    (
        "<h2>Revenue (p. 7)</h2><p>Sales grew.</p><h2>Other</h2><p>Costs fell.</p>",
        [
            ("Sales grew", ["7"]),
            ("Costs fell", []),
        ],
    ),
    ("<script>alert('Revenue was 5 (p. 1)')</script>\n\nCosts fell (p. 2).", [("Costs fell", ["2"])]),
    ("<style>\np { color: red }\n\n</style>\nCosts fell (p. 2).", [("Costs fell", ["2"])]),
    ("<!-- Revenue grew (p. 1) -->Costs fell (p. 2).", [("Costs fell", ["2"])]),
    ("<img src=x onerror=alert(2)> Costs fell (p. 2).", [("Costs fell", ["2"])]),
    ("Costs&nbsp;fell &lt; 5&nbsp;%, R&amp;D rose (p. 2).", [("Costs fell < 5 %, R&D rose", ["2"])]),
    ("Profit<EBIT and debt>cash were seen (p. 2).", [("Profit<EBIT and debt>cash were seen", ["2"])]),
    ("Выручка <strong>выросла</strong> (стр.&nbsp;7).", [("Выручка выросла", ["7"])]),
]


@pytest.mark.parametrize(("answer", "expected"), CASES)
def test_tags_part_blocks_and_are_no_words(answer: str, expected: Expected) -> None:
    assert [(c.statement, [r.raw for r in c.refs]) for c in decompose(answer).claims] == expected


@pytest.mark.parametrize(
    ("answer", "deleted", "corrected"),
    [
        (
            "<p>Revenue was <b>5 M</b> (p. 1). Costs fell (p. 2).</p>",
            {"c1"},
            "<p>~~Revenue was <b>5 M</b> (p. 1).~~ Costs fell (p. 2).</p>",
        ),
        (
            "<ul><li>Revenue grew <em>(p. 1)</em></li><li>Costs fell (p. 2)</li></ul>",
            {"c2"},
            "<ul><li>Revenue grew <em>(p. 1)</em></li><li>~~Costs fell (p. 2)~~</li></ul>",
        ),
        (
            "<p>Revenue grew <em>(p. 1)</em></p>",
            {"c1"},
            "<p>~~Revenue grew~~ <em>~~(p. 1)~~</em></p>",
        ),
    ],
)
def test_only_words_are_struck_out(answer: str, deleted: set[str], corrected: str) -> None:
    assert marked_up(answer, corrections(results_of(answer, deleted), answer)) == corrected


TAGS = "b /b p /p li /li ul /ul br em /em td /td th /th tr h2 /h2"
PIECES = [f"<{name}>" for name in TAGS.split()]
PIECES += ["Revenue grew ", "Costs fell ", " and ", "(p. 7)", ". ", "\n", "\n\n", "- ", "&nbsp;", "<img src=x>"]
PIECES += ["<!-- x -->", "<script>", "</script>", "| a | b |\n|---|---|\n| <b>x | 5</b> (p. 2) |\n"]


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=25).map("".join).filter(str.strip), st.data())
def test_a_corrected_answer_keeps_tags_in_pairs_and_can_be_undone(answer: str, data: st.DataObject) -> None:
    claims = decompose(answer).claims
    deleted = {c.id for c in claims if data.draw(st.booleans())}
    edits = corrections(results_of(answer, deleted), answer)
    for edit in edits:
        assert any(ch.isalnum() for ch in re.sub(r"<[^<>]*>|&nbsp;", "", edit.old))
        opened = re.findall(r"<(?!!|img|br)(\w+)", edit.old)
        closed = re.findall(r"</(\w+)", edit.old)
        assert sorted(opened) == sorted(closed)
    patch = patch_of(answer, edits, form="proposed")
    assert reverse(marked_up(answer, edits), patch) == answer
    tags = re.compile(r"<[^<>]*>")
    assert not deleted or len(tags.findall(apply(answer, edits))) <= len(tags.findall(answer))


def results_of(answer: str, deleted: set[str]) -> list[ClaimResult]:
    return [
        ClaimResult(
            id=claim.id,
            statement=claim.statement,
            origin=claim.origin,
            spans=claim.spans,
            citations=claim.citations,
            cited_pages=(),
            verdict=ClaimVerdict.UNSUPPORTED,
            action=Action.DELETE if claim.id in deleted else Action.KEEP,
            suggested_pages=(),
            rule="test",
        )
        for claim in decompose(answer).claims
    ]
