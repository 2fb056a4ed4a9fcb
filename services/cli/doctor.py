"""tileledger doctor: every setting with its source, and whether what they name can be used.

Looks only: it makes no database, no key file and no folder.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec
import typer

from services.cli.printing import JsonOption, print_json, print_table
from shared.problems import Problem

if TYPE_CHECKING:
    from services.wiring import Wiring
    from shared.database import Database

app = typer.Typer()
State = Literal["ok", "warning", "failed"]


class Check(msgspec.Struct, frozen=True):
    """One thing looked at, and what to do about it unless it is ok."""

    check: str
    state: State
    detail: str


@app.command()
def doctor(json: JsonOption = False) -> None:
    """Show every setting with its source, secrets masked, and check what they name."""
    from services.wiring import wired

    with wired() as wiring:
        settings = wiring.loaded.described()
        checks = list(_checks(wiring))
    if json:
        print_json({"settings": settings, "checks": checks})
    else:
        print_table(("setting", "value", "source"), [(s.name, s.value or "-", s.source) for s in settings])
        print()
        print_table(("check", "state", "detail"), [(c.check, c.state, c.detail) for c in checks])
    if any(check.state == "failed" for check in checks):
        raise typer.Exit(1)


def _checks(wiring: "Wiring") -> Iterator[Check]:
    yield _database(wiring, "log", wiring.open_database)
    yield _database(wiring, "vault", wiring.open_vault_database)
    yield _secret(wiring)
    yield _secret_fits_vault(wiring)
    yield _seal_key(wiring)
    yield from _read_models(wiring)
    yield from _weather(wiring)
    yield from _muted(wiring)
    files = (_file(wiring.settings.database_url), _file(wiring.settings.vault_url))
    for folder in sorted({file.parent for file in files if file is not None}):
        yield _writable(folder)
    yield _zone("Asia/Hong_Kong")


def _file(url: str) -> Path | None:
    scheme, _, path = url.partition("://")
    file = path.removeprefix("/").partition("?")[0]
    return Path(file) if scheme.startswith("sqlite") and file not in ("", ":memory:") else None


def _database(wiring: "Wiring", chain: Literal["log", "vault"], opened: "Callable[[], Database]") -> Check:
    from infra.migrations import current, latest
    from infra.migrations.readiness import reaching

    url = wiring.settings.database_url if chain == "log" else wiring.settings.vault_url
    file = _file(url)
    if file is not None and not file.exists():
        return Check(f"{chain} database", "warning", f"{file} is not there yet; tileledger migrate makes it")
    try:
        with reaching(chain):
            database = opened()
            try:
                at = current(database, chain)
            finally:
                database.close()
    except Problem as problem:
        return Check(f"{chain} database", "failed", problem.text())
    if at == latest(chain):
        return Check(f"{chain} database", "ok", f"reached, at {at}")
    if at is None:
        return Check(f"{chain} database", "warning", "reached, and empty; tileledger migrate sets it up")
    advice = (
        "run tileledger migrate" if at < latest(chain) else "made by a newer release: update this program"
    )
    return Check(f"{chain} database", "failed", f"at {at}, this release is at {latest(chain)}; {advice}")


def _secret(wiring: "Wiring") -> Check:
    from shared.secret import load_secret, secret_file

    if wiring.settings.secret_key is not None:
        return Check("secret", "ok", "from TILELEDGER_SECRET_KEY")
    file = secret_file(wiring.settings)
    if not file.exists():
        return Check("secret", "warning", f"not set; {file} will be made when it is first needed")
    try:
        load_secret(wiring.settings)
    except Problem as problem:
        return Check("secret", "failed", problem.text())
    if file.stat().st_mode & 0o077:
        return Check("secret", "warning", f"{file} can be read by others: chmod 600 {file}")
    advice = "back it up apart from the databases, or move its content into TILELEDGER_SECRET_KEY"
    return Check("secret", "warning", f"kept in {file}; {advice}")


def _secret_fits_vault(wiring: "Wiring") -> Check:
    from infra.migrations.readiness import reaching
    from shared.secret import secret_file
    from shared.vault import Vault, WrongSecret

    file = _file(wiring.settings.vault_url)
    no_secret = wiring.settings.secret_key is None and not secret_file(wiring.settings).exists()
    if file is not None and not file.exists():
        return Check("vault opens", "ok", "nothing in it yet")
    try:
        with reaching("vault"):
            vault_database = wiring.open_vault_database()
            try:
                with vault_database.connection() as driver:
                    row = driver.execute("SELECT subject FROM subject_key LIMIT 1").fetchone()
                if row is None:
                    return Check("vault opens", "ok", "nothing in it yet")
                if no_secret:
                    return Check("vault opens", "failed", "it holds keys and the secret is lost: restore it")
                Vault(vault_database, wiring.secret.content).seal(row[0], {})
            finally:
                vault_database.close()
    except WrongSecret:
        return Check("vault opens", "failed", "its keys were made with another secret: restore that secret")
    except Problem as problem:
        return Check("vault opens", "failed", problem.text())
    return Check("vault opens", "ok", "the secret fits")


def _seal_key(wiring: "Wiring") -> Check:
    from shared.sealing import load_seal_key, seal_key_file

    file = seal_key_file(wiring.settings)
    if file is not None and not file.exists() and wiring.settings.seal_key is None:
        return Check("seal key", "warning", f"not set; {file} will be made when it is first needed")
    try:
        known = load_seal_key(wiring.settings).public.id
    except Problem as problem:
        return Check("seal key", "failed", problem.text())
    if file is None:
        return Check("seal key", "ok", f"from TILELEDGER_SEAL_KEY, its id is {known}")
    if file.stat().st_mode & 0o077:
        return Check("seal key", "warning", f"{file} can be read by others: chmod 600 {file}")
    return Check("seal key", "ok", f"kept in {file}, its id is {known}; back it up apart")


def _read_models(wiring: "Wiring") -> Iterator[Check]:
    """Which views stand still or were built by older code, in each tournament; looked at, not repaired."""
    from infra.migrations import current, latest
    from infra.migrations.readiness import reaching
    from services.projections.generations import generations_in, live
    from services.projections.models import MODELS
    from shared.clock import SystemClock
    from shared.eventlog import EventLog

    file = _file(wiring.settings.database_url)
    if file is not None and not file.exists():
        return
    try:
        with reaching("log"):
            database = wiring.open_database()
            try:
                if current(database, "log") != latest("log"):
                    return
                log = EventLog(database, SystemClock())
                kept = {own: generations_in(log.head(own).generations) for own in log.tournaments()}
            finally:
                database.close()
    except Problem:
        # Told above, about the database itself.
        return
    for tournament, said in kept.items():
        stalled = [(own.name, how) for own in MODELS if (how := live(said, own.name).stalled) is not None]
        behind = [own.name for own in MODELS if live(said, own.name).behind(own)]
        check = f"views of {tournament}"
        if stalled:
            words = "; ".join(f"{name} stands still at seq {how.seq} ({how.type})" for name, how in stalled)
            way_out = f"update this program, then tileledger rebuild {tournament} --stale"
            yield Check(check, "failed", f"{words}: {way_out}")
        elif behind:
            way_out = f"tileledger rebuild {tournament} --stale"
            yield Check(check, "warning", f"{', '.join(behind)}: built by older code; {way_out}")
        else:
            yield Check(check, "ok", "all up to date")


def _weather(wiring: "Wiring") -> Iterator[Check]:
    """The heartbeat of the weather watch: when the Observatory was asked last, and what came of it."""
    from infra.migrations import current, latest
    from infra.migrations.readiness import reaching
    from services.weather.polls import PollStore

    file = _file(wiring.settings.database_url)
    if file is not None and not file.exists():
        return
    try:
        with reaching("log"), closing(wiring.open_database()) as database:
            if current(database, "log") != latest("log"):
                return
            now = wiring.clock.now()
            polls = PollStore(database)
            last, good = polls.last(now), polls.last_good(now)
    except Problem:
        # Told above, about the database itself.
        return
    if last is None:
        yield Check(
            "weather watch", "warning", "the Observatory was never asked; tileledger worker does that"
        )
    elif last.outcome == "good":
        stale = now - last.at > timedelta(minutes=15)
        asked = f"last asked at {last.at:%Y-%m-%d %H:%M} UTC"
        told = f"{asked}; is a worker running?" if stale else asked
        yield Check("weather watch", "warning" if stale else "ok", told)
    else:
        since = "never" if good is None else f"{good.at:%Y-%m-%d %H:%M} UTC"
        way_out = f"last good answer: {since}; check TILELEDGER_HKO_URL and the network"
        yield Check("weather watch", "warning", f"{last.outcome}: {last.detail}; {way_out}")


def _muted(wiring: "Wiring") -> Iterator[Check]:
    """What is held back, and how it is released."""
    from infra.migrations import current, latest
    from infra.migrations.readiness import reaching
    from services.delivery.muting import Muting

    file = _file(wiring.settings.database_url)
    if file is not None and not file.exists():
        return
    try:
        with reaching("log"), closing(wiring.open_database()) as database:
            if current(database, "log") != latest("log"):
                return
            muted = Muting(database, wiring.clock).muted()
    except Problem:
        # Told above, about the database itself.
        return
    for own in muted:
        since = f"muted since {own.since:%Y-%m-%d %H:%M} UTC: {own.why}"
        way_out = (
            f"tileledger deliveries pending, then tileledger deliveries release {own.tournament}".strip()
        )
        yield Check(f"notices of {own.tournament or 'everything'}", "warning", f"{since}; {way_out}")


def _writable(folder: Path) -> Check:
    nearest = next(parent for parent in (folder.absolute(), *folder.absolute().parents) if parent.exists())
    if nearest.is_dir() and os.access(nearest, os.W_OK | os.X_OK):
        return Check(f"folder {folder}", "ok", "writable")
    return Check(f"folder {folder}", "failed", f"{nearest} is not writable: change its owner or rights")


def _zone(name: str) -> Check:
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

    try:
        ZoneInfo(name)
    except ZoneInfoNotFoundError:
        return Check("zone data", "failed", f"{name} is not known here: install the package tzdata")
    return Check("zone data", "ok", f"{name} is known")
