"""RAGTruth: answers of six models to questions on given text, with the spans that people marked as hallucinated.

Format as described in the README of github.com/ParticleMedia/RAGTruth: `response.jsonl` (`id`, `source_id`, `model`,
`response`, `labels` with `start`, `end`, `label_type`, `due_to_null`, `implicit_true`, `meta`; `split`, `quality`)
beside `source_info.jsonl` (`source_id`, `task_type`, `source_info`: text, or an object for questions and for data).

The people judged an answer against its source as a whole. The source is typeset as a document of one page, which
every claim cites; passages and data are printed as they stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from atomcite.answers import decompose
from atomcite.benchmarks.adapters.reading import Row, one_file, rows, value
from atomcite.benchmarks.adapters.records import Losses, Passage, Record, Source, Stated
from atomcite.benchmarks.dataset import BenchSpan, Label, Labels
from atomcite.domain import Span
from atomcite.errors import DatasetError

_BY = "RAGTruth"


def read(path: Path, documents: Path | None, first_page: int | None, losses: Losses) -> Iterator[Record]:
    """See `Reader`. A claim is unsupported when a marked span overlaps it, contradicted when one of a conflict does.
    A span that is true though the source does not say it (`implicit_true`) makes it unsupported too, with a note.
    Answers of poor quality (`truncated`, `incorrect_refusal`) are lost, as is how evident an error is."""
    responses = one_file(path, "response.jsonl", "dataset/response.jsonl")
    sources = {_name(row, "source_id"): row for row in rows(one_file(responses.with_name("source_info.jsonl")))}
    for row in rows(responses):
        key = _name(row, "source_id")
        if key not in sources:
            raise DatasetError(f"{row[0]}: source_info.jsonl has no source {key}.", "Give both files of one edition.")
        quality = value(row, "quality", str, "good")
        if quality != "good":
            losses.count(f"answer of the quality {quality}")
            continue
        text = value(row, "response", str)
        claims = tuple(_claims(row, text))
        if not claims:
            losses.count("answer without a statement")
            continue
        question, passage = _source(sources[key])
        yield Record(
            id=f"ragtruth-{_name(row, 'id')}",
            document=Source(key=f"ragtruth-source-{key}", passages=(passage,)),
            question=question,
            answer=text,
            claims=claims,
            generator=value(row, "model", str),
            split=value(row, "split", str, "") or None,
        )


def _claims(row: Row, text: str) -> Iterator[Stated]:
    marked: list[Row] = [(f"{row[0]}: labels", item) for item in value(row, "labels", list[dict[str, Any]], [])]
    for claim in decompose(text).claims:
        hit = [m[1] for m in marked if any(_overlaps(m, s) for s in claim.spans)]
        spans = tuple(BenchSpan(start=s.start, end=s.end) for s in claim.spans)
        yield Stated(claim.statement, (1,), Labels(annotators=(_label(hit),)), spans)


def _overlaps(marked: Row, span: Span) -> bool:
    return value(marked, "start", int) < span.end and span.start < value(marked, "end", int)


def _label(hit: list[Mapping[str, Any]]) -> Label:
    if not hit:
        return Label(verdict="correct", true_pages=(1,), by=_BY)
    kinds = [str(item.get("label_type", "")) for item in hit]
    conflict = any("conflict" in kind.casefold() for kind in kinds)
    notes = [f"{kind}: {item.get('text', '')}" for kind, item in zip(kinds, hit, strict=True)]
    notes += ["True, though the source does not say it." for item in hit if item.get("implicit_true")]
    return Label(verdict="unsupported", contradicted=conflict, error="other", by=_BY, note="; ".join(notes))


def _source(row: Row) -> tuple[str | None, Passage]:
    """The question where there is one, and the text that the models were given."""
    info = row[1].get("source_info")
    if isinstance(info, str):
        return None, Passage("", info)
    if not isinstance(info, dict):
        raise DatasetError(f"{row[0]}: source_info is neither text nor an object.")
    if "passages" in info:
        return str(info.get("question") or "") or None, Passage("", str(info["passages"]).strip())
    return None, Passage("", "\n".join(_printed(info)))


def _printed(data: object, depth: int = 0, name: str = "") -> Iterator[str]:
    """Nested data in lines of "name: value", indented by depth."""
    pad = "    " * depth + (f"{name}: " if name else "")
    if isinstance(data, dict):
        if name:
            yield pad.rstrip()
        for key, item in data.items():
            yield from _printed(item, depth + bool(name), str(key))
    elif isinstance(data, list):
        for n, item in enumerate(data, 1):
            yield from _printed(item, depth, f"{name} {n}")
    else:
        yield pad + ("not given" if data is None else str(data))


def _name(row: Row, field: str) -> str:
    return str(value(row, field, object))
