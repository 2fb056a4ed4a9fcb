"""Standings that have not changed, asked for on 32 connections, beside constant answers of the same size."""

import os
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from statistics import median

import msgspec

from tests.api.served import Server
from tests.bench.http_demo import WHOLE
from tests.bench.http_load import as_fast_as_they_come, ask_once, request
from tests.bench.rounds import Settings, Target, show, take_turns

CONNECTIONS = 32
SECONDS = 1.5
STANDINGS = f"/api/v1/tournaments/{WHOLE}/standings?stage=preliminary"
PAGE = f"/t/{WHOLE}/standings?stage=preliminary"
_LEAST = 0.8
_TICKS = os.sysconf("SC_CLK_TCK")


class Contestant(msgspec.Struct, frozen=True):
    """What is asked for, the status that is answered, and the bytes of the constant answer beside it."""

    asked: bytes
    status: int
    size: int


def measure(server: Server, settings: Settings) -> None:
    """Print requests a second, ratios, and what a request costs the server's processors."""
    contestants = dict(_contestants(server.port))
    constants = {
        _constant(each.size): Contestant(request(f"/constant/{each.size}"), 200, each.size)
        for each in contestants.values()
    }
    costs: dict[str, list[float]] = {name: [] for name in (*contestants, *constants)}
    seconds = SECONDS * settings.scale
    work: Mapping[str, Callable[[], int]] = {
        name: partial(_ask, server, each, seconds, costs[name])
        for name, each in (*contestants.items(), *constants.items())
    }
    title = f"unchanged, {CONNECTIONS} connections"
    targets = [Target(name, _constant(each.size), _LEAST) for name, each in contestants.items()]
    show(title, "requests/s", take_turns(settings.rounds, work), targets)
    print("\nprocessor time of the server for each, microseconds (median of rounds)")
    for name, values in costs.items():
        print(f"  {name:<42}{median(values[1:]):8.0f}   ({min(values[1:]):.0f} to {max(values[1:]):.0f})")


def _contestants(port: int) -> Mapping[str, Contestant]:
    found = {}
    for what, path in (("standings", STANDINGS), ("page of standings", PAGE)):
        for coding in ("identity", "br"):
            asked = request(path, coding=coding)
            answer = ask_once(port, asked)
            kind = "JSON" if path == STANDINGS else "HTML"
            found[f"{what}, 200 ({answer.size / 1000:.0f} kB, {kind}, {coding})"] = Contestant(
                asked, 200, answer.size
            )
        found[f"{what}, 304"] = Contestant(request(path, answer.tag, "br"), 304, 0)
    return found


def _constant(size: int) -> str:
    return f"constant answer of {size / 1000:.0f} kB"


def _ask(server: Server, contestant: Contestant, seconds: float, costs: list[float]) -> int:
    before = _processor_seconds(server)
    done = as_fast_as_they_come(server.port, CONNECTIONS, contestant.asked, contestant.status, seconds)
    costs.append((_processor_seconds(server) - before) / done * 1e6)
    return done


def _processor_seconds(server: Server) -> float:
    """What the server's processes have used so far."""
    pid = server.process.pid
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return sum(_of_process(each) for each in (str(pid), *children))


def _of_process(pid: str) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS
