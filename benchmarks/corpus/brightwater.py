"""A services contract between two companies that do not exist; it holds no computed figures."""

from __future__ import annotations

from atomcite.benchmarks.corpus.ink import initials, signature


def data() -> dict[str, object]:
    """Everything that `contract_en.typ` needs besides its own text: the pens."""
    return {
        "ink": {
            "supplier": signature(8, 6),
            "supplier_mark": initials(8),
        }
    }
