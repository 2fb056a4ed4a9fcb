"""What came back of the Observatory, and what is read in it of each family of warnings."""

from collections.abc import Mapping
from datetime import datetime
from typing import Literal

import msgspec
from msgspec import structs

from services.tournament.weather.policy import CYCLONE_SUSPENDS, RAIN_SUSPENDS, SUSPENDS

Family = Literal["WTCSGNL", "WRAIN", "WTCPRE8"]

CODES: Mapping[Family, tuple[str, ...]] = {
    "WTCSGNL": ("TC1", "TC3", *CYCLONE_SUSPENDS),
    "WRAIN": ("WRAINA", "WRAINR", *RAIN_SUSPENDS),
    "WTCPRE8": ("WTCPRE8",),
}
"""The codes of each family of warnings that has a say in whether play goes ahead."""

CANCEL = "CANCEL"
IN_FORCE = ("ISSUE", "REISSUE", "UPDATE", "EXTEND")
"""What can have been done with a warning that is in force."""
YEARS = range(2000, 2200)
"""Of which a time can be that the Observatory gives a warning."""


class Page(msgspec.Struct, frozen=True):
    """What came back for one request; `missing` says why nothing did."""

    status: int
    content_type: str
    content: bytes
    missing: str = ""


class Fetched(msgspec.Struct, frozen=True):
    """Both answers of one poll."""

    warnsum: Page
    warning_info: Page


class Listed(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is said of one family of warnings.

    Attributes:
        code: the signal; None where only an end is told, whatever it was that ended.
        begin: when it was issued; None where that is not told.
        until: when it was cancelled; None while it is in force.
        dated: whether `begin` is when the signal was issued, not merely when it was written of or seen.
        only_in: the answer in which alone an end is read, while the other cannot be: it ends nothing.
    """

    family: Family
    code: str | None
    begin: datetime | None
    until: datetime | None = None
    dated: bool = True
    only_in: Literal["", "warnsum", "warningInfo"] = ""

    @property
    def dangerous(self) -> bool:
        return self.code in SUSPENDS and self.until is None


def first_seen(listed: Listed, at: datetime) -> Listed:
    """A signal as listed in force at `at`: one that is dated later, or not at all, is in force since then."""
    if listed.begin is not None and listed.begin <= at:
        return listed
    return structs.replace(listed, begin=at, dated=False)
