"""What the machine must bring: folders that can be written to, and zone data."""

import os
import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from services.checks.check import CHAINS, Check, Installation, State
from shared.catalogue import Listed, Phrase
from shared.database.server_clock import ahead
from shared.private_files import open_to_others
from shared.settings import CREDENTIALS, PREFIX

ZONE = "Asia/Hong_Kong"
MEGABYTE = 1_000_000
APART_SECONDS = 2.0
_ENDINGS = ("", "-journal", "-wal", "-shm")
FULL, NEARLY_FULL = 16 * MEGABYTE, 256 * MEGABYTE
"""Free bytes below which writing is about to fail, and below which it is time to look."""


def folders(installation: Installation) -> Iterator[Check]:
    """Whether the folders of the databases' files can be written to."""
    files = (installation.file("log"), installation.file("vault"))
    for folder in sorted({file.parent for file in files if file is not None}):
        nearest = next(place for place in (folder.absolute(), *folder.absolute().parents) if place.exists())
        if nearest.is_dir() and os.access(nearest, os.W_OK | os.X_OK):
            yield Check(name="folder", of=str(folder), state="ok", detail=Phrase("check-writable"))
        else:
            yield Check(
                name="folder",
                of=str(folder),
                state="failed",
                detail=Phrase("check-not-writable", {"folder": str(nearest)}),
                way_out=Phrase("check-way-change-rights"),
            )


def private_files(installation: Installation) -> Iterator[Check]:
    """Whether others on the machine may read the databases' files, or credentials that this user can shut."""
    yield from _private_credentials()
    for chain in CHAINS:
        file = installation.file(chain)
        beside = [] if file is None else [file.with_name(f"{file.name}{ending}") for ending in _ENDINGS]
        found = [str(path) for path in beside if path.exists() and open_to_others(path)]
        finding = partial(Check, name="private files", of=Phrase("check-the-database", {"chain": chain}))
        if found:
            yield finding(
                state="warning",
                detail=Phrase("check-files-open-to-others", {"files": Listed(found)}),
                way_out=Phrase("check-way-chmod", {"file": " ".join(found)}),
            )
        elif file is not None and file.exists():
            yield finding(state="ok", detail=Phrase("check-files-private"))


def _private_credentials() -> Iterator[Check]:
    folder = os.environ.get(CREDENTIALS)
    found = [
        str(file)
        for file in (sorted(Path(folder).iterdir()) if folder else ())
        if file.name.startswith(PREFIX) and open_to_others(file) and os.access(file, os.W_OK)
    ]
    if found:
        yield Check(
            name="private files",
            of=Phrase("check-the-credentials"),
            state="warning",
            detail=Phrase("check-files-open-to-others", {"files": Listed(found)}),
            way_out=Phrase("check-way-chmod", {"file": " ".join(found)}),
        )


def disk(installation: Installation) -> Iterator[Check]:
    """Whether the disks of the databases' files have room left."""
    files = (installation.file("log"), installation.file("vault"))
    for folder in sorted({file.parent for file in files if file is not None and file.parent.exists()}):
        free = shutil.disk_usage(folder).free
        state: State = "failed" if free < FULL else "warning" if free < NEARLY_FULL else "ok"
        detail = Phrase("check-free", {"megabytes": f"{free / MEGABYTE:,.0f}"})
        way_out = None if state == "ok" else Phrase("check-way-free-space")
        yield Check(name="disk", of=str(folder), state=state, detail=detail, way_out=way_out)


def clock(installation: Installation) -> Iterator[Check]:
    """Whether this machine's clock goes as the database's, by which machines take turns."""
    database = installation.opened("log")
    if database.kind == "sqlite":
        return
    with database.connection() as driver:
        seconds = ahead(driver, database.kind).total_seconds()
    finding = partial(Check, name="clock", detail=Phrase("check-clock-apart", {"seconds": f"{seconds:+.1f}"}))
    if abs(seconds) > APART_SECONDS:
        yield finding(state="warning", way_out=Phrase("check-way-set-clock"))
    else:
        yield finding(state="ok")


def zone_data(installation: Installation) -> Iterator[Check]:
    """Whether the zones of the world are known."""
    try:
        ZoneInfo(ZONE)
    except ZoneInfoNotFoundError:
        detail, way_out = Phrase("check-zone-unknown", {"zone": ZONE}), Phrase("check-way-install-tzdata")
        yield Check(name="zone data", state="failed", detail=detail, way_out=way_out)
    else:
        yield Check(name="zone data", state="ok", detail=Phrase("check-zone-known", {"zone": ZONE}))
