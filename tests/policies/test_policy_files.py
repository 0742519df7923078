"""Policy files as people handle them: shown, checked, compared, held to cases."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from atomcite.errors import PolicyError
from atomcite.policies import differences, failures, load, notes, parse, presets, read_cases, rows, source

BROKEN = """name = "mine"
windoww = 3

[review]
on = ["signal", "moonlight"]

[[rule]]
name = "kept"
text = ["supported"]
verdict = "correct"
action = "keep"

[[rule]]
name = "gone"
imag = ["supported"]
verdict = "unsupported"
action = "delete"
"""


def atomcite(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "atomcite", *arguments]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)


@pytest.mark.parametrize("name", presets())
def test_the_shown_table_holds_every_combination_once(name: str) -> None:
    policy = load(name)
    table = rows(policy)
    for case in policy.cases():
        asked = (case.support, case.values, case.neighbour)
        same_verdicts = [r for r in table if (r.text, r.image) == (case.text, case.image)]
        fitting = [
            r
            for r in same_verdicts
            if all(s in ("any", a) for s, a in zip((r.support, r.values, r.neighbour), asked, strict=True))
        ]
        assert [r.rule for r in fitting] == [policy.rule_for(case).name]


def test_all_faults_of_a_file_are_named_with_their_lines() -> None:
    policy, findings = parse(BROKEN)
    assert policy is None
    found = [(f.line, f.what.split(";")[0].split(":")[0]) for f in findings]
    assert found == [(2, "unknown key 'windoww'"), (5, "review.on.2"), (15, "unknown key 'imag'")]


def test_text_in_long_strings_is_no_key() -> None:
    text = BROKEN.replace("windoww = 3", 'description = """\nwindow = "x"\n"""').replace("imag =", "image =")
    _, findings = parse(text.replace('"moonlight"', '"modality"'))
    assert [f.line for f in findings] == [9]  # the table has a gap: said at its first rule


def test_two_policies_are_parted_by_what_differs_only() -> None:
    assert list(differences(load("default"), load("default"))) == []
    found = list(differences(load("default"), load("legal")))
    assert {"grade_needed", "joint", "leaning"} <= {d.what for d in found}
    assert any(d.first.startswith("correct, keep") and d.second.startswith("correct, flag") for d in found)


def test_the_order_of_rules_is_told_where_it_decides() -> None:
    text = source("default")
    told = notes(text, load("default"))
    assert told
    assert all(f.line and text.splitlines()[f.line - 1].startswith("name") for f in told)


def test_a_policy_is_held_to_cases(tmp_path: Path) -> None:
    path = tmp_path / "cases.toml"
    path.write_text(
        '[[case]]\nname = "good"\ntext = "supported"\nimage = "supported"\nverdict = "correct"\naction = "keep"\n'
        '[[case]]\nname = "weak"\ntext = "supported"\ntext_grade = 3\nimage = "supported"\naction = "keep"\n'
        '[[case]]\ntext = "contradicted"\nneighbour = "one"\nrule = "one-neighbour-is-best"\n'
        '[[case]]\nname = "odd"\ntext = "supported"\nimage = "supported"\ntraits = ["signal"]\naction = "flag"\n'
    )
    cases = read_cases(path)
    assert failures(load("default"), cases) == []
    failed = failures(load("legal"), cases)
    assert [(f.number, f.name) for f in failed] == [(2, "weak"), (3, "")]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "holds no cases"),
        ('[[case]]\ntext = "supported"\n', "line 1: the case expects nothing"),
        ('[[case]]\nverdict = "correct"\n\n[[case]]\ntexxt = "x"\naction = "keep"\n', "line 5: texxt"),
        ("[[case]\n", "can't be read"),
    ],
)
def test_a_cases_file_that_says_nothing_is_refused(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "cases.toml"
    path.write_text(text)
    with pytest.raises(PolicyError, match=re.escape(complaint)):
        read_cases(path)


def test_the_commands(tmp_path: Path) -> None:
    listed = atomcite("policy", "list")
    assert all(name in listed.stdout for name in presets())
    shown = atomcite("policy", "show", "finance", "--format", "json")
    assert len(json.loads(shown.stdout)["table"]) == len(rows(load("finance")))
    assert "a-value-differs" in atomcite("policy", "show", "finance").stdout
    broken = tmp_path / "broken.toml"
    broken.write_text(BROKEN)
    checked = atomcite("policy", "check", str(broken))
    assert (checked.returncode, checked.stdout.count(f"{broken}: line ")) == (12, 3)
    same, other = atomcite("policy", "diff", "legal", "legal"), atomcite("policy", "diff", "legal", "finance")
    assert (same.returncode, other.returncode) == (0, 1)
    cases = tmp_path / "cases.toml"
    cases.write_text('[[case]]\ntext = "supported"\nimage = "supported"\naction = "delete"\n')
    held = atomcite("policy", "test", "default", str(cases))
    assert (held.returncode, "action is keep, expected delete" in held.stdout) == (1, True)
