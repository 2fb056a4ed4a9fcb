"""A server in a process of its own, for tests of what only shows over the wire."""

import http.client
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

import msgspec

from tests.ports import port_told
from tests.warm import WARM

PROGRAM = """
import sys
from services.web import serve
from services.wiring import serve_web
from shared.settings import load_settings

serve._MOST_WORKERS = int(sys.argv[1])
serve._APART = sys.argv[2:] == ["apart"]
serve_web(load_settings(), lambda address: print("Listening on", address, flush=True))
"""
PATIENCE = 60


class Server(msgspec.Struct):
    """A server process, where it listens, and the file that it prints into: a full pipe would hold it up."""

    process: subprocess.Popen[bytes]
    port: int
    prints: IO[bytes]

    @property
    def printed(self) -> str:
        """All that it has printed so far."""
        return all_of(self.prints)

    def get(self, path: str) -> tuple[int, bytes]:
        return self.send("GET", path)

    def send(self, method: str, path: str, **more: object) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request(method, path, **more)  # type: ignore[arg-type]
            response = connection.getresponse()
            return response.status, response.read()
        finally:
            connection.close()

    def wait_until(self, holds: Callable[[], bool]) -> None:
        """Wait for what is to become true while it runs."""
        deadline = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < deadline, "it did not become true"
            time.sleep(0.2)

    def ready(self) -> bool:
        return self.answers("/readyz")

    def not_ready_for(self, check: str) -> bool:
        """Whether the process that answers is not ready, and names this check; each has its own result."""
        status, answer = self.get("/readyz")
        return status == 503 and check.encode() in answer

    def answers(self, path: str) -> bool:
        """Whether it is there, and says yes to a probe."""
        try:
            return self.get(path)[0] == 200
        except OSError:
            return False

    def stop(self, signal_: int) -> tuple[int, str]:
        """Send a signal to the whole group, as Ctrl-C does; the exit code and what it printed then."""
        os.killpg(self.process.pid, signal_)
        return self.process.wait(PATIENCE), self.printed.partition(f":{self.port}\n")[2]


def all_of(file: IO[bytes]) -> str:
    """What a file holds; where the programs that write into it go on is left as it is."""
    return os.pread(file.fileno(), os.fstat(file.fileno()).st_size, 0).decode()


def program(text: str, folder: Path, *arguments: str, **settings: str) -> "subprocess.Popen[bytes]":
    """A Python program in a process group of its own, in a folder with databases and no other settings."""
    return _program(text, folder, arguments, subprocess.PIPE, settings)


def cold_program(text: str, folder: Path) -> "subprocess.Popen[bytes]":
    """The same, which imports the product itself."""
    return _program(text, folder, (), subprocess.PIPE, {}, cold=True)


def _program(
    text: str,
    folder: Path,
    arguments: Sequence[str],
    prints: int | IO[bytes],
    settings: Mapping[str, str],
    *,
    cold: bool = False,
) -> "subprocess.Popen[bytes]":
    environment = {name: value for name, value in os.environ.items() if not name.startswith("TILELEDGER_")}
    return (subprocess.Popen if cold else WARM)(
        [sys.executable, "-c", text, *arguments],
        cwd=folder,
        env={
            **environment,
            "PYTHONPATH": str(Path(__file__).parents[2]),
            "TILELEDGER_LOG_LEVEL": "warning",
            **{f"TILELEDGER_{name}": value for name, value in settings.items()},
        },
        bufsize=0,  # so that what comes after a line that was read is still there
        stdout=prints,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )


def _port_of(process: "subprocess.Popen[bytes]", prints: IO[bytes]) -> int:
    """Where a program says that it listens."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        ended = process.poll() is not None
        for line in all_of(prints).splitlines(keepends=True):
            if line.endswith("\n") and (port := port_told(line)):
                return port
        if ended:
            break
        time.sleep(0.02)
    raise AssertionError(all_of(prints))


@contextmanager
def serving(
    folder: Path,
    *,
    wait_for: str = "/readyz",
    workers: int = 1,
    apart: bool = False,
    program_text: str = PROGRAM,
    cold: bool = False,
    **settings: str,
) -> Iterator[Server]:
    """A server on a folder; it sets its databases up itself. It is there once the probe says yes.

    Args:
        workers: the most processes that answer; each takes a second of a processor to start.
        apart: whether costly requests have one more.
        program_text: what the process runs.
        cold: it imports the product itself.
    """
    arguments = (str(workers), *(("apart",) if apart else ()))
    with TemporaryFile() as prints:
        bound = {"BIND": "127.0.0.1:0", **settings}
        process = _program(program_text, folder, arguments, prints, bound, cold=cold)
        deadline = time.monotonic() + PATIENCE
        try:
            started = Server(process, _port_of(process, prints), prints)
            while not started.answers(wait_for):
                assert process.poll() is None, started.printed
                assert time.monotonic() < deadline, "the server did not come up"
                time.sleep(0.1)
            yield started
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
