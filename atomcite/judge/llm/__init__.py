"""The judge `llm`: a language model on any OpenAI-compatible server reads the page's text; code checks what it says.

Values are compared before the model is asked and can't be overruled by it; what it quotes must stand on the page.
"""

from atomcite.judge.llm.judge import LlmJudge

__all__ = ["LlmJudge"]
