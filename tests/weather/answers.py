"""Answers as the Observatory gives them, after the kinds seen in 2020 to 2026, cut to what is read."""

from typing import Any

import msgspec

from services.weather.listed import Fetched, Page

JSON = "application/json; charset=utf-8"


def page(content: object, *, status: int = 200, content_type: str = JSON) -> Page:
    body = content if isinstance(content, bytes) else msgspec.json.encode(content)
    return Page(status, content_type, body)


def fetched(warnsum: object = None, info: object = None, **more: Any) -> Fetched:
    """Both answers; a quiet day by default."""
    return Fetched(
        warnsum if isinstance(warnsum, Page) else page({} if warnsum is None else warnsum, **more),
        info if isinstance(info, Page) else page({} if info is None else info),
    )


def entry(code: str, issue: str, *, action: str = "ISSUE", update: str | None = None) -> dict[str, str]:
    signal = {"name": "Signal", "code": code, "actionCode": action, "issueTime": f"{issue}:00+08:00"}
    return signal if update is None else {**signal, "updateTime": f"{update}:00+08:00"}


def cyclone(code: str, issue: str, **more: Any) -> dict[str, object]:
    return {"WTCSGNL": entry(code, issue, **more)}


def rain(code: str, issue: str, **more: Any) -> dict[str, object]:
    return {"WRAIN": entry(code, issue, **more)}


def detail(family: str, subtype: str | None, update: str | None, words: str = "…") -> dict[str, object]:
    details: dict[str, object] = {"contents": [words], "warningStatementCode": family}
    if subtype is not None:
        details["subtype"] = subtype
    if update is not None:
        details["updateTime"] = f"{update}:00+08:00"
    return details


def details(*contents: dict[str, object]) -> dict[str, object]:
    return {"details": list(contents)}


HTML = page(
    b"Please include valid parameters in API request. For details, see the documentation.",
    content_type="text/html; charset=UTF-8",
)
TAPAH = fetched(
    {
        "WTS": {
            **entry("WTS", "2025-09-07T09:53", action="EXTEND", update="2025-09-07T22:30"),
            "expireTime": "2025-09-08T05:00:00+08:00",
        },
        **cyclone("TC8SE", "2025-09-07T21:20", update="2025-09-07T21:20"),
    }
)
BLACK_RAIN = fetched(
    {
        **rain("WRAINB", "2026-06-18T15:40", update="2026-06-18T15:40"),
        "WTS": entry("WTS", "2026-06-18T01:30", action="UPDATE"),
    }
)
MIXED = fetched(
    {
        **rain("WRAINB", "2026-09-16T11:45"),
        **cyclone("TC8NE", "2026-09-16T09:40"),
        "WFROST": entry("WFROST", "2026-09-16T06:00", action="CANCEL"),
    }
)
CANCELLED_RAIN_AND_SIGNAL_3 = fetched(
    {
        **rain("WRAINB", "2026-06-18T08:20", action="CANCEL", update="2026-06-18T10:05"),
        **cyclone("TC3", "2026-06-18T09:40", update="2026-06-18T09:40"),
    }
)
CANCEL_CODE = fetched(
    cyclone("CANCEL", "2026-07-27T16:00", action="CANCEL", update="2026-07-27T16:00"),
    details(detail("WTCSGNL", "CANCEL", "2026-07-27T16:00")),
)
HOT = fetched({"WHOT": entry("WHOT", "2025-06-07T12:15", action="REISSUE", update="2025-06-07T16:20")})
KOMPASU_INFO = details(
    detail("WTS", None, "2021-10-13T15:45"),
    detail("WRAIN", "WRAINA", "2021-10-13T14:02"),
    detail("WTCSGNL", "TC8NE", "2021-10-13T15:45"),
)
SIGNAL_8_EXPECTED = fetched(
    {**cyclone("TC3", "2020-09-24T11:15"), **rain("WRAINR", "2020-09-24T11:15")},
    details(
        detail("WTCSGNL", "TC3", "2020-09-24T11:15"),
        detail(
            "WTCPRE8", None, "2020-09-24T14:10", "預計在今天下午 4 時 07 分或以前發出八號熱帶氣旋警告信號"
        ),
        detail("WRAIN", "WRAINR", "2020-09-24T11:15"),
    ),
)
