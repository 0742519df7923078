"""Claims of a task with their pages, by one code for all systems: how a citation is read is not what is compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from atomcite.benchmarks.systems.protocol import Prediction, Task, TaskClaim
from atomcite.benchmarks.systems.verdicts import predicted
from atomcite.documents import identity
from atomcite.domain import Citation, Claim, ClaimVerdict, PageRef
from atomcite.pipeline.settings import PageMode

Folios = Callable[[int], str | None]


@dataclass(frozen=True)
class Located:
    """A claim and the pages that it cites. `pages` are positions, ascending, `gone` the labels that are no page."""

    claim: TaskClaim
    pages: tuple[int, ...]
    gone: tuple[str, ...]

    @property
    def by_code(self) -> Prediction | None:
        """The prediction where the citation alone has the answer."""
        if not self.claim.cited:
            return predicted(self.claim.id, ClaimVerdict.UNCITED)
        if self.gone:
            reason = f"There is no page {', '.join(self.gone)}."
            return predicted(self.claim.id, ClaimVerdict.NO_SUCH_PAGE, reason=reason)
        return None


def by_answer(task: Task) -> list[list[TaskClaim]]:
    """The claims of each answer, in the order of the task; those of no answer together. An answer counts pages in one
    way, another may in another."""
    groups: dict[str | None, list[TaskClaim]] = {}
    for claim in task.claims:
        groups.setdefault(claim.answer, []).append(claim)
    return list(groups.values())


def ready_made(claims: Sequence[TaskClaim]) -> list[Claim]:
    """The claims as the pipeline takes them, all pages of a claim as one citation."""
    return [
        Claim(id=c.id, statement=c.statement, citations=(_citation(c),) if c.cited else (), origin="given")
        for c in claims
    ]


def located(
    task: Task, document: identity.Paged, mode: PageMode = "auto", folios: Folios | None = None
) -> list[Located]:
    """The claims of a task, answer by answer. `folios` reads the number that is printed on a page."""
    return [found for claims in by_answer(task) for found in _located(claims, document, mode, folios)]


def _located(
    claims: Sequence[TaskClaim], document: identity.Paged, mode: PageMode, folios: Folios | None
) -> Iterator[Located]:
    refs = [PageRef(raw=label) for claim in claims for label in claim.cited]
    found = iter(identity.resolve(refs, document, mode, folios))
    for claim in claims:
        pages = [next(found) for _ in claim.cited]
        there = {p.page.physical for p in pages if p.page is not None}
        yield Located(claim, tuple(sorted(there)), tuple(p.ref for p in pages if p.page is None))


def _citation(claim: TaskClaim) -> Citation:
    return Citation(text=", ".join(claim.cited), pages=tuple(PageRef(raw=label) for label in claim.cited))
