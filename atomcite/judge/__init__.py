"""Judges of text: the words of a page and a statement in, a channel verdict out.

>>> from atomcite.judge import get
>>> get("rules").name
'rules'
"""

from atomcite.judge.chain import ChainJudge
from atomcite.judge.registry import JUDGES, JudgeParts, get, names
from atomcite.judge.rules import RulesJudge

__all__ = ["JUDGES", "ChainJudge", "JudgeParts", "RulesJudge", "get", "names"]
