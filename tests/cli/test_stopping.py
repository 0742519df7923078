"""Ctrl-C, as the program gets it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import typst

PAGES = 12


def command(work: Path, *options: str) -> tuple[list[str], dict[str, str]]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("ATOMCITE_", "OPENAI_"))}
    environment = kept | {
        "ATOMCITE_CACHE": str(work / "cache"),
        "ATOMCITE_CONFIG": str(work / "none.toml"),
        "OMP_THREAD_LIMIT": "1",
    }
    return [sys.executable, "-m", "atomcite", "verify", "long.pdf", "claims.jsonl", *options], environment


@pytest.mark.slow
def test_a_stopped_run_says_what_was_kept_and_goes_on_from_there(tmp_path: Path) -> None:
    pages = "\n#pagebreak()\n".join(
        f"Store {n} sold {n * 137} bicycles. " * 12 + "\n#lorem(180)" for n in range(1, PAGES + 1)
    )
    (tmp_path / "long.pdf").write_bytes(typst.compile(pages.encode()))
    claims = [{"statement": f"Store {n} sold {n * 137} bicycles", "pages": [n]} for n in range(1, PAGES + 1)]
    (tmp_path / "claims.jsonl").write_text("".join(json.dumps(c) + "\n" for c in claims), "utf-8")
    arguments, environment = command(
        tmp_path, "--format", "json", "--ocr", "tesseract", "--image", "none", "--out", "run"
    )
    started = subprocess.Popen(
        arguments, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    # Stopped in the midst of the work: some page has been read, and not all.
    deadline = time.monotonic() + 240
    while started.poll() is None and time.monotonic() < deadline and not list((tmp_path / "cache").rglob("*ocr*/*")):
        time.sleep(0.05)
    started.send_signal(signal.SIGINT)
    out, err = started.communicate(timeout=240)
    assert (started.returncode, out) == (130, "")
    assert err.strip() == "Stopped, no result was written. What was read is in the cache: run it again to go on."
    assert not list((tmp_path / "run").glob("*"))
    again = subprocess.run(arguments, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300)
    result = json.loads(again.stdout)
    assert result["summary"]["all_correct"]
    assert 0 < result["counters"]["pages_read_text"] < PAGES
