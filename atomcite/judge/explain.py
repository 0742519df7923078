"""Reasons, checks and evidence of an assessment."""

from __future__ import annotations

from typing import Literal

from atomcite.domain import ChannelVerdict, Check, Evidence, Message, message
from atomcite.judge.assessment import Assessment
from atomcite.judge.matching import column_label, row_label
from atomcite.judge.page import PageValue
from atomcite.judge.prepared import Prepared
from atomcite.judge.timing import ValueMatch
from atomcite.values import DateValue, Identifier, Period, Value, spellings

Kind = Literal["value", "date", "identifier"]
CheckOutcome = Literal["match", "mismatch", "missing", "weak"]


def _where(page: Prepared, match: ValueMatch) -> str:
    """ "row 'Capital expenditure', column 2018", in the page's own words."""
    if match.found is None or match.found.row < 0 or (not match.found.headers and match.found.scale is None):
        return ""
    parts = []
    label, column = row_label(page, match.found), column_label(page, match.found)
    if label:
        parts.append(f"«{label}»")
    if column:
        parts.append(f"«{column}»")
    return " × ".join(parts)


def _both(page: Prepared, match: ValueMatch) -> dict[str, str]:
    """The two numbers of the page from which a value follows, with their places, and what follows."""
    first, second = match.found, match.other
    if first is None or second is None:
        return {}
    return {
        "found": first.found.text.strip() + _placed(page, first),
        "other": second.found.text.strip() + _placed(page, second),
        "result": match.result,
    }


def _placed(page: Prepared, value: PageValue) -> str:
    where = _where(page, ValueMatch("match", value))
    return f" ({where})" if where else ""


def reason_of(found: Assessment, page: Prepared) -> tuple[Message, ...]:
    out: list[Message] = []
    for claim, match in zip(found.statement.values, found.values, strict=True):
        where = _where(page, match)
        page_text = match.found.found.text.strip() if match.found else ""
        place = f" ({where})" if where else ""
        if match.other is not None and match.outcome in {"match", "mismatch"}:
            key = "derived" if match.how and match.how.how == "derived" else "computed"
            out.append(message(f"judge.value_{key}", claimed=claim.text.strip(), **_both(page, match)))
        elif match.outcome in {"match", "elsewhere"}:
            how = match.how.how if match.how else "exact"
            if found.verdict is ChannelVerdict.SUPPORTED and (place or page_text != claim.text.strip()):
                key = {"rounded": "value_rounded", "approximate": "value_about", "bound": "value_bound"}.get(
                    how, "value_equal"
                )
                out.append(message(f"judge.{key}", found=page_text, claimed=claim.text.strip(), where=place))
        elif match.outcome == "derived" and match.other is not None:
            out.append(message("judge.only_derived", claimed=claim.text.strip(), **_both(page, match)))
        elif match.outcome == "missing":
            out.append(message("judge.value_missing", claimed=claim.text.strip()))
        elif match.outcome == "unit_price":
            out.append(message("judge.unit_price", found=page_text, where=place))
        elif match.outcome == "column":
            out.append(message("judge.wrong_column", found=page_text, where=place))
        elif match.outcome == "sign":
            out.append(message("judge.wrong_sign", found=page_text, claimed=claim.text.strip(), where=place))
        else:
            out.append(message("judge.value_differs", found=page_text, claimed=claim.text.strip(), where=place))
    if found.flipped:
        out.append(message("judge.reversed", word=found.flipped))
    if not found.flipped:
        out += [message(d.key, word=d.word) for d in found.disputes[:2] if d.word != found.displaced]
    if found.displaced:
        out.append(message("judge.other_name", found=found.displaced))
    if found.verdict is not ChannelVerdict.SUPPORTED:
        gone = [
            t.text for t, c in zip(found.statement.terms, found.covered, strict=True) if t.kind == "name" and c == 0.0
        ]
        if gone:
            out.append(message("judge.name_missing", names=", ".join(gone)))
        words = [t.text for t in found.failing if t.text not in gone]
        if words and not found.flipped:
            out.append(message("judge.words_missing", words=", ".join(words[:6])))
    elif not out:
        out.append(
            message(
                "judge.verbatim" if found.grade == 1 else "judge.other_words" if found.grade == 2 else "judge.partly"
            )
        )
    return tuple(out) or (message("judge.not_stated"),)


def evidence_of(found: Assessment, page: Prepared) -> tuple[Evidence, ...]:
    if found.window is None or (found.verdict is ChannelVerdict.UNSUPPORTED and found.score < 0.4):
        return ()
    core = found.window.core
    out = [
        Evidence(page=page.page.page, quote=page.text.quote(core), engine=page.page.engine, box=page.text.box(core))
    ]
    for match in found.values:
        if match.found is not None and match.outcome == "elsewhere":
            span = range(match.found.first, match.found.last + 1)
            out.append(
                Evidence(
                    page=page.page.page,
                    quote=page.text.quote(tuple(span)),
                    engine=page.page.engine,
                    box=page.text.box(span),
                )
            )
    return tuple(out)


def kind_of(value: Value) -> Kind:
    """What kind of `Check` a value is the subject of."""
    if isinstance(value, Identifier):
        return "identifier"
    return "date" if isinstance(value, DateValue | Period) else "value"


def checks_of(found: Assessment, page: Prepared) -> tuple[Check, ...]:
    out: list[Check] = []
    number = page.page.page
    for claim, match in zip(found.statement.values, found.values, strict=True):
        value = claim.value
        kind = kind_of(value)
        outcome: CheckOutcome = (
            "match"
            if match.outcome == "match"
            else "weak"
            if match.outcome == "elsewhere"
            else "missing"
            if match.outcome == "missing"
            else "mismatch"
        )
        place = match.found
        box = page.text.box(range(place.first, place.last + 1)) if place else None
        if box is None and found.window is not None:
            box = page.text.box(found.window.core)
        out.append(
            Check(
                kind=kind,
                claimed=claim.text.strip(),
                outcome=outcome,
                found=place.found.text.strip() if place else None,
                page=number,
                box=box,
                spellings=spellings(value, claim.text.strip(), scale=place.scale if place else None),
            )
        )
    for term, hit, share in zip(found.statement.terms, found.hits, found.covered, strict=True):
        if term.kind not in {"name", "word", "predicate"}:
            continue
        here = hit
        if here is None:
            here = max(page.hits(term), key=lambda h: h.score, default=None)
        out.append(
            Check(
                kind="name" if term.kind == "name" else "term",
                claimed=term.text,
                outcome="mismatch"
                if here and here.opposite
                else "match"
                if share >= 0.75
                else "weak"
                if here
                else "missing",
                found=page.text.tokens[here.token].text if here else None,
                page=number,
                box=page.text.box((here.token,)) if here else None,
                spellings=(term.text,),
            )
        )
    if found.flipped:
        out.append(
            Check(kind="polarity", claimed=found.statement.text, outcome="mismatch", found=found.flipped, page=number)
        )
    return tuple(out)
