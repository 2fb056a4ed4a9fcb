"""What an onlooker waits for over HTTP, beside the same server's constant answer: alone, and under pressure.

A real server process with the demo played to its middle. The onlooker asks for one thing after the other on
one connection. Pressure are slow senders of every kind and readers of past moments that nobody asked for
before, all in a process of their own. Without rates, which would end the measuring soon.
"""

import http.client
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter, sleep

import msgspec

from tests.api.served import PATIENCE, Server, serving
from tests.bench.http_pressure import costly_address
from tests.bench.rounds import Settings

TOURNAMENT = "hk-2026"
BASE = f"/api/v1/tournaments/{TOURNAMENT}"
STANDINGS = f"{BASE}/standings?stage=preliminary"
CONSTANT, COSTLY = "constant answer (/livez)", "a costly read (a calendar as of a moment)"
SLOW_SENDERS, COSTLY_READERS = 200, 8
ROUNDS = 60
_ROOT = Path(__file__).parents[2]

_GRANT = """
import sys
from datetime import timedelta
from services.wiring import wired

with wired() as wiring:
    for number in range(int(sys.argv[1])):
        print(wiring.tokens.grant("organizer", f"org-{number}", None, wiring.clock.now() + timedelta(days=1)))
"""

Ask = Callable[[], object]


def run(settings: Settings) -> None:
    print(f"\nload of the machine at the beginning: {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory(prefix="tl-bench-") as name:
        folder = Path(name)
        tokens = _played(folder)
        with serving(folder, workers=2, apart=True, RATE_LIMITS="0") as server:
            rounds = settings.amount(ROUNDS)
            alone = _measured(server, tokens[0], rounds, "alone")
            with _pressure(server, tokens[1:]):
                pressed = _measured(server, tokens[0], rounds, "pressed")
    _show("alone", alone, alone)
    _show(
        f"while {SLOW_SENDERS} slow senders and {COSTLY_READERS} costly readers are at work", pressed, alone
    )


def _played(folder: Path) -> list[str]:
    """The demo in a folder where a server finds it; tokens, for the onlooker and each costly reader."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("TILELEDGER_")}
    command = [sys.executable, "-m", "services.cli", "demo", "--tournament", TOURNAMENT, "--until", "mid"]
    environment["PYTHONPATH"] = str(_ROOT)
    migrate = [sys.executable, "-m", "services.cli", "migrate"]
    for call in (migrate, command):
        subprocess.run(call, cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL)
    granting = [sys.executable, "-c", _GRANT, str(COSTLY_READERS + 2)]
    made = subprocess.run(granting, cwd=folder, env=environment, check=True, stdout=subprocess.PIPE)
    return made.stdout.decode().split()


def _measured(server: Server, token: str, rounds: int, seed: str) -> Mapping[str, list[float]]:
    """Milliseconds for each thing, asked for in turns."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    authorized = {"Authorization": f"Bearer {token}"}
    dice = Random(seed)
    shown = count()

    def ask(expected: int, method: str, path: str, *body: bytes, **headers: str) -> str | None:
        fields = {name.replace("_", "-"): value for name, value in headers.items()}
        while True:
            connection.request(method, path, body[0] if body else None, fields)
            response = connection.getresponse()
            response.read()
            if response.status == expected:
                return response.getheader("ETag")
            if response.status not in (429, 503):
                raise AssertionError(f"{path} answered {response.status}")

    tag = ask(200, "GET", STANDINGS) or ""
    asks: Mapping[str, Ask] = {
        CONSTANT: lambda: ask(200, "GET", "/livez"),
        "unchanged standings (304)": lambda: ask(304, "GET", STANDINGS, If_None_Match=tag),
        "standings (200)": lambda: ask(200, "GET", STANDINGS),
        "a page": lambda: ask(200, "GET", f"/t/{TOURNAMENT}/standings"),
        COSTLY: lambda: ask(200, "GET", costly_address(BASE, dice), **authorized),
    }
    command = f"{BASE}/commands/set-consent"

    def commanded() -> None:
        body = msgspec.json.encode({"entrant": "0001", "shown": next(shown) % 2 == 0})
        ask(201, "POST", command, body, Content_Type="application/json", **authorized)

    found: dict[str, list[float]] = {name: [] for name in [*asks, "a command"]}
    for _ in range(rounds):
        for name, asked in asks.items():
            began = perf_counter()
            asked()
            found[name].append((perf_counter() - began) * 1000)
    # Last, because each changes what unchanged standings are.
    for _ in range(rounds):
        began = perf_counter()
        commanded()
        found["a command"].append((perf_counter() - began) * 1000)
    connection.close()
    return found


@contextmanager
def _pressure(server: Server, tokens: list[str]) -> Iterator[None]:
    """Slow senders and costly readers in another process."""
    command = [sys.executable, "-m", "tests.bench.http_pressure", str(server.port), BASE, *tokens]
    process = subprocess.Popen(command, cwd=_ROOT, stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == b"at work\n"
        sleep(2)
        yield
        assert process.poll() is None, "the pressure has ended"
    finally:
        process.kill()
        process.communicate()


def _show(title: str, found: Mapping[str, list[float]], alone: Mapping[str, list[float]]) -> None:
    print(f"\n{title}, milliseconds")
    width = max(map(len, found))
    constant = median(found[CONSTANT])
    for name, values in found.items():
        middle = median(values)
        line = (
            f"  {name:<{width}}  median {middle:8.2f}   99th percentile {quantiles(values, n=100)[98]:8.2f}"
        )
        line += f"   {middle / constant:6.1f} x the constant answer"
        if found is not alone:
            line += f"   {middle / median(alone[name]):5.1f} x alone"
        print(line)
