"""Answers: taken apart into claims with their citations, and corrected."""

from atomcite.answers.claims_file import LoadedAnswer, load_answer, read_claims
from atomcite.answers.correction import Edit, corrections
from atomcite.answers.decomposition import Decomposition
from atomcite.answers.llm import LlmDecomposer
from atomcite.answers.patch import Hunk, Patch, apply, apply_patch, marked_up, patch_of, reverse
from atomcite.answers.rules import decompose

__all__ = [
    "Decomposition",
    "Edit",
    "Hunk",
    "LlmDecomposer",
    "LoadedAnswer",
    "Patch",
    "apply",
    "apply_patch",
    "corrections",
    "decompose",
    "load_answer",
    "marked_up",
    "patch_of",
    "read_claims",
    "reverse",
]
