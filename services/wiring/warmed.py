"""What every process would work out for itself when it starts, worked out once before any is started.

Texts are read, structs understood, statements compiled for the kind of database. Parts are made for that,
over databases that are never opened and with a secret that is nobody's, and thrown away.
"""

from __future__ import annotations

import os
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING

from services.wiring.wiring import Wiring

if TYPE_CHECKING:
    from shared.database import Database
    from shared.secret import Secret
    from shared.settings import Loaded


def warm_up(loaded: Loaded) -> None:
    """Work it out, for processes that are copies of this one.

    Raises:
        Problem: a setting cannot be used.
    """
    from services.declarations import every_problem_type
    from shared.catalogue import catalogue, languages

    for language in languages():
        catalogue(language)
    every_problem_type()
    _ = _Unopened(loaded).web


class _Unopened(Wiring):
    """Parts that are made and never used."""

    @cached_property
    def secret(self) -> Secret:
        from shared.secret import LEAST, Secret

        return Secret(os.urandom(LEAST))

    @cached_property
    def database(self) -> Database:
        return _unopened(self.settings.database_url)

    @cached_property
    def vault_database(self) -> Database:
        return _unopened(self.settings.vault_url)


def _unopened(url: str) -> Database:
    from shared.database import Database

    if url.startswith("postgresql"):
        import_module("shared.database.postgresql")
        return Database(url)
    # A file that is not there; a database in memory would be opened at once.
    return Database("sqlite:///unopened")
