"""Model servers: one client for all that asks a model in a run.

- `ChatClient`: a model on a server with OpenAI's Chat Completions interface; implements `atomcite.domain.Chat`
- `Budget`, `Prices`: the hard caps on calls and money, and what a token costs
- `AdaptiveLimit`: how many requests may be under way at a time
- `Capabilities`: what a server turned out to do; `examine` finds it out with requests of its own
"""

from atomcite.serving.budget import Budget, Prices
from atomcite.serving.client import ChatClient
from atomcite.serving.examine import examine
from atomcite.serving.limit import AdaptiveLimit
from atomcite.serving.probe import Capabilities

__all__ = ["AdaptiveLimit", "Budget", "Capabilities", "ChatClient", "Prices", "examine"]
