"""Whole commands at the desk: decide, append, project, notices; and whether their cost stays flat.

The rival is the bare append of one event by the PyPI library `eventsourcing`, on the same file system with
the same promise. Targets: a whole command at least half as fast; within 1.3 times from a thousand to a
million events; standings of 1,200 within 10 ms after one more result.
"""

import gc
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter

import msgspec

from services.desk.queries import QUERIES
from services.tournament.kernel.facts import Command
from services.tournament.play.incidents import DetermineFirstPlayer
from tests.bench.log import MEMORY
from tests.bench.log_contestants import Library
from tests.bench.rounds import Settings, Target, show, take_turns
from tests.bench.tournaments import ORGANIZER, SESSION, Venue, games, signatures


def run(settings: Settings) -> None:
    folder = MEMORY if os.path.isdir(MEMORY) else tempfile.gettempdir()
    with ExitStack() as stack:
        fresh = stack.enter_context(_folder(folder))
        gc.collect()
        gc.freeze()  # as the server does once it is warm
        _whole_commands(fresh, settings)
        _standings(fresh, settings)
        _flat_in_one(fresh, settings)
        _flat_over_many(fresh, settings)
        gc.unfreeze()


@contextmanager
def _folder(parent: str) -> Iterator[Callable[[], str]]:
    with tempfile.TemporaryDirectory(dir=parent) as folder:
        number = iter(range(1000))
        yield lambda: str(Path(folder) / f"{next(number)}")


@contextmanager
def _venue(fresh: Callable[[], str]) -> Iterator[Venue]:
    venue = Venue(f"sqlite:///{fresh()}.db", f"sqlite:///{fresh()}.db")
    try:
        yield venue
    finally:
        venue.close()


def _whole_commands(fresh: Callable[[], str], settings: Settings) -> None:
    with _venue(fresh) as venue, Library(f"sqlite:///{fresh()}.db") as library:
        names = [f"t{turn}" for turn in range(settings.rounds + 1)]
        for name in names:
            venue.in_play(name)
        to_play, to_sign = iter(names), iter(names)

        def play() -> int:
            return _all(venue, next(to_play), games())

        def sign() -> int:
            name = next(to_sign)
            return _all(venue, name, signatures(venue.desk, name))

        figures = take_turns(
            settings.rounds,
            {"record a game": play, "sign a sheet": sign, "eventsourcing": partial(library.append, 200, 1)},
        )
        targets = [Target(name, "eventsourcing", 0.5) for name in ("record a game", "sign a sheet")]
        show("sqlite, memory: whole commands, beside the library's bare append", "1/s", figures, targets)


def _all(venue: Venue, tournament: str, commands: Iterator[Command]) -> int:
    listed = list(commands)
    for command in listed:
        venue.do(tournament, command)
    return len(listed)


def _standings(fresh: Callable[[], str], settings: Settings) -> None:
    with _venue(fresh) as venue:
        venue.preliminary("t")
        kind = QUERIES["standings"]
        took = []
        for _ in range(settings.rounds * 3):
            started = perf_counter()
            answer = venue.desk.ask("t", "standings", kind.params(), ORGANIZER)
            body = msgspec.json.encode(answer)
            took.append(perf_counter() - started)
        milliseconds = median(took) * 1e3
        print(f"\nstandings of {len(answer.rows):,} from the state, as {len(body):,} bytes of JSON")
        verdict = "met" if milliseconds <= 10 else "NOT MET"
        print(f"  {milliseconds:.2f} ms (median), target 10 ms: {verdict}")


def _flat_in_one(fresh: Callable[[], str], settings: Settings) -> None:
    sizes = [1_000, 10_000, 100_000, settings.amount(1_000_000)]
    print("\ncost of a command in a warm process, all events in one tournament (median)")
    with _venue(fresh) as venue:
        venue.in_play("t")
        first = _cost(venue, ["t"])
        for size in sizes:
            venue.lengthen("t", size)
            started = perf_counter()
            venue.desk.state("t")
            caught_up = perf_counter() - started
            cost = _cost(venue, ["t"])
            first = cost if size == sizes[0] else first
            print(
                f"  {size:>9,} events: {cost:6.0f} µs, {cost / first:.2f} times (caught up {caught_up:.1f} s)"
            )
        _verdict(cost / first)
        started = perf_counter()
        venue.another_desk().state("t")
        print(f"  cold: a new process reads the {sizes[-1]:,} events in {perf_counter() - started:.1f} s")


def _flat_over_many(fresh: Callable[[], str], settings: Settings) -> None:
    tournaments = settings.amount(1_000)
    print(f"\ncost of a command in a warm process, a thousand events each in {tournaments:,} tournaments")
    with _venue(fresh) as venue:
        first = 0.0
        names = []
        for number in range(tournaments):
            name = f"t{number}"
            venue.in_play(name, 8)
            venue.lengthen(name, 1_000)
            venue.desk.state(name)
            names.append(name)
            if number == 0:
                first = _cost(venue, names)
        cost = _cost(venue, names)
        print(f"  in one tournament {first:.0f} µs, in {tournaments:,} tournaments {cost:.0f} µs")
        _verdict(cost / first)


def _cost(venue: Venue, names: list[str], times: int = 300) -> float:
    """Median microseconds of a command that changes a sheet's row, over the tournaments in turn."""
    took = []
    sheet = f"{SESSION}/1"
    for index in range(times):
        name = names[index * 37 % len(names)]
        seats = venue.desk.state(name).sheets[sheet].seats
        draws = {number: place for place, number in enumerate(seats, 1)}
        command = DetermineFirstPlayer(sheet=sheet, game=1, draws=draws)
        started = perf_counter()
        venue.do(name, command)
        took.append(perf_counter() - started)
    return median(took) * 1e6


def _verdict(ratio: float) -> None:
    print(f"  {ratio:.2f} times, target 1.3: {'met' if ratio <= 1.3 else 'NOT MET'}")
