"""One run: claims -> pages -> both channels -> policy -> window where it is needed -> policy -> report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath

from atomcite.documents import Document, identity
from atomcite.domain import (
    Action,
    Channel,
    ChannelResult,
    Claim,
    ClaimResult,
    ClaimVerdict,
    Facts,
    Message,
    PageIdentity,
    PageSignal,
    Report,
    ResolvedPage,
    Suggestion,
    message,
)
from atomcite.errors import AtomCiteError
from atomcite.pipeline.channels import ChannelRunner, ImageChannel, TextChannel, pages_of
from atomcite.pipeline.plan import Pages, Progress, Results, Task, Workers
from atomcite.pipeline.settings import PageMode
from atomcite.pipeline.signals import bearing
from atomcite.pipeline.window import neighbour, neighbours, suggestions, unread
from atomcite.policies import Decision, Policy


@dataclass(frozen=True)
class _Cited:
    """A claim with its citations resolved. `pages` are the physical pages, ascending; empty when there is nothing to
    check."""

    claim: Claim
    resolved: tuple[ResolvedPage, ...]
    elsewhere: str | None = None  # the name of another document that the claim cites

    @property
    def pages(self) -> Pages:
        return tuple(sorted({r.page.physical for r in self.resolved if r.page}))

    @property
    def missing(self) -> tuple[str, ...]:
        return tuple(r.ref for r in self.resolved if r.page is None)

    @property
    def task(self) -> Task | None:
        """What the channels are asked; None when code alone has the answer."""
        if not self.resolved or self.missing or self.elsewhere:
            return None
        return Task(self.pages, self.claim.statement)


class Run:
    """Checks claims against a document. Channels are given; nothing here knows which engines stand behind them."""

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
    ) -> None:
        self._document = document
        self._policy = policy if window is None else policy.model_copy(update={"window": window})
        self._text = text
        self._channels: list[ChannelRunner] = [text] if image is None else [text, image]
        self._mode = mode
        self._workers = workers or {}
        self._progress = progress

    def check(self, claims: Sequence[Claim]) -> Report:
        """The report on `claims`, in their order. `answer`, `settings` and `counters` are left to the caller."""
        cited = self._resolve(claims)
        with Workers(self._channels, self._workers) as workers:
            on_page = workers.run([c.task for c in cited if c.task], self._progress)
            candidates = {c.claim.id: self._candidates(c, on_page) for c in cited}
            wanted = [Task((page,), c.claim.statement) for c in cited for page in candidates[c.claim.id]]
            near = workers.run(wanted, self._progress)
        results = tuple(self._result(c, on_page, candidates[c.claim.id], near) for c in cited)
        looked_at = sorted({p for task in (*on_page, *near) for p in task.pages})
        return Report(
            document=self._document.info,
            answer=None,
            claims=results,
            notices=(*_crashes(results), *self._page_notes(), *self._shift(results)),
            pages=tuple(self._identity(page) for page in looked_at),
            signals=tuple(self._signals()),
        )

    def _resolve(self, claims: Sequence[Claim]) -> list[_Cited]:
        """Claims with their pages. All references are resolved together: an answer counts pages in one way."""
        refs = [ref for claim in claims for ref in claim.refs]
        resolved = iter(identity.resolve(refs, self._document, self._mode, self._folio))
        cited = []
        for claim in claims:
            others = [c.document for c in claim.citations if _names_other(c.document, self._document)]
            pages = tuple(next(resolved) for _ in claim.refs)
            cited.append(_Cited(claim, pages, elsewhere=others[0] if others else None))
        return cited

    def _candidates(self, cited: _Cited, on_page: Results) -> Pages:
        """Pages to look at for suggestions: none unless the outcome depends on them."""
        if cited.task is None:
            return ()
        results = on_page[cited.task]
        if not self._policy.needs_window(results.get("text"), results.get("image")):
            return ()
        other_readings = [p for ref in cited.claim.refs for p in identity.alternatives(ref, self._document).values()]
        return neighbours(cited.pages, self._policy.window, self._document.page_count, other_readings)

    def _result(self, cited: _Cited, on_page: Results, candidates: Pages, near: Results) -> ClaimResult:
        claim = cited.claim
        task = cited.task
        found: tuple[Suggestion, ...] = ()
        missed: tuple[int, ...] = ()
        odd: tuple[PageSignal, ...] = ()
        text: ChannelResult | None = None
        image: ChannelResult | None = None
        if task is not None:
            text, image = on_page[task].get("text"), on_page[task].get("image")
            found = suggestions(claim.statement, cited.pages, candidates, near, self._policy, self._identity)
            missed = unread(claim.statement, candidates, near)
            odd = bearing(self._signals(), task.pages, (text, image))
            facts = Facts(traits=frozenset({"signal"}) if odd else frozenset())
            decision = self._policy.decide(text, image, neighbour(found, missed), facts)
        else:
            decision = self._without_check(cited)
        if decision.verdict is not ClaimVerdict.WRONG_PAGE:
            found = ()
        return ClaimResult(
            id=claim.id,
            statement=claim.statement,
            origin=claim.origin,
            spans=claim.spans,
            citations=claim.citations,
            cited_pages=tuple(self._with_folio(r) for r in cited.resolved),
            verdict=decision.verdict,
            action=decision.action,
            suggested_pages=found,
            comment=(*self._comment(cited, decision, found, candidates, missed, text, image), *(s.note for s in odd)),
            rule=decision.rule,
            leaning=decision.leaning,
            single_channel=decision.single_channel,
            text=text,
            image=image,
        )

    def _without_check(self, cited: _Cited) -> Decision:
        if not cited.resolved:
            return Decision(verdict=ClaimVerdict.UNCITED, action=self._policy.uncited_action, rule="uncited")
        if cited.elsewhere:
            return Decision(verdict=ClaimVerdict.NOT_CHECKED, action=Action.FLAG, rule="other-document")
        action = self._policy.no_such_page_action
        return Decision(verdict=ClaimVerdict.NO_SUCH_PAGE, action=action, rule="no-such-page")

    def _comment(
        self,
        cited: _Cited,
        decision: Decision,
        found: Sequence[Suggestion],
        candidates: Pages,
        missed: Pages,
        text: ChannelResult | None,
        image: ChannelResult | None,
    ) -> list[Message]:
        """What the claim verdict rests on, beyond the channels' own reasons."""
        verdict = decision.verdict
        comment: list[Message] = []
        if verdict is ClaimVerdict.UNCITED:
            comment.append(message("run.uncited"))
        elif cited.elsewhere:
            comment.append(message("run.other_document", name=cited.elsewhere))
        elif verdict is ClaimVerdict.NO_SUCH_PAGE:
            code = "run.no_such_page" if len(cited.missing) == 1 else "run.no_such_pages"
            comment.append(message(code, refs=_some(cited.missing), count=self._document.page_count))
        elif verdict is ClaimVerdict.CONFLICT:
            comment.append(message(f"run.conflict_{decision.leaning or 'neither'}"))
        elif verdict is ClaimVerdict.WRONG_PAGE:
            comment.append(_found_elsewhere(found, decision.action))
        elif verdict is ClaimVerdict.UNSUPPORTED and candidates:
            looked = [p for p in candidates if p not in missed]
            if looked:
                comment.append(message("run.not_near", pages=_ranges(looked)))
            if missed:
                comment.append(message("run.neighbours_unread", pages=_ranges(missed)))
        if decision.single_channel:
            absent = "image" if image is None or image.verdict == "not_checked" else "text"
            comment.append(message(f"run.only_{'text' if absent == 'image' else 'image'}"))
        if verdict is ClaimVerdict.CORRECT and len(cited.pages) > 1:
            unused = [p for p in cited.pages if p not in pages_of(text) | pages_of(image)]
            if unused:
                comment.append(message("run.page_adds_nothing", pages=_ranges(unused)))
        return comment

    def _folio(self, page: int) -> str | None:
        """The number printed on a page; None when the page can't be read. Reads the page if it wasn't yet."""
        try:
            return identity.folio_of(self._text.read(page))
        except AtomCiteError:
            return None

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

    def _shift(self, results: Sequence[ClaimResult]) -> tuple[Message, ...]:
        """The constant distance between cited and better pages, said once for the document. Claims that stand where
        they are cited speak against one."""
        pairs: list[tuple[int, int]] = []
        for r in results:
            if len(r.cited_pages) != 1 or r.cited_pages[0].page is None:
                continue
            cited = r.cited_pages[0].page.physical
            if r.verdict is ClaimVerdict.WRONG_PAGE:
                pairs.append((cited, r.suggested_pages[0].page.physical))
            elif r.verdict is ClaimVerdict.CORRECT:
                pairs.append((cited, cited))
        shift = identity.diagnose_shift(pairs)
        claims = sum(better - cited == shift for cited, better in pairs)
        return () if shift is None else (message("run.shifted", shift=f"{shift:+d}", claims=claims),)


def _names_other(cited: str | None, document: Document) -> bool:
    """True when a citation names another file than this document. A name without a file suffix may be a title, a
    heading or a description ("Annual report"), which nothing here can tell from the document's own."""
    if not cited or not PurePath(cited.strip()).suffix:
        return False
    return PurePath(cited.strip()).stem.casefold() != PurePath(document.name).stem.casefold()


def _crashes(results: Sequence[ClaimResult]) -> tuple[Message, ...]:
    """A fault of our own is no matter of one claim: it is said at the top."""
    checks = [check for r in results for check in (r.text, r.image) if check]
    count = sum(any(m.code == "run.crashed" for m in check.reason) for check in checks)
    return (message("run.crashes", count=count),) if count else ()


def _found_elsewhere(found: Sequence[Suggestion], action: Action) -> Message:
    """Where the statement stands: the page that is proposed, or those of which a person must choose."""
    best, *others = (_shown(s.page) for s in found)
    if action is Action.FLAG and others:
        return message("run.found_on_several", pages=", ".join([best, *others]))
    if others:
        return message("run.found_best", page=best, others=", ".join(others))
    return message("run.found_elsewhere", page=best)


def _some(refs: Sequence[str]) -> str:
    """The first few of a list that may be long."""
    return ", ".join(refs) if len(refs) <= 5 else f"{', '.join(refs[:4])}, ... {refs[-1]}"


def _shown(page: PageIdentity) -> str:
    other = page.label or page.folio
    return f"{page.physical} ({other})" if other and other != str(page.physical) else str(page.physical)


def _ranges(pages: Sequence[int]) -> str:
    """[2, 3, 5] -> "2-3, 5"."""
    parts: list[list[int]] = []
    for page in sorted(pages):
        if parts and page == parts[-1][-1] + 1:
            parts[-1].append(page)
        else:
            parts.append([page])
    return ", ".join(str(p[0]) if len(p) == 1 else f"{p[0]}-{p[-1]}" for p in parts)
