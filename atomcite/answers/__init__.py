"""Answers: taken apart into claims with their citations, and corrected."""

from atomcite.answers.claims_file import LoadedAnswer, load_answer, read_claims
from atomcite.answers.decomposition import Decomposition
from atomcite.answers.rules import decompose

__all__ = ["Decomposition", "LoadedAnswer", "decompose", "load_answer", "read_claims"]
