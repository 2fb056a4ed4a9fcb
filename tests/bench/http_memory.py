"""What `tileledger up` takes of the memory: each process, and all together.

RSS counts what processes share once for each; PSS divides it among them, so that its sum is what they take.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from tests.api.served import Server

MOST_MEGABYTES = 400
SECONDS_TO_SETTLE = 15
_PATIENCE = 300
_ROOT = Path(__file__).parents[2]
_PORTS = ("telegram", "observatory", "mail", "smtp")
_READS = ("/", "/t/hk-2026/standings", "/t/hk-2026/results", "/api/v1/tournaments/hk-2026/sessions")
_TIMES = 8


class Process(msgspec.Struct, frozen=True):
    """One process and what it takes, in kilobytes; `copied` is what it wrote to and shares with none."""

    what: str
    rss: int
    pss: int
    copied: int


def measure() -> None:
    """Print what a demo that runs takes after a few reads."""
    with _up() as process:
        found = sorted(_processes(process.pid), key=lambda each: -each.pss)
    print(f"\nmemory of `tileledger up`, MB{'':<34}{'RSS':>8}{'PSS':>8}{'copied':>9}")
    for each in found:
        print(f"  {each.what:<60}{each.rss / 1024:>8.1f}{each.pss / 1024:>8.1f}{each.copied / 1024:>9.1f}")
    rss, pss = sum(each.rss for each in found) / 1024, sum(each.pss for each in found) / 1024
    verdict = "met" if pss <= MOST_MEGABYTES else "NOT MET"
    print(f"  {'in all':<60}{rss:>8.1f}{pss:>8.1f}   target {MOST_MEGABYTES} of PSS: {verdict}")


@contextmanager
def _up() -> Iterator["subprocess.Popen[bytes]"]:
    """`tileledger up` on an empty folder, read a little."""
    environment = {name: text for name, text in os.environ.items() if not name.startswith("TILELEDGER_")}
    environment |= {"PYTHONPATH": str(_ROOT), "TILELEDGER_BIND": "127.0.0.1:0"}
    ports = [part for name in _PORTS for part in (f"--{name}-port", "0")]
    with tempfile.TemporaryDirectory(prefix="tl-bench-") as folder:
        log = Path(folder) / "printed"
        with log.open("wb") as printed:
            process = subprocess.Popen(
                [sys.executable, "-m", "services.cli", "up", *ports],
                cwd=folder,
                env=environment,
                stdout=printed,
                start_new_session=True,
            )
        try:
            _read(process, log)
            yield process
        finally:
            os.killpg(process.pid, signal.SIGINT)
            process.wait(_PATIENCE)


def _read(process: "subprocess.Popen[bytes]", log: Path) -> None:
    deadline = time.monotonic() + _PATIENCE
    while not (told := re.search(r"^Tileledger +http://\S+:(\d+)/", log.read_text(), re.M)):
        assert process.poll() is None, "it has ended"
        assert time.monotonic() < deadline, "it did not come up"
        time.sleep(0.5)
    with log.open("rb") as prints:
        server = Server(process, int(told[1]), prints)
        server.wait_until(lambda: server.answers("/readyz?worker"))
        for _ in range(_TIMES):
            for path in _READS:
                server.get(path)
    time.sleep(SECONDS_TO_SETTLE)


def _processes(pid: int) -> Iterator[Process]:
    """This process and all that it has started, and what those have."""
    sizes = {}
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:]:
        name, _, amount = line.partition(":")
        sizes[name] = int(amount.split()[0])
    name = Path(f"/proc/{pid}/comm").read_text().strip()
    words = Path(f"/proc/{pid}/cmdline").read_bytes().decode().split("\0")
    private = sizes["Private_Dirty"]
    yield Process(_called(name, words), sizes["Rss"], sizes["Pss"], private)
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            yield from _processes(int(child))


def _called(name: str, words: list[str]) -> str:
    """What a process is: by its name (`shared.children`), else by how it was started."""
    text = " ".join(word for word in words[1:] if word)
    if name.startswith("tl-"):
        return name
    return " ".join(word for word in text.split() if not word.isdigit())[-58:]
