"""What an onlooker waits for over HTTP, beside the same server's constant answer: alone, and under pressure.

A real server process with demos of 1,200 people. The onlooker asks for one thing after the other on one
connection. Pressure are slow senders of every kind and readers of past moments that nobody asked for before,
all in a process of their own. Then many ask at once, while nothing changes and while results come in; at
last what pages weigh on the wire, and what all processes together take of the memory. Rates are counted and
refuse nobody.
"""

import http.client
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter, sleep

import msgspec

from tests.api.served import PATIENCE, Server
from tests.bench import http_changing, http_history, http_memory, http_unchanged, http_weight
from tests.bench.http_demo import WHOLE, play_both, served
from tests.bench.http_pressure import costly_address
from tests.bench.rounds import Settings

BASE = f"/api/v1/tournaments/{WHOLE}"
STANDINGS = f"{BASE}/standings?stage=preliminary"
CONSTANT, COSTLY = "constant answer (/livez)", "a costly read (a calendar as of a moment)"
SLOW_SENDERS, COSTLY_READERS = 200, 8
ROUNDS = 60
_ROOT = Path(__file__).parents[2]

Ask = Callable[[], object]


def run(settings: Settings) -> None:
    print(f"\nload of the machine at the beginning: {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory(prefix="tl-bench-") as name:
        folder = Path(name)
        tokens = play_both(folder, COSTLY_READERS + 2)
        with served(folder) as server:
            rounds = settings.amount(ROUNDS)
            shown = cycle((False, True))
            alone = _measured(server, tokens[0], rounds, "alone", shown)
            with _pressure(server, tokens[1:]):
                pressed = _measured(server, tokens[0], rounds, "pressed", shown)
            _show_waiting(alone, pressed)
            http_unchanged.measure(server, settings)
            http_changing.measure(server, tokens[0], settings)
            http_history.measure(server, tokens[0], settings)
            http_weight.measure(server)
    http_memory.measure()


def _show_waiting(alone: Mapping[str, list[float]], pressed: Mapping[str, list[float]]) -> None:
    _show("alone", alone, alone)
    _show(
        f"while {SLOW_SENDERS} slow senders and {COSTLY_READERS} costly readers are at work", pressed, alone
    )


def _measured(
    server: Server, token: str, rounds: int, seed: str, shown: Iterator[bool]
) -> Mapping[str, list[float]]:
    """Milliseconds for each thing, asked for in turns.

    Args:
        shown: what a command changes each time.
    """
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    authorized = {"Authorization": f"Bearer {token}"}
    dice = Random(seed)

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
        "a page": lambda: ask(200, "GET", f"/t/{WHOLE}/standings?stage=preliminary"),
        COSTLY: lambda: ask(200, "GET", costly_address(BASE, dice), **authorized),
    }
    command = f"{BASE}/commands/set-consent"

    def commanded() -> None:
        body = msgspec.json.encode({"entrant": "0001", "shown": next(shown)})
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
