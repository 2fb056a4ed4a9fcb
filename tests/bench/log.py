"""The log beside the bare drivers and the PyPI library `eventsourcing`, with payloads of 300 bytes.

Memory file system first: there the program's own cost shows. Then the disk, where waiting for it decides.
All contestants keep the same promise: a commit returns when the database has it on stable storage (SQLite:
WAL and synchronous=FULL; PostgreSQL: fsync and synchronous_commit on).

The library is measured as its documentation uses it (an application saves an aggregate's events), which is
what a whole event costs with it, and beside that its recorder alone, which writes rows of ready bytes and
none of what our append adds: chain, head, command record, triggers. On PostgreSQL also with its database
functions, its fastest setting, under which its readers can miss events.
"""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter

from tests.bench.log_contestants import Bare, Library, Ours, Raw, Recorder
from tests.bench.rounds import Settings, Target, show, take_turns
from tests.postgresql_server import NoPostgreSQL, server

Contestant = Ours | Bare | Raw | Library | Recorder

MEMORY = "/dev/shm"
REPLAYED = 30_000

SINGLE = {"sqlite": 2.0, "postgresql": 1.5}
TENS = {"sqlite": 3.0, "postgresql": 2.0}


def run(settings: Settings) -> None:
    in_memory = os.path.isdir(MEMORY) and os.access(MEMORY, os.W_OK)
    if in_memory:
        _place("memory file system", MEMORY, settings, judged=True)
    disk = tempfile.gettempdir()
    print(f"\ndisk at {disk}: fsync after 4 KiB takes {fsync_seconds(Path(disk)) * 1e3:.2f} ms (median)")
    _place("disk", disk, Settings(max(3, settings.rounds // 2), settings.scale * 0.1), judged=not in_memory)


def fsync_seconds(folder: Path, times: int = 50) -> float:
    """Median time of making 4 KiB durable in `folder`, in seconds."""
    figures = []
    with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
        for _ in range(times):
            file.write(bytes(4096))
            started = perf_counter()
            os.fsync(file.fileno())
            figures.append(perf_counter() - started)
    return median(figures)


def _place(name: str, folder: str, settings: Settings, *, judged: bool) -> None:
    for kind, databases in (("sqlite", _sqlite), ("postgresql", _postgresql)):
        try:
            with databases(folder) as fresh, ExitStack() as stack:
                _appends(f"{kind}, {name}", kind, fresh, stack, settings, judged=judged)
                if judged:
                    _reads(f"{kind}, {name}", kind, fresh, stack, settings)
        except NoPostgreSQL as reason:
            print(f"\n{kind}: not measured, {reason}")


def _appends(
    title: str, kind: str, fresh: Callable[[], str], stack: ExitStack, settings: Settings, *, judged: bool
) -> None:
    contestants: dict[str, Contestant] = {
        "tileledger": stack.enter_context(Ours(fresh())),
        "its rows, bare driver": stack.enter_context(Bare(fresh())),
        "one row, bare driver": stack.enter_context(Raw(fresh())),
        "eventsourcing": stack.enter_context(Library(fresh())),
        "its recorder alone": stack.enter_context(Recorder(fresh())),
    }
    rivals = ["eventsourcing"]
    if kind == "postgresql":
        rivals.append("eventsourcing, db functions")
        contestants[rivals[-1]] = stack.enter_context(Library(fresh(), functions=True))
    for size, least in ((1, SINGLE[kind]), (10, TENS[kind])):
        turns = settings.amount(2000 if size == 1 else 400)
        works = {name: partial(contestant.append, turns, size) for name, contestant in contestants.items()}
        figures = take_turns(settings.rounds, works)
        what = "single appends" if size == 1 else "batches of ten"
        targets = [Target("tileledger", rival, least if judged else None) for rival in rivals]
        contestant_targets = [
            Target("tileledger", other) for other in contestants if other not in ("tileledger", *rivals)
        ]
        show(f"{title}: {what}", "events/s", figures, [*targets, *contestant_targets])


def _reads(title: str, kind: str, fresh: Callable[[], str], stack: ExitStack, settings: Settings) -> None:
    many = settings.amount(REPLAYED)
    ours, library = stack.enter_context(Ours(fresh())), stack.enter_context(Library(fresh()))
    ours.append(many // 10, 10)
    library.append(many // 10, 10)
    figures = take_turns(
        settings.rounds,
        {
            "typed replay": ours.replay,
            "raw SELECT, typed": ours.raw_select,
            "verify": ours.verify,
            "read": ours.read,
            "eventsourcing, typed": library.replay,
            "eventsourcing, undecoded": library.notifications,
        },
    )
    targets = [
        Target("typed replay", "raw SELECT, typed", 0.7),
        Target("typed replay", "eventsourcing, typed", 3.0),
        Target("verify", "raw SELECT, typed", 0.4),
    ]
    show(f"{title}: reading {many:,} events", "events/s", figures, targets)


@contextmanager
def _sqlite(parent: str) -> Iterator[Callable[[], str]]:
    folder = Path(tempfile.mkdtemp(prefix="tl-bench-", dir=parent))
    numbers = iter(range(1000))
    try:
        yield lambda: f"sqlite:///{folder / f'{next(numbers)}.db'}"
    finally:
        shutil.rmtree(folder)


@contextmanager
def _postgresql(parent: str) -> Iterator[Callable[[], str]]:
    with server(durable=True, private=True, folder=parent) as running:
        yield running.create
