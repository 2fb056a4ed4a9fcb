"""What became of the warnings that stop play, in words: those in force, and those of a day that ended."""

from collections.abc import Collection, Iterable, Iterator
from datetime import date, datetime
from zoneinfo import ZoneInfo

from services.tournament.seating.sessions import Session
from services.tournament.state import State
from services.tournament.weather.dangers import (
    Danger,
    Ended,
    ended_on,
    grounds_of,
    in_force,
    last_ended,
    over_since,
)
from services.tournament.weather.dangers import (
    ended as every_ended,
)
from services.tournament.weather.going_ahead import played_under
from services.tournament.weather.policy import Proposal
from shared.catalogue import Listed, Phrase, Word
from shared.zones import told_in

_SHORT = ("WRAINB", "TC9", "TC10")
"""The warnings with a short name beside signal 8."""


def warning_lines(state: State, day: date, *, is_unknown: bool = False) -> Iterator[Phrase]:
    """A line for each danger in force, and for each that ended on the day.

    Args:
        is_unknown: answers came too late, or none, as is known of a day otherwise.
    """
    last_read = is_unknown or state.silent_since is not None
    for danger in in_force(state):
        values = {
            "warning": named(danger.code),
            "since": _moment(state, danger.begin, day),
            "rain": danger.grounds == "black_rainstorm",
            "last_read": last_read and danger.doubt is None,
            "doubt": doubt_said(state, danger),
        }
        yield Phrase("weather-line-in-force", values)
    for ended in ended_on(state, day):
        yield Phrase("weather-line-over", {"warning": named(ended.code), "over": _over(state, ended, day)})


def named(code: str) -> Word:
    """A warning by its name."""
    return Word("warning", code.lower())


def doubt_said(state: State, danger: Danger) -> Phrase | None:
    """That one of the Observatory's answers says that a danger ended; None where none says so alone."""
    doubt = danger.doubt
    if doubt is None:
        return None
    day = state.plan.local_day(danger.begin)
    whole = None if doubt.whole_at is None else _moment(state, doubt.whole_at, day)
    return Phrase("weather-doubted", {"answer": doubt.answer, "whole": whole})


def short(code: str) -> Phrase:
    """A warning by its short name, without the quarter of the wind."""
    return Phrase("weather-short", {"code": code if code in _SHORT else ""})


def played_on(state: State, sessions: Iterable[Session]) -> Phrase | None:
    """Every danger in force, since when, and that sessions are played all the same; None where there is none.

    It names what is in force as long as it is, wherever people read that play is on.
    """
    for session in sessions:
        dangers, day = played_under(state, session), session.day
        if dangers and day is not None:
            asked = any((each.day, each.status) == (day, "open") for each in state.proposals.values())
            named = Listed([since_said(state, danger, day) for danger in dangers])
            return Phrase("weather-played-on", {"dangers": named, "asked": asked})
    return None


def still_in_force(state: State, *, but: Collection[str] = ()) -> Listed | None:
    """The dangers in force by their short names, and which are not certain or not fresh; None for none.

    Args:
        but: grounds that are named otherwise.
    """
    found = [still_said(state, danger) for danger in in_force(state) if danger.grounds not in but]
    return Listed(found) if found else None


def ended_since(state: State, since: datetime) -> Listed | None:
    """The dangers that ended since then, by their short names; None while any is in force."""
    found = {each.grounds: short(each.code) for each in every_ended(state) if each.until >= since}
    return Listed(list(found.values())) if found and not in_force(state) else None


def since_said(state: State, danger: Danger, day: date) -> Phrase:
    """A danger in force as `still_said`, and since when: by the hour alone if that is of `day`."""
    since = _moment(state, danger.begin, day)
    return Phrase("weather-since", {"danger": still_said(state, danger), "since": since})


def still_said(state: State, danger: Danger) -> Phrase:
    """A danger in force by its short name, and whether that is not certain or not fresh."""
    name = {"short": short(danger.code)}
    if danger.doubt is not None:
        return Phrase("weather-not-certain", name)
    return name["short"] if state.silent_since is None else Phrase("weather-when-last-read", name)


def proposal_ended(state: State, proposal: Proposal) -> Listed | None:
    """Those of the warnings on which a proposal rests that ended, though others may be in force."""
    found = [
        Phrase("weather-ended", {"code": ended.code, "over": _over(state, ended, proposal.day)})
        for ended in last_ended(state, proposal)
    ]
    return Listed(found) if found else None


def proposal_over(state: State, proposal: Proposal) -> Phrase | None:
    """That the warnings on which a proposal rests ended, and when; None while one that stops play has not."""
    over, is_rain = over_since(state, proposal), grounds_of(proposal.codes) == "black_rainstorm"
    return None if over is None else over_said(state, over, proposal.day, is_rain=is_rain)


def over_said(state: State, over: datetime, day: date, *, is_rain: bool) -> Phrase:
    """That a warning ended: at which hour, if that was on `day`."""
    return Phrase("weather-over", {"rain": is_rain, "at": _moment(state, over, day)})


def _over(state: State, ended: Ended, day: date) -> Phrase:
    return over_said(state, ended.until, day, is_rain=ended.grounds == "black_rainstorm")


def _moment(state: State, moment: datetime, day: date) -> object:
    local = told_in(ZoneInfo(state.plan.zone), moment)
    return local.time() if local.date() == day else local
