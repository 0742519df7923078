"""The data set in the repository: its documents, their facts, and how it is made.

`source` reads a template's file, `setting` typesets it, `degradations` digitises it; `claims`, `choosing`, `answers`
and `records` make what is said about it, `checking` and `build` bring both together.
"""

from atomcite.benchmarks.public.build import build, made, renewed, rewrite

__all__ = ["build", "made", "renewed", "rewrite"]
