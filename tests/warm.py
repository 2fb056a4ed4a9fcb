"""Programs of tests in processes that have the product imported: copies of one that did so once.

To import it takes a second of a processor, and tests start a hundred such programs. `WARM` makes what
`subprocess.Popen` makes of `python -c program …`; what happens before the product is imported, and how much
memory a process takes, is tried with that.
"""

import atexit
import os
import select
import socket
import subprocess
import sys
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import msgspec

import bots
import services
import shared
from infra import mail_sink, observatory_simulator, telegram_simulator
from shared.catalogue import catalogue, languages

_FIRST = "from tests.warm import next_program; exec(next_program())"
_LONGEST = 1_000_000
_PIPES = ("p2cread", "p2cwrite", "c2pread", "c2pwrite", "errread", "errwrite")


@cache
def first() -> tuple["subprocess.Popen[bytes]", str]:
    """The process that is copied, and where it listens. It ends once this one and its forks have."""
    # Without a place in any folder: nothing is left.
    address = f"\0tl-warm-{os.getpid()}"
    root = str(Path(__file__).parents[1])
    process = subprocess.Popen(
        [sys.executable, "-c", _FIRST, address[1:]],
        cwd=root,
        env={**os.environ, "PYTHONPATH": root},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stdout.readline() == b"listening\n"
    for end in (process.wait, process.stdin.close, process.stdout.close):  # the last one first
        atexit.register(end)
    return process, address


class _WarmProgram(subprocess.Popen[Any]):
    def _execute_child(self, args: Any, *how: Any) -> None:
        names = subprocess.Popen._execute_child.__code__.co_varnames[2:]  # type: ignore[attr-defined]
        given = dict(zip(names, how, strict=False))
        self._line = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._line.connect(first()[1])
        what = msgspec.json.encode((args[2:], str(given["cwd"]), dict(given["env"] or os.environ)))
        printed, errors = given["c2pwrite"], given["errwrite"]
        socket.send_fds(self._line, [what], [printed, 2 if errors == -1 else errors])
        self.pid = int(self._line.recv(_LONGEST))
        self._child_created = True
        self._close_pipe_fds(*(given[name] for name in _PIPES))  # type: ignore[attr-defined]

    def _internal_poll(self, *_: object, **__: object) -> int | None:
        if self.returncode is None:
            number, status = self._try_wait(os.WNOHANG)
            if number:
                self._handle_exitstatus(status)  # type: ignore[attr-defined]
        return self.returncode

    def _try_wait(self, flags: int) -> tuple[int, int]:
        if flags and not select.select([self._line], [], [], 0)[0]:
            return 0, 0
        status = int(self._line.recv(_LONGEST))
        self._line.close()
        return self.pid, status


WARM: type[subprocess.Popen[Any]] = _WarmProgram if sys.platform == "linux" else subprocess.Popen
"""Elsewhere sockets have no such addresses and hand over no messages."""
MODULE = "import runpy, sys; runpy.run_module(sys.argv.pop(1), run_name='__main__', alter_sys=True)"
"""Runs a module that is named, as `python -m` does."""


def next_program() -> str:
    """In the process that is copied: wait; in each copy: come back with what it is to run."""
    # Where a program keeps its figures its environment says when this is imported.
    sys.modules["prometheus_client"] = None  # type: ignore[assignment]
    for package in (shared, services, bots, telegram_simulator, observatory_simulator, mail_sink):
        for found in walk_packages(package.__path__, f"{package.__name__}."):
            if not found.name.endswith("__main__"):
                with suppress(ImportError):
                    import_module(found.name)
    del sys.modules["prometheus_client"]
    for module in ("infra.migrations.readiness", "alembic.context", "alembic.operations"):
        import_module(module)
    for language in languages():
        catalogue(language)
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    listening.bind(f"\0{sys.argv[1]}")
    listening.listen(100)
    sys.stdout.write("listening\n")
    sys.stdout.flush()
    while True:
        ready = select.select([0, listening.fileno()], [], [])[0]
        if 0 in ready:
            os._exit(0)
        line = listening.accept()[0]
        if os.fork() == 0:
            if os.fork():
                os._exit(0)
            listening.close()
            return _copied(line)
        line.close()
        os.wait()


def _copied(line: socket.socket) -> str:
    """A process that waits for the copy, and the copy."""
    what, files, *_ = socket.recv_fds(line, _LONGEST, 2)
    (text, *arguments), folder, environment = msgspec.json.decode(what)
    copy = os.fork()
    if copy:
        line.send(str(copy).encode())
        for file in files:
            os.close(file)
        line.send(str(os.waitpid(copy, 0)[1]).encode())
        os._exit(0)
    line.close()
    os.setsid()
    for place, file in enumerate((os.open(os.devnull, os.O_RDONLY), *files)):
        os.dup2(file, place)
        os.close(file)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv[1:] = arguments
    return str(text)
