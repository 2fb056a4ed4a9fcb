"""What the web is measured with: two demos of 1,200 people whose places anyone sees at any time."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec

from infra.migrations import migrate, migrate_vault
from services.access.grants import Grants
from services.access.tokens import grant_token
from services.demo.definitions import demo_definition
from services.demo.playing import play
from services.demo.story import Story
from services.desk.parts import key_for
from shared.clock import SystemClock
from shared.database import Database
from shared.eventlog.seal import SealKey
from tests.api.served import Server, serving
from tests.bench.http_constant import PROGRAM

WHOLE, IN_PLAY = "whole", "in-play"
_UNTIL = {WHOLE: datetime(2026, 4, 9, 15, tzinfo=UTC), IN_PLAY: datetime(2026, 4, 7, 6, 45, tzinfo=UTC)}
"""All 1,200 have played; a session has begun, of the 600 before it most have their places."""
SESSION = "2026-04-07/2"
_SECRET = "a secret of the web for measuring only"
_SEED = 2026


def play_both(folder: Path, tokens: int) -> list[str]:
    """Play them into databases in a folder; returns so many tokens of an organizer."""
    log = Database(f"sqlite:///{folder / 'log.db'}", synchronous="OFF")
    vault = Database(f"sqlite:///{folder / 'vault.db'}", journal="DELETE", synchronous="OFF")
    migrate(log)
    migrate_vault(vault)
    for id, moment in _UNTIL.items():
        definition = demo_definition(id=id)
        first, *others = definition.stages
        stages = (msgspec.structs.replace(first, places_seen="live"), *others)
        definition = msgspec.structs.replace(definition, stages=stages)
        demo = Story(log, vault, _SECRET.encode(), definition, _SEED, lambda: SealKey(bytes(range(32))))
        play(demo, at=moment)
    clock = SystemClock()
    grants = Grants(log, clock, lambda: key_for(_SECRET.encode(), "grants"))
    expires = clock.now() + timedelta(days=1)
    made = [grant_token(grants, "organizer", f"org-{number}", None, expires)[0] for number in range(tokens)]
    log.close()
    vault.close()
    return made


@contextmanager
def served(folder: Path) -> Iterator[Server]:
    """A real server on those databases, which counts rates without refusing anybody."""
    with serving(
        folder,
        workers=2,
        apart=True,
        program_text=PROGRAM,
        DATABASE_URL=f"sqlite:///{folder / 'log.db'}",
        VAULT_URL=f"sqlite:///{folder / 'vault.db'}",
        SECRET_KEY=_SECRET,
        RATE_LIMITS="10000",
    ) as server:
        yield server
