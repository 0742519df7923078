"""Answers that cite passages by number: the result files of ALCE and of VeriCite, which builds on it.

Both as written by their code: an object of `args` (the run's options) and `data`, a list of `question`, `docs` (each
with `title` and `text`) and `output`, in which "[2]" cites the second of `docs` (github.com/princeton-nlp/ALCE,
run.py and eval.py; github.com/QianHaosheng/VeriCite, vericite.py). VeriCite adds `answer_statements`: statements that
its entailment model found borne out, with `doc_id` of their passages, counted from 0.

Passages have no pages. A document is typeset for each question, with passage n on page n, so that the citation [n]
means page n, and a citation of a passage that was not given a page that is not there.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from atomcite.answers import decompose
from atomcite.benchmarks.adapters.reading import Row, rows, value, whole
from atomcite.benchmarks.adapters.records import UNLABELLED, Losses, Passage, Record, Source, Stated
from atomcite.benchmarks.dataset import BenchSpan, Label, Labels
from atomcite.errors import DatasetError


def read_alce(path: Path, documents: Path | None, first_page: int | None, losses: Losses) -> Iterator[Record]:
    """See `Reader`. The claims have no label: ALCE's own verdicts are an entailment model's and are not in the
    file. Gold answers (`qa_pairs`, `answers`, `claims`) are lost."""
    yield from _read(path, "alce", losses)


def read_vericite(path: Path, documents: Path | None, first_page: int | None, losses: Losses) -> Iterator[Record]:
    """See `Reader`. The claims of the final answer have no label. The `answer_statements` are claims of their own,
    no part of an answer, with the entailment model's word as automatic label. Prompts, first answers and passage
    checks are lost."""
    yield from _read(path, "vericite", losses)


def _read(path: Path, name: str, losses: Losses) -> Iterator[Record]:
    if not path.is_file():
        raise DatasetError(f"{path} is no file.", "Give one result file.")
    head = whole(path) if path.suffix == ".json" else {}
    run = head.get("args", {}) if isinstance(head, dict) and isinstance(head.get("args"), dict) else {}
    model, nli = str(run.get("model") or "unknown model"), str(run.get("nli") or "its entailment model")
    for number, row in enumerate(rows(path), 1):
        if not isinstance(row[1].get("output"), str):
            raise DatasetError(f"{row[0]} has no output.", "Give a result file: it holds the answers of a model.")
        text = value(row, "output", str)
        docs = value(row, "docs", list[dict[str, Any]])
        passages = tuple(Passage(str(d.get("title") or ""), str(d.get("text") or "")) for d in docs)
        claims = _stated(text)
        if name == "vericite":
            claims += tuple(_verified(row, f"VeriCite ({nli})"))
        if not claims or not passages:
            losses.count("answer without a statement" if passages else "answer without passages")
            continue
        yield Record(
            id=f"{name}-{row[1].get('sample_id') or row[1].get('id') or number}",
            document=Source(key=f"passages-{_digest(passages)}", passages=passages),
            question=value(row, "question", str),
            answer=text,
            claims=claims,
            generator=model,
        )


def _stated(text: str) -> tuple[Stated, ...]:
    """The answer's claims. Those that cite nothing are claims as well: figures of citation quality count them."""
    claims: list[Stated] = []
    for claim in decompose(text, bare_brackets=True).claims:
        numbers = tuple(dict.fromkeys(ref.number for ref in claim.refs if ref.number is not None))
        spans = tuple(BenchSpan(start=s.start, end=s.end) for s in claim.spans)
        claims.append(Stated(claim.statement, numbers, UNLABELLED, spans))
    return tuple(claims)


def _verified(row: Row, by: str) -> Iterator[Stated]:
    for item in value(row, "answer_statements", list[dict[str, Any]], []):
        part: Row = (f"{row[0]}: answer_statements", item)
        pages = tuple(sorted({n + 1 for n in value(part, "doc_id", list[int])}))
        several = len(pages) > 1
        label = Label(
            verdict="correct", true_pages=() if several else pages, joint_pages=(pages,) if several else (), by=by
        )
        # Statements of the first answer still hold their marks; what they say without them is the claim.
        stated = decompose(value(part, "statement", str), bare_brackets=True).claims
        for claim in stated:
            yield Stated(claim.statement, pages, Labels(automatic=label), None)


def _digest(passages: tuple[Passage, ...]) -> str:
    return sha256("\x1e".join(f"{p.title}\x1f{p.text}" for p in passages).encode()).hexdigest()[:12]
