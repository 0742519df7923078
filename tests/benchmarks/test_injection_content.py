"""Injected errors of content are errors, by what was typeset on the pages."""

import re
from collections import Counter, defaultdict

import pytest
from plain_documents import PAGES_EN, PAGES_RU

from atomcite.benchmarks.dataset import PAGE_ERRORS, BenchClaim, Dataset, label_of
from atomcite.benchmarks.injection import INJECTED, FileReader, Injected, PageEvidence, Plan, ReadPage, inject
from atomcite.benchmarks.injection.candidate import reworded
from atomcite.benchmarks.injection.name_errors import NameErrors
from atomcite.benchmarks.injection.turns import DIRECTIONS, conditions_dropped, negation_turns, strengthened, weakened
from atomcite.domain import Box, PageWords, Word

READER = FileReader(engines=())
CONTENT = tuple(t for t in INJECTED if t not in PAGE_ERRORS)
PAGES = {"en": PAGES_EN, "ru": PAGES_RU}


@pytest.fixture(scope="module")
def injected(plain_set: Dataset) -> Injected:
    return inject(plain_set, seed=3, plan=Plan(types=CONTENT, controls=None), reader=READER)


@pytest.fixture(scope="module")
def errors(injected: Injected) -> dict[str, list[BenchClaim]]:
    out = defaultdict(list)
    for claim in injected.dataset.claims:
        if claim.fault:
            out[claim.fault.type].append(claim)
    return out


def page_text(claim: BenchClaim) -> str:
    (page,) = claim.pages
    return " ".join(PAGES[claim.document][page - 1].split())


def test_every_type_is_made(errors: dict[str, list[BenchClaim]]) -> None:
    assert set(errors) == set(CONTENT)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_both_languages_have_most_types(errors: dict[str, list[BenchClaim]], language: str) -> None:
    types = {t for t, claims in errors.items() if any(c.document == language for c in claims)}
    assert len(types) >= 11


def test_labels_say_that_nothing_bears_them_out(errors: dict[str, list[BenchClaim]]) -> None:
    for claim in (c for claims in errors.values() for c in claims):
        label = label_of(claim)
        assert label is not None
        assert (label.verdict, label.true_pages, label.error) == ("unsupported", (), claim.fault and claim.fault.type)
        assert claim.fault is not None
        assert claim.fault.verified


@pytest.mark.parametrize("kind", ["digit", "scale", "date", "currency", "unit"])
def test_a_changed_value_stands_on_no_page(errors: dict[str, list[BenchClaim]], kind: str) -> None:
    for claim in errors[kind]:
        assert claim.fault is not None
        new = claim.fault.detail.split(" -> ")[1]
        assert new in claim.statement
        pattern = re.compile(rf"(?<![\d.,]){re.escape(new)}(?![\d])")
        assert not any(pattern.search(" ".join(p.split())) for p in PAGES[claim.document])


@pytest.mark.parametrize("kind", ["neighbour_row", "neighbour_column"])
def test_a_neighbours_value_is_in_the_table_and_in_another_place(
    errors: dict[str, list[BenchClaim]], kind: str
) -> None:
    for claim in errors[kind]:
        assert claim.fault is not None
        old, new = (re.sub(r"[^\d,. ]", "", v).strip(" .") for v in claim.fault.detail.split(" -> "))
        rows = re.findall(r"\[([^\]]+)\], \[([^\]]+)\], \[([^\]]+)\]", page_text(claim))
        digits = [[re.sub(r"\D", "", cell) for cell in row[1:]] for row in rows]
        home = next(i for i, row in enumerate(digits) if re.sub(r"\D", "", old) in row)
        other = next(i for i, row in enumerate(digits) if re.sub(r"\D", "", new) in row)
        assert (home == other) == (kind == "neighbour_column")
        assert rows[home][0].split()[0].casefold() in claim.statement.casefold()


def test_a_dropped_condition_leaves_the_rest(errors: dict[str, list[BenchClaim]]) -> None:
    said = {c.statement for c in errors["dropped_condition"]}
    assert said == {"The Tenant may assign the lease", "Покупатель вправе отказаться от товара"}


def test_parties_change_places_in_the_form_of_the_sentence(errors: dict[str, list[BenchClaim]]) -> None:
    said = {c.statement for c in errors["party"]}
    assert "Покупатель обязан отгрузить товар в течение 15 дней с даты заявки" in said
    assert "The Landlord shall not store flammable goods on the premises" in said


def test_half_truths_hold_a_correct_and_a_wrong_half(plain_set: Dataset, errors: dict[str, list[BenchClaim]]) -> None:
    correct = {c.id: c.statement.rstrip(".") for c in plain_set.claims}
    for claim in errors["half_truth"]:
        assert claim.fault is not None
        whole = correct[claim.fault.of or ""]
        assert whole[1:] in claim.statement
        assert len(claim.statement) > len(whole) + 10


def test_paraphrases_keep_their_values_and_pages(plain_set: Dataset) -> None:
    out = inject(plain_set, seed=3, plan=Plan(types=("digit",), controls=0.8), reader=READER)
    home = {c.id: c for c in plain_set.claims}
    reworded = [c for c in out.dataset.claims if c.control == "paraphrase"]
    assert len(reworded) >= 4
    for claim in reworded:
        original = home[claim.id.rsplit(".p", 1)[0]]
        assert claim.cited == original.cited
        assert claim.statement != original.statement.rstrip(".")
        label = label_of(claim)
        assert label is not None
        assert label.verdict == "correct"


def test_quotas_weights_and_balance(plain_set: Dataset) -> None:
    def types(plan: Plan) -> Counter[str]:
        out = inject(plain_set, seed=3, plan=plan, reader=READER)
        return Counter(c.fault.type for c in out.dataset.claims if c.fault)

    assert max(types(Plan(types=CONTENT, per_type=2)).values()) == 2
    assert len(set(types(Plan(types=("digit", "party", "date"), balance=True)).values())) == 1
    hard = inject(plain_set, seed=3, plan=Plan(types=CONTENT, difficulty={"hard": 1}), reader=READER)
    assert {c.fault.difficulty for c in hard.dataset.claims if c.fault} == {"hard"}
    half = inject(plain_set, seed=3, plan=Plan(types=("digit",), per_type=5, controls=0.5), reader=READER)
    assert sum(c.fault is None for c in half.dataset.claims) == 5


@pytest.mark.parametrize(
    ("said", "turned"),
    [
        ("The company did not exceed its limit.", "The company exceeded its limit."),
        ("Revenue rose by 12% to $4 million.", "Revenue did not rise by 12% to $4 million."),
        ("The board has approved the plan.", "The board has not approved the plan."),
        ("Поставщик не вправе передавать права третьим лицам.", "Поставщик вправе передавать права третьим лицам."),
        ("Выручка выросла на 5 %.", "Выручка не выросла на 5 %."),
        ("Договор был подписан в марте.", "Договор не был подписан в марте."),
        ("Only the board may issue shares.", None),
        ("Full-year sales are still expected at 4.", None),
        ("Счёт надо оплатить, пока он действует.", None),
        ("The company has not set anything aside.", None),
        # What is denied is the main clause, never one beside it.
        ("Goods leave the warehouse before the order is sent.", None),
        ("The goods are checked before the order is sent.", "The goods are not checked before the order is sent."),
        ("If the order is sent, the goods are checked.", "If the order is sent, the goods are not checked."),
        ("After the price is fixed the board has approved the plan.", None),
        ("As of 31 December 2024, the group was solvent.", "As of 31 December 2024, the group was not solvent."),
        (
            "The bank can refuse the loan once the term has ended.",
            "The bank cannot refuse the loan once the term has ended.",
        ),
        ("The report on what was sold is late.", None),
        ("Товар отгружается прежде чем заказ отправлен.", "Товар не отгружается прежде чем заказ отправлен."),
        ("До того как заказ отправлен, склад платит.", "До того как заказ отправлен, склад не платит."),
        ("Заказ, который оплачен вовремя, отгружается сразу.", None),
    ],
)
def test_denials_are_grammatical_or_not_made(said: str, turned: str | None) -> None:
    assert [t.text for t in negation_turns(said)] == ([turned] if turned else [])


@pytest.mark.parametrize(
    ("said", "turned"),
    [
        ("The Tenant may keep a dog.", "The Tenant shall keep a dog."),
        ("The two customers may extend the contract.", "The two customers shall extend the contract."),
        ("Банк может потребовать возврата.", "Банк обязан потребовать возврата."),
        ("Prices of steel may rise by autumn.", None),  # possible, not permitted
        ("Цены на материалы могут вырасти.", None),
        ("Заказчик вправе отказаться от договора.", "Заказчик обязан отказаться от договора."),
        ("Сторона имеет право отказаться от договора.", "Сторона обязана отказаться от договора."),
        ("Totals may differ by one.", None),
        ("The company may buy shares, which it is not obliged to.", None),
        ("The Tenant shall not assign the lease.", None),
    ],
)
def test_a_permission_is_made_a_duty(said: str, turned: str | None) -> None:
    assert [t.text for t in strengthened(said)] == ([turned] if turned else [])


@pytest.mark.parametrize(
    ("said", "turned"),
    [
        ("Долг больше прошлогоднего.", "Долг меньше прошлогоднего."),
        ("Такие расходы больше не повторятся.", None),
        ("Hours lost to a failure do not count.", None),
        ('The line "Profit before tax" shows 9,732 for 2025.', None),
        ("Property is carried at cost less depreciation.", None),
        ("The rent is no more than £88,000 a year.", "The rent is no less than £88,000 a year."),
        ("The price is above the limit.", "The price is below the limit."),
    ],
)
def test_only_words_of_direction_are_turned(said: str, turned: str | None) -> None:
    assert [t.text for t in DIRECTIONS.turns(said)] == ([turned] if turned else [])


@pytest.mark.parametrize(
    ("said", "turned"),
    [
        ("The Tenant shall pay the rent.", "The Tenant may pay the rent."),
        ("Поставщик обязан отгрузить товар.", "Поставщик вправе отгрузить товар."),
        ("The Tenant may keep a dog.", None),
        ("The Tenant shall pay what the agent may ask for.", None),
    ],
)
def test_a_duty_is_made_a_permission(said: str, turned: str | None) -> None:
    assert [t.text for t in weakened(said)] == ([turned] if turned else [])
    assert not (turned and strengthened(said))


def test_a_duty_told_as_a_permission_is_labelled_as_an_error_by_convention(plain_set: Dataset) -> None:
    made = inject(
        plain_set, seed=3, plan=Plan(types=("modality", "modality_weakened"), controls=None), reader=READER
    ).dataset
    wrong = {c.statement: c for c in made.claims if c.fault}
    kinds = {c.fault.type for c in wrong.values() if c.fault}
    assert "modality_weakened" in kinds
    for claim in wrong.values():
        assert claim.fault is not None
        label = label_of(claim)
        assert label is not None
        weaker = claim.fault.type == "modality_weakened"
        assert label.note.startswith("By convention") == weaker
        assert claim.fault.difficulty == "hard"


@pytest.mark.parametrize(
    ("said", "at", "new", "whole"),
    [
        ("Траулер куплен за 734,5 млн руб.", "руб.", "долл. США", "Траулер куплен за 734,5 млн долл. США."),
        ("Траулер куплен за 734,5 млн долларов.", "долларов", "руб.", "Траулер куплен за 734,5 млн руб."),
        ("За 5 млн руб. куплен траулер.", "руб.", "евро", "За 5 млн евро куплен траулер."),
        ("Pumps come from Brook Pumps Ltd.", "Brook Pumps Ltd.", "Alder plc", "Pumps come from Alder plc."),
    ],
)
def test_a_sentence_keeps_its_full_stop(said: str, at: str, new: str, whole: str) -> None:
    start = said.index(at)
    assert reworded(said, start, start + len(at), new) == whole


def test_no_made_statement_ends_without_its_stop_or_with_two(plain_set: Dataset) -> None:
    made = inject(plain_set, seed=3, plan=Plan(controls=0.3, answers=False), reader=READER).dataset
    assert len(made.claims) > 40
    assert [c.statement for c in made.claims if not re.search(r"[^.]\.$", c.statement)] == []


def test_an_abbreviation_keeps_its_dot_before_the_mark(plain_set: Dataset) -> None:
    made = inject(plain_set, seed=3, plan=Plan(types=("page_near",), controls=0.5), reader=READER).dataset
    said = [c for c in made.claims if c.statement.endswith("руб.")]
    texts = {a.id: a.text for a in made.answers}
    assert said
    for claim in said:
        (span,) = claim.spans
        assert texts[claim.answer or ""][span.end :].startswith((" (", " ["))
        assert re.match(r" [(\[][^)\]]+[)\]]\.", texts[claim.answer or ""][span.end :])


@pytest.mark.parametrize(
    ("said", "dropped"),
    [
        ("The Buyer may terminate within 30 days of the notice.", "The Buyer may terminate."),
        ("The Buyer shall pay the price within 30 days of the notice.", None),
        ("If the Buyer fails to pay, the Seller may suspend delivery.", "The Seller may suspend delivery."),
        ("Арендатор может сдать склад только с письменного согласия собственника.", "Арендатор может сдать склад."),
    ],
)
def test_a_condition_is_dropped_where_that_says_more(said: str, dropped: str | None) -> None:
    assert [t.text for t in conditions_dropped(said) if len(t.text.split()) > 3] == ([dropped] if dropped else [])


def test_names_are_whole_and_of_the_same_kind() -> None:
    words = [
        Word(text, Box(x, y, x + 6 * len(text), y + 10), line=row)
        for row, (y, line) in enumerate(
            (
                (40, ((40, "MB-20714"), (200, "Customer"), (260, "Dunmore"), (310, "Conveyors"), (370, "Ltd"))),
                (60, ((40, "Please"), (80, "pay"), (110, "Northgate"), (170, "Bank"), (200, "today."))),
            )
        )
        for x, text in line
    ]
    reading = ReadPage(PageWords(1, 600, 800, tuple(words), "made"), exact=True)
    names = NameErrors({1: PageEvidence(1, (reading,))})
    assert names.companies == {"Dunmore Conveyors Ltd", "Northgate Bank"}
