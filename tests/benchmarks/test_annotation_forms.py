"""Filled forms are checked field by field, and labels go where they belong."""

import csv
import io
import json
import re
from pathlib import Path

import pytest
from annotation_forms import ALL_FINE, Filled, labels

from atomcite.benchmarks.dataset import (
    Label,
    load,
)
from atomcite.benchmarks.natural import annotating
from atomcite.errors import DatasetError, UsageError


def test_labels_of_a_form_go_into_the_data_set(folder: Path, filled: Filled) -> None:
    assert annotating.take_in(folder, filled("ann", note="seen")) == ("ann", 4)
    found = labels(folder, "ann")
    assert found["secret.digit.1"] == Label(verdict="correct", true_pages=(3,), by="ann", note="seen")
    assert found["secret.2"].true_pages == (4,)
    assert (found["secret.3"].true_pages, found["secret.3"].joint_pages) == ((9,), ((9, 10),))
    assert (found["secret.4"].verdict, found["secret.4"].error) == ("wrong_page", "page_near")
    assert load(folder).claims[0].labels.automatic is not None


def test_a_json_lines_file_does_as_well_as_a_spreadsheets_csv(folder: Path, filled: Filled, tmp_path: Path) -> None:
    path = filled("ann")
    rows = list(csv.DictReader(path.open(encoding="utf-8")))
    as_json = tmp_path / "ann.jsonl"
    keep = ("set", "item", "annotator", "verdict")
    as_json.write_text("\n".join(json.dumps({k: r[k] for k in keep} | {"pages": r["pages"]}) for r in rows))
    annotating.take_in(folder, as_json)
    first = labels(folder, "ann")
    text = io.StringIO()
    table = csv.DictWriter(text, rows[0], delimiter=";")
    table.writeheader()
    table.writerows(rows)
    path.write_text("\ufeff" + text.getvalue(), "utf-8")
    annotating.take_in(folder, path, replacing=True)
    assert {k: v.verdict for k, v in labels(folder, "ann").items()} == {k: v.verdict for k, v in first.items()}


@pytest.mark.parametrize(
    ("statement", "fields", "said"),
    [
        ("Net debt fell", {"verdict": "true"}, r"verdict is 'true'; it is one of correct, wrong_page"),
        ("Net debt fell", {"verdict": "correct", "pages": "p. 9"}, r"'p. 9' is no page"),
        ("Net debt fell", {"verdict": "correct", "pages": "13"}, r"the document has the pages 1 to 12, not 13"),
        ("Net debt fell", {"verdict": "correct", "pages": "3"}, r"the pages are not those cited: 9, 10"),
        ("Net debt fell", {"verdict": "wrong_page", "pages": ""}, r"wrong_page needs the pages"),
        ("Net debt fell", {"verdict": "wrong_page", "pages": "9"}, r"a cited page is said to bear the statement out"),
        ("Net debt fell", {"verdict": "unsupported", "pages": "3"}, r"if there are, wrong_page"),
        ("Net debt fell", {"verdict": "no_such_page", "pages": ""}, r"every cited page exists"),
        ("The plant opened in May", {"verdict": "correct", "pages": ""}, r"no cited page exists"),
        ("Net debt fell", {"verdict": "correct", "error": "digit"}, r"neither an error nor a contradiction"),
        ("Net debt fell", {"verdict": "unsupported", "pages": "", "error": "typo"}, r"error is 'typo'; it is one of"),
        ("Net debt fell", {"contradicted": "perhaps"}, r"contradicted is 'perhaps'; it is yes, no or empty"),
        ("Net debt fell", {"set": "0" * 16}, r"made for the set 0000000000000000, and this is"),
        ("Net debt fell", {"item": "abc"}, r"there is no item abc"),
        ("Net debt fell", {"verdict": ""}, r"1 items have no verdict"),
        ("Net debt fell", {"annotator": "bob"}, r"one name is needed, not ann, bob"),
    ],
)
def test_what_is_wrong_in_a_form_is_said_by_row(
    folder: Path, filled: Filled, statement: str, fields: dict[str, str], said: str
) -> None:
    path = filled("ann", ALL_FINE | {statement: ALL_FINE[statement] | fields})
    before = (folder / "claims.jsonl").read_bytes()
    with pytest.raises(DatasetError, match=said):
        annotating.take_in(folder, path)
    assert (folder / "claims.jsonl").read_bytes() == before


def test_all_problems_are_told_at_once_with_their_places(folder: Path, filled: Filled) -> None:
    path = filled("ann", {k: v | {"verdict": "yes"} for k, v in ALL_FINE.items()})
    with pytest.raises(DatasetError) as caught:
        annotating.take_in(folder, path)
    assert re.findall(r"ann\.csv:(\d)", str(caught.value)) == ["2", "3", "4", "5"]


def test_a_row_without_a_field_is_one_with_an_empty_one(folder: Path, filled: Filled, tmp_path: Path) -> None:
    rows = list(csv.DictReader(filled("ann").open(encoding="utf-8")))
    whole = {k: rows[0][k] for k in ("set", "item", "annotator")} | {"verdict": "open"}
    path = tmp_path / "rows.jsonl"
    path.write_text(json.dumps(whole) + "\n" + json.dumps({"item": rows[1]["item"], "annotator": "ann"}))
    with pytest.raises(DatasetError, match=r"rows\.jsonl:2: made for the set \(none\)"):
        annotating.take_in(folder, path)


def test_an_unfinished_form_is_taken_in_on_request(folder: Path, filled: Filled) -> None:
    path = filled("ann", ALL_FINE | {"Net debt fell": {"verdict": ""}})
    assert annotating.take_in(folder, path, partial=True) == ("ann", 3)
    assert "secret.3" not in labels(folder, "ann")


def test_the_same_annotator_is_not_taken_in_twice(folder: Path, filled: Filled) -> None:
    path = filled("ann")
    annotating.take_in(folder, path)
    with pytest.raises(UsageError, match="ann has labelled 4 claims"):
        annotating.take_in(folder, path)
    filled("ann", {k: {"verdict": "open"} for k in ALL_FINE})
    annotating.take_in(folder, path, replacing=True)
    assert {label.verdict for label in labels(folder, "ann").values()} == {"open"}
    assert all(len(c.labels.annotators) <= 1 for c in load(folder).claims)
