"""A headless Chromium that a test drives as a person would: by keys and clicks, over the DevTools protocol.

The protocol's pipe needs nothing but the browser: messages are JSON, each ended by a zero byte, on the descriptors
3 and 4 (chromium --remote-debugging-pipe).
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Tab:
    def __init__(self, to_browser: int, from_browser: int) -> None:
        self._to, self._from = to_browser, from_browser
        self._number = 0
        self._rest = b""
        self._session: str | None = None
        self.errors: list[str] = []

    def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self._rest:
                part = os.read(self._from, 1 << 20)
                assert part, "the browser went away"
                self._rest += part
            raw, self._rest = self._rest.split(b"\0", 1)
            reply = json.loads(raw)
            if reply.get("method") == "Runtime.exceptionThrown":
                self.errors.append(str(reply["params"]["exceptionDetails"]))
            if reply.get("id") == self._number:
                assert "error" not in reply, f"{method}: {reply['error']}"
                return reply["result"]

    def open(self, url: str, downloads: Path) -> None:
        self.send("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(downloads))
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.send("Runtime.enable")
        self.load(url)

    def load(self, url: str) -> None:
        self.send("Page.navigate", url=url)
        self.wait("document.readyState === 'complete' && location.href !== 'about:blank'")

    def js(self, expression: str) -> Any:
        result = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    def wait(self, expression: str) -> None:
        for _ in range(200):
            if self.js(expression):
                return
            time.sleep(0.05)
        raise AssertionError(f"never true: {expression}")

    def text(self, selector: str) -> str:
        return self.js(f"document.querySelector({selector!r}).textContent")

    def press(self, *keys: str, code: str = "") -> None:
        for key in keys:
            text = key if len(key) == 1 else ""
            self.send("Input.dispatchKeyEvent", type="keyDown", key=key, code=code, text=text)
            self.send("Input.dispatchKeyEvent", type="keyUp", key=key, code=code)

    def click(self, selector: str) -> None:
        box = self.js(
            f"(() => {{ const r = document.querySelector({selector!r}).getBoundingClientRect();"
            " return [r.x + r.width / 2, r.y + r.height / 2]; })()"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.send("Input.dispatchMouseEvent", type=kind, x=box[0], y=box[1], button="left", clickCount=1)

    def type(self, text: str) -> None:
        self.send("Input.insertText", text=text)


@contextmanager
def browser(url: str, downloads: Path, profile: Path) -> Iterator[Tab]:
    """A tab with `url`, for the time of the context."""
    assert CHROMIUM
    read_in, to_browser = os.pipe()
    from_browser, write_out = os.pipe()
    # Out of the way of 3 and 4, which the child gets.
    ends = [os.dup(fd) for fd in (read_in, write_out)]
    high = [fd if fd > 4 else os.dup(os.dup(os.dup(fd))) for fd in ends]

    def place() -> None:
        os.dup2(high[0], 3)
        os.dup2(high[1], 4)

    process = subprocess.Popen(
        [
            CHROMIUM,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--remote-debugging-pipe",
            f"--user-data-dir={profile}",
            "--window-size=1300,900",
        ],
        preexec_fn=place,
        pass_fds=(3, 4),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    tab = Tab(to_browser, from_browser)
    try:
        tab.open(url, downloads)
        yield tab
    finally:
        process.kill()
        process.wait()
        for fd in {read_in, write_out, to_browser, from_browser, *ends, *high}:
            os.close(fd)
