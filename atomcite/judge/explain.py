"""Reasons, checks and evidence of an assessment."""

from __future__ import annotations

from typing import Literal

from atomcite.domain import ChannelVerdict, Check, Evidence, Message, message
from atomcite.judge.assessment import Assessment
from atomcite.judge.page import PageValue
from atomcite.judge.places import place_of, placed
from atomcite.judge.prepared import Prepared
from atomcite.judge.timing import ValueMatch
from atomcite.values import DateValue, Found, Identifier, Period, Quantity, Value, spellings

Kind = Literal["value", "date", "identifier"]
CheckOutcome = Literal["match", "mismatch", "missing", "weak"]


_WRONG = {"unit_price": "judge.unit_price", "column": "judge.wrong_column", "sign": "judge.wrong_sign"}


def _worked_out(code: str, page: Prepared, claimed: str, match: ValueMatch) -> Message:
    """The two numbers of the page from which a value follows, with their places, and what follows."""
    first = placed(page, match.found) if match.found else None
    other = placed(page, match.other) if match.other else None
    return message(code, claimed=claimed.strip(), result=match.result).having(found=first, other=other)


def reason_of(found: Assessment, page: Prepared) -> tuple[Message, ...]:
    out: list[Message] = []
    for claim, match in zip(found.statement.values, found.values, strict=True):
        place = place_of(page, match.found) if match.found else None
        page_text = match.found.found.text.strip() if match.found else ""
        said = {"found": page_text, "claimed": claim.text.strip(), "where": ""}
        if match.other is not None and match.outcome in {"match", "mismatch"}:
            key = "derived" if match.how and match.how.how == "derived" else "computed"
            out.append(_worked_out(f"judge.value_{key}", page, claim.text, match))
        elif match.outcome in {"match", "elsewhere"}:
            how = match.how.how if match.how else "exact"
            if found.verdict is ChannelVerdict.SUPPORTED and match.found and (place or page_text != said["claimed"]):
                key = {
                    "rounded": "value_rounded",
                    "approximate": "value_about",
                    "bound": "value_bound",
                    "ambiguous": "value_one_reading",
                }.get(how, "value_equal")
                out.append(message(f"judge.{key}", **said).having(where=place))
        elif match.outcome == "derived" and match.other is not None:
            out.append(_worked_out("judge.only_derived", page, claim.text, match))
        elif match.outcome == "missing":
            out.append(message("judge.value_missing", claimed=said["claimed"]))
        elif match.outcome == "currency":
            others = ", ".join(sorted(page.currencies))
            out.append(message("judge.other_currency", **said, others=others).having(where=place))
        else:
            same = page_text.split() == said["claimed"].split()
            differs = "judge.value_of_another" if same else "judge.value_differs"
            out.append(message(_WRONG.get(match.outcome, differs), **said).having(where=place))
    out += found.doubts
    if found.flipped:
        out.append(message("judge.reversed", word=found.flipped))
    if not found.flipped:
        out += [message(d.key, word=d.word) for d in found.disputes[:2] if d.word != found.displaced]
    if found.displaced:
        out.append(message("judge.other_name", found=found.displaced.rstrip(" :;,")))
    if found.verdict is not ChannelVerdict.SUPPORTED:
        gone = [
            t.text for t, c in zip(found.statement.terms, found.covered, strict=True) if t.kind == "name" and c == 0.0
        ]
        if gone:
            out.append(message("judge.name_missing", names=", ".join(gone)))
        told = {word for d in found.disputes[:2] for word in d.word.split(", ")}
        words = [t.text for t in found.failing if t.text not in {*gone, *told}]
        if words and not found.flipped:
            out.append(message("judge.words_missing", words=", ".join(words[:6])))
    elif not out:
        out.append(
            message(
                "judge.verbatim" if found.grade == 1 else "judge.other_words" if found.grade == 2 else "judge.partly"
            )
        )
    return tuple(out) or (message("judge.not_stated"),)


def evidence_of(found: Assessment, page: Prepared, *, part: bool = False) -> tuple[Evidence, ...]:
    """What was found. A weak find is none, unless it is known to be a `part` of what several pages say together."""
    slight = found.verdict is ChannelVerdict.UNSUPPORTED and found.score < 0.4 and not part
    if found.window is None or slight:
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


def _spellings(claim: Found, place: PageValue | None) -> tuple[str, ...]:
    """In the units of the value's place; where it has none that could be read, in the statement's own units too."""
    scale = place.scale if place else None
    own = spellings(claim.value, claim.text.strip(), scale=scale)
    if scale is None and isinstance(claim.value, Quantity) and claim.value.scale > 1:
        own += spellings(claim.value, claim.text.strip(), scale=claim.value.scale)
    return tuple(dict.fromkeys(own))


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
                spellings=_spellings(claim, place),
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
