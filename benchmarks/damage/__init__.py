"""Pages whose values are damaged where they stand, with claims of known truth: how independent are the channels?

Where does the text channel fail, where the embedded reader, and how often do both fail together?

`content` says what the pages say, `faces` and `sheet` print them, `damages` and `pages` spoil them, `file` makes a
PDF of them, `measure` runs `verify` over it and counts, `plot` draws. `python -m atomcite.benchmarks.damage` prints
the table. The faces and words of the family "tune" may be looked at; results are those on "report".
"""

from atomcite.benchmarks.damage.measure import Figures, Outcome, figures, run
from atomcite.benchmarks.damage.pages import KINDS, DamagedPage, Kind, make_page

__all__ = ["KINDS", "DamagedPage", "Figures", "Kind", "Outcome", "figures", "make_page", "run"]
