"""What the machine must bring: folders that can be written to, and zone data."""

import os
from collections.abc import Iterator
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from services.checks.check import Check, Installation

ZONE = "Asia/Hong_Kong"


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


def zone_data(installation: Installation) -> Iterator[Check]:
    """Whether the zones of the world are known."""
    try:
        ZoneInfo(ZONE)
    except ZoneInfoNotFoundError:
        detail = f"{ZONE} is not known here"
        yield Check(name="zone data", state="failed", detail=detail, way_out="install the package tzdata")
    else:
        yield Check(name="zone data", state="ok", detail=f"{ZONE} is known")
