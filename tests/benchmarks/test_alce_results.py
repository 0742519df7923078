"""ALCE's result files are read as its program reads them, and scored by a real judge."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from atomcite.benchmarks.comparison.alce_results import ModelEntailment, RulesEntailment, read_results
from atomcite.benchmarks.metrics.alce import CitedSentence, alce
from atomcite.cli.main import app
from atomcite.errors import DatasetError
from atomcite.judge.nli import Score
from atomcite.judge.nli.formats import Format

DOCS = [
    {
        "title": "Harrow Lane Foods",
        "text": "Harrow Lane Foods bakes bread in Leeds. Revenue in 2024 was £84.2 million.",
    },
    {
        "title": "Calder Lane Shops",
        "text": "The company runs 412 shops. The bakery in York was closed on 30 November 2024.",
    },
    {"title": "Energy", "text": "", "sent": "Energy costs fell by 6.3 per cent in 2024."},
]


def write(path: Path, *outputs: str, question: str = "What happened?") -> Path:
    data = [{"question": question, "docs": DOCS, "output": output} for output in outputs]
    path.write_text(json.dumps({"args": {"model": "m"}, "data": data}), "utf-8")
    return path


def test_outputs_are_cut_and_split_as_published(tmp_path: Path) -> None:
    path = write(
        tmp_path / "r.json",
        "  Revenue in 2024 was £84.2 million [1]. The York bakery was closed [2][3].<|im_end|>\nSecond line [1].",
        "",
    )
    first, empty = read_results(path)
    assert first.sentences == (
        CitedSentence("Revenue in 2024 was £84.2 million.", (0,)),
        CitedSentence("The York bakery was closed.", (1, 2)),
    )
    assert first.passages[2] == "Title: Energy\nEnergy costs fell by 6.3 per cent in 2024."
    assert empty.sentences == ()


def test_listed_answers_are_statements_after_the_question(tmp_path: Path) -> None:
    path = write(tmp_path / "q.json", "Leeds [1], York [2],.", question="Where are bakeries?")
    (answer,) = read_results(path, list_answers=True)
    assert answer.sentences == (
        CitedSentence("Where are bakeries? Leeds", (0,)),
        CitedSentence("Where are bakeries? York", (1,)),
    )


def test_the_command_scores_files_by_rules_and_says_so(tmp_path: Path) -> None:
    good = write(
        tmp_path / "good.json",
        "Revenue in 2024 was £84.2 million [1]. The bakery in York was closed on 30 November 2024 [2][3].",
    )
    bad = write(
        tmp_path / "bad.json",
        "Revenue in 2024 was £91.7 million [1]. The bakery in York was closed on 30 November 2024 [9].",
    )
    out = tmp_path / "scores.json"
    result = CliRunner().invoke(app, ["bench", "alce", str(good), str(bad), "--json", str(out)])
    assert result.exit_code == 0, result.output
    assert "not to be compared" in result.stdout
    found = json.loads(out.read_text("utf-8"))["files"]
    # In the first, [3] does nothing: 2 of 3 citations are precise. In the second nothing is borne out.
    assert found[str(good)]["recall"] == 1
    assert found[str(good)]["precision"] == pytest.approx(2 / 3)
    assert (found[str(good)]["joint"], found[str(good)]["overcited"]) == (1, 1)
    assert found[str(bad)]["recall"] == found[str(bad)]["precision"] == 0


def test_rules_take_passages_together(tmp_path: Path) -> None:
    entails = RulesEntailment()
    passages = [f"Title: {d['title']}\n{d.get('sent') or d['text']}" for d in DOCS]
    assert entails(passages, "Energy costs fell by 6.3 per cent in 2024.")
    assert not entails(passages[:2], "Energy costs fell by 6.3 per cent in 2024.")


class ByWords:
    """A scorer that counts words, and takes a statement for entailed when all its words are in the premise."""

    name, version = "by-words", "1"
    format = Format("classifier", "", 12, 12, 0.9, 0.9, 0.5, 0.5)

    def missing(self) -> None:
        return None

    def count(self, text: str) -> int:
        return len(text.split())

    def room(self, hypothesis: str) -> int:
        return 12 - self.count(hypothesis)

    def reads(self, text: str) -> bool:
        return True

    def score(self, pairs: list[tuple[str, str]]) -> list[Score]:
        assert all(self.count(p) + self.count(h) <= 12 for p, h in pairs)
        return [Score(0.5 if set(h.split()) <= set(p.split()) else 0.49) for p, h in pairs]


def test_a_pair_too_long_for_a_model_is_cut_and_counted() -> None:
    entails = ModelEntailment(ByWords())  # type: ignore[arg-type]
    assert entails(["a b", "c d"], "a d")
    assert entails.cut == 0
    assert not entails(["a b c d e f g h i j k l m"], "a m")
    assert entails.cut == 1
    assert entails(["a b c d e f g h i j k l m"], "a b")
    assert entails.cut == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[]", "data|valid"),
        ('{"data": [{"docs": []}]}', "output"),
        ('{"data": [{"output": "x", "docs": [{"title": "t"}]}]}', "text"),
        ("{", "no JSON"),
    ],
)
def test_what_is_no_result_file_is_named(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "r.json"
    path.write_text(text, "utf-8")
    with pytest.raises(DatasetError, match=said):
        read_results(path)
    with pytest.raises(DatasetError, match="can't be read"):
        read_results(tmp_path / "absent.json")


def test_no_answers_have_no_score(tmp_path: Path) -> None:
    assert alce(read_results(write(tmp_path / "r.json")), RulesEntailment()).answers == 0
