"""Readers of published data sets, which make data sets of the bench's own form of them."""

from atomcite.benchmarks.adapters.assembling import Adaptation
from atomcite.benchmarks.adapters.formats import FORMATS, MISSING, Format, adapt

__all__ = ["FORMATS", "MISSING", "Adaptation", "Format", "adapt"]
