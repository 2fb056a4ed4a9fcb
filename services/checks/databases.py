"""Whether both databases can be reached and are of this release."""

from collections.abc import Iterator
from functools import partial

from infra.migrations import current, latest
from infra.migrations.chains import Chain
from infra.migrations.readiness import reaching
from services.checks.check import Check, Installation, NotHere, State
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
        yield finding(state=empty, detail=str(missing), way_out="tileledger migrate makes it")
        return
    except Problem as problem:
        yield finding(state="failed", detail=problem.text())
        return
    detail = f"at {at}, this release is at {latest(chain)}"
    if at == latest(chain):
        yield finding(state="ok", detail=f"reached, at {at}")
    elif at is None:
        yield finding(state=empty, detail="reached, and empty", way_out="tileledger migrate sets it up")
    elif at < latest(chain):
        yield finding(state="failed", detail=detail, way_out="run tileledger migrate")
    else:
        yield finding(state="failed", detail=detail, way_out="made by a newer release: update this program")


log_database = partial(database_check, "log")
vault_database = partial(database_check, "vault")
