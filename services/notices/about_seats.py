"""Where people sit: drawn, exchanged, drawn again.

Who plays once looks for a seat in the hall, and is told of it only after an exchange; who plays in rounds is
told each time. A later message names the last one that its reader had about the same round.
"""

from collections.abc import Iterable

from services.notices.about_play import day_over
from services.notices.notice import Notice
from services.notices.registry import note, policy
from services.tournament.seating.seats import SeatsDrawn, SeatsExchanged
from services.tournament.seating.sessions import Session
from services.tournament.state import State

_TOPIC = "drawn"


@policy(SeatsDrawn)
def _drawn(state: State, event: SeatsDrawn, seq: int) -> Iterable[Notice]:
    session = state.sessions[event.session]
    if not _in_rounds(state, session):
        yield from _seated_otherwise(state, session, seq)
        return
    # One notice for all; whom it tells nothing new is left out as it is sent.
    yield note(
        seq,
        "round-drawn",
        f"session:{event.session}",
        session=event.session,
        round=_round(state, session),
        topic=f"{_TOPIC}:{event.session}",
        not_after=day_over(state, event.session),
    )


@policy(SeatsExchanged)
def _exchanged(state: State, event: SeatsExchanged, seq: int) -> Iterable[Notice]:
    yield from _seated_otherwise(state, state.sessions[event.session], seq)


def _seated_otherwise(state: State, session: Session, seq: int) -> Iterable[Notice]:
    """A notice for each whom an event tells where they sit now."""
    rounds = _in_rounds(state, session)
    for number, told in sorted(session.seats_told.items()):
        if told.seq != seq or not state.entrants[number].plays_in(session.stage):
            continue
        yield note(
            seq,
            "seat-changed",
            f"entrant:{number}",
            "round-changed" if rounds else "seat-changed" if told.place else "seat-lost",
            {"round": _round(state, session)} if rounds else {},
            session=session.plan.id,
            topic=f"{_TOPIC}:{session.plan.id} {number}",
            not_after=day_over(state, session.plan.id),
        )


def is_told(state: State, topic: str, number: str, seq: int) -> bool:
    """Whether somebody has read where they sit, who had a message about it of an event at `seq`."""
    kind, _, of = topic.partition(":")
    session = state.sessions.get(of.partition(" ")[0]) if kind == _TOPIC else None
    told = None if session is None else session.seats_told.get(number)
    return told is not None and told.seq <= seq


def _in_rounds(state: State, session: Session) -> bool:
    return state.stage_plan(session.stage).attend != "one"


def _round(state: State, session: Session) -> str:
    return str(state.sessions_of(session.stage).index(session) + 1)
