import json
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError
from pydantic_sarif.model import StaticAnalysisResultsFormatSarifVersion210JsonSchema
from report_samples import ANSWER, sample_report
from report_strategies import reports

from atomcite.domain import ClaimVerdict, Report, Span
from atomcite.reports import to_junit, to_sarif
from atomcite.reports.labels import needs_person
from atomcite.reports.positions import Lines

JUNIT = {
    "testsuites": ({"name", "time", "tests", "failures", "disabled", "errors"}, {"testsuite"}),
    "testsuite": (
        {"name", "tests", "failures", "errors", "time", "disabled", "skipped", "timestamp", "hostname", "id",
         "package", "file", "log", "url", "version", "group"},
        {"properties", "testcase", "system-out", "system-err"},
    ),
    "properties": (set(), {"property"}),
    "property": ({"name", "value"}, set()),
    "testcase": (
        {"name", "classname", "assertions", "time", "status", "class", "file", "line", "group", "url"},
        {"skipped", "error", "failure", "system-out", "system-err"},
    ),
    "error": ({"type", "message"}, set()),
    "failure": ({"type", "message"}, set()),
}  # fmt: skip
"""Elements with the attributes and the children that they may have, as the schema of Jenkins' xUnit plugin has them
(junit-10.xsd)."""
REQUIRED = {"testsuite": {"name", "tests"}, "testcase": {"name"}, "property": {"name", "value"}}


def suite(report: Report, language: str = "en", answer: str | None = None) -> ElementTree.Element:
    root = ElementTree.fromstring(to_junit(report, language, answer).encode("utf-8"))
    assert root.tag == "testsuites"
    (found,) = root
    return found


def check_junit(text: str) -> None:
    """What the common schema of JUnit XML requires."""
    root = ElementTree.fromstring(text.encode("utf-8"))
    assert root.tag == "testsuites"
    for element in root.iter():
        attributes, children = JUNIT[element.tag]
        assert REQUIRED.get(element.tag, set()) <= set(element.attrib) <= attributes, element.tag
        assert {child.tag for child in element} <= children, element.tag
        for name in {"tests", "failures", "errors", "skipped", "disabled", "line"} & set(element.attrib):
            assert element.attrib[name].isdecimal(), name
        assert float(element.get("time", "0")) >= 0
        assert not (element.text or "").strip() or element.tag in ("error", "failure")


def check_sarif(log: dict) -> None:
    """The official schema, as the models that were generated from it hold it; and what it can't say: ids and indices
    that lead somewhere, and regions that end after they begin."""
    StaticAnalysisResultsFormatSarifVersion210JsonSchema.model_validate_json(json.dumps(log, allow_nan=False))
    (run,) = log["runs"]
    ids = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert len(ids) == len(set(ids))
    for result in run["results"]:
        assert ids[result["ruleIndex"]] == result["ruleId"]
        for place in [*result["locations"], *result["relatedLocations"]]:
            artifact = place["physicalLocation"]["artifactLocation"]
            assert run["artifacts"][artifact["index"]]["location"]["uri"] == artifact["uri"]
            assert " " not in artifact["uri"]
            region = place["physicalLocation"].get("region")
            if region:
                start, end = ((region[f"{at}Line"], region[f"{at}Column"]) for at in ("start", "end"))
                assert start <= end


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("runs", 0, "results", 0, "level"), "grave"),
        (("runs", 0, "results", 0, "verdict"), "x"),
        (("runs", 0, "tool", "driver", "name"), None),
        (("runs", 0, "columnKind"), "bytes"),
        (("runs", 0, "results", 0, "locations", 0, "physicalLocation", "region", "startLine"), 0),
        (("version",), "2.0.0"),
    ],
)
def test_the_models_of_the_official_schema_refuse_what_it_refuses(place, value):
    log = to_sarif(sample_report())
    node = log
    for key in place[:-1]:
        node = node[key]
    node[place[-1]] = value
    with pytest.raises(ValidationError):
        check_sarif(log)


def test_each_claim_is_a_test_case_and_those_that_need_a_person_fail():
    report = sample_report()
    found = suite(report, answer="notes/answer.md")
    check_junit(to_junit(report, answer="notes/answer.md"))
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
    check_junit(to_junit(report, language))
    log = to_sarif(report, language)
    check_sarif(log)
