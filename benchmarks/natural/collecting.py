"""Questions to models, their answers as claims with AtomCite's own labels, and which of them people are to see."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from atomcite import ocr
from atomcite.benchmarks.dataset import BenchAnswer, BenchClaim, BenchDocument, Dataset, load, page_names, save
from atomcite.benchmarks.dataset.store import MANIFEST
from atomcite.benchmarks.natural.asking import PROMPT_VERSION, Shown, ask, page_picture
from atomcite.benchmarks.natural.journal import Entry, Journal, answer_id
from atomcite.benchmarks.natural.labelling import Labeller, Progress
from atomcite.benchmarks.natural.material import material
from atomcite.benchmarks.natural.questions import GivenAnswer, Question, document_named
from atomcite.benchmarks.natural.study import load_study, new_study, save_study
from atomcite.cache import DiskCache
from atomcite.documents import Document
from atomcite.domain import Chat, ChatFault
from atomcite.errors import AtomCiteError, DatasetError, UsageError

Show = Literal["text", "pictures", "both"]
_LEAST_CONTROLS = 5


@dataclass(frozen=True)
class Plan:
    """What a collection is made by. `controls` is how many claims labelled correct are put among those that are not,
    as a share of these; `show` is what models are shown of a page."""

    questions: Sequence[Question] = ()
    models: Sequence[Chat] = ()
    answers: Sequence[GivenAnswer] = ()
    show: Show = "text"
    controls: float = 0.25
    seed: int = 0
    split: str = "test"
    licence: str = "see the documents"
    command: str = ""


@dataclass(frozen=True)
class Collected:
    """`candidates` of the claims are labelled other than correct, `controls` correct; both are to be annotated.
    `faults` are the questions without an answer, by reason."""

    dataset: Dataset
    candidates: int
    controls: int
    faults: Counter[str]


def collect(
    source: Path, out: Path, plan: Plan, labeller: Labeller, *, progress: Progress = lambda text: None
) -> Collected:
    """Asks, labels and stores; what is in `out` from an earlier run is neither asked nor labelled again.

    A question that gets no answer costs that answer and is asked again next time. Raises UsageError for a plan that
    holds nothing or for a folder whose annotation has begun, EndpointError for a server that can't be used,
    DatasetError, and what opening a document raises.
    """
    if not plan.answers and not (plan.questions and plan.models):
        raise UsageError("There is nothing to collect.", "Give --questions with --model, or --answers.")
    done = load(out) if (out / MANIFEST).is_file() else None
    if done and any(claim.labels.annotators for claim in done.claims):
        raise UsageError(f"The annotation of {out} has begun.", "Collect more answers into another folder.")
    base = _joined(done, material(source, out, split=plan.split, licence=plan.licence))
    journal = Journal(out)
    for given in plan.answers:
        _note_given(given, base.documents, journal)
    if plan.questions and plan.models:
        for chat in plan.models:
            chat.probe()
        for document in base.documents:
            _ask_about(document, base.file_of(document), plan, journal, base.documents, progress)
    labelled = _labelled(base, done, journal, labeller, plan, out, progress)
    candidates, controls = _choose(labelled.claims, plan)
    _keep_study(out, [*candidates, *controls])
    return Collected(labelled, len(candidates), len(controls), Counter(journal.faults()))


def _joined(done: Dataset | None, base: Dataset) -> Dataset:
    """The documents of now and of earlier runs into the same folder. Raises DatasetError for one that changed."""
    known = {d.id: d for d in (done.documents if done else ())}
    changed = [d.id for d in base.documents if d.id in known and known[d.id].sha256 != d.sha256]
    if changed:
        raise DatasetError(
            f"The document {changed[0]} is not what it was when {base.folder} was begun.",
            "Collect from the new document into another folder.",
        )
    return replace(base, documents=tuple({**known, **{d.id: d for d in base.documents}}.values()))


def _keep_study(out: Path, claims: Sequence[str]) -> None:
    """Writes down what is to be annotated. A study of the same claims stays: forms may have gone out by it."""
    known = load_study(out)
    if claims and (known is None or set(known.claims) != set(claims)):
        save_study(out, new_study(claims))


def _note_given(given: GivenAnswer, documents: Sequence[BenchDocument], journal: Journal) -> None:
    document = document_named(given.document, documents)
    name = answer_id(document.id, given.question, given.generator, given.text)
    if not journal.has_answer(name):
        answer = BenchAnswer(
            id=name,
            document=document.id,
            question=given.question,
            text=given.text,
            generator=given.generator,
            answerable=given.answerable,
            refused=given.refused,
        )
        journal.add(Entry(id=name, answer=answer))


def _ask_about(
    document: BenchDocument,
    path: Path,
    plan: Plan,
    journal: Journal,
    documents: Sequence[BenchDocument],
    progress: Progress,
) -> None:
    """All questions about one document that have no answer yet, to each model."""
    asked = [q for q in plan.questions if q.document is None or document_named(q.document, documents) == document]
    open_ones = [
        (chat, question, name)
        for chat in plan.models
        for question in asked
        if not journal.has_answer(name := answer_id(document.id, question.question, chat.model))
    ]
    if not open_ones:
        return
    progress(f"{document.id}: {len(open_ones)} questions")
    with Document.open(path, cache=DiskCache()) as opened:
        shown = _shown(document, opened, plan.show)

        def one(chat: Chat, question: Question, name: str) -> None:
            try:
                found = ask(chat, question.question, shown)
            except ChatFault as fault:
                reason = f"{chat.model}: {fault.reason.render('en')}"
                journal.add(Entry(id=name, answer=None, fault=reason, usage=fault.usage))
                return
            answer = BenchAnswer(
                id=name,
                document=document.id,
                question=question.question,
                text=found.text,
                generator=chat.model,
                answerable=question.answerable,
                refused=found.refused,
            )
            journal.add(Entry(id=name, answer=answer, pages=found.pages, usage=found.usage, prompt=PROMPT_VERSION))

        with ThreadPoolExecutor(max(chat.at_once for chat in plan.models)) as pool:
            for waiting in [pool.submit(one, *item) for item in open_ones]:
                waiting.result()


def _shown(document: BenchDocument, opened: Document, show: Show) -> Shown:
    texts = {page.number: _text(opened, page.number) for page in opened.pages()}
    return Shown(
        title=document.title or document.id,
        names=page_names(document),
        texts=texts,
        picture=None if show == "text" else lambda page: page_picture(opened, page),
        with_text=show != "pictures",
    )


def _text(opened: Document, number: int) -> str:
    """The page's own text where it has one, else as it is read. A page that nothing reads is shown empty: that the
    model then knows less is what happens to its users as well."""
    page = opened.page(number)
    words = page.layer_words()
    if words is None:
        try:
            words = ocr.read_page(page, cache=opened.cache)
        except AtomCiteError:
            return ""
    return words.text


def _labelled(
    base: Dataset,
    done: Dataset | None,
    journal: Journal,
    labeller: Labeller,
    plan: Plan,
    out: Path,
    progress: Progress,
) -> Dataset:
    """The data set with all answers of the journal. Stored after each answer that took work."""
    known = {answer.id for answer in done.answers} if done else set()
    claims: list[BenchClaim] = list(done.claims) if done else []
    answers: list[BenchAnswer] = list(done.answers) if done else []
    files = {d.id: base.file_of(d) for d in base.documents}
    commands = (*(done.manifest.made_by if done else ()), *([plan.command] if plan.command else []))
    base = replace(base, manifest=base.manifest.model_copy(update={"made_by": tuple(dict.fromkeys(commands))}))
    for answer in journal.answers():
        if answer.id not in known:
            progress(f"{answer.document}: labelling the answer of {answer.generator or 'a person'}")
            claims += labeller.claims(files[answer.document], answer)
            answers.append(answer)
            save(replace(base, answers=tuple(answers), claims=tuple(claims)), out)
    made = replace(base, answers=tuple(answers), claims=tuple(claims))
    save(made, out)
    return made


def _choose(claims: Sequence[BenchClaim], plan: Plan) -> tuple[list[str], list[str]]:
    """Claims that the automatic label does not call correct, and a sample of the others: annotators who knew that all
    they see was found wrong would find it wrong, and what it wrongly calls correct would never be seen."""
    cited = [c for c in claims if c.cited and c.labels.automatic]
    verdict = {c.id: c.labels.automatic.verdict for c in cited if c.labels.automatic}
    candidates = [name for name, said in verdict.items() if said != "correct"]
    correct = [name for name, said in verdict.items() if said == "correct"]
    number = min(len(correct), max(round(plan.controls * len(candidates)), _LEAST_CONTROLS if plan.controls else 0))
    return candidates, random.Random(plan.seed).sample(correct, number)
