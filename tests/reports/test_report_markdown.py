import html
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from report_samples import sample_report, with_every_verdict
from report_strategies import reports

from atomcite.domain import Report
from atomcite.reports.markdown import escape, to_markdown
from atomcite.reports.untrusted import one_line

MARKDOWN = MarkdownIt("gfm-like", {"linkify": False, "html": True})


def shown(rendered: str) -> str:
    return html.unescape(re.sub(r"<[^>]*>", "", rendered))


@given(st.text(st.characters(codec="utf-8"), max_size=60))
def test_escaped_text_renders_as_itself(text):
    rendered = MARKDOWN.render(f"x {escape(text)}")
    assert shown(rendered).strip() == f"x {one_line(text)}".strip()
    assert rendered.count("<") == 2


@given(
    st.sampled_from(["#", "-", "+", "=", ">", "1.", "12)", "---", "===", "```", "    ", "~~~", "* * *", "|"]),
    st.text("ab -|`#1.", max_size=8),
)
def test_escaped_text_at_the_start_of_a_line_makes_no_block(start, rest):
    rendered = MARKDOWN.render(escape(start + rest))
    assert shown(rendered).strip() == one_line(start + rest)
    assert set(re.findall(r"<(\w+)", rendered)) <= {"p"}


def test_pipes_and_scripts_stay_in_their_cell():
    report = sample_report()
    evil = report.claims[0].model_copy(
        update={
            "statement": "a | b\n| c |<script>alert(1)</script>![x](http://evil.example/x.png) http://evil.example"
        }
    )
    text = to_markdown(report.model_copy(update={"claims": (evil,)}))
    rendered = MARKDOWN.render(text)
    assert "<script" not in rendered
    assert "<img" not in rendered
    assert "<a " not in rendered
    assert "http://" not in text
    table = rendered[rendered.index("<tbody>") : rendered.index("</tbody>")]
    assert table.count("<tr>") == 1
    assert table.count("<td>") == 9


@pytest.mark.parametrize("language", ["en", "ru"])
def test_table_has_a_row_for_every_verdict_combination(language):
    report = with_every_verdict(sample_report())
    rendered = MARKDOWN.render(to_markdown(report, language))
    table = rendered[rendered.index("<tbody>") : rendered.index("</tbody>")]
    assert table.count("<tr>") == len(report.claims)
    assert table.count("<td>") == 9 * len(report.claims)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(reports, st.sampled_from(["en", "ru"]))
def test_any_report_renders_without_foreign_markup(report: Report, language):
    rendered = MARKDOWN.render(to_markdown(report, language))
    tags = set(re.findall(r"<(\w+)", rendered))
    known = {"h1", "h2", "h3", "p", "ul", "li", "strong", "em", "table", "thead", "tbody", "tr", "th", "td", "br"}
    assert tags <= known | {"blockquote"}


def test_findings_come_before_what_is_correct():
    text = to_markdown(sample_report())
    assert text.index("Claim c2: conflict") < text.index("Claim c8: unsupported") < text.index("Claim c1: correct")
