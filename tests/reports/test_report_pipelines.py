import json
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from report_samples import ANSWER, reports, sample_report

from atomcite.domain import ClaimVerdict, Report, Span
from atomcite.reports import to_junit, to_sarif
from atomcite.reports.labels import needs_person
from atomcite.reports.positions import Lines

LEVELS = {"none", "note", "warning", "error"}


def suite(report: Report, language: str = "en", answer: str | None = None) -> ElementTree.Element:
    root = ElementTree.fromstring(to_junit(report, language, answer).encode("utf-8"))
    assert root.tag == "testsuites"
    (found,) = root
    return found


def check_sarif(log: dict) -> None:
    """What SARIF 2.1.0 requires of the parts that are used: required properties, types, ranges, indices in bounds."""
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    driver = run["tool"]["driver"]
    assert driver["name"]
    assert run["columnKind"] in {"utf16CodeUnits", "unicodeCodePoints"}
    ids = [rule["id"] for rule in driver["rules"]]
    assert len(ids) == len(set(ids))
    assert all(rule["shortDescription"]["text"] for rule in driver["rules"])
    assert {rule["defaultConfiguration"]["level"] for rule in driver["rules"]} <= LEVELS
    assert all(isinstance(i["executionSuccessful"], bool) for i in run["invocations"])
    for result in run["results"]:
        assert ids[result["ruleIndex"]] == result["ruleId"]
        assert result["level"] in LEVELS
        assert isinstance(result["message"]["text"], str)
        assert result["partialFingerprints"]
        for place in [*result["locations"], *result["relatedLocations"]]:
            artifact = place["physicalLocation"]["artifactLocation"]
            assert run["artifacts"][artifact["index"]]["location"]["uri"] == artifact["uri"]
            assert " " not in artifact["uri"]
            region = place["physicalLocation"].get("region")
            if region:
                assert region["startLine"] >= 1
                assert region["startColumn"] >= 1
                assert (region["endLine"], region["endColumn"]) >= (region["startLine"], region["startColumn"])
                assert region["charOffset"] >= 0
                assert region["charLength"] >= 0


def test_each_claim_is_a_test_case_and_those_that_need_a_person_fail():
    report = sample_report()
    found = suite(report, answer="notes/answer.md")
    cases = found.findall("testcase")
    assert [c.get("name").split(":")[0] for c in cases] == [c.id for c in report.claims]
    for case, claim in zip(cases, report.claims, strict=True):
        outcomes = {child.tag: child.get("type") for child in case}
        if claim.verdict is ClaimVerdict.NOT_CHECKED:
            assert outcomes == {"error": "not_checked"}
        elif needs_person(claim):
            assert outcomes == {"failure": claim.verdict.value}
        else:
            assert outcomes == {}
        assert case.get("file") == "notes/answer.md"
    assert found.get("tests") == str(len(report.claims))
    assert found.get("failures") == str(len(found.findall("testcase/failure")))
    assert found.get("errors") == str(len(found.findall("testcase/error")))


def test_locations_point_at_the_statement_in_the_answer():
    report = sample_report()
    lines = ANSWER.split("\n")
    log = to_sarif(report, answer="a folder/answer.md")
    check_sarif(log)
    claims = {c.id: c for c in report.claims}
    for result in log["runs"][0]["results"]:
        claim = claims[result["properties"]["claim"]]
        physical = result["locations"][0]["physicalLocation"]
        assert physical["artifactLocation"]["uri"] == "a%20folder/answer.md"
        region = physical["region"]
        written = claim.spans[0].of(ANSWER)
        assert region["startLine"] == region["endLine"]
        line = lines[region["startLine"] - 1]
        assert line[region["startColumn"] - 1 : region["endColumn"] - 1] == written
    assert {r["properties"]["claim"] for r in log["runs"][0]["results"]} == {
        c.id for c in report.claims if needs_person(c)
    }


def test_a_page_is_named_in_message_and_related_location():
    (found,) = [r for r in to_sarif(sample_report())["runs"][0]["results"] if r["ruleId"] == "wrong_page"]
    assert "p. 7 (printed 5)" in found["message"]["text"]
    assert found["relatedLocations"][0]["message"]["text"] == "p. 6 (printed 4)"


def test_an_alert_keeps_its_fingerprint_when_lines_move():
    report = sample_report()

    def lower(span: Span) -> Span:
        return Span(start=span.start + 2, end=span.end + 2)

    claims = tuple(c.model_copy(update={"spans": tuple(map(lower, c.spans))}) for c in report.claims)
    moved = report.model_copy(update={"answer": "\n\n" + ANSWER, "claims": claims})
    before, after = (to_sarif(r)["runs"][0]["results"] for r in (report, moved))
    assert [r["partialFingerprints"] for r in before] == [r["partialFingerprints"] for r in after]
    regions = [r["locations"][0]["physicalLocation"]["region"] for r in (before[0], after[0])]
    assert regions[1]["startLine"] == regions[0]["startLine"] + 2


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_lines_are_counted_whatever_ends_them(ends):
    text = ends.join(["one", "", "three 𝔘x", ""])
    lines = Lines(text)
    assert (lines.position(0).line, lines.position(0).column) == (1, 1)
    at = lines.position(text.index("x"))
    assert (at.line, at.column) == (3, 8)
    assert lines.position(len(text)).line == 4


def test_a_report_that_is_all_correct_passes():
    report = sample_report()
    report = report.model_copy(update={"claims": report.claims[:1]})
    assert to_sarif(report)["runs"][0]["results"] == []
    assert not [child for case in suite(report).findall("testcase") for child in case]


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(reports, st.sampled_from(["en", "ru"]))
def test_any_report_gives_well_formed_files(report: Report, language):
    assert len(suite(report, language).findall("testcase")) == len(report.claims)
    log = to_sarif(report, language)
    check_sarif(log)
    json.dumps(log, allow_nan=False)
