"""The image channel: page picture + statement -> verdict, never from words that another channel read.

- `names()`, `get(name)`, `missing(name)`: verifiers by name; `get` gives the class
- `ReaderVerifier`: embedded, reads the pixels itself and questions them
- `TransformersVerifier`: a vision model on this machine, through the `transformers` package
- `OpenAIVerifier`: any vision model behind OpenAI's Chat Completions interface
"""

from atomcite.vision.local import TransformersVerifier
from atomcite.vision.reader import ReaderVerifier
from atomcite.vision.registry import get, missing, names
from atomcite.vision.server import OpenAIVerifier
from atomcite.vision.sight import Sight, see

__all__ = ["OpenAIVerifier", "ReaderVerifier", "Sight", "TransformersVerifier", "get", "missing", "names", "see"]
