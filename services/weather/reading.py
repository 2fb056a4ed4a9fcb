"""Reading the Observatory's two answers: strict, because an error page must never pass for "no warnings".

Pure. `warnsum` says what is in force; `warningInfo` has the words, and alone announces signal 8 beforehand
(WTCPRE8). Either may be cached longer than the other, so what is worse and newer counts.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec

from services.tournament.weather.policy import CYCLONE_SUSPENDS, RAIN_SUSPENDS, SUSPENDS
from shared.strict_json import NotRead, read_json

Family = Literal["WTCSGNL", "WRAIN", "WTCPRE8"]

MOST_BYTES = 256 * 1024
"""An answer is a few kilobytes; what is far larger is something else."""

CODES: Mapping[Family, tuple[str, ...]] = {
    "WTCSGNL": ("TC1", "TC3", *CYCLONE_SUSPENDS),
    "WRAIN": ("WRAINA", "WRAINR", *RAIN_SUSPENDS),
    "WTCPRE8": ("WTCPRE8",),
}
"""The codes of each family of warnings that has a say in whether play goes ahead."""

_CANCEL = "CANCEL"
_Moment = Annotated[datetime, msgspec.Meta(tz=True)]


class Unreadable(Exception):
    """An answer that says nothing; the text says why."""


class Page(msgspec.Struct, frozen=True):
    """What came back for one request."""

    status: int
    content_type: str
    content: bytes


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
        dated: whether `begin` is when the signal was issued, not merely when the words were written.
    """

    family: Family
    code: str | None
    begin: datetime | None
    until: datetime | None = None
    dated: bool = True

    @property
    def dangerous(self) -> bool:
        return self.code in SUSPENDS and self.until is None


class _Entry(msgspec.Struct, frozen=True, rename="camel"):
    code: str
    action_code: str
    issue_time: _Moment
    update_time: _Moment | None = None


class _Detail(msgspec.Struct, frozen=True, rename="camel"):
    contents: list[str]
    warning_statement_code: str
    subtype: str | None = None
    update_time: _Moment | None = None


class _Info(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    details: list[_Detail] = []


def read(fetched: Fetched, at: datetime) -> tuple[Listed, ...]:
    """What both answers say of the warnings that matter; nothing for a quiet day.

    Args:
        at: when they were fetched, for words without a time.

    Raises:
        Unreadable: one of them is not what the Observatory sends.
    """
    summary = _summary(fetched.warnsum)
    info = _info(fetched.warning_info, at)
    found = []
    for family in CODES:
        listed, listed_now = summary.get(family), info.get(family)
        if listed is None and listed_now is not None and listed_now.code is None and listed_now.until is None:
            raise Unreadable(f"warningInfo: {family} stands there without saying which")
        chosen = listed_now if listed_now is not None and _says_more(listed_now, listed) else listed
        if chosen is not None:
            found.append(chosen)
    return tuple(found)


def _says_more(listed: Listed, known: Listed | None) -> bool:
    if known is None:
        return True
    if not listed.dangerous or known.dangerous or listed.begin is None:
        return False
    latest = max(moment for moment in (known.begin, known.until) if moment is not None)
    return listed.begin > latest


def _summary(page: Page) -> dict[Family, Listed]:
    found: dict[Family, Listed] = {}
    for name, value in _json(page, "warnsum", dict[str, Any]).items():
        if not name.startswith("W") or not isinstance(value, dict):
            raise Unreadable(f"warnsum: {name[:30]!a} is no warning")
        family: Family
        for family in ("WTCSGNL", "WRAIN"):
            if name == family:
                found[family] = _of_summary(family, value)
    return found


def _of_summary(family: Family, value: dict[str, Any]) -> Listed:
    try:
        entry = msgspec.convert(value, _Entry)
    except msgspec.ValidationError as error:
        raise Unreadable(f"warnsum: {family}: {error}") from None
    written = max(entry.issue_time, entry.update_time or entry.issue_time)
    if entry.code == _CANCEL:
        return Listed(family, None, None, written)
    _check_code(family, entry.code, "warnsum")
    if entry.action_code == _CANCEL:
        # The entry may stay listed with the code it had; when it was cancelled is when it was last written.
        begin = entry.issue_time if entry.issue_time < written else None
        return Listed(family, entry.code, begin, written)
    return Listed(family, entry.code, entry.issue_time)


def _info(page: Page, at: datetime) -> dict[Family, Listed]:
    found: dict[Family, Listed] = {}
    read_as = _json(page, "warningInfo", _Info | list[None])
    for detail in read_as.details if isinstance(read_as, _Info) else _empty(read_as):
        if not detail.warning_statement_code.startswith("W"):
            raise Unreadable(f"warningInfo: {detail.warning_statement_code[:30]!a} is no warning")
        written = detail.update_time or at
        family: Family
        for family in CODES:
            if detail.warning_statement_code != family:
                continue
            code = "WTCPRE8" if family == "WTCPRE8" and detail.subtype is None else detail.subtype
            if code == _CANCEL:
                found[family] = Listed(family, None, None, written)
            else:
                if code is not None:
                    _check_code(family, code, "warningInfo")
                found[family] = Listed(family, code, written, dated=False)
    return found


def _empty(read_as: list[None]) -> list[_Detail]:
    if read_as:
        raise Unreadable("warningInfo: it is a list")
    return []


def _check_code(family: Family, code: str, where: str) -> None:
    if code not in CODES[family]:
        raise Unreadable(f"{where}: {family} has the code {code[:30]!a}, which is not known")


def _json(page: Page, where: str, kind: Any) -> Any:
    if page.status != 200:
        raise Unreadable(f"{where}: status {page.status}")
    if page.content_type.partition(";")[0].strip().lower() != "application/json":
        raise Unreadable(f"{where}: it is {page.content_type[:60]!a}, not JSON")
    if len(page.content) > MOST_BYTES:
        raise Unreadable(f"{where}: more than {MOST_BYTES} bytes")
    try:
        return read_json(page.content, kind)
    except NotRead as error:
        raise Unreadable(f"{where}: {error.detail}") from None
