"""The processes that `tileledger up` starts beside the web server, and stops again with it."""

import http.client
import json
import math
import os
import runpy
import socket
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec

from services.cli.printing import say, worded
from shared.children import Child, start, stop
from shared.problems import ProblemType

if TYPE_CHECKING:
    from services.web.front.supervisor import Post

SECONDS_TO_COME_UP = 20.0
SECONDS_TO_STOP = 15.0
_PATIENCE = 2.0
_LONGEST_STATE = 1 << 22  # bytes: a few thousand phones
TELEGRAM_PORT = 8081
SIMULATED_TOKEN = "7000000001:only-for-the-simulator"


PORT_TAKEN = ProblemType("simulator-port-taken", 503)


NO_TELEGRAM = ProblemType("no-telegram", 409)


class Ports(msgspec.Struct, frozen=True):
    """Where the simulators listen; None: at their usual port, or any that is free where that is taken."""

    telegram: int | None = None
    observatory: int | None = None
    mail: int | None = None
    smtp: int | None = None


USUAL_PORTS = Ports()


class Simulator(msgspec.Struct, frozen=True):
    """A simulator to start: what it stands in for, its module and port, and the settings that lead to it."""

    title: str
    module: str
    arguments: Sequence[str]
    page: str
    port: int
    settings: Mapping[str, str]


def simulators(given: Mapping[str, object], ports: Ports = USUAL_PORTS) -> list[Simulator]:
    """The simulators to use: none once a Telegram token is set, and none for what has an address already.

    A program that writes to real people must not believe a made-up weather, or lose their mail in a sink.

    Args:
        given: the settings that have a value from somewhere, by variable name.

    Raises:
        Problem: simulator-port-taken, of a port that was chosen.
    """
    if "TILELEDGER_TELEGRAM_TOKEN" in given:
        return []
    taken: set[int] = set()
    found = []
    if "TILELEDGER_TELEGRAM_API_URL" not in given:
        found.append(telegram_simulator(ports.telegram, taken))
    if "TILELEDGER_HKO_URL" not in given:
        port = _port(ports.observatory, 8082, taken)
        settings = {"TILELEDGER_HKO_URL": f"http://127.0.0.1:{port}/weather.php"}
        found.append(_simulator("Observatory", "observatory_simulator", port, settings))
    if "TILELEDGER_SMTP_URL" not in given:
        port, smtp = _port(ports.mail, 8083, taken), _port(ports.smtp, 1025, taken)
        settings = {"TILELEDGER_SMTP_URL": f"smtp://127.0.0.1:{smtp}"}
        found.append(_simulator("Mail", "mail_sink", port, settings, "--smtp-port", str(smtp)))
    return found


def telegram_simulator(chosen: int | None, taken: set[int]) -> Simulator:
    """The simulator of Telegram.

    Raises:
        Problem: simulator-port-taken.
    """
    port = _port(chosen, TELEGRAM_PORT, taken)
    settings = {
        "TILELEDGER_TELEGRAM_TOKEN": SIMULATED_TOKEN,
        "TILELEDGER_TELEGRAM_API_URL": f"http://127.0.0.1:{port}",
    }
    return _simulator("Telegram", "telegram_simulator", port, settings)


def simulated_telegram(given: Mapping[str, object], address: str) -> tuple[str, str]:
    """Token and address of a simulated Telegram that runs: where the settings say, else at its usual port.

    Args:
        given: the settings that have a value from somewhere, by variable name.

    Raises:
        Problem: no-telegram, if none answers.
    """
    named = "TILELEDGER_TELEGRAM_API_URL" in given
    looked_for = address if named else f"http://127.0.0.1:{TELEGRAM_PORT}"
    place = urlsplit(looked_for)
    if place.hostname not in ("127.0.0.1", "localhost", "::1") or not _simulates(
        place.hostname, place.port or 80
    ):
        raise NO_TELEGRAM(address=looked_for)
    return SIMULATED_TOKEN, looked_for


def _simulates(host: str, port: int) -> bool:
    """Whether what listens there, if anything does, is the simulator of Telegram."""
    connection = http.client.HTTPConnection(host, port, timeout=_PATIENCE)
    try:
        connection.request("GET", "/control/state")
        answer = connection.getresponse()
        return answer.status == 200 and "bot" in json.loads(answer.read(_LONGEST_STATE))
    except (OSError, ValueError, http.client.HTTPException):
        return False
    finally:
        connection.close()


@contextmanager
def simulating(wanted: Sequence[Simulator]) -> Iterator[None]:
    """Run the simulators; they are stopped at the end."""
    started: list[Child] = []
    try:
        for each in wanted:
            started.append(start(f"tl-{each.title.lower()}", _simulate, each))
        for each, child in zip(wanted, started, strict=True):
            _wait_for(each.port, child)
        yield
    finally:
        _end(started)


@contextmanager
def crowd_going_on(tournament: str) -> Iterator[None]:
    """Have the people of a demo go on with their day."""
    crowd = start("tl-crowd", _command, "demo", "--go-on", tournament)
    try:
        yield
    finally:
        _end([crowd])


def worker_post() -> "Post":
    """A worker, kept as long as nobody stops; one that fails is told of and started again."""
    from services.web.front.supervisor import Post

    def tell(pid: int, exit_code: int | None, pause: float) -> None:
        say(worded("worker-ended", code=exit_code, seconds=math.ceil(pause)))

    start_worker = partial(start, "tl-worker", _command, "worker")
    return Post(start_worker, needed=False, tell=tell, seconds_to_stop=SECONDS_TO_STOP)


def _end(started: Sequence[Child]) -> None:
    stop(started, SECONDS_TO_STOP)
    for child in started:
        child.close()


def _leave_group() -> None:
    """Be out of reach of a terminal's Ctrl-C: this process ends when whoever started it says so, the last."""
    os.setpgid(0, 0)


def _command(*words: str) -> None:
    """Run a command of the command line, in a process of its own."""
    from services.cli.main import main
    from services.web.figures import keep_figures_apart

    _leave_group()
    keep_figures_apart()
    main(words)


def _simulate(simulator: Simulator) -> None:
    """Run a simulator as `python -m` does, in a process of its own."""
    _leave_group()
    sys.argv = [simulator.module, "--port", str(simulator.port), *simulator.arguments]
    runpy.run_module(simulator.module, run_name="__main__", alter_sys=True)


def _simulator(
    title: str, package: str, port: int, settings: Mapping[str, str], *arguments: str
) -> Simulator:
    return Simulator(title, f"infra.{package}", arguments, f"http://127.0.0.1:{port}/", port, settings)


def _wait_for(port: int, child: Child) -> None:
    deadline = time.monotonic() + SECONDS_TO_COME_UP
    while time.monotonic() < deadline and child.exit_code is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.05)
    say(worded("simulator-not-up", port=port))


def _port(chosen: int | None, usual: int, taken: set[int]) -> int:
    """The port that was chosen; else the usual one if it is free on loopback, else any that is."""
    for number in (usual, 0) if chosen is None else (chosen,):
        with socket.socket() as probe:
            try:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind(("127.0.0.1", number))
            except OSError:
                continue
            port: int = probe.getsockname()[1]
            if port not in taken:
                taken.add(port)
                return port
    raise PORT_TAKEN(port=chosen or usual)
