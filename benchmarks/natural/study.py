"""Which claims of a data set are to be annotated, and what keeps the annotators from knowing more than they should.

An item goes out under a name that says nothing: claim ids of injected errors often name the error. Names and orders
follow from a salt that stays in the data set's folder, so that an export can be made again and none can be guessed.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterable, Sequence
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from atomcite.benchmarks.dataset import BenchClaim, Dataset
from atomcite.errors import DatasetError

STUDY = "annotation.json"
T = TypeVar("T")


class Study(BaseModel):
    """`claims` are the ids of the claims to annotate. `window` is how many pages either side of a cited one an
    annotator is shown; documents of at most `whole` pages are shown whole."""

    model_config = ConfigDict(frozen=True, extra="forbid", ignored_types=(cached_property,))

    claims: tuple[str, ...] = Field(min_length=1)
    salt: str = Field(min_length=8)
    window: int = Field(default=2, ge=0)
    whole: int = Field(default=8, ge=0)

    def item(self, claim: str) -> str:
        """The name under which a claim goes out. It begins with a letter: spreadsheets take digits for a number."""
        return "i" + self._secret("item", claim)[:11]

    @cached_property
    def claim_of(self) -> dict[str, str]:
        return {self.item(claim): claim for claim in self.claims}

    def shuffled(self, things: Sequence[T], whom: str) -> list[T]:
        """The things in an order of `whom`'s own, the same each time."""
        out = list(things)
        random.Random(self._secret("order", whom)).shuffle(out)
        return out

    def _secret(self, use: str, what: str) -> str:
        return sha256(f"{self.salt}\x1f{use}\x1f{what}".encode()).hexdigest()


def new_study(claims: Iterable[str], *, window: int = 2, whole: int = 8) -> Study:
    return Study(claims=tuple(claims), salt=secrets.token_hex(16), window=window, whole=whole)


def to_annotate(dataset: Dataset) -> tuple[str, ...]:
    """All claims that can be: those that cite something."""
    return tuple(claim.id for claim in dataset.claims if claim.cited)


def load_study(folder: Path) -> Study | None:
    """None where the data set has none yet. Raises DatasetError for a file that is not one."""
    path = folder / STUDY
    if not path.is_file():
        return None
    try:
        return Study.model_validate_json(path.read_text("utf-8"))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or "the file"
        raise DatasetError(f"{path}: {where}: {first['msg']}", "Remove it to begin the annotation anew.") from error


def save_study(folder: Path, study: Study) -> None:
    (folder / STUDY).write_text(study.model_dump_json(indent=1) + "\n", "utf-8")


def claims_of(study: Study, dataset: Dataset) -> list[BenchClaim]:
    """The study's claims. Raises DatasetError for one that the data set no longer has."""
    known = {claim.id: claim for claim in dataset.claims}
    gone = [claim for claim in study.claims if claim not in known]
    if gone:
        raise DatasetError(
            f"{STUDY} names {len(gone)} claims that the data set does not have, such as {gone[0]}.",
            f"Remove {STUDY} to begin the annotation anew.",
        )
    return [known[claim] for claim in study.claims]
