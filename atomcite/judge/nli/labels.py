"""What each output of a classifier means, from the names that its configuration gives them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal, get_args

Role = Literal["entailment", "neutral", "contradiction", "other"]
"""`other` is everything but entailment, in a model that does not tell neutral from contradiction."""
ROLES: tuple[Role, ...] = get_args(Role)

_NAMES: dict[str, Role] = {
    "entailment": "entailment", "entail": "entailment", "entails": "entailment", "entailed": "entailment",
    "supports": "entailment", "support": "entailment", "supported": "entailment", "consistent": "entailment",
    "factual": "entailment", "faithful": "entailment", "grounded": "entailment", "attributable": "entailment",
    "neutral": "neutral", "notenoughinfo": "neutral", "notenoughinformation": "neutral", "nei": "neutral",
    "unknown": "neutral", "unverified": "neutral", "unrelated": "neutral",
    "contradiction": "contradiction", "contradict": "contradiction", "contradicts": "contradiction",
    "contradicted": "contradiction", "contradictory": "contradiction", "refutes": "contradiction",
    "refute": "contradiction", "refuted": "contradiction",
    "other": "other", "notentailment": "other", "nonentailment": "other", "noentailment": "other",
    "notentailed": "other",
    "notsupported": "other", "unsupported": "other", "nosupport": "other", "inconsistent": "other",
    "notconsistent": "other", "unfaithful": "other", "hallucinated": "other", "hallucination": "other",
    "ungrounded": "other", "notattributable": "other", "nonfactual": "other",
}  # fmt: skip


class UnknownLabels(ValueError):
    """Names of outputs that don't say which one is entailment."""


def roles(names: Sequence[str]) -> tuple[Role, ...]:
    """The role of each output, by its name in any spelling ("NOT_ENTAILMENT", "Not Enough Info", "SUPPORTS").

    Of two outputs the one that is not entailment is `other` whatever it is called: such a model was not taught to
    tell what a page denies from what it does not mention. Raises UnknownLabels when a name is unknown, entailment is
    not there exactly once, or three outputs are not the three of natural language inference.
    """
    found = [_NAMES.get(re.sub(r"[\W_]", "", name).casefold()) for name in names]
    known = tuple(role for role in found if role is not None)
    if len(known) < len(found) or known.count("entailment") != 1 or len(known) > 3:
        raise UnknownLabels(", ".join(names))
    if len(known) == 3 and set(known) != {"entailment", "neutral", "contradiction"}:
        raise UnknownLabels(", ".join(names))
    return tuple(r if r == "entailment" else "other" for r in known) if len(known) < 3 else known


def names_of(id2label: Mapping[object, object], count: int) -> tuple[str, ...]:
    """The names of `count` outputs in order, from a configuration's id2label, whose keys may be text or numbers."""
    by_number = {int(str(k)): str(v) for k, v in id2label.items()}
    return tuple(by_number.get(i, f"LABEL_{i}") for i in range(count))
