from __future__ import annotations

from collections.abc import Iterator

import pytest
from scripted_server import Server


@pytest.fixture
def server() -> Iterator[Server]:
    it = Server()
    yield it
    it.close()
