"""Statements about the marks of a sheet, true and false, and what the reader says of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from atomcite.benchmarks.marks.sheets import Sheet
from atomcite.domain import ChannelVerdict, NoCache, NoMeter, PageImage
from atomcite.judge import RulesJudge
from atomcite.vision import ReaderVerifier


def statements(sheet: Sheet) -> Iterator[tuple[str, str, bool]]:
    """(kind, statement, truth) in the sheet's language."""
    ru = sheet.russian
    imprints = [m for m in sheet.marks if m.kind in ("seal", "stamp")]
    is_round = any(m.kind == "seal" for m in imprints)
    yield "seal", "На странице стоит круглая печать." if ru else "The page bears a round seal.", is_round
    if len(imprints) == 0:
        yield "seal", "На странице нет печати." if ru else "There is no stamp on the page.", True
    else:
        yield "seal", "На странице нет ни печати, ни штампа." if ru else "The page has no stamp or seal.", False
    for label, _, marked in sheet.boxes:
        yield "tick", f"Пункт «{label}» отмечен." if ru else f"The box '{label}' is ticked.", marked
        yield "tick", f"Клетка «{label}» пуста." if ru else f"The box '{label}' is empty.", not marked
    for label in (*sheet.signed, *(label for label, _ in sheet.empty)):
        by = label[0].lower() + label[1:]
        if by.startswith(("подпись", "signature")):
            continue
        done = label in sheet.signed
        yield "signature", f"На странице есть подпись: {by}." if ru else f"The page is signed by the {by}.", done
    if sheet.signed or sheet.empty:
        yield "signature", "Документ подписан." if ru else "The document is signed.", bool(sheet.signed)
        yield "signature", "Документ не подписан." if ru else "The document is unsigned.", not sheet.signed


class Said:
    """Counts by kind: right, wrong (a verdict against the truth) and not checked."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[str, bool, str]] = Counter()
        self._verifier = ReaderVerifier(RulesJudge(), cache=NoCache(), meter=NoMeter())

    def add(self, sheet: Sheet, image: PageImage) -> None:
        asked = list(statements(sheet))
        for (kind, _, truth), result in zip(
            asked, self._verifier.verify([image], [s for _, s, _ in asked]), strict=True
        ):
            if result.verdict is ChannelVerdict.NOT_CHECKED:
                outcome = "not checked"
            else:
                outcome = "right" if (result.verdict is ChannelVerdict.SUPPORTED) == truth else "wrong"
            self.counts[kind, truth, outcome] += 1

    def table(self) -> str:
        rows = []
        for kind in ("signature", "seal", "tick"):
            for truth in (True, False):
                parts = ", ".join(f"{o} {self.counts[kind, truth, o]}" for o in ("right", "wrong", "not checked"))
                rows.append(f"  {kind:10} {'true ' if truth else 'false'} claims: {parts}")
        return "\n".join(rows)
