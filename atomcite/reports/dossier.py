"""The dossier: the folder that a run leaves, with everything to review, replay and audit it.

========================= ==========================================================================
result.json               the result, as `atomcite.reports.wire` describes it
result.schema.json        JSON Schema of result.json
run.json                  the same without loss, raw replies of models included: `read_run` reads it
report.html, report.md    for people
answer.corrected.md       the corrected answer, where there was an answer
answer.patch.json         what was changed in it and how to change it back
pages/page-0007.png       the pages that the report shows, by position in the file
events.jsonl              what was done, event by event, each with the hash of the one before
manifest.json             hashes of all of it, settings, policy and versions: `atomcite.audit`
========================= ==========================================================================

On request (`MoreReports`):

========================= ==========================================================================
report.xlsx               a row a claim, and a summary
annotated.pdf             the document with the findings on its pages
answer.corrected.docx     the corrected answer with tracked changes
report.junit.xml          for the test pages of build pipelines
report.sarif              for their code-scanning pages
========================= ==========================================================================
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex

import numpy as np
from PIL import Image
from PIL.PngImagePlugin import PngInfo
from pydantic import BaseModel, ValidationError

from atomcite.audit import EVENTS, MANIFEST, Journal, pixels_digest, seal
from atomcite.domain import Language, PageImage, Report
from atomcite.errors import DocumentNotFound, OutputError
from atomcite.reports.forms import FILES, MoreReports, picture_name
from atomcite.reports.html import to_html
from atomcite.reports.markdown import to_markdown
from atomcite.reports.pictures import without_colour
from atomcite.reports.places import PageImages
from atomcite.reports.untrusted import without_secrets
from atomcite.reports.wire import SCHEMA, dumps, schema_text, to_json

Patch = BaseModel | Mapping[str, object] | Sequence[Mapping[str, object]]

_IGNORED = frozenset({".DS_Store", "Thumbs.db", "desktop.ini"})
_TEMPORARY = re.compile(r"\.atomcite-.*\.part")
_TURNED = "AtomCite-turned"
"""Key of the quarter turn in a page's PNG: without it, places on the picture are none in the document."""
_PAGE = re.compile(r"page-\d{4,}\.png")


def write_dossier(
    folder: str | Path,
    report: Report,
    images: PageImages,
    language: Language = "en",
    corrected: str | bytes | None = None,
    patch: Patch | None = None,
    more: MoreReports | None = None,
    policy: str | None = None,
    journal: Journal | None = None,
) -> list[Path]:
    """Write the dossier of `report` into `folder` and return what was written, in the order of writing.

    A folder that holds a dossier of the same document gets the new one: files of the old one that the new one does
    not have are removed, files of other names stay. Each file appears whole or not at all. `images` is asked once for
    each page that the report shows, and again for the forms of `more` that need pictures. `corrected` as bytes keeps
    the encoding of the answer's file. For the seal, `policy` is the policy that decided, as JSON text, and `journal`
    what was done. Raises OutputError when the folder holds something else or can't be written.
    """
    writer = _Writer(Path(folder))
    return writer.write(report, images, language, corrected, patch, more or MoreReports(), policy, journal)


def claim_folder(folder: str | Path, sha256: str) -> None:
    """Make `folder` if it isn't there: a run that could not leave its dossier fails before it reads anything.
    `sha256` is that of the run's document.

    Raises OutputError when the folder holds something else or the dossier of another document, or can't be written.
    """
    with _writing(Path(folder)):
        _Writer(Path(folder)).claim(sha256)


def read_run(folder: str | Path) -> Report:
    """The report of the dossier in `folder`, as it was when it was written.

    Raises DocumentNotFound when there is no such folder, OutputError when it holds no dossier, or one that can't be
    read.
    """
    path = Path(folder) / "run.json"
    hint = "Give the folder that a run wrote with --out."
    if not Path(folder).exists():
        raise DocumentNotFound(f"There is no run at {folder}.", hint)
    try:
        return Report.model_validate_json(path.read_bytes())
    except OSError as error:
        raise OutputError(
            f"{folder} holds no dossier to read: {path.name}: {error.strerror or error}", hint
        ) from error
    except ValidationError as error:
        raise OutputError(
            f"{path} is damaged or comes from another version ({error.error_count()} errors in it)",
            "Run the verification again into the same folder.",
        ) from error


def pages_of_run(folder: str | Path) -> PageImages:
    """The page pictures that the dossier in `folder` holds, by physical page; None for a page that it has not."""

    def page(number: int) -> PageImage | None:
        path = _page_path(Path(folder), number)
        if not path.is_file():
            return None
        with Image.open(path) as picture:
            # PNG keeps whole pixels per metre: 200 dpi comes back as 199.9996.
            dpi = round(float(picture.info.get("dpi", (72.0,))[0]), 1)
            turned = int(getattr(picture, "text", {}).get(_TURNED, 0))
            pixels = np.asarray(picture.convert("RGB"))
        pixels.flags.writeable = False
        return PageImage(page=number, pixels=pixels, dpi=dpi, turned=turned)

    return page


def is_dossier(folder: Path) -> bool:
    """True when `folder` holds a dossier, whole or begun."""
    return _says(folder / "result.schema.json", "$id", _schema_id()) or _says(
        folder / "result.json", "schema", SCHEMA
    )


def _document_of(folder: Path) -> dict[str, str] | None:
    """Name and hash of the document that the dossier in `folder` is of; None without a dossier that tells."""
    try:
        document = json.loads((folder / "run.json").read_bytes())["document"]
        return {key: str(document[key]) for key in ("name", "sha256")}
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _page_path(folder: Path, page: int) -> Path:
    return folder / picture_name(page)


def _schema_id() -> str:
    found = json.loads(schema_text())["$id"]
    assert isinstance(found, str)
    return found


def _says(path: Path, key: str, value: str) -> bool:
    """True when the JSON object at `path` has `value` at `key`, the version after its last ":" or "/" left aside."""
    try:
        data = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return False
    said = data.get(key) if isinstance(data, dict) else None
    return isinstance(said, str) and re.split(r"[:/]\d+$", said)[0] == re.split(r"[:/]\d+$", value)[0]


class _Writer:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.written: list[Path] = []
        self.pages: set[int] = set()
        self.pictures: dict[str, str] = {}

    def write(
        self,
        report: Report,
        images: PageImages,
        language: Language,
        corrected: str | bytes | None,
        patch: Patch | None,
        more: MoreReports,
        policy: str | None,
        journal: Journal | None,
    ) -> list[Path]:
        with _writing(self.folder):
            self.claim(report.document.sha256)
        # First, so that a folder that a stopped run left is known for what it is.
        self._text("result.schema.json", schema_text())
        clean = without_secrets(report)
        self._text("run.json", clean.model_dump_json(indent=2) + "\n")
        self._text("report.html", to_html(clean, lambda page: self._page(page, images), language, more.page_link))
        self._text("report.md", to_markdown(clean, language))
        if corrected is not None:
            self._text("answer.corrected.md", corrected)
        if patch is not None:
            self._text("answer.patch.json", _patch_text(patch))
        for name, content in more.files(clean, images, language, self.pages):
            self._text(name, content)
        self._text("result.json", dumps(to_json(clean, language)) + "\n")
        with _writing(self.folder):
            self._remove_old()
            sealed = seal(self.folder, self.written, clean, policy=policy, pictures=self.pictures, journal=journal)
        self._text(EVENTS, sealed.events)
        self._text(MANIFEST, sealed.manifest)
        return self.written

    def claim(self, sha256: str) -> None:
        if self.folder.exists() and not self.folder.is_dir():
            raise OutputError(f"{self.folder} is a file, not a folder", "Give a folder for the dossier.")
        self.folder.mkdir(parents=True, exist_ok=True)
        holds = [p.name for p in self.folder.iterdir() if p.name not in _IGNORED and not _TEMPORARY.fullmatch(p.name)]
        if holds and not is_dossier(self.folder):
            raise OutputError(
                f"{self.folder} is not empty and holds no dossier ({_some(holds)})",
                "Give an empty or new folder: nothing of yours is overwritten.",
            )
        other = _document_of(self.folder)
        if other and other["sha256"] != sha256:
            raise OutputError(
                f"{self.folder} holds the dossier of another document or another state of it ({other['name']})",
                "Give another folder, or remove that dossier first: what was found there would be lost.",
            )

    def _page(self, page: int, images: PageImages) -> PageImage | None:
        """The page for the report, kept as a file on its way."""
        image = images(page)
        if image is not None:
            path = _page_path(self.folder, page)
            self.pages.add(page)
            with _writing(path):
                path.parent.mkdir(exist_ok=True)
                with _replacing(path) as temporary:
                    # Scans hardly shrink at higher levels, which take several times as long.
                    told = PngInfo()
                    told.add_text(_TURNED, str(image.turned))
                    dpi = (image.dpi, image.dpi)
                    without_colour(image).save(temporary, "PNG", compress_level=3, dpi=dpi, pnginfo=told)
            self.written.append(path)
            self.pictures[path.relative_to(self.folder).as_posix()] = pixels_digest(image.pixels)
        return image

    def _text(self, name: str, text: str | bytes) -> None:
        path = self.folder / name
        with _writing(path), _replacing(path) as temporary:
            # Bytes, since the line ends of an answer are to stay as they are on every system.
            temporary.write_bytes(text.encode("utf-8") if isinstance(text, str) else text)
        self.written.append(path)

    def _remove_old(self) -> None:
        names = (EVENTS, MANIFEST, "answer.corrected.md", "answer.patch.json", *FILES.values())
        old = [self.folder / name for name in names]
        for folder in (self.folder, self.folder / "pages"):
            if folder.is_dir():
                old += [p for p in folder.iterdir() if _TEMPORARY.fullmatch(p.name)]
                old += [p for p in folder.iterdir() if folder.name == "pages" and _PAGE.fullmatch(p.name)]
        for path in old:
            if path not in self.written:
                path.unlink(missing_ok=True)


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    """Makes what the system says of `path` an error that says what to do."""
    try:
        yield
    except OSError as error:
        raise OutputError(
            f"{path} can't be written: {error.strerror or error}",
            "Check that the folder may be written and that there is room on the disk, or give another one.",
        ) from error


@contextmanager
def _replacing(path: Path) -> Iterator[Path]:
    """A temporary file beside `path` that takes its place when all went well."""
    temporary = path.with_name(f".atomcite-{token_hex(6)}.part")
    try:
        yield temporary
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def _patch_text(patch: Patch) -> str:
    return (patch.model_dump_json(indent=2) if isinstance(patch, BaseModel) else dumps(patch)) + "\n"


def _some(names: list[str]) -> str:
    shown = ", ".join(sorted(names)[:3])
    return shown if len(names) <= 3 else f"{shown}, ..."
