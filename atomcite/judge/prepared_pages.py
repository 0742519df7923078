"""Pages made ready for judging, kept so that all claims of a run, and all judges of a chain, share the work."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from threading import Lock

from atomcite.domain import PageWords
from atomcite.judge.owners import known_names
from atomcite.judge.prepared import Prepared

_KEPT = 256


class PreparedPages:
    """Prepares a page when it is first asked for and keeps it by identity. May be called from several threads."""

    def __init__(self, context: Iterable[str] = (), *, derived: bool = False) -> None:
        """`context` are texts that name the document's own parties: its title, author, file name. Names in them
        need not stand on each page. `derived` allows sums and differences of the page's numbers."""
        self.derived = derived
        self.known = known_names(context)
        self._kept: OrderedDict[int, Prepared] = OrderedDict()
        self._lock = Lock()

    def of(self, page: PageWords) -> Prepared:
        with self._lock:
            kept = self._kept.get(id(page))
            if kept is None or kept.page is not page:
                kept = Prepared(page, self.known, derived=self.derived)
                self._kept[id(page)] = kept
                while len(self._kept) > _KEPT:
                    self._kept.popitem(last=False)
            else:
                self._kept.move_to_end(id(page))
            return kept
