"""What is kept: the settings, both databases, the log, the vault and the keys.

Here and in its neighbours a part imports what it needs only when it is made, so that a command that needs
none starts fast.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import cache, cached_property
from typing import TYPE_CHECKING

import msgspec

from shared.clock import Clock, SystemClock
from shared.settings import Loaded, Settings, load_settings

if TYPE_CHECKING:
    from infra.migrations.chains import Chain
    from services.checks.check import Installation
    from shared.database import Database
    from shared.eventlog import EventLog
    from shared.eventlog.seal import SealKey
    from shared.secret import Needing, Secret
    from shared.vault import Vault

Random = Callable[[int], bytes]


class Migrated(msgspec.Struct, frozen=True, omit_defaults=True):
    """The revisions that both databases are at, and which append-only triggers were put back."""

    log: str
    vault: str
    put_back: tuple[str, ...] = ()


class Stores:
    """What one running program keeps.

    Args:
        loaded: the settings; read from the environment by default.
        clock, random: time and chance; the demo brings its own, so that a seed always leads to one head hash.
        existing: only read what is there: a database that is not is refused, and nothing is made.
        new: databases that are made though the other one has what belongs to the one before.
    """

    def __init__(
        self,
        loaded: Loaded | None = None,
        *,
        clock: Clock | None = None,
        random: Random = os.urandom,
        existing: bool = False,
        new: Collection[Chain] = (),
    ) -> None:
        self.loaded = loaded or load_settings()
        self.clock: Clock = clock or SystemClock()
        self.random = random
        self.existing = existing
        self.new = new

    @property
    def settings(self) -> Settings:
        return self.loaded.settings

    @cached_property
    def secret(self) -> Secret:
        from shared.secret import load_secret

        if self.existing:
            _ = self.database  # without one there is nothing that a new secret could open

        def needed() -> Needing | None:
            from services.checks.keys_needed import secret_needed

            with self.installation() as installation:
                return secret_needed(installation)

        return load_secret(self.settings, needed)

    @cached_property
    def database(self) -> Database:
        """The log's database, ready for use: an empty one is set up, an older one is refused."""
        return self._ready("log")

    @cached_property
    def vault_database(self) -> Database:
        """The vault's database, ready for use likewise."""
        return self._ready("vault")

    def _ready(self, chain: Chain) -> Database:
        from infra.migrations.readiness import ready, shared_by
        from shared.database.places import in_one_file, sqlite_file

        if in_one_file(self.settings.database_url, self.settings.vault_url):
            raise shared_by("vault")
        file = sqlite_file(self._url(chain))
        if file is not None and not file.exists():
            self._refuse_absent(chain)
        opened = self.open_database if chain == "log" else self.open_vault_database
        return ready(opened, chain, lambda: self._refuse_absent(chain))

    def _url(self, chain: Chain) -> str:
        return self.settings.database_url if chain == "log" else self.settings.vault_url

    def _refuse_absent(self, chain: Chain) -> None:
        """Refuse to make a database that is only to be read, that was there once, or where the other one is.

        Raises:
            Problem: database-lost, database-not-there, database-shared.
        """
        from infra.migrations.readiness import DATABASE_LOST, DATABASE_NOT_THERE, called, setting_of
        from services.checks.apart import refuse_one
        from services.checks.keys_needed import lost
        from shared.database.places import place_shown

        named = {"what": called(chain), "where": place_shown(self._url(chain)), "setting": setting_of(chain)}
        with self.installation() as installation:
            refuse_one(installation)
            if chain not in self.new and lost(installation, chain):
                raise DATABASE_LOST(chain=chain, **named)
        if self.existing:
            raise DATABASE_NOT_THERE(**named)

    @cached_property
    def log(self) -> EventLog:
        from shared.eventlog import EventLog

        return EventLog(self.database, self.clock)

    @cached_property
    def vault(self) -> Vault:
        from shared.vault import Vault

        return Vault(self.vault_database, self.secret.content, self.random)

    @cached_property
    def seal_key(self) -> SealKey:
        from shared.sealing import load_seal_key

        def sealed() -> bool:
            from services.checks.keys_needed import anything_sealed

            with self.installation() as installation:
                return anything_sealed(installation)

        return load_seal_key(self.settings, sealed)

    @contextmanager
    def installation(self) -> Iterator[Installation]:
        """What the checks look at; databases are opened as they are when first asked for, nothing is made."""
        from services.checks.check import Installation
        from shared.secret import secret_file
        from shared.vault import Vault

        @cache
        def log() -> Database:
            return opened.enter_context(closing(self.open_database()))

        @cache
        def vault_database() -> Database:
            return opened.enter_context(closing(self.open_vault_database()))

        @cache
        def vault() -> Vault | None:
            if self.settings.secret_key is None and not secret_file(self.settings).exists():
                return None
            return Vault(vault_database(), self.secret.content)

        with ExitStack() as opened:
            yield Installation(self.settings, self.clock, log, vault_database, vault)

    def open_database(self) -> Database:
        """The log's database as it is, migrated or not."""
        from shared.database import Database

        return Database(self.settings.database_url, connections=self.settings.database_connections)

    def open_vault_database(self) -> Database:
        """The vault's database as it is: without a write-ahead log, and with deleted keys overwritten."""
        from shared.database import Database

        most = self.settings.database_connections
        opened = Database(self.settings.vault_url, journal="DELETE", secure_delete=True, connections=most)
        opened.holds = "vault"
        return opened

    def migrate(self) -> Migrated:
        """Bring both databases up to date; neither is made where one that was there once is not.

        Raises:
            Problem: database-lost, database-shared, or as `reaching`.
        """
        from infra.migrations import migrate, migrate_vault
        from infra.migrations.append_only import put_back
        from infra.migrations.readiness import reaching, refuse_shared
        from services.checks.apart import refuse_one
        from services.checks.check import CHAINS, NotHere

        # Both, before either is changed.
        with self.installation() as installation:
            refuse_one(installation)
            for chain in CHAINS:
                with suppress(NotHere), reaching(chain):
                    refuse_shared(installation.opened(chain), chain)
                self._refuse_absent(chain)
        with reaching("log"), closing(self.open_database()) as database:
            log = migrate(database)
            triggers = put_back(database)
        with reaching("vault"), closing(self.open_vault_database()) as database:
            vault = migrate_vault(database)
        return Migrated(log, vault, tuple(triggers))

    def close(self) -> None:
        """Close what was opened; parts not yet made stay unmade."""
        for part in ("database", "vault_database"):
            if part in self.__dict__:
                self.__dict__.pop(part).close()
