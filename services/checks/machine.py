"""What the machine must bring: folders that can be written to, and zone data."""

import os
import shutil
from collections.abc import Iterator
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from services.checks.check import Check, Installation, State

ZONE = "Asia/Hong_Kong"
MEGABYTE = 1_000_000
FULL, NEARLY_FULL = 16 * MEGABYTE, 256 * MEGABYTE
"""Free bytes below which writing is about to fail, and below which it is time to look."""


def folders(installation: Installation) -> Iterator[Check]:
    """Whether the folders of the databases' files can be written to."""
    files = (installation.file("log"), installation.file("vault"))
    for folder in sorted({file.parent for file in files if file is not None}):
        nearest = next(place for place in (folder.absolute(), *folder.absolute().parents) if place.exists())
        if nearest.is_dir() and os.access(nearest, os.W_OK | os.X_OK):
            yield Check(name="folder", of=str(folder), state="ok", detail="writable")
        else:
            yield Check(
                name="folder",
                of=str(folder),
                state="failed",
                detail=f"{nearest} is not writable",
                way_out="change its owner or rights",
            )


def disk(installation: Installation) -> Iterator[Check]:
    """Whether the disks of the databases' files have room left."""
    files = (installation.file("log"), installation.file("vault"))
    for folder in sorted({file.parent for file in files if file is not None and file.parent.exists()}):
        free = shutil.disk_usage(folder).free
        state: State = "failed" if free < FULL else "warning" if free < NEARLY_FULL else "ok"
        detail = f"{free / MEGABYTE:,.0f} MB free"
        way_out = "" if state == "ok" else "free some space; nothing has to be repaired"
        yield Check(name="disk", of=str(folder), state=state, detail=detail, way_out=way_out)


def zone_data(installation: Installation) -> Iterator[Check]:
    """Whether the zones of the world are known."""
    try:
        ZoneInfo(ZONE)
    except ZoneInfoNotFoundError:
        detail = f"{ZONE} is not known here"
        yield Check(name="zone data", state="failed", detail=detail, way_out="install the package tzdata")
    else:
        yield Check(name="zone data", state="ok", detail=f"{ZONE} is known")
