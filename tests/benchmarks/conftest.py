"""Tests here may use what stands in tests/making."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "making"))

from plain_documents import plain_set  # noqa: F401
