"""The whole Hong Kong demo at every seq: state and rows are the same bytes by fold, checkpoint and copy.

In chance order, so that a run cut short has looked everywhere: at every seq a fold from zero, the desk that
goes on from checkpoints, and a copy restored into the other kind of database.
"""

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random

from infra.migrations import migrate, migrate_vault
from services.demo.definitions import demo_definition
from services.demo.playing import SEED
from services.desk.decoding import fold
from services.desk.desk import Desk
from services.tournament.catalogue import INITIAL
from services.tournament.state import State, at_rest
from shared.database import Database
from shared.eventlog import Recorded
from shared.vault import Vault
from tests.demo.conftest import play_in
from tests.postgresql_server import NoPostgreSQL, server
from tests.simulation.copies import carried_over, cold_desk
from tests.simulation.pictures import Picture, picture
from tests.soak.pace import Pace

ID = "hk-2026"
STRETCH = 40
SECRET = b"a secret for copies in a soak"


def run(pace: Pace) -> None:
    with tempfile.TemporaryDirectory(prefix="tl-soak-") as name, ExitStack() as stack:
        folder = Path(name)
        played = play_in(folder / "demo", demo_definition(), seed=SEED)
        last = played.summary.events
        print(f"  the demo: {last:,} events; checked at every seq, {STRETCH} in a stretch", flush=True)
        urls = [f"sqlite:///{played.path}"]
        try:
            other = stack.enter_context(server()).create()
            migrate(other)
            with _opened(other) as database, _vault(folder / "copy.db") as vault:
                carried_over(played.demo.desk.log, ID, database, vault)
            urls.append(other)
        except NoPostgreSQL as reason:
            print(f"  no copy on PostgreSQL: {reason}")
        played.close()
        given = (str(folder), urls)
        stretches = [range(first, min(first + STRETCH, last + 1)) for first in range(1, last + 1, STRETCH)]
        Random(pace.seed).shuffle(stretches)
        pace.spread(
            look, stretches, lambda done: f"{done:,} of {last:,} seqs in {len(urls) + 1} ways", prepare, given
        )


class Places:
    """The log and its copies, as one process has them open."""

    def __init__(self, folder: Path, urls: Sequence[str]) -> None:
        self.folder = folder
        self.vault = Vault(f"sqlite:///{folder / 'demo' / 'vault.db'}", SECRET)
        self.desks = [cold_desk(Database(url), self.vault) for url in urls]
        self.events: list[Recorded] = self.desks[0].log.read(ID, 0, 1_000_000)


_places: list[Places] = []


def prepare(folder: str, urls: Sequence[str]) -> None:
    _places[:] = [Places(Path(folder), urls)]


def look(stretch: range) -> int:
    """Compare at each seq of the stretch."""
    (places,) = _places
    for seq, state in _folded(places.events, stretch):
        by_fold = picture(state)
        for desk in places.desks:
            _same(by_fold, picture(desk.state(ID, seq)), desk, seq)
    return len(stretch)


def _folded(events: Sequence[Recorded], stretch: range) -> Iterator[tuple[int, State]]:
    state = fold(INITIAL, events[: stretch[0] - 1])
    for seq in stretch:
        state = at_rest(fold(state, events[seq - 1 : seq]))
        yield seq, state


def _same(expected: Picture, seen: Picture, desk: Desk, seq: int) -> None:
    differing = [name for name in expected if expected[name] != seen[name]]
    if differing:
        raise AssertionError(f"at seq {seq} on {desk.log.database.url}: {', '.join(differing)} differ")


@contextmanager
def _opened(url: str) -> Iterator[Database]:
    database = Database(url, synchronous="OFF")
    try:
        yield database
    finally:
        database.close()


@contextmanager
def _vault(path: Path) -> Iterator[Vault]:
    vault = Vault(f"sqlite:///{path}", SECRET)
    migrate_vault(vault.database)
    try:
        yield vault
    finally:
        vault.database.close()
