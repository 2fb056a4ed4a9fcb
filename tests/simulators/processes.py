"""A simulator in a process of its own, started as `tileledger up` starts it."""

import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.ports import port_told
from tests.warm import MODULE, WARM

PATIENCE = 30.0
_ROOT = Path(__file__).parents[2]


@contextmanager
def running(module: str, *further: str, options: Sequence[str] = ()) -> Iterator[list[int]]:
    """`python -m module`, stopped at the end: the ports where it listens, each one that was free.

    Args:
        further: options that take a port, beside `--port`.
        options: more of its options.
    """
    asked = [f"{option}=0" for option in ("--port", *further)]
    command = [sys.executable, "-c", MODULE, module, *asked, *options]
    process = WARM(command, cwd=_ROOT, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield [port_told(process.stdout.readline()) for _ in asked]
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)


def get(port: int, path: str) -> tuple[int, bytes]:
    return send(port, path, "GET")


def send(port: int, path: str, verb: str = "POST", body: bytes | None = None) -> tuple[int, bytes]:
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", body, method=verb)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as response:
            return response.status, response.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read()
