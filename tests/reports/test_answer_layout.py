from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from report_samples import sample_report

from atomcite.answers import decompose
from atomcite.domain import Action, ClaimResult, ClaimVerdict
from atomcite.reports import to_html
from atomcite.reports.answer_layout import Close, Open, Visible, divided, layout
from atomcite.reports.marked_answer import laid_out

ANSWER = """# Results

Sales were **4.2 million** \\* in [the year](http://example.org) 2024 (p. 2).

1. The quay opened in June (p. 2).
   - It cost 3 million (p. 4).

| Item | Value |
|---|---|
| Crane \\| old | 4.2 (p. 2) |

    code (p. 3)
"""
MARKUP = [
    *(
        "word",
        "12 %",
        " ",
        "\n",
        "\n\n",
        "\r\n",
        "- ",
        "1. ",
        "> ",
        "# ",
        "    ",
        "**",
        "*",
        "`",
        "```\n",
        "~~",
        "|",
        "---",
    ),
    *("[a](b)", "![x](y)", "<br>", "<b>", "&amp;", "\\*", "(p. 7)", "(стр. 7)", "[^1]: n"),
]
markdown = st.lists(st.sampled_from(MARKUP), max_size=25).map("".join)


def results(answer: str) -> tuple[ClaimResult, ...]:
    return tuple(
        ClaimResult(
            **c.model_dump(), cited_pages=(), verdict=ClaimVerdict.UNSUPPORTED, action=Action.DELETE, rule="r"
        )
        for c in decompose(answer).claims
    )


def visible(answer: str) -> list[Visible]:
    return [e for e in layout(answer) if isinstance(e, Visible)]


@settings(max_examples=150, deadline=None)
@given(markdown)
def test_elements_are_nested_and_exact_text_stands_where_it_says(answer):
    inside: list[str] = []
    at = 0
    for event in layout(answer):
        if isinstance(event, Open):
            inside.append(event.name)
        elif isinstance(event, Close):
            assert inside.pop() == event.name
        elif isinstance(event, Visible) and event.start >= 0:
            assert event.start >= at
            at = event.end
            if event.exact:
                assert answer[event.start : event.end] == event.text
    assert inside == []


@settings(max_examples=50, deadline=None)
@given(markdown, st.lists(st.integers(0, 120), max_size=6))
def test_cutting_loses_and_adds_nothing(answer, edges):
    cut = divided(layout(answer), edges)
    assert "".join(e.text for e in cut if isinstance(e, Visible)) == "".join(e.text for e in visible(answer))
    for event in cut:
        if isinstance(event, Visible) and event.exact:
            assert not [e for e in edges if event.start < e < event.end]


def test_markup_is_not_shown_and_escapes_are_undone():
    shown = "".join(e.text for e in visible(ANSWER))
    assert "Sales were 4.2 million * in the year 2024 (p. 2)." in shown
    assert "Crane | old" in shown
    assert "example.org" not in shown


@pytest.mark.parametrize("answer", [ANSWER, ANSWER.replace("\n", "\r\n")])
def test_each_claim_is_found_in_the_answer_and_ends_once(answer):
    claims = results(answer)
    laid = laid_out(answer, claims)
    for number, claim in enumerate(claims):
        said = [i for i in laid if i.piece and not i.piece.citation and number in i.piece.claims]
        words = "".join(i.event.text for i in said if isinstance(i.event, Visible))
        written = "".join(s.of(answer) for s in claim.spans)
        assert {ch for ch in words if ch.isalnum()} <= set(written)
        assert words.strip()
        assert [n for i in laid for n in i.ends].count(number) == 1


class Tags(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.seen: list[tuple[str, str | None]] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, dict(attrs).get("class")))


def test_the_html_report_shows_lists_and_tables_as_such_and_no_heading_of_the_answer_as_its_own():
    report = sample_report().model_copy(update={"answer": ANSWER, "claims": results(ANSWER)})
    seen = Tags(to_html(report, lambda page: None)).seen
    tags = [tag for tag, _ in seen]
    assert tags.count("table") == 1
    assert "strong" in tags
    assert ("p", "heading h1") in seen
    assert tags.count("h1") == 1
    assert [c for t, c in seen if t == "a" and c and c.startswith("part")]
