"""Answers: taken apart into claims with their citations, and corrected."""

from atomcite.answers.answer_file import Encoding, LoadedAnswer, encoded, load_answer
from atomcite.answers.choosing import Proposal, Reply, choose, moved_to, pages_to_choose
from atomcite.answers.claims_file import claim_line, read_claims
from atomcite.answers.correction import Edit, corrections
from atomcite.answers.decomposition import Decomposition
from atomcite.answers.llm import LlmDecomposer
from atomcite.answers.patch import (
    Form,
    Hunk,
    Patch,
    apply,
    apply_patch,
    digest,
    load_patch,
    marked_up,
    patch_of,
    reverse,
)
from atomcite.answers.rules import decompose

__all__ = [
    "Decomposition",
    "Edit",
    "Encoding",
    "Form",
    "Hunk",
    "LlmDecomposer",
    "LoadedAnswer",
    "Patch",
    "Proposal",
    "Reply",
    "apply",
    "apply_patch",
    "choose",
    "claim_line",
    "corrections",
    "decompose",
    "digest",
    "encoded",
    "load_answer",
    "load_patch",
    "marked_up",
    "moved_to",
    "pages_to_choose",
    "patch_of",
    "read_claims",
    "reverse",
]
