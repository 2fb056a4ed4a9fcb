"""Write the exports: `python -m tests.golden.legacy.make [NAME…]`. Never for a name that has landed.

Whoever changes what is written makes new names; the old ones must go on being read.
"""

import lzma
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, time, timedelta
from functools import partial
from hashlib import sha256
from pathlib import Path

from infra.migrations import migrate, migrate_vault
from services.demo.chance import SeededBytes
from services.demo.director import Director, once
from services.demo.playing import DemoDesk, demo_definition, play
from services.demo.story import Story
from services.demo.weather import propose
from services.desk.desk import Desk
from services.tournament.families import DeclareFamilyUnit
from services.tournament.forgetting import ForgetPerson
from services.tournament.retention import RemindOfRetention
from shared.codec import canonical
from shared.database import Database
from shared.eventlog.seal import SealKey, SealStore
from shared.eventlog.transfer import export, verify_export
from shared.vault import Vault
from tests.demo.conftest import small
from tests.golden.comparison.documents import Sections, changed
from tests.golden.comparison.rounds_by_chance import desk_by_chance, play_rounds
from tests.golden.comparison.sessions_by_chance import play_sessions
from tests.golden.legacy.kept import (
    FOLDER,
    KEY,
    Expected,
    publications,
    signatures,
    standing_at,
)
from tests.simulation.desk_door import DeskDoor

SECRET = b"the secret of desks whose exports are kept"
SEAL_KEY = SealKey(sha256(b"seals of exports that are kept").digest())
MOMENTS = 36
"""In how many parts an export is read: standings are kept as of the end of each."""

Playing = Callable[[Database, Vault], Desk]


def hong_kong(log: Database, vault: Vault) -> Desk:
    """The Hong Kong demo, six tables a session, with proposals nobody answers, and people forgotten."""
    demo = DemoDesk(log, vault.database, SECRET, small(), 75, lambda: SEAL_KEY)
    director = Director(demo.desk, demo.clock, demo.definition, demo.seed)
    story = Story(director)
    story.plan()
    days = demo.definition.days("preliminary")
    director.plan(demo.definition.moment(days[0], time(8)), once(lambda: _family_proposed(director)))
    wednesday = days[-1] + timedelta(days=1)
    director.plan(demo.definition.moment(wednesday, time(10)), once(lambda: propose(director, wednesday)))
    end = story.point("awards").moment
    director.plan(end, _forgotten(director))
    director.agenda.run(end + timedelta(days=3))
    return demo.desk


def _family_proposed(director: Director) -> None:
    free = [
        entrant
        for entrant in director.state.entrants.values()
        if entrant.unit is None and entrant.status == "registered"
    ]
    child = min(entrant.entrant_no for entrant in free if "child" in entrant.may_be)
    parent = min(entrant.entrant_no for entrant in free if "parent" in entrant.may_be)
    director.participant(parent, DeclareFamilyUnit(child=child, parent=parent))


def _forgotten(director: Director) -> Iterator[datetime]:
    """Forget who raised a dispute and who was disqualified; of the others the organizer is reminded."""
    yield director.after(5)
    state = director.state
    raisers = {case.raised_by or "" for case in state.disputes.values()} & set(state.entrants)
    out = {no for no, entrant in state.entrants.items() if entrant.out_of("preliminary") == "disqualified"}
    for entrant in sorted({min(raisers), min(out)}):
        director.organizer(ForgetPerson(person=entrant))
    yield director.after(2 * 24 * 60)
    director.submit("service", "retention", RemindOfRetention())


def demo(tournament: str, seed: int, log: Database, vault: Vault) -> Desk:
    """The demo of a tournament file."""
    demo = DemoDesk(log, vault.database, SECRET, demo_definition(tournament), seed, lambda: SEAL_KEY)
    play(demo)
    return demo.desk


def sessions_by_chance(seed: int, log: Database, vault: Vault) -> Desk:
    """A tournament by chance in Hong Kong's format."""
    door = DeskDoor(log, vault, seed)
    door.desk.seal_key = lambda: SEAL_KEY
    play_sessions(door, seed)
    return door.desk


def rounds_by_chance(tournament: str, seed: int, log: Database, vault: Vault) -> Desk:
    """A tournament by chance in the format of a file."""
    desk, clock = desk_by_chance(f"kept {tournament} {seed}", log, vault)
    desk.seal_key = lambda: SEAL_KEY
    play_rounds(desk, clock, tournament, {}, f"{tournament}-chance-{seed}")
    return desk


IN_ROUNDS = ("mso-2019", "pressman-2006", "pressman-2006-tournament", "bsg-2015", "rummikub-online")

EXPORTS: Mapping[str, Playing] = {
    "hk-2026-demo": hong_kong,
    "hk-2026-chance": partial(sessions_by_chance, 5),
    **{f"{name}-demo": partial(demo, name, 75) for name in IN_ROUNDS},
    **{f"{name}-chance": partial(rounds_by_chance, name, 8) for name in IN_ROUNDS},
}


def write(name: str, desk: Desk) -> Expected:
    """Write the exports of a desk's only tournament, and what this version reads from them."""
    (tournament,) = desk.log.tournaments()
    for ending, personal in (("jsonl", True), ("public.jsonl", False)):
        lines: list[bytes] = []
        export(desk.log, tournament, lines.append, personal=personal)
        _compressed(f"{name}.{ending}", b"".join(lines))
        verified = verify_export(lines, key=SEAL_KEY.public)
    head = desk.log.head(tournament)
    assert (verified.head.seq, verified.head.hash) == (head.seq, head.hash)
    first_of_type: dict[str, int] = {}
    for event in desk.log.read(tournament, 0, head.seq):
        first_of_type.setdefault(event.type, event.seq)
    expected = Expected(
        tournament,
        head.seq,
        head.hash.hex(),
        len(SealStore(desk.log.database).read(tournament)),
        verified.sealed,
        first_of_type,
        publications(desk, tournament),
        signatures(desk, tournament),
        _standings(desk, tournament, head.seq),
    )
    _compressed(f"{name}.expected.json", canonical(expected))
    return expected


def _standings(desk: Desk, tournament: str, last: int) -> dict[str, Sections]:
    step = max(1, last // MOMENTS)
    found: dict[str, Sections] = {}
    before: Sections = {}
    for seq in sorted({*range(step, last, step), last}):
        after = standing_at(desk, tournament, seq)
        found[str(seq)] = changed(before, after)
        before = after
    return found


def _compressed(file: str, content: bytes) -> None:
    (FOLDER / f"{file}.xz").write_bytes(lzma.compress(content, preset=9))


def main() -> None:
    KEY.write_bytes(SEAL_KEY.public.pem)
    for name in sys.argv[1:] or EXPORTS:
        with tempfile.TemporaryDirectory() as folder:
            log = Database(f"sqlite:///{Path(folder) / 'log.db'}", synchronous="OFF")
            vault = Database(f"sqlite:///{Path(folder) / 'vault.db'}", journal="DELETE", synchronous="OFF")
            migrate(log)
            migrate_vault(vault)
            expected = write(name, EXPORTS[name](log, Vault(vault, SECRET, SeededBytes(name))))
            log.close()
            vault.close()
        sys.stdout.write(f"{name}: {expected.events} events, {expected.seals} seals, head {expected.head}\n")


if __name__ == "__main__":
    main()
