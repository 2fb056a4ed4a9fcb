"""Which session someone registers for, and whether one still can."""

from collections.abc import Sequence

from services.tournament.definition.places_called import sessions_called
from services.tournament.definition.stages import Stage
from services.tournament.lookups import SESSION_NEEDED, session_in
from services.tournament.people.places import closed_by
from services.tournament.seating.draws import draws
from services.tournament.seating.order_of_play import in_order_of_play
from services.tournament.seating.sessions import Session
from services.tournament.state import State
from shared.catalogue import Listed, Phrase, Word
from shared.problems import Problem, ProblemType

REGISTRATION_OVER = ProblemType("registration-over", 409)
FIELD_IS_FIXED = ProblemType("field-is-fixed", 409)
STAGE_CLOSED = ProblemType("stage-closed", 409)
NOT_A_PRELIMINARY = ProblemType("not-a-preliminary-session", 422)


def open_for_registration(state: State, session_id: str | None) -> Session:
    """The session of a stage that people register for, if it can still be registered for.

    Without one, where there is no choice: the only one, or where everyone plays in all of them the next.
    """
    if session_id is None:
        return _only_session(state)
    session = entered_with(state, session_to_register(state, session_id))
    check_open(state, session)
    return session


def session_to_register(state: State, session_id: str) -> Session:
    """The session of that id, if it is one of a stage that people register for."""
    try:
        session = session_in(state, session_id)
    except Problem as problem:
        raise problem.at(field="session") from None
    stages = state.plan.registered_stages
    if session.stage not in stages:
        called, others = state.plan.stage_name(session.stage), state.plan.stages_called(stages)
        raise NOT_A_PRELIMINARY(session=session_id, stage=called, stages=others).at(field="session")
    return session


def entered_with(state: State, session: Session) -> Session:
    """The session that a stage is entered with, where everyone plays in all and any of them names it.

    In a round robin it is the first. Of several stages to register for it is the next that can be entered; of
    a single one the session may be left out, so the one named is meant.
    """
    plan, sessions = state.stage_plan(session.stage), state.sessions_of(session.stage)
    if plan.attend != "all":
        return session
    if draws()[plan.draw].fixes_field:
        return sessions[0]
    if takes_entrants(state, session) or len(state.plan.registered_stages) == 1:
        return session
    return next((later for later in sessions if takes_entrants(state, later)), session)


def check_open(state: State, session: Session) -> None:
    """Refuse a session that one cannot register for any more."""
    check_stage(state, session.stage)
    if not takes_entrants(state, session):
        raise REGISTRATION_OVER(session=session.plan.id, status=Word("session", session.status)).at(
            field="session"
        )


def check_stage(state: State, stage: Stage) -> None:
    """Refuse once it is closed, or the whole stage is drawn with who is there (the round robin)."""
    if (closed := closed_by(state, stage)) is not None:
        raise STAGE_CLOSED(stage=state.plan.stage_name(stage), by=closed)
    if _field_is_fixed(state, stage):
        raise FIELD_IS_FIXED(stage=state.plan.stage_name(stage))


def _field_is_fixed(state: State, stage: Stage) -> bool:
    drawn = any(session.seed is not None for session in state.sessions_of(stage))
    return drawn and draws()[state.stage_plan(stage).draw].fixes_field


def takes_entrants(state: State, session: Session) -> bool:
    """Whether one may still register for it; where people come as they like, until it has ended."""
    if session.stage not in state.plan.registered_stages or closed_by(state, session.stage) is not None:
        return False
    if state.stage_plan(session.stage).attend == "some":
        return session.status != "ended"
    return session.status in ("scheduled", "suspended")


def _only_session(state: State) -> Session:
    stages = state.plan.registered_stages
    sessions = state.sessions_of(stages[-1])
    if len(stages) > 1:
        if choice := _to_choose_from(state, stages):
            raise SESSION_NEEDED(sessions=choice).at(field="session")
    else:
        check_stage(state, stages[0])
        if len(sessions) > 1 and state.stage_plan(stages[0]).attend == "one":
            ordered = _in_order(state, stages[0])
            if ids := [session.plan.id for session in ordered if takes_entrants(state, session)]:
                called = sessions_called(ids, state.plan, state.moved_to)
                raise SESSION_NEEDED(sessions=called).at(field="session")
        for session in sessions:
            if takes_entrants(state, session):
                return session
    last = sessions[-1]
    check_stage(state, last.stage)
    status = Word("session", last.status)
    raise REGISTRATION_OVER(session=last.plan.id, status=status).at(field="session")


def _in_order(state: State, stage: Stage) -> list[Session]:
    return [session for session in in_order_of_play(state) if session.stage == stage]


def _to_choose_from(state: State, stages: Sequence[Stage]) -> Listed | None:
    """The sessions of several stages that can still be registered for, each stage by its name; None without.

    Where everyone plays in all sessions of a stage, or comes as they like, the next one stands for it.
    """
    named = []
    for stage in stages:
        still = [session.plan.id for session in _in_order(state, stage) if takes_entrants(state, session)]
        listed = still if state.stage_plan(stage).attend == "one" else still[:1]
        if listed and not _field_is_fixed(state, stage):
            called: object = sessions_called(listed, state.plan, state.moved_to)
            if not state.plan.session_needs_stage(listed[0]):
                values = {"sessions": called, "stage": state.plan.stage_name(stage)}
                called = Phrase("part-sessions-of-stage", values)
            named.append(called)
    return Listed(named, "list-between-sentences") if named else None
