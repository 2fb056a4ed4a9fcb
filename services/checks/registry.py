"""The list of checks: those quick enough for every probe, and those only `doctor` takes the time for."""

from collections.abc import Iterator, Sequence

from msgspec import structs

from infra.migrations.readiness import DATABASE_PRE_RELEASE, DATABASE_SHARED, DATABASE_UNREACHABLE
from services.checks import (
    apart,
    databases,
    derived,
    keys,
    machine,
    outgoing,
    people,
    pushes,
    running,
    storage,
)
from services.checks.check import Check, Installation, Listed, NotHere
from shared.catalogue import Phrase, Word
from shared.database.failures import DATABASE_AWAY, DATABASE_DAMAGED, DATABASE_READ_ONLY, explained
from shared.problems import Problem

QUICK: tuple[Listed, ...] = (
    Listed("log database", databases.log_database, blocks="web"),
    Listed("vault database", databases.vault_database, blocks="web"),
    Listed("log pages", storage.log_pages, blocks="web"),
    Listed("vault pages", storage.vault_pages, blocks="web"),
    Listed("append-only triggers", storage.append_only_triggers, blocks="web"),
    Listed("vault opens", keys.secret_fits_vault, blocks="web"),
    Listed("disk", machine.disk, blocks="web"),
    Listed("clock", machine.clock),
    Listed("vault matches log", people.vault_matches_log, blocks="web"),
    Listed("seal key", keys.seal_key),
    Listed("worker", running.worker, blocks="worker"),
    Listed("dispatch", running.dispatch),
    Listed("weather watch", running.weather_watch),
    Listed("notices", running.muted),
)
"""Milliseconds each: asked every few seconds by `/readyz` and `/metrics`, and by `doctor`."""

THOROUGH: tuple[Listed, ...] = (
    Listed("databases apart", apart.apart),
    Listed("secret", keys.secret),
    Listed("log contents", storage.log_contents, blocks="web"),
    Listed("vault contents", storage.vault_contents, blocks="web"),
    Listed("log schema", storage.log_schema, blocks="web"),
    Listed("vault schema", storage.vault_schema, blocks="web"),
    Listed("log", derived.logs, blocks="web"),
    Listed("personal data", people.personal_data, blocks="web"),
    Listed("left-over keys", people.left_over_keys),
    Listed("seals", keys.seals),
    Listed("web push", pushes.web_push),
    Listed("addresses", outgoing.addresses),
    Listed("views", derived.views),
    Listed("listing", derived.listings),
    Listed("notice rows", derived.notices),
    Listed("folder", machine.folders),
    Listed("private files", machine.private_files),
    Listed("zone data", machine.zone_data),
)
"""May take long, or say what is for the operator alone: `doctor`, and some of them as below."""

STANDING: tuple[Listed, ...] = tuple(listed for listed in THOROUGH if listed.blocks == "web")
"""Whether what is kept can be read and is as it was written: looked at again and again (`standing`)."""


_OF_A_DATABASE = (
    DATABASE_DAMAGED, DATABASE_PRE_RELEASE, DATABASE_READ_ONLY, DATABASE_SHARED, DATABASE_UNREACHABLE,
)  # fmt: skip


def run(installation: Installation, checks: Sequence[Listed] = (*QUICK, *THOROUGH)) -> Iterator[Check]:
    """The findings of these checks. One that fails itself is a finding, and stops no other.

    That a database is damaged, cannot be had, is the other one or is from before 1.0 is said once for all
    checks that need it.
    """
    named = set()
    for check in _found(installation, checks):
        why = check.detail
        if isinstance(why, Problem) and isinstance(why.params.get("what"), Word) and _is_away(why):
            installation.found_away(why.params["what"].code, why)
        if isinstance(why, Problem) and why.kind in _OF_A_DATABASE:
            what = why.params.get("what")
            if (why.code, what) in named:
                continue
            named.add((why.code, what))
            if why.kind is DATABASE_DAMAGED and what is not None:
                check = _damaged(installation, check, what)
        yield check


def _is_away(why: Problem) -> bool:
    """Whether a database could not be had at all, and not only something in it."""
    if why.kind is DATABASE_AWAY:
        return True
    cause = why.__cause__
    while isinstance(cause, Problem):
        cause = cause.__cause__
    meant = explained(cause)
    return why.kind is DATABASE_UNREACHABLE and meant is not None and meant.kind is DATABASE_AWAY


def _damaged(installation: Installation, check: Check, what: Word) -> Check:
    file = installation.file("vault" if what.code == "vault" else "log")
    way_out = storage.RESTORE_DATABASE if file is None else storage.RESTORE
    return structs.replace(check, detail=Phrase("check-database-damaged", {"what": what}), way_out=way_out)


def _found(installation: Installation, checks: Sequence[Listed]) -> Iterator[Check]:
    for listed in checks:
        try:
            yield from listed.run(installation)
        except NotHere:
            continue
        except Problem as problem:
            yield Check(name=listed.name, state="failed", detail=problem)
        except Exception as error:
            if (meant := explained(error)) is not None:
                yield Check(name=listed.name, state="failed", detail=meant)
                continue
            what = " ".join(f"{type(error).__name__}: {error}".split())
            detail = Phrase("check-not-made", {"what": what})
            way_out = Phrase("check-way-report")
            yield Check(name=listed.name, state="failed", detail=detail, way_out=way_out)
