"""ALCE's figures with a real entailment model as the judge."""

import json
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from atomcite.benchmarks.comparison.alce_results import read_results
from atomcite.benchmarks.metrics.alce import alce
from atomcite.cli.main import app
from atomcite.judge.nli import TorchScorer

pytestmark = pytest.mark.models

STATES = ("open", "closed", "red", "open", "green", "open")


def test_figures_are_by_what_the_model_says(tmp_path: Path) -> None:
    sys.path.insert(0, str(Path(__file__).parents[1] / "judge"))
    import tiny_models as tiny

    words = tiny.tokenizer()
    labels = ("contradiction", "entailment", "neutral")
    network = tiny.classifier("bert", words, labels)
    tiny.train(network, words, labels)
    model = str(tiny.save(tmp_path / "model", network, words))
    docs = [
        {"title": thing, "text": f"the {thing} is {state} ."}
        for thing, state in zip(tiny.THINGS, STATES, strict=True)
    ]
    outputs = [f"The {thing} is open [{n}]. The {thing} is red [{n}][1]." for n, thing in enumerate(tiny.THINGS, 1)]
    path = tmp_path / "r.json"
    path.write_text(json.dumps({"data": [{"question": "?", "docs": docs, "output": o} for o in outputs]}), "utf-8")
    out = tmp_path / "scores.json"
    result = CliRunner().invoke(app, ["bench", "alce", str(path), "--nli-model", model, "--json", str(out)])
    assert result.exit_code == 0, result.output

    scorer = TorchScorer(model)
    expected = alce(read_results(path), lambda ps, s: scorer.score([("\n".join(ps), s)])[0].entailment >= 0.5)
    found = json.loads(out.read_text("utf-8"))
    assert found["judge"].startswith(scorer.name)
    assert found["files"][str(path)]["recall"] == expected.recall
    assert found["files"][str(path)]["precision"] == expected.precision
    assert expected.answers == len(outputs)
    assert 0 < expected.recall < 1
