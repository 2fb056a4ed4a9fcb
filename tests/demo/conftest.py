"""The demo as tests play it: the whole tournament, or one of the same shape with six tables a session."""

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

from infra.migrations import migrate, migrate_vault
from services.demo.days import Calendar
from services.demo.definitions import demo_definition
from services.demo.playing import Summary, play
from services.demo.story import Story
from services.tournament.definition.plan import Competition
from services.tournament.definition.stages import From, StagePlan
from shared.database import Database

SECRET = b"a secret for the demo's tests, of no use elsewhere"
TABLES = 6
CUT = 28


class Played(msgspec.Struct, frozen=True):
    """A demo that was played, with the desk it was played at and where its log lies."""

    demo: Story
    summary: Summary
    path: Path

    def close(self) -> None:
        self.demo.desk.log.database.close()
        self.demo.desk.vault.database.close()


PlayDemo = Callable[..., Played]


def small() -> Competition:
    """Hong Kong 2026 with six tables in each session, and a cut at 28."""
    whole = demo_definition()
    stages = tuple(_smaller(stage) for stage in whole.stages)
    return msgspec.structs.replace(whole, stages=stages, quota=stages[0].room)


def _smaller(stage: StagePlan) -> StagePlan:
    sessions = tuple(
        msgspec.structs.replace(session, tables=TABLES, capacity=4 * TABLES) for session in stage.sessions
    )
    enter = stage.enter
    if isinstance(enter, From):
        enter = msgspec.structs.replace(enter, places=CUT)
    return msgspec.structs.replace(stage, sessions=sessions, enter=enter)


def play_in(
    folder: Path,
    definition: Competition,
    *,
    url: str | None = None,
    seed: int = 1,
    until: str = "awards",
    secret: bytes = SECRET,
    at: datetime | None = None,
    calendar: Calendar | None = None,
) -> Played:
    """Play a demo into fresh databases in `folder`; `url` for another log database, already migrated."""
    folder.mkdir(exist_ok=True)
    path = folder / "log.db"
    # Tests that stop no machine need no waiting for the disk.
    database = Database(url or f"sqlite:///{path}")
    if url is None:
        migrate(database)
    vault = Database(f"sqlite:///{folder / 'vault.db'}", journal="DELETE")
    migrate_vault(vault)
    demo = Story(database, vault, secret, definition, seed, calendar=calendar)
    return Played(demo, play(demo, until, at=at), path)


@pytest.fixture
def play_small(tmp_path: Path) -> Iterator[PlayDemo]:
    """Play the small tournament in a folder of its own: `play_small("first", seed=3, until="mid")`."""
    played: list[Played] = []

    def call(name: str = "demo", **how: Any) -> Played:
        played.append(play_in(tmp_path / name, small(), **how))
        return played[-1]

    yield call
    for game_played in played:
        game_played.close()
