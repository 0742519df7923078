"""The result for build pipelines: JUnit XML for their test pages, SARIF 2.1.0 for their code-scanning pages.

Every claim that needs a person fails. A claim that could not be checked is an *error* in JUnit's sense - the test did
not run - and never passes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import PurePath
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree

from atomcite.domain import Action, ClaimResult, ClaimVerdict, Language, Report, Span, message
from atomcite.reports.labels import URGENCY, Labels, needs_person
from atomcite.reports.positions import Lines
from atomcite.reports.untrusted import one_line, without_secrets, xml_text

SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
ANSWER = "answer.md"
"""What the answer is called where nobody says where it came from."""

_LEVELS: dict[ClaimVerdict, str] = {
    ClaimVerdict.CONFLICT: "warning",
    ClaimVerdict.WRONG_PAGE: "error",
    ClaimVerdict.NO_SUCH_PAGE: "error",
    ClaimVerdict.UNSUPPORTED: "error",
    ClaimVerdict.NOT_CHECKED: "warning",
    ClaimVerdict.UNCITED: "note",
    ClaimVerdict.CORRECT: "warning",
}
"""SARIF level of a claim that needs a person. A correct one is among them when the policy flags it."""


def to_junit(report: Report, language: Language = "en", answer: str | None = None) -> str:
    """The report as JUnit XML: one test case a claim, in the order of the answer.

    `answer` is the path of the answer as pipelines are to show it.
    """
    report = without_secrets(report)
    labels = Labels(language)
    lines = Lines(report.answer) if report.answer is not None else None
    where = PurePath(answer or ANSWER).as_posix()
    failed = sum(needs_person(c) and c.verdict is not ClaimVerdict.NOT_CHECKED for c in report.claims)
    unchecked = report.summary[ClaimVerdict.NOT_CHECKED]
    counts = {
        "tests": str(len(report.claims)),
        "failures": str(failed),
        "errors": str(unchecked),
        "time": "0",
    }
    root = ElementTree.Element("testsuites", {"name": "AtomCite", **counts})
    suite = ElementTree.SubElement(
        root, "testsuite", {"name": xml_text(report.document.name), **counts, "skipped": "0"}
    )
    properties = ElementTree.SubElement(suite, "properties")
    facts = {"document.sha256": report.document.sha256, "atomcite": report.version, **report.settings}
    for name, value in facts.items():
        ElementTree.SubElement(properties, "property", {"name": xml_text(name), "value": xml_text(value)})
    for claim in report.claims:
        case = {
            "classname": xml_text(report.document.name),
            "name": f"{one_line(xml_text(claim.id))}: {one_line(xml_text(claim.statement))}",
            "file": xml_text(where),
            "time": "0",
        }
        span = _span(claim)
        if span is not None and lines is not None:
            case["line"] = str(lines.position(span.start).line)
        element = ElementTree.SubElement(suite, "testcase", case)
        if needs_person(claim):
            kind = "error" if claim.verdict is ClaimVerdict.NOT_CHECKED else "failure"
            outcome = {"type": claim.verdict.value, "message": xml_text(_headline(claim, labels))}
            ElementTree.SubElement(element, kind, outcome).text = xml_text("\n".join(_told(claim, labels)))
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def to_sarif(report: Report, language: Language = "en", answer: str | None = None) -> dict[str, Any]:
    """The report as a SARIF 2.1.0 log (OASIS, 27 March 2020) in plain JSON data.

    Each claim that needs a person is a result.

    `answer` is the path of the answer; results point to its lines, and to the document by page in their message.
    Regions count Unicode code points. Fingerprints depend on statement and citation alone, so that an alert keeps its
    identity when lines move.
    """
    report = without_secrets(report)
    labels = Labels(language)
    lines = Lines(report.answer) if report.answer is not None else None
    results = [_result(c, report, labels, lines, answer or ANSWER) for c in report.claims if needs_person(c)]
    return {
        "$schema": SARIF_SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "AtomCite",
                        "version": report.version or "0",
                        "language": labels.language,
                        "rules": [_rule(v, labels) for v in URGENCY],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "artifacts": [
                    {"location": {"uri": _uri(answer or ANSWER)}, "roles": ["analysisTarget"]},
                    {
                        "location": {"uri": _uri(report.document.name)},
                        "roles": ["referencedOnCommandLine"],
                        "hashes": {"sha-256": report.document.sha256},
                    },
                ],
                "invocations": [
                    {
                        "executionSuccessful": True,
                        "toolExecutionNotifications": [
                            {"level": "note", "message": {"text": labels.message(n)}} for n in report.notices
                        ],
                    }
                ],
                "results": results,
            }
        ],
    }


def _rule(verdict: ClaimVerdict, labels: Labels) -> dict[str, Any]:
    said = message(f"forms.rule_{verdict.value}").render(labels.language)
    return {
        "id": verdict.value,
        "name": "".join(part.capitalize() for part in verdict.value.split("_")),
        "shortDescription": {"text": said},
        "defaultConfiguration": {"level": _LEVELS[verdict]},
    }


def _result(claim: ClaimResult, report: Report, labels: Labels, lines: Lines | None, answer: str) -> dict[str, Any]:
    text = "\n".join(one_line(t) for t in (_headline(claim, labels), *_told(claim, labels)))
    physical: dict[str, Any] = {"artifactLocation": {"uri": _uri(answer), "index": 0}}
    span = _span(claim)
    if span is not None and lines is not None:
        start, end = lines.position(span.start), lines.position(span.end)
        physical["region"] = {
            "startLine": start.line,
            "startColumn": start.column,
            "endLine": end.line,
            "endColumn": end.column,
            "charOffset": span.start,
            "charLength": span.end - span.start,
        }
    identity = "\x00".join([one_line(claim.statement), *(r.ref for r in claim.cited_pages)])
    return {
        "ruleId": claim.verdict.value,
        "ruleIndex": URGENCY.index(claim.verdict),
        "level": _LEVELS[claim.verdict],
        "message": {"text": text},
        "locations": [{"physicalLocation": physical}],
        "relatedLocations": [
            {
                "id": n,
                "physicalLocation": {"artifactLocation": {"uri": _uri(report.document.name), "index": 1}},
                "message": {"text": labels.cited(page)},
            }
            for n, page in enumerate(claim.cited_pages)
        ],
        "partialFingerprints": {"citation/v1": hashlib.sha256(identity.encode("utf-8", "surrogatepass")).hexdigest()},
        "properties": {"claim": claim.id, "action": claim.action.value, "rule": claim.rule},
    }


def _headline(claim: ClaimResult, labels: Labels) -> str:
    """ "wrong page: The Group opened twelve stores. p. 6 (printed 4)": verdict, statement and page."""
    return f"{labels.verdict(claim.verdict)}: {one_line(claim.statement)} [{labels.cited_all(claim)}]"


def _told(claim: ClaimResult, labels: Labels) -> Iterator[str]:
    yield f"{labels('action')}: {labels.action(claim.action)}"
    if claim.action is not Action.DELETE and claim.suggested_pages:
        pages = "; ".join(map(labels.place, claim.suggested_pages))
        yield f"{labels('suggested_page')}: {pages}"
    yield from labels.explain(claim)
    yield f"{labels('rule')}: {claim.rule}"


def _span(claim: ClaimResult) -> Span | None:
    """The first part of the answer that the claim was taken from; None for a ready-made claim."""
    return claim.spans[0] if claim.spans else None


def _uri(path: str) -> str:
    """A path as a URI reference (RFC 3986): relative ones stay so."""
    if PurePath(path).is_absolute():
        return PurePath(path).as_uri()
    return quote(PurePath(path).as_posix().encode("utf-8", "replace"), safe="/")
