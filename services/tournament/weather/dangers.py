"""Since when a warning that stops play is in force, and whether it still is, as the Observatory said last."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime
from typing import Literal

import msgspec

from services.tournament.seating.sessions import Suspension
from services.tournament.state import State
from services.tournament.weather.policy import (
    CYCLONE_SUSPENDS,
    LONGEST_WARNING,
    LOWERED,
    RAIN_SUSPENDS,
    Doubt,
    Proposal,
    Spell,
    spells,
)

Warned = Literal["black_rainstorm", "signal_8_or_above"]
"""Grounds of a suspension that the Observatory warns of."""
_CODES: Mapping[Warned, tuple[str, ...]] = {
    "black_rainstorm": RAIN_SUSPENDS,
    "signal_8_or_above": CYCLONE_SUSPENDS,
}


def codes_of(grounds: str) -> Collection[str]:
    """The warnings that such grounds rest on; none for other ones."""
    return [code for word, codes in _CODES.items() if word == grounds for code in codes]


class Danger(msgspec.Struct, frozen=True):
    """A danger in force, however often its signal changed since it began.

    Attributes:
        code: the signal that it is now.
        begin: since when it has been in force without a break.
        risen: when it last became greater than it was just before; `begin` where it never did.
        doubt: that it ended, as one of the Observatory's answers says.
        again: whether it had been taken to have ended.
        seen: the seq of the event since which any of it is known to be in force.
    """

    code: str
    grounds: Warned
    begin: datetime
    risen: datetime
    doubt: Doubt | None = None
    again: bool = False
    seen: int = 0


def in_force(state: State) -> list[Danger]:
    """The dangers that stop play and have not ended, one of each kind, by when they began."""
    found = []
    for grounds, codes in _CODES.items():
        last = next(iter(_known(state, codes)[-1:]), None)
        if last is not None and last.until is None:
            code = last.codes[-1]
            still = [each for each in state.signals.values() if (each.code, each.until) == (code, None)]
            doubt = next((each.doubt for each in still if each.doubt is not None), None)
            again = any(each.again for each in still)
            seen = min((each.seen for each in still), default=0)
            found.append(Danger(code, grounds, last.begin, _risen(state, last), doubt, again, seen))
    return sorted(found, key=lambda danger: danger.begin)


def in_the_way(state: State, day: date, now: datetime) -> list[Danger]:
    """The dangers in force that matter to a day: today, and tomorrow, as they may last."""
    return in_force(state) if 0 <= (day - state.plan.local_day(now)).days <= 1 else []


def came(state: State, seq: int) -> list[Danger]:
    """The dangers that began or rose with the event at `seq`, and were not known under another hour."""
    still = [warning for warning in state.signals.values() if warning.until is None]
    new = {(warning.code, warning.begin) for warning in still if warning.seen == seq}
    codes = [warning.code for warning in still]
    return [
        danger
        for danger in in_force(state)
        if (danger.code, danger.risen) in new and codes.count(danger.code) == 1
    ]


class Ended(msgspec.Struct, frozen=True):
    """A danger that ended: the signal that it was last, since when without a break, and until when."""

    code: str
    grounds: Warned
    begin: datetime
    until: datetime


def ended_on(state: State, day: date) -> list[Ended]:
    """The dangers that ended on a day, by when they did."""
    return [each for each in ended(state) if state.plan.local_day(each.until) == day]


def last_ended(state: State, proposal: Proposal) -> list[Ended]:
    """Of each kind of warning on which a proposal rests the last that ended, since then or for good."""
    still = {danger.grounds for danger in in_force(state)}
    last = {each.grounds: each for each in ended(state) if each.code in _kinds(proposal.codes)}
    return [each for each in last.values() if each.grounds not in still or each.until > proposal.proposed_at]


def ended(state: State) -> list[Ended]:
    """Every danger that ended, by when it did."""
    found = [
        Ended(spell.codes[-1], grounds, spell.begin, spell.until)
        for grounds, codes in _CODES.items()
        for spell in _known(state, codes)
        if spell.until is not None
    ]
    return sorted(found, key=lambda each: each.until)


def _risen(state: State, spell: Spell) -> datetime:
    """When a danger that has not ended became greater last."""
    level, risen = 0, spell.begin
    for warning in sorted(state.signals.values(), key=lambda warning: warning.begin):
        if warning.code in spell.codes and warning.begin >= spell.begin:
            if _level(warning.code) > level:
                risen = warning.begin
            level = _level(warning.code)
    return risen


def _level(code: str) -> int:
    return {"TC9": 9, "TC10": 10}.get(code, 8)


def grounds_of(codes: Collection[str]) -> Warned:
    """The grounds that warnings are: of several kinds signal 8 or above."""
    rain = bool(codes) and all(code in RAIN_SUSPENDS for code in codes)
    return "black_rainstorm" if rain else "signal_8_or_above"


def is_hurricane(state: State) -> bool:
    """Whether signal 9 or 10 is in force, under which nobody is to go out, not even to go home."""
    return any(_level(danger.code) > _level("") for danger in in_force(state))


def is_in_force(state: State, grounds: str) -> bool:
    """Whether the Observatory has a warning of these grounds in force; False where that is not known."""
    return any(danger.grounds == grounds for danger in in_force(state))


def danger_of(state: State, suspension: Suspension) -> str:
    """What those concerned are to be kept from: black rain, what they were told of, else what came since.

    Under signal 8 people go home while it is safe; in black rain, and under 9 and 10, nobody leaves the hall.
    """
    there = _there(state, suspension)
    if suspension.danger in _CODES and "black_rainstorm" not in there:
        return suspension.danger
    return next((grounds for grounds in _CODES if grounds in there), suspension.danger)


def dangers_of(state: State, suspension: Suspension) -> Sequence[str]:
    """Every danger in force for those concerned; what they are to be kept from where none is."""
    return _there(state, suspension) or [danger_of(state, suspension)]


def _there(state: State, suspension: Suspension) -> list[str]:
    day = suspension.day or state.plan.local_day(suspension.at)
    return [danger.grounds for danger in in_force(state) if state.plan.local_day(danger.risen) <= day]


def keeps_from_danger(state: State, suspension: Suspension) -> bool:
    """Whether people of a suspension are to be kept from a danger, or were told so and wait for its end.

    Whatever the grounds, a warning of that day counts that was in force as it was suspended, or since.
    """
    day = suspension.day or state.plan.local_day(suspension.at)
    since = (each for each in ended(state) if state.plan.local_day(each.begin) <= day)
    return danger_of(state, suspension) in _CODES or any(each.until > suspension.at for each in since)


def ended_at(state: State, grounds: str, since: datetime) -> datetime | None:
    """When the Observatory took back its last warning of these grounds, if that was after `since`."""
    known = _known(state, codes_of(grounds))
    until = known[-1].until if known else None
    return until if until is not None and until >= since else None


def over_since(state: State, proposal: Proposal) -> datetime | None:
    """When the last of a proposal's warnings ended; None while any that stops play is in force."""
    known = [] if in_force(state) else _known(state, _kinds(proposal.codes))
    return known[-1].until if known else None


def danger_over(state: State, grounds: str, since: datetime | None) -> datetime | None:
    """When a warning in force since then ended, and with it all danger; None where that is not known."""
    return None if since is None or in_force(state) else ended_at(state, grounds, since)


def in_force_since(state: State, codes: Collection[str], now: datetime) -> datetime | None:
    """When warnings came into force, or others of their kinds before them, as the Observatory dated it."""
    found = [spell for spell in _known(state, _kinds(codes)) if spell.begin <= now]
    return found[-1].begin if found and now - found[-1].begin <= LONGEST_WARNING else None


def raised_again(state: State, last: Proposal | None) -> bool:
    """Whether a warning came since a proposal that was answered, and there is play that it would stop."""
    if last is None or last.status == "open" or not last.sessions:
        return False
    sessions = (state.sessions[session] for session in last.sessions if session in state.sessions)
    if all(session.status in ("ended", "suspended") for session in sessions):
        return False
    return any(danger.risen > last.proposed_at for danger in in_force(state))


def _kinds(named: Collection[str]) -> Collection[str]:
    """The codes of every kind of which a code is named: it may be another of them since."""
    kinds = [codes for codes in _CODES.values() if set(codes) & set(named)]
    return [code for codes in kinds for code in codes]


def _known(state: State, codes: Collection[str]) -> list[Spell]:
    return spells(
        warning
        for warning in state.signals.values()
        if warning.code in codes or set(LOWERED.get(warning.code, ())) & set(codes)
    )
