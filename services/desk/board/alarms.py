"""What stops play today, with what to do in the hall and when the next word comes."""

from datetime import datetime
from typing import Literal

from services.desk.site.suspended import Stop, held_on, in_force_said, off, together
from services.notices.sessions_named import several_called
from services.notices.whereabouts import danger, kept_from, lasts
from services.rules.online import is_online
from services.tournament.seating.sessions import Session, Suspension
from services.tournament.state import State
from services.tournament.weather.dangers import dangers_of, ended_at

ToDo = Literal["rain", "cyclone", "hurricane", "other", "online", "staff"]
"""What people in the hall are to do: kept from a danger, nothing of that online, or as staff tell them."""


class Alarm(Stop, frozen=True, kw_only=True):
    """Sessions that are off today; the next word is none once that moment is past.

    Attributes:
        stopped: whether they were in play.
    """

    to_do: ToDo
    stopped: bool


def alarms(state: State, now: datetime) -> tuple[Alarm, ...]:
    """What is off today; of a day to come nobody in the hall is told to stay, or to go home."""
    today = state.plan.local_day(now)

    def alarm(pairs: list[tuple[Session, Suspension]], *, moved: bool = False) -> Alarm:
        known = pairs[0][1]
        return Alarm(
            day=today,
            called=several_called([session for session, _ in pairs], state.plan),
            grounds=known.grounds,
            to_do=_to_do(state, *pairs[0]),
            stopped=any(each.stopped for _, each in pairs),
            next_word=known.next_word if known.next_word is not None and known.next_word > now else None,
            told_seq=known.told_seq,
            dangers=dangers_of(state, known),
            moved=moved,
            in_force=in_force_said(state, [session for session, _ in pairs]) if moved else None,
        )

    suspended = (alarm(pairs) for day, pairs in together(off(state)) if day == today)
    held = (alarm(pairs, moved=True) for _, pairs in together(held_on(state, today)))
    return (*suspended, *held)


def _to_do(state: State, session: Session, known: Suspension) -> ToDo:
    if is_online(state.plan.ruleset_of(state.stage_plan(session.stage))):
        return "online"
    words: dict[str, ToDo] = {"rain": "rain", "cyclone": "cyclone", "hurricane": "hurricane"}
    to_do = words.get(kept_from(state, known), "other")
    if to_do == "hurricane" or to_do != words.get(danger(state, known.danger), "other"):
        return to_do  # it came since, and is in force
    # To go home when it is safe holds until the signal is lowered, whatever more is told. Whoever was told to
    # stay until they hear more has heard it with a further word, and reads it beside this.
    holds = to_do == "cyclone" and ended_at(state, known.grounds, known.at) is None
    return to_do if holds or lasts(state, known) else "staff"
