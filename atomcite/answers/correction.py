"""Corrected answers: what to change, the changed text, and the way back.

The rules by which an answer is changed:

- *fix_page* rewrites the page in the citation mark and nothing else, in the mark's own style, and by the name
  that the citation used for pages (position, label or printed number). It needs one suggestion that is better
  than all others and a statement with one citation mark; otherwise the statement is flagged instead.
- A mark shared by several statements keeps standing for those that stay. In "A and B (p. 7)." a moved A gives
  "A (p. 9) and B (p. 7)." and a moved B "A (p. 7) and B (p. 9)."; a moved item under "Figures (p. 7):" gets a mark of
  its own. Where that isn't possible without saying something else about another statement, it is flagged.
- *delete* takes the words that belong to deleted statements alone, with the joiner or full stop that becomes
  void, and a citation mark when no remaining statement rests on it.
- *flag* changes nothing but the marked-up rendering.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from pydantic import BaseModel, ConfigDict

from atomcite.answers.mark_style import bracketed, page_list, rewritten
from atomcite.answers.marks import OPENING
from atomcite.answers.reading import TAG
from atomcite.answers.sentences import is_cyrillic
from atomcite.domain import Action, Citation, ClaimResult, Message, PageIdentity, PageReading, Suggestion, message
from atomcite.errors import AnswerError

EditKind = Literal["fix_page", "delete", "flag"]


class Edit(BaseModel):
    """One change of the answer: `answer[start:end]`, which is `old`, becomes `new`.

    A flag changes nothing (`old` and `new` are empty) and says why in `reason`. `claims` are the ids concerned.
    """

    model_config = ConfigDict(frozen=True)

    kind: EditKind
    start: int
    end: int
    old: str
    new: str
    claims: tuple[str, ...]
    reason: tuple[Message, ...] = ()


def corrections(results: Sequence[ClaimResult], answer: str) -> list[Edit]:
    """The edits that the actions of `results` call for, ascending and without overlap. Ready-made claims give
    none."""
    placed = [r for r in results if r.spans]
    for result in placed:
        if result.spans[-1].end > len(answer):
            raise AnswerError(
                f"Claim {result.id} lies outside the answer: the results belong to another text.",
                "Give the answer that was verified.",
            )
    planner = _Planner(placed, answer)
    return planner.plan()


class _Planner:
    def __init__(self, results: list[ClaimResult], answer: str) -> None:
        self.results = results
        self.answer = answer
        self.russian = is_cyrillic(answer)
        self.edits: list[Edit] = []
        self.flags: dict[str, list[Message]] = {}
        self.users: dict[tuple[int, int], list[ClaimResult]] = {}
        self.marks: dict[tuple[int, int], Citation] = {}
        for result in results:
            for citation in result.citations:
                if citation.span is not None:
                    place = (citation.span.start, citation.span.end)
                    self.users.setdefault(place, []).append(result)
                    self.marks[place] = citation

    def plan(self) -> list[Edit]:
        targets: dict[str, str] = {}
        for result in self.results:
            if result.action is Action.FLAG:
                self._flag(result, *result.comment)
            elif result.action is Action.FIX_PAGE:
                label = self._target(result)
                if label is not None:
                    targets[result.id] = label
        for place in sorted(self.users):
            self._fix(place, targets)
        self._delete()
        self._place_flags()
        return sorted(self.edits, key=lambda e: (e.start, e.end, e.kind))

    def _flag(self, result: ClaimResult, *why: Message) -> None:
        self.flags.setdefault(result.id, []).extend(why or (message("answers.check_by_hand"),))

    def _target(self, result: ClaimResult) -> str | None:
        """The name of the page that `result` moves to, or None with a flag."""
        best = _single_best(result.suggested_pages)
        if best is None:
            code = "answers.several_pages" if result.suggested_pages else "answers.no_page"
            pages = ", ".join("-".join(map(str, s.physical)) for s in result.suggested_pages)
            self._flag(result, message(code, pages=pages) if pages else message(code))
            return None
        if len([c for c in result.citations if c.span is not None]) != 1:
            self._flag(result, message("answers.several_marks", page="-".join(map(str, best.physical))))
            return None
        readings = {r.reading for r in result.cited_pages}
        reading = readings.pop() if len(readings) == 1 else "physical"
        names = [_name(page, reading) for page in best.pages]
        if any(name is None for name in names):
            self._flag(result, message("answers.page_without_name", page="-".join(map(str, best.physical))))
            return None
        return page_list([name for name in names if name])

    def _fix(self, place: tuple[int, int], targets: dict[str, str]) -> None:
        citation = self.marks[place]
        users = [r for r in self.users[place] if r.action is not Action.DELETE]
        moved = [r for r in users if r.id in targets]
        if not moved:
            return
        if len({targets.get(r.id) for r in users}) == 1:
            change = rewritten(citation, targets[moved[0].id])
            if change is None:
                self._unwritable(moved, targets)
                return
            self._write(place[0] + change[0], place[0] + change[1], change[2], moved)
            return
        before = sorted((r for r in users if r.spans[-1].end <= place[0]), key=lambda r: r.spans[-1].end)
        after = [r for r in users if r not in before]
        if self._in_cell(place):
            self._add_marks(citation, moved, targets)
            return
        if rewritten(citation, "1") is None or (before and citation.text[:1] not in OPENING + "⁰¹²³⁴⁵⁶⁷⁸⁹"):
            self._unwritable(moved, targets)
            return
        if after:
            self._add_marks(citation, [r for r in after if r.id in targets], targets)
            if any(r.id in targets for r in before):
                self._unwritable([r for r in before if r.id in targets], targets)
            return
        self._distribute(place, citation, before, targets)

    def _in_cell(self, place: tuple[int, int]) -> bool:
        """Whether a mark is the content of a table cell by itself."""
        a, b = place
        before = self.answer[max(0, a - 200) : a].rstrip(" \t")
        return before[-1:] == "|" and self.answer[b : b + 200].lstrip(" \t")[:1] in ("|", "\r", "\n", "")

    def _distribute(
        self, place: tuple[int, int], citation: Citation, users: list[ClaimResult], targets: dict[str, str]
    ) -> None:
        """Marks for statements before a shared mark: one after each statement whose page differs from the next
        one's."""
        ends = [r.spans[-1].end for r in users]
        if len(set(ends)) < len(ends) or any("\n\n" in self.answer[e : place[0]] for e in ends):
            # Statements of a paragraph or list before: those that move get marks of their own.
            self._add_marks(citation, [r for r in users if r.id in targets], targets)
            return
        for here, following in pairwise(users):
            if targets.get(here.id) != targets.get(following.id):
                label = targets.get(here.id)
                text = bracketed(citation, label, russian=self.russian) if label else citation.text
                end = here.spans[-1].end
                self._write(end, end, " " + text, [here])
        label = targets.get(users[-1].id)
        if label:
            change = rewritten(citation, label)
            if change is not None:
                self._write(place[0] + change[0], place[0] + change[1], change[2], [users[-1]])

    def _add_marks(self, citation: Citation, moved: list[ClaimResult], targets: dict[str, str]) -> None:
        for result in moved:
            end = result.spans[-1].end
            self._write(end, end, " " + bracketed(citation, targets[result.id], russian=self.russian), [result])

    def _unwritable(self, moved: Sequence[ClaimResult], targets: dict[str, str]) -> None:
        for result in moved:
            self._flag(result, message("answers.move_by_hand", page=targets[result.id]))

    def _write(self, start: int, end: int, new: str, results: Sequence[ClaimResult]) -> None:
        old = self.answer[start:end]
        if old != new:
            ids = tuple(dict.fromkeys(r.id for r in results))
            self.edits.append(Edit(kind="fix_page", start=start, end=end, old=old, new=new, claims=ids))

    def _delete(self) -> None:
        deleted = [r for r in self.results if r.action is Action.DELETE]
        if not deleted:
            return
        answer = self.answer
        kept = bytearray(len(answer))
        gone = bytearray(len(answer))
        for result in self.results:
            layer = gone if result.action is Action.DELETE else kept
            for span in result.spans:
                if layer is gone and _in_table_head(answer, span.start):
                    continue
                layer[span.start : span.end] = b"\x01" * (span.end - span.start)
        for (a, b), users in self.users.items():
            layer = gone if all(r.action is Action.DELETE for r in users) else kept
            layer[a:b] = b"\x01" * (b - a)
        for n in range(len(answer)):
            if kept[n]:
                gone[n] = 0
        for a, b in _widened(answer, kept, gone):
            ids = tuple(r.id for r in deleted if any(s.start < b and a < s.end for s in r.spans))
            if not ids:
                ids = tuple(
                    r.id
                    for r in deleted
                    if any(c.span is not None and c.span.start < b and a < c.span.end for c in r.citations)
                )
            self.edits.append(Edit(kind="delete", start=a, end=b, old=answer[a:b], new="", claims=ids))

    def _place_flags(self) -> None:
        removed = [(e.start, e.end) for e in self.edits if e.kind == "delete"]
        for result in self.results:
            why = self.flags.get(result.id)
            if not why:
                continue
            at = result.spans[-1].end
            for citation in sorted(
                (c for c in result.citations if c.span), key=lambda c: c.span.start if c.span else 0
            ):
                if (
                    citation.span is not None
                    and not self.answer[at : citation.span.start].strip()
                    and citation.span.start >= at
                ):
                    at = citation.span.end
            if stop := _stop.match(self.answer, at):
                at = stop.end()
            for a, b in removed:
                if a < at < b:
                    at = a
            unique = tuple(dict.fromkeys(why))
            self.edits.append(Edit(kind="flag", start=at, end=at, old="", new="", claims=(result.id,), reason=unique))


def _name(page: PageIdentity, reading: PageReading) -> str | None:
    """What a citation calls a page that counts pages in this way."""
    return {"physical": str(page.physical), "label": page.label, "folio": page.folio}[reading] or None


def _single_best(suggestions: Sequence[Suggestion]) -> Suggestion | None:
    """The first suggestion when it is better than the second: supported by more channels, or with a better grade."""
    if not suggestions:
        return None
    if len(suggestions) == 1:
        return suggestions[0]
    first, second = suggestions[0], suggestions[1]
    return first if (-len(first.channels), first.grade) < (-len(second.channels), second.grade) else None


_stop = re.compile(r"[.!?…]+[»”\"')*_]*(?=\s|\||$)")
"""The end of a sentence, after which a flag stands."""
_tag = re.compile(TAG, re.DOTALL | re.IGNORECASE)
_table_rule = re.compile(r"[ \t>]*\|?[ \t:|-]*-[ \t:|-]*\r?(?:\n|$)")
_joiner = re.compile(
    r"[\s,;:—–-]*(?:and|but|while|whereas|а|и|но|тогда как|в то время как)?(?:\s+(?:also|также))?\s*", re.I
)
_line_frame = re.compile(r"[\s>*_#|•●▪◦‣·\-–—+:.]*(?:\d{1,3}[.)])?[\s*_|:.;,]*")


def _in_table_head(answer: str, at: int) -> bool:
    end = answer.find("\n", at)
    return (
        end >= 0 and "|" in answer[answer.rfind("\n", 0, at) + 1 : end] and bool(_table_rule.match(answer, end + 1))
    )


def _widened(answer: str, kept: bytearray, gone: bytearray) -> list[tuple[int, int]]:
    """The stretches to delete, with what becomes void around them: joiners, full stops, blanks, the frame of a
    line."""
    runs = [list(m.span()) for m in re.finditer(rb"\x01+", bytes(gone))]
    for run in runs:
        a, b = run
        while b < len(answer) and answer[b] in " \t" and gone.find(1, b, b + 1) < 0 and answer[b : b + 1].isspace():
            b += 1
        left = kept.rfind(1, 0, a)
        line = max(answer.rfind("\n", 0, a), answer.rfind("\r", 0, a)) + 1
        between = answer[left + 1 : a] if left >= line else None
        right = b if b < len(kept) and kept[b] else None
        if between is not None and _joiner.fullmatch(between) and between.strip():
            run[0], run[1] = left + 1, run[1]
            continue
        following = kept.find(1, run[1])
        text = answer[run[1] : following] if following >= 0 else None
        if text and "\n" not in text and _joiner.fullmatch(text) and (text.strip() or right is not None):
            run[1] = following
    # Runs with nothing but signs and blanks between them are one; a full stop after the last of a sentence goes too.
    merged: list[list[int]] = []
    for a, b in runs:
        if merged:
            gap = answer[merged[-1][1] : a]
            free = kept.find(1, merged[-1][1], a) < 0
            if a <= merged[-1][1] or (
                free
                and "\n" not in gap
                and "|" not in gap
                and (not gap.strip(" \t.,;:!*_") or _joiner.fullmatch(gap))
            ):
                merged[-1][1] = max(merged[-1][1], b)
                continue
        merged.append([a, b])
    for run in merged:
        _take_stop(answer, kept, run)
    return _take_lines(answer, kept, [(a, b) for a, b in merged])


def _take_stop(answer: str, kept: bytearray, run: list[int]) -> None:
    """Takes the signs that closed the deleted words, unless kept words of the same sentence need them."""
    a, b = run
    line = max(answer.rfind("\n", 0, a), answer.rfind("\r", 0, a)) + 1
    before = _tag.sub("", answer[max(line, a - 1000) : a]).rstrip(" \t*_")
    opens = not any(ch.isalnum() for ch in before) or before[-1:] in (".", "!", "?", "…", ":", ";", "|")
    if not opens:
        return
    while b < len(answer) and answer[b] in ".,;!*_…" and not kept[b]:
        b += 1
    while (
        b < len(answer)
        and answer[b] in " \t"
        and not kept[b]
        and b + 1 < len(answer)
        and answer[b + 1] not in "|\r\n"
    ):
        b += 1
    run[1] = b


def _take_lines(answer: str, kept: bytearray, runs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Where nothing but its frame (bullet, number, bars) remains of a line, the whole line goes."""
    spans: list[list[int]] = [list(r) for r in runs]
    out: list[list[int]] = []
    for match in re.finditer(r"[^\r\n]*(?:\r\n?|\n|$)", answer):
        a, b = match.span()
        inside = [s for s in spans if s[0] < b and a < s[1]] if a < b else []
        if not inside or kept.find(1, a, b) >= 0:
            continue
        remains, at = "", a
        for s in inside:
            remains += answer[at : max(at, s[0])]
            at = max(at, s[1])
        remains += answer[at : max(at, b)]
        if _line_frame.fullmatch(remains):
            inside[0][0], inside[0][1] = min(inside[0][0], a), max(inside[-1][1], b)
    for a, b in sorted(map(tuple, spans)):
        if out and a <= out[-1][1]:
            out[-1][1] = max(out[-1][1], b)
        else:
            out.append([a, b])
    return [_without_seam(answer, kept, a, b) for a, b in out if a < b]


def _without_seam(answer: str, kept: bytearray, a: int, b: int) -> tuple[int, int]:
    """`a:b` with the emphasis signs that lose their partner, and so that one blank stays between words and none
    before a sign or the end of a line."""
    for sign in ("***", "**", "*", "__", "_", "~~", "`"):
        if answer[a - len(sign) : a] == sign and answer.count(sign, a, b) % 2 and a >= len(sign):
            a -= len(sign)
        elif answer.startswith(sign, b) and answer.count(sign, a, b) % 2:
            b += len(sign)
    after = answer[b : b + 1]
    if a and after and not answer[a - 1].isspace() and not after.isspace():
        if answer[b - 1] in " \t" and after not in ".,;:!?)":
            b -= 1
        elif answer[a] in " \t" and after not in ".,;:!?)":
            a += 1
    if not after or after in "\r\n.,;:!?)":
        while (
            a
            and answer[a - 1] in " \t"
            and not kept[a - 1]
            and answer[max(0, a - 2) : a - 1] not in ("", "\n", "\r", "|")
        ):
            a -= 1
    return a, b
