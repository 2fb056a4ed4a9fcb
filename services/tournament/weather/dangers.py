"""Since when a warning that stops play is in force, and whether it still is, as the Observatory said last."""

from collections.abc import Collection, Mapping
from datetime import date, datetime
from zoneinfo import ZoneInfo

from services.tournament.seating.sessions import Suspension
from services.tournament.state import State
from services.tournament.weather.policy import (
    CYCLONE_SUSPENDS,
    LONGEST_WARNING,
    LOWERED,
    RAIN_SUSPENDS,
    SUSPENDS,
    Proposal,
    Spell,
    Warning,
    spells,
    taken_over,
)
from shared.catalogue import Phrase
from shared.zones import told_in

_CODES: Mapping[str, tuple[str, ...]] = {
    "black_rainstorm": RAIN_SUSPENDS,
    "signal_8_or_above": CYCLONE_SUSPENDS,
}


def codes_of(grounds: str) -> tuple[str, ...]:
    """The warnings that such grounds rest on; none for other ones."""
    return _CODES.get(grounds, ())


def in_force(state: State) -> list[Warning]:
    """The warnings that stop play and have not ended, by when they began."""
    every = sorted(state.signals.values(), key=lambda warning: warning.begin)
    stopping = (warning for warning in every if warning.code in SUSPENDS and warning.until is None)
    return [warning for warning in stopping if taken_over(warning, every) is None]


def is_in_force(state: State, grounds: str) -> bool:
    """Whether the Observatory has a warning of these grounds in force; False where that is not known."""
    return any(warning.code in codes_of(grounds) for warning in in_force(state))


def danger_of(state: State, suspension: Suspension) -> str:
    """What those concerned are to be kept from: what they were told of, else a warning that came that day."""
    day = suspension.day or state.plan.local_day(suspension.at)
    if suspension.danger in _CODES:
        return suspension.danger
    came = [warning.code for warning in in_force(state) if state.plan.local_day(warning.begin) == day]
    return next((grounds for grounds, codes in _CODES.items() if set(codes) & set(came)), suspension.danger)


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


def raised_again(state: State, last: Proposal | None, now: datetime) -> bool:
    """Whether a warning came since a proposal that was answered, and there is play that it would stop."""
    if last is None or last.status == "open" or not last.sessions:
        return False
    sessions = (state.sessions[session] for session in last.sessions if session in state.sessions)
    if all(session.status in ("ended", "suspended") for session in sessions):
        return False
    since = in_force_since(state, [warning.code for warning in in_force(state)], now)
    return since is not None and since > last.proposed_at


def over_said(state: State, over: datetime, day: date, *, is_rain: bool) -> Phrase:
    """That a warning ended: at which hour, if that was on `day`."""
    local = told_in(ZoneInfo(state.plan.zone), over)
    return Phrase("weather-over", {"rain": is_rain, "at": local.time() if local.date() == day else local})


def proposal_over(state: State, proposal: Proposal) -> Phrase | None:
    """That the warnings on which a proposal rests ended, and when; None while one that stops play has not."""
    over, is_rain = over_since(state, proposal), all(code in RAIN_SUSPENDS for code in proposal.codes)
    return None if over is None else over_said(state, over, proposal.day, is_rain=is_rain)


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
