"""The processes that `tileledger up` starts beside the web server, and stops again with it."""

import http.client
import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from urllib.parse import urlsplit

import msgspec

from services.cli.printing import say, worded
from shared.problems import ProblemType

SECONDS_TO_COME_UP = 20.0
SECONDS_TO_STOP = 15.0
_LOOK_EVERY = 1.0
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
def running(
    wanted: Sequence[Simulator], ready: Callable[[], None] = lambda: None, crowd: str | None = None
) -> Iterator[None]:
    """Run the simulators and a worker; all are stopped at the end, whatever happened.

    Args:
        ready: called once the simulators are up, before the worker is.
        crowd: the demo whose people go on with their day.
    """
    stopping = threading.Event()
    with simulating(wanted) as processes:
        ready()
        if crowd is not None:
            processes["crowd"] = _start("services.cli", "demo", "--go-on", crowd)
        worker = threading.Thread(target=_keep, args=(processes, stopping), name="worker", daemon=True)
        worker.start()
        try:
            yield
        finally:
            stopping.set()
            worker.join()


@contextmanager
def simulating(wanted: Sequence[Simulator]) -> Iterator[dict[str, "subprocess.Popen[bytes]"]]:
    """Run the simulators; they and whatever is added to the processes are stopped at the end."""
    processes: dict[str, subprocess.Popen[bytes]] = {}
    try:
        for wanted_simulator in wanted:
            processes[wanted_simulator.title] = _start(
                wanted_simulator.module, "--port", str(wanted_simulator.port), *wanted_simulator.arguments
            )
        for wanted_simulator in wanted:
            _wait_for(wanted_simulator.port, processes[wanted_simulator.title])
        yield processes
    finally:
        _stop(list(processes.values()))


def _keep(processes: dict[str, "subprocess.Popen[bytes]"], stopping: threading.Event) -> None:
    """Have a worker as long as nobody stops; one that fails is told of and started again."""
    pause = _LOOK_EVERY
    worker = processes["worker"] = _start("services.cli", "worker")
    while not stopping.wait(_LOOK_EVERY):
        code = worker.poll()
        if code is None:
            continue
        say(worded("worker-ended", code=code, seconds=round(pause)))
        if stopping.wait(pause):
            return
        pause = min(pause * 2, 60.0)
        worker = processes["worker"] = _start("services.cli", "worker")


def _simulator(
    title: str, package: str, port: int, settings: Mapping[str, str], *arguments: str
) -> Simulator:
    return Simulator(title, f"infra.{package}", arguments, f"http://127.0.0.1:{port}/", port, settings)


def _start(module: str, *arguments: str) -> "subprocess.Popen[bytes]":
    # A terminal's Ctrl-C goes to the whole group; these are stopped by the one that started them.
    # Were that one killed, they end by themselves.
    command = [sys.executable, "-m", "shared.tethered", str(os.getpid()), module, *arguments]
    return subprocess.Popen(command, process_group=0, env=dict(os.environ))


def _wait_for(port: int, process: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + SECONDS_TO_COME_UP
    while time.monotonic() < deadline and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.05)
    say(worded("simulator-not-up", port=port))


def _stop(processes: Sequence["subprocess.Popen[bytes]"]) -> None:
    for started in processes:
        if started.poll() is None:
            started.terminate()
    deadline = time.monotonic() + SECONDS_TO_STOP
    for started in processes:
        try:
            started.wait(max(0.1, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            started.kill()
            started.wait()


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
