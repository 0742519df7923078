"""The result as JSON: the public, versioned form of a report, described by `result.schema.json`.

Verdicts, actions and codes are the same in every language; `comment`, `reason`, `why` and `text` are prose in the
language that was asked for. Everything but the raw replies of models is there: those are in the `run.json` of a
dossier, which is `Report.model_dump_json()`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from atomcite.domain import (
    Action,
    Box,
    ChannelResult,
    Check,
    Citation,
    ClaimResult,
    Evidence,
    Language,
    Message,
    PageIdentity,
    PageSignal,
    Reference,
    Report,
    ResolvedPage,
    Span,
    Suggestion,
)
from atomcite.errors import AnswerError
from atomcite.references import worded
from atomcite.reports.labels import Labels, identities
from atomcite.reports.untrusted import is_finite, without_secrets

SCHEMA = "atomcite.result/1"
"""Name and version of the form. The number grows when a reader of the old form would be misled by the new one."""

Json = dict[str, Any]

_PLAIN = (
    "id", "statement", "origin", "verdict", "action", "rule", "leaning", "single_channel", "review", "marks",
)  # fmt: skip


@cache
def schema_text() -> str:
    """The JSON Schema (draft 2020-12) of `to_json`, as text."""
    return files(__package__).joinpath("result.schema.json").read_text("utf-8")


def to_json(report: Report, language: Language = "en") -> Json:
    """The report as plain JSON data with a stable order of keys.

    Page numbers are physical and 1-based. Boxes are [x0, y0, x1, y1] in page points from the top-left corner,
    rounded to 1/100 point.
    """
    return _Writer(report, language).report()


def to_jsonl(report: Report, language: Language = "en") -> str:
    """One claim a line, each as in `to_json`, each line ended by a newline."""
    writer = _Writer(report, language)
    return "".join(dumps(writer.claim(c), indent=None) + "\n" for c in writer.source.claims)


def dumps(data: object, indent: int | None = 2) -> str:
    """Strict JSON text. Raises ValueError for a number that JSON does not have."""
    return json.dumps(data, ensure_ascii=False, allow_nan=False, indent=indent)


class _Writer:
    def __init__(self, report: Report, language: Language) -> None:
        self.source = without_secrets(report)
        self.labels = Labels(language)
        self.pages = identities(report)

    def report(self) -> Json:
        source = self.source
        actions = Counter(c.action for c in source.claims)
        return {
            "schema": SCHEMA,
            "atomcite": source.version,
            "language": self.labels.language,
            "document": source.document.model_dump(mode="json"),
            "answer": source.answer,
            "claims": [self.claim(c) for c in source.claims],
            "summary": {
                "claims": len(source.claims),
                "all_correct": source.all_correct,
                "verdicts": {v.value: n for v, n in source.summary.items()},
                "actions": {a.value: actions.get(a, 0) for a in Action},
            },
            "notices": self._messages(source.notices),
            "pages": [self._page(p) for p in source.pages],
            "signals": [self._signal(s) for s in source.signals],
            "counters": dict(sorted(source.counters.items())),
            "settings": dict(sorted(source.settings.items())),
        }

    def claim(self, claim: ClaimResult) -> Json:
        spans = [[s.start, s.end] for s in claim.spans]
        return {
            "id": claim.id,
            "statement": claim.statement,
            "origin": claim.origin,
            "span": spans[0] if spans else None,
            "spans": spans,
            "citations": [
                {
                    "text": c.text,
                    "pages": [p.raw for p in c.pages],
                    "span": [c.span.start, c.span.end] if c.span else None,
                    "document": c.document,
                    "elsewhere": c.elsewhere,
                }
                for c in claim.citations
            ],
            "cited_pages": [self._cited(p) for p in claim.cited_pages],
            "verdict": claim.verdict.value,
            "action": claim.action.value,
            "suggested_pages": [
                {
                    **self._page(s.page),
                    "others": [self._page(page) for page in s.others],
                    "channels": list(s.channels),
                    "grade": s.grade,
                    "evidence": self._seen(s.evidence),
                }
                for s in claim.suggested_pages
            ],
            "comment": self.labels.say(claim.comment),
            "comment_parts": self._messages(claim.comment),
            "rule": claim.rule,
            "leaning": claim.leaning,
            "single_channel": claim.single_channel,
            "review": list(claim.review),
            "marks": list(claim.marks),
            "references": [self._reference(r) for r in claim.borne_out_by],
            "channels": {"text": self._channel(claim.text), "image": self._channel(claim.image)},
        }

    def _reference(self, reference: Reference) -> Json:
        fields = reference.model_dump(mode="json", exclude={"page", "box"})
        text = worded(reference, self.labels.language)
        return {**self._page(reference.page), **fields, "box": _box(reference.box), "text": text}

    def _channel(self, result: ChannelResult | None) -> Json | None:
        if result is None:
            return None
        return {
            "verdict": result.verdict.value,
            "grade": result.grade,
            "engine": result.engine,
            "reason": self.labels.say(result.reason),
            "reason_parts": self._messages(result.reason),
            "evidence": self._seen(result.evidence),
            "checks": [
                {
                    "kind": c.kind,
                    "claimed": c.claimed,
                    "outcome": c.outcome,
                    "found": c.found,
                    "page": c.page,
                    "box": _box(c.box),
                    "spellings": list(c.spellings),
                }
                for c in result.checks
            ],
            "usage": result.usage.model_dump(mode="json"),
            "odds": result.odds,
        }

    def _seen(self, evidence: Iterable[Evidence]) -> list[Json]:
        return [
            {
                **self._page(self.pages.get(e.page, PageIdentity(physical=e.page))),
                "box": _box(e.box),
                "quote": e.quote,
                "exact": e.exact,
                "engine": e.engine,
            }
            for e in evidence
        ]

    def _cited(self, page: ResolvedPage) -> Json:
        known = {"page": None, "label": None, "folio": None} if page.page is None else self._page(page.page)
        return {
            "ref": page.ref,
            **known,
            "reading": page.reading,
            "why": self.labels.message(page.why),
            "why_parts": self._messages([page.why]),
        }

    def _messages(self, items: Iterable[Message]) -> list[Json]:
        return [self._message(m) for m in items]

    def _message(self, item: Message) -> Json:
        return {
            "text": self.labels.message(item),
            "code": item.code,
            "args": dict(sorted(item.args.items())),
            "parts": {k: self._message(m) for k, m in sorted(item.parts.items())},
        }

    def _signal(self, signal: PageSignal) -> Json:
        return {
            "kind": signal.kind,
            **self._page(self.pages.get(signal.page, PageIdentity(physical=signal.page))),
            "text": signal.text,
            "boxes": [_box(b) for b in signal.boxes if is_finite(b)],
            "note": self.labels.message(signal.note),
            "note_parts": self._messages([signal.note]),
        }

    @staticmethod
    def _page(page: PageIdentity) -> Json:
        return {"page": page.physical, "label": page.label, "folio": page.folio}


def _box(box: Box | None) -> list[float] | None:
    if box is None or not is_finite(box):
        return None
    return [round(v, 2) for v in (box.x0, box.y0, box.x1, box.y1)]


def from_json(data: Mapping[str, Any]) -> Report:
    """The report that `to_json` wrote, without the raw replies of models and with boxes to 1/100 point.

    Raises AnswerError when `data` is not a result of this version of the form.
    """
    if data.get("schema") != SCHEMA:
        raise AnswerError(
            f"not an AtomCite result: its schema is {data.get('schema')!r}, not {SCHEMA!r}",
            "Give the result.json of a dossier, or what --format json printed.",
        )
    try:
        return Report.model_validate(
            {
                "document": data["document"],
                "answer": data["answer"],
                "claims": [_read_claim(c) for c in data["claims"]],
                "notices": _read_messages(data["notices"]),
                "counters": data["counters"],
                "settings": data["settings"],
                "pages": [_read_page(p) for p in data["pages"]],
                "signals": [_read_signal(s) for s in data.get("signals", ())],
                "version": data["atomcite"],
            }
        )
    except (KeyError, TypeError, ValueError) as error:  # pydantic's ValidationError is a ValueError
        raise AnswerError(
            f"the result does not follow {SCHEMA}: {error}",
            "Check it against result.schema.json, which lies beside it in the dossier.",
        ) from error


def _read_signal(data: Json) -> PageSignal:
    return PageSignal(
        kind=data["kind"],
        page=data["page"],
        text=data["text"],
        note=_read_messages(data["note_parts"])[0],
        boxes=tuple(Box(*b) for b in data["boxes"]),
    )


def _read_claim(data: Json) -> Json:
    channels = data["channels"]
    return {
        **{k: data[k] for k in _PLAIN},
        "spans": [Span(start=s, end=e) for s, e in data["spans"]],
        "citations": [
            Citation.model_validate(
                {**c, "pages": [{"raw": p} for p in c["pages"]], "span": _read_span(c["span"])},
            )
            for c in data["citations"]
        ],
        "cited_pages": [
            ResolvedPage.model_validate(
                {
                    "ref": p["ref"],
                    "page": None if p["page"] is None else _read_page(p),
                    "reading": p["reading"],
                    "why": _read_messages(p["why_parts"])[0],
                }
            )
            for p in data["cited_pages"]
        ],
        "suggested_pages": [
            Suggestion.model_validate(
                {
                    "page": _read_page(s),
                    "others": [_read_page(page) for page in s.get("others", ())],
                    "channels": s["channels"],
                    "grade": s["grade"],
                    "evidence": list(_read_evidence(s["evidence"])),
                }
            )
            for s in data["suggested_pages"]
        ],
        "comment": _read_messages(data["comment_parts"]),
        "references": [
            Reference.model_validate({**r, "page": _read_page(r), "box": _read_box(r["box"])})
            for r in data.get("references", ())
        ],
        "text": _read_channel(channels["text"], "text"),
        "image": _read_channel(channels["image"], "image"),
    }


def _read_channel(data: Json | None, channel: str) -> Json | None:
    if data is None:
        return None
    return {
        **{k: data[k] for k in ("verdict", "grade", "engine", "usage")},
        "odds": data.get("odds"),
        "channel": channel,
        "reason": _read_messages(data["reason_parts"]),
        "evidence": list(_read_evidence(data["evidence"])),
        "checks": [Check.model_validate({**c, "box": _read_box(c["box"])}) for c in data["checks"]],
    }


def _read_evidence(items: Iterable[Json]) -> Iterator[Evidence]:
    for e in items:
        yield Evidence.model_validate(
            {**{k: e[k] for k in ("page", "quote", "engine", "exact")}, "box": _read_box(e["box"])}
        )


def _read_messages(items: Iterable[Json]) -> list[Message]:
    return [_read_message(m) for m in items]


def _read_message(data: Json) -> Message:
    parts = {k: _read_message(m) for k, m in data.get("parts", {}).items()}
    return Message(code=data["code"], args=data["args"], parts=parts)


def _read_page(data: Json) -> PageIdentity:
    return PageIdentity(physical=data["page"], label=data["label"], folio=data["folio"])


def _read_span(data: list[int] | None) -> Span | None:
    return None if data is None else Span(start=data[0], end=data[1])


def _read_box(data: list[float] | None) -> Box | None:
    return None if data is None else Box(*data)
