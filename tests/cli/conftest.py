"""The command line as a script meets it: its own folder, its own process where that matters."""

import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from services.cli.main import LazyGroup, run
from tests.demo.of_the_program import NAME, play_whole_demo
from tests.made_once import MadeOnce
from tests.simulators.telegram import Telegram, simulating


class Ran(msgspec.Struct, frozen=True):
    """How one call ended."""

    code: int
    out: str
    err: str

    @property
    def answer(self) -> Any:
        return json.loads(self.out)


Command = Callable[..., Ran]
AtHome = Callable[[str, Callable[[], object]], None]


def appoint_chief(of: Command, tournament: str = "cup") -> None:
    """Appoint CR1, the Chief Referee of these tests."""
    body = json.dumps({"referee": "CR1", "name": "Chief", "chief": True}).encode()
    ran = of("submit", tournament, "appoint-referee", stdin=body)
    assert ran.code == 0, ran.err


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder, no settings, an English terminal."""
    monkeypatch.chdir(tmp_path)
    for name in os.environ:
        if name.startswith("TILELEDGER_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    return tmp_path


_FOUND = LazyGroup.get_command


@cache
def _command(group: LazyGroup, name: str) -> Any:
    """A command of the line, which is made of its function in more time than it mostly takes to run."""
    return _FOUND(group, None, name)


@pytest.fixture
def tileledger(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Call the command in this process: `tileledger("rules", "list", stdin=b"…")`."""
    monkeypatch.setattr(LazyGroup, "get_command", lambda self, ctx, name: _command(self, name))

    def call(*arguments: str, stdin: bytes = b"") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        capsys.readouterr()
        code = run(arguments)
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return call


@pytest.fixture(scope="session")
def _simulated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Telegram]:
    with simulating(tmp_path_factory.mktemp("telegram")) as telegram:
        yield telegram


@pytest.fixture
def telegram(_simulated: Telegram, home: Path, monkeypatch: pytest.MonkeyPatch) -> Telegram:
    """The simulator that runs for all tests, for commands that ask who the bot is."""
    monkeypatch.setenv("TILELEDGER_TELEGRAM_API_URL", _simulated.url)
    return _simulated


@pytest.fixture
def at_home(home: Path, made_once: MadeOnce) -> AtHome:
    """Fill the home as a function does, which runs once for all tests: `at_home("played", play)`."""

    def fill(name: str, prepare: Callable[[], object]) -> None:
        def make(folder: Path) -> None:
            prepare()
            shutil.copytree(home, folder, dirs_exist_ok=True)

        made = made_once(f"home {name}", make)
        shutil.copytree(made, home, dirs_exist_ok=True)

    return fill


@pytest.fixture
def whole_demo(home: Path, made_once: MadeOnce) -> Path:
    """The home after `tileledger demo`, with what it printed, its public export and the key of its seals."""
    shutil.copytree(made_once(NAME, play_whole_demo), home, dirs_exist_ok=True)
    return home


@pytest.fixture
def tileledger_process(home: Path) -> Command:
    """Call the command in a process of its own."""

    def call(*arguments: str, stdin: bytes = b"") -> Ran:
        done = subprocess.run(
            [sys.executable, "-m", "services.cli", *arguments],
            input=stdin,
            capture_output=True,
            timeout=60,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "PYTHONWARNINGS": "error"},
            check=False,
        )
        return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())

    return call
