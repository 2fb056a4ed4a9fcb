"""A simulator in a process of its own, started as `tileledger up` starts it."""

import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PATIENCE = 30.0
_ROOT = Path(__file__).parents[2]


@contextmanager
def running(module: str, port: int, *arguments: str) -> Iterator["subprocess.Popen[bytes]"]:
    """`python -m module --port …`, once it answers; stopped at the end."""
    process = subprocess.Popen(
        [sys.executable, "-m", module, "--port", str(port), *arguments], cwd=_ROOT, stderr=subprocess.PIPE
    )
    try:
        deadline = time.monotonic() + PATIENCE
        while not answers(port):
            assert process.poll() is None, process.communicate()[1].decode()
            assert time.monotonic() < deadline, f"{module} did not come up"
            time.sleep(0.05)
        yield process
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)


def answers(port: int) -> bool:
    try:
        return get(port, "/")[0] == 200
    except OSError:
        return False


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
