"""Sentences that can be taken as true statements: what layout and wording must show before a sentence is trusted.

A page's words in the wrong order make sentences that nobody wrote: prose beside a table, two columns read as one, a
text layer in the order of its cells. So a sentence counts only where its words lie on the page as running text does -
in one column, line below line, without the white space of cells - and where it is written like a sentence.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from statistics import median

import lemminflect
from rapidfuzz.fuzz import partial_ratio

from atomcite.answers.sentences import ends_in_abbreviation
from atomcite.benchmarks.injection.evidence import PageEvidence, ReadPage, Sentence, parts_cells
from atomcite.benchmarks.injection.plan import Reason
from atomcite.benchmarks.injection.search import is_prose, squeezed
from atomcite.benchmarks.injection.sentence_start import morph
from atomcite.benchmarks.injection.words import LIGHT
from atomcite.domain import Line, Word
from atomcite.judge.words import is_finite

WORDS = (5, 38)
"""Fewest and most words of a sentence that makes a claim."""
SURE = 0.6
"""Confidence that each word of a sentence read off the pixels must have."""
KNOWN = 0.65
"""Share of the words in small letters that a dictionary must know: it lacks many English plurals."""
SEEN_ALIKE = 92.0
"""Likeness (0..100) of the text layer's sentence with what OCR reads off the pixels in its own order of reading."""
_LEADING = (0.8, 2.4)
"""Least and greatest distance of two lines of a paragraph, in heights of their words."""
SPREAD = 2.0
"""Times the usual white space of a line from which a gap in it is no effect of justifying."""
_INDENT = 1.5
"""Heights of words by which the starts of a paragraph's lines may differ, but for the first."""
_LEANING = re.compile(
    r"^(?:it|they|he|she|this|these|those|such|that|its|their|his|her|there|here|however|therefore|thus|also|moreover|"
    r"furthermore|in addition|accordingly|as a result|for example|otherwise|both|others?|another|"
    r"(?:one|two|three|four|five|several|some|most|many) (?:others?|more|of)|"
    r"the (?:former|latter|above|same|following)|"
    r"and|but|or|он|она|оно|они|это|эти|этот|эта|такой|такая|такие|данный|данная|данное|данные|указанн\w+|также|однако|"
    r"поэтому|кроме того|при этом|таким образом|в связи с этим|но|и|а|или|его|её|ее|их|там|здесь|тогда|последн\w+|"
    r"остальн\w+|друг(?:ой|ая|ое|ие|их)|прочи\w+)\b",
    re.I,
)
_PRONOUN = re.compile(
    r"^(?:\S+\s+){0,6}(?:them|they|it|he|she|him)\b|^(?:\S+\s+){0,4}(?:он|она|они|оно|его|е[её]|их|ему|им|ими|ней|них|н[её]м)\b",
    re.I,
)
_POINTING = re.compile(
    r"\b(?:above|below|overleaf|aforesaid|herein|thereof|following|pages? \d+|p\. ?\d+|pages? (?:before|after)|"
    r"(?:next|previous|preceding) page|стр\. ?\d+|страниц\w+|выше|ниже|следующ\w+|настоящ\w+ пункт\w*)\b",
    re.I,
)


def stands_alone(text: str) -> bool:
    """Whether a text is written as a sentence that needs no other to be understood: what is not is no candidate."""
    words = _words(text)
    return (
        WORDS[0] <= len(words) <= WORDS[1]
        and text[0].isupper()
        and text.endswith(".")
        and not _LEANING.match(text)
        and not _PRONOUN.match(text)
        and not _POINTING.search(text)
        and any(is_finite(w) for w in words)
    )


def fault_of(sentence: Sentence, reading: ReadPage, page: PageEvidence) -> Reason | None:
    """Why a sentence of one reading of a page can't be trusted to be what the page says; None where it can."""
    lines = _lines(sentence)
    if any(map(_is_parted, lines)):
        return "spans_cells"
    if not _in_one_column(lines, reading):
        return "not_one_column"
    if not is_prose(sentence) or not _is_whole(sentence, reading):
        return "not_a_whole_sentence"
    if not _is_known(sentence.text):
        return "words_unknown"
    if not reading.exact and any(w.confidence < SURE for w in sentence.words):
        return "read_unsurely"
    return None if _agreed(sentence.text, reading, page) else "read_differently"


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", text)


def _lines(sentence: Sentence) -> list[Line]:
    groups: dict[int, list[Word]] = {}
    for word in sentence.words:
        groups.setdefault(word.line, []).append(word)
    return [Line(tuple(words)) for words in groups.values()]


def _is_parted(line: Line) -> bool:
    """Whether white space parts a line into cells: as wide as between cells, and wider than that between the other
    words, which a justified line spreads."""
    gaps = [b.box.x0 - a.box.x1 for a, b in pairwise(line.words)]
    usual = median(gaps) if len(gaps) > 2 else 0.0
    return any(
        parts_cells(a, b) and gap > SPREAD * usual for (a, b), gap in zip(pairwise(line.words), gaps, strict=True)
    )


def _in_one_column(lines: list[Line], reading: ReadPage) -> bool:
    """Whether the lines follow one another as those of a paragraph: each right below the last, starting at its left
    edge; and whether each line that the sentence runs over is filled to where the paragraph's lines end."""
    height = median(word.box.height for line in lines for word in line.words)
    whole = {line.words[0].line: line for line in reading.words.lines}
    full = [whole[line.words[0].line] for line in lines]
    if any(map(_is_parted, full)):
        return False  # the line goes on into a cell or a column beside the sentence
    for above, below in pairwise(full):
        if not _LEADING[0] * height <= below.box.center[1] - above.box.center[1] <= _LEADING[1] * height:
            return False
    starts = [line.box.x0 for line in full[1:]]
    if starts and max(starts) - min(starts) > _INDENT * height:
        return False
    # The first line may be indented or hang out, by little.
    return not starts or abs(full[0].box.x0 - min(starts)) <= 4 * height


def _is_whole(sentence: Sentence, reading: ReadPage) -> bool:
    """Whether the sentence begins where a row or a cell does or another sentence ends, not behind a run-in heading,
    and whether what follows begins anew."""
    text = sentence.text
    ends = (m.end() for m in re.finditer(r"[.!?](?=[»\"”)]* [^\W\d_A-ZА-ЯЁ])", text))
    if not all(text[end - 1] == "." and ends_in_abbreviation(text[:end]) for end in ends):
        return False  # a stop within, and it goes on in small letters: two pieces of text
    if re.search(r"\d[.!?] [^\W\d_a-zа-яё]", text):
        return False  # items of a list run together: "For: 3. Against: 1."
    paired = text.count("(") == text.count(")") and text.count("«") == text.count("»") and text.count('"') % 2 == 0
    words = _words(text)
    small = sum(w[0].islower() for w in words) * 2 >= len(words)
    after = re.match(r"[«\"“(\[]*(.)", sentence.after)
    anew = after is None or not after[1].islower()
    return paired and small and anew and _begins(sentence.words[0], reading)


def _begins(first: Word, reading: ReadPage) -> bool:
    row = next(row for row in reading.rows if first in row)
    at = row.index(first)
    before = row[at - 1] if at else None
    return before is None or before.text.endswith((".", "!", "?", ":", ";")) or parts_cells(before, first)


def _is_known(text: str) -> bool:
    """Whether a dictionary knows most of the words; names, in capitals, are not asked for."""
    words = [w for w in _words(text) if w.islower() and len(w) > 1]
    return bool(words) and sum(map(_in_dictionary, words)) >= KNOWN * len(words)


@lru_cache(maxsize=50_000)
def _in_dictionary(word: str) -> bool:
    if word in LIGHT or len(word) <= 3:
        return True
    if "а" <= word[0] <= "я" or word[0] == "ё":
        return bool(morph().word_is_known(word))
    return bool(lemminflect.getAllLemmas(word))


def _agreed(text: str, reading: ReadPage, page: PageEvidence) -> bool:
    """A text layer must be borne out by what OCR reads off the pixels, where that was read: the same words in the
    same order. What was read off the pixels alone must be read alike by all engines."""
    others = [r for r in page.readings if r is not reading and r.words.words]
    if reading.exact:
        plain = squeezed(text)
        seen = (squeezed(text) for r in others for text in (r.text, " ".join(r.row_texts)))
        return not others or any(partial_ratio(plain, text) >= SEEN_ALIKE for text in seen)
    return all(squeezed(text) in squeezed(r.text) for r in others)
