"""Where someone is when a session is suspended, as far as the record says, and what they should do there."""

from datetime import timedelta
from typing import Literal

from services.notices.look import Look

Situation = Literal["at_home", "on_the_way", "inside"]
SOON = timedelta(hours=1)
"""How long before check-in opens people are thought to be on their way."""
_DANGERS = {"black_rainstorm": "rain", "signal_8_or_above": "cyclone"}


def situation(look: Look) -> Situation:
    """Inside: arrived; on the way: check-in was open, or about to open; else not yet left."""
    session = look.session
    suspension = session.suspension
    if suspension is None or session.day is None:
        return "at_home"
    if look.recipient.number in suspension.inside:
        return "inside"
    opens = look.state.plan.opens(session.day, session.plan)
    return "on_the_way" if suspension.at >= opens - SOON else "at_home"


def to_do(look: Look) -> str:
    """What to do, as a word for a situation and a danger: "inside_rain"."""
    session = look.session
    named = session.suspension.grounds if session.suspension is not None else look.parameter("grounds")
    return f"{situation(look)}_{_DANGERS.get(named, 'other')}"


def is_child_inside(look: Look) -> bool:
    """Whether someone may come to fetch the recipient: in the hall, and young enough to be a child there."""
    entrant = look.state.entrants.get(look.recipient.number)
    return entrant is not None and "child" in entrant.may_be and situation(look) == "inside"
