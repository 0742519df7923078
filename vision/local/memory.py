"""Running out of memory, whichever way the libraries put it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import torch


class OutOfMemory(Exception):
    """What was asked for does not fit into the device's memory."""


@contextmanager
def memory_faults() -> Iterator[None]:
    """Turns the several faults that mean "not enough memory" into OutOfMemory."""
    try:
        yield
    except (torch.OutOfMemoryError, MemoryError) as error:
        if torch.cuda.is_available():
            torch.cuda.empty_cache()
        raise OutOfMemory(str(error).split(". ")[0] or "out of memory") from error
    except RuntimeError as error:
        if "allocate memory" not in str(error):  # what the CPU's allocator says, as a plain RuntimeError
            raise
        raise OutOfMemory("the machine's memory does not suffice") from error
