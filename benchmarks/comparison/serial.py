"""Results as JSON: what has no value is null, never NaN, which JSON does not have."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from math import isfinite
from pathlib import Path

from pydantic import BaseModel


def as_json(value: object) -> str:
    """`value` (dataclasses, records, numbers, sequences and mappings of such), indented, with a last newline."""
    return json.dumps(plain(value), ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def plain(value: object) -> object:
    """The same as dictionaries, lists, strings, numbers and None. Raises TypeError for anything else."""
    if isinstance(value, Enum):
        return plain(value.value)
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, BaseModel):
        return plain(value.model_dump(mode="json"))
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name.rstrip("_"): plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Mapping):
        return {str(plain(k)): plain(v) for k, v in value.items()}
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, Sequence):
        return [plain(v) for v in value]
    raise TypeError(f"{type(value).__name__} has no form in JSON")
