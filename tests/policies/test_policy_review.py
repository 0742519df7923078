"""What a policy file may say of amounts and verdicts, and how it is told what it may not."""

from __future__ import annotations

import pytest

from atomcite.policies.load import parse, source

DEFAULT = source("default")


def findings(review: str) -> list[str]:
    _, found = parse(f"{DEFAULT}\n[review]\n{review}\n" if "[review]" not in DEFAULT else replaced(review))
    return [str(f) for f in found]


def replaced(review: str) -> str:
    head, _, rest = DEFAULT.partition("[review]\n")
    kept = [line for line in rest.splitlines() if not line.startswith("amount_above")]
    return head + "[review]\n" + review + "\n" + "\n".join(kept) + "\n"


@pytest.mark.parametrize("limits", ["{USD = 1}", "{RUB = 1e6, any = 0.5}", "{XAF = 12}"])
def test_amounts_in_known_currencies_are_taken(limits: str) -> None:
    assert findings(f"amount_above = {limits}") == []


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        ("{DOLLAR = 5}", "review.amount_above.DOLLAR is no currency: give its ISO 4217 code"),
        ("{usd = 5}", "review.amount_above.usd is no currency"),
        ("{USD = -5}", "review.amount_above.USD: Input should be greater than 0"),
        ("{any = 0}", "review.amount_above.any: Input should be greater than 0"),
    ],
)
def test_an_amount_that_means_nothing_is_refused_with_its_line(limits: str, said: str) -> None:
    (found,) = findings(f"amount_above = {limits}")
    assert said in found
    assert found.startswith("line ")


def test_the_verdicts_that_are_offered_are_those_that_a_rule_may_give() -> None:
    _, found = parse(DEFAULT.replace('verdict = "correct"', 'verdict = "right"', 1))
    said = str(found[0])
    assert "'correct'" in said
    assert "right" in said
    assert "no_such_page" not in said
    assert "uncited" not in said
