"""A real browser, led over its debugging protocol; it reaches nothing but this machine.

Two dozen commands are all that is needed, so the protocol is spoken here and no library drives it.
"""

import asyncio
import os
import shutil
import signal
import subprocess
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import aiohttp
import msgspec

PATIENCE = 30.0
_LOOK_EVERY = 0.1
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
    "--remote-debugging-port=0",
)

Event = dict[str, Any]


def chromium() -> str | None:
    """Where Chromium is; None where there is none."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Tab:
    """One page, and what happened there.

    Attributes:
        events: everything the browser told of it, in order.
    """

    def __init__(self, browser: "Browser", session: str) -> None:
        self._browser = browser
        self._session = session
        self.events: list[Event] = browser.events.setdefault(session, [])

    async def send(self, method: str, **parameters: Any) -> Any:
        """A command to the page; its result."""
        return await self._browser.send(method, self._session, **parameters)

    async def open(self, url: str) -> None:
        """Go to an address, and wait until it is loaded."""
        await self.loading(lambda: self.send("Page.navigate", url=url))

    async def loading(self, begin: Callable[[], Any]) -> None:
        """Do what leads to another page, and wait until that is loaded."""
        before = len(self.of("Page.loadEventFired"))
        await begin()
        await self.until(lambda: len(self.of("Page.loadEventFired")) > before)

    async def evaluate(self, script: str) -> Any:
        """What a script in the page gives, once it is there."""
        answer = await self.send("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    async def press(self, key: str, *, text: str = "") -> None:
        """Press a key and let it go."""
        codes = {"Tab": 9, "Enter": 13}
        about = {"key": key, "code": key, "windowsVirtualKeyCode": codes.get(key, 0)}
        await self.send("Input.dispatchKeyEvent", type="keyDown", text=text, **about)
        await self.send("Input.dispatchKeyEvent", type="keyUp", **about)

    def of(self, method: str) -> list[Event]:
        """What was told under a name."""
        return [event["params"] for event in self.events if event["method"] == method]

    async def until(self, holds: Callable[[], object]) -> None:
        """Wait for what is to become true of what the browser told."""
        deadline = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < deadline, [event["method"] for event in self.events][-20:]
            await asyncio.sleep(_LOOK_EVERY)

    async def until_in_page(self, script: str) -> Any:
        """Wait until a script in the page gives something; returns it."""
        deadline = time.monotonic() + PATIENCE
        while not (found := await self.evaluate(script)):
            assert time.monotonic() < deadline, script
            await asyncio.sleep(_LOOK_EVERY)
        return found

    @property
    def complaints(self) -> list[str]:
        """Errors and warnings of the console, exceptions, and what a policy forbade."""
        found = [str(event["exceptionDetails"]) for event in self.of("Runtime.exceptionThrown")]
        found += [
            str(event)
            for event in self.of("Runtime.consoleAPICalled")
            if event["type"] in ("error", "warning")
        ]
        found += [
            event["entry"]["text"]
            for event in self.of("Log.entryAdded")
            if event["entry"]["level"] == "error"
        ]
        issues = [event["issue"] for event in self.of("Audits.issueAdded")]
        return found + [str(issue) for issue in issues if issue["code"] == "ContentSecurityPolicyIssue"]

    @property
    def requested(self) -> list[str]:
        """The addresses that were asked for."""
        return [event["request"]["url"] for event in self.of("Network.requestWillBeSent")]


class Browser:
    """Speaks the protocol over one connection."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._number = 0
        self._awaited: dict[int, asyncio.Future[Any]] = {}
        self.events: dict[str, list[Event]] = {}

    async def send(self, method: str, session: str = "", **parameters: Any) -> Any:
        """A command; its result.

        Raises:
            RuntimeError: the browser refused it.
        """
        self._number += 1
        fields: Event = {"id": self._number, "method": method, "params": parameters}
        awaited = self._awaited[self._number] = asyncio.get_running_loop().create_future()
        if session:
            fields["sessionId"] = session
        await self._socket.send_str(msgspec.json.encode(fields).decode())
        return await asyncio.wait_for(awaited, PATIENCE)

    async def listen(self) -> None:
        """Take in what the browser tells, until it is gone."""
        async for message in self._socket:
            heard = msgspec.json.decode(message.data)
            if "id" not in heard:
                self.events.setdefault(heard.get("sessionId", ""), []).append(heard)
                continue
            awaited = self._awaited.pop(heard["id"])
            if awaited.done():
                continue
            if "error" in heard:
                awaited.set_exception(RuntimeError(heard["error"]["message"]))
            else:
                awaited.set_result(heard["result"])

    async def tab(self) -> Tab:
        """A new page that tells what happens there."""
        made = await self.send("Target.createTarget", url="about:blank")
        attached = await self.send("Target.attachToTarget", targetId=made["targetId"], flatten=True)
        tab = Tab(self, attached["sessionId"])
        for domain in ("Page", "Runtime", "Log", "Network", "Audits", "ServiceWorker"):
            await tab.send(f"{domain}.enable")
        return tab


@asynccontextmanager
async def browsing(folder: Path) -> AsyncIterator[Browser]:
    """A browser with nothing of its own yet, as long as the block lasts.

    Args:
        folder: empty; where it keeps what it keeps.
    """
    program = chromium()
    assert program is not None
    process = subprocess.Popen(
        [program, *FLAGS, f"--user-data-dir={folder}", "about:blank"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        address = await _address(folder / "DevToolsActivePort", process)
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(address, max_msg_size=0) as socket,
        ):
            browser = Browser(socket)
            listening = asyncio.create_task(browser.listen())
            try:
                yield browser
            finally:
                listening.cancel()
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(PATIENCE)


async def _address(file: Path, process: "subprocess.Popen[bytes]") -> str:
    """Where it listens, which it writes down once it does."""
    deadline = time.monotonic() + PATIENCE
    while not file.exists() or len(lines := file.read_text().split()) < 2:
        assert process.poll() is None, f"it ended with {process.returncode}"
        assert time.monotonic() < deadline, "the browser did not come up"
        await asyncio.sleep(_LOOK_EVERY)
    return f"ws://127.0.0.1:{lines[0]}{lines[1]}"
