"""Page safety: text that gives orders to a checker, and text that is in the file but not on the page.

What is found is reported and makes a person look; no verdict of `rules` or `reader` rests on it.

- `page_signals(page, read, layer, unshown)`: what is odd about one page
- `document_notices(name, properties)`: the same of what the file says of itself
- `find(lines)`: passages that give instructions, in English and Russian
"""

from atomcite.safety.instructions import Passage, find
from atomcite.safety.signals import document_notices, page_signals

__all__ = ["Passage", "document_notices", "find", "page_signals"]
