"""What holds for every answer: nothing lost, nothing invented, every span in its place, and no waiting."""

from __future__ import annotations

import time
from collections import Counter

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from atomcite.answers import decompose
from atomcite.errors import AnswerError

FRAGMENTS = [
    "Revenue grew",
    "profit fell",
    " and ",
    "; ",
    ", but ",
    "12 stores",
    "EUR 500",
    "Alice signed",
    "paid",
    "Inc. ",
    ". ",
    "Выручка выросла",
    "прибыль — 4,2 млн",
    ", а ",
    "п. 4.2 ",
    "т.д. ",
    "руб. ",
    "?",
    ": ",
    " ",
    "“",
    "”",
    "é",
    "(p. 7)",
    "[стр. 3-5]",
    "(pp. 3, 5 and 9)",
    " on page 12 ",
    "According to page 5, ",
    "Page 7:",
    "【7†source】",
    "[7]",
    "[^1]",
    "[^1]: p. 3\n",
    "²",
    "(A-3)",
    "\n",
    "\n\n",
    "\r\n",
    "- ",
    "1. ",
    "# ",
    "> ",
    "**",
    "*",
    "`",
    "```\n",
    "~~",
    "| a | b | Page |\n|---|---|---|\n| x | 5 | 7 |\n",
    "<br>",
    "\\",
    "\x00",
    "\u2028",
    "References\n",
    "(p.\n7)",
    "(p. 0)",
    "(pp. 1-999999)",
    "on the 7th page",
    "&nbsp;",
    "&amp;",
    "<b>",
    "</b>",
    "<li>",
    "<td>",
    "</td>",
    "<tr>",
    "<script>",
    "</script>",
    "    ",
]
ANSWERS = st.one_of(
    st.text(max_size=120),
    st.lists(st.sampled_from(FRAGMENTS), max_size=25).map("".join),
    st.lists(st.one_of(st.sampled_from(FRAGMENTS), st.text(max_size=5)), max_size=25).map("".join),
).filter(str.strip)


@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
@given(ANSWERS, st.booleans(), st.booleans())
@example("А:\U00017000 (p. 3)", False, False)
@example("\ud800 fell (p. 3)", False, False)
def test_no_text_is_lost_or_invented_and_spans_map_back(answer: str, bare_brackets: bool, footnotes: bool) -> None:
    result = decompose(answer, bare_brackets=bare_brackets, footnotes=footnotes)
    assert result.answer == answer
    covered = bytearray(len(answer))
    for number, claim in enumerate(result.claims, 1):
        assert claim.id == f"c{number}"
        assert claim.spans
        ends = [0, *(s.end for s in claim.spans)]
        assert all(before <= s.start < s.end <= len(answer) for before, s in zip(ends, claim.spans, strict=False))
        source = Counter(ch for s in claim.spans for ch in s.of(answer) if ch.isalnum())
        assert not Counter(ch for ch in claim.statement if ch.isalnum()) - source
        for citation in claim.citations:
            assert citation.span is not None
            assert citation.span.of(answer) == citation.text
            assert citation.pages
            assert all(s.end <= citation.span.start or citation.span.end <= s.start for s in claim.spans)
        for span in [*claim.spans, *(c.span for c in claim.citations if c.span)]:
            covered[span.start : span.end] = b"\x01" * (span.end - span.start)
    for span in result.rest:
        assert not any(covered[span.start : span.end])
        covered[span.start : span.end] = b"\x02" * (span.end - span.start)
    assert all(ch.isspace() or covered[n] for n, ch in enumerate(answer))


@settings(max_examples=100, deadline=None)
@given(ANSWERS)
def test_the_same_answer_gives_the_same_claims(answer: str) -> None:
    assert decompose(answer) == decompose(answer)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.integers(1, 900), min_size=1, max_size=6, unique=True),
    st.sampled_from(["(p. {})", "[стр. {}]", "(pp. {})"]),
)
def test_every_page_of_a_list_is_found_in_order(pages: list[int], style: str) -> None:
    answer = f"Alpha grew {style.format(', '.join(map(str, pages)))}."
    (claim,) = decompose(answer).claims
    assert [r.number for r in claim.refs] == pages


@pytest.mark.parametrize(
    "piece",
    [
        "Revenue grew to 4.2 M and 12 stores opened (p. 7). ",
        "Выручка выросла до 4,2 млн, а прибыль упала (стр. 7). ",
        "p. 7, 8, 9, ",
        "(p. 7) ",
        "[p. 7](",
        "- item 5\n",
        "> ",
        "**",
        "“",
        "1,",
        "x and ",
        "page ",
        "Revenue in 2023 was 120 million euros and ",
        "<script>",
        "<b>",
        "<p><!--",
        "<td>5</td>",
        "(((",
        "(a (b",
        "(p.\n",
        "p.&nbsp;",
        "p.\n1. ",
        "on the first page ",
    ],
)
def test_time_grows_with_length_and_not_with_its_square(piece: str) -> None:
    def seconds(size: int) -> float:
        answer = (piece * (size // len(piece) + 1))[:size]
        start = time.process_time()
        decompose(answer)
        return time.process_time() - start

    seconds(200)  # dictionaries are loaded once
    short, long = seconds(4_000), seconds(16_000)
    assert long < max(12 * short, 2.0)


@pytest.mark.parametrize(
    ("piece", "most"),
    [
        ("Revenue in 2023 was 120 million euros and ", 1),
        ("Выручка составила 120 млн рублей, а ", 1),
        ("Revenue was 5 million (p. 3), ", 1),
        ("the Tenant that pays, and the Landlord if he sues, and ", None),
        ("alpha, 5 beta; ", None),
    ],
)
def test_one_sentence_of_any_length_is_taken_apart_in_time(piece: str, most: int | None) -> None:
    def run(size: int) -> float:
        answer = piece * (size // len(piece)) + "(p. 1)."
        start = time.process_time()
        claims = decompose(answer).claims
        spent = time.process_time() - start
        if most is not None:  # every clause is a statement of its own, at the end as at the start
            assert len(claims) >= size // len(piece) - most
        return spent

    run(200)
    short, long = run(8_000), run(32_000)
    assert long < max(8 * short, 0.5)


def test_an_empty_answer_is_an_error() -> None:
    with pytest.raises(AnswerError, match="empty"):
        decompose(" \n")
