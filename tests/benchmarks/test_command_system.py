"""Any program can be run beside AtomCite: what it says is taken, and what it fails to say is named."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest
from bench_tasks import BARE, FALSE, GONE, NEAR, RIGHT, english

from atomcite.benchmarks.dataset import Dataset
from atomcite.benchmarks.systems import Judged, Lent, make
from atomcite.domain import Action, ClaimVerdict, NoCache

HEAD = "import json, sys, time, os\ntask = json.load(sys.stdin)\nids = [c['id'] for c in task['claims']]\n"
NAMES = (RIGHT, NEAR, FALSE)


def run(tmp_path: Path, plain: Dataset, body: str, more: str = "") -> Judged:
    program = tmp_path / "program with space.py"
    program.write_text(HEAD + body, "utf-8")
    line = shlex.join([sys.executable, str(program)]).replace('"', '\\"')
    return make(f'command:run="{line}"{more}', Lent(NoCache())).judge(english(plain, *NAMES))


def test_a_whole_judgement_is_taken(tmp_path: Path, plain_set: Dataset) -> None:
    judged = run(
        tmp_path,
        plain_set,
        """
said = [{"claim": ids[0], "verdict": "correct", "confidence": 0.75, "reason": "seen", "raw": {"score": 3}},
        {"claim": ids[1], "verdict": "wrong_page", "suggested": [3]},
        {"claim": ids[2], "verdict": "unsupported", "action": "flag", "flagged": True}]
json.dump({"document": task["document"], "predictions": said,
           "spent": {"calls": 2, "prompt_tokens": 30, "completion_tokens": 4, "pages": 6, "cost": 0.5,
                     "seconds": 0.001}}, sys.stdout)
""",
    )
    right, near, false = judged.predictions
    assert (right.verdict, right.confidence, right.raw) == (ClaimVerdict.CORRECT, 0.75, {"score": 3})
    assert (near.action, near.suggested) == (Action.FIX_PAGE, (3,))
    assert (false.action, false.flagged) == (Action.FLAG, True)
    assert not any(p.error for p in judged.predictions)
    spent = judged.spent
    assert (spent.calls, spent.prompt_tokens, spent.pages, spent.cost) == (2, 30, 6, 0.5)
    assert spent.seconds > 0.001  # by the clock, not as the program says


def test_lines_are_taken_one_by_one(tmp_path: Path, plain_set: Dataset) -> None:
    judged = run(
        tmp_path,
        plain_set,
        """
for i in reversed(ids):
    print(json.dumps({"claim": i, "verdict": "correct"}))
print(json.dumps({"spent": {"calls": 7}}))
""",
    )
    assert [p.claim for p in judged.predictions] == list(NAMES)
    assert {p.verdict for p in judged.predictions} == {ClaimVerdict.CORRECT}
    assert judged.spent.calls == 7


def test_one_line_for_one_claim_is_no_whole_judgement(tmp_path: Path, plain_set: Dataset) -> None:
    judged = run(tmp_path, plain_set, 'print(json.dumps({"claim": ids[0], "verdict": "correct"}))')
    assert judged.predictions[0].verdict is ClaimVerdict.CORRECT
    assert "said nothing" in (judged.predictions[1].error or "")


def test_a_claim_without_prediction_says_what_the_program_wrote(tmp_path: Path, plain_set: Dataset) -> None:
    judged = run(
        tmp_path,
        plain_set,
        """
print(json.dumps({"claim": ids[0], "verdict": "correct"}), flush=True)
print("no key for the server", file=sys.stderr)
sys.exit(3)
""",
    )
    kept, lost, _ = judged.predictions
    assert kept.verdict is ClaimVerdict.CORRECT
    assert lost.verdict is ClaimVerdict.NOT_CHECKED
    for said in ("exit code 3", "no key for the server"):
        assert said in (lost.error or "")
        assert said in (kept.error or "")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('{"claim": ids[1], "verdict": "sure"}', "verdict"),
        ('{"claim": ids[1], "verdict": "correct", "confidence": 7}', "confidence"),
        ('{"claim": ids[1], "verdict": "correct", "colour": 1}', "colour"),
        ('{"claim": "c99", "verdict": "correct"}', "no claim 'c99'"),
        ('{"claim": ids[0], "verdict": "unsupported"}', "second prediction"),
        ("[1, 2]", "no JSON object"),
        ('{"spent": {"calls": -1}}', "calls"),
    ],
)
def test_a_wrong_line_is_named_and_costs_no_other_claim(
    tmp_path: Path, plain_set: Dataset, line: str, words: str
) -> None:
    first = json.dumps({"verdict": "correct"})
    judged = run(
        tmp_path,
        plain_set,
        f'print(json.dumps({{"claim": ids[0], **json.loads({first!r})}}))\nprint(json.dumps({line}))\n',
    )
    assert judged.predictions[0].verdict is ClaimVerdict.CORRECT
    assert judged.predictions[1].verdict is ClaimVerdict.NOT_CHECKED
    assert words in (judged.predictions[1].error or "")


def test_text_that_is_no_json_is_shown(tmp_path: Path, plain_set: Dataset) -> None:
    judged = run(tmp_path, plain_set, "print('Loading model...')")
    assert all("Loading model" in (p.error or "") for p in judged.predictions)


def test_a_program_that_hangs_is_ended_with_what_it_started(tmp_path: Path, plain_set: Dataset) -> None:
    mark = tmp_path / "alive"
    judged = run(
        tmp_path,
        plain_set,
        f"""
import subprocess
print(json.dumps({{"claim": ids[0], "verdict": "correct"}}), flush=True)
subprocess.run([sys.executable, "-c", "import time; time.sleep(60); open({str(mark)!r}, 'w')"])
""",
        ",timeout=3",
    )
    assert judged.predictions[0].verdict is ClaimVerdict.CORRECT
    assert "after 3 seconds" in (judged.predictions[1].error or "")
    assert not mark.exists()


def test_it_is_given_the_document_and_nothing_that_lies_beside_it(tmp_path: Path, plain_set: Dataset) -> None:
    judged = run(
        tmp_path,
        plain_set,
        """
folder = os.path.dirname(task["path"])
for i in ids:
    print(json.dumps({"claim": i, "verdict": "correct", "raw": [task, os.listdir(folder),
                      open(task["path"], "rb").read(4).decode()]}))
""",
    )
    task, beside, begins = judged.predictions[0].raw
    assert beside == ["en.pdf"]
    assert begins == "%PDF"
    assert plain_set.folder is not None
    assert not task["path"].startswith(str(plain_set.folder))
    assert set(task) == {"document", "path", "claims", "answers"}
    assert set(task["claims"][0]) == {"id", "statement", "cited", "answer"}


def test_the_rival_that_ships_runs(plain_set: Dataset) -> None:
    program = Path(__file__).parents[2] / "examples" / "rivals" / "similarity.py"
    line = shlex.join([sys.executable, str(program)])
    judged = make(f'command:run="{line}"', Lent(NoCache())).judge(english(plain_set))
    said = {p.claim: p for p in judged.predictions}
    assert not any(p.error for p in judged.predictions)
    assert said[RIGHT].verdict is ClaimVerdict.CORRECT
    assert (said[NEAR].verdict, said[NEAR].suggested) == (ClaimVerdict.WRONG_PAGE, (3,))
    assert said[FALSE].verdict is ClaimVerdict.CORRECT  # a wrong number is like the right one: why it is a rival
    assert said[GONE].verdict is ClaimVerdict.NO_SUCH_PAGE
    assert said[BARE].verdict is ClaimVerdict.UNCITED


def test_the_program_in_the_guide_runs(tmp_path: Path, plain_set: Dataset) -> None:
    guide = (Path(__file__).parents[2] / "docs" / "bench.md").read_text("utf-8")
    program = tmp_path / "guide.py"
    program.write_text(guide.split("A complete program:")[1].split("```python\n")[1].split("```")[0], "utf-8")
    line = shlex.join([sys.executable, str(program)])
    judged = make(f'command:run="{line}"', Lent(NoCache())).judge(english(plain_set, RIGHT, NEAR, GONE))
    assert not any(p.error for p in judged.predictions)
    assert [p.verdict.value for p in judged.predictions] == ["correct", "unsupported", "no_such_page"]
