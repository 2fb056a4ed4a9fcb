"""Looking back, and ahead: seeks, explanations, differences and what-ifs.

Warm is a process that has the tournament in memory, as a server has; cold is a new process that opens the
databases, once without the time it takes to start and once with it. On a memory file system.

Targets, warm: a seek to a random seq of 50,000 events in 20 ms (99th percentile), an explanation in 50 ms, a
what-if of one ruling in the whole Hong Kong demo in a second.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from infra.migrations import migrate, migrate_vault
from services.demo.definitions import demo_definition
from services.demo.playing import SEED, play
from services.demo.story import Story
from services.desk.comparing import compare
from services.desk.desk import Desk
from services.desk.params import ExplainParams
from services.desk.parts import Parts
from services.desk.what_if import Question, what_if
from services.tournament.people.consents import ConsentChanged
from services.tournament.people.entrants import CONSENT_SCOPES
from services.tournament.play.incidents import IncidentNoted
from services.tournament.state import State
from shared.clock import SystemClock, to_micros
from shared.database import Database
from shared.eventlog import Batch, EventLog, Head, Pending, Recorded
from shared.vault import Vault
from tests.bench.log import MEMORY
from tests.bench.rounds import Settings
from tests.bench.tournaments import ORGANIZER, pending
from tests.eventlog.given import transact

ID = "hk-2026"
SECRET = b"a secret for measuring the past only"
LONG = 50_000
SEEK, EXPLAIN, WHAT_IF = 20.0, 50.0, 1000.0
"""Targets in milliseconds."""

Work = Callable[[Desk, Sequence[int]], object]


def run(settings: Settings) -> None:
    parent = MEMORY if os.path.isdir(MEMORY) else tempfile.gettempdir()
    with tempfile.TemporaryDirectory(dir=parent, prefix="tl-bench-") as name:
        folder = Path(name)
        with closing(_opened(folder)) as database:
            migrate(database)
            vault = Vault(_keys(folder), SECRET)
            migrate_vault(vault.database)
            demo = Story(database, vault.database, SECRET, demo_definition(), SEED)
            events = play(demo, "awards" if settings.scale >= 1 else "day-1").events
            print(f"\nthe Hong Kong demo, {events:,} events, 1,200 entrants")
            _demo(folder, desk_in(folder), settings)
            _lengthen(demo.desk, settings.amount(LONG))
            print(f"\na tournament of {demo.desk.head(ID).seq:,} events")
            desk = desk_in(folder)
            seqs = _chance("seek", desk, settings.amount(2000))
            _measured(
                folder, "seek to a random seq", "seek", desk, [(seq,) for seq in seqs], SEEK, worst=0.99
            )
            vault.database.close()


def _demo(folder: Path, desk: Desk, settings: Settings) -> None:
    dice, state = Random("history"), desk.state(ID)
    last, times = state.seq, settings.amount(200)
    entrants = [int(number) for number in dice.sample(sorted(state.entrants), times) if number.isdigit()]
    _measured(
        folder, "explain a place", "explain", desk, [(entrant,) for entrant in entrants], EXPLAIN, worst=0.99
    )
    pairs = [tuple(sorted(dice.sample(range(1, last + 1), 2))) for _ in range(max(10, times // 5))]
    _measured(folder, "diff of two random moments", "diff", desk, pairs)
    _measured(folder, "diff of the first and the last moment", "diff", desk, [(1, last)] * 5)
    rulings = [ruling.seq for ruling in state.rulings.values()]
    if rulings:
        _measured(
            folder, "what if one ruling had not been made", "what-if", desk, [(r,) for r in rulings], WHAT_IF
        )


def _measured(
    folder: Path,
    title: str,
    kind: str,
    desk: Desk,
    arguments: Sequence[Sequence[int]],
    target: float | None = None,
    worst: float = 1.0,
) -> None:
    """Print the median and the worst in milliseconds, warm; then one of them in new processes."""
    work = WORKS[kind]
    desk.state(ID)
    took = []
    for given in arguments:
        started = perf_counter()
        work(desk, given)
        took.append((perf_counter() - started) * 1e3)
    took.sort()
    high = took[min(len(took) - 1, int(worst * len(took)))]
    name = "worst" if worst == 1 else f"p{worst * 100:.0f}"
    verdict = "" if target is None else f", target {target:g} ms: {'met' if high < target else 'NOT MET'}"
    inside, outside = _cold(folder, kind, arguments[len(arguments) // 2])
    print(
        f"  {title:<38} median {median(took):6.1f} ms, {name} {high:6.1f} ms of {len(took):,}{verdict}; "
        f"cold {inside:.0f} ms, {outside:.0f} ms with the start of the process"
    )


def _cold(folder: Path, kind: str, arguments: Sequence[int]) -> tuple[float, float]:
    """Median milliseconds of one piece of work in new processes, without and with their start."""
    command = [sys.executable, "-m", "tests.bench.history", str(folder), kind, *map(str, arguments)]
    inside, outside = [], []
    for _ in range(3):
        started = perf_counter()
        done = subprocess.run(command, check=True, capture_output=True)
        outside.append((perf_counter() - started) * 1e3)
        inside.append(json.loads(done.stdout))
    return median(inside), median(outside)


def _lengthen(desk: Desk, until: int) -> None:
    """Append what changes entrants and sheets all over the tournament, until it has so many events."""
    head = desk.log.head(ID)
    kinds = _further(desk.state(ID), to_micros(desk.clock.now()))
    while head.seq < until:
        size = min(1000, until - head.seq)
        batch = Batch([next(kinds) for _ in range(size)], "service:bench", f"further-{head.seq}", bytes(32))
        head = transact(desk.log, ID, head, partial(_decided, batch)).head


def _further(state: State, at: int) -> Iterator[Pending]:
    entrants, sheets = sorted(state.entrants), sorted(state.sheets)
    turn = 0
    while True:
        shown = ConsentChanged(
            entrants[turn % len(entrants)],
            CONSENT_SCOPES,
            turn // len(entrants) % 2 == 0,
            "form",
            "",
            False,
            None,
        )
        yield pending(shown, at)
        sheet = sheets[turn % len(sheets)]
        yield pending(IncidentNoted(sheet, 1, "reshuffle_granted", state.sheets[sheet].seats[0]), at)
        turn += 1


def _decided(batch: Batch, _head: Head, _tail: Sequence[Recorded] | None) -> Batch:
    return batch


def _chance(label: str, desk: Desk, times: int) -> list[int]:
    last = desk.head(ID).seq
    return [Random(f"{label} {turn}").randint(1, last) for turn in range(times)]


def _opened(folder: Path) -> Database:
    return Database(f"sqlite:///{folder / 'log.db'}")


def _keys(folder: Path) -> Database:
    return Database(f"sqlite:///{folder / 'vault.db'}", journal="DELETE", secure_delete=True)


def desk_in(folder: Path) -> Desk:
    """A desk that knows nothing yet."""
    clock = SystemClock()
    return Desk(Parts.over(EventLog(_opened(folder), clock), Vault(_keys(folder), SECRET), clock, SECRET))


def _seek(desk: Desk, arguments: Sequence[int]) -> object:
    return desk.state(ID, arguments[0])


def _explain(desk: Desk, arguments: Sequence[int]) -> object:
    params = ExplainParams(entrant=f"{arguments[0]:04}")
    return desk.ask(ID, "explain", params, ORGANIZER)


def _diff(desk: Desk, arguments: Sequence[int]) -> object:
    return compare(desk, ID, *arguments)


def _what_if(desk: Desk, arguments: Sequence[int]) -> object:
    return what_if(desk, ID, Question(without=(arguments[0],)), ORGANIZER)


WORKS: dict[str, Work] = {"seek": _seek, "explain": _explain, "diff": _diff, "what-if": _what_if}


def _in_new_process(folder: str, kind: str, *arguments: str) -> None:
    started = perf_counter()
    WORKS[kind](desk_in(Path(folder)), [int(argument) for argument in arguments])
    print(round((perf_counter() - started) * 1e3, 1))


if __name__ == "__main__":
    _in_new_process(*sys.argv[1:])
