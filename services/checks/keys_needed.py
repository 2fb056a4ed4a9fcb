"""Whether something here was made under a secret or sealing key from before, so that a new one is no help."""

from infra.migrations import current
from infra.migrations.chains import Chain
from infra.migrations.readiness import reaching
from services.checks.check import Installation, NotHere
from shared.secret import Needing

_ALWAYS = ""
_CHECK_VALUE_SINCE = "2026_12_01_secret_check"
_SEALS_SINCE = "2026_11_23_seal"


def secret_needed(installation: Installation) -> Needing | None:
    """What needs the secret it was made under: the vault, or personal data in the log; None if nothing does.

    Raises:
        Problem: database-unreachable, database-damaged: then nobody knows.
    """
    if _any(installation, "vault", (_ALWAYS, "subject_key"), (_CHECK_VALUE_SINCE, "secret_check")):
        return "vault"
    return "log" if _any(installation, "log", (_ALWAYS, "event WHERE personal IS NOT NULL")) else None


def anything_sealed(installation: Installation) -> bool:
    """Whether there is a seal, of whatever key; raises as `secret_needed`."""
    return _any(installation, "log", (_SEALS_SINCE, "seal"))


def _any(installation: Installation, chain: Chain, *kinds: tuple[str, str]) -> bool:
    """Whether a database has a row of one of these kinds, each with the revision that first had them."""
    try:
        database = installation.opened(chain)
    except NotHere:
        return False
    with reaching(chain):
        at = current(database, chain)
        if at is None:
            return False
        with database.connection() as driver:
            known = [rows for since, rows in kinds if at >= since]
            return any(driver.execute(f"SELECT 1 FROM {rows} LIMIT 1").fetchone() for rows in known)
