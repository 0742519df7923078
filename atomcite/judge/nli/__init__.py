"""The judge `nli`: entailment models of transformers (sequence classification and seq2seq) over passages of a page.

`NliJudge` holds the method and needs no model library; `TorchScorer` runs a model (extra `local`).
"""

from atomcite.judge.nli.formats import Format
from atomcite.judge.nli.judge import NliJudge
from atomcite.judge.nli.scoring import Score, Scorer
from atomcite.judge.nli.torch_model import TorchScorer

__all__ = ["Format", "NliJudge", "Score", "Scorer", "TorchScorer"]
