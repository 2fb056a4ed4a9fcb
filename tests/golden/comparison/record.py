"""Make the documents from what today's desk does: `python -m tests.golden.comparison.record [NAME…]`.

To go, with the modules it imports from here but `documents`, when today's commands do.
"""

import sys
import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from infra.migrations import migrate, migrate_vault
from services.demo.playing import DemoDesk, demo_definition, play
from shared.database import Database
from shared.vault import Vault
from tests.golden.comparison.documents import Document, write
from tests.golden.comparison.recorder import Recorder
from tests.golden.comparison.rounds_by_chance import in_rounds
from tests.golden.comparison.sessions_by_chance import in_sessions

ROUNDS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "mso-2019": ("mso-2019", {}),
    "mso-classic": ("mso-2019", {"tie_breaks": "mso-classic", "bye_halves": 1}),
    "pressman-2006": ("pressman-2006", {}),
    "pressman-2006-tournament": ("pressman-2006-tournament", {}),
    "bsg-2015": ("bsg-2015", {}),
    "rummikub-online": ("rummikub-online", {}),
}
"""Tournament files with what is changed in their format, by the name of the documents."""

SESSIONS_SEEDS = range(1, 17)
TIED_SEEDS = range(101, 109)
ROUNDS_SEEDS = range(1, 9)

SECRET = b"the secret of desks that are only listened to"

DEMO_SEEDS: Mapping[str, tuple[int, ...]] = {
    "hk-2026": (2026, 1, 2),
    "mso-2019": (2026, 1, 2, 3, 4, 5),
    "pressman-2006": (2026, 1, 2, 3, 4),
    "pressman-2006-tournament": (2026, 1, 2, 3, 4),
    "bsg-2015": (2026, 1, 2, 3, 4),
    "rummikub-online": (2026, 1, 2, 3, 4),
}


def demo(tournament: str, seed: int, name: str, log: Database, vault: Vault) -> Document:
    """The demo of a tournament file, listened to."""
    demo_desk = DemoDesk(log, vault.database, SECRET, demo_definition(tournament), seed)
    with Recorder(demo_desk.desk, tournament).listening() as recorder:
        play(demo_desk)
    return recorder.document(name)


Playing = Callable[[str, Database, Vault], Document]


def everything() -> dict[str, Playing]:
    """Every document by name, and how it is made."""
    demos: dict[str, Playing] = {
        f"{tournament}-demo-{seed}": partial(demo, tournament, seed)
        for tournament, seeds in DEMO_SEEDS.items()
        for seed in seeds
    }
    sessions: dict[str, Playing] = {
        f"hk-2026-{'tied' if tied else 'chance'}-{seed}": partial(in_sessions, seed, tied)
        for tied, seeds in ((False, SESSIONS_SEEDS), (True, TIED_SEEDS))
        for seed in seeds
    }
    rounds: dict[str, Playing] = {
        f"{name}-chance-{seed}": partial(in_rounds, tournament, changes, seed)
        for name, (tournament, changes) in ROUNDS.items()
        for seed in ROUNDS_SEEDS
    }
    return {**demos, **sessions, **rounds}


def main() -> None:
    known = everything()
    for name in sys.argv[1:] or known:
        with tempfile.TemporaryDirectory() as folder:
            log = Database(f"sqlite:///{Path(folder) / 'log.db'}", synchronous="OFF")
            vault = Database(f"sqlite:///{Path(folder) / 'vault.db'}", journal="DELETE", synchronous="OFF")
            migrate(log)
            migrate_vault(vault)
            document = known[name](name, log, Vault(vault, SECRET))
            log.close()
            vault.close()
        write(document)
        counts = f"{len(document.inputs)} inputs, {len(document.moments)} moments"
        sys.stdout.write(f"{name}: {counts}, {len(document.differs)} marked\n")


if __name__ == "__main__":
    main()
