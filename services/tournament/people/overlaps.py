"""Nobody is expected at two sessions at the same time, as far as the plan says when they are."""

from collections.abc import Iterable, Iterator

from services.tournament.definition.stages import Stage
from services.tournament.people.entrants import Entrant
from services.tournament.seating.sessions import Session
from services.tournament.state import State
from shared.problems import ProblemType

SESSIONS_OVERLAP = ProblemType("sessions-overlap", 409)


def overlap(session: Session, other: Session) -> bool:
    """Whether someone who is seated for the one cannot be there for the other.

    What is begun by command overlaps with nothing, and without an end a session takes no time.
    """
    begins, others = session.plan.seated_at, other.plan.seated_at
    if session.day is None or session.day != other.day or begins is None or others is None:
        return False
    ends, other_ends = session.plan.end or begins, other.plan.end or others
    return begins == others or (begins < other_ends and others < ends)


def refuse_overlap(state: State, entrant: Entrant, stage: Stage, sessions: Iterable[str]) -> None:
    """Refuse sessions of a stage at whose time the entrant is expected in another stage.

    Raises:
        Problem: sessions-overlap.
    """
    for session in sessions:
        other = overlapping(state, entrant, stage, state.sessions[session])
        if other is not None:
            raise SESSIONS_OVERLAP(entrant=entrant.entrant_no, one=session, other=other)


def overlapping(state: State, entrant: Entrant, stage: Stage, session: Session) -> str | None:
    """A session of another stage at the same time, in which the entrant is or will be expected."""
    if state.stage_plan(stage).attend == "some":
        return None
    return next(
        (
            session_id
            for session_id in _expected(state, entrant, stage)
            if overlap(session, state.sessions[session_id])
        ),
        None,
    )


def in_the_way(state: State, entrant: Entrant, session: Session) -> str | None:
    """A session of another entry at the time of a place in this session, or in those attended with it."""
    if len(entrant.participations) == 1 and entrant.participation(session.stage) is not None:
        return None
    attended = (state.sessions[session_id] for session_id in state.attended(session))
    found = (overlapping(state, entrant, session.stage, attended_session) for attended_session in attended)
    return next((other for other in found if other is not None), None)


def _expected(state: State, entrant: Entrant, besides: Stage) -> Iterator[str]:
    """The sessions still to be played that the entrant cannot stay away from."""
    for part in entrant.participations:
        # Who comes as they like need not come.
        if part.stage == besides or part.out is not None or state.stage_plan(part.stage).attend == "some":
            continue
        for attendance in part.attendances:
            session = state.sessions.get(attendance.session)
            missed = attendance.presence in ("forfeited", "absent")
            if session is not None and not missed and session.status != "ended":
                yield attendance.session


def refuse_overlaps(after: State, moved: Iterable[str]) -> None:
    """Refuse to move sessions to where somebody would be expected in two at once.

    Args:
        after: the state in which they have been moved.

    Raises:
        Problem: sessions-overlap.
    """
    if len(after.plan.registered_stages) == 1:
        return
    for id in moved:
        session = after.sessions[id]
        for number in (*sorted(session.entrants), *sorted(session.waiting)):
            entrant = after.entrants[number]
            if len(entrant.participations) > 1 and session.status != "ended":
                refuse_overlap(after, entrant, session.stage, (id,))
