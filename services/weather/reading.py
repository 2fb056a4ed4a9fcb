"""Reading the Observatory's two answers: strict, because an error page must never pass for "no warnings".

Pure. `warnsum` says what is in force; `warningInfo` has the words, and alone announces signal 8 beforehand
(WTCPRE8). Either may be cached longer than the other, so what is worse and newer counts. Where something
cannot be read, the dangers that can be (`dangers.py`) count all the same, and nothing else does.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec

from services.tournament.weather.policy import LOWERED
from services.weather.dangers import dangers
from services.weather.listed import CANCEL, CODES, IN_FORCE, YEARS, Family, Fetched, Listed, Page, first_seen
from shared.strict_json import NotRead, read_json

MOST_BYTES = 256 * 1024
"""An answer is a few kilobytes; what is far larger is something else."""

_Where = Literal["warnsum", "warningInfo"]
_Moment = Annotated[datetime, msgspec.Meta(tz=True)]


class Unreadable(Exception):
    """An answer that does not say all that it has to; the text says why."""


class Answer(msgspec.Struct, frozen=True):
    """What one poll says.

    Attributes:
        listed: what is said of the warnings that matter. Where something could not be read only dangers, and
            ends that are read in one of the answers alone.
        unread: what could not be read, and why; nothing of a whole answer.
    """

    listed: tuple[Listed, ...]
    unread: str = ""


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


def read(fetched: Fetched, at: datetime) -> Answer:
    """What both answers say of the warnings that matter; nothing for a quiet day.

    Args:
        at: when they were fetched, for what has no time.
    """
    found: dict[_Where, Mapping[Family, Listed]] = {}
    unread = []
    where: _Where
    for where, page, reader in (
        ("warnsum", fetched.warnsum, _summary),
        ("warningInfo", fetched.warning_info, _info),
    ):
        try:
            found[where] = reader(page, at)
        except Unreadable as error:
            unread.append(f"{where}: {error}")
    if not unread:
        try:
            return Answer(tuple(_together(found["warnsum"], found["warningInfo"])))
        except Unreadable as error:
            unread.append(f"warningInfo: {error}")
    in_force = dangers(fetched, at)
    return Answer((*in_force, *_ended(found, in_force)), "; ".join(unread))


def _ended(found: Mapping[_Where, Mapping[Family, Listed]], in_force: Sequence[Listed]) -> Iterator[Listed]:
    """What ended as the only answer that could be read says, of which no danger can be read in the other."""
    if len(found) != 1:
        return
    ((where, families),) = found.items()
    for family, listed in families.items():
        is_danger = any(danger.family == family for danger in in_force)
        if not is_danger and (listed.until is not None or listed.code in LOWERED):
            yield msgspec.structs.replace(listed, only_in=where)


def _together(summary: Mapping[Family, Listed], info: Mapping[Family, Listed]) -> Iterator[Listed]:
    for family in CODES:
        listed, in_words = summary.get(family), info.get(family)
        if listed is None and in_words is not None and in_words.code is None and in_words.until is None:
            raise Unreadable(f"{family} stands there without saying which")
        chosen = in_words if in_words is not None and _says_more(in_words, listed) else listed
        if chosen is not None:
            yield chosen


def _says_more(listed: Listed, known: Listed | None) -> bool:
    if known is None:
        return True
    if not listed.dangerous or known.dangerous or listed.begin is None:
        return False
    latest = max(moment for moment in (known.begin, known.until) if moment is not None)
    return listed.begin >= latest


def _summary(page: Page, at: datetime) -> dict[Family, Listed]:
    found: dict[Family, Listed] = {}
    for name, value in _json(page, dict[str, Any]).items():
        if not name.startswith("W"):
            raise Unreadable(f"{name[:30]!a} is no warning")
        try:
            entry = msgspec.convert(value, _Entry)
        except msgspec.ValidationError as error:
            raise Unreadable(f"{name[:30]}: {error}") from None
        family: Family
        for family in ("WTCSGNL", "WRAIN"):
            if name == family:
                found[family] = _of_summary(family, entry, at)
    return found


def _of_summary(family: Family, entry: _Entry, at: datetime) -> Listed:
    issued = _checked(entry.issue_time)
    written = max(issued, _checked(entry.update_time or issued))
    if entry.code == CANCEL:
        return Listed(family, None, None, written)
    _check_code(family, entry.code)
    if entry.action_code == CANCEL:
        # The entry may stay listed with the code it had; when it was cancelled is when it was last written.
        return Listed(family, entry.code, issued if issued < written else None, written)
    if entry.action_code not in IN_FORCE:
        raise Unreadable(f"{family} has the action {entry.action_code[:30]!a}, which is not known")
    listed = Listed(family, entry.code, issued)
    return first_seen(listed, at) if listed.dangerous else listed


def _info(page: Page, at: datetime) -> dict[Family, Listed]:
    found: dict[Family, Listed] = {}
    read_as = _json(page, _Info | list[None])
    for detail in read_as.details if isinstance(read_as, _Info) else _empty(read_as):
        if not detail.warning_statement_code.startswith("W"):
            raise Unreadable(f"{detail.warning_statement_code[:30]!a} is no warning")
        family: Family
        for family in CODES:
            if detail.warning_statement_code == family:
                listed = _of_words(family, detail, at)
                if found.setdefault(family, listed).code != listed.code:
                    raise Unreadable(f"{family} stands there twice and says different things")
    return found


def _of_words(family: Family, detail: _Detail, at: datetime) -> Listed:
    written = at if detail.update_time is None else _checked(detail.update_time)
    code = "WTCPRE8" if family == "WTCPRE8" and detail.subtype is None else detail.subtype
    if code == CANCEL:
        return Listed(family, None, None, written)
    if code is not None:
        _check_code(family, code)
    return Listed(family, code, min(written, at), dated=False)


def _empty(read_as: list[None]) -> list[_Detail]:
    if read_as:
        raise Unreadable("it is a list")
    return []


def _check_code(family: Family, code: str) -> None:
    if code not in CODES[family]:
        raise Unreadable(f"{family} has the code {code[:30]!a}, which is not known")


def _checked(moment: datetime) -> datetime:
    if moment.year not in YEARS:
        raise Unreadable(f"there is no warning of the year {moment.year}")
    return moment


def _json(page: Page, kind: Any) -> Any:
    if page.missing:
        raise Unreadable(page.missing)
    if page.status != 200:
        raise Unreadable(f"status {page.status}")
    if page.content_type.partition(";")[0].strip().lower() != "application/json":
        raise Unreadable(f"it is {page.content_type[:60]!a}, not JSON")
    if len(page.content) > MOST_BYTES:
        raise Unreadable(f"more than {MOST_BYTES} bytes")
    try:
        return read_json(page.content, kind)
    except NotRead as error:
        raise Unreadable(error.detail) from None
