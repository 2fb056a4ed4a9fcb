"""Competitions by chance through the real desk, on each database: what is stored is the fold."""

import pytest

from services.desk.decoding import fold
from services.tournament.catalogue import INITIAL
from services.tournament.state import at_rest
from shared.database import Database
from shared.vault import Vault
from tests.profiles import examples
from tests.simulation.competitions import Days
from tests.simulation.desk_door import ID, DeskDoor
from tests.simulation.test_at_the_desk import listing_is_right

STEPS = 400


@pytest.mark.parametrize("seed", range(examples(2, in_all=30)))
def test_a_competition_is_stored_as_its_events_tell_it(database: Database, vault: Vault, seed: int) -> None:
    days = Days(DeskDoor(database, vault, seed), seed, noise=0.1)
    desk = days.door.desk
    for step, _ in enumerate(days.steps(STEPS)):
        if step % 50 == 0:
            listing_is_right(desk)
    assert len(days.accepted) > 5
    listing_is_right(desk)

    events = desk.log.read(ID, 0, 1_000_000)
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    state = at_rest(fold(INITIAL, events))
    assert state == days.state
    half = len(events) // 2
    assert desk.state(ID, half) == at_rest(fold(INITIAL, events[:half]))

    cold = DeskDoor(database, vault, seed).desk
    assert cold.state(ID) == state
    listing_is_right(cold)
