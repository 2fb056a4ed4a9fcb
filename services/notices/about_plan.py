"""A plan that was changed: whoever a new time or place concerns is told, as of a new date."""

from collections.abc import Iterable

from services.notices.about_play import day_over, topic_of
from services.notices.notice import Notice
from services.notices.registry import note, policy
from services.tournament.definition.amending import TournamentAmended
from services.tournament.seating.order_of_play import in_order_of_play
from services.tournament.state import State

VENUE = "tournament.venue"
MOST_NAMED = 8
"""How many sessions a notice to referees names; the programme has them all."""


@policy(TournamentAmended)
def _amended(state: State, event: TournamentAmended, seq: int) -> Iterable[Notice]:
    sessions = concerned(state, event)
    for number, id in enumerate(sessions, 1):
        session, over = state.sessions[id], day_over(state, id)
        audiences = (
            (f"session:{id}", session.entrants, topic_of(id)),
            (f"waiting:{id}", session.waiting, None),
        )
        for audience, there, topic in audiences:
            if there:
                yield note(
                    seq,
                    "rescheduled",
                    audience,
                    "plan-changed",
                    number=number,
                    session=id,
                    topic=topic,
                    not_after=over,
                )
    if sessions:
        listed = ", ".join(sessions[:MOST_NAMED]) + (", …" if len(sessions) > MOST_NAMED else "")
        overs = [day_over(state, session) for session in sessions]
        known = [over for over in overs if over is not None]
        last = max(known) if len(known) == len(overs) else None
        yield note(
            seq, "rescheduled", "referees", "plan-changed-for-referees", sessions=listed, not_after=last
        )
    if event.moved or new_venue(event):
        yield note(seq, "post-urgent", "public", "post")


def new_venue(event: TournamentAmended) -> bool:
    """Whether the tournament takes place elsewhere, or its place is described in other words."""
    return any(change.field == VENUE for change in event.changes)


def concerned(state: State, event: TournamentAmended) -> list[str]:
    """The sessions still to be played that are at another time, or at another place, in order of play."""
    named = state.sessions if new_venue(event) else event.moved
    left = in_order_of_play(state, named)
    return [session.plan.id for session in left if session.status in ("scheduled", "drawn")]
