"""A decision about a day as drafted in a chat: its steps, the command it comes to."""

from collections.abc import Mapping
from datetime import date, datetime

from bots.telegram.steps import CONFIRM, Data
from services.tournament.kernel.facts import Command
from services.tournament.weather.rescheduling import RescheduleSessions
from services.tournament.weather.suspension import Grounds, LiftSuspension, SuspendDay, SuspendRemaining
from services.tournament.weather.update_promises import GiveFurtherWord
from services.tournament.weather.watching import AnnouncePlay, AnswerWeatherProposal
from shared.i18n import LANGUAGES

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
