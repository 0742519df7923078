"""What a line that opens a numbered section or clause looks like, and which of those form one numbering."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from atomcite.domain import Section
from atomcite.references.lines import PARTS, Placed

LONGEST = 14
"""Words of a heading."""
SURE = 1.5
"""Trust in a number in large type, or over the numbers of its parts; others have 1."""

_WORDS = (
    f"{PARTS}|endorsement|section|sec\\.|clause|article|art\\.|chapter|part|note|paragraph|"
    "раздел|подраздел|глава|статья|ст\\.|пункт|подпункт|п\\.|часть|параграф|примечание|§"
)
_NUMBER = r"(?:\d{1,3}(?:\.\d{1,3}){0,5}|[IVXLC]{1,7}|[A-ZА-Я](?:[.-]?\d{1,3})?)"
_NAMED = re.compile(
    rf"^(?P<word>{_WORDS})\s*(?:№\s*)?(?P<number>(?-i:{_NUMBER}))(?P<stop>[.:)]?)(?P<rest>$|\s*[-–—:]\s.*|\s.*)", re.I
)
_BARE = re.compile(
    r"^(?P<number>\d{1,3}(?:\.\d{1,3}){0,5}|[IVX]{1,6}(?=\.))(?P<stop>\.?)(?:\s+(?P<rest>\S.*)|\s*$)", re.DOTALL
)
_LETTERED = re.compile(r"^(?P<letter>[A-ZА-Я])[.-]?(?P<number>\d{1,2})[.:)]?\s+(?P<rest>\S.*)", re.DOTALL)
_OF_WHAT = re.compile(rf"^(?:{PARTS})\b.*?\d\s+(?:к|to|of)\s", re.I)
"""A part that says what it belongs to: "Приложение № 1 к договору", "Schedule 2 to the Agreement"."""
_CAPTION = re.compile(r"^(?:table|figure|fig\.|chart|таблица|рисунок|рис\.|диаграмма)\b", re.I)
_ENTRY = re.compile(r"\s(?:\d{1,4}|[ivxlc]{1,6})$")
_OPENS = re.compile(r"^[\W_]{0,2}[A-ZА-ЯЁ]")
_MONTH = re.compile(
    r"^(january|february|march|april|may|june|july|august|september|october|november|december|january|"
    r"января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря)\b",
    re.I,
)
_LEADS_ON = re.compile(
    r"(?:^|[\s(«“\"])(?:sections?|secs?\.|clauses?|cls?\.|articles?|arts?\.|chapters?|parts?|schedules?|annex|appendix|"
    r"exhibits?|notes?|paragraphs?|paras?\.|items?|numbers?|no\.|page|p\.|pp\.|table|figure|"
    r"разделам?и?|раздел[аеу]?|глав[аеуы]?|глав|стать[яеиюй]+|ст\.|пункт[аеуы]?|пунктам?и?|пунктов|п\.|пп\.|п\.п\.|"
    r"подпункт[аеуы]?|пп\.|част[ьи]|приложени[еяюий]+|параграф[аеу]?|примечани[еяюий]+|№|§+|стр\.|таблиц[аеыу]|"
    r"and|or|to|of|in|under|with|by|from|per|see|the|than|и|или|до|по|с|в|к|от|согласно|см\.|,|[-–—(])$",
    re.I,
)
_CLOSES = re.compile(
    r"^(in witness whereof|signed\b|signatures?\b|executed (?:as|by)\b|as witness\b|"
    r"(?:адреса|реквизиты|подписи)(?:\s+и\s+(?:адреса|реквизиты|подписи))*\b)",
    re.I,
)
"""Signatures and addresses end the last clause of a contract."""
_LEADER = re.compile(r"[.…_]{4,}|(?:\s[.…]){4,}")
_FIGURES = re.compile(r"[\d.,()%–—-]+")


@dataclass(frozen=True)
class Opening:
    """A line that may open a section. `key` is the number as figures, empty where it has none; `titled` is true when
    the line is a heading rather than the first line of the clause's text. What follows a `doubtful` one may stand in
    a section of its own or not, which nothing here can tell. `letter` is that of a number like E1, `through` the
    last line of a heading of several."""

    at: int
    section: Section
    key: tuple[int, ...] = ()
    titled: bool = False
    trust: float = 1.0
    doubtful: bool = False
    letter: str = ""
    through: int = -1

    @property
    def named(self) -> bool:
        return self.section.word is not None

    @property
    def bare(self) -> bool:
        return self.section.word is None and self.section.number is not None and not self.letter

    @property
    def ends_all(self) -> bool:
        """True where another part begins that has no name here."""
        return self.doubtful and self.section == Section()


def opening(lines: Sequence[Placed], at: int, body: float) -> Opening | None:
    """What line `at` opens; None for running text, mentions of other clauses, rows of tables and of contents."""
    line = lines[at]
    if line.head:
        letters = sum(c.isalpha() for c in line.text)
        return Opening(at, Section(), doubtful=True) if letters >= 4 and _OPENS.match(line.text) else None
    # A row, or an entry of a table of contents; the number itself may stand off.
    if not _one_text(line) or (at and _LEADS_ON.search(lines[at - 1].text)):
        return None
    large = line.is_large(body)
    if not line.paragraph and not large:
        return None
    if _is_entry(lines, at):
        return None
    short = len(line.text.split()) <= LONGEST and not line.text.rstrip().endswith((".", ";", ",", ":"))
    if _CLOSES.match(line.text):
        return Opening(at, Section(), doubtful=True)
    named = _NAMED.match(line.text)
    if named:
        rest = named["rest"].strip().lstrip("-–—: ").strip()
        if rest and not _OPENS.match(rest):
            if not (short and _OF_WHAT.match(line.text) and (line.to_right or line.centred or large)):
                return None
            rest = ""
        marked = bool(named["stop"]) or rest != named["rest"].strip()
        heading = not rest or (short and (large or line.alone or marked or not line.full))
        title = rest if heading and rest else None
        if not rest and at + 1 < len(lines) and _is_title(lines[at + 1], line, body):
            title = lines[at + 1].text
        section = Section(word=named["word"], number=named["number"].rstrip("."), title=title)
        # "Clause 7.3 (Limitation) applies" may begin a paragraph that is no clause 7.3.
        return Opening(at, section, _key(named["number"]), True, doubtful=bool(rest) and not heading and not marked)
    bare = _BARE.match(line.text)
    if bare:
        rest = bare["rest"] or ""
        key = _key(bare["number"])
        if not rest or not _OPENS.match(rest) or _MONTH.match(rest) or not key or 0 in key or max(key) > 199:
            return None
        deeper = _next_is_deeper(lines, at, key)
        heading = short and (large or deeper or not _is_sentence(lines, at))
        if len(key) == 1 and not bare["stop"] and not (short and (large or deeper)):
            return None
        section = Section(number=bare["number"], title=rest if heading else None)
        return Opening(at, section, key, heading, SURE if large or deeper else 1.0)
    lettered = _LETTERED.match(line.text)
    if lettered and _OPENS.match(lettered["rest"]):
        heading = short and (large or not _is_sentence(lines, at))
        number = lettered["letter"] + lettered["number"]
        section = Section(number=number, title=lettered["rest"] if heading else None)
        return Opening(at, section, (int(lettered["number"]),), heading, letter=lettered["letter"])
    return None


def _is_sentence(lines: Sequence[Placed], at: int) -> bool:
    """True where the paragraph that line `at` begins ends with a full stop: a heading has none."""
    line = lines[at]
    for following in lines[at + 1 : at + 40]:
        near = following.page == line.page and -0.5 * line.box.height < following.box.y0 - line.box.y1
        if not near or following.box.y0 - line.box.y1 > line.box.height or is_numbered(following):
            break
        # A heading that ends early, and the text of its clause right below.
        if not line.full and following.paragraph and not following.text[0].islower():
            break
        line = following
    return line.text.rstrip().endswith((".", ";", ",", ":", "!", "?"))


def _is_entry(lines: Sequence[Placed], at: int) -> bool:
    """True for a line of a table of contents: it ends with a page, and so does its neighbour that begins as it
    does."""
    if not _ENTRY.search(lines[at].text):
        return False
    near = [lines[i] for i in (at - 1, at + 1) if 0 <= i < len(lines) and lines[i].page == lines[at].page]
    return any(is_numbered(line) and _ENTRY.search(line.text) for line in near)


def heading(lines: Sequence[Placed], at: int, body: float) -> Opening | None:
    """An unnumbered heading: by the size of its type, or by capitals where it stands alone."""
    line = lines[at]
    if line.head:
        return None
    text = line.text.strip()
    letters = [c for c in text if c.isalpha()]
    if not line.legible or line.cells > 1 or len(letters) < 4 or len(letters) < 0.6 * len(text.replace(" ", "")):
        return None
    if len(text.split()) > LONGEST or not _OPENS.match(text) or text.endswith((".", ";", ",")):
        return None
    after = lines[at + 1] if at + 1 < len(lines) else None
    # A line of text that an engine boxed too high, or the first one of a paragraph in larger type.
    if (line.full and not line.sharp) or (
        after and line.full and after.full and after.text[0].islower() and not after.is_large(body)
    ):
        return None
    capitals = line.alone and all(c.isupper() for c in letters)
    if not capitals and not (line.is_large(body) and line.paragraph):
        # What is set in the middle at the top of a page may head another part, or a table.
        return Opening(at, Section(), doubtful=True) if line.first and _may_head(line) else None
    return Opening(at, Section(title=text.rstrip(":")), (), True)


def _may_head(line: Placed) -> bool:
    return line.centred and not _CAPTION.match(line.text)


def numbering(openings: Sequence[Opening]) -> list[Opening]:
    """`openings` without items of lists within a clause, and with those bare numbers doubtful that do not follow on
    what comes before and after them: mentions, values, or clauses after a number that was misread."""
    kept: list[Opening] = []
    part: list[Opening] = []
    for item in [*openings, None]:
        if item is not None and item.bare:
            part.append(item)
            continue
        kept += _alike(_consistent(_without_lists(part)))
        part = []
        if item is not None:
            kept.append(item)
    return _lettered(kept)


def _alike(part: Sequence[Opening]) -> list[Opening]:
    """A short paragraph among numbered paragraphs is one of them, not a heading."""
    points = [item for item in part if len(item.key) == 1 and not item.doubtful]
    if all(item.titled for item in points):
        return list(part)
    return [
        replace(item, section=item.section.model_copy(update={"title": None}), titled=False)
        if len(item.key) == 1 and item.trust < SURE
        else item
        for item in part
    ]


def _lettered(openings: Sequence[Opening]) -> list[Opening]:
    """E1, E2, E3: one that is neither the first nor follows on another may be a name at the beginning of a paragraph;
    what it ends, where it is none, is not told."""
    kept: list[Opening] = []
    last: dict[str, int] = {}
    for item in openings:
        if item.letter and item.key[0] not in (1, last.get(item.letter, 0) + 1):
            item = Opening(item.at, Section(), doubtful=True)
        elif item.letter:
            last[item.letter] = item.key[0]
        kept.append(item)
    return kept


def _without_lists(part: Sequence[Opening]) -> list[Opening]:
    """Items numbered 1., 2., 3. within a clause that has a number of several figures are not clauses of their own."""
    if not any(len(item.key) > 1 for item in part):
        return list(part)
    kept: list[Opening] = []
    last_list = 0
    for i, item in enumerate(part):
        if len(item.key) > 1 or item.trust >= SURE:
            kept.append(item)
            last_list = 0
            continue
        number = item.key[0]
        above = next((k.key[0] for k in reversed(kept)), None)
        below = next((k.key[0] for k in part[i + 1 :] if len(k.key) > 1), None)
        in_list = number == last_list + 1 and last_list > 0
        if not in_list and (below == number or (above is not None and number == above + 1)):
            kept.append(item)
        else:
            last_list = number
    return kept


def _consistent(part: Sequence[Opening]) -> list[Opening]:
    """The numbers that follow one another best (most trust, less what each leap costs); the rest is doubtful."""
    best: list[tuple[float, int | None]] = []
    for i, item in enumerate(part):
        score, previous = item.trust, None
        for j in range(i):
            through = best[j][0] + item.trust - _leap(part[j].key, item.key)
            # Of equals the nearest: an earlier one would leave out what lies between.
            if through >= score:
                score, previous = through, j
        best.append((score, previous))
    chain: set[int] = set()
    at = max(range(len(best)), key=lambda i: (best[i][0], -i), default=None)
    while at is not None:
        chain.add(at)
        at = best[at][1]
    return [item if i in chain else replace(item, doubtful=True) for i, item in enumerate(part)]


def _leap(a: tuple[int, ...], b: tuple[int, ...]) -> float:
    """What it costs to go from number `a` to number `b`: nothing for the next one at any level."""
    same = 0
    while same < min(len(a), len(b)) and a[same] == b[same]:
        same += 1
    if same == len(b) or b < a:
        return 10.0  # the same again, or backwards
    step = b[same] - (a[same] if same < len(a) else 0)
    deeper = sum(n - 1 for n in b[same + 1 :])
    return 0.4 * min(step - 1 + deeper, 6) if step + deeper <= 3 else 1.6


def is_numbered(line: Placed) -> bool:
    """True for a line that begins as a numbered heading does."""
    return bool(_BARE.match(line.text) or _NAMED.match(line.text) or _LETTERED.match(line.text))


def _one_text(line: Placed) -> bool:
    """One running text, or a number that stands off from it."""
    if _LEADER.search(line.text):
        return False
    return line.cells == 1 or (line.cells == 2 and not _FIGURES.fullmatch(line.text.split()[-1]))


def _is_title(line: Placed, above: Placed, body: float) -> bool:
    text = line.text.strip()
    short = len(text.split()) <= LONGEST and not text.endswith((".", ";", ",", ":"))
    near = line.page == above.page and 0 <= line.box.y0 - above.box.y1 < 2.5 * above.box.height
    headed = (
        line.is_large(body) or line.centred or abs(line.box.center[0] - above.box.center[0]) < 2 * above.box.height
    )
    return short and near and headed and line.cells == 1 and bool(_OPENS.match(text)) and not _BARE.match(text)


def _next_is_deeper(lines: Sequence[Placed], at: int, key: tuple[int, ...]) -> bool:
    """ "4. Payment" over "4.1 The Client shall pay": the line above is a heading."""
    after = _BARE.match(lines[at + 1].text) if at + 1 < len(lines) else None
    return after is not None and _key(after["number"]) == (*key, 1)


_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}


def _key(number: str) -> tuple[int, ...]:
    if number[0].isdigit():
        return tuple(int(n) for n in number.split("."))
    if all(c in _ROMAN for c in number):
        values = [_ROMAN[c] for c in number]
        signs = [-v if any(w > v for w in values[i + 1 : i + 2]) else v for i, v in enumerate(values)]
        return (sum(signs),)
    return ()
