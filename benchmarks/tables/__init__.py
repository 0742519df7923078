"""Generated pages with tables and forms, and claims about them whose truth is known.

`families` are the sets of words and layouts; `make_sheet` makes one page; `render` turns it into pixels; `read` reads
those by the text channel. `atomcite.benchmarks.table_set` measures the judge on them.
"""

from atomcite.benchmarks.tables.model import Claim, Sheet
from atomcite.benchmarks.tables.pages import make_sheet
from atomcite.benchmarks.tables.printing import LEVELS, Level, page_words
from atomcite.benchmarks.tables.vocabulary import FAMILIES, Family, vocabulary

__all__ = ["FAMILIES", "LEVELS", "Claim", "Family", "Level", "Sheet", "make_sheet", "page_words", "vocabulary"]
