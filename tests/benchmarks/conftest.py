"""Tests here may use what stands in tests/making."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "making"))

from adapter_sources import source  # noqa: F401
from annotation_forms import both, filled, folder, renders  # noqa: F401
from plain_documents import plain_set  # noqa: F401
