"""Whether something here needs the secret, sealing key or database from before, which no new one replaces."""

from infra.migrations import current
from infra.migrations.chains import Chain
from infra.migrations.readiness import reaching
from services.checks.check import Installation, NotHere
from services.desk.vault_guard import subjects_needed
from shared.secret import Needing


def secret_needed(installation: Installation) -> Needing | None:
    """What needs the secret it was made under: the vault, or personal data in the log; None if nothing does.

    Raises:
        Problem: database-unreachable, database-damaged: then nobody knows.
    """
    if _any(installation, "vault", "subject_key", "secret_check"):
        return "vault"
    return "log" if _any(installation, "log", "event WHERE personal IS NOT NULL") else None


def anything_sealed(installation: Installation) -> bool:
    """Whether there is a seal, of whatever key; raises as `secret_needed`."""
    return _any(installation, "log", "seal")


def lost(installation: Installation, chain: Chain) -> bool:
    """Whether a database that is not there, or empty, was there once: the other one has what belongs to it.

    Raises:
        Problem: as `secret_needed`.
    """
    if not _absent(installation, chain):
        return False
    needed = _keys_needed if chain == "vault" else _log_needed
    # Asked again: another process may have been first, which made it and then wrote to both.
    return needed(installation) and _absent(installation, chain)


def _absent(installation: Installation, chain: Chain) -> bool:
    try:
        database = installation.opened(chain)
    except NotHere:
        return True
    with reaching(chain):
        return current(database, chain) is None


def _log_needed(installation: Installation) -> bool:
    return _any(installation, "vault", "subject_key", "tombstone")


def _keys_needed(installation: Installation) -> bool:
    if not _any(installation, "log", "event WHERE personal IS NOT NULL"):
        return False
    try:
        log = installation.log()
    except NotHere:
        return True  # of another release: nobody knows who was forgotten
    return any(
        subjects_needed(log, tournament, installation.state(tournament)) for tournament in log.tournaments()
    )


def _any(installation: Installation, chain: Chain, *kinds: str) -> bool:
    """Whether a database has a row of one of these kinds."""
    try:
        database = installation.opened(chain)
    except NotHere:
        return False
    with reaching(chain):
        if current(database, chain) is None:
            return False
        with database.connection() as driver:
            return any(driver.execute(f"SELECT 1 FROM {rows} LIMIT 1").fetchone() for rows in kinds)
