"""How each page of a document can be cited without a doubt."""

from __future__ import annotations

from collections import Counter

from atomcite.benchmarks.dataset.model import BenchDocument


def page_names(document: BenchDocument) -> tuple[str, ...]:
    """One name a position: its label where no other page has it, else the position - unless that is another page's
    label, when nothing is without a doubt and the label is the likelier reading."""
    positions = [str(n) for n in range(1, document.page_count + 1)]
    labels = document.labels or tuple(positions)
    number = Counter(labels)
    return tuple(
        label if number[label] == 1 or position in number else position
        for label, position in zip(labels, positions, strict=True)
    )
