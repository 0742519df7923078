"""One run: claims -> pages -> both channels -> policy -> window where it is needed -> policy -> report."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePath

from atomcite.audit import Journal
from atomcite.documents import Document, identity
from atomcite.domain import (
    Action,
    Channel,
    ChannelResult,
    Citation,
    Claim,
    ClaimResult,
    ClaimVerdict,
    LookReason,
    Message,
    PageIdentity,
    PageLook,
    PageRef,
    PageSignal,
    PageWords,
    Report,
    ResolvedPage,
    message,
)
from atomcite.errors import AtomCiteError
from atomcite.pipeline.channels import ChannelRunner, ImageChannel, TextChannel
from atomcite.pipeline.cited_names import names_another
from atomcite.pipeline.comments import printed_notice, shift_notice
from atomcite.pipeline.deciding import lacking, other_document, page_by_page, settle
from atomcite.pipeline.facts import facts_of
from atomcite.pipeline.plan import Pages, Progress, Results, Task, Workers
from atomcite.pipeline.settings import PageMode
from atomcite.pipeline.signals import bearing
from atomcite.policies import Policy

Wanted = dict[int, dict[Pages, LookReason]]
"""Index of a claim -> pages to look at alone, or two together, and why."""


class Run:
    """Checks claims against a document. Channels are given; nothing here knows which engines stand behind them.

    `known` are results of an earlier run over the same document: what they hold is not asked again.
    """

    def __init__(
        self,
        document: Document,
        policy: Policy,
        text: TextChannel,
        image: ImageChannel | None,
        *,
        mode: PageMode = "auto",
        window: int | None = None,
        workers: dict[Channel, int] | None = None,
        progress: Progress | None = None,
        known: Results | None = None,
        journal: Journal | None = None,
    ) -> None:
        self._document = document
        self._policy = policy if window is None else policy.model_copy(update={"window": window})
        self._text = text
        runners: list[ChannelRunner] = [text] if image is None else [text, image]
        self._channels = [r for r in runners if r.channel in policy.channels]
        self._mode = mode
        self._workers = workers or {}
        self._progress = progress
        self._known = known or {}
        self._journal = journal

    @property
    def policy(self) -> Policy:
        """The policy that decides, with the window of this run."""
        return self._policy

    def check(self, claims: Sequence[Claim]) -> Report:
        """The report on `claims`, in their order. `answer`, `settings` and `counters` are left to the caller."""
        results = self._resolve(claims)
        looked_at: set[int] = set()
        with Workers(self._channels, self._workers, self._known, self._journal) as workers:
            results = self._on_cited_pages(results, workers, looked_at)
            # The window first; two of its pages together and the whole document only where a policy wants it and the
            # window holds nothing.
            while wanted := self._wanted(results):
                results = self._looked(results, wanted, workers, looked_at)
        settled = tuple(settle(self._with_folios(r), self._policy, self._document.info) for r in results)
        return Report(
            document=self._document.info,
            answer=None,
            claims=settled,
            notices=(
                *_crashes(settled),
                *self._page_notes(),
                *printed_notice(settled, self._printed_elsewhere()),
                *shift_notice(settled),
            ),
            pages=tuple(self._identity(page) for page in sorted(looked_at)),
            signals=tuple(self._signals()),
        )

    def _resolve(self, claims: Sequence[Claim]) -> list[ClaimResult]:
        """Claims with their pages, not yet checked. All references are resolved together: an answer counts pages in
        one way."""
        refs = [ref for claim in claims for ref in claim.refs]
        resolved = iter(identity.resolve(refs, self._document, self._mode, self._folio))
        found: list[ClaimResult] = []
        for claim in claims:
            cited = tuple(next(resolved) for _ in claim.refs)
            found.append(
                ClaimResult(
                    id=claim.id,
                    statement=claim.statement,
                    origin=claim.origin,
                    spans=claim.spans,
                    citations=tuple(self._placed(c, cited) for c in claim.citations),
                    cited_pages=cited,
                    verdict=ClaimVerdict.NOT_CHECKED,
                    action=Action.FLAG,
                    rule="",
                )
            )
        return found

    def _placed(self, citation: Citation, cited: Sequence[ResolvedPage]) -> Citation:
        """The citation with what the first page and the cited ones tell of the document that it names."""
        name = citation.document
        if not name or PurePath(name.strip()).suffix:
            return citation
        numbers = dict.fromkeys((1, *(p.page.physical for p in cited if p.page is not None)))
        pages = [words for number in numbers if (words := self._words(number)) is not None]
        return citation.model_copy(update={"elsewhere": names_another(name, self._document.info, pages)})

    def _words(self, page: int) -> PageWords | None:
        """The words of a page; None when it can't be read. Reads the page if it wasn't yet."""
        try:
            return self._text.read(page)
        except AtomCiteError:
            return None

    def _checkable(self, claim: ClaimResult) -> bool:
        """False when code alone has the answer."""
        gone = any(page.page is None for page in claim.cited_pages)
        return bool(claim.cited_pages) and not gone and not other_document(claim, self._document.info)

    def _each(self, claim: ClaimResult) -> bool:
        return self._policy.joint == "each" and len(claim.physical) > 1

    def _on_cited_pages(
        self, claims: Sequence[ClaimResult], workers: Workers, looked_at: set[int]
    ) -> list[ClaimResult]:
        """The claims with what each channel said of their cited pages."""
        todo = {i: c for i, c in enumerate(claims) if self._checkable(c)}
        tasks = {
            i: [Task((p,), c.statement) for p in c.physical] if self._each(c) else [Task(c.physical, c.statement)]
            for i, c in todo.items()
        }
        found = workers.run([t for ts in tasks.values() for t in ts], self._progress)
        looked_at.update(p for c in todo.values() for p in c.physical)
        out = list(claims)
        for i, claim in todo.items():
            if self._each(claim):
                looks = tuple(self._look(t.pages, "cited", found[t]) for t in tasks[i])
                claim = page_by_page(claim.model_copy(update={"looks": looks}))
            else:
                of_claim = found[tasks[i][0]]
                claim = claim.model_copy(update={"text": of_claim.get("text"), "image": of_claim.get("image")})
            notes = [n for p in claim.physical if p in self._text.words for n in self._text.words[p].notes]
            odd = bearing(self._signals(), claim.physical, (claim.text, claim.image))
            facts = facts_of(claim.statement, claim.text, claim.image, notes, signal=bool(odd))
            out[i] = claim.model_copy(update={"facts": facts, "signals": odd})
        return out

    def _wanted(self, claims: Sequence[ClaimResult]) -> Wanted:
        """Pages that the outcome of a claim depends on and that were not looked at; none for most claims."""
        wanted: Wanted = {}
        printed = self._printed_elsewhere()
        for i, claim in enumerate(claims):
            if not self._checkable(claim):
                continue
            why: dict[Pages, LookReason] = {}
            near = {p for c in claim.physical for p in range(c - self._policy.window, c + self._policy.window + 1)}
            if lack := lacking(claim, self._policy, self._document.info):
                why |= {(p,): "window" if p in near else "document" for p in lack.pages}
                why |= dict.fromkeys(lack.pairs, "pair")
            if self._policy.window and self._policy.needs_window(claim.text, claim.image, claim.facts):
                refs = dict.fromkeys(ref for citation in claim.citations for ref in citation.pages)
                others = {p for ref in refs for p in identity.alternatives(ref, self._document).values()}
                # How pages are numbered in print may be known only when those of the window were read.
                others |= {p for ref in refs if printed is not None and (p := printed(ref)) is not None}
                seen = {p for look in claim.looks for p in look.physical}
                why |= dict.fromkeys(((p,) for p in others - near - seen if (p,) not in why), "reading")
            if why:
                wanted[i] = why
        return wanted

    def _looked(
        self, claims: Sequence[ClaimResult], wanted: Wanted, workers: Workers, looked_at: set[int]
    ) -> list[ClaimResult]:
        """The claims with the wanted pages looked at."""
        tasks = {i: {p: Task(p, claims[i].statement) for p in pages} for i, pages in wanted.items()}
        found = workers.run([t for pages in tasks.values() for t in pages.values()], self._progress)
        looked_at.update(p for looks in wanted.values() for pages in looks for p in pages)
        out = list(claims)
        for i, pages in wanted.items():
            new = tuple(self._look(p, why, found[tasks[i][p]]) for p, why in sorted(pages.items()))
            out[i] = claims[i].model_copy(update={"looks": (*claims[i].looks, *new)})
        return out

    def _look(self, pages: Pages, why: LookReason, results: Mapping[Channel, ChannelResult]) -> PageLook:
        first, *others = map(self._identity, pages)
        text, image = results.get("text"), results.get("image")
        return PageLook(page=first, others=tuple(others), why=why, text=text, image=image)

    def _with_folios(self, claim: ClaimResult) -> ClaimResult:
        return claim.model_copy(update={"cited_pages": tuple(self._with_folio(p) for p in claim.cited_pages)})

    def _folio(self, page: int) -> str | None:
        """The number printed on a page; None when the page can't be read."""
        words = self._words(page)
        return identity.folio_of(words) if words else None

    def _printed_elsewhere(self) -> Callable[[PageRef], int | None] | None:
        folios = {page: identity.folio_of(words) for page, words in self._text.words.items()}
        return identity.printed_elsewhere(folios, self._document.page_count)

    def _identity(self, page: int) -> PageIdentity:
        words = self._text.words.get(page)
        folio = identity.folio_of(words) if words else None
        return PageIdentity(physical=page, label=self._document.label(page), folio=folio)

    def _with_folio(self, resolved: ResolvedPage) -> ResolvedPage:
        if resolved.page is None:
            return resolved
        return resolved.model_copy(update={"page": self._identity(resolved.page.physical)})

    def _page_notes(self) -> tuple[Message, ...]:
        return tuple(note for page in sorted(self._text.words) for note in self._text.words[page].notes)

    def _signals(self) -> list[PageSignal]:
        return [signal for page in sorted(self._text.words) for signal in self._text.words[page].signals]


def _crashes(results: Sequence[ClaimResult]) -> tuple[Message, ...]:
    """A fault of our own is no matter of one claim: it is said at the top."""
    checks = [check for r in results for check in (r.text, r.image) if check]
    count = sum(any(m.code == "run.crashed" for m in check.reason) for check in checks)
    return (message("run.crashes", count=count),) if count else ()
