"""Page -> words with boxes and confidence: engines by name, and the choice among them per page.

`read_page` is the front door; `engines` and `get` give the engines themselves.
"""

from atomcite.ocr.reading import read_page
from atomcite.ocr.registry import engines, get

__all__ = ["engines", "get", "read_page"]
