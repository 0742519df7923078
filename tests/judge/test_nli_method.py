"""How the judge `nli` asks and decides, with a model whose answers the tests give."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from nli_oracle import Answer, Oracle, entails
from typeset import typeset

from atomcite.domain import ChannelResult, ChannelVerdict, PageWords
from atomcite.judge import JudgeParts, get
from atomcite.judge.nli import NliJudge, Score
from atomcite.judge.nli.chunks import chunks_of, units_of
from atomcite.judge.prepared import Prepared
from atomcite.judge.prepared_pages import PreparedPages

SUPPORTED, UNSUPPORTED = ChannelVerdict.SUPPORTED, ChannelVerdict.UNSUPPORTED
CONTRADICTED, NOT_CHECKED = ChannelVerdict.CONTRADICTED, ChannelVerdict.NOT_CHECKED
ASSETS = """
Orion Steel AG, capital budget
(in millions of US dollars)

 | 2019 | 2018
Capital expenditure | 1,604 | 1,577
Research and development | 233 | 210
"""
PROSE = """
The supervisory board met in Graz and approved the budget for the coming year without a dissenting vote among members.

Loans to members of the managing board need the consent of the supervisory board. They may not run for longer than
a year.

The harbour office in Trieste was opened by Petra Wolff. It employs 42 people.
"""


def judged(oracle: Oracle, pages: PageWords | Sequence[PageWords], statement: str) -> ChannelResult:
    return NliJudge(oracle).judge([pages] if isinstance(pages, PageWords) else pages, [statement])[0]


def codes(result: ChannelResult) -> list[str]:
    return [m.code for m in result.reason]


# --- chunks -----------------------------------------------------------------------------------------------------


def prepared(text: str) -> Prepared:
    return PreparedPages().of(typeset(text))


@pytest.mark.parametrize("room", [12, 20, 40, 200])
def test_chunks_keep_sentences_whole_and_fit(room: int) -> None:
    page = prepared(PROSE)
    units = units_of(page, lambda t: len(t.split()), room)
    chunks = chunks_of(units, room)
    assert all(len(c.text.split()) <= room for c in chunks)
    assert {u.text for c in chunks for u in c.units} == {u.text for u in units}
    if room >= 20:
        assert "They may not run for longer than a year." in {u.text for u in units}
    covered = {t for u in units for t in u.tokens}
    assert covered == set(range(len(page.text.tokens)))


def test_a_sentence_longer_than_the_model_is_cut_between_words() -> None:
    page = prepared(PROSE)
    units = units_of(page, lambda t: len(t.split()), 5)
    assert all(u.length <= 5 for u in units)
    assert (
        " ".join(u.text for u in units).split()
        == " ".join(u.text for u in units_of(page, lambda t: len(t.split()), 500)).split()
    )


def test_chunks_overlap_by_a_sentence() -> None:
    page = prepared("The lessee pays the rent. It is due in May. It is paid in euros. The lessor gives a receipt.")
    chunks = chunks_of(units_of(page, lambda t: len(t.split()), 12), 12)
    for before, after in itertools.pairwise(chunks):
        assert before.units[-1] is after.units[0]


def test_rows_of_a_table_carry_headers_scale_and_unit() -> None:
    units = units_of(prepared(ASSETS), lambda t: len(t.split()), 100)
    (row,) = [u for u in units if "Research" in u.text]
    assert row.tabular
    assert row.text == "Research and development - 2019: 233 (USD million); 2018: 210 (USD million)."


def test_rows_of_a_russian_table_are_told_in_russian() -> None:
    page = prepared("""
Отчёт о финансовых результатах, тыс. руб.

 | 2023 | 2022
Выручка от продаж | 5 120 | 4 870
Себестоимость продаж | 3 911 | 3 640
""")
    (row,) = [u for u in units_of(page, lambda t: len(t.split()), 100) if "Выручка" in u.text]
    assert "2023: 5 120" in row.text
    assert "тыс." in row.text


# --- deciding ---------------------------------------------------------------------------------------------------


def test_the_best_chunk_counts_and_its_sentence_is_quoted_with_its_words_boxes() -> None:
    page = typeset(PROSE)
    oracle = Oracle(entails("harbour office"), chunk=25)
    result = judged(oracle, page, "A branch was inaugurated on the Adriatic.")
    assert (result.verdict, result.grade) == (SUPPORTED, 2)
    (evidence,) = result.evidence
    assert evidence.quote == "The harbour office in Trieste was opened by Petra Wolff."
    assert evidence.exact
    words = [w for w in page.words if w.text in {"harbour", "Trieste", "Petra"}]
    assert evidence.box is not None
    for word in words:
        assert evidence.box.intersection(word.box) == word.box
    assert result.engine == f"typeset 1 > rules {get('rules').version} > nli oracle 1"
    assert result.usage.calls == len(oracle.asked)


@pytest.mark.parametrize(
    ("yes", "verdict", "grade"), [(0.97, SUPPORTED, 2), (0.8, SUPPORTED, 3), (0.5, UNSUPPORTED, 4)]
)
def test_grades_follow_the_probability(yes: float, verdict: ChannelVerdict, grade: int) -> None:
    result = judged(Oracle(entails("harbour office", yes=yes)), typeset(PROSE), "A branch was inaugurated abroad.")
    assert (result.verdict, result.grade) == (verdict, grade)


def test_the_model_is_not_asked_about_a_number_that_the_page_does_not_have() -> None:
    oracle = Oracle(lambda p, h: Score(0.99, 0.0))
    result = judged(oracle, typeset(PROSE), "The harbour office employs 47 people.")
    assert result.verdict in {UNSUPPORTED, CONTRADICTED}
    assert oracle.asked == []


def test_a_passage_without_the_number_is_no_evidence_of_it() -> None:
    oracle = Oracle(entails("supervisory board met"), chunk=20)
    result = judged(
        oracle, typeset(PROSE), "The firm's overseers, 42 in all, gave their blessing to the spending plan."
    )
    assert result.verdict is UNSUPPORTED
    assert codes(result) == ["nli.lacks_value"]


def test_evidence_spread_over_two_chunks_is_asked_about_together() -> None:
    oracle = Oracle(entails("Loans to members", "Petra Wolff"), chunk=25)
    statement = "Petra Wolff needs the consent of the supervisory board for loans to members."
    result = judged(oracle, typeset(PROSE), statement)
    assert (result.verdict, result.grade) == (SUPPORTED, 3)
    assert codes(result) == ["nli.entailed_jointly"]
    assert {e.quote.split()[0] for e in result.evidence} == {"Loans", "The"}


def test_evidence_spread_over_two_pages_is_found_together() -> None:
    first = typeset("Petra Wolff is the managing director of Orion Steel.", page=4)
    second = typeset("The managing director signs all contracts of lease.", page=7)
    oracle = Oracle(entails("Petra Wolff", "contracts of lease"))
    result = judged(oracle, [first, second], "Petra Wolff signs all contracts of lease.")
    assert result.verdict is SUPPORTED
    assert {e.page for e in result.evidence} == {4, 7}


def contradicts(part: str) -> Answer:
    return lambda premise, _: Score(0.01, 0.98 if part in premise else 0.01)


def test_a_sentence_about_the_same_that_contradicts_is_a_contradiction() -> None:
    result = judged(
        Oracle(contradicts("need the consent")),
        typeset(PROSE),
        "Loans to members of the managing board need no consent of anybody.",
    )
    assert result.verdict is CONTRADICTED
    assert result.evidence[0].quote.startswith("Loans to members")


def test_a_contradiction_by_a_sentence_about_something_else_does_not_count() -> None:
    result = judged(
        Oracle(contradicts("Graz")), typeset(PROSE), "The company's pension plan was closed to newcomers."
    )
    assert result.verdict is UNSUPPORTED


def test_a_model_without_a_contradiction_class_never_contradicts() -> None:
    result = judged(
        Oracle(lambda p, h: Score(0.01)), typeset(PROSE), "Loans to members of the managing board need no consent."
    )
    assert result.verdict is UNSUPPORTED


def test_what_a_model_can_not_read_is_not_checked() -> None:
    page = typeset("Совет директоров одобрил бюджет общества на следующий год и отложил вопрос о дивидендах.")
    english = Oracle(lambda p, h: Score(0.99, 0.0), languages=["en"])
    result = judged(english, page, "Совет директоров одобрил бюджет общества и отложил вопрос о дивидендах.")
    assert result.verdict is NOT_CHECKED
    assert codes(result) == ["nli.other_language"]
    assert english.asked == []


def test_a_model_of_both_languages_judges_a_claim_in_the_other_one() -> None:
    page = typeset("Совет директоров одобрил бюджет общества на 2024 год в размере 512 млн рублей.")
    both = Oracle(lambda p, h: Score(0.96, 0.0))
    statement = "The board of directors has approved a budget of 512 million roubles for the company."
    assert judged(both, page, statement).verdict is SUPPORTED
    wrong = judged(both, page, statement.replace("512", "521"))
    assert wrong.verdict is UNSUPPORTED
    assert codes(wrong) == ["judge.value_missing"]


def test_a_claim_too_long_for_the_model_is_not_checked() -> None:
    oracle = Oracle(lambda p, h: Score(0.99, 0.0), longest=20)
    result = judged(oracle, typeset(PROSE), "The overseers " + "and the clerks " * 5 + "gave their blessing.")
    assert codes(result) == ["nli.too_long"]


def test_no_words_and_ink_are_no_matter_of_a_model() -> None:
    oracle = Oracle(lambda p, h: Score(0.99, 0.0))
    blank = PageWords(1, 612, 792, (), "none")
    assert judged(oracle, blank, "The board met in Graz.").verdict is NOT_CHECKED
    assert judged(oracle, typeset(PROSE), "The page is signed.").verdict is NOT_CHECKED
    assert oracle.asked == []


def test_not_found_where_one_of_the_cited_pages_could_not_be_read_is_not_checked() -> None:
    blank = PageWords(2, 612, 792, (), "none")
    oracle = Oracle(lambda p, h: Score(0.01, 0.0))
    assert judged(oracle, [typeset(PROSE), blank], "The firm was wound up by its creditors.").verdict is NOT_CHECKED


def test_a_page_in_a_language_that_the_model_lacks_leaves_the_other_page() -> None:
    russian = typeset("Совет директоров одобрил бюджет общества и отложил вопрос о дивидендах.", page=2)
    english = Oracle(entails("harbour office"), languages=["en"])
    statement = "A branch was inaugurated on the Adriatic."
    assert judged(english, [typeset(PROSE), russian], statement).verdict is SUPPORTED
    silent = Oracle(entails("nothing"), languages=["en"])
    assert judged(silent, [typeset(PROSE), russian], statement).verdict is NOT_CHECKED


def test_a_no_about_a_row_of_a_table_is_half_hearted() -> None:
    oracle = Oracle(lambda p, h: Score(0.01, 0.01))
    judge = NliJudge(oracle)
    table, prose = judge.judge([typeset(ASSETS + PROSE)], ["The spending on research was 210 in 2018.", "It rained."])
    assert (table.verdict, prose.verdict) == (UNSUPPORTED, UNSUPPORTED)
    assert judge.unsure(table)
    assert not judge.unsure(prose)


def test_statements_of_a_page_are_asked_in_two_batches() -> None:
    batches: list[int] = []

    class Counting(Oracle):
        def score(self, pairs: Sequence[tuple[str, str]]) -> list[Score]:
            batches.append(len(pairs))
            return super().score(pairs)

    statements = [f"Something else entirely was decided about {thing}." for thing in ("ships", "rails", "mines")]
    results = NliJudge(Counting(entails("nothing"))).judge([typeset(PROSE)], statements)
    assert len(results) == 3
    assert len(batches) <= 2


def test_every_reason_can_be_said_in_both_languages() -> None:
    answers: Mapping[str, Answer] = {
        "supported": entails("Graz"),
        "contradicted": contradicts("need the consent"),
        "unsupported": entails("nothing"),
    }
    for answer in answers.values():
        result = judged(Oracle(answer), typeset(PROSE), "Loans to members of the managing board need no consent.")
        for language in ("en", "ru"):
            assert all(m.render(language) for m in result.reason)  # type: ignore[arg-type]


# --- models that can't be asked ---------------------------------------------------------------------------------


def test_without_the_extra_the_judge_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("atomcite.judge.nli.torch_model.find_spec", lambda name: None)
    missing = get("nli", JudgeParts(nli_model=str(tmp_path))).missing()
    assert missing is not None
    assert "torch" in missing.what
    assert "atomcite[local]" in missing.install
