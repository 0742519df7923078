"""Where a page is signed, or would be: lines for a signature with their labels, and the ink above them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from atomcite.domain import Box, Word
from atomcite.vision.captions import captions
from atomcite.vision.inkmap import MM, InkMap, Mask, Rule, patches
from atomcite.vision.reading import Reading
from atomcite.vision.strokes import Pen, usual_height

Area = tuple[int, int, int, int]

_F = re.IGNORECASE
_SIGN = re.compile(
    r"\bsignatures?\b|\bsigned\b|\bsignatory\b|\bsign here\b|\bwitness|\bexecuted by\b|\b(?:on|in) behalf of\b"
    r"|\bподпис\w*|\bрасписк\w*|\bот имени\b|\bсдал\b|\bпринял\b|\bутверждаю\b|\bсогласовано\b",
    _F,
)
_ROLE = re.compile(
    r"\b(?:director|chair(?:man|woman|person)?|president|secretary|treasurer|partner|manager|officer|chief|trustee"
    r"|auditor|attorney|landlord|tenant|lessor|lessee|lender|borrower|supplier|customer|buyer|seller|employer|employee"
    r"|contractor|client|licensor|licensee|applicant|clerk|judge|notary|minister)\b"
    r"|\b(?:директор|председател|президент|бухгалтер|руководител|начальник|секретар|управляющ|заместител|министр"
    r"|исполнител|заказчик|подрядчик|арендатор|арендодател|покупател|поставщик|продавец|продавц|заёмщик|заемщик"
    r"|кредитор|работник|работодател|нотариус|судья|инженер|ревизор|аудитор)\w*",
    _F,
)
_CLOSING = re.compile(r"\b(?:sincerely|faithfully|regards|truly)\b|\bс уважением\b", _F)
_NAME = re.compile(
    r"\b[A-Z][a-z]+(?:[ -][A-Z]\.?)* [A-Z][a-z]+(?:-[A-Z][a-z]+)?\b|\b[А-ЯЁ]\. ?[А-ЯЁ]\. ?[А-ЯЁ][а-яё]+"
    r"|\b[А-ЯЁ][а-яё]+ [А-ЯЁ]\. ?[А-ЯЁ]\."
)
_OTHER_FIELD = re.compile(
    r"\b(?:dated?|name|title|place|address|no|number|phone|tel|e-?mail|position|amount|time|room|account|ref\w*|city"
    r"|print(?:ed)? name)\b[.:\s]*$|№\s*:?$|\b(?:дата|фамилия|фио|ф\. ?и\. ?о\.?|место|адрес|номер|телефон|должность"
    r"|сумма|время|расшифровка|город|дата \w+)[\s,.:%а-яё]*$",
    _F,
)
_ASKS = re.compile(r"[:%]$")
_ADJOINING = 60.0
"""Points from a line within which words on its left ask for what goes on it, if there is a caption beneath."""
_ROOM = 14.0
"""Points over a line without words from which there is room to sign."""
_CAPTION_OF_OTHER = re.compile(
    r"^\W*(?:расшифровк\w*(?: подписи)?|должность|наименование(?: \w+)?|инициалы(?:,? фамилия)?"
    r"|фамилия(?:,? инициалы)?"
    r"|ф\W*и\W*о|дата|date|(?:printed |full )?name|title|position)[).]*$",
    _F,
)
"""The whole caption beneath a line that is filled in with something else than a signature."""
_WITNESS = re.compile(r"\bwitness|\bin the presence of\b|\bсвидетел|\bпонят(?:ой|ые|ых)\b|\bв присутствии\b", _F)


@dataclass(frozen=True)
class SignaturePlace:
    """A place for a signature.

    `line` is the ruled line, None where only words ask for one. `label` are the words that say whose it is. `ink` is
    the strokes found there, which are at no other place; `empty` is true when there is no ink at all above the line.
    """

    box: Box
    line: Box | None
    label: tuple[Word, ...]
    ink: Box | None
    empty: bool

    @property
    def text(self) -> str:
        return " ".join(w.text for w in self.label)

    @property
    def witness(self) -> bool:
        """True where it is not a party that is to sign but somebody who looks on."""
        return _WITNESS.search(self.text) is not None


def find_places(ink: InkMap, reading: Reading, pens: Sequence[Pen], colour: Mask, dark: Mask) -> list[SignaturePlace]:
    """Signature lines of the page, then words that ask for a signature away from any line."""
    # A watermark or a slogan across the page is no label of any line.
    tallest = 4 * usual_height(reading)
    words = [w.word for w in reading.words if w.word.box.height < tallest]
    lines = _signature_lines(ink, pens, words)
    signed = _strokes_of(lines, pens, ink.mm)
    # What stands near a line but apart from its signature may be the next one's, whose line was not found.
    taken = [ink.box(*_whole(own, ink.mm)) for own in signed if own]
    rest = [p for p in pens if not any(ink.box(*p.area).intersection(t) for t in taken)]
    boxes = [ink.box(r.x0, r.y0, r.x1, r.y1) for r in lines]
    free = _without_line(ink, rest, words, [ink.box(*_zone(r, ink.mm)) for r in lines])
    # Strokes without a line have words of their own, which are not those of the next line.
    labels = captions([*boxes, *(Box(b.x0, b.y1 - 1, b.x1, b.y1) for b, _ in free)], words)
    out = [
        _place(rule, label, ink, own, colour, dark, reading)
        for rule, own, label in zip(lines, signed, labels, strict=False)
    ]
    for (own_box, near), label in zip(free, labels[len(lines) :], strict=True):
        out.append(SignaturePlace(own_box, None, label or near, own_box, False))
    return out


def _without_line(
    ink: InkMap, pens: Sequence[Pen], words: Sequence[Word], zones: Sequence[Box]
) -> list[tuple[Box, tuple[Word, ...]]]:
    """Strokes at words that ask for a signature away from any line, each with those words."""
    out: list[tuple[Box, tuple[Word, ...]]] = []
    for word in words:
        if not (_SIGN.search(word.text) or _CLOSING.search(word.text)):
            continue
        box = Box(word.box.x0 - 20, word.box.y0 - 45, word.box.x1 + 200, word.box.y1 + 30)
        if _CLOSING.search(word.text):
            box = Box(word.box.x0 - 40, word.box.y0, word.box.x1 + 150, word.box.y1 + 75)
        if any(z.intersection(box) for z in zones):
            continue
        hit = _strokes_in(ink.area(box), pens)
        if hit is not None and not any(b == ink.box(*hit.area) for b, _ in out):
            out.append((ink.box(*hit.area), (word,)))
    for pen in pens:
        own = ink.box(*pen.area)
        if own.width < 6 * MM or own.height < 2.4 * MM or any(own.intersection(b) for b, _ in out):
            continue
        near = _words_about(own, words)
        if near is not None:
            out.append((own, near))
    return out


def _signature_lines(ink: InkMap, pens: Sequence[Pen], words: Sequence[Word]) -> list[Rule]:
    """Ruled lines whose words ask for a signature, and those in line with them that have words of their own."""
    asked: list[Rule] = []
    others: list[Rule] = []
    printed: list[Rule] = []
    for rule in _mended(ink.rules, pens, ink.mm):
        if not _may_be_signed(rule, ink):
            continue
        label, left, beneath = _label(rule, ink, words)
        if _asks_for_other(left) or _CAPTION_OF_OTHER.search(beneath):
            continue
        if _printed_on(rule, ink, words):
            printed.append(rule)
            continue
        text = " ".join(w.text for w in label)
        if _SIGN.search(text) or _ROLE.search(text) or _NAME.search(text):
            asked.append(rule)
        elif any(len(w.text) > 2 and w.text[0].isupper() for w in label) or _headed(rule, ink, words):
            others.append(rule)
    near = 2 * ink.mm
    headed = [o for o in others if _headed(o, ink, words)]
    # What is read as print on a line may be a legible hand.
    alike = [
        o
        for o in (*others, *printed)
        if o not in headed
        and any(
            abs(o.length - r.length) < near and (abs(o.x0 - r.x0) < near or abs(o.y0 - r.y0) < near)
            for r in (*asked, *headed)
        )
    ]
    return [*asked, *headed, *alike]


def _headed(rule: Rule, ink: InkMap, words: Sequence[Word]) -> bool:
    """Whether an office or a name stands over a line, with room to sign between."""
    line = ink.box(rule.x0, rule.y0, rule.x1, rule.y1)
    (own,) = captions([line], [w for w in words if w.box.y1 < line.y0 - _ROOM])
    over = " ".join(w.text for w in own if w.box.x1 > line.x0 and w.box.x0 < line.x1)
    return bool(_SIGN.search(over) or _ROLE.search(over) or _NAME.search(over))


def _mended(rules: Sequence[Rule], pens: Sequence[Pen], mm: float) -> list[Rule]:
    """Rules with the parts put together that strokes across them broke off from one another."""
    out: list[Rule] = []
    for rule in sorted(rules, key=lambda r: r.x0):
        k = next((k for k, other in enumerate(out) if rule.level and _broken(other, rule, pens, mm)), None)
        if k is None:
            out.append(rule)
        else:
            other = out[k]
            out[k] = Rule(other.x0, min(rule.y0, other.y0), max(rule.x1, other.x1), max(rule.y1, other.y1))
    return out


def _broken(first: Rule, second: Rule, pens: Sequence[Pen], mm: float) -> bool:
    if not first.level or abs(first.y0 - second.y0) > 1.2 * mm or second.x0 < first.x1:
        return False
    return any(
        p.area[0] < first.x1 + 2 * mm and p.area[2] > second.x0 - 2 * mm
        and p.area[1] - 2 * mm < first.y0 < p.area[3] + 2 * mm
        for p in pens
    )  # fmt: skip


def _strokes_of(lines: Sequence[Rule], pens: Sequence[Pen], mm: float) -> list[list[Pen]]:
    """The strokes that stand on each line, each on the nearest of the lines that it may belong to."""
    out: list[list[Pen]] = [[] for _ in lines]
    for pen in pens:
        x0, y0, x1, y1 = pen.area
        # Letters reach below the line they stand on, by less than they rise over it.
        foot = y1 - 0.2 * (y1 - y0)
        near = []
        for i, rule in enumerate(lines):
            across = min(x1, rule.x1 + 8 * mm) - max(x0, rule.x0 - 6 * mm)
            on = min(x1, rule.x1) - max(x0, rule.x0)
            if (
                across >= min(7 * mm, 0.5 * (x1 - x0))
                and y1 > rule.y0 - 9 * mm
                and y0 < rule.y1 + 2.5 * mm
                and y1 < rule.y1 + 16 * mm
            ):
                near.append((abs(foot - rule.y0) - min(on, x1 - x0), i))
        if near:
            out[min(near)[1]].append(pen)
    return out


def _asks_for_other(left: str) -> bool:
    """True when the words before a line ask for something else than a signature: "Name:", "Amount", "Total:"."""
    if not left or _SIGN.search(left):
        return False
    return bool(_OTHER_FIELD.search(left)) or (bool(_ASKS.search(left)) and not _ROLE.search(left))


def _words_about(own: Box, words: Sequence[Word]) -> tuple[Word, ...] | None:
    """The words that make pen strokes at `own` a signature though no line was found: an office, a name or a request
    to sign on the same row, closely beneath, or at the head of the column. None where it is something else: the row
    asks for another thing, or nothing asks at all."""
    mid = own.center[1]
    row = [w for w in words if w.box.y0 - 4 < own.y1 and w.box.y1 + 4 > mid and w.confidence > 0.5]
    left = [w for w in row if w.box.x1 <= own.x0 + 0.25 * own.width and own.x0 - w.box.x1 < 250]
    right = [w for w in row if w.box.x0 >= own.x1 - 0.25 * own.width and w.box.x0 - own.x1 < 130]
    beneath = [w for w in words if -4 <= w.box.y0 - own.y1 < 32 and w.box.x1 > own.x0 - 30 and w.box.x0 < own.x1 + 60]
    above = [w for w in words if -2 <= own.y0 - w.box.y1 < 50 and w.box.x1 > own.x0 - 60 and w.box.x0 < own.x1 + 40]
    column = [w for w in words if w.box.y1 < own.y0 and _SIGN.search(w.text) and w.box.horizontal_overlap(own) > 0.3]
    before = " ".join(w.text for w in left)
    if _asks_for_other(before):
        return None
    if len(left) + len(right) > 8:
        return None  # a row of prose
    rows = [sum(w.box.vertical_overlap(b.box) > 0.6 for w in words) for b in beneath]
    beneath = [b for b, count in zip(beneath, rows, strict=True) if count <= 8]
    for group in (left, right, beneath):
        text = " ".join(w.text for w in group)
        if _SIGN.search(text) or _ROLE.search(text) or (group is not left and _NAME.search(text)):
            return tuple(left + right + [w for w in beneath if w not in row])
    heads = [w for w in above if _CLOSING.search(w.text) or _SIGN.search(w.text) or _ROLE.search(w.text)]
    # The office over a signature is a line of a few words; in prose it means nothing.
    heads = [h for h in heads if sum(w.box.vertical_overlap(h.box) > 0.6 for w in words) <= 7]
    if heads or column:
        return tuple(left + right + heads + column[-1:])
    return None


def _may_be_signed(rule: Rule, ink: InkMap) -> bool:
    """A level line of a signature's length that is no part of a table or form grid."""
    mm = ink.mm
    if not rule.level or not 22 * mm <= rule.length <= 115 * mm or rule.length > 0.62 * ink.gray.shape[1]:
        return False
    if rule.y0 < 0.1 * ink.gray.shape[0]:
        return False  # the rule under a running head
    near = int(2 * mm)
    for other in ink.rules:
        if other is rule:
            continue
        if not other.level:
            # The sides of a cell; a tall stroke of a signature stands anywhere along the line.
            at_end = min(abs(other.x0 - rule.x0), abs(other.x0 - rule.x1)) < near
            if at_end and other.y0 - near < rule.y0 < other.y1 + near:
                return False
        elif (
            abs(other.y0 - rule.y0) < 9 * mm
            and 0.7 < other.length / rule.length < 1.4
            and max(abs(other.x0 - rule.x0), abs(other.x1 - rule.x1)) < 6 * mm
        ):
            return False  # rows of a form or a table; a line broken off by ink is shorter
    return True


def _printed_on(rule: Rule, ink: InkMap, words: Sequence[Word]) -> bool:
    """Whether words stand on a line or run through it: an underline, a field filled in, strokes of letters."""
    over = through = 0.0
    line = ink.box(rule.x0, rule.y0, rule.x1, rule.y1)
    for word in words:
        if word.confidence > 0.7 and word.box.y0 + 1 < line.center[1] < word.box.y1 - 1:
            through += max(0.0, min(word.box.x1, line.x1) - max(word.box.x0, line.x0))
        elif word.confidence > 0.85 and -6 < line.y0 - word.box.y1 < 6 * MM and word.box.y0 < line.y0:
            over += max(0.0, min(word.box.x1, line.x1) - max(word.box.x0, line.x0))
    # What runs through the middle of words is strokes of the letters themselves.
    return over >= 0.3 * line.width or through >= 0.3 * line.width


def _label(rule: Rule, ink: InkMap, words: Sequence[Word]) -> tuple[tuple[Word, ...], str, str]:
    """Words beneath, beside and closely above a line, in reading order; the text on its left alone; that beneath."""
    line = ink.box(rule.x0, rule.y0, rule.x1, rule.y1)
    under: list[Word] = []
    right: list[Word] = []
    left: list[Word] = []
    for word in words:
        x, y = word.box.center
        beside = -14 <= y - line.y0 <= 7
        if beside and line.x0 - 190 <= word.box.x1 <= line.x0 + 4:
            left.append(word)
        elif line.x0 - 20 <= x <= line.x1 + 25 and 0 <= word.box.y0 - line.y1 + 3 <= 34:
            under.append(word)
        elif beside and line.x1 - 4 <= word.box.x0 <= line.x1 + 130:
            right.append(word)
    heading = [
        w
        for w in words
        if line.x0 - 60 <= w.box.center[0] <= line.x1 + 10 and 22 <= line.y0 - w.box.y1 <= 62 and _SIGN.search(w.text)
    ]
    beneath = " ".join(w.text for w in under)
    asking = left
    if (_SIGN.search(beneath) or _ROLE.search(beneath)) and all(line.x0 - w.box.x1 > _ADJOINING for w in left):
        asking = []  # "Occupation:" in a block of its own beside the line of the witness
    return tuple(left + under + right + heading), " ".join(w.text for w in asking), beneath


def _place(
    rule: Rule,
    label: tuple[Word, ...],
    ink: InkMap,
    pens: Sequence[Pen],
    colour: Mask,
    dark: Mask,
    reading: Reading,
) -> SignaturePlace:
    """The place at a line; `pens` are the strokes that stand on it."""
    mm = ink.mm
    zone = _zone(rule, mm)
    above = (slice(max(0, rule.y0 - int(10 * mm)), max(1, rule.y0 - int(0.7 * mm))), slice(rule.x0, rule.x1))
    # Ink across a line breaks it off: what stands beside the part that was found counts as well.
    reach = int(15 * mm)
    wide = slice(max(0, rule.x0 - reach), rule.x1 + reach)
    above, near_line = (above[0], wide), (slice(rule.y1 + int(0.7 * mm), rule.y1 + int(3 * mm)), wide)
    left = np.asarray((ink.colour[above] > 0) | (dark[above] > 0), dtype=np.uint8) * 255
    # Dust and the frayed edges of erased words are specks; a stroke is longer.
    clean = not patches(left, 0.4 * mm, 2.2 * mm) and not (ink.colour[near_line] > 0).any()
    box = ink.box(*zone)
    unread = any(
        w.word.confidence <= 0.75
        and ink.box(rule.x0 - reach, rule.y0 - 9 * mm, rule.x1 + reach, rule.y1 + 4 * mm).intersection(w.word.box)
        for w in reading.words
    )
    return SignaturePlace(
        box=box,
        line=ink.box(rule.x0, rule.y0, rule.x1, rule.y1),
        label=label,
        ink=ink.box(*_whole(pens, mm)) if pens else None,
        empty=not pens and clean and not unread and not _printed_on(rule, ink, [w.word for w in reading.words]),
    )


def _zone(rule: Rule, mm: float) -> Area:
    """Where a signature on a line may reach."""
    return int(rule.x0 - 6 * mm), int(rule.y0 - 17 * mm), int(rule.x1 + 8 * mm), int(rule.y1 + 5 * mm)


def _whole(pens: Sequence[Pen], mm: float) -> Area:
    """Bounds of the widest of some strokes, and of those that go on closely beside it: one hand, lifted."""
    areas = sorted((p.area for p in pens), key=lambda a: a[0] - a[2])
    x0, y0, x1, y1 = areas[0]
    for a in areas[1:]:
        if max(a[0] - x1, x0 - a[2]) < 5 * mm and max(a[1] - y1, y0 - a[3]) < 2 * mm:
            x0, y0, x1, y1 = min(x0, a[0]), min(y0, a[1]), max(x1, a[2]), max(y1, a[3])
    return x0, y0, x1, y1


def _strokes_in(area: tuple[int, int, int, int], pens: Sequence[Pen]) -> Pen | None:
    for pen in pens:
        x0, y0, x1, y1 = pen.area
        w, h = min(x1, area[2]) - max(x0, area[0]), min(y1, area[3]) - max(y0, area[1])
        if w > 0.5 * (x1 - x0) and h > 0.4 * (y1 - y0):
            return pen
    return None
