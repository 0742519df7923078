"""The run as a whole, with channels that answer from a script."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scripted import ScriptedJudge, ScriptedVerifier, claim, make_document
from scripted_runs import C, N, S, ScriptedRun, U

from atomcite.cache import DiskCache
from atomcite.documents import Document
from atomcite.domain import (
    Action,
    ChannelVerdict,
    ClaimVerdict,
    NoCache,
    PageSource,
    PageWords,
    message,
)
from atomcite.errors import EngineFailed
from atomcite.pipeline import Run, TextChannel, decide
from atomcite.policies import load
from atomcite.reports import from_json, to_json

PAGES = 8


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_document(tmp_path_factory.mktemp("scripted") / "pages", PAGES)


def test_both_channels_support(folder: Path) -> None:
    bench = ScriptedRun(folder, {(3, "a"): S}, {(3, "a"): S})
    (result,) = bench.check(claim("a", 3)).claims
    assert (result.verdict, result.action, result.suggested_pages) == (ClaimVerdict.CORRECT, Action.KEEP, ())
    assert (result.text.verdict, result.image.verdict) == (S, S)


def test_only_the_cited_page_is_touched_when_nothing_needs_the_window(folder: Path) -> None:
    bench = ScriptedRun(folder, {(3, "a"): S}, {(3, "a"): U})
    (result,) = bench.check(claim("a", 3)).claims
    assert (result.verdict, result.leaning) == (ClaimVerdict.CONFLICT, "image")
    assert bench.read == [3]
    assert bench.meter.totals()["pages_rendered"] == 1
    assert bench.judge.asked == [((3,), ("a",))]


def test_the_window_is_read_for_a_claim_that_neither_channel_supports(folder: Path) -> None:
    bench = ScriptedRun(folder, {(5, "a"): S}, {(5, "a"): S, (2, "a"): S})
    (result,) = bench.check(claim("a", 4)).claims
    assert (result.verdict, result.action) == (ClaimVerdict.WRONG_PAGE, Action.FIX_PAGE)
    assert [(s.page.physical, s.channels) for s in result.suggested_pages] == [
        (5, ("text", "image")),
        (2, ("image",)),
    ]
    assert sorted(bench.read) == [2, 3, 4, 5, 6]


def test_equally_good_pages_are_listed_and_none_is_chosen(folder: Path) -> None:
    bench = ScriptedRun(folder, {(3, "a"): S, (6, "a"): S}, {(3, "a"): S, (6, "a"): S})
    (result,) = bench.check(claim("a", 4)).claims
    assert (result.verdict, result.action) == (ClaimVerdict.WRONG_PAGE, Action.FLAG)
    assert [s.page.physical for s in result.suggested_pages] == [3, 6]


def test_the_window_option_overrides_the_policy(folder: Path) -> None:
    bench = ScriptedRun(folder, {(6, "a"): S}, {(6, "a"): S}, window=1)
    (result,) = bench.check(claim("a", 4)).claims
    assert result.verdict is ClaimVerdict.UNSUPPORTED
    assert sorted(bench.read) == [3, 4, 5]


def test_a_page_that_does_not_exist_is_found_by_code_alone(folder: Path) -> None:
    bench = ScriptedRun(folder, {}, {})
    results = bench.check(claim("a", 47), claim("b", 3, 47), claim("c", 0)).claims
    assert {r.verdict for r in results} == {ClaimVerdict.NO_SUCH_PAGE}
    assert (bench.judge.asked, bench.verifier.asked) == ([], [])
    # A few pages are looked at for printed numbers, whatever the number of claims.
    assert bench.meter.totals()["pages_rendered"] <= 5


def test_a_page_before_the_first_costs_no_reading(folder: Path) -> None:
    bench = ScriptedRun(folder, {}, {})
    (result,) = bench.check(claim("c", 0)).claims
    assert result.verdict is ClaimVerdict.NO_SUCH_PAGE
    assert (bench.read, bench.meter.totals()["pages_rendered"]) == ([], 0)


def test_an_uncited_claim_is_reported_as_such(folder: Path) -> None:
    (result,) = ScriptedRun(folder, {}, {}).check(claim("a")).claims
    assert (result.verdict, result.action) == (ClaimVerdict.UNCITED, Action.FLAG)


def test_a_claim_on_another_document_is_not_judged_by_this_one(folder: Path) -> None:
    other = claim("a", 3)
    cited = other.citations[0].model_copy(update={"document": "other.pdf"})
    own = other.citations[0].model_copy(update={"document": f"{folder.name}.pdf"})
    titled = other.citations[0].model_copy(update={"document": "Segment results"})
    older = other.citations[0].model_copy(update={"document": "Annual report 2019"})
    bench = ScriptedRun(folder, {(3, "a"): S}, {(3, "a"): S})
    report = bench.check(
        *(
            other.model_copy(update={"id": str(n), "citations": (c,)})
            for n, c in enumerate([cited, older, own, titled])
        )
    )
    assert [c.verdict for c in report.claims] == [ClaimVerdict.NOT_CHECKED] * 2 + [ClaimVerdict.CORRECT] * 2
    # Another policy over the stored run knows it, too.
    assert [c.verdict for c in decide(from_json(to_json(report)), load("overview")).claims[:2]] == [
        ClaimVerdict.NOT_CHECKED
    ] * 2


def test_a_page_is_given_to_each_channel_once_with_all_its_claims(folder: Path) -> None:
    script = {(3, s): S for s in "abcd"}
    bench = ScriptedRun(folder, script, script)
    bench.check(*(claim(s, 3) for s in "abcd"))
    assert bench.judge.asked == bench.verifier.asked == [((3,), ("a", "b", "c", "d"))]
    assert bench.read == [3]


def test_joint_citations_are_checked_together_and_idle_pages_named(folder: Path) -> None:
    script = {(3, "a"): S}
    bench = ScriptedRun(folder, script, script)
    (result,) = bench.check(claim("a", 3, 4)).claims
    assert bench.judge.asked == [((3, 4), ("a",))]
    assert result.verdict is ClaimVerdict.CORRECT
    assert any(c.code == "run.page_adds_nothing" and c.args["pages"] == "4" for c in result.comment)


def test_a_constant_shift_is_said_once(folder: Path) -> None:
    script = {(n + 1, s): S for n, s in [(2, "a"), (4, "b"), (6, "c")]}
    report = ScriptedRun(folder, script, script).check(claim("a", 2), claim("b", 4), claim("c", 6))
    assert [n.args["shift"] for n in report.notices if n.code == "run.shifted"] == ["+1"]


def test_numbers_taken_for_positions_are_looked_at_as_printed_ones_too(folder: Path) -> None:
    """Four pages of front matter: what is cited as page 2 stands on the sixth, out of the window."""
    script = {(6, "a"): S, (7, "b"): S, (8, "c"): S}
    run = ScriptedRun(folder, script, script, front=4)
    report = run.check(claim("a", 2), claim("b", 3), claim("c", 4))
    assert [r.verdict for r in report.claims] == [ClaimVerdict.WRONG_PAGE] * 3
    assert [s.physical for r in report.claims for s in r.suggested_pages] == [(6,), (7,), (8,)]
    codes = [n.code for n in report.notices]
    assert codes.count("run.printed_elsewhere") == codes.count("run.shifted") == 1
    assert "page 6 of the file is the one that prints 2" in report.notices[0].render("en")
    none = ScriptedRun(folder, script, script, front=4, window=0)
    none.check(claim("a", 5))
    assert none.pages_asked == {5}
    # Where all is borne out, how the pages are numbered is nobody's trouble; nor where they print their positions.
    assert not ScriptedRun(folder, {(2, "a"): S}, {(2, "a"): S}, front=4).check(claim("a", 2)).notices
    assert not ScriptedRun(folder, {}, {}).check(claim("a", 2)).notices


def test_claims_that_stand_where_they_are_cited_speak_against_a_shift(folder: Path) -> None:
    script = {(3, "a"): S, (5, "b"): S, (4, "c"): S, (6, "d"): S}
    report = ScriptedRun(folder, script, script).check(claim("a", 2), claim("b", 4), claim("c", 4), claim("d", 6))
    assert [r.verdict for r in report.claims] == [ClaimVerdict.WRONG_PAGE] * 2 + [ClaimVerdict.CORRECT] * 2
    assert not [n for n in report.notices if n.code == "run.shifted"]


class Broken(ScriptedVerifier):
    def verify(self, pages: Sequence, statements: Sequence[str]) -> list:
        if pages[0].page == 3:
            raise RuntimeError("out of memory")
        return super().verify(pages, statements)


def test_a_crash_of_one_engine_costs_the_checks_on_that_page_only(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    script = {(3, "a"): S, (4, "b"): S}
    bench = ScriptedRun(folder, script, script)
    bench.verifier = Broken(script)
    report = bench.check(claim("a", 3), claim("b", 4))
    first, second = report.claims
    assert (first.verdict, first.single_channel, first.image.verdict) == (ClaimVerdict.CORRECT, True, N)
    assert "out of memory" in first.image.reason[0].render("en")
    assert [n.args["count"] for n in report.notices if n.code == "run.crashes"] == ["1"]
    assert "out of memory" in caplog.text
    assert (second.verdict, second.single_channel) == (ClaimVerdict.CORRECT, False)


def test_a_page_that_no_engine_reads_is_not_checked_and_never_unsupported(folder: Path) -> None:
    with Document.open(folder) as document:

        def unreadable(page: PageSource) -> PageWords:
            raise EngineFailed("No engine reads this script.", "Install another.")

        text = TextChannel(document, unreadable, ScriptedJudge({}), NoCache())
        (result,) = Run(document, load("default"), text, None).check([claim("a", 3)]).claims
    assert (result.verdict, result.text.verdict) == (ClaimVerdict.NOT_CHECKED, N)
    assert "Install another." in result.text.reason[0].render("en")


def test_a_neighbour_that_could_not_be_read_keeps_the_claim_from_being_deleted(folder: Path) -> None:
    unread = ScriptedRun(folder, {(5, "a"): N}, {(5, "a"): N})
    (result,) = unread.check(claim("a", 4)).claims
    assert (result.verdict, result.action) == (ClaimVerdict.UNSUPPORTED, Action.FLAG)
    assert {c.code: c.args.get("pages") for c in result.comment} == {
        "run.not_near": "2-3, 6",
        "run.neighbours_unread": "5",
    }
    read_by_one = ScriptedRun(folder, {(5, "a"): N}, {(5, "a"): U})
    assert read_by_one.check(claim("a", 4)).claims[0].action is Action.DELETE


def test_a_page_without_words_is_not_judged_and_says_why(folder: Path) -> None:
    def blank(page: PageSource) -> PageWords:
        note = message("ocr.blank_page", page=page.number)
        return PageWords(page=page.number, width=612, height=792, words=(), engine="script 1", notes=(note,))

    with Document.open(folder) as document:
        judge = ScriptedJudge({(3, "a"): S})
        text = TextChannel(document, blank, judge, NoCache())
        (result,) = Run(document, load("default"), text, None).check([claim("a", 3)]).claims
    assert (result.text.verdict, result.text.reason[0].code, judge.asked) == (N, "ocr.blank_page", [])


def test_the_channels_run_side_by_side(folder: Path) -> None:
    """Each channel waits for the other to have begun: in turn, they would wait for ever."""
    meeting = threading.Barrier(2, timeout=20)

    class Judge(ScriptedJudge):
        def judge(self, pages: Sequence[PageWords], statements: Sequence[str]) -> list:
            meeting.wait()
            return super().judge(pages, statements)

    class Verifier(ScriptedVerifier):
        def verify(self, pages: Sequence, statements: Sequence[str]) -> list:
            meeting.wait()
            return super().verify(pages, statements)

    bench = ScriptedRun(folder, {}, {})
    bench.judge, bench.verifier = Judge({(3, "a"): S}), Verifier({(3, "a"): S})
    (result,) = bench.check(claim("a", 3)).claims
    assert result.verdict is ClaimVerdict.CORRECT


def test_a_second_run_asks_no_channel(folder: Path, tmp_path: Path) -> None:
    cache = DiskCache(tmp_path)
    script = {(3, "a"): S, (5, "b"): C}
    first = ScriptedRun(folder, script, script, cache=cache)
    second = ScriptedRun(folder, script, script, cache=cache)
    before, after = first.check(claim("a", 3), claim("b", 5)), second.check(claim("a", 3), claim("b", 5))
    assert before.claims == after.claims
    assert (second.judge.asked, second.verifier.asked) == ([], [])


verdicts = st.sampled_from([S, U, C, N])


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), cited=st.integers(1, PAGES))
def test_no_content_of_a_neighbouring_page_changes_the_verdict_on_the_cited_one(
    folder: Path, data: st.DataObject, cited: int
) -> None:
    """The channel verdicts on the cited page stay as they are whatever the other pages hold, and with them the claim
    verdict, but for the one thing that neighbours may say: where an unsupported claim does stand."""
    on_page = {channel: data.draw(verdicts, label=f"{channel} on the cited page") for channel in ("text", "image")}

    def script(channel: str, around: list[ChannelVerdict]) -> dict[tuple[int, str], ChannelVerdict]:
        return {(p, "a"): on_page[channel] if p == cited else around[p - 1] for p in range(1, PAGES + 1)}

    outcomes = []
    for _ in range(2):
        around = [data.draw(st.lists(verdicts, min_size=PAGES, max_size=PAGES)) for _ in range(2)]
        bench = ScriptedRun(folder, script("text", around[0]), script("image", around[1]))
        outcomes.append(bench.check(claim("a", cited)).claims[0])
    one, other = outcomes
    assert (one.text, one.image) == (other.text, other.image)
    if one.verdict is not other.verdict:
        assert {one.verdict, other.verdict} == {ClaimVerdict.WRONG_PAGE, ClaimVerdict.UNSUPPORTED}
    if S in on_page.values():
        assert one == other
