"""A small dependency parser for English and Russian."""

from atomcite.judge.parsing.parser import Tree, parse

__all__ = ["Tree", "parse"]
