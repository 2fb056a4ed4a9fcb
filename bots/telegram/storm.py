"""A decision about a day as drafted in a chat: its steps, the command it comes to, moments as typed."""

import re
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from bots.telegram.steps import CONFIRM, Data
from services.tournament.kernel.facts import Command
from services.tournament.weather.rescheduling import RescheduleSessions
from services.tournament.weather.suspension import Grounds, LiftSuspension, SuspendDay, SuspendRemaining
from services.tournament.weather.update_promises import GiveFurtherWord
from services.tournament.weather.watching import AnnouncePlay, AnswerWeatherProposal
from shared.catalogue import Phrase
from shared.i18n import LANGUAGES
from shared.plain_text import narrow
from shared.problems import INVALID_INPUT
from shared.zones import moments_in

RIGHTS: Mapping[str, str] = {
    "suspend": "suspend-day",
    "rest": "suspend-remaining",
    "ahead": "announce-play",
    "word": "give-further-word",
    "move": "reschedule-sessions",
    "lift": "lift-suspension",
}
"""What can be decided about a day, and the right that it takes."""
PROPOSED: Mapping[str, str] = {"suspend": "suspend", "suspend_remaining": "rest", "proceed": "ahead"}
"""What a proposal would have decided, by its outcome."""
GROUNDS: Mapping[str, Grounds] = {
    "signal_8_or_above": "signal_8_or_above",
    "black_rainstorm": "black_rainstorm",
    "other": "other",
}
OF_THE_DECISION = ("grounds", "since", "en", "zh", "by", "new_day", "reason", "moved")
"""What is asked for one decision and does not fit another."""
_STAND_IN = "–"
_TYPED = re.compile(
    r"(?:(\d{4})-(\d{1,2})-(\d{1,2})[ T]+)?(?P<half>上午|早上|凌晨|中午|下午|晚上)?\s*"
    r"(?P<hour>\d{1,2})\s*[:.時时點点]\s*(?P<minute>\d{2})\s*分?\s*(?P<of_day>am|pm|a\.m\.|p\.m\.)?",
    re.IGNORECASE,
)
_BEFORE_NOON = ("上午", "早上", "凌晨", "am", "a.m.")
_DAY = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})[/.](\d{1,2})[/.](\d{4})")


def steps_of(data: Data) -> list[str]:
    """The steps of this decision in order: of a proposal all is known but whether it is confirmed."""
    if "proposal" in data:
        return [CONFIRM]
    what, grounds = data.get("what", ""), data.get("grounds", "")
    suspends = what in ("suspend", "rest")
    worded = what == "word" or (suspends and grounds == "other")
    wanted: dict[str, bool] = {
        "day": True,
        "what": True,
        "grounds": suspends,
        "since": suspends and grounds != "other",
        "en": worded and "en" in data["languages"].split(),
        "zh": worded and "zh" in data["languages"].split(),
        "by": what == "word" and "moved" not in data,
        "new_day": what == "move",
        "reason": what == "lift",
        CONFIRM: True,
    }
    return [step for step, asked in wanted.items() if asked]


def is_settled(data: Data) -> bool:
    """Whether enough is said for the rules to say whether it can be: all but words, where they matter not."""
    needed = {"move": ("new_day",)}.get(data.get("what", ""), ())
    return "what" in data and all(step in data for step in needed)


def decision_of(data: Data) -> Command:
    """The command as drafted; what is not said yet and changes nothing is stood in for."""
    if "proposal" in data:
        return AnswerWeatherProposal(proposal=data["proposal"], answer="confirm")
    day = date.fromisoformat(data["day"])
    since = datetime.fromisoformat(data["since"]) if data.get("since") else None
    match data["what"]:
        case "ahead":
            return AnnouncePlay(day=day)
        case "lift":
            return LiftSuspension(day=day, reason=data.get("reason", _STAND_IN))
        case "move":
            return RescheduleSessions(day=day, new_day=date.fromisoformat(data["new_day"]))
        case "word":
            by = datetime.fromisoformat(data["by"]) if "by" in data else None
            return GiveFurtherWord(day=day, next_word=by, **_words(data))
    kind = SuspendDay if data["what"] == "suspend" else SuspendRemaining
    grounds = GROUNDS[data.get("grounds", "other")]
    next_word = datetime.fromisoformat(data["by"]) if "by" in data else None
    words = _words(data) if grounds == "other" else {}
    return kind(
        day=day,
        grounds=grounds,
        since=since,
        next_word=next_word,
        en=words.get("en", ""),
        zh=words.get("zh", ""),
    )


def _words(data: Data) -> dict[str, str]:
    return {
        language: data.get(language, _STAND_IN)
        for language in LANGUAGES
        if language in data["languages"].split()
    }


def moment_typed(text: str, now: datetime, zone: ZoneInfo, *, ahead: bool) -> datetime:
    """A moment as typed: "9:40", "9:40 pm", "下午3時04分" or "2026-03-28 9:40".

    Args:
        ahead: an hour alone is the next one, else the last one; so is one that the clocks show twice.

    Raises:
        Problem: invalid-input.
    """
    found = _TYPED.fullmatch(narrow(text))
    if found is None:
        raise INVALID_INPUT(detail=Phrase("part-hour-unread"))
    local = now.astimezone(zone)
    try:
        day = date(*map(int, found.groups()[:3])) if found[1] else local.date()
        at = time(_hour(found), int(found["minute"]))
        days = [day] if found[1] else [day - timedelta(days=1), day, day + timedelta(days=1)]
        moments = [moment for each in days for moment in moments_in(zone, each, at)]
    except (ValueError, OverflowError):
        # Also a moment that no clock in UTC shows any more: the first hours of the year 1.
        raise INVALID_INPUT(detail=Phrase("part-hour-unread")) from None
    if ahead:
        return next((moment for moment in moments if moment > now), moments[-1])
    return next((moment for moment in reversed(moments) if moment <= now), moments[0])


def _hour(found: re.Match[str]) -> int:
    hour, half = int(found["hour"]), (found["half"] or found["of_day"] or "").casefold()
    if not half or not 1 <= hour <= 12:
        return hour
    return hour % 12 + (0 if half in _BEFORE_NOON else 12)


def day_typed(text: str) -> date:
    """A day as typed: "2026-04-08" or "8/4/2026"; raises Problem: invalid-input."""
    found = _DAY.fullmatch(narrow(text))
    try:
        if found is not None and found[1]:
            return date(int(found[1]), int(found[2]), int(found[3]))
        if found is not None:
            return date(int(found[6]), int(found[5]), int(found[4]))
    except ValueError:
        pass
    raise INVALID_INPUT(detail=Phrase("part-day-unread"))
