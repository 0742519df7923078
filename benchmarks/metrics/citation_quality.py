"""The quality of an answer's citations: what is said of whoever wrote the answers, not of whoever checks them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from atomcite.benchmarks.dataset import BenchAnswer, BenchClaim, Dataset, Label, LabelSource, label_of
from atomcite.benchmarks.metrics.alce import AlceAnswer, AlceScore, CitedSentence, alce
from atomcite.benchmarks.metrics.outcomes import Outcome


@dataclass(frozen=True)
class Share:
    """`part` of `whole`."""

    part: int
    whole: int

    @property
    def value(self) -> float:
        """0..1, NaN of none."""
        return self.part / self.whole if self.whole else float("nan")


@dataclass(frozen=True)
class CitationQuality:
    """Five figures of answers with citations, each with what it is a share of. "Given" are the answers that do not
    refuse.

    - `with_citations`: given answers in which a statement cites a page / given answers;
    - `existing`: citations of a page that the document has / citations;
    - `supported`: statements that the pages they cite bear out / statements of given answers with a settled label
      (one without citation is not borne out by one);
    - `without_source`: given answers none of whose statements is borne out by what it cites / given answers all of
      whose statements have a settled label;
    - `refusals_right`: refusals where the document does not answer the question / refusals where somebody said
      whether it does. `refused_in_need` is the other side: refusals / questions that the document does not answer.
    """

    with_citations: Share
    existing: Share
    supported: Share
    without_source: Share
    refusals_right: Share
    refused_in_need: Share


def citation_quality(dataset: Dataset, source: LabelSource = "gold") -> CitationQuality:
    """Over all answers of `dataset`; claims without an answer do not count."""
    of = _claims_by_answer(dataset)
    given = [a for a in dataset.answers if not a.refused]
    refusals = [a for a in dataset.answers if a.refused]
    cited = [c for a in given for claim in of[a.id] for c in claim.cited]
    labels = {claim.id: label_of(claim, source) for a in given for claim in of[a.id]}
    settled = {c: label.verdict for c, label in labels.items() if label and label.verdict != "open"}
    judged = [a for a in given if all(c.id in settled for c in of[a.id])]

    def borne_out(claim: BenchClaim) -> bool:
        return settled.get(claim.id) == "correct" and bool(claim.cited)

    unanswerable = [a for a in dataset.answers if a.answerable is False]
    known = [a for a in refusals if a.answerable is not None]
    statements = [c for a in given for c in of[a.id] if c.id in settled]
    return CitationQuality(
        with_citations=Share(sum(any(c.cited for c in of[a.id]) for a in given), len(given)),
        existing=Share(sum(c.page is not None for c in cited), len(cited)),
        supported=Share(sum(borne_out(c) for c in statements), len(statements)),
        without_source=Share(sum(not any(borne_out(c) for c in of[a.id]) for a in judged), len(judged)),
        refusals_right=Share(sum(not a.answerable for a in known), len(known)),
        refused_in_need=Share(sum(a.refused for a in unanswerable), len(unanswerable)),
    )


def alce_by_labels(dataset: Dataset, source: LabelSource = "gold", *, at_most: int | None = None) -> AlceScore:
    """ALCE's figures of the answers, with the labels as the judge: pages entail a statement when one of them is a
    true page, or all of a joint set are among them, or they are all that it cites and its label is "correct".

    A claim stands for a sentence. Answers with a claim whose label is not settled, and refusals, do not count. All
    citations count by default: the limit of 3 there is for passages of a hundred words.
    """
    of = _claims_by_answer(dataset)
    answers = []
    for answer in dataset.answers:
        claims = of[answer.id]
        labels = [label_of(c, source) for c in claims]
        if answer.refused or not all(label and label.verdict != "open" for label in labels):
            continue
        answers.append(_labelled(claims, [label for label in labels if label]))
    return alce(answers, lambda passages, _: _borne_out(passages), at_most=at_most)


def estimated_support(outcomes: Sequence[Outcome]) -> tuple[float, float]:
    """The share of sound citations as a system's verdicts have it, and as it is: how far off one is who takes the
    system for the truth about a model's answers. Over the claims that it decided. NaNs for none."""
    decided = [o for o in outcomes if o.decided]
    if not decided:
        return float("nan"), float("nan")
    return sum(o.passed for o in decided) / len(decided), sum(o.sound for o in decided) / len(decided)


@dataclass(frozen=True)
class _Passage:
    """A cited page of one claim, with what the label says of that claim."""

    page: int
    label: Label
    all_cited: frozenset[int]


def _labelled(claims: Sequence[BenchClaim], labels: Sequence[Label]) -> AlceAnswer[_Passage]:
    passages: list[_Passage] = []
    sentences = []
    for claim, label in zip(claims, labels, strict=True):
        cited = []
        for citation in claim.cited:
            if citation.page is None:
                cited.append(-1)
            else:
                cited.append(len(passages))
                passages.append(_Passage(citation.page, label, claim.pages))
        sentences.append(CitedSentence(claim.statement, tuple(cited)))
    return AlceAnswer(tuple(sentences), passages)


def _borne_out(passages: Sequence[_Passage]) -> bool:
    pages, label = {p.page for p in passages}, passages[0].label
    if pages & set(label.true_pages) or any(set(joint) <= pages for joint in label.joint_pages):
        return True
    return label.verdict == "correct" and passages[0].all_cited <= pages


def _claims_by_answer(dataset: Dataset) -> Mapping[str, Sequence[BenchClaim]]:
    found: defaultdict[str, list[BenchClaim]] = defaultdict(list)
    for claim in dataset.claims:
        if claim.answer is not None:
            found[claim.answer].append(claim)
    return found


def by_generator(answers: Sequence[BenchAnswer]) -> dict[str, tuple[BenchAnswer, ...]]:
    """Answers by who wrote them; "-" for a person or a program."""
    found: defaultdict[str, list[BenchAnswer]] = defaultdict(list)
    for answer in answers:
        found[answer.generator or "-"].append(answer)
    return {name: tuple(found[name]) for name in sorted(found)}
