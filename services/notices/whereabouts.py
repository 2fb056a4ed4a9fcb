"""Where someone is when a session is suspended, as far as the record says, and what they should do there."""

from datetime import timedelta
from typing import Literal

from services.notices.look import Look
from services.rules.online import is_online
from services.tournament.seating.sessions import Session
from services.tournament.state import State

Situation = Literal["at_home", "on_the_way", "inside", "online"]
SOON = timedelta(hours=1)
"""How long before check-in opens people are thought to be on their way."""
_DANGERS = {"black_rainstorm": "rain", "signal_8_or_above": "cyclone"}


def situation(state: State, session: Session, reader: str) -> Situation:
    """Inside: arrived; on the way: check-in was open, or about to open; else not yet left; online: no way."""
    if is_online(state.plan.ruleset_of(state.stage_plan(session.stage))):
        return "online"
    suspension = session.suspension
    if suspension is None or session.day is None:
        return "at_home"
    if reader in suspension.inside:
        return "inside"
    opens = state.plan.opens(session.day, session.plan)
    return "on_the_way" if suspension.at >= opens - SOON else "at_home"


def instruction(state: State, session: Session, reader: str, grounds: str = "") -> str:
    """What to do, as a word for a situation and a danger: "inside_rain"; "child" where theirs is inside.

    Args:
        grounds: why, where the session says none.
    """
    where = situation(state, session, reader)
    if where != "inside" and children_inside(state, reader):
        return "child"
    named = session.suspension.grounds if session.suspension is not None else grounds
    return f"{where}_{danger(named)}"


def to_do(look: Look) -> str:
    """What the reader of a notice is to do."""
    return instruction(look.state, look.session, look.recipient.number, look.parameter("grounds"))


def children_inside(state: State, parent: str) -> tuple[str, ...]:
    """The children in the hall of a parent who is not there; none of whoever is there too."""
    suspensions = [session.suspension for session in state.sessions.values()]
    inside = {number for known in suspensions if known is not None for number in known.inside}
    if parent in inside:
        return ()
    theirs = {unit.child for unit in state.units.values() if unit.parent == parent}
    return tuple(sorted(theirs & inside))


def situation_told(look: Look) -> tuple[str, ...]:
    """What the text of a notice goes by beside the notice: where its reader is, and who that is."""
    if look.notice.kind == "suspended":
        return to_do(look), str(is_child_inside(look))
    return (held(look) or "",)


def danger(grounds: str) -> str:
    """What people are to be kept from: "rain", "cyclone" or "other"."""
    return _DANGERS.get(grounds, "other")


def held(look: Look) -> str | None:
    """What keeps the reader, or an official's people, in the hall although there is a new date."""
    named = look.parameter("sessions").split(", ") if look.parameter("sessions") else [look.session.plan.id]
    known = (
        look.state.sessions[session_id].held for session_id in named if session_id in look.state.sessions
    )
    for suspension in known:
        # A further word has said otherwise, or again, what those inside are to do.
        if (
            suspension is not None
            and suspension.told_seq == suspension.seq
            and (look.recipient.kind == "referee" or look.recipient.number in suspension.inside)
        ):
            return danger(suspension.grounds)
    return None


def is_child_inside(look: Look) -> bool:
    """Whether someone may come to fetch the recipient: in the hall, and young enough to be a child there."""
    state, reader = look.state, look.recipient.number
    entrant = state.entrants.get(reader)
    young = entrant is not None and "child" in entrant.may_be
    return young and situation(state, look.session, reader) == "inside"
