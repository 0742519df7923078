"""The result as GitHub-flavoured Markdown: a table of all claims, then the findings one by one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from atomcite.domain import Channel, ChannelResult, ClaimResult, Evidence, Language, PageIdentity, Report
from atomcite.references import worded
from atomcite.reports.labels import SYMBOLS, URGENCY, Labels, by_urgency, identities, needs_person
from atomcite.reports.untrusted import one_line, without_secrets

_SPECIAL = re.compile(r"([\\`*_\[\]|~$])")
_LINE_START = re.compile(r"^([-+#=]|\d+[.)])")
_ADDRESS = re.compile(r"(?i)\b(https?|ftp|mailto|xmpp)(:)|\b(www)(\.)")


def to_markdown(report: Report, language: Language = "en") -> str:
    """The report as Markdown, ended by a newline. What comes from outside is escaped: it renders as plain text."""
    return "\n".join(_Sheet(without_secrets(report), Labels(language)).lines()) + "\n"


def escape(text: str) -> str:
    """`text` on one line, as Markdown that renders as exactly that text, in a table cell as well."""
    text = one_line(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    text = _SPECIAL.sub(r"\\\1", text)
    text = _LINE_START.sub(lambda m: f"{m[1][:-1]}\\{m[1][-1]}", text)
    # GitHub makes links of bare addresses; the character reference keeps the text and breaks the link.
    return _ADDRESS.sub(lambda m: f"{m[1]}&#58;" if m[1] else f"{m[3]}&#46;", text)


class _Sheet:
    def __init__(self, report: Report, labels: Labels) -> None:
        self.report = report
        self.labels = labels
        self.known = identities(report)

    def lines(self) -> Iterator[str]:
        say, report = self.labels, self.report
        document = report.document
        yield f"# {say('title')}: {escape(document.title or document.name)}"
        yield ""
        facts = {
            "document": document.name,
            "author": document.author,
            "revision_date": document.revision_date,
            "page_count": str(document.page_count),
            "sha256": document.sha256,
        }
        yield from (f"- {say(key)}: {escape(value)}" for key, value in facts.items() if value)
        yield ""
        yield from self._summary()
        if report.notices:
            yield from ("", f"## {say('notices')}", "")
            yield from (f"- {escape(say.message(n))}" for n in report.notices)
        if report.signals:
            yield from ("", f"## {say('signals')}", "")
            yield from (f"- {escape(say.message(s.note))}" for s in report.signals)
        if report.claims:
            yield from ("", f"## {say('claims')}", "")
            yield from self._table()
            for heading, wanted in (("attention", True), ("good", False)):
                claims = [c for c in by_urgency(report.claims) if needs_person(c) is wanted]
                if claims:
                    yield from ("", f"## {say(heading)}")
                for claim in claims:
                    yield from self._details(claim)
        yield from self._how()

    def _summary(self) -> Iterator[str]:
        say, report = self.labels, self.report
        if not report.claims:
            yield f"**{say('none_found')}**"
            return
        waiting = sum(map(needs_person, report.claims))
        yield f"**{say('claims_count', count=len(report.claims))}. " + (
            f"{say('need_person', count=waiting, total=len(report.claims))}.**"
            if waiting
            else f"{say('all_correct')}**"
        )
        yield ""
        yield from (
            f"- {SYMBOLS[v]} {say.verdict(v)}: {report.summary[v]}" for v in reversed(URGENCY) if report.summary[v]
        )
        yield ""
        yield f"*{say.advice(report)}*"

    def _table(self) -> Iterator[str]:
        say = self.labels
        heads = (
            "claim_column",
            "statement",
            "cited",
            "text_channel",
            "image_channel",
            "verdict",
            "action",
            "suggested",
        )
        yield _row(say(h) for h in (*heads, "reason"))
        yield _row(["---"] * (len(heads) + 1))
        for claim in self.report.claims:
            yield _row(
                (
                    escape(claim.id),
                    escape(claim.statement),
                    escape(say.cited_all(claim)),
                    self._short(claim.text),
                    self._short(claim.image),
                    f"{SYMBOLS[claim.verdict]} {say.verdict(claim.verdict)}",
                    say.action(claim.action),
                    escape(say.suggested(claim)) or "–",
                    "<br>".join(escape(t) for t in say.explain(claim)),
                )
            )

    def _short(self, result: ChannelResult | None) -> str:
        if result is None:
            return "–"
        grade = "" if result.grade is None else f" ({result.grade})"
        return f"{SYMBOLS[result.verdict]} {self.labels.channel_verdict(result.verdict)}{grade}"

    def _details(self, claim: ClaimResult) -> Iterator[str]:
        say = self.labels
        yield ""
        yield f"### {SYMBOLS[claim.verdict]} {say('claim', id=escape(claim.id))}: {say.verdict(claim.verdict)}"
        yield ""
        yield f"> {escape(claim.statement)}"
        yield ""
        yield f"- {say('action')}: {say.action(claim.action)}"
        for page in claim.cited_pages:
            yield f"- {say('cited_page')}: {escape(say.cited(page))} ({escape(say.message(page.why))})"
        if claim.comment:
            yield f"- {say('reason')}: {escape(say.say(claim.comment))}"
        if claim.leaning is not None:
            yield f"- {say('leaning')}: {say(f'leaning_{claim.leaning}')}"
        if claim.single_channel:
            yield f"- {say('single_channel')}"
        channels: tuple[tuple[Channel, ChannelResult | None], ...] = (("text", claim.text), ("image", claim.image))
        for channel, result in channels:
            if result is None:
                yield f"- {say.channel(channel)}: {say('not_run')}"
            else:
                yield from self._channel(result)
        for found in claim.suggested_pages:
            names = ", ".join(say.channel(c) for c in found.channels)
            where = say("found_on", page=escape(say.place(found)), channels=names)
            yield f"- {say('suggested_page')}: {where} ({say('found_grade', grade=found.grade)})"
            yield from self._evidence(found.evidence)
        for reference in claim.borne_out_by:
            text = escape(worded(reference, say.language))
            target = f" ([{say('reference_open')}](<{reference.link}>))" if reference.link else ""
            yield f"- {say('reference')}: {text}{target}"
        yield f"- {say('rule')}: {escape(claim.rule)}"

    def _channel(self, result: ChannelResult) -> Iterator[str]:
        say = self.labels
        grade = (
            ""
            if result.grade is None
            else f", {say('grade').lower()} {result.grade} ({say(f'grade_{result.grade}')})"
        )
        verdict = f"{SYMBOLS[result.verdict]} {say.channel_verdict(result.verdict)}"
        yield f"- {say.channel(result.channel)}: {verdict}{grade}"
        if result.reason:
            yield f"  - {say('reason')}: {escape(say.say(result.reason))}"
        for check in result.checks:
            found = "" if check.found is None else f" ({say('check_found', found=escape(check.found))})"
            yield f"  - {escape(check.claimed)}: {say(f'outcome_{check.outcome}')}{found}"
        yield from self._evidence(result.evidence)
        yield f"  - {say('engine')}: {escape(result.engine)}"

    def _evidence(self, items: Iterable[Evidence]) -> Iterator[str]:
        say = self.labels
        for e in items:
            page = escape(say.page(self.known.get(e.page, PageIdentity(physical=e.page))))
            how = "" if e.box is None else f", {say('evidence_exact' if e.exact else 'evidence_approximate')}"
            yield f"  - {page}{how}: “{escape(e.quote)}”"

    def _how(self) -> Iterator[str]:
        say, report = self.labels, self.report
        yield from ("", f"## {say('how')}", "")
        if report.version:
            yield f"- {say('made_by', version=escape(report.version))}"
        for heading, values in (("settings", report.settings), ("counters", report.counters)):
            if values:
                yield f"- {say(heading)}: " + ", ".join(
                    f"{escape(k)} = {escape(str(v))}" for k, v in sorted(values.items())
                )


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
