"""Corrections one by one, asked of the person at the terminal."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from atomcite.errors import UsageError

if TYPE_CHECKING:
    from atomcite.answers import Proposal, Reply
    from atomcite.domain import ClaimResult, Language, Report, Suggestion
    from atomcite.reports.labels import Labels

_WORDS: dict[str, Reply] = {
    "y": "take", "yes": "take", "д": "take", "да": "take",
    "n": "leave", "no": "leave", "н": "leave", "нет": "leave",
    "a": "all", "all": "all", "в": "all", "все": "all", "всё": "all",
    "q": "stop", "quit": "stop", "х": "stop", "хватит": "stop",
}  # fmt: skip
_AROUND = 60
"""Characters of the answer shown on either side of a change."""
_MOST_QUOTES = 2


def check_terminal() -> None:
    """Raises UsageError where nobody can be asked."""
    if not sys.stdin.isatty():
        raise UsageError(
            "There is no terminal to ask on: standard input is not one.",
            "Run it in a terminal, or make all corrections: --apply all of `verify`, --all of `apply`.",
        )


def asking(language: Language) -> Callable[[Report], Sequence[ClaimResult]]:
    """A function that asks for each correction of a report and returns the claims as they were decided on. What it
    shows goes to standard error."""

    def ask(report: Report) -> Sequence[ClaimResult]:
        from atomcite.answers import choose
        from atomcite.domain import Action

        dialogue = _Dialogue(language)
        chosen = choose(report.claims, report.answer or "", dialogue.ask, language)
        dialogue.end(sum(c.action is not Action.KEEP for c in chosen))
        return chosen

    return ask


class _Dialogue:
    def __init__(self, language: Language) -> None:
        from atomcite.reports.labels import Labels

        self.labels: Labels = Labels(language)
        self.language = language
        self.console = Console(stderr=True, soft_wrap=True, highlight=False)
        self.total = 0

    def ask(self, proposal: Proposal) -> Reply:
        """The reply of the person; the end of the input leaves all that are left."""
        self.total = self.total or proposal.total
        self._show(proposal)
        while True:
            self._line(self._question(proposal.pages), "bold")
            said = sys.stdin.readline()
            reply = "stop" if not said else self._reply(said.strip().casefold(), proposal.pages)
            if reply is not None:
                return reply
            self._line(self._say("again"), "red")

    def end(self, taken: int) -> None:
        self._line(self._say("made", taken=taken, total=self.total) if self.total else self._say("none"))

    def _show(self, proposal: Proposal) -> None:
        from atomcite.reports.labels import SYMBOLS

        claim, say = proposal.claim, self.labels
        self._line("")
        verdict = f"{SYMBOLS[claim.verdict]} {say.verdict(claim.verdict)}"
        self._line(
            self._say(
                "head", number=proposal.number, total=proposal.total, id=claim.id, verdict=verdict,
                action=say.action(claim.action),
            ),
            "bold",
        )  # fmt: skip
        self._line(f"  {claim.statement}")
        self._line(f"  {self._say('from')}: {say.cited_all(claim)}")
        if claim.suggested_pages and not proposal.pages:
            self._line(f"  {self._say('to')}: {self._page(claim.suggested_pages[0])}")
        for number, page in enumerate(proposal.pages, 1):
            self._line(f"  {number}  {self._page(page)}")
        for quote in _quotes(claim):
            self._line(f"  {self._say('evidence')}: «{quote}»", "dim")
        for reason in say.explain(claim):
            self._line(f"  {self._say('reason')}: {reason}", "dim")
        for sign, text in difference(proposal.before, proposal.after):
            self._line(f"  {sign} {text}", "red" if sign == "-" else "green")

    def _question(self, pages: Sequence[Suggestion]) -> str:
        if not pages:
            return self._say("ask")
        numbers = ", ".join(str(n) for n in range(1, len(pages) + 1))
        return self._say("flagged", keys=self._say("which", numbers=numbers))

    def _reply(self, said: str, pages: Sequence[Suggestion]) -> Reply | None:
        if said.isdecimal() and 1 <= int(said) <= len(pages):
            return pages[int(said) - 1]
        return _WORDS.get(said)

    def _page(self, page: Suggestion) -> str:
        names = ", ".join(self.labels.channel(c) for c in page.channels)
        return self._say("page", page=self.labels.place(page), channels=names, grade=page.grade)

    def _say(self, key: str, **args: object) -> str:
        from atomcite.domain import message

        return message(f"correcting.{key}", **args).render(self.language)

    def _line(self, text: str, style: str = "") -> None:
        """Text of documents and models may hold escape sequences: none reaches the terminal."""
        from atomcite.reports.untrusted import one_line

        indent = " " * (len(text) - len(text.lstrip(" ")))
        self.console.print(Text(indent + one_line(text), style=style))


def difference(before: str, after: str) -> Iterator[tuple[str, str]]:
    """What changes between two texts that differ in one place or a few near ones: ("-", the old stretch) and
    ("+", the new one), with some words around."""
    from rapidfuzz.distance import Postfix, Prefix

    start = Prefix.similarity(before, after)
    end = Postfix.similarity(before[start:], after[start:])
    for sign, text in (("-", before), ("+", after)):
        last = len(text) - end
        head = re.sub(r"^\S*\s", "…", text[start - _AROUND : start]) if start > _AROUND else text[:start]
        tail = text[last : last + _AROUND]
        if last + _AROUND < len(text):
            tail = re.sub(r"\s\S*$", "…", tail)
        yield sign, f"{head}{text[start:last]}{tail}"


def _quotes(claim: ClaimResult) -> list[str]:
    found = [e.quote for s in claim.suggested_pages for e in s.evidence]
    found += [e.quote for r in (claim.text, claim.image) if r for e in r.evidence]
    return [quote for quote in dict.fromkeys(found) if quote][:_MOST_QUOTES]
