"""The wheel has all that the program reads, and once installed it runs where there is nothing else."""

import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path

import msgspec
import pytest

from tests.cli.test_up import all_gone, children
from tests.made_once import MadeOnce

ROOT = Path(__file__).parents[2]
PACKAGES = ("services", "bots", "shared", "infra")
PATIENCE = 120
NOT_FROM_HERE = """
import sys


def refuse(event, given, root={root!r}):
    if event in ("open", "os.listdir", "os.scandir") and str(given[0]).startswith(root):
        raise RuntimeError("the installed program reads " + given[0])


sys.addaudithook(refuse)
"""
"""Put into the environment of the installed program: its children are forks, and have it too."""


@pytest.fixture(scope="module")
def built(made_once: MadeOnce) -> Path:
    """The folder that `make wheel` fills."""
    return made_once("wheel", _build)


def _build(folder: Path) -> None:
    environment = {name: text for name, text in os.environ.items() if not name.startswith("MAKE")}
    subprocess.run(["make", "--silent", "wheel", f"DIST={folder}"], cwd=ROOT, env=environment, check=True)


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    (found,) = built.glob("*.whl")
    return found


def test_the_wheel_has_every_file_of_the_product_as_it_is_and_no_other(wheel: Path) -> None:
    product = {
        str(file.relative_to(ROOT)): file.read_bytes()
        for package in PACKAGES
        for file in (ROOT / package).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    with zipfile.ZipFile(wheel) as packed:
        inside = {name: packed.read(name) for name in packed.namelist() if ".dist-info/" not in name}
    assert {name.rpartition(".")[2] for name in product} >= {"html", "css", "js", "ftl", "toml", "png", "svg"}
    assert inside == product


def test_the_constraints_name_one_version_of_everything_that_the_program_needs(built: Path) -> None:
    project = (ROOT / "pyproject.toml").read_text().partition("dependencies = [")[2].partition("\n]")[0]
    needed = set(re.findall(r'^ +"([a-z0-9-]+)', project, re.M))
    pinned = re.findall(r"^([a-z0-9-]+)==", (built / "constraints.txt").read_text(), re.M)
    assert needed <= set(pinned)
    assert "pytest" not in pinned


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An installation by `uv tool install`, whose Python may not read in this repository."""
    folder = tmp_path_factory.mktemp("installed")
    python: str = sys._base_executable  # type: ignore[attr-defined]
    subprocess.run(
        [
            *(Path(sys.executable).with_name("uv"), "tool", "install", "--quiet", "--python", python),
            *(wheel, "--constraints", wheel.with_name("constraints.txt")),
        ],
        env={
            **os.environ,
            "UV_TOOL_DIR": str(folder / "tools"),
            "UV_TOOL_BIN_DIR": str(folder / "bin"),
            "UV_PYTHON_DOWNLOADS": "never",
        },
        cwd=folder,
        check=True,
    )
    (packages,) = (folder / "tools").glob("tileledger/lib/python*/site-packages")
    (packages / "not_from_here.py").write_text(NOT_FROM_HERE.format(root=str(ROOT)))
    (packages / "not_from_here.pth").write_text("import not_from_here\n")
    reading = f"open({str(ROOT / 'README.md')!r})"
    refused = subprocess.run(
        [packages.parents[2] / "bin" / "python", "-c", reading], stderr=subprocess.PIPE, check=False
    )
    assert b"the installed program reads" in refused.stderr
    return folder


class Place:
    """An empty folder to work in and an empty home, in which the installed program is called."""

    def __init__(self, installed: Path, folder: Path) -> None:
        self._program = installed / "bin" / "tileledger"
        self.work, self.home = folder / "work", folder / "home"
        self.work.mkdir()
        self.home.mkdir()

    @property
    def _environment(self) -> Mapping[str, str]:
        return {"HOME": str(self.home), "PATH": "/usr/bin:/bin", "TILELEDGER_BIND": "127.0.0.1:0"}

    def call(self, *words: str) -> str:
        ran = subprocess.run(
            [self._program, *words],
            cwd=self.work,
            env=self._environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    @contextmanager
    def up(self, *words: str) -> Iterator[dict[str, str]]:
        """Everything runs in the block, which gets the pages by title; ended by Ctrl-C."""
        log = self.work.with_name("log")
        with log.open("wb") as printed:
            process = subprocess.Popen(
                [self._program, "up", *words],
                cwd=self.work,
                env=self._environment,
                stdout=printed,
                stderr=printed,
                start_new_session=True,
                # Whoever runs the tests in the background is deaf to it.
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
            )
        try:
            deadline = time.monotonic() + PATIENCE
            while "worker_started" not in log.read_text():
                assert process.poll() is None, log.read_text()
                assert time.monotonic() < deadline, log.read_text()
                time.sleep(0.1)
            yield dict(re.findall(r"^(\w+) +(http://\S+)", log.read_text(), re.M))
            below = children(process.pid)
            os.killpg(process.pid, signal.SIGINT)
            assert process.wait(PATIENCE) == 0, log.read_text()
            all_gone(below)
            assert "Traceback" not in log.read_text()
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


def _get(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=20) as answer:
        content: bytes = answer.read()
    return content


@pytest.mark.wide(whole=True)
def test_the_installed_program_runs_from_an_empty_folder_and_keeps_all_it_has_there(
    installed: Path, tmp_path: Path
) -> None:
    place = Place(installed, tmp_path)
    assert place.call("--version") == f"{version('tileledger')}\n"
    place.call("demo", "--tournament", "school-day")
    simulated = [
        part for name in ("telegram", "observatory", "mail", "smtp") for part in (f"--{name}-port", "0")
    ]
    with place.up(*simulated) as pages:
        site = pages["Tileledger"]
        assert msgspec.json.decode(_get(f"{site}version"))["version"] == version("tileledger")
        for path in ("readyz", "", "t/school-day", "t/school-day/board", "api/docs", "metrics"):
            _get(f"{site}{path}")
        assert b"<table" in _get(pages["Standings"])
        for title in ("Telegram", "Observatory", "Mail"):
            assert b"</html>" in _get(pages[title])
        assert place.call("verify", "school-day").startswith("school-day: ")
    assert [file.name for file in place.work.iterdir()] == ["var"]
    kept = {file.name for file in (place.work / "var").iterdir()}
    assert {"tileledger.db", "vault.db", "secret.key", "seal.key"} <= kept
    assert list(place.home.iterdir()) == []
