"""AtomCite checks whether the page citations in a model's answer are true.

>>> import atomcite
>>> claims = atomcite.decompose("Revenue grew to 4.2 million and 12 stores opened (p. 7).").claims
>>> [(claim.statement, [ref.raw for ref in claim.refs]) for claim in claims]
[('Revenue grew to 4.2 million', ['7']), ('12 stores opened', ['7'])]

`verify(document, answer)` does the whole job; `Document`, `decompose`, `Policy` and the channels are there for those
who compose their own. Names are loaded when they are first used, so that importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from atomcite.answers import decompose, load_answer, read_claims
    from atomcite.documents import Document
    from atomcite.domain import Claim, ClaimResult, Report
    from atomcite.pipeline import Endpoint, ImageChannel, Run, Settings, TextChannel, averify, verify
    from atomcite.policies import Policy
    from atomcite.version import VERSION as __version__

__all__ = [
    "Claim",
    "ClaimResult",
    "Document",
    "Endpoint",
    "ImageChannel",
    "Policy",
    "Report",
    "Run",
    "Settings",
    "TextChannel",
    "__version__",
    "averify",
    "decompose",
    "load_answer",
    "read_claims",
    "verify",
]

_HOME = {
    "decompose": "answers",
    "load_answer": "answers",
    "read_claims": "answers",
    "Document": "documents",
    "Claim": "domain",
    "ClaimResult": "domain",
    "Report": "domain",
    "Endpoint": "pipeline",
    "ImageChannel": "pipeline",
    "Run": "pipeline",
    "Settings": "pipeline",
    "TextChannel": "pipeline",
    "averify": "pipeline",
    "verify": "pipeline",
    "Policy": "policies",
}


def __getattr__(name: str) -> object:
    if name == "__version__":
        from atomcite.version import VERSION

        return VERSION
    if name not in _HOME:
        raise AttributeError(f"module 'atomcite' has no attribute {name!r}")
    return getattr(import_module(f"atomcite.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return __all__
