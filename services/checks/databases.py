"""Whether both databases can be reached and are of this release."""

from collections.abc import Iterator
from functools import partial

from infra.migrations import current, latest
from infra.migrations.chains import Chain
from infra.migrations.readiness import reaching, refuse_shared
from services.checks.check import Check, Installation, NotHere
from services.checks.keys_needed import lost
from shared.catalogue import Phrase
from shared.problems import Problem


def database_check(chain: Chain, installation: Installation) -> Iterator[Check]:
    """Reached, and at the revision this release needs."""
    finding = partial(Check, name=f"{chain} database")
    try:
        database = installation.opened(chain)
        with reaching(chain):
            at = current(database, chain)
    except NotHere as missing:
        yield _absent(chain, installation, missing.why, Phrase("check-way-migrate-makes"))
        return
    except Problem as problem:
        yield finding(state="failed", detail=problem)
        return
    detail = Phrase("check-database-at-not-latest", {"at": at, "latest": latest(chain)})
    if at == latest(chain):
        yield finding(state="ok", detail=Phrase("check-database-reached-at", {"at": at}))
    elif at is None:
        try:
            refuse_shared(database, chain)
        except Problem as problem:
            yield finding(state="failed", detail=problem)
            return
        yield _absent(
            chain, installation, Phrase("check-database-empty"), Phrase("check-way-migrate-sets-up")
        )
    elif at < latest(chain):
        yield finding(state="failed", detail=detail, way_out=Phrase("check-way-run-migrate"))
    else:
        yield finding(state="failed", detail=detail, way_out=Phrase("check-way-newer-release"))


def lost_database(chain: Chain, name: str, found: Phrase) -> Check:
    """That a database which was there once is not, or is empty."""
    detail = Phrase("check-database-lost", {"chain": chain, "found": found})
    return Check(
        name=name, state="failed", detail=detail, way_out=Phrase("check-way-database-back", {"chain": chain})
    )


def _absent(chain: Chain, installation: Installation, found: Phrase, makes: Phrase) -> Check:
    name = f"{chain} database"
    try:
        if lost(installation, chain):
            return lost_database(chain, name, found)
        back = installation.running
    except Problem:
        back = True  # nobody knows what the other database has
    if back:
        way_out = Phrase("check-way-database-back", {"chain": chain})
        return Check(name=name, state="failed", detail=found, way_out=way_out)
    return Check(name=name, state="warning", detail=found, way_out=makes)


log_database = partial(database_check, "log")
vault_database = partial(database_check, "vault")
