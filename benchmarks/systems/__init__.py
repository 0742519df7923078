"""Systems under comparison, each behind the same protocol.

- `make(asked, lender)`: the system that "name:key=value,..." asks for; `SYSTEMS` are all by name
- `Lent`, `Caps`: what a run lends a system: shared readings, and the most it may ask of models
- `Task`, `Judged`, `Prediction`, `Spent`, `System`: the protocol
"""

from atomcite.benchmarks.systems.accounts import Caps, Lent
from atomcite.benchmarks.systems.protocol import (
    Account,
    Judged,
    Lender,
    Prediction,
    Spent,
    System,
    SystemMaker,
    Task,
    TaskAnswer,
    TaskClaim,
)
from atomcite.benchmarks.systems.registry import SYSTEMS, label_of_system, make

__all__ = [
    "SYSTEMS",
    "Account",
    "Caps",
    "Judged",
    "Lender",
    "Lent",
    "Prediction",
    "Spent",
    "System",
    "SystemMaker",
    "Task",
    "TaskAnswer",
    "TaskClaim",
    "label_of_system",
    "make",
]
