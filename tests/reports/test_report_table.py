import io

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from report_samples import sample_report, with_every_verdict
from report_strategies import reports
from rich.cells import cell_len
from rich.console import Console

from atomcite.domain import Action, ClaimVerdict, Message, Report
from atomcite.reports.labels import SYMBOLS, Labels
from atomcite.reports.table import print_report, to_text

WIDTHS = (40, 80, 100, 120, 169, 170, 200)


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("width", WIDTHS)
def test_fits_the_width_and_says_everything(width, language):
    report = sample_report()
    text = to_text(report, language, width)
    assert max(cell_len(line) for line in text.splitlines()) <= width
    labels = Labels(language)
    for claim in report.claims:
        assert claim.id in text
        assert SYMBOLS[claim.verdict] in text
    for verdict in {c.verdict for c in report.claims}:
        assert labels.verdict(verdict).split()[0] in text
    if width >= 60:
        for claim in report.claims:
            for word in claim.statement.split():
                assert word in text


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("width", WIDTHS)
def test_every_verdict_combination_renders(width, language):
    report = with_every_verdict(sample_report())
    text = to_text(report, language, width)
    assert text.count(SYMBOLS[ClaimVerdict.CONFLICT]) >= len(Action)
    assert max(cell_len(line) for line in text.splitlines()) <= width


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(reports, st.sampled_from(WIDTHS), st.sampled_from(["en", "ru"]))
def test_any_report_fits_and_holds_no_control_characters(report: Report, width, language):
    text = to_text(report, language, width)
    assert not {c for c in text if ord(c) < 32 and c != "\n"}
    assert all(cell_len(line) <= width for line in text.split("\n"))


def test_long_statements_are_wrapped_not_cut():
    report = sample_report()
    statement = " ".join(f"word{i}" for i in range(120)) + " " + "x" * 300
    claim = report.claims[0].model_copy(update={"statement": statement, "id": "0123456789abcdef0123456789"})
    for width in (80, 120, 200):
        text = to_text(report.model_copy(update={"claims": (claim,)}), "en", width)
        for i in range(120):
            assert f"word{i}" in text
        assert text.count("x") >= 300
        assert "…" not in text


def test_markup_and_escape_sequences_in_statements_do_nothing():
    report = sample_report()
    evil = report.claims[0].model_copy(
        update={"statement": "[bold red]x[/] \x1b[2J\x1b]0;title\x07 \u202e12.5\u202c"}
    )
    file = io.StringIO()
    console = Console(file=file, width=200, force_terminal=True, color_system="truecolor", legacy_windows=False)
    print_report(report.model_copy(update={"claims": (evil,)}), "en", console)
    text = file.getvalue()
    assert "[bold red]x[/]" in text
    assert "\x1b[2J" not in text
    assert "\x1b]0" not in text
    assert "\x07" not in text
    assert "\u202e" not in text


def test_no_colour_when_the_output_is_not_a_terminal():
    file = io.StringIO()
    print_report(sample_report(), "en", Console(file=file, width=120))
    assert "\x1b" not in file.getvalue()


def test_colour_on_a_terminal_with_symbols_beside_it():
    file = io.StringIO()
    console = Console(file=file, width=120, force_terminal=True, color_system="standard", legacy_windows=False)
    print_report(sample_report(), "en", console)
    assert "\x1b[" in file.getvalue()
    assert "≠ conflict" in file.getvalue()


def test_symbols_are_plain_where_the_terminal_has_no_others():
    raw = io.BytesIO()
    file = io.TextIOWrapper(raw, encoding="ascii", errors="strict")
    print_report(sample_report(), "en", Console(file=file, width=120))
    file.flush()
    assert b"! conflict" in raw.getvalue()


def test_reason_given_by_both_channels_is_told_once():
    report = sample_report()
    claim = report.claims[3]
    assert claim.text is not None
    assert claim.image is not None
    same = (Message(code="one and the same"),)
    claim = claim.model_copy(
        update={
            "text": claim.text.model_copy(update={"reason": same}),
            "image": claim.image.model_copy(update={"reason": same}),
        }
    )
    assert to_text(report.model_copy(update={"claims": (claim,)}), "en", 200).count("one and the same") == 1


def test_a_report_without_claims_says_so():
    text = to_text(sample_report().model_copy(update={"claims": ()}), "en", 80)
    assert "no claims" in text
