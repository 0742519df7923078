"""Systems without a server judge a plain document as their kind can, and no system sees more than a task."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from bench_tasks import BARE, FALSE, GONE, NEAR, RIGHT, english, said_by
from made_pages import picture_pdf, pixels_of
from plain_documents import PAGES_EN, typeset_pages

from atomcite.benchmarks.dataset import Dataset
from atomcite.benchmarks.systems import SYSTEMS, Lent, Prediction, Task, TaskClaim, make
from atomcite.benchmarks.systems.bm25 import PageIndex
from atomcite.benchmarks.systems.citations import located
from atomcite.benchmarks.systems.options import parse
from atomcite.benchmarks.systems.pipeline import confidence
from atomcite.benchmarks.systems.quote_match import match
from atomcite.benchmarks.systems.retrieval import ModelEntailer
from atomcite.benchmarks.systems.tokens import normalised, numbers, readings_of_numbers, terms
from atomcite.cache import DiskCache
from atomcite.domain import Action, Cache, ChannelResult, ChannelVerdict, ClaimResult, ClaimVerdict, NoCache, message
from atomcite.errors import EngineMissing, PolicyError, UsageError
from atomcite.judge.nli import Format, Score

TRUTH = {
    RIGHT: ClaimVerdict.CORRECT,
    NEAR: ClaimVerdict.WRONG_PAGE,
    FALSE: ClaimVerdict.UNSUPPORTED,
    GONE: ClaimVerdict.NO_SUCH_PAGE,
    BARE: ClaimVerdict.UNCITED,
}


@pytest.fixture(scope="module")
def readings(tmp_path_factory: pytest.TempPathFactory) -> Cache:
    return DiskCache(tmp_path_factory.mktemp("readings"))


@pytest.fixture(scope="module")
def scanned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Page 3 of the plain document as a picture, alone in its file."""
    path = tmp_path_factory.mktemp("scanned") / "scan.pdf"
    path.write_bytes(picture_pdf([pixels_of(typeset_pages(PAGES_EN, "en"), 150, 2)], 150))
    return path


def verdicts(said: dict[str, Prediction]) -> dict[str, ClaimVerdict]:
    return {name: p.verdict for name, p in said.items()}


# --- all that need no server --------------------------------------------------------------------------------------


@pytest.mark.parametrize("asked", ["text-only", "retrieval-nli", "quote-match"])
def test_a_system_on_text_tells_the_kinds_of_claims_apart(asked: str, plain_set: Dataset, readings: Cache) -> None:
    said = said_by(asked, english(plain_set), readings)
    assert verdicts(said) == TRUTH
    assert said[NEAR].suggested == (3,)
    assert said[NEAR].action is Action.FIX_PAGE
    assert said[GONE].action is Action.FLAG


def test_atomcite_and_its_channels_name_them(plain_set: Dataset, readings: Cache) -> None:
    task = english(plain_set, RIGHT, FALSE)
    both = said_by("atomcite:window=0", task, readings)
    assert verdicts(both) == {RIGHT: ClaimVerdict.CORRECT, FALSE: ClaimVerdict.UNSUPPORTED}
    assert set(both[RIGHT].channels) == {"text", "image"}
    assert set(said_by("text-only:window=0", task, readings)[RIGHT].channels) == {"text"}
    alone = said_by("image-only:window=0", task, readings)
    assert verdicts(alone) == verdicts(both)
    assert set(alone[RIGHT].channels) == {"image"}
    assert both[RIGHT].raw["channels"]["text"]["engine"]
    sure, unsure = both[RIGHT].confidence, both[FALSE].confidence
    assert sure is not None
    assert unsure is not None
    assert sure > 0.9 > 0.1 > unsure


class Labelled:
    """Two pages of front matter, then three that are counted anew."""

    page_count = 5

    def label(self, number: int) -> str:
        return ("i", "ii", "1", "2", "3")[number - 1]


def test_claims_of_each_answer_are_read_as_that_answer_counts() -> None:
    """Taken together "5", which is no label, would turn the labels of the other answer into positions."""
    cited = (("a", "x", "1"), ("b", "y", "5"), ("c", "x", "2"))
    claims = tuple(TaskClaim(id=name, statement="s", answer=answer, cited=(p,)) for name, answer, p in cited)
    task = Task(document="d", path=Path("none.pdf"), claims=claims)
    assert {f.claim.id: f.pages for f in located(task, Labelled())} == {"a": (3,), "b": (5,), "c": (4,)}


def test_the_floor_says_one_thing_of_all(plain_set: Dataset) -> None:
    task = english(plain_set)
    assert set(verdicts(said_by("majority-label", task)).values()) == {ClaimVerdict.CORRECT}
    said = said_by("majority-label:verdict=unsupported", task)
    assert {p.action for p in said.values()} == {Action.DELETE}


def test_what_is_shown_of_settings_names_engines_and_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ATOMCITE_API_KEY", "sk-secret")
    monkeypatch.setenv("ATOMCITE_BASE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("ATOMCITE_MODEL", "some-model")
    for asked in ("atomcite", "direct", "text-only:judge=llm"):
        settings = make(asked, Lent(NoCache())).settings
        assert "some-model" in settings["server"]
        assert "secret" not in repr(settings)
    assert make("atomcite:image=reader", Lent(NoCache())).settings["image_engine"] == "reader"


# --- asking for systems -------------------------------------------------------------------------------------------


def test_options_may_hold_commas_and_quotes() -> None:
    assert parse('command:run="a.py --x \\"1, 2\\"", label=mine') == (
        "command",
        {"run": 'a.py --x "1, 2"', "label": "mine"},
    )
    assert parse("atomcite") == ("atomcite", {})
    assert parse("quote-match:ratio='0.9'") == ("quote-match", {"ratio": "0.9"})


@pytest.mark.parametrize(
    ("asked", "error", "words"),
    [
        ("atomcit", UsageError, "no system named 'atomcit'"),
        ("atomcite:polcy=legal", UsageError, "no option 'polcy'"),
        ("atomcite:policy=no-such", PolicyError, "no-such"),
        ("text-only:policy=legal", UsageError, "no option 'policy'"),
        ("text-only:image=reader", UsageError, "no option 'image'"),
        ("atomcite:window=many", UsageError, "window=many"),
        ("quote-match:words=2", UsageError, "words=2"),
        ("quote-match:ocr=none-such", UsageError, "none-such"),
        ("quote-match:words=.5,words=.6", UsageError, "twice"),
        ("quote-match:words", UsageError, "can't be read"),
        ("majority-label:verdict=perhaps", UsageError, "perhaps"),
        ("atomcite:judge=oracle", UsageError, "oracle"),
        ("atomcite:judge=llm", UsageError, "none is configured"),
        ("atomcite:judge=nli", EngineMissing, "entailment model"),
        ("direct", UsageError, "none is configured"),
        ("command", UsageError, "needs a program"),
        ("command:run=no-such-program", EngineMissing, "no-such-program"),
    ],
)
def test_what_can_t_be_made_says_why_before_anything_is_run(
    asked: str, error: type[Exception], words: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("ATOMCITE_BASE_URL", "ATOMCITE_MODEL", "ATOMCITE_NLI_MODEL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("ATOMCITE_CONFIG", str(tmp_path / "none.toml"))
    with pytest.raises(error, match=words):
        make(asked, Lent(NoCache()))


def test_every_system_says_what_it_does_and_takes() -> None:
    assert all(entry.does and entry.options for entry in SYSTEMS.values())


# --- confidence ---------------------------------------------------------------------------------------------------


def result(verdict: ClaimVerdict, text: tuple[str, int | None], image: tuple[str, int | None]) -> ClaimResult:
    def channel(name: str, said: tuple[str, int | None]) -> ChannelResult:
        return ChannelResult(
            channel=name,  # type: ignore[arg-type]
            verdict=ChannelVerdict(said[0]),
            grade=said[1],
            engine="e",
            reason=(message("run.uncited"),),
        )

    return ClaimResult(
        id="c",
        statement="s",
        origin="given",
        spans=(),
        citations=(),
        cited_pages=(),
        verdict=verdict,
        action=Action.KEEP,
        rule="",
        text=channel("text", text),
        image=channel("image", image),
    )


def test_confidence_falls_from_agreement_over_conflict_to_denial() -> None:
    yes, weak, no, not_at_all = ("supported", 1), ("supported", 3), ("unsupported", 4), ("contradicted", 4)
    unknown = ("not_checked", None)
    order = [
        result(ClaimVerdict.CORRECT, yes, yes),
        result(ClaimVerdict.CORRECT, yes, unknown),
        result(ClaimVerdict.CORRECT, weak, unknown),
        result(ClaimVerdict.CONFLICT, weak, no),
        result(ClaimVerdict.UNSUPPORTED, no, unknown),
        result(ClaimVerdict.WRONG_PAGE, no, unknown),
        result(ClaimVerdict.UNSUPPORTED, not_at_all, not_at_all),
    ]
    found = [confidence(r) for r in order]
    assert None not in found
    assert found == sorted(found, key=lambda c: -(c or 0))
    assert len(set(found)) == len(found)


def test_nothing_checked_is_no_confidence_but_no_such_page_is_sure() -> None:
    unknown = ("not_checked", None)
    assert confidence(result(ClaimVerdict.NOT_CHECKED, unknown, unknown)) is None
    assert confidence(result(ClaimVerdict.NO_SUCH_PAGE, unknown, unknown)) == 0.0


# --- quotes -------------------------------------------------------------------------------------------------------

PAGE = """Revenue rose to 1,577 million in 2023. The board
appro-
ved a “dividend of 12 pence for each share” on 6 March."""


@pytest.mark.parametrize(
    ("statement", "supported"),
    [
        ("The board approved a dividend", True),
        ('the BOARD approved a "dividend of 12 pence for each share"', True),
        ('The board approved a "dividend of 12 euros for each share"', False),
        ("Revenue in 2023 rose to 1577 million", True),
        ("Revenue rose to 1,578 million in 2023", False),
        ("The harbour master resigned in spring", False),
    ],
)
def test_quote_match_wants_all_numbers_and_quotations_and_most_words(statement: str, supported: bool) -> None:
    system = make("quote-match", Lent(NoCache()))
    assert system.supports(match(statement, PAGE)) is supported  # type: ignore[attr-defined]


def test_quote_match_knows_no_meaning(plain_set: Dataset) -> None:
    """What it is compared for: a negation is a word like others."""
    assert plain_set.folder is not None
    turned = "The Tenant shall store flammable goods on the premises."
    claim = TaskClaim(id="c", statement=turned, cited=("4",))
    task = Task(document="d", path=plain_set.folder / "en.pdf", claims=(claim,))
    assert said_by("quote-match", task)["c"].verdict is ClaimVerdict.CORRECT


def test_a_scan_is_not_checked_without_ocr_and_is_with_it(scanned: Path, readings: Cache) -> None:
    claim = TaskClaim(id="c", statement="Energy costs fell by 6.3 per cent.", cited=("1",))
    task = Task(document="d", path=scanned, claims=(claim,))
    unread = said_by("quote-match", task)["c"]
    assert (unread.verdict, unread.error) == (ClaimVerdict.NOT_CHECKED, None)
    assert "no text" in unread.reason
    assert said_by("quote-match:ocr=tesseract", task, readings)["c"].verdict is ClaimVerdict.CORRECT


def test_words_and_numbers_are_one_in_all_spellings() -> None:
    assert normalised("«Выру\u00adчка» —\n5\u00a0418,2") == '"выручка" - 5 418,2'
    assert numbers(normalised("5\u202f418,2 1,234,567.8 12.500 2.5 7")) == {
        "5418.2",
        "1234567.8",
        "12500",
        "2.5",
        "7",
    }
    assert {"51984", "50117"} <= readings_of_numbers(normalised("51 984 50 117"))
    assert {"21.7", "936"} == numbers(normalised("21,7 and 936."))
    assert terms(normalised("Договоры, договора")) == ["договор", "договор"]


# --- retrieval ----------------------------------------------------------------------------------------------------


def test_bm25_is_as_defined() -> None:
    index = PageIndex({1: ["a", "b"], 2: ["a", "a", "c", "d"], 3: ["e", "f"]})
    mean = 8 / 3
    weight = math.log(1 + (3 - 2 + 0.5) / (2 + 0.5))

    def score(count: int, length: int) -> float:
        return weight * count * 2.2 / (count + 1.2 * (0.25 + 0.75 * length / mean))

    assert index.ranked(["a", "a", "x"]) == [
        (2, pytest.approx(score(2, 4))),
        (1, pytest.approx(score(1, 2))),
    ]
    assert PageIndex({}).ranked(["a"]) == []


class WordScorer:
    """Entails what it finds word for word; reads ten words at a time."""

    name = version = "words"
    format = Format("classifier", "", 10, 10, 0.5, 0.9, 0.1, 0.5)

    def __init__(self) -> None:
        self.asked: list[str] = []

    def missing(self) -> None:
        return None

    def count(self, text: str) -> int:
        return len(text.split())

    def room(self, hypothesis: str) -> int:
        return 10 - self.count(hypothesis)

    def reads(self, text: str) -> bool:
        return text.isascii()

    def score(self, pairs: list[tuple[str, str]]) -> list[Score]:
        self.asked += [premise for premise, _ in pairs]
        return [Score(float(hypothesis in premise)) for premise, hypothesis in pairs]


def test_a_long_page_is_put_to_the_model_in_pieces_that_fit_and_overlap(plain_set: Dataset, readings: Cache) -> None:
    from atomcite.benchmarks.systems.texts import ReadPages
    from atomcite.documents import Document

    assert plain_set.folder is not None
    scorer = WordScorer()
    entailer = ModelEntailer(scorer)
    with Lent(readings).account() as account, Document.open(plain_set.folder / "en.pdf") as document:
        page = ReadPages(document, account).words(3)
        assert page is not None
        assert entailer.entails([page], "bought in Leeds for").entailed
        assert not entailer.entails([page], "bought in York for").entailed
        assert entailer.entails([page], "Печь куплена").entailed is None
    assert {len(p.split()) <= 6 for p in scorer.asked} == {True}
    words = page.text.split()
    assert all(any(f"{a} {b}" in p for p in scorer.asked) for a, b in pairwise(words))


def test_a_page_that_can_t_be_read_is_not_checked(tmp_path: Path, readings: Cache) -> None:
    path = tmp_path / "blank.pdf"
    path.write_bytes(picture_pdf([np.full((600, 450, 3), 255, np.uint8)], 72))
    task = Task(
        document="d", path=path, claims=(TaskClaim(id="c", statement="The group employs 936 people.", cited=("1",)),)
    )
    for asked in ("retrieval-nli", "text-only", "image-only", "quote-match:ocr=tesseract"):
        assert said_by(asked, task, readings)["c"].verdict is ClaimVerdict.NOT_CHECKED
