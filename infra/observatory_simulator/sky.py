"""The weather as set, and both answers that follow from it. Pure: the moment of each change is given."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Literal

import msgspec

Mode = Literal["answer", "silent", "html", "error", "half", "cut"]
MODES: tuple[Mode, ...] = ("answer", "silent", "html", "error", "half", "cut")
"""How the service behaves: with `half` the summary is answered and the words are an error."""

_NAMES = {
    "TC1": "Standby Signal No. 1",
    "TC3": "Strong Wind Signal No. 3",
    "TC8NE": "No. 8 Northeast Gale or Storm Signal",
    "TC8SW": "No. 8 Southwest Gale or Storm Signal",
    "TC9": "Increasing Gale or Storm Signal No. 9",
    "TC10": "Hurricane Signal No. 10",
    "WRAINA": "Amber",
    "WRAINR": "Red",
    "WRAINB": "Black",
}


class Warned(msgspec.Struct, frozen=True):
    """A warning as listed: `cancelled` is when it was cancelled, if it was and is still listed."""

    code: str
    issued: datetime
    cancelled: datetime | None = None


class Sky(msgspec.Struct, frozen=True):
    """What is in force, and how the service behaves.

    Attributes:
        cyclone, rain: the warning of each family; None when none is listed.
        expected: since when signal 8 is announced as expected.
    """

    cyclone: Warned | None = None
    rain: Warned | None = None
    expected: datetime | None = None
    mode: Mode = "answer"


def warnsum(sky: Sky) -> dict[str, Any]:
    """The answer to `dataType=warnsum`."""
    found = {}
    for family, name, warned in (
        ("WTCSGNL", "Tropical Cyclone Warning Signal", sky.cyclone),
        ("WRAIN", "Rainstorm Warning Signal", sky.rain),
    ):
        if warned is not None:
            last = warned.cancelled or warned.issued
            found[family] = {
                "name": name,
                "code": warned.code,
                "type": _NAMES.get(warned.code, warned.code),
                "actionCode": "ISSUE" if warned.cancelled is None else "CANCEL",
                "issueTime": warned.issued.isoformat(timespec="seconds"),
                "updateTime": last.isoformat(timespec="seconds"),
            }
            if warned.code == "CANCEL":
                del found[family]["type"]
    return found


def warning_info(sky: Sky) -> dict[str, Any]:
    """The answer to `dataType=warningInfo`."""
    details = []
    for family, warned in (("WTCSGNL", sky.cyclone), ("WRAIN", sky.rain)):
        if warned is not None:
            ended = warned.cancelled is not None
            words = "All signals are cancelled." if ended else f"{_NAMES[warned.code]} is in force."
            subtype = "CANCEL" if ended else warned.code
            details.append(_detail(family, words, warned.cancelled or warned.issued, subtype))
    if sky.expected is not None:
        words = "The No. 8 Gale or Storm Signal is expected to be issued within two hours."
        details.append(_detail("WTCPRE8", words, sky.expected))
    return {"details": details} if details else {}


def _detail(family: str, words: str, at: datetime, subtype: str | None = None) -> dict[str, Any]:
    details: dict[str, Any] = {"contents": [words], "warningStatementCode": family}
    if subtype is not None:
        details["subtype"] = subtype
    return {**details, "updateTime": at.isoformat(timespec="seconds")}


Change = Callable[[Sky, datetime], Sky]


def _cyclone(code: str) -> Change:
    def change(sky: Sky, at: datetime) -> Sky:
        return msgspec.structs.replace(sky, cyclone=Warned(code, at), expected=None)

    return change


def _rain(code: str) -> Change:
    return lambda sky, at: msgspec.structs.replace(sky, rain=Warned(code, at))


def _expect(sky: Sky, at: datetime) -> Sky:
    return msgspec.structs.replace(sky, expected=at)


def _cancel_cyclone(sky: Sky, at: datetime) -> Sky:
    # A cyclone's cancellation is listed under a code of its own.
    return msgspec.structs.replace(sky, cyclone=Warned("CANCEL", at, at), expected=None)


def _cancel_rain(sky: Sky, at: datetime) -> Sky:
    # A rainstorm's keeps the code that it had.
    if sky.rain is None:
        return sky
    return msgspec.structs.replace(sky, rain=msgspec.structs.replace(sky.rain, cancelled=at))


def _vanish(sky: Sky, at: datetime) -> Sky:
    return Sky(mode=sky.mode)


CHANGES: Mapping[str, Change] = {
    "signal-1": _cyclone("TC1"),
    "signal-3": _cyclone("TC3"),
    "expect-8": _expect,
    "signal-8": _cyclone("TC8NE"),
    "signal-9": _cyclone("TC9"),
    "signal-10": _cyclone("TC10"),
    "lower-to-3": _cyclone("TC3"),
    "cancel-cyclone": _cancel_cyclone,
    "amber-rain": _rain("WRAINA"),
    "red-rain": _rain("WRAINR"),
    "black-rain": _rain("WRAINB"),
    "cancel-rain": _cancel_rain,
    "vanish": _vanish,
}
"""What can be done to the weather, by name."""
