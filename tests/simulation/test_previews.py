"""What a preview shows is what comes: of rulings by chance, each previewed and then given; in a soak of 500.

That every single one came out as foreseen, and that its preview left no trace, is asserted by the door while
the tournaments are played; the tests here see to it that among them were rulings of every kind.
"""

from collections import Counter
from pathlib import Path
from random import Random
from typing import get_args

import pytest

from infra.migrations import migrate, migrate_vault
from services.tournament.docket.effects import Effect
from shared.database import Database
from shared.vault import Vault
from tests.profiles import soaking
from tests.simulation.foresight import ForeseeingDoor, Ruled, play_with_rulings

SHARE = 1 if soaking() else 3
"""One in so many of what a soak plays."""
TOURNAMENTS = 18 // SHARE
EFFECTS = {str(effect.__struct_config__.tag) for effect in get_args(Effect)}


class Played:
    """All rulings of the tournaments, and how many notices were foreseen in them."""

    def __init__(self) -> None:
        self.ruled: list[Ruled] = []
        self.notices = 0

    @property
    def carried_out(self) -> list[Ruled]:
        return [ruled for ruled in self.ruled if ruled.refused is None]


def play(folder: Path, seed: int) -> ForeseeingDoor:
    database = Database(f"sqlite:///{folder / 'log.db'}")
    keys = Database(f"sqlite:///{folder / 'vault.db'}")
    migrate(database)
    migrate_vault(keys)
    door = ForeseeingDoor(database, Vault(keys, b"a secret for simulations only"), seed)
    play_with_rulings(door, Random(seed))
    database.close()
    keys.close()
    return door


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    found = Played()
    for seed in range(TOURNAMENTS):
        door = play(tmp_path_factory.mktemp("previews"), seed)
        found.ruled += door.ruled
        found.notices += door.notices
    return found


def test_what_a_preview_shows_of_a_ruling_is_what_comes(tmp_path: Path) -> None:
    door = play(tmp_path, seed=0)
    assert sum(ruled.refused is None for ruled in door.ruled) >= 10
    assert any(ruled.refused is not None for ruled in door.ruled)
    assert door.notices > 0


@pytest.mark.wide
def test_there_were_many_and_most_were_carried_out(played: Played) -> None:
    assert len(played.ruled) >= 500 // SHARE
    assert len(played.carried_out) >= 250 // SHARE


@pytest.mark.wide
def test_every_effect_was_among_them(played: Played) -> None:
    effects = Counter(effect for ruled in played.carried_out for effect in ruled.effects)
    assert set(effects) == EFFECTS
    assert min(effects.values()) >= 10 // SHARE


@pytest.mark.wide
def test_some_took_the_place_of_an_earlier_one(played: Played) -> None:
    assert sum(ruled.supersedes for ruled in played.carried_out) >= 50 // SHARE


@pytest.mark.wide
def test_some_came_after_publication_and_some_moved_places_and_the_cut(played: Played) -> None:
    assert sum(ruled.published for ruled in played.carried_out) >= 50 // SHARE
    assert sum(ruled.places_moved for ruled in played.carried_out) >= 100 // SHARE
    assert sum(ruled.cut_moved for ruled in played.carried_out) >= 5 // SHARE


@pytest.mark.wide
def test_some_were_refused_for_many_reasons(played: Played) -> None:
    refused = Counter(ruled.refused for ruled in played.ruled if ruled.refused is not None)
    assert sum(refused.values()) >= 100 // SHARE
    assert len(refused) >= 8


@pytest.mark.wide
def test_notices_were_foreseen(played: Played) -> None:
    assert played.notices >= 100 // SHARE
