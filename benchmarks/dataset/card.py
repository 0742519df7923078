"""The card of a data set: what is in it, for people and for the tools that load it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from atomcite.benchmarks.dataset.model import BenchClaim, label_of
from atomcite.benchmarks.dataset.store import Dataset

_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"))


def card(dataset: Dataset, splits: Mapping[str, Sequence[str]]) -> str:
    """README.md in Markdown, with the YAML head that Hugging Face `datasets` reads. `splits` are the splits that each
    table has files of."""
    head = dataset.manifest
    lines = ["---", f"pretty_name: {_quoted(head.name)}", f"license: {_licence(head.licence)}"]
    if head.languages:
        lines += ["language:", *(f"- {code}" for code in head.languages)]
    lines += [
        "task_categories:",
        "- text-classification",
        "size_categories:",
        f"- {_size(len(dataset.claims))}",
        "configs:",
    ]
    for table, names in splits.items():
        if not names:
            continue
        lines += [f"- config_name: {table}", *(["  default: true"] if table == "claims" else []), "  data_files:"]
        for name in names:
            lines += [f"  - split: {_quoted(name)}", f"    path: {_quoted(f'data/{table}/{name}.parquet')}"]
    lines += [
        "---",
        "",
        f"# {head.name} {head.version}",
        "",
        head.description or "Page citations and their truth.",
        "",
    ]
    lines += [
        f"Licence: {head.licence}. {len(dataset.documents)} documents with "
        f"{sum(d.page_count for d in dataset.documents)} pages, {len(dataset.answers)} answers, "
        f"{len(dataset.claims)} claims.",
        "",
        "Pages are positions in the file, counted from 1; `cited.label` is the page as the answer names it.",
        "",
        *summary(dataset),
    ]
    if head.made_by:
        lines += ["## Made by", "", "```sh", *head.made_by, "```", ""]
    lines += [
        "## Loading",
        "",
        "```python",
        "from datasets import load_dataset",
        "",
        f'claims = load_dataset("THIS FOLDER", "claims", split="{(splits.get("claims") or ["test"])[0]}")',
        "```",
        "",
        "`atomcite bench import THIS_FOLDER --out FOLDER` makes it AtomCite's own folder again.",
        "",
    ]
    return "\n".join(lines)


def summary(dataset: Dataset) -> list[str]:
    """Markdown tables of the claims: by gold verdict, and by type of error or control, for each split."""
    of = {d.id: d.split for d in dataset.documents}
    splits = sorted(set(of.values()))
    out = ["## Claims", ""]

    def rows(counted: Iterable[tuple[str, str]]) -> list[str]:
        count = Counter(counted)
        names = sorted({name for name, _ in count})
        return [f"| {n} | " + " | ".join(str(count[n, s]) for s in splits) + " |" for n in names]

    for title, name_of in (("Gold label", _verdict), ("Error or control", _kind)):
        out += [f"| {title} | " + " | ".join(splits) + " |", "|---|" + "---:|" * len(splits)]
        out += [*rows((name_of(c), of.get(c.document, "")) for c in dataset.claims), ""]
    graded = Counter(c.fault.difficulty for c in dataset.claims if c.fault and c.fault.difficulty)
    if graded:
        out += [
            "Difficulty of the injected errors: " + ", ".join(f"{n} {d}" for d, n in sorted(graded.items())) + ".",
            "",
        ]
    return out


def _verdict(claim: BenchClaim) -> str:
    label = label_of(claim)
    return label.verdict if label is not None else "(none)"


def _kind(claim: BenchClaim) -> str:
    if claim.fault is not None:
        return f"{claim.fault.type} ({claim.fault.origin})"
    return f"control: {claim.control}" if claim.control else "-"


def _size(count: int) -> str:
    return next((name for most, name in _SIZES if count < most), "n>100K")


def _licence(name: str) -> str:
    """The hub's identifier for a licence: that of SPDX in small letters, "other" for what is none."""
    plain = name.casefold()
    return plain if plain and all(c.isalnum() or c in "-." for c in plain) else "other"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
