"""What a chain of judges asks of whom, whose word stands, and what it costs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from model_server import Answer, completion, model_server
from nli_oracle import Oracle as NliOracle
from typeset import typeset

from atomcite.domain import ChannelResult, ChannelVerdict, Missing, PageWords, Usage, message
from atomcite.errors import EndpointError, EngineFailed, UsageError
from atomcite.judge import JUDGES, ChainJudge, JudgeParts, RulesJudge, get, names
from atomcite.judge.chain import Link, settled_by_rules, settled_when_sure
from atomcite.judge.nli import NliJudge, Score
from atomcite.pipeline.meter import RunMeter
from atomcite.serving import Budget, ChatClient

SUPPORTED, UNSUPPORTED = ChannelVerdict.SUPPORTED, ChannelVerdict.UNSUPPORTED
CONTRADICTED, NOT_CHECKED = ChannelVerdict.CONTRADICTED, ChannelVerdict.NOT_CHECKED

PAGE = typeset(
    """
The supervisory board of Orion Steel AG met in Graz on 3 March 2023 and approved the budget.

Capital expenditure in 2018 was 1,577 million euros.

The managing director may not grant loans to members of the board.
"""
)
VERBATIM = "Capital expenditure in 2018 was 1,577 million euros."
WRONG_NUMBER = "Capital expenditure in 2018 was 1,755 million euros."
ABSENT_NUMBER = "The company employs 4,211 people."
PARAPHRASE = "The firm's overseers gave their blessing to the spending plan."
REVERSED = "The managing director may grant loans to members of the board."
INK = "The page is signed."


def said(verdict: ChannelVerdict, grade: int | None, *codes: str) -> ChannelResult:
    return ChannelResult(
        channel="text",
        verdict=verdict,
        grade=grade,
        engine="typeset 1 > oracle 7",
        reason=tuple(message(c) for c in codes) or (message("judge.not_stated"),),
        usage=Usage(calls=1, prompt_tokens=100, completion_tokens=5),
        raw="reply",
    )


@dataclass
class Oracle:
    """A judge that gives every statement the same answer, or raises, and keeps what it was asked."""

    answer: ChannelResult | Exception
    name: str = "oracle"
    version: str = "7"
    lacks: Missing | None = None
    asked: list[str] = field(default_factory=list)

    def missing(self) -> Missing | None:
        return self.lacks

    def judge(self, pages: Sequence[PageWords], statements: Sequence[str]) -> list[ChannelResult]:
        self.asked += statements
        if isinstance(self.answer, Exception):
            raise self.answer
        return [self.answer] * len(statements)


def chain(*later: Oracle) -> ChainJudge:
    parts = JudgeParts()
    rules = Link(RulesJudge(parts.pages), settled_by_rules(parts.values.settles))
    return ChainJudge([rules, *(Link(j, settled_when_sure) for j in later)])


def codes(result: ChannelResult) -> list[str]:
    return [m.code for m in result.reason]


@pytest.mark.parametrize("statement", [VERBATIM, WRONG_NUMBER, ABSENT_NUMBER, INK])
def test_what_the_rules_settle_is_not_escalated(statement: str) -> None:
    oracle = Oracle(said(SUPPORTED, 2))
    alone = RulesJudge().judge([PAGE], [statement])[0]
    (result,) = chain(oracle).judge([PAGE], [statement])
    assert oracle.asked == []
    assert (result.verdict, result.grade) == (alone.verdict, alone.grade)
    assert result.usage == Usage()


@pytest.mark.parametrize(
    ("statement", "settled"),
    [
        ("Capital expenditure was 1,577 million US dollars in 2018.", True),
        ("Petra Wolff answers to the board.", True),
        ("Petra Wolff answers to the board in all matters of finance.", False),
        ("The manager may sell the mine.", False),
    ],
)
def test_all_words_of_a_claim_settle_it_only_in_a_whole_sentence_or_in_a_table(statement: str, settled: bool) -> None:
    page = typeset(
        """
Petra Wolff answers to the board.

The manager may sell the mine with the consent of the owner only.

(in millions of US dollars)

 | 2019 | 2018
Capital expenditure | 1,604 | 1,577
Research and development | 233 | 210
"""
    )
    oracle = Oracle(said(UNSUPPORTED, 4))
    chain(oracle).judge([page], [statement])
    assert (oracle.asked == []) == settled


@pytest.mark.parametrize("statement", [WRONG_NUMBER, ABSENT_NUMBER])
def test_no_judge_turns_a_wrong_value_positive(statement: str) -> None:
    for judge in (chain(Oracle(said(SUPPORTED, 1))), chain(Oracle(said(SUPPORTED, 1)), Oracle(said(SUPPORTED, 1)))):
        (result,) = judge.judge([PAGE], [statement])
        assert result.verdict in {UNSUPPORTED, CONTRADICTED}


def test_what_the_rules_do_not_find_is_asked_further_and_says_who_settled_it_at_what_cost() -> None:
    oracle = Oracle(said(SUPPORTED, 2))
    results = chain(oracle).judge([PAGE], [VERBATIM, PARAPHRASE])
    assert oracle.asked == [PARAPHRASE]
    assert [r.verdict for r in results] == [SUPPORTED, SUPPORTED]
    assert results[1].engine.startswith("typeset 1 > rules ")
    assert results[1].engine.endswith(" > oracle 7")
    assert results[1].usage == Usage(calls=1, prompt_tokens=100, completion_tokens=5)
    settled = [next(m.args["judge"] for m in r.reason if m.code == "chain.settled_by") for r in results]
    assert settled == ["rules", "oracle"]
    assert results[1].raw == "reply"


def test_partial_support_goes_on_to_the_next_judge_and_its_cost_adds_up() -> None:
    middle, last = Oracle(said(SUPPORTED, 3), name="middle"), Oracle(said(UNSUPPORTED, 4), name="last")
    (result,) = chain(middle, last).judge([PAGE], [PARAPHRASE])
    assert middle.asked == last.asked == [PARAPHRASE]
    assert result.verdict is UNSUPPORTED
    assert result.usage.calls == 2


def test_a_sure_answer_ends_the_chain() -> None:
    middle, last = Oracle(said(UNSUPPORTED, 4)), Oracle(said(SUPPORTED, 1))
    chain(middle, last).judge([PAGE], [PARAPHRASE])
    assert last.asked == []


@pytest.mark.parametrize(
    "failure", [said(NOT_CHECKED, None, "judge.unreadable"), EngineFailed("The model is too large.", "Take another.")]
)
def test_where_a_later_judge_fails_the_earlier_word_stands_for_now(failure: ChannelResult | Exception) -> None:
    (result,) = chain(Oracle(failure)).judge([PAGE], [PARAPHRASE])
    assert result.verdict is UNSUPPORTED
    assert "chain.later_failed" in codes(result)
    assert next(m.args["judge"] for m in result.reason if m.code == "chain.settled_by") == "rules"
    assert result.provisional
    for language in ("en", "ru"):
        assert all(m.render(language) for m in result.reason)  # type: ignore[arg-type]


def test_the_next_judge_is_asked_where_the_one_between_failed() -> None:
    (result,) = chain(Oracle(EngineFailed("gone"), name="middle"), Oracle(said(SUPPORTED, 2), name="last")).judge(
        [PAGE], [PARAPHRASE]
    )
    assert result.verdict is SUPPORTED
    assert not result.provisional


def test_a_server_that_can_not_be_used_ends_the_run() -> None:
    with pytest.raises(EndpointError):
        chain(Oracle(EndpointError("no such model"))).judge([PAGE], [PARAPHRASE])


def test_support_for_what_the_rules_take_for_denied_is_a_disagreement() -> None:
    alone = RulesJudge().judge([PAGE], [REVERSED])[0]
    assert alone.verdict is CONTRADICTED
    (result,) = chain(Oracle(said(SUPPORTED, 2))).judge([PAGE], [REVERSED])
    assert result.verdict is NOT_CHECKED
    assert codes(result)[0] == "chain.disagree"


def test_support_for_a_name_that_is_not_on_the_page_is_partial() -> None:
    (result,) = chain(Oracle(said(SUPPORTED, 1))).judge([PAGE], ["Brigitte Kaltenbrunner chaired the meeting."])
    assert (result.verdict, result.grade) == (SUPPORTED, 3)
    assert any(m.code == "judge.name_missing" and "Kaltenbrunner" in m.args["names"] for m in result.reason)


def test_a_chain_lacks_what_any_of_its_judges_lacks() -> None:
    lacks = Missing("torch", "--judge nli", "pip install x")
    assert chain(Oracle(said(SUPPORTED, 1)), Oracle(said(SUPPORTED, 1), lacks=lacks)).missing() == lacks
    assert chain(Oracle(said(SUPPORTED, 1))).missing() is None


def test_the_version_of_a_chain_changes_with_each_judge() -> None:
    answer = said(SUPPORTED, 1)
    found = {chain(Oracle(answer, version=a), Oracle(answer, version=b)).version for a in "12" for b in "12"}
    assert len(found) == 4


@pytest.mark.parametrize(
    ("given", "part"), [("rules+oracle", "oracle"), ("rules+rules", "twice"), ("", "''"), ("rules+", "''")]
)
def test_names_that_are_none_or_come_twice_are_refused(given: str, part: str) -> None:
    with pytest.raises(UsageError, match=part):
        names(given)


def test_judges_are_joined_by_their_names() -> None:
    assert names("rules + nli") == ("rules", "nli")
    assert get("rules+nli").name == "rules+nli"
    assert get("rules").name == "rules"


def test_a_judge_in_front_of_the_rules_leaves_them_their_veto() -> None:
    parts = JudgeParts()
    reverse = ChainJudge(
        [
            Link(Oracle(said(SUPPORTED, 3)), settled_when_sure),
            Link(RulesJudge(parts.pages), settled_by_rules(parts.values.settles)),
        ]
    )
    (result,) = reverse.judge([PAGE], [WRONG_NUMBER])
    assert result.verdict is CONTRADICTED


# --- the real judges in a row -----------------------------------------------------------------------------------

FOR_NLI = "The firm's overseers gave their blessing to the spending plan."
FOR_LLM = "Nobody on the board may be lent money by its chief."
QUOTE = "may not grant loans to members of the board"


def half_sure(premise: str, hypothesis: str) -> Score:
    if hypothesis == FOR_NLI:
        return Score(0.97 if "Graz" in premise else 0.01, 0.01)
    return Score(0.5 if "loans" in premise else 0.01, 0.01)


def says_supported(body: dict[str, Any], number: int) -> Answer:
    line = next(x for x in body["messages"][1]["content"].splitlines() if x.startswith("["))
    told = {"verdict": "supported", "grade": 2, "quote": QUOTE, "reason": "so it is"}
    return completion({"results": [{"id": c["id"], **told} for c in json.loads(line)]})


@pytest.fixture
def half_sure_nli(monkeypatch: pytest.MonkeyPatch) -> NliOracle:
    oracle = NliOracle(half_sure)
    monkeypatch.setitem(JUDGES, "nli", lambda parts: NliJudge(oracle, parts.pages))
    return oracle


def test_each_of_three_judges_settles_its_own(half_sure_nli: NliOracle) -> None:
    meter = RunMeter()
    with model_server(says_supported) as server:
        parts = JudgeParts(chat=ChatClient(server.url, "m", None, meter=meter), meter=meter)
        results = get("rules+nli+llm", parts).judge([PAGE], [VERBATIM, WRONG_NUMBER, FOR_NLI, FOR_LLM])
        sent = [json.dumps(b) for b in server.requests]
    assert [r.verdict for r in results] == [SUPPORTED, CONTRADICTED, SUPPORTED, SUPPORTED]
    settled = [next(m.args["judge"] for m in r.reason if m.code == "chain.settled_by") for r in results]
    assert settled == ["rules", "rules", "nli", "llm"]
    assert {h for _, h in half_sure_nli.asked} == {FOR_NLI, FOR_LLM}
    assert any(FOR_LLM in body for body in sent)
    assert not any(other in body for body in sent for other in (WRONG_NUMBER, FOR_NLI))
    assert [" > nli " in r.engine for r in results] == [False, False, True, True]
    assert [" > llm " in r.engine for r in results] == [False, False, False, True]
    assert results[3].usage.prompt_tokens > 0
    assert results[3].usage.calls > meter.totals()["model_calls"] > 0  # the passages that nli scored count too
    assert results[3].evidence[0].quote.rstrip(".") == QUOTE


def test_a_spent_budget_leaves_the_word_of_the_judge_before(half_sure_nli: NliOracle) -> None:
    with model_server(says_supported) as server:
        chat = ChatClient(server.url, "m", None, budget=Budget(max_calls=0))
        (result,) = get("rules+nli+llm", JudgeParts(chat=chat)).judge([PAGE], [FOR_LLM])
        assert server.requests == []
    assert result.verdict is UNSUPPORTED
    assert "chain.later_failed" in codes(result)
    assert result.provisional
