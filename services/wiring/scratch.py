"""A scratch installation: databases of its own that hold one tournament and are gone afterwards.

Nothing in it leads outside: it has no token but a simulator's, no mail server, no address for alerts.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from typing import TYPE_CHECKING

import msgspec

from services.wiring.wiring import Wiring
from shared.database.failures import DISK_FULL
from shared.problems import Problem
from shared.settings import Loaded

if TYPE_CHECKING:
    from infra.migrations.chains import Chain
    from services.wiring.stores import Random
    from shared.clock import Clock
    from shared.database import Database


class Scratch(Wiring):
    """Parts over databases that need not survive a power failure, so nothing waits for the disk."""

    def open_database(self) -> Database:
        from shared.database import Database

        return Database(self.settings.database_url, synchronous="OFF")

    def open_vault_database(self) -> Database:
        from shared.database import Database

        return Database(self.settings.vault_url, synchronous="OFF")


@contextmanager
def scratch(
    loaded: Loaded,
    secret: bytes,
    clock: Clock,
    random: Random,
    simulated: tuple[str, str] | None = None,
) -> Iterator[Wiring]:
    """The parts over empty databases in a folder that is removed at the end.

    Args:
        secret: what keys are wrapped under; the installation's own where people of it are copied.
        simulated: token and address of a simulated Telegram, where there are phones.
    """
    token, address = simulated or (None, loaded.settings.telegram_api_url)
    with TemporaryDirectory(prefix="tileledger-") as folder:
        settings = msgspec.structs.replace(
            loaded.settings,
            database_url=f"sqlite:///{Path(folder, 'log.db')}",
            vault_url=f"sqlite:///{Path(folder, 'vault.db')}",
            standby_url=None,
            secret_key=secret.decode(),
            seal_key=None,
            telegram_token=token,
            telegram_api_url=address,
            telegram_webhook_url=None,
            smtp_url=None,
            alert_urls=None,
            web_push_contact=None,
        )
        # People's keys are copied before the log that needs them.
        new: tuple[Chain, ...] = ("log", "vault")
        wiring = Scratch(Loaded(settings, {}), clock=clock, random=random, new=new)
        try:
            yield wiring
        except Problem as problem:
            # The installation's own disk may have all the room there is.
            if problem.kind is DISK_FULL:
                raise problem.at(file=gettempdir()) from problem
            raise
        finally:
            wiring.close()


def copy_into(wiring: Wiring, source: Wiring, tournament_id: str) -> None:
    """Bring a tournament with its people's keys and links from another installation's databases.

    Raises:
        Problem: tournament-unknown, or what the log refuses.
    """
    from services.delivery.copying import dump_links, read_links, restore_links
    from shared.eventlog.transfer import export_lines, restore
    from shared.vault.copying import dump, load

    source.desk.head(tournament_id)
    _, lines = export_lines(source.log, tournament_id, personal=True)
    load(wiring.vault, list(dump(source.vault)))
    restore(wiring.log, lines)
    forgotten = wiring.desk.state(tournament_id).forgotten
    links = read_links(dump_links(source.database, tournament_id))
    restore_links(wiring.database, tournament_id, links, forgotten)
