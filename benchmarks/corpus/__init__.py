"""Documents that the project itself writes, typesets, prints to images and damages like an office scan.

`documents` lists them and makes clean and scanned PDFs, `degrade` holds what a scanner does to a page, `typeset` and
`scanfile` the way into and out of pixels. `python -m atomcite.benchmarks.corpus build examples/` writes the scans.
Needs the packages of the extra `dev` (typst, pikepdf, and the fonts).
"""

from atomcite.benchmarks.corpus.degrade import ScanProfile, scan
from atomcite.benchmarks.corpus.documents import SOURCES, Source, clean_pdf, scan_pdf, source

__all__ = ["SOURCES", "ScanProfile", "Source", "clean_pdf", "scan", "scan_pdf", "source"]
