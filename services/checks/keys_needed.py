"""Whether something here was made under a secret or sealing key from before, so that a new one is no help."""

from infra.migrations import current
from infra.migrations.readiness import reaching
from services.checks.check import Installation, NotHere
from shared.secret import Needing

_CHECK_VALUE_SINCE = "2026_12_01_secret_check"
_SEALS_SINCE = "2026_11_23_seal"


def secret_needed(installation: Installation) -> Needing | None:
    """What needs the secret it was made under: the vault, or personal data in the log; None if nothing does.

    Raises:
        Problem: database-unreachable: then nobody knows.
    """
    if _vault_needs(installation):
        return "vault"
    return "log" if _log_needs(installation) else None


def _vault_needs(installation: Installation) -> bool:
    try:
        database = installation.opened("vault")
    except NotHere:
        return False
    with reaching("vault"):
        at = current(database, "vault")
        if at is None:
            return False
        with database.connection() as driver:
            tables = ("subject_key", "secret_check") if at >= _CHECK_VALUE_SINCE else ("subject_key",)
            return any(driver.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone() for table in tables)


def _log_needs(installation: Installation) -> bool:
    try:
        database = installation.opened("log")
    except NotHere:
        return False
    with reaching("log"):
        if current(database, "log") is None:
            return False
        with database.connection() as driver:
            held = driver.execute("SELECT 1 FROM event WHERE personal IS NOT NULL LIMIT 1").fetchone()
            return held is not None


def anything_sealed(installation: Installation) -> bool:
    """Whether there is a seal, of whatever key; raises as `secret_needed`."""
    try:
        database = installation.opened("log")
    except NotHere:
        return False
    with reaching("log"):
        at = current(database, "log")
        if at is None or at < _SEALS_SINCE:
            return False
        with database.connection() as driver:
            return driver.execute("SELECT 1 FROM seal LIMIT 1").fetchone() is not None
