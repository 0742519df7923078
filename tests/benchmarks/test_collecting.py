"""Natural errors: what models are asked and shown, what becomes of their answers, and going on after a stop."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from model_server import Answer, completion, failure, model_server
from plain_documents import typeset_pages
from typer.testing import CliRunner

from atomcite.benchmarks.dataset import Dataset, Labels, label_of, load, save
from atomcite.benchmarks.dataset.validation import validate
from atomcite.benchmarks.natural import annotating
from atomcite.benchmarks.natural.asking import Shown, ask
from atomcite.benchmarks.natural.collecting import Collected, Plan, collect
from atomcite.benchmarks.natural.journal import JOURNAL
from atomcite.benchmarks.natural.labelling import Labeller, label_all
from atomcite.benchmarks.natural.questions import GivenAnswer, Question, document_named, read_answers, read_questions
from atomcite.benchmarks.natural.servers import chats
from atomcite.benchmarks.natural.study import load_study
from atomcite.cli.main import app
from atomcite.domain import NoCache, Picture
from atomcite.errors import DatasetError, UsageError
from atomcite.pipeline import Settings
from atomcite.serving import ChatClient

PAGES = [
    "= Northgate Mills plc #v(1em) The company spins wool in Bradford and has 214 looms.",
    "= Results #v(1em) Revenue in 2024 was 41.6 million pounds. Revenue in 2023 was 39.2 million pounds.",
    "= Board #v(1em) Ada Lorne was appointed chair on 3 June 2024. The board met nine times in the year.",
]
LABELLER = Labeller(Settings(image="none"), "overview", NoCache())


@pytest.fixture
def document(tmp_path: Path) -> Path:
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / "mills.pdf").write_bytes(typeset_pages(PAGES, "en"))
    return folder


def reply(answer: str, answered: bool = True) -> Answer:
    return completion(json.dumps({"answer": answer, "answered": answered}))


def said(request: dict[str, Any]) -> str:
    content = request["messages"][-1]["content"]
    return content if isinstance(content, str) else next(p["text"] for p in content if p["type"] == "text")


ANSWERS = [
    GivenAnswer(
        document="mills",
        question="What was revenue?",
        text="Revenue in 2024 was 41.6 million pounds (p. 2). Revenue in 2023 was 38.2 million pounds (p. 2).",
        generator="m1",
    ),
    GivenAnswer(
        document="mills.pdf",
        text="Ada Lorne was appointed chair on 3 June 2024 (p. 2). The board met nine times in the year (p. 7).",
    ),
    GivenAnswer(document="mills", text="The company has 214 looms.", refused=False),
]


def given(document: Path, out: Path, **more: Any) -> Collected:
    return collect(document, out, Plan(answers=ANSWERS, **more), LABELLER)


def verdicts(dataset: Dataset) -> dict[str, str | None]:
    return {c.statement: label.verdict if (label := label_of(c, "automatic")) else None for c in dataset.claims}


def test_answers_from_a_file_become_labelled_claims_without_a_server(document: Path, tmp_path: Path) -> None:
    found = given(document, tmp_path / "out")
    assert verdicts(found.dataset) == {
        "Revenue in 2024 was 41.6 million pounds": "correct",
        "Revenue in 2023 was 38.2 million pounds": "unsupported",
        "Ada Lorne was appointed chair on 3 June 2024": "wrong_page",
        "The board met nine times in the year": "no_such_page",
        "The company has 214 looms": None,
    }
    labels = {c.statement: c.labels.automatic for c in found.dataset.claims}
    correct = labels["Revenue in 2024 was 41.6 million pounds"]
    assert correct is not None
    assert correct.true_pages == (2,)
    assert correct.by.startswith("atomcite ")
    contradicted = labels["Revenue in 2023 was 38.2 million pounds"]
    assert contradicted is not None
    assert contradicted.contradicted is True
    moved = labels["Ada Lorne was appointed chair on 3 June 2024"]
    assert moved is not None
    assert moved.true_pages == (3,)
    assert validate(tmp_path / "out") == []
    stored = load(tmp_path / "out")
    assert stored.claims == found.dataset.claims
    texts = {a.id: a.text for a in stored.answers}
    for claim in stored.claims:
        assert claim.answer is not None
        assert [texts[claim.answer][s.start : s.end] for s in claim.spans] == [claim.statement]
    assert stored.file_of(stored.documents[0]).read_bytes() == (document / "mills.pdf").read_bytes()


def test_people_see_what_is_not_labelled_correct_and_some_that_is(document: Path, tmp_path: Path) -> None:
    found = given(document, tmp_path / "out")
    assert (found.candidates, found.controls) == (3, 1)
    study = load_study(tmp_path / "out")
    assert study
    assert len(study.claims) == 4
    blind = annotating.export(tmp_path / "out", "ann", tmp_path / "ann")
    assert {i.statement for i in blind.items} == set(verdicts(found.dataset)) - {"The company has 214 looms"}


def test_without_controls_only_candidates_are_annotated(document: Path, tmp_path: Path) -> None:
    assert given(document, tmp_path / "out", controls=0.0).controls == 0


def test_a_second_run_keeps_labels_and_the_forms_that_went_out(document: Path, tmp_path: Path) -> None:
    given(document, tmp_path / "out")
    first = annotating.export(tmp_path / "out", "ann", tmp_path / "ann")
    before = (tmp_path / "out" / "claims.jsonl").read_bytes()
    found = collect(document, tmp_path / "out", Plan(answers=ANSWERS), Labeller(policy="there is none"))
    assert (tmp_path / "out" / "claims.jsonl").read_bytes() == before
    assert len(found.dataset.answers) == 3
    assert annotating.export(tmp_path / "out", "ann", tmp_path / "ann").id == first.id


def test_nothing_is_collected_into_a_folder_that_is_being_annotated(document: Path, tmp_path: Path) -> None:
    given(document, tmp_path / "out")
    annotating.export(tmp_path / "out", "ann", tmp_path / "ann")
    form = tmp_path / "ann" / "form.csv"
    form.write_text(form.read_text("utf-8").replace(",ann,,,", ",ann,open,,"), "utf-8")
    annotating.take_in(tmp_path / "out", form)
    with pytest.raises(UsageError, match=r"annotation of .* has begun"):
        given(document, tmp_path / "out")


def test_models_are_shown_the_pages_under_their_names_and_asked_for_citations(document: Path, tmp_path: Path) -> None:
    def script(request: dict[str, Any], number: int) -> Answer:
        looms = re.search(r"\[page (\w+)\]\n[^\[]*?(\d+) looms", said(request))
        assert looms
        if "looms" in said(request).split("Question:")[1]:
            return reply(f"The company has {looms[2]} looms (p. {looms[1]}).")
        return reply("The document does not say.", answered=False)

    with model_server(script) as server:
        models = chats([f"m@{server.url}"], context=8000)
        plan = Plan(questions=(Question(question="How many looms?"), Question(question="Who cooks?")), models=models)
        found = collect(document, tmp_path / "out", plan, LABELLER)
    assert verdicts(found.dataset) == {"The company has 214 looms": "correct"}
    by_question = {a.question: a for a in found.dataset.answers}
    assert by_question["Who cooks?"].refused
    assert not by_question["How many looms?"].refused
    assert {a.generator for a in found.dataset.answers} == {"m"}
    assert found.dataset.claims[0].generator == "m"


def test_a_stopped_collection_asks_only_what_is_open(document: Path, tmp_path: Path) -> None:
    questions = [Question(question=f"Question {n}?") for n in range(4)]

    def script(request: dict[str, Any], number: int) -> Answer:
        if "Question 2?" in said(request):
            return failure(400, "broken today")
        return reply("The company has 214 looms (p. 1).")

    def once(run: Any) -> tuple[Collected, int]:
        with model_server(run) as server:
            models = chats([f"m@{server.url}"], context=8000)
            return collect(document, tmp_path / "out", Plan(questions=questions, models=models), LABELLER), len(
                [r for r in server.requests if "Question" in str(r)]
            )

    found, _ = once(script)
    assert len(found.dataset.answers) == 3
    assert list(found.faults.values()) == [1]
    journal = tmp_path / "out" / JOURNAL
    journal.write_text(journal.read_text("utf-8") + '{"answer": {"id": "cut off', "utf-8")
    found, asked = once(lambda request, number: reply("The company has 214 looms (p. 1)."))
    assert asked == 1
    assert len(found.dataset.answers) == 4
    assert not found.faults
    assert once(script)[1] == 0


def test_a_cap_on_calls_leaves_questions_open(document: Path, tmp_path: Path) -> None:
    questions = [Question(question=f"Question {n}?") for n in range(5)]
    with model_server(lambda request, number: reply("The company has 214 looms (p. 1).")) as server:
        models = chats([f"m@{server.url}"], context=8000, max_calls=2)
        found = collect(document, tmp_path / "out", Plan(questions=questions, models=models), LABELLER)
    assert len(found.dataset.answers) == 2
    assert sum(found.faults.values()) == 3


def client(url: str, context: int) -> ChatClient:
    return ChatClient(url, "m", context=context)


def test_a_long_document_is_shown_in_the_part_that_has_to_do_with_the_question() -> None:
    texts = {n: f"Filler about weather {n}. " * 60 for n in range(1, 41)}
    texts[23] = "The lighthouse was painted in 1931. " * 20
    shown = Shown("Long", tuple(f"x{n}" for n in texts), texts)
    with model_server(lambda request, number: reply("In 1931 (p. x23).")) as server:
        found = ask(client(server.url, 4000), "When was the lighthouse painted?", shown)
        prompt = said(server.requests[-1])
    assert 23 in found.pages
    assert 1 < len(found.pages) < 40
    assert "[page x23]" in prompt
    assert "[pages left out]" in prompt
    assert prompt.index("[page x1]") < prompt.index("[page x23]")
    assert len(prompt.encode()) / 3 < 4000 - 1500


def test_pictures_are_sent_in_page_order_and_without_text_if_wished() -> None:
    texts = {1: "alpha", 2: "beta", 3: "gamma"}
    shown = Shown(
        "P", ("i", "ii", "iii"), texts, lambda page: Picture(f"data:image/png;base64,{page}"), with_text=False
    )
    with model_server(lambda request, number: reply("x (p. ii).")) as server:
        ask(client(server.url, 20000), "gamma alpha?", shown, most_pictures=2)
        content = server.requests[-1]["messages"][-1]["content"]
    urls = [part["image_url"]["url"] for part in content if part["type"] == "image_url"]
    assert urls == ["data:image/png;base64,1", "data:image/png;base64,3"]
    assert "i, iii" in said(server.requests[-1])
    assert "[page i]" not in said(server.requests[-1])


def test_a_key_goes_to_no_server_but_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ATOMCITE_CONFIG", str(tmp_path / "none.toml"))
    monkeypatch.setenv("ATOMCITE_API_KEY", "sk-private")
    with (
        model_server(lambda request, number: reply("a")) as one,
        model_server(lambda request, number: reply("b")) as two,
    ):
        monkeypatch.setenv("ATOMCITE_BASE_URL", one.url)
        for chat in chats([f"a@{one.url}", f"b@{two.url}"], context=4000):
            ask(chat, "Q?", Shown("t", ("1",), {1: "text"}))
        assert {h.get("authorization") for h in one.headers} == {"Bearer sk-private"}
        assert not any("sk-private" in str(h) for h in two.headers)


@pytest.mark.parametrize("model", ["just-a-name", "@http://localhost/v1", "m@localhost:80"])
def test_a_model_is_named_with_its_address(model: str) -> None:
    with pytest.raises(UsageError, match="is not NAME@URL"):
        chats([model])


def test_questions_come_from_lines_json_and_csv(tmp_path: Path) -> None:
    (tmp_path / "q.txt").write_text("\ufeffFirst?\n\n  Вторая?\n", "utf-8")
    assert [q.question for q in read_questions(tmp_path / "q.txt")] == ["First?", "Вторая?"]
    (tmp_path / "q.csv").write_text('question,document,answerable\n"A, or B?",d1,no\nC?,,\n', "utf-8")
    first, second = read_questions(tmp_path / "q.csv")
    assert (first.question, first.document, first.answerable) == ("A, or B?", "d1", False)
    assert (second.document, second.answerable) == (None, None)
    (tmp_path / "q.jsonl").write_text('{"question": "A?", "mine": 1}\n{"question": ""}\n', "utf-8")
    with pytest.raises(DatasetError, match=r"q\.jsonl:2: question: "):
        read_questions(tmp_path / "q.jsonl")


def test_answers_may_have_the_names_that_others_use(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"document": "d", "answer": "X (p. 1).", "model": "m"}\n', "utf-8")
    (answer,) = read_answers(path)
    assert (answer.text, answer.generator) == ("X (p. 1).", "m")


def test_a_document_that_a_file_names_and_nobody_has_is_told(document: Path, tmp_path: Path) -> None:
    wrong = GivenAnswer(document="millz", text="X (p. 1).")
    with pytest.raises(DatasetError, match=r"There is no document millz"):
        collect(document, tmp_path / "out", Plan(answers=[wrong]), LABELLER)
    dataset = given(document, tmp_path / "two").dataset
    assert document_named("mills.pdf", dataset.documents).id == "mills"


def test_a_plan_without_anything_to_do_is_refused(document: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="nothing to collect"):
        collect(document, tmp_path / "out", Plan(questions=[Question(question="Q?")]), LABELLER)


def test_the_command_takes_answers_and_tells_what_is_to_annotate(document: Path, tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_text("".join(a.model_dump_json() + "\n" for a in ANSWERS), "utf-8")
    out = tmp_path / "out"
    arguments = ["bench", "collect", str(document), "--answers", str(path), "--out", str(out), "--image", "none"]
    done = CliRunner().invoke(app, [*arguments, "--policy", "overview"])
    assert done.exit_code == 0, done.output
    assert "3 answers, 5 claims" in done.output
    assert "to annotate: 3 not labelled correct, 1 that are" in done.output
    assert load(out).manifest.made_by
    again = CliRunner().invoke(
        app, ["bench", "collect", str(out), "--answers", str(path), "--out", str(tmp_path / "x")]
    )
    assert again.exit_code == 0, again.output


def test_claims_that_are_there_already_are_labelled_as_they_cite(document: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    expected = verdicts(given(document, out).dataset)
    unlabelled = load(out)
    save(replace(unlabelled, claims=tuple(c.model_copy(update={"labels": Labels()}) for c in unlabelled.claims)), out)
    assert label_all(out, LABELLER) == 4
    assert verdicts(load(out)) == expected
    assert label_all(out, LABELLER) == 0
    assert label_all(out, LABELLER, replacing=True) == 4


def test_a_folder_goes_on_with_more_documents_and_not_with_changed_ones(document: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    given(document, out)
    other = tmp_path / "other"
    other.mkdir()
    (other / "port.pdf").write_bytes(typeset_pages(["= Port #v(1em) The port has five cranes."], "en"))
    more = GivenAnswer(document="port", text="The port has five cranes (p. 1).")
    both = collect(other, out, Plan(answers=[more]), LABELLER).dataset
    assert {d.id for d in both.documents} == {"mills", "port"}
    assert len(both.answers) == 4
    (document / "mills.pdf").write_bytes(typeset_pages(["= Another #v(1em) Text."], "en"))
    with pytest.raises(DatasetError, match="mills is not what it was"):
        given(document, out)


def test_two_documents_are_not_given_one_name(document: Path, tmp_path: Path) -> None:
    for name in ("a b.pdf", "a_b.pdf"):
        (document / name).write_bytes(typeset_pages(["= A #v(1em) Text."], "en"))
    with pytest.raises(DatasetError, match="Several documents would be called a_b"):
        given(document, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_models_may_be_shown_the_pages_as_pictures(document: Path, tmp_path: Path) -> None:
    with model_server(lambda request, number: reply("The company has 214 looms (p. 1).")) as server:
        models = chats([f"m@{server.url}"], context=16000)
        plan = Plan(questions=[Question(question="How many looms?")], models=models, show="both")
        found = collect(document, tmp_path / "out", plan, LABELLER)
        content = server.requests[-1]["messages"][-1]["content"]
    assert [part["type"] for part in content].count("image_url") == len(PAGES)
    assert all(p["image_url"]["url"].startswith("data:image/") for p in content if p["type"] == "image_url")
    assert "214 looms" in said(server.requests[-1])
    assert verdicts(found.dataset) == {"The company has 214 looms": "correct"}


def test_the_command_labels_a_data_set(document: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    given(document, out)
    arguments = ["bench", "label", str(out), "--image", "none", "--policy", "overview", "--quiet"]
    assert "0 claims labelled." in CliRunner().invoke(app, arguments).output
    assert "4 claims labelled." in CliRunner().invoke(app, [*arguments, "--replace"]).output
