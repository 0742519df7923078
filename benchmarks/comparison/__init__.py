"""Runs of systems over a data set, and the report on them."""

from atomcite.benchmarks.comparison.runs import (
    Run,
    RunDataset,
    RunInfo,
    RunSystem,
    append_judged,
    dataset_of,
    labels_hash,
    load_info,
    load_judged,
    load_run,
    predictions_file,
    save_info,
    tasks_hash,
)

__all__ = [
    "Run",
    "RunDataset",
    "RunInfo",
    "RunSystem",
    "append_judged",
    "dataset_of",
    "labels_hash",
    "load_info",
    "load_judged",
    "load_run",
    "predictions_file",
    "save_info",
    "tasks_hash",
]
