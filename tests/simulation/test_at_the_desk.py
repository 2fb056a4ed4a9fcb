"""Random tournaments through the real desk, on a database: the listing is right, and the log is whole."""

from pathlib import Path
from random import Random

import pytest

from services.desk.decoding import fold
from services.desk.desk import Desk
from services.projections.listing import listing_of
from services.tournament.catalogue import INITIAL
from services.tournament.state import at_rest
from shared.database import Database
from shared.vault import Vault
from tests.profiles import examples, soaking
from tests.simulation.chances import SECRET
from tests.simulation.desk_door import ID, DeskDoor
from tests.simulation.run import Run
from tests.simulation.truths import TRUTHS

STEPS = 600


def listing_is_right(desk: Desk) -> None:
    """The stored listing, written with each append, is that of the state."""
    state = desk.state(ID)
    assert desk.listings.read({ID: state.seq}) == {ID: listing_of(state)}


@pytest.mark.parametrize("seed", range(examples(3, in_all=30)))
def test_what_is_stored_and_what_is_held_follow_from_the_log(
    sqlite_database: Database, vault: Vault, tmp_path: Path, seed: int
) -> None:
    door = DeskDoor(sqlite_database, vault, seed)
    run = Run(door, Random(seed), noise=0.3)
    run.found()
    for step in range(STEPS):
        run.step()
        if step % 25 == 0 or soaking():
            listing_is_right(door.desk)
        if run.over:
            break
    listing_is_right(door.desk)
    for truth in TRUTHS:
        truth(door.state)

    events = door.desk.log.read(ID, 0, 1_000_000)
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    assert at_rest(fold(INITIAL, events)) == door.state
    for seq in {1, len(events) // 3, 2 * len(events) // 3, len(events)}:
        assert door.desk.state(ID, seq) == at_rest(fold(INITIAL, events[:seq]))

    cold = DeskDoor(sqlite_database, vault, seed)
    assert cold.desk.state(ID) == door.state
    listing_is_right(cold.desk)

    for file in tmp_path.glob("log.db*"):
        assert SECRET.encode() not in file.read_bytes()
        assert "陳大文".encode() not in file.read_bytes()
