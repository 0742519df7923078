"""The reader's eyes: a page picture -> a reading, by networks and preparation of its own.

Nothing here takes words from anywhere: the only input is pixels.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence
from itertools import pairwise

import cv2
import numpy as np

from atomcite.domain import Box, Cache, Message, Meter, PageImage, Script, Word, message
from atomcite.vision.again import Ask, Line, improved, overprinted, spoilt
from atomcite.vision.cyrillic import (
    CROP_HEIGHT,
    CyrillicReader,
    Token,
    find_model,
    missing_cyrillic,
    tesseract_version,
)
from atomcite.vision.detect import Detector, level, page_skew
from atomcite.vision.joint import joint, surest
from atomcite.vision.lattice import INDEX, OTHER_MARK, Lattice, align
from atomcite.vision.layout import seats
from atomcite.vision.picture import (
    LINE_HEIGHT,
    MAX_STRIP_WIDTH,
    Gray,
    Strip,
    View,
    cut,
    is_blank,
    noise_level,
    stretch,
)
from atomcite.vision.pieces import at_own_angle, in_pieces
from atomcite.vision.preparing import Pictures
from atomcite.vision.reading import Reading, ReadWord, Segment
from atomcite.vision.recognise import STEP_PIXELS, Recogniser
from atomcite.vision.weights import open_detector, open_recogniser, weights_name
from atomcite.vision.words import Place, Spelled, is_sparse, spell

EYES_VERSION = "11"
_NUMBER = re.compile(r"\d(?:[\d.,/:\u2013-]*\d)?")
_CYRILLIC = re.compile(r"[\u0400-\u04ff]")
_LETTER = re.compile(r"[^\W\d_]")
_TIGHT = 0.12
"""Gap between tokens, as a share of the strip's height (some 1.6 letter heights), below which no space fits: a third
of a word space."""

_LATIN_ONLY = re.compile(r"[DFGIJLNQRSUVWZbdfghijlnqrstvwz]")
"""Latin letters that no Cyrillic letter looks like in print."""


class Eyes:
    """Reads pages. Thread-safe; the networks are loaded at the first page."""

    def __init__(self, cache: Cache, meter: Meter, threads: int) -> None:
        self._cache = cache
        self._meter = meter
        self._threads = threads
        self._lock = threading.Lock()
        self._detector: Detector | None = None
        self._recogniser: Recogniser | None = None
        self._cyrillic: CyrillicReader | None = None
        self._recent: dict[str, Reading] = {}

    @property
    def version(self) -> str:
        """All that changes a reading."""
        return f"{EYES_VERSION} ({weights_name()}; {self._cyrillic_name()})"

    def read(self, image: PageImage) -> Reading:
        """The page's reading, from the cache where it has been read before. Raises EngineFailed or EngineMissing."""
        key = {"image": image.digest, "reader": self.version}
        with self._lock:
            known = self._recent.get(image.digest)
            if known is not None:
                return known.on_page(image.page)
            stored = self._cache.get("reader", key)
            if stored is not None:
                reading = Reading.from_bytes(stored).on_page(image.page)
            else:
                reading = self._look(image)
                self._meter.count("pages_read_image")
                self._cache.put("reader", key, reading.to_bytes())
            self._recent[image.digest] = reading
            while len(self._recent) > 8:
                del self._recent[next(iter(self._recent))]
            return reading

    def lattices_of(self, gray: Gray, strip: Strip, views: Sequence[View]) -> list[Lattice]:
        """A closer look at one strip (page pixels): one lattice for each view of it."""
        return self._networks()[1].read([v.of(gray, strip) for v in views])

    def read_line(self, crop: Gray) -> tuple[Spelled, ...]:
        """Words of one line of text that the caller cut out (and unbent): H x W grey, level, dark on light.

        Raises EngineMissing or EngineFailed.
        """
        with self._lock:
            recogniser = self._networks()[1]
            line = stretch(_to_height(crop, LINE_HEIGHT))
            lattice = recogniser.read([line])[0]
            if missing_cyrillic() is None:
                if self._cyrillic is None:
                    self._cyrillic = CyrillicReader(self._threads)
                tokens = self._cyrillic.read([stretch(_to_height(crop, CROP_HEIGHT))])[0]
                if tokens and _is_cyrillic(tokens, lattice):
                    return merge_tokens(tokens, lattice)
            return tuple(s for s in spell(lattice, line) if s.text.strip(OTHER_MARK))

    def _networks(self) -> tuple[Detector, Recogniser]:
        if self._detector is None or self._recogniser is None:
            self._detector = Detector(open_detector(self._threads))
            self._recogniser = Recogniser(open_recogniser(), self._threads)
        return self._detector, self._recogniser

    def _look(self, image: PageImage) -> Reading:
        pictures = Pictures(image.pixels, image.dpi)
        gray = pictures.of("")
        if is_blank(gray):
            return self._reading(image, "none", 0.0, (), (), blank=True)
        detector, recogniser = self._networks()
        found = detector.find(gray)
        skew = page_skew(found)
        levelled = level(found, skew)
        strips = [part for s in levelled for part in _bounded(s)]
        # Grain that the network was not trained on costs more than the little blur that removes it.
        denoise = 0.7 if noise_level(gray) > 6 else 0.0
        crops = [cut(gray, s, denoise=denoise) for s in strips]
        lattices = recogniser.read(crops)
        tokens, unread = self._cyrillic_tokens(gray, strips, crops, lattices, denoise)
        lines = [
            Line(s, lat, spell(lat, crop) if (mine := tokens.get(i)) is None else merge_tokens(mine, lat))
            for i, (s, lat, crop) in enumerate(zip(strips, lattices, crops, strict=True))
        ]

        def read(asked: Sequence[Ask]) -> list[Line]:
            return self._read_all(pictures, asked, denoise, bool(tokens))

        lines = at_own_angle(lines, dict(zip(levelled, found, strict=True)), pictures.names, read)
        lines = improved(
            lines, pictures, lambda part: [p for s in level(detector.find(part), skew) for p in _bounded(s)], read
        )
        lines = in_pieces(lines, pictures.names, read)
        strips = [line.strip for line in lines]
        seated = seats(strips, skew)
        order = sorted(range(len(strips)), key=lambda i: (seated[i].line, seated[i].rank))
        words: list[ReadWord] = []
        for i in order:
            for s in lines[i].words:
                if not s.text.strip(OTHER_MARK):
                    continue  # marks that are no symbols: specks, strokes
                p = s.place
                box = (
                    strips[i]
                    .box(p.start * strips[i].width, p.end * strips[i].width, image.dpi, p.top, p.bottom)
                    .clamped(image.width, image.height)
                )
                words.append(ReadWord(Word(s.text, box, s.confidence, seated[i].line, seated[i].block), i, p))
        notes: list[Message] = []
        if abs(skew) > 0.3:
            notes.append(message("vision.note_skew", degrees=f"{skew:.1f}"))
        segments = tuple(Segment(line.strip, line.lattice, line.picture) for line in lines)
        script = _script_of([w.word.text for w in words])
        covered = (*spoilt(lines, pictures), *overprinted(lines, pictures))
        places = tuple(Box(*area).scaled(72 / image.dpi) for area in covered)
        return self._reading(image, script, skew, tuple(words), segments, tuple(notes), places, unread=unread)

    def _read_all(self, pictures: Pictures, asked: Sequence[Ask], denoise: float, cyrillic: bool) -> list[Line]:
        """Strips read in pictures of the page; as `cyrillic` too where the page has such lines."""
        recogniser = self._networks()[1]
        crops = [[cut(pictures.of(n), a.strip, denoise=denoise) for n in a.pictures] for a in asked]
        wanted = [c for own, a in zip(crops, asked, strict=True) for c in (own[1:] if a.known else own)]
        fresh = iter(recogniser.read(wanted))
        out: list[Line] = []
        for a, own in zip(asked, crops, strict=True):
            found = joint([a.known or next(fresh), *(next(fresh) for _ in own[1:])])
            words = spell(found.lattice, own[found.best])
            best = found.best
            if cyrillic:
                assert self._cyrillic is not None
                shown = [cut(pictures.of(n), a.strip, CROP_HEIGHT, denoise=denoise) for n in a.pictures]
                readings = self._cyrillic.read(shown)
                first = surest([[(t.text, t.confidence) for t in r] for r in readings])
                if _is_cyrillic(readings[first], found.lattice):
                    words, best = merge_tokens(readings[first], found.lattice), first
            out.append(Line(a.strip, found.lattice, words, a.pictures[best]))
        return out

    def _reading(
        self,
        image: PageImage,
        script: Script,
        skew: float,
        words: tuple[ReadWord, ...],
        segments: tuple[Segment, ...],
        notes: tuple[Message, ...] = (),
        places: tuple[Box, ...] = (),
        *,
        blank: bool = False,
        unread: bool = False,
    ) -> Reading:
        engine = weights_name()
        if script in ("cyrillic", "mixed"):
            engine = f"{engine}; {self._cyrillic_name()}"
        return Reading(
            image.page,
            image.width,
            image.height,
            image.dpi,
            engine,
            script,
            skew,
            words,
            segments,
            notes,
            blank,
            unread,
            places,
        )

    def _cyrillic_name(self) -> str:
        model = find_model()
        return f"tesseract {tesseract_version()} {model.label}" if model and tesseract_version() else "no Cyrillic"

    def _cyrillic_tokens(
        self,
        gray: Gray,
        strips: Sequence[Strip],
        crops: Sequence[Gray],
        lattices: Sequence[Lattice],
        denoise: float,
    ) -> tuple[dict[int, tuple[Token, ...]], bool]:
        """Tokens of the strips that are Cyrillic, by strip number; and whether much text is left that nothing reads.

        Decided from the looks of each line: the Latin network leaves its ink unread. Where that befalls a good part
        of the page, all its lines are tried, since capitals such as "TOTAL" look the same in both alphabets.
        """
        suspects = [
            i
            for i, (lattice, crop) in enumerate(zip(lattices, crops, strict=True))
            if is_sparse(lattice, crop) or (lattice.confidence < 0.85 and strips[i].width > 2 * strips[i].height)
        ]
        wide = sum(strips[i].width for i in suspects)
        heavy = wide > 0.3 * sum(s.width for s in strips) and len(suspects) > 1
        if not suspects:
            return {}, False
        if missing_cyrillic() is not None:
            return {}, heavy
        if self._cyrillic is None:
            self._cyrillic = CyrillicReader(self._threads)
        tokens = self._try(gray, strips, suspects, lattices, denoise)
        if heavy and sum(strips[i].width for i in tokens) > 0.4 * wide:
            rest = [i for i in range(len(strips)) if i not in suspects]
            tokens |= self._try(gray, strips, rest, lattices, denoise)
        unread = heavy and sum(strips[i].width for i in suspects if i not in tokens) > 0.6 * wide
        return tokens, unread

    def _try(
        self,
        gray: Gray,
        strips: Sequence[Strip],
        which: Sequence[int],
        lattices: Sequence[Lattice],
        denoise: float,
    ) -> dict[int, tuple[Token, ...]]:
        """Reads strips as Cyrillic and keeps those that turn out to be."""
        assert self._cyrillic is not None
        read = self._cyrillic.read([cut(gray, strips[i], CROP_HEIGHT, denoise=denoise) for i in which])
        return {i: t for i, t in zip(which, read, strict=True) if _is_cyrillic(t, lattices[i])}


def _to_height(crop: Gray, height: int) -> Gray:
    width = int(np.clip(round(crop.shape[1] * height / crop.shape[0]), 8, MAX_STRIP_WIDTH))
    return np.asarray(cv2.resize(crop, (width, height), interpolation=cv2.INTER_CUBIC), dtype=np.uint8)


def _is_cyrillic(tokens: Sequence[Token], lattice: Lattice) -> bool:
    text = "".join(t.text for t in tokens)
    letters = len(_LETTER.findall(text))
    if "№" not in text and (letters == 0 or len(_CYRILLIC.findall(text)) < 0.3 * letters):
        return False
    if not any(c.isalnum() for c in lattice.text):
        # Nothing else reads this line: one word of it that is sure is better than none.
        return max(t.confidence for t in tokens) > 0.45
    size = sum(len(t.text) for t in tokens)
    confidence = sum(t.confidence * len(t.text) for t in tokens) / size
    latin = lattice.confidence if _LATIN_ONLY.search(lattice.text) else 0.0
    return confidence > 0.45 and confidence > latin - 0.25


def merge_tokens(tokens: Sequence[Token], lattice: Lattice) -> tuple[Spelled, ...]:
    """Cyrillic words from Tesseract; numbers and Latin words confirmed or corrected by the lattice of the same line.

    Two recognisers, one line: where they agree on a number it is certain; where they differ the lattice is believed
    if it is sure (it reads digits best), else the word's confidence is lowered.
    """
    out: list[Spelled] = []
    for token in _with_whole_numbers(tokens, lattice):
        slack = 1
        first = max(0, int(np.floor(token.start * lattice.steps)) - slack)
        last = min(lattice.steps, int(np.ceil(token.end * lattice.steps)) + slack)
        text, confidence = _checked(token, lattice, first, last)
        place = Place(first, last, token.start, token.end, token.top, token.bottom)
        out.append(Spelled(text, confidence, place))
    return tuple(out)


def _with_whole_numbers(tokens: Sequence[Token], lattice: Lattice) -> list[Token]:
    """Tokens that stand without a gap where the lattice surely reads one number, as one token that is this number."""
    out = list(tokens)
    for found in _NUMBER.finditer(lattice.text):
        own = lattice.symbols[found.start() : found.end()]
        if min(s.probability for s in own) < 0.8:
            continue
        start, end = own[0].start / lattice.steps, own[-1].end / lattice.steps
        within = [k for k, t in enumerate(out) if start <= (t.start + t.end) / 2 <= end]
        parts = [out[k] for k in within]
        gaps = [(b.start - a.end) * lattice.steps * STEP_PIXELS / LINE_HEIGHT for a, b in pairwise(parts)]
        if parts and gaps and max(gaps) < _TIGHT and not all(t.text.isdigit() for t in parts):
            whole = Token(
                found.group(),
                parts[0].start,
                parts[-1].end,
                min(t.top for t in parts),
                max(t.bottom for t in parts),
                min(s.probability for s in own),
            )
            out[within[0] : within[-1] + 1] = [whole]
    return out


def _checked(token: Token, lattice: Lattice, first: int, last: int) -> tuple[str, float]:
    inside = [s for s in lattice.symbols if first <= (s.start + s.end) / 2 <= last]
    seen = "".join(s.char for s in inside).strip()
    sure = min((s.probability for s in inside if s.char != " "), default=0.0)
    number = _NUMBER.search(token.text)
    if number:
        own = number.group()
        agreed = align(lattice, own, first, last)
        rival = max(_NUMBER.findall(seen), key=len, default="")
        if own in _NUMBER.findall(seen) or (agreed and agreed.score > -0.7 and len(rival) <= len(own)):
            return token.text, max(token.confidence, 0.9)
        if token.text.startswith("№") and not rival and _digit_chance(lattice, first, last) < 0.3:
            return "№", token.confidence  # the sign's own tail read as a digit
        digits = [s.probability for s in inside if s.char in rival]
        # A shorter one is no correction: beside letters that it doesn't know the network loses digits.
        if len(rival) >= len(own) and min(digits, default=0.0) > 0.8:
            return token.text[: number.start()] + rival + token.text[number.end() :], min(digits)
        return token.text, min(token.confidence, 0.5)
    if not _CYRILLIC.search(token.text) or token.confidence < 0.6:
        fits = len(seen) >= 0.7 * len(token.text)
        if fits and sure > 0.85 and (_LATIN_ONLY.search(seen) or _NUMBER.search(seen)):
            return seen, sure
    return token.text, token.confidence


def _digit_chance(lattice: Lattice, first: int, last: int) -> float:
    """The best probability of any digit in steps `first` .. `last`."""
    columns = [INDEX[d] for d in "0123456789"]
    return float(np.exp(lattice.log[first:last, columns].max())) if last > first else 0.0


def _bounded(strip: Strip) -> list[Strip]:
    """A strip too long for the network in parts. Only banners are: 3200 pixels at height 48 is 67 line heights."""
    parts = int(np.ceil(strip.width * 48 / max(strip.height, 1.0) / MAX_STRIP_WIDTH))
    if parts < 2:
        return [strip]
    edges = np.linspace(0, strip.width, parts + 1)
    return [strip.part(float(a), float(b)) for a, b in pairwise(edges)]


def _script_of(texts: Sequence[str]) -> Script:
    joined = "".join(texts)
    letters = len(_LETTER.findall(joined))
    if letters == 0:
        return "other" if joined else "none"
    share = len(_CYRILLIC.findall(joined)) / letters
    return "cyrillic" if share > 0.8 else "mixed" if share > 0.15 else "latin"
