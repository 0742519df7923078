"""Which statements about a document go into the set, and into which answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from atomcite.benchmarks.dataset import Difficulty, ErrorType
from atomcite.benchmarks.public.claims import Said, misplaced, mistaken, truths
from atomcite.benchmarks.public.source import Data, Fact, Source

_SHARE_OF_PAGE_ERRORS = 0.34
_SHARE_OF_TWO_ERRORS = 0.06
_PAGE_ERRORS: tuple[ErrorType, ...] = (
    "page_near",
    "page_label_confused",
    "page_swapped",
    "page_far",
    "page_out_of_range",
    "page_near",
)


@dataclass
class Balance:
    """How often each error was made so far, over the whole set: the rarest goes first."""

    errors: Counter[ErrorType] = field(default_factory=Counter)
    pages: int = 0

    def next_page_error(self) -> ErrorType:
        self.pages += 1
        return _PAGE_ERRORS[self.pages % len(_PAGE_ERRORS)]


@dataclass(frozen=True)
class Document:
    """What choosing needs to know of a typeset document."""

    values: Data
    pages: Mapping[str, int]
    labels: Sequence[str]

    @property
    def page_count(self) -> int:
        return len(self.labels)


def chosen(
    source: Source, topic: str, document: Document, turn: int, balance: Balance, rng: Random
) -> list[list[Said]]:
    """Two answers' worth of statements on a topic. Each fact is said once in each, never wrongly and rightly in one
    and the same; `turn` is the number of the document among those of its template, so that they differ in wording."""
    answers: list[list[Said]] = [[], []]
    for number, fact in enumerate(f for f in source.facts if f.topic == topic):
        first, second = _versions(fact, number + turn, document, balance, rng)
        side = rng.randrange(2)
        answers[side].append(first)
        answers[1 - side].append(second)
    return [_with_swap(answer) for answer in answers]


def _versions(fact: Fact, turn: int, document: Document, balance: Balance, rng: Random) -> tuple[Said, Said]:
    right = truths(fact, document.values, document.pages, rng)
    mistakes = [mistaken(fact, m, document.values, document.pages, rng) for m in fact.errors]
    rarest = sorted(mistakes, key=lambda s: (balance.errors[s.error or "other"], rng.random()))
    wrong = rarest[0]
    if not fact.together and rng.random() < _SHARE_OF_PAGE_ERRORS:
        base = right[(turn + 1) % len(right)]
        wrong = _astray(base, balance.next_page_error(), document, rng) or rarest[0]
    pair = (right[turn % len(right)], wrong)
    if len(rarest) > 1 and wrong.error == rarest[0].error and rng.random() < _SHARE_OF_TWO_ERRORS:
        pair = (rarest[1], wrong)
    for said in pair:
        if said.error:
            balance.errors[said.error] += 1
    return pair


def _astray(said: Said, error: ErrorType, document: Document, rng: Random) -> Said | None:
    """The statement with a citation gone wrong; None where the document has no page for that error. A swap is only
    marked here, and made when the whole answer is known."""
    home, count = said.cited[0], document.page_count
    if error == "page_swapped":
        return replace(said, error=error)
    if error == "page_out_of_range":
        last = max((int(x) for x in document.labels if x.isdecimal()), default=count)
        beyond = max(last, count) + rng.choice((1, 2, 3, 5, 9, 14))
        return replace(said, cited=(), beyond=beyond, error=error, difficulty="easy")
    if error == "page_label_confused":
        # The position in the file, cited as if it were the printed number.
        wanted = str(home)
        if document.labels[home - 1] == wanted or wanted not in document.labels:
            return None
        page = list(document.labels).index(wanted) + 1
        if page in said.true_pages:
            return None
        return misplaced(said, error, page, "hard", f"position {home} in the file taken for the page label")
    near = error == "page_near"
    away = [p for p in range(1, count + 1) if p not in said.true_pages and (abs(p - home) <= 2) == near]
    degree: Difficulty = "medium" if near else "easy"
    if not away:
        return None
    page = rng.choice(away)
    return misplaced(said, error, page, degree, f"{page - home:+d} pages")


def _with_swap(answer: list[Said]) -> list[Said]:
    """Makes the swaps that are marked: the citation of each goes to another right statement, and that one's to it."""
    out = list(answer)
    for i, said in enumerate(out):
        if said.error != "page_swapped" or said.detail:
            continue
        plain = replace(said, error=None)
        out[i] = plain
        for j, other in enumerate(out):
            fits = i != j and other.error is None and other.true_pages and not other.joint
            if fits and said.cited[0] not in other.true_pages and other.cited[0] not in said.true_pages:
                out[i] = misplaced(plain, "page_swapped", other.cited[0], "medium", "citations exchanged")
                out[j] = misplaced(other, "page_swapped", said.cited[0], "medium", "citations exchanged")
                break
    return out
