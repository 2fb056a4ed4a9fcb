"""Whether this database is the one that sent last, or a copy of it from before.

A mark stands in the log's database and, outside of it, in the vault's. Both move on together while messages
go out. A copy of the log that is brought back has an older mark than the vault beside it, and whatever it
would send may have been sent since. What brings both back together, such as a snapshot of the whole machine,
cannot be noticed this way.
"""

from collections.abc import Callable
from time import monotonic
from typing import Any

import sqlalchemy as sa

from services.delivery.lease import Lease, LeaseLost
from shared.database import Database
from shared.database.tables import table
from shared.logs import logger
from shared.problems import Problem

log = logger(__name__)
MOVES_EVERY = 5.0
"""Seconds of sending after which the mark moves on: a copy older than the last message by this is noticed."""
_NAME = "dispatcher"

inside = table("lineage: name key, mark, following")
"""In the log's database; `following` is the mark that the vault may have already."""
outside = table("sender_mark: name key, mark")
"""In the vault's database."""


class Lineage:
    """The two marks.

    Args:
        elapsed: seconds that only go forward.
    """

    def __init__(
        self,
        log_database: Database,
        vault_database: Database,
        random: Callable[[int], bytes],
        elapsed: Callable[[], float] = monotonic,
    ) -> None:
        self._log, self._vault = log_database, vault_database
        self._random = random
        self._elapsed = elapsed
        self._moved = float("-inf")
        self._used = False
        columns = inside.c
        self._read_inside = log_database.prepare(sa.select(columns.mark, columns.following))
        self._read_outside = vault_database.prepare(sa.select(outside.c.mark))
        writing = log_database.insert(inside)
        self._write_inside = log_database.prepare(
            writing.on_conflict_do_update(
                index_elements=["name"],
                set_={name: writing.excluded[name] for name in ("mark", "following")},
            )
        )
        self._first_outside = vault_database.prepare(
            vault_database.insert(outside).on_conflict_do_nothing(index_elements=["name"])
        )
        replace = sa.update(outside).where(outside.c.mark == sa.bindparam("before"))
        self._replace_outside = vault_database.prepare(replace.values(mark=sa.bindparam("after")))

    def unbroken(self, lease: Lease) -> bool:
        """Whether the marks fit each other; so they do where neither was ever made.

        A database that nobody has sent from, such as one that exports were restored into, is no copy.
        """
        found = self._log.fetch(self._read_inside)
        beside = self._vault.fetch(self._read_outside)
        if not found:
            return not beside or lease.token == 1
        return beside[0].mark in found[0] if beside else _is_first(found[0])

    def move_on(self, lease: Lease) -> None:
        """Put a new mark in both; cut off in between, they still fit.

        Raises:
            LeaseLost, Problem: nothing is out of step then.
        """
        rows = self._log.fetch(self._read_inside)
        beside = self._vault.fetch(self._read_outside)
        mark = kept = self._random(16).hex()
        # Whoever was cut off before may have put its mark into the vault, or have come to no first one; and
        # this may be cut off, too.
        if beside and rows and beside[0].mark in rows[0]:
            kept = beside[0].mark
        elif rows and not _is_first(rows[0]):
            kept = rows[0].mark
        self._keep(lease, kept, mark)
        with self._vault.writing() as driver:
            if not beside:
                self._vault.run(driver, self._first_outside, [{"name": _NAME, "mark": mark}])
            else:
                # Of an owner that was held up here while another took over nothing is written.
                row = {"before": beside[0].mark, "after": mark}
                if self._vault.change(driver, self._replace_outside, row) != 1:
                    raise LeaseLost
        self._keep(lease, mark, "")
        self._moved, self._used = self._elapsed(), False

    def used(self, lease: Lease) -> None:
        """Before messages go out: move on unless that was done just now. Trouble holds up no message."""
        self._used = True
        if self._elapsed() - self._moved < MOVES_EVERY:
            return
        self._moved = self._elapsed()
        try:
            self.move_on(lease)
        except Problem as problem:
            log.warning("lineage_not_moved", code=problem.code)

    def rest(self, lease: Lease) -> None:
        """At the end of an ownership: what was sent last counts, too."""
        if self._used and lease.token:
            self.move_on(lease)

    def _keep(self, lease: Lease, mark: str, following: str) -> None:
        with self._log.writing() as driver:
            lease.check(driver)
            row = {"name": _NAME, "mark": mark, "following": following}
            self._log.run(driver, self._write_inside, [row])


def _is_first(found: Any) -> bool:
    """Whether the row in the log has the first mark, which the vault did not get: nobody has sent."""
    return bool(found.mark == found.following)
