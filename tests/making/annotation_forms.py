"""A data set with secrets in it, and annotation forms of it, filled in."""

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browser import CHROMIUM
from plain_documents import typeset_pages

from atomcite.benchmarks.dataset import (
    BenchAnswer,
    BenchClaim,
    BenchSpan,
    Cited,
    Dataset,
    Fault,
    Label,
    Labels,
    Manifest,
    label_of,
    load,
    save,
)
from atomcite.benchmarks.dataset.describing import described
from atomcite.benchmarks.natural import annotating

PAGES = 12


TEXT = "Revenue grew </script><b>by 5%</b> (p. iii). The plant opened in May (p. 99)."


SECRETS = ("secret", "digit", "injected", "wrong_page_by_program", "classified", "2f7a")
"""Words that are in the data set - ids, errors, models, notes, labels - and must be in no export."""


def cite(*pages: int) -> tuple[Cited, ...]:
    return tuple(Cited(label=["i", "ii", "iii", "iv", "v"][p - 1] if p < 6 else str(p), page=p) for p in pages)


def claim(name: str, statement: str, cited: tuple[Cited, ...], **more: Any) -> BenchClaim:
    automatic = Label(verdict="unsupported", by="secret-program", note="classified remark", error="digit")
    return BenchClaim(
        id=name, document="secret-2f7a-badscan", statement=statement, cited=cited, labels=Labels(automatic=automatic)
    ).model_copy(update=more)


@pytest.fixture(scope="session")
def renders(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("renders")


@pytest.fixture
def folder(tmp_path: Path, renders: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ATOMCITE_CACHE", str(renders))  # the same document in every test is drawn once
    folder = tmp_path / "set"
    folder.mkdir()
    # Type of its own on each page: nobody need find out which way up it is.
    (folder / "secret.pdf").write_bytes(typeset_pages([f"Page {n} of a report." for n in range(PAGES)], "en"))
    document = described(folder / "secret.pdf", "secret-2f7a-badscan").model_copy(
        update={
            "title": "A title that is secret",
            "labels": ("i", "ii", "iii", "iv", "v", *map(str, range(6, PAGES + 1))),
            "template": "secret-template",
        }
    )
    answer = BenchAnswer(
        id="secret-answer", document=document.id, question="How was it?", text=TEXT, generator="secret-model"
    )
    fault = Fault(type="digit", origin="injected", of="secret-origin", detail="secret detail")
    claims = (
        claim(
            "secret.digit.1",
            "Revenue grew </script><b>by 5%</b>",
            cite(3),
            answer=answer.id,
            spans=(BenchSpan(start=0, end=30),),
            fault=fault,
            generator="secret-model",
        ),
        claim("secret.2", "The plant opened in May", (Cited(label="99", page=None),), answer=answer.id),
        claim("secret.3", "Net debt fell", cite(9, 10)),
        claim("secret.4", "=HYPERLINK(1)", cite(1)),
        claim("secret.5", "Nothing is cited", ()),
    )
    save(Dataset(Manifest(name="t", version="1", licence="x"), (document,), (answer,), claims), folder)
    return folder


def form(out: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO((out / "form.csv").read_text("utf-8-sig"))))


def page_data(out: Path) -> dict[str, Any]:
    html = (out / "review.html").read_text("utf-8")
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', html, re.DOTALL)
    assert found
    return json.loads(found[1])


Verdicts = dict[str, dict[str, Any]]


ALL_FINE: Verdicts = {
    "Revenue grew </script><b>by 5%</b>": {"verdict": "correct"},
    "The plant opened in May": {"verdict": "no_such_page", "pages": "4"},
    "Net debt fell": {"verdict": "correct", "pages": "9; 10+9"},
    "'=HYPERLINK(1)": {"verdict": "wrong_page", "pages": "2", "error": "page_near"},
}


Filled = Callable[..., Path]


@pytest.fixture
def filled(folder: Path, tmp_path: Path) -> Filled:
    """Exports a form for somebody and fills it in: statement -> fields."""

    def fill(name: str, verdicts: Verdicts = ALL_FINE, **all_rows: str) -> Path:
        out = tmp_path / f"for-{name}"
        annotating.export(folder, name, out)
        rows = [row | verdicts.get(row["statement"], {}) | all_rows for row in form(out)]
        path = tmp_path / f"{name}.csv"
        with path.open("w", encoding="utf-8", newline="") as stream:
            table = csv.DictWriter(stream, rows[0])
            table.writeheader()
            table.writerows(rows)
        return path

    return fill


def labels(folder: Path, by: str) -> dict[str, Label]:
    return {c.id: found for c in load(folder).claims if (found := label_of(c, by))}


SECOND: Verdicts = {
    "Revenue grew </script><b>by 5%</b>": {"verdict": "unsupported", "contradicted": "yes", "error": "digit"},
    "The plant opened in May": {"verdict": "no_such_page", "pages": "4"},
    "Net debt fell": {"verdict": "correct", "pages": "9+10"},
    "'=HYPERLINK(1)": {"verdict": "wrong_page", "pages": "2", "error": "page_near", "contradicted": "no"},
}


@pytest.fixture
def both(folder: Path, filled: Filled) -> Path:
    annotating.take_in(folder, filled("ann"))
    annotating.take_in(folder, filled("bob", SECOND, note="bob's view"))
    return folder


needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="needs chromium")
