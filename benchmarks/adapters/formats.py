"""The formats that are read, and `adapt`, which reads one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from atomcite.benchmarks.adapters import (
    citevqa,
    financebench,
    longdocurl,
    mmlongbench,
    mpdocvqa,
    passages,
    ragtruth,
    slidevqa,
    tatdqa,
)
from atomcite.benchmarks.adapters.assembling import Adaptation, assemble
from atomcite.benchmarks.adapters.records import Losses, Reader, Record
from atomcite.benchmarks.dataset import Manifest, save
from atomcite.benchmarks.dataset.store import MANIFEST
from atomcite.errors import DatasetError, OutputError, UsageError

MISSING = "missing-documents.txt"


@dataclass(frozen=True)
class Format:
    """`home` is where the set is published; its licence is named there and applies to what is made of it."""

    title: str
    home: str
    read: Reader


FORMATS: dict[str, Format] = {
    "financebench": Format("FinanceBench", "https://github.com/patronus-ai/financebench", financebench.read),
    "mmlongbench": Format("MMLongBench-Doc", "https://github.com/mayubo2333/MMLongBench-Doc", mmlongbench.read),
    "citevqa": Format("CiteVQA", "https://github.com/opendatalab/CiteVQA", citevqa.read),
    "tatdqa": Format("TAT-DQA", "https://nextplusplus.github.io/TAT-DQA/", tatdqa.read),
    "mpdocvqa": Format("MP-DocVQA", "https://rrc.cvc.uab.es/?ch=17", mpdocvqa.read),
    "slidevqa": Format("SlideVQA", "https://github.com/nttmdlab-nlp/SlideVQA", slidevqa.read),
    "longdocurl": Format("LongDocURL", "https://github.com/dengc2023/LongDocURL", longdocurl.read),
    "alce": Format("ALCE", "https://github.com/princeton-nlp/ALCE", passages.read_alce),
    "vericite": Format("VeriCite", "https://github.com/QianHaosheng/VeriCite", passages.read_vericite),
    "ragtruth": Format("RAGTruth", "https://github.com/ParticleMedia/RAGTruth", ragtruth.read),
}


def adapt(
    name: str,
    source: Path,
    out: Path,
    *,
    documents: Path | None = None,
    split: str = "test",
    first_page: int | None = None,
    pairs: bool = True,
    limit: int | None = None,
    command: str = "",
) -> Adaptation:
    """Reads `source`, published in the format `name`, and writes a data set into `out`.

    `documents` is the folder that holds the PDFs or page pictures; by default that of `source`. `first_page` is the
    number of a document's first page in the source, where it is not what the format says. `limit` takes that many
    records. Raises UsageError for an unknown format, DatasetError for a source that is not in it or leaves nothing,
    OutputError where `out` holds a data set, EngineMissing where passages need typst.
    """
    if name not in FORMATS:
        raise UsageError(f"There is no format {name}.", f"Formats: {', '.join(FORMATS)}.")
    if not source.exists():
        raise DatasetError(f"There is no {source}.", "Give the file or folder as it was published.")
    if (out / MANIFEST).exists():
        raise OutputError(f"{out} holds a data set already.", "Give another folder, or remove this one.")
    form, losses = FORMATS[name], Losses()
    folder = documents or (source if source.is_dir() else source.parent)
    records: Iterator[Record] = form.read(source, folder, first_page, losses)
    made = assemble(
        islice(records, limit),
        Manifest(
            name=f"{form.title} (adapted)",
            version="1",
            description=f"Read from {form.title}, published at {form.home}; docs/adapters.md says what is mapped.",
            licence=f"that of {form.title}, see {form.home}",
            made_by=(command,) if command else (),
        ),
        out,
        folder,
        losses,
        split=split,
        pairs=pairs,
    )
    if made.missing:
        out.mkdir(parents=True, exist_ok=True)
        (out / MISSING).write_text("\n".join(made.missing) + "\n", "utf-8")
    if not made.dataset.answers:
        raise DatasetError(
            f"Nothing of {source} can be used: {_why(made)}.",
            f"Give the folder with the documents: --documents DIR. {out / MISSING} lists them."
            if made.missing
            else "Give the file as it was published.",
        )
    save(made.dataset, out)
    return made


def _why(made: Adaptation) -> str:
    return "; ".join(f"{reason}: {n}" for reason, n in made.lost.most_common()) or "it holds no record"
