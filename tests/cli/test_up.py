"""tileledger up: everything comes up together, is told with its address, and is gone after Ctrl-C."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from services.cli.companions import Ports, Simulator, _listening, simulators
from services.cli.up import _TOURNAMENTS, prepare
from services.desk.desk import Desk
from tests.cases import cases
from tests.cli.conftest import Command
from tests.cli.files import TOURNAMENT
from tests.ports import held_port
from tests.refusing import refusing

PATIENCE = 90.0
PRESSMAN = Path(TOURNAMENT).with_name("pressman-2006-tournament.toml")
SIMULATED = ("telegram", "observatory", "mail", "smtp")
PROGRAM = """
import signal
from services.cli.main import main

# What runs in the background of a shell is started deaf to it.
signal.signal(signal.SIGINT, signal.default_int_handler)
main()
"""


def listening(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def children(pid: int) -> list[int]:
    """Those of every thread."""
    listed = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(process_id) for path in listed for process_id in path.read_text().split()]


def gone(pid: int) -> bool:
    """Whether a process has ended; one that nobody has taken note of yet has, too."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


@contextmanager
def starting(
    tmp_path: Path, *more: str, until: Callable[[str], bool]
) -> Iterator[tuple["subprocess.Popen[bytes]", Path]]:
    """`tileledger up` once it has come so far, and what it prints; killed at the end if it still runs.

    Args:
        until: whether it has, by what it has printed.
    """
    environment = {
        name: setting for name, setting in os.environ.items() if not name.startswith("TILELEDGER_")
    }
    environment |= {
        "TILELEDGER_BIND": "127.0.0.1:0",
        "TILELEDGER_LOG_FORMAT": "json",
        "PYTHONPATH": str(Path(__file__).parents[2]),
    }
    ports = [part for name in SIMULATED for part in (f"--{name}-port", "0")]
    log = tmp_path / "log"
    with log.open("wb") as printed:
        process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, "up", *ports, *more],
            cwd=tmp_path,
            env=environment,
            stdout=printed,
            stderr=printed,
            start_new_session=True,
        )
        try:
            deadline = time.monotonic() + PATIENCE
            while not until(log.read_text()):
                assert process.poll() is None, log.read_text()
                assert time.monotonic() < deadline, log.read_text()
                time.sleep(0.1)
            yield process, log
        finally:
            if process.poll() is None:
                for child in children(process.pid):
                    os.kill(child, signal.SIGKILL)
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


@contextmanager
def up(tmp_path: Path) -> Iterator[tuple["subprocess.Popen[bytes]", Path, dict[str, str]]]:
    """The process with everything up, what it prints, and the pages it has told of."""

    with starting(tmp_path, "--no-demo", until=lambda printed: "worker_started" in printed) as (process, log):
        pages = re.findall(r"^(Tileledger|Telegram|Observatory|Mail) +(http://\S+)", log.read_text(), re.M)
        yield process, log, dict(pages)


def named(process: "subprocess.Popen[bytes]", name: str) -> list[int]:
    """Its children of a name."""
    return [pid for pid in children(process.pid) if _name(pid) == name]


def _name(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip()
    except OSError:
        return ""


def all_gone(processes: list[int]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not all(gone(process) for process in processes):
        assert time.monotonic() < deadline, [process for process in processes if not gone(process)]
        time.sleep(0.1)


def ctrl_c(process: "subprocess.Popen[bytes]") -> None:
    os.killpg(process.pid, signal.SIGINT)


def sigterm_to_all(process: "subprocess.Popen[bytes]") -> None:
    os.killpg(process.pid, signal.SIGTERM)


def sigterm(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()


def sigkill(process: "subprocess.Popen[bytes]") -> None:
    process.kill()


@pytest.mark.parametrize(
    "stop",
    [
        ctrl_c,
        pytest.param(sigterm, marks=pytest.mark.wide),
        pytest.param(sigterm_to_all, marks=pytest.mark.wide),
    ],
)
def test_everything_comes_up_and_is_gone_after_it_is_told_to_stop(
    stop: Callable[["subprocess.Popen[bytes]"], None], tmp_path: Path
) -> None:
    with up(tmp_path) as (process, log, pages):
        assert set(pages) == {"Tileledger", "Telegram", "Observatory", "Mail"}
        for page in pages.values():
            with urllib.request.urlopen(page, timeout=20) as response:
                assert response.status == 200
        beside = children(process.pid)
        assert len(beside) >= 5, "three simulators, a worker and a web process"
        stop(process)
        assert process.wait(PATIENCE) in (0, 130), log.read_text()
    assert "worker_stopped" in log.read_text()
    assert "Traceback" not in log.read_text()
    all_gone(beside)
    assert not any(listening(int(page.rstrip("/").rpartition(":")[2])) for page in pages.values())


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a process that its parent was killed")
def test_a_worker_that_is_killed_is_started_again_and_all_are_gone_with_the_one_that_started_them(
    tmp_path: Path,
) -> None:
    with up(tmp_path) as (process, log, _):
        for _ in range(2):
            (worker,) = named(process, "tl-worker")
            os.kill(worker, signal.SIGKILL)
            deadline = time.monotonic() + PATIENCE
            while not (again := named(process, "tl-worker")) or again == [worker]:
                assert time.monotonic() < deadline, log.read_text()
                time.sleep(0.1)
        assert log.read_text().count("The worker ended with code -9") == 2
        while "worker_started" not in log.read_text().rpartition("The worker ended")[2]:
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.1)
        beside = children(process.pid)
        assert len(beside) >= 5, "three simulators, a worker and a web process"
        process.kill()
        process.wait(PATIENCE)
        try:
            all_gone(beside)
        finally:
            for process_id in beside:
                if not gone(process_id):
                    os.kill(process_id, signal.SIGKILL)
    assert "worker_stopped" in log.read_text()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a process that its parent was killed")
@pytest.mark.parametrize(
    "end",
    [pytest.param(ctrl_c, marks=pytest.mark.wide), pytest.param(sigterm, marks=pytest.mark.wide), sigkill],
)
def test_nothing_is_left_of_one_that_ends_while_it_plays_the_demo(
    end: Callable[["subprocess.Popen[bytes]"], None], tmp_path: Path
) -> None:
    with starting(tmp_path, until=lambda printed: "playing the demo" in printed) as (process, log):
        (playing,) = named(process, "tl-prepare")
        end(process)
        assert process.wait(PATIENCE) in (130, -signal.SIGTERM, -signal.SIGKILL)
        all_gone([playing])
    assert "organizer" not in log.read_text(), "it has not gone on to hand out tokens"


@cases(
    "given, titles",
    [
        ({}, ["Telegram", "Observatory", "Mail"]),
        ({"TILELEDGER_HKO_URL": "environment"}, ["Telegram", "Mail"]),
        ({"TILELEDGER_SMTP_URL": ".env", "TILELEDGER_TELEGRAM_API_URL": ".env"}, ["Observatory"]),
        ({"TILELEDGER_TELEGRAM_TOKEN": "environment"}, []),
    ],
)
def test_only_what_has_no_address_is_simulated_and_nothing_beside_real_people(
    given: dict[str, str], titles: list[str]
) -> None:
    with closing_all(simulators(given)) as found:
        assert [simulator.title for simulator in found] == titles


@contextmanager
def closing_all(found: list[Simulator]) -> Iterator[list[Simulator]]:
    with ExitStack() as closing:
        for simulator in found:
            for bound in simulator.sockets.values():
                closing.enter_context(bound)
        yield found


def test_a_start_reads_no_tournament_but_the_one_it_shows_and_names_a_few(
    tileledger: Command, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = home / "cup.toml"
    for number in range(_TOURNAMENTS + 2):
        file.write_text(
            PRESSMAN.read_text().replace('id = "pressman-2006-tournament"', f'id = "cup-{number}"', 1)
        )
        assert tileledger("tournament", "create", str(file)).code == 0
    folded: set[str] = set()
    of_a_desk = Desk.state

    def noted(desk: Desk, tournament_id: str, *moment: Any) -> Any:
        folded.add(tournament_id)
        return of_a_desk(desk, tournament_id, *moment)

    monkeypatch.setattr(Desk, "state", noted)
    capsys.readouterr()
    assert prepare(demo=False, pages={}).tournament == "cup-0"
    assert folded == {"cup-0"}
    assert capsys.readouterr().out.count("/standings\n") == _TOURNAMENTS


def test_a_port_that_is_taken_is_gone_round() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        number = taken.getsockname()[1]
        with _listening(None, number) as another:
            assert another.getsockname()[1] != number


def test_the_ports_of_simulators_can_be_chosen_and_a_chosen_one_is_never_gone_round() -> None:
    with ExitStack() as held:
        numbers = [held.enter_context(held_port()) for _ in range(4)]
        with closing_all(simulators({}, Ports(*numbers))) as (telegram, observatory, mail):
            assert [simulator.port for simulator in (telegram, observatory, mail)] == numbers[:3]
            assert telegram.settings["TILELEDGER_TELEGRAM_API_URL"] == f"http://127.0.0.1:{numbers[0]}"
            assert mail.settings == {"TILELEDGER_SMTP_URL": f"smtp://127.0.0.1:{numbers[3]}"}
            with refusing("simulator-port-taken"):
                _listening(numbers[1], 0)
