"""The whole set: documents typeset, checked against their facts, digitised and written, and their records."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from atomcite.benchmarks.corpus.typeset import page_texts
from atomcite.benchmarks.dataset import Dataset, load, save
from atomcite.benchmarks.public.checking import disagreements
from atomcite.benchmarks.public.degradations import digitised
from atomcite.benchmarks.public.records import Made, dataset
from atomcite.benchmarks.public.setting import SettingError, finished, page_labels, typeset
from atomcite.benchmarks.public.source import sources


def made() -> Iterator[Made]:
    """Every document, typeset. Raises SettingError where the pages disagree with the facts."""
    for source in sources():
        for turn, (name, spec) in enumerate(source.documents.items()):
            result = typeset(source, name)
            wrong = list(disagreements(source, source.data(name), result.pages, page_texts(result.pdf)))
            if wrong:
                raise SettingError(f"{source.name}/{name}: {'; '.join(wrong)}.")
            yield Made(source, name, turn, result, page_labels(spec.labels, result.page_count))


def file_of(item: Made) -> bytes:
    """The document's PDF as it is handed on."""
    spec = item.source.documents[item.name]
    if spec.degradation == "clean":
        return finished(item.typeset.pdf, spec)
    marked = {item.typeset.pages[a] for f in item.source.facts if f.content == "mark" for a in f.bears}
    return digitised(item.typeset.pdf, spec, frozenset(marked))


def build(folder: Path) -> Dataset:
    """Writes documents and records into `folder`."""
    items = list(made())
    (folder / "documents").mkdir(parents=True, exist_ok=True)
    hashes = {}
    for item in items:
        content = file_of(item)
        (folder / item.path).write_bytes(content)
        hashes[item.id] = hashlib.sha256(content).hexdigest()
    data = dataset(items, hashes)
    save(data, folder)
    return data


def rewrite(folder: Path) -> Dataset:
    """Writes the records anew for the documents that `folder` holds: for a change of what is said about them."""
    data = renewed(folder)
    save(data, folder)
    return data


def renewed(folder: Path) -> Dataset:
    """The records as they would be made today for the documents that `folder` holds."""
    return dataset(list(made()), {d.id: d.sha256 for d in load(folder).documents})
