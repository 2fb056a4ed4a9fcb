"""Whether both databases can be reached and are of this release."""

from collections.abc import Iterator
from functools import partial

from infra.migrations import current, latest
from infra.migrations.chains import Chain
from infra.migrations.readiness import reaching
from services.checks.check import Check, Installation, NotHere, State
from shared.catalogue import Phrase
from shared.problems import Problem


def database_check(chain: Chain, installation: Installation) -> Iterator[Check]:
    """Reached, and at the revision this release needs."""
    finding = partial(Check, name=f"{chain} database")
    empty: State = "failed" if installation.running else "warning"
    try:
        database = installation.opened(chain)
        with reaching(chain):
            at = current(database, chain)
    except NotHere as missing:
        yield finding(state=empty, detail=missing.why, way_out=Phrase("check-way-migrate-makes"))
        return
    except Problem as problem:
        yield finding(state="failed", detail=problem)
        return
    detail = Phrase("check-database-at-not-latest", {"at": at, "latest": latest(chain)})
    if at == latest(chain):
        yield finding(state="ok", detail=Phrase("check-database-reached-at", {"at": at}))
    elif at is None:
        yield finding(
            state=empty, detail=Phrase("check-database-empty"), way_out=Phrase("check-way-migrate-sets-up")
        )
    elif at < latest(chain):
        yield finding(state="failed", detail=detail, way_out=Phrase("check-way-run-migrate"))
    else:
        yield finding(state="failed", detail=detail, way_out=Phrase("check-way-newer-release"))


log_database = partial(database_check, "log")
vault_database = partial(database_check, "vault")
