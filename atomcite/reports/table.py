"""The result as a table on a terminal.

Three layouts: from `WIDE` columns every fact has a column, from `MEDIUM` columns the two channels share one and what
to do stands under the verdict, below that the reason stands under the statement. Nothing is cut: cells wrap.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from functools import partial

from rich import box
from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from atomcite.domain import ChannelResult, ChannelVerdict, ClaimResult, ClaimVerdict, Language, Report
from atomcite.reports.labels import ASCII_SYMBOLS, SYMBOLS, URGENCY, Labels, needs_person
from atomcite.reports.untrusted import one_line, without_secrets

WIDE = 170
MEDIUM = 100
ID_WIDTH = 12
MOST_SIGNALS = 8
"""Oddities of pages listed on a terminal; the report in the dossier lists all."""

STYLES: dict[ClaimVerdict | ChannelVerdict, str] = {
    ClaimVerdict.CORRECT: "green",
    ClaimVerdict.WRONG_PAGE: "yellow",
    ClaimVerdict.UNSUPPORTED: "red",
    ClaimVerdict.CONFLICT: "bold magenta",
    ClaimVerdict.NOT_CHECKED: "cyan",
    ClaimVerdict.NO_SUCH_PAGE: "red",
    ClaimVerdict.UNCITED: "dim",
    ChannelVerdict.SUPPORTED: "green",
    ChannelVerdict.UNSUPPORTED: "red",
    ChannelVerdict.CONTRADICTED: "bold red",
    ChannelVerdict.NOT_CHECKED: "cyan",
}


def print_report(report: Report, language: Language, console: Console) -> None:
    """Print the summary, the claims in the order of the answer, and the notices, to fit the width of `console`.

    Colour, box characters and symbols follow what the console can show.
    """
    console.print(_Page(report, language, console.width, _shows_symbols(console)).body())


def to_text(report: Report, language: Language = "en", width: int = 100) -> str:
    """What `print_report` prints, without colour, as a string."""
    file = io.StringIO()
    console = Console(file=file, width=width, color_system=None, force_terminal=False, legacy_windows=False)
    console.print(_Page(report, language, width, symbols=True).body())
    return file.getvalue()


def _shows_symbols(console: Console) -> bool:
    try:
        "".join(SYMBOLS.values()).encode(console.encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


class _Page:
    def __init__(self, report: Report, language: Language, width: int, symbols: bool) -> None:
        self.report = without_secrets(report)
        self.labels = Labels(language)
        self.width = width
        self.symbols = symbols

    def body(self) -> RenderableType:
        parts: list[RenderableType] = [self._document()]
        if self.report.claims:
            parts.append(self._table())
        parts.append(self._summary())
        parts += self._notices()
        return Group(*parts)

    def _document(self) -> Text:
        document = self.report.document
        text = Text(one_line(document.name), style="bold")
        if document.title:
            text.append(f"  {one_line(document.title)}", "not bold")
        text.append(f"  {self.labels('page_count')}: {document.page_count}", "not bold dim")
        return text

    def _table(self) -> Table:
        table = Table(
            box=box.HORIZONTALS if self.symbols else box.ASCII2,
            show_lines=True,
            expand=True,
            header_style="bold",
            border_style="dim",
            pad_edge=False,
        )
        if self.width >= WIDE:
            rows = self._wide(table)
        elif self.width >= MEDIUM:
            rows = self._medium(table)
        else:
            rows = self._narrow(table)
        for row in rows:
            table.add_row(*row)
        return table

    def _wide(self, table: Table) -> Iterable[Iterable[RenderableType]]:
        say, column = self.labels, _column(table)
        column("#", max_width=ID_WIDTH)
        column(say("statement"), ratio=4, min_width=16)
        column(say("cited"), max_width=20)
        column(say("text_channel"), max_width=18)
        column(say("image_channel"), max_width=18)
        column(say("verdict"), max_width=18)
        column(say("action"), max_width=12)
        column(say("suggested"), max_width=18)
        column(say("reason"), ratio=6)
        for claim in self.report.claims:
            yield (
                self._id(claim),
                self._plain(claim.statement),
                self._pages(say.cited_all(claim)),
                self._channel(claim.text),
                self._channel(claim.image),
                self._verdict(claim),
                self._plain(say.action(claim.action)),
                self._pages(say.suggested(claim) or "-"),
                self._reason(claim),
            )

    def _medium(self, table: Table) -> Iterable[Iterable[RenderableType]]:
        say, column = self.labels, _column(table)
        column("#", max_width=ID_WIDTH)
        column(say("statement"), ratio=4, min_width=16)
        column(say("cited"), max_width=14)
        column(say("channels"), no_wrap=True)
        column(say("verdict"), max_width=18)
        column(say("reason"), ratio=5)
        for claim in self.report.claims:
            yield (
                self._id(claim),
                self._plain(claim.statement),
                self._pages(say.cited_all(claim)),
                self._both(claim),
                self._decision(claim),
                self._reason(claim),
            )

    def _narrow(self, table: Table) -> Iterable[Iterable[RenderableType]]:
        say, column = self.labels, _column(table)
        column("#", max_width=ID_WIDTH)
        column(f"{say('statement')} / {say('reason')}", ratio=1)
        column(say("cited"), max_width=14)
        column(say("verdict"), max_width=18)
        for claim in self.report.claims:
            reason = self._reason(claim)
            reason.stylize("dim")
            statement = self._plain(claim.statement)
            yield (
                self._id(claim),
                Group(statement, reason) if reason.plain else statement,
                self._pages(say.cited_all(claim)),
                Group(self._decision(claim), self._both(claim)),
            )

    def _id(self, claim: ClaimResult) -> Text:
        return Text(one_line(claim.id), style="bold" if needs_person(claim) else "dim")

    @staticmethod
    def _plain(text: str) -> Text:
        return Text(one_line(text))

    @staticmethod
    def _pages(text: str) -> Text:
        """Names of pages, what stands in brackets on a line of its own: narrow cells would break it anywhere."""
        return Text(one_line(text).replace(" (", "\n(").replace("; ", ";\n"))

    def _mark(self, verdict: ClaimVerdict | ChannelVerdict) -> str:
        symbol = SYMBOLS[verdict]
        return symbol if self.symbols else ASCII_SYMBOLS[symbol]

    def _verdict(self, claim: ClaimResult) -> Text:
        return Text(f"{self._mark(claim.verdict)} {self.labels.verdict(claim.verdict)}", style=STYLES[claim.verdict])

    def _decision(self, claim: ClaimResult) -> Text:
        """Verdict, action and suggested page under one another."""
        text = self._verdict(claim)
        text.append(f"\n{self.labels.action(claim.action)}", "default not bold not dim")
        if claim.suggested_pages:
            text.append(f": {self._pages(self.labels.suggested(claim))}", "default not bold not dim")
        return text

    def _channel(self, result: ChannelResult | None) -> Text:
        if result is None:
            return Text("-", style="dim")
        grade = f" ({result.grade})" if result.grade is not None else ""
        name = self.labels.channel_verdict(result.verdict)
        return Text(f"{self._mark(result.verdict)} {name}{grade}", style=STYLES[result.verdict])

    def _both(self, claim: ClaimResult) -> Text:
        """Both channels by symbol and grade, a line each; nothing where neither was asked."""
        lines = []
        if claim.text is not None or claim.image is not None:
            for name, result in (("text_channel", claim.text), ("image_channel", claim.image)):
                line = Text(f"{self.labels(name)} ")
                if result is None:
                    line.append("-", "dim")
                else:
                    grade = f" {result.grade}" if result.grade is not None else ""
                    line.append(f"{self._mark(result.verdict)}{grade}", STYLES[result.verdict])
                lines.append(line)
        return Text("\n").join(lines)

    def _reason(self, claim: ClaimResult) -> Text:
        return Text("\n".join(one_line(t) for t in self.labels.explain(claim)))

    def _summary(self) -> Text:
        say, report = self.labels, self.report
        if not report.claims:
            return Text(say("none_found"))
        text = Text(say("claims_count", count=len(report.claims)), style="bold")
        room = self.width - text.cell_len
        for verdict in (v for v in reversed(URGENCY) if report.summary[v]):
            item = f"{self._mark(verdict)} {say.verdict(verdict)}: {report.summary[verdict]}"
            room -= cell_len(item) + 3
            if room < 0:
                room = self.width - cell_len(item)
            text.append("   " if room < self.width - cell_len(item) else "\n")
            text.append(item, f"not bold {STYLES[verdict]}")
        waiting = sum(map(needs_person, report.claims))
        headline = say("need_person", count=waiting, total=len(report.claims)) if waiting else say("all_correct")
        text.append(f"\n{headline}", "not bold")
        return text

    def _notices(self) -> Iterable[RenderableType]:
        for notice in (*self.report.notices, *(s.note for s in self.report.signals[:MOST_SIGNALS])):
            yield Text(f"! {one_line(self.labels.message(notice))}", style="yellow")
        if more := len(self.report.signals[MOST_SIGNALS:]):
            yield Text(f"! {self.labels('signals_more', count=more)}", style="yellow")


def _column(table: Table) -> Callable[..., None]:
    """Adds columns that fold long words: Rich would cut them by default."""
    return partial(table.add_column, overflow="fold")
