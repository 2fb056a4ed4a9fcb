"""That log and vault are two databases: who has both in one has the keys beside what they open."""

from collections.abc import Iterator

from infra.migrations import current
from infra.migrations.readiness import reaching, shared_by
from services.checks.check import CHAINS, Check, Installation, NotHere
from shared.database.places import are_one


def apart(installation: Installation) -> Iterator[Check]:
    """Whether both settings name one database, which releases before this set up on PostgreSQL."""
    if _are_one(installation):
        yield Check(name="databases apart", state="failed", detail=shared_by("vault"))


def refuse_one(installation: Installation) -> None:
    """Refuse to set up either database where both settings name one.

    Raises:
        Problem: database-shared; database-unreachable, database-damaged: then nobody knows.
    """
    if not _are_one(installation):
        return
    for chain in CHAINS:
        with reaching(chain):
            if current(installation.opened(chain), chain) is None:
                raise shared_by("vault")


def _are_one(installation: Installation) -> bool:
    """Raises database-shared itself where it is one file, which nobody opens as both."""
    try:
        vault, log = installation.opened("vault"), installation.opened("log")
    except NotHere:
        return False
    with reaching("log"):
        return are_one(log, vault)
