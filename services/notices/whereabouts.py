"""Where someone is when a session is suspended, as far as the record says, and what they should do there.

A new date ends no danger: what was to be done for safety on the day holds on beside it.
"""

from collections.abc import Iterable
from datetime import timedelta
from typing import Literal

from services.notices.look import Look
from services.rules.online import is_online
from services.tournament.seating.sessions import Session, Suspension
from services.tournament.state import State
from services.tournament.weather.dangers import (
    danger_of,
    ended_at,
    is_hurricane,
    is_in_force,
    keeps_from_danger,
)
from services.tournament.weather.update_promises import held_of
from services.tournament.weather.warning_lines import ended_since, still_in_force
from shared.catalogue import Listed

Situation = Literal["at_home", "on_the_way", "inside", "online"]
SOON = timedelta(hours=1)
"""How long before check-in opens people are thought to be on their way."""
_DANGERS = {"black_rainstorm": "rain", "signal_8_or_above": "cyclone"}
_NOTHING_TO_KEEP = ("at_home_other", "on_the_way_other")
"""What asks nothing of anyone any more once there is a new date."""


def situation(state: State, session: Session, reader: str) -> Situation:
    """Inside: arrived; on the way: check-in was open, or about to open; else not yet left; online: no way."""
    if is_online(state.plan.ruleset_of(state.stage_plan(session.stage))):
        return "online"
    suspension = _suspension(session)
    day = suspension.day or session.day if suspension is not None else None
    if suspension is None or day is None:
        return "at_home"
    if reader in suspension.inside:
        return "inside"
    opens = state.plan.opens(day, session.plan)
    return "on_the_way" if suspension.at >= opens - SOON else "at_home"


def instruction(state: State, session: Session, reader: str, grounds: str = "") -> str:
    """What to do, as a word for a situation and a danger: "inside_rain"; "child" where theirs is inside.

    Args:
        grounds: why, where the session says none.
    """
    where, suspension = situation(state, session, reader), _suspension(session)
    if where != "inside" and children_inside(state, reader, session):
        return "child"
    return f"{where}_{kept_from(state, suspension, grounds)}"


def to_do(look: Look) -> str:
    """What the reader of a notice is to do."""
    return instruction(look.state, look.session, look.recipient.number, look.parameter("grounds"))


def children_inside(state: State, parent: str, session: Session) -> tuple[str, ...]:
    """The children in the hall, as a session is suspended, of a parent who is not there."""
    known = _suspension(session)
    if known is None:
        return ()
    on_the_day = (_suspension(planned) for planned in state.sessions.values())
    inside = {
        number
        for suspension in on_the_day
        if suspension is not None and suspension.day == known.day
        for number in suspension.inside
    }
    if parent in inside:
        return ()
    theirs = {unit.child for unit in state.units.values() if unit.parent == parent}
    return tuple(sorted(theirs & inside))


def has_child_inside(look: Look) -> bool:
    """Whether the reader of a notice is a parent outside whose child is in the hall."""
    return bool(children_inside(look.state, look.recipient.number, look.session))


def situation_told(look: Look) -> tuple[str, ...]:
    """What the text of a notice goes by beside the notice: where its reader is, and who that is."""
    if look.recipient.kind == "referee":
        return (held_in_hall(look) or "",)
    theirs = to_do(look) if look.notice.kind in ("suspended", "further-word") else held(look) or ""
    return theirs, str(is_child_inside(look)), str(look.recipient.number in look.session.pardoned)


def danger(state: State, grounds: str) -> str:
    """What people are to be kept from: "rain", "cyclone", "hurricane" (signals 9 and 10) or "other"."""
    word = _DANGERS.get(grounds, "other")
    return "hurricane" if word == "cyclone" and is_hurricane(state) else word


def kept_from(state: State, suspension: Suspension | None, grounds: str = "") -> str:
    """What people of a session are to be kept from by now, as a word of `danger`.

    Args:
        grounds: why, where the session says none.
    """
    return danger(state, grounds if suspension is None else danger_of(state, suspension))


def held(look: Look) -> str | None:
    """What its reader is still to do although there is a new date, as a word of `instruction`."""
    for session in _meant(look):
        word = still_to_do(look.state, session, look.recipient.number)
        if word is not None:
            return word
    return None


def held_in_hall(look: Look) -> str | None:
    """The danger that keeps an official's people in the hall although there is a new date."""
    for session in _meant(look):
        suspension = held_of(look.state, session)
        if suspension is None or not suspension.inside or not keeps_from_danger(look.state, suspension):
            continue
        if lasts(look.state, suspension):
            return kept_from(look.state, suspension)
    return None


def still_to_do(state: State, session: Session, reader: str) -> str | None:
    """What someone of a session with a new date is still to do, as a word of `instruction`; None: nothing."""
    known = held_of(state, session)
    if known is None or not lasts(state, known):
        return None
    word = instruction(state, session, reader)
    # Whoever is in the hall, or has a child there, was told to wait for a word; others for the Observatory.
    waits_for_word = word == "child" or word.startswith("inside")
    over = not waits_for_word and _has_ended(state, known)
    return None if over or word in _NOTHING_TO_KEEP else word


def keeps_away(state: State, known: Suspension) -> bool:
    """Whether a danger still keeps people outside the hall from coming to a session with a new date."""
    return lasts(state, known) and kept_from(state, known) != "other" and not _has_ended(state, known)


def _has_ended(state: State, known: Suspension) -> bool:
    """Whether the warning of a suspension ended since, and no other danger keeps its people."""
    is_same = danger_of(state, known) == known.danger
    return is_same and ended_at(state, known.grounds, known.at) is not None


def grounds_of(look: Look) -> str:
    """What the people of a notice about a suspension are kept from by now; "other" once it is over."""
    known = _first_suspension(look)
    return look.parameter("grounds") if known is None else danger_of(look.state, known)


def danger_now(look: Look) -> Listed | None:
    """The dangers in force, of a notice whose people are to be kept from one; None for none."""
    known = _first_suspension(look)
    if known is None or not is_in_force(look.state, danger_of(look.state, known)):
        return None
    return still_in_force(look.state)


def danger_over(look: Look) -> Listed | None:
    """The dangers that ended since a notice's people were told of one; None while any is in force."""
    known = _first_suspension(look)
    return None if known is None else ended_since(look.state, known.at)


def freed(look: Look) -> str:
    """Whom the end of a danger frees: "inside", "online", "away", or a "child" for its parent to fetch."""
    where = to_do(look).partition("_")[0]
    return where if where in ("inside", "online", "child") else "away"


def _first_suspension(look: Look) -> Suspension | None:
    return next(filter(None, map(_suspension, _meant(look))), None)


def is_child_inside(look: Look) -> bool:
    """Whether someone may come to fetch the recipient: in the hall, and young enough to be a child there."""
    return is_child_in(look.state, look.session, look.recipient.number)


def is_child_in(state: State, session: Session, reader: str) -> bool:
    """Whether an entrant is in the hall and young enough to be a child there, whom someone may fetch."""
    entrant = state.entrants.get(reader)
    young = entrant is not None and "child" in entrant.may_be
    return young and situation(state, session, reader) == "inside"


def lasts(state: State, suspension: Suspension) -> bool:
    """Whether what was to be done, or is since, still is: a further word may have said otherwise."""
    known = (suspension.grounds, danger_of(state, suspension))
    return suspension.told_seq == suspension.seq or any(is_in_force(state, grounds) for grounds in known)


def _suspension(session: Session) -> Suspension | None:
    """How it is suspended, or was before it got a new date."""
    return session.suspension or session.held


def _meant(look: Look) -> Iterable[Session]:
    """The sessions that a notice names, as far as they are still there."""
    named = look.parameter("sessions").split(", ") if look.parameter("sessions") else [look.session.plan.id]
    return [look.state.sessions[session] for session in named if session in look.state.sessions]
