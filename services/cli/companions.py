"""The processes that `tileledger up` starts beside the web server, and stops again with it."""

import http.client
import json
import math
import os
import runpy
import socket
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec

from services.cli.printing import say, worded
from services.wiring.addresses import LOOPBACK
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
    """Where the simulators listen, 0 for any port; None: at the usual one, or any where that is taken."""

    telegram: int | None = None
    observatory: int | None = None
    mail: int | None = None
    smtp: int | None = None


USUAL_PORTS = Ports()


class Simulator(msgspec.Struct, frozen=True):
    """A simulator to start: what it stands in for, its module, and the settings that lead to it.

    Attributes:
        sockets: what it listens at, bound already, by the option that hands it over.
    """

    title: str
    module: str
    sockets: Mapping[str, socket.socket]
    port: int
    settings: Mapping[str, str]

    @property
    def page(self) -> str:
        return f"http://127.0.0.1:{self.port}/"


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
    found = []
    if "TILELEDGER_TELEGRAM_API_URL" not in given:
        found.append(telegram_simulator(ports.telegram))
    if "TILELEDGER_HKO_URL" not in given:
        page = _listening(ports.observatory, 8082)
        settings = {"TILELEDGER_HKO_URL": f"http://127.0.0.1:{_port_of(page)}/weather.php"}
        found.append(_simulator("Observatory", "observatory_simulator", {"port": page}, settings))
    if "TILELEDGER_SMTP_URL" not in given:
        sockets = {"port": _listening(ports.mail, 8083), "smtp-port": _listening(ports.smtp, 1025)}
        settings = {"TILELEDGER_SMTP_URL": f"smtp://127.0.0.1:{_port_of(sockets['smtp-port'])}"}
        found.append(_simulator("Mail", "mail_sink", sockets, settings))
    return found


def telegram_simulator(chosen: int | None) -> Simulator:
    """The simulator of Telegram.

    Raises:
        Problem: simulator-port-taken.
    """
    page = _listening(chosen, TELEGRAM_PORT)
    settings = {
        "TILELEDGER_TELEGRAM_TOKEN": SIMULATED_TOKEN,
        "TILELEDGER_TELEGRAM_API_URL": f"http://127.0.0.1:{_port_of(page)}",
    }
    return _simulator("Telegram", "telegram_simulator", {"port": page}, settings)


def simulated_telegram(address: str) -> tuple[str, str]:
    """Token and address of a simulated Telegram that runs.

    Args:
        address: where it is to be; "" for nowhere.

    Raises:
        Problem: no-telegram, if none answers.
    """
    place = urlsplit(address)
    if place.hostname not in LOOPBACK or not _simulates(place.hostname or "", place.port or 80):
        raise NO_TELEGRAM(address=address or None)
    return SIMULATED_TOKEN, address


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
        for number, each in enumerate(wanted):
            started.append(start(f"tl-{each.title.lower()}", _simulate, wanted, number))
        _close(wanted)
        for each in wanted:
            _wait_for(each.page)
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


def _simulate(wanted: Sequence[Simulator], number: int) -> None:
    """Run one of the simulators as `python -m` does, in a process of its own."""
    _leave_group()
    _close([each for place, each in enumerate(wanted) if place != number])
    handed = [f"--{option}=fd:{bound.fileno()}" for option, bound in wanted[number].sockets.items()]
    sys.argv = [wanted[number].module, *handed]
    runpy.run_module(wanted[number].module, run_name="__main__", alter_sys=True)


def _simulator(
    title: str, package: str, sockets: Mapping[str, socket.socket], settings: Mapping[str, str]
) -> Simulator:
    return Simulator(title, f"infra.{package}", sockets, _port_of(sockets["port"]), settings)


def _close(simulators: Sequence[Simulator]) -> None:
    """Leave the sockets to whoever they were handed to: with that process nobody is there any more."""
    for simulator in simulators:
        for bound in simulator.sockets.values():
            bound.close()


def _wait_for(page: str) -> None:
    """Wait for the first answer: connections queue until the process has come up, and end with it."""
    place = urlsplit(page)
    connection = http.client.HTTPConnection("127.0.0.1", place.port, timeout=SECONDS_TO_COME_UP)
    try:
        connection.request("GET", "/")
        connection.getresponse().read()
    except (OSError, http.client.HTTPException):
        say(worded("simulator-not-up", port=place.port))
    finally:
        connection.close()


def _listening(chosen: int | None, usual: int) -> socket.socket:
    """Listen at the port that was chosen; else at the usual one if it is free on loopback, else at any."""
    for number in (usual, 0) if chosen is None else (chosen,):
        try:
            return socket.create_server(("127.0.0.1", number))
        except OSError:
            continue
    raise PORT_TAKEN(port=usual if chosen is None else chosen)


def _port_of(bound: socket.socket) -> int:
    port: int = bound.getsockname()[1]
    return port
