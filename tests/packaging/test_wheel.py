"""What a user gets who installs AtomCite."""

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--outdir", str(out), str(ROOT)], check=True, capture_output=True
    )
    (built,) = out.glob("*.whl")
    return built


def test_the_wheel_owns_one_top_level_name_and_is_whole(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {n.split("/")[0] for n in names if ".dist-info/" not in n} == {"atomcite"}
    packed = {n.removeprefix("atomcite/") for n in names}
    assert "py.typed" in packed
    for folder, home in [
        ("atomcite", ""), ("ocr", "ocr/"), ("vision", "vision/"), ("policies", "policies/"),
        ("benchmarks", "benchmarks/"),
    ]:  # fmt: skip
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in {".py", ".toml", ".json", ".jinja", ".html", ".css", ".typ"}:
                assert home + path.relative_to(ROOT / folder).as_posix() in packed


@pytest.mark.slow
def test_a_fresh_environment_runs_the_commands_outside_the_source_tree(wheel: Path, tmp_path: Path) -> None:
    home = tmp_path / "venv"
    venv.create(home, with_pip=True)
    python = home / "bin" / "python"
    subprocess.run(
        [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(wheel)],
        check=True,
        capture_output=True,
    )

    def run(*command: str) -> str:
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
        return done.stdout

    assert "atomcite" in run(str(home / "bin" / "atomcite"), "--version")
    assert "verify" in run(str(home / "bin" / "atomcite"), "--help")
    assert "reader" in run(str(home / "bin" / "atomcite"), "engines")
    imported = "import atomcite, atomcite.ocr, atomcite.vision, atomcite.policies, atomcite.benchmarks; "
    heavy = "import sys; print(sorted({'torch', 'transformers', 'paddle', 'numpy', 'cv2'} & set(sys.modules)))"
    assert run(str(python), "-c", "import atomcite; " + heavy).strip() == "[]"
    assert "default" in run(str(python), "-c", imported + "print(atomcite.policies.presets())")
