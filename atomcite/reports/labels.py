"""Names and phrases of reports in the language of the reader, and the symbols that stand beside colours."""

from __future__ import annotations

from collections.abc import Iterable

from atomcite.domain import (
    Action,
    Channel,
    ChannelVerdict,
    ClaimResult,
    ClaimVerdict,
    Language,
    Message,
    PageIdentity,
    Report,
    ResolvedPage,
    Suggestion,
    catalogue,
)

SYMBOLS: dict[ClaimVerdict | ChannelVerdict, str] = {
    ClaimVerdict.CORRECT: "✓",
    ClaimVerdict.WRONG_PAGE: "→",
    ClaimVerdict.UNSUPPORTED: "✗",
    ClaimVerdict.CONFLICT: "≠",
    ClaimVerdict.NOT_CHECKED: "?",
    ClaimVerdict.NO_SUCH_PAGE: "∅",
    ClaimVerdict.UNCITED: "–",
    ChannelVerdict.SUPPORTED: "✓",
    ChannelVerdict.UNSUPPORTED: "✗",
    ChannelVerdict.CONTRADICTED: "✗✗",
    ChannelVerdict.NOT_CHECKED: "?",
}
"""One symbol a verdict, so that no report needs colour to be read."""

ASCII_SYMBOLS: dict[str, str] = {"✓": "+", "→": ">", "✗": "x", "≠": "!", "?": "?", "∅": "0", "–": "-", "✗✗": "xx"}
"""The same for terminals that can't show them."""

URGENCY = (
    ClaimVerdict.CONFLICT,
    ClaimVerdict.WRONG_PAGE,
    ClaimVerdict.NO_SUCH_PAGE,
    ClaimVerdict.UNSUPPORTED,
    ClaimVerdict.NOT_CHECKED,
    ClaimVerdict.UNCITED,
    ClaimVerdict.CORRECT,
)
"""Claim verdicts from the one that most needs a person to the one that does not."""


def needs_person(claim: ClaimResult) -> bool:
    """True for every claim but those that are correct and to be kept as they are."""
    return claim.verdict is not ClaimVerdict.CORRECT or claim.action is not Action.KEEP


def by_urgency(claims: Iterable[ClaimResult]) -> list[ClaimResult]:
    """Claims that need a person first, in the order of `URGENCY`; order of the answer within one verdict."""
    return sorted(claims, key=lambda c: (not needs_person(c), URGENCY.index(c.verdict)))


def identities(report: Report) -> dict[int, PageIdentity]:
    """All that the report knows of each page, by physical number."""
    known: dict[int, PageIdentity] = {}
    found = [*report.pages]
    for claim in report.claims:
        found += [r.page for r in claim.cited_pages if r.page is not None]
        found += [page for s in claim.suggested_pages for page in s.pages]
    for page in found:
        old = known.get(page.physical, page)
        known[page.physical] = PageIdentity(
            physical=page.physical,
            label=old.label if old.label is not None else page.label,
            folio=old.folio if old.folio is not None else page.folio,
        )
    return known


class Labels:
    """The `report` catalogue of one language; `labels("key", name=value)` gives a phrase."""

    def __init__(self, language: Language) -> None:
        self.language: Language = language
        self._entries = catalogue(language)

    def __call__(self, key: str, **args: object) -> str:
        return self._entries[f"report.{key}"].format_map(args)

    def verdict(self, verdict: ClaimVerdict) -> str:
        return self(f"verdict_{verdict.value}")

    def channel_verdict(self, verdict: ChannelVerdict) -> str:
        return self(f"channel_verdict_{verdict.value}")

    def action(self, action: Action) -> str:
        return self(f"action_{action.value}")

    def channel(self, channel: Channel) -> str:
        return self(f"channel_{channel}")

    def message(self, item: Message) -> str:
        """A message as text.

        A code which no catalogue knows is shown as it is: a dossier written by another version must stay
        readable, and one lost phrase must not cost a report.
        """
        try:
            return item.render(self.language)
        except KeyError:
            filled = ", ".join(f"{k}: {v}" for k, v in sorted(item.args.items()))
            return f"{item.code} ({filled})" if filled else item.code

    def say(self, items: Iterable[Message]) -> str:
        """Messages as one running text."""
        said = ""
        for text in filter(None, (self.message(i).strip() for i in items)):
            said += ("" if not said else " " if said[-1] in ".!?…" else "; ") + text
        return said

    def page(self, page: PageIdentity) -> str:
        """ "p. 9 (label vii, printed 7)": the physical page, and the other names it goes by where they differ."""
        number = str(page.physical)
        others = []
        if page.label is not None and page.label != number:
            others.append(self("page_label", label=page.label))
        if page.folio is not None and page.folio not in (number, page.label):
            others.append(self("page_folio", folio=page.folio))
        return self("page_physical", page=number) + (f" ({', '.join(others)})" if others else "")

    def cited(self, page: ResolvedPage) -> str:
        """A cited page as the report names it, with the wording of the answer where that is another."""
        if page.page is None:
            return self("page_missing", ref=page.ref)
        name = self.page(page.page)
        same = page.ref in (str(page.page.physical), page.page.label, page.page.folio)
        return name if same else f"{name}, {self('cited_as', ref=page.ref)}"

    def cited_all(self, claim: ClaimResult) -> str:
        return "; ".join(self.cited(p) for p in claim.cited_pages) or self("page_uncited")

    def suggested(self, claim: ClaimResult) -> str:
        """The best suggested page, or nothing."""
        return self.place(claim.suggested_pages[0]) if claim.suggested_pages else ""

    def place(self, suggestion: Suggestion) -> str:
        """The page of a suggestion, or its pages that say it together."""
        names = ", ".join(map(self.page, suggestion.pages))
        return self("pages_together", pages=names) if suggestion.others else names

    def advice(self, report: Report) -> str:
        """What was and was not done to the answer."""
        form = {"none": "advice_none", "ask": "advice_applied", "all": "advice_applied"}
        return self(form.get(report.settings.get("apply", ""), "advice"))

    def explain(self, claim: ClaimResult) -> list[str]:
        """Why the claim got its verdict, a paragraph each: the policy's comment, then what each channel says.

        A reason which both channels give in the same words is told once.
        """
        told = [self.say(claim.comment)]
        channels = [(r.channel, self.say(r.reason)) for r in (claim.text, claim.image) if r is not None and r.reason]
        if len(channels) == 2 and channels[0][1] == channels[1][1]:
            names = f"{self('text_channel')}, {self('image_channel')}"
            told.append(f"{names}: {channels[0][1]}")
        else:
            told += [f"{self(f'{channel}_channel')}: {reason}" for channel, reason in channels]
        if claim.leaning is not None:
            told.append(f"{self('leaning')}: {self(f'leaning_{claim.leaning}')}")
        if claim.single_channel:
            told.append(self("single_channel"))
        return [t for t in told if t]
