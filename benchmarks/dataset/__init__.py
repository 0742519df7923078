"""Page-citation data sets: records, and the folder that they are kept in."""

from atomcite.benchmarks.dataset.content import content_of
from atomcite.benchmarks.dataset.model import (
    FORMAT,
    PAGE_ERRORS,
    BenchAnswer,
    BenchClaim,
    BenchDocument,
    BenchSpan,
    Cited,
    Content,
    Difficulty,
    ErrorType,
    Fault,
    Label,
    Labels,
    LabelSource,
    Manifest,
    Truth,
    label_of,
)
from atomcite.benchmarks.dataset.page_names import page_names
from atomcite.benchmarks.dataset.store import Dataset, load, save

__all__ = [
    "FORMAT",
    "PAGE_ERRORS",
    "BenchAnswer",
    "BenchClaim",
    "BenchDocument",
    "BenchSpan",
    "Cited",
    "Content",
    "Dataset",
    "Difficulty",
    "ErrorType",
    "Fault",
    "Label",
    "LabelSource",
    "Labels",
    "Manifest",
    "Truth",
    "content_of",
    "label_of",
    "load",
    "page_names",
    "save",
]
