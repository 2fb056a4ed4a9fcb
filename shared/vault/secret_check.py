"""Whether the secret at hand is the one that a vault was made under: a check value is kept, sealed under it.

Keys wrapped under two secrets in one vault could never be told from damaged ones, so every write asks first.
"""

from collections.abc import Iterable

import sqlalchemy as sa

from shared.database import Database, Driver
from shared.problems import ProblemType
from shared.vault import tables
from shared.vault.ciphers import Wrapping, WrongSecret

SECRET_DOES_NOT_FIT = ProblemType("secret-does-not-fit", 503)


class SecretCheck:
    """The check value of one vault."""

    def __init__(self, database: Database, wrapping: Wrapping) -> None:
        check, key = tables.secret_check, tables.subject_key.c
        self._database = database
        self._wrapping = wrapping
        # Before every command both are asked: one statement takes half the time of two.
        self._read = database.prepare(
            sa.select(sa.select(check.c.sealed).scalar_subquery(), sa.exists(sa.select(key.subject)))
        )
        self._keys = database.prepare(sa.select(key.subject, key.wrapped))
        self._insert = database.prepare(
            database.insert(check).values(id=1, sealed=sa.bindparam("sealed_is")).on_conflict_do_nothing()
        )
        self._known: tuple[bytes, bool] = (b"", False)

    @property
    def of_vault(self) -> bytes:
        """The check value as it was last read; another vault has another."""
        return self._known[0]

    def fits(self) -> bool:
        """Whether the vault was made under this secret; without a check value, whether its keys open."""
        with self._database.connection() as driver:
            sealed, _ = self._kept(driver)
            return self._keys_open(driver) if sealed is None else self._opens(sealed)

    def require(self) -> bool:
        """Refuse to go on under another secret; a vault without a check value gets it now.

        Returns:
            Whether the vault holds a key of anyone.

        Raises:
            Problem: secret-does-not-fit.
        """
        with self._database.connection() as driver:
            sealed, holds_keys = self._kept(driver)
        if sealed is None:
            with self._database.writing() as driver:
                self.require_in(driver)
        elif not self._opens(sealed):
            raise SECRET_DOES_NOT_FIT()
        return holds_keys

    def require_in(self, driver: Driver) -> None:
        """The same inside a write transaction on the vault."""
        sealed, _ = self._kept(driver)
        if sealed is None:
            if not self._keys_open(driver):
                raise SECRET_DOES_NOT_FIT()
            driver.execute(self._insert.text, self._insert.row((self._wrapping.check_value(),)))
            # Read again: on PostgreSQL another process may have been first, under another secret.
            sealed, _ = self._kept(driver)
        if not self._opens(sealed or b""):
            raise SECRET_DOES_NOT_FIT()

    def _kept(self, driver: Driver) -> tuple[bytes | None, bool]:
        """The check value, if there is one yet, and whether there is a key of anyone."""
        ((sealed, holds_keys),) = driver.execute(self._read.text).fetchall()
        return None if sealed is None else bytes(sealed), bool(holds_keys)

    def _opens(self, sealed: bytes) -> bool:
        if self._known[0] != sealed:
            self._known = (sealed, self._wrapping.is_check_value(sealed))
        return self._known[1]

    def _keys_open(self, driver: Driver) -> bool:
        """Whether more keys open than do not: some may be damaged, or made under another secret."""
        return opens_most(self._wrapping, driver.execute(self._keys.text).fetchall())


def opens(wrapping: Wrapping, subject: str, wrapped: bytes) -> bool:
    """Whether a wrapped key opens under the secret."""
    try:
        wrapping.unwrap(subject, wrapped)
    except WrongSecret:
        return False
    return True


def opens_most(wrapping: Wrapping, keys: Iterable[tuple[str, bytes]]) -> bool:
    """Whether of wrapped keys by subject more open under the secret than do not."""
    opened = [opens(wrapping, subject, bytes(wrapped)) for subject, wrapped in keys]
    return not opened or sum(opened) * 2 > len(opened)
