"""A claim that rests on a place where text layer and picture differ is for a person."""

from __future__ import annotations

from atomcite.domain import Box, ChannelResult, ChannelVerdict, Check, Evidence, PageSignal, SignalKind, message
from atomcite.pipeline.signals import bearing

HERE, ELSEWHERE = Box(100, 100, 140, 110), Box(100, 300, 140, 310)


def signal(kind: SignalKind = "text_layer_differs", page: int = 1) -> PageSignal:
    note = message("ocr.signal_differs", page=page, layer="7,577", seen="1,577")
    return PageSignal(kind=kind, page=page, text="7,577", note=note, boxes=(HERE,))


def supported(box: Box | None, page: int = 1) -> ChannelResult:
    evidence = (Evidence(page=page, quote="Revenue 7,577", engine="test", box=box),)
    return ChannelResult(
        channel="text", verdict=ChannelVerdict.SUPPORTED, engine="test", reason=(), grade=1, evidence=evidence
    )


def test_evidence_in_the_place_bears_on_the_claim() -> None:
    assert bearing([signal()], (1,), (supported(HERE.padded(30, 1)), None)) == (signal(),)


def test_evidence_elsewhere_does_not() -> None:
    assert bearing([signal()], (1,), (supported(ELSEWHERE), None)) == ()
    assert bearing([signal()], (2,), (supported(HERE, 2), None)) == ()


def test_value_that_was_compared_there_bears_on_the_claim() -> None:
    check = Check(kind="value", claimed="1,577", outcome="mismatch", found="7,577", page=1, box=HERE)
    result = supported(ELSEWHERE).model_copy(update={"verdict": ChannelVerdict.CONTRADICTED, "checks": (check,)})
    assert bearing([signal()], (1,), (None, result)) == (signal(),)


def test_layer_that_was_not_read_bears_on_none() -> None:
    assert bearing([signal("text_layer_rejected")], (1,), (supported(HERE),)) == ()


def test_hidden_text_bears_on_all_claims_of_its_page() -> None:
    assert len(bearing([signal("hidden_text")], (1,), (supported(ELSEWHERE),))) == 1
