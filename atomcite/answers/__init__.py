"""Answers: taken apart into claims with their citations, and corrected."""

from atomcite.answers.answer_file import Encoding, LoadedAnswer, encoded, load_answer
from atomcite.answers.claims_file import claim_line, read_claims
from atomcite.answers.correction import Edit, corrections
from atomcite.answers.decomposition import Decomposition
from atomcite.answers.llm import LlmDecomposer
from atomcite.answers.patch import Hunk, Patch, apply, apply_patch, load_patch, marked_up, patch_of, reverse
from atomcite.answers.rules import decompose

__all__ = [
    "Decomposition",
    "Edit",
    "Encoding",
    "Hunk",
    "LlmDecomposer",
    "LoadedAnswer",
    "Patch",
    "apply",
    "apply_patch",
    "claim_line",
    "corrections",
    "decompose",
    "encoded",
    "load_answer",
    "load_patch",
    "marked_up",
    "patch_of",
    "read_claims",
    "reverse",
]
