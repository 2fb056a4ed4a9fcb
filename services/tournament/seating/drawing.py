"""What a seat draw is given from the state: who is there with what they have reached, and the plan.

The draws themselves are in `services/tournament/seating/draws/`.
"""

from collections import Counter
from collections.abc import Sequence

from msgspec import structs

from services.tournament.definition.stages import StagePlan
from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Event, Stamp
from services.tournament.kernel.ids import TableId
from services.tournament.kernel.registry import event, evolves
from services.tournament.people.entrants import Attendance, Entrant
from services.tournament.play.sheets import complete
from services.tournament.seating.draws import DrawPlan, Entry, sessions_needed
from services.tournament.seating.sessions import Session
from services.tournament.standings.standing import everyone, standings
from services.tournament.state import State
from shared.catalogue import Listed, Phrase, Word
from shared.problems import Problem, ProblemType

SESSION_BEFORE_OPEN = ProblemType("session-before-open", 409)
NUMBERS_UNKNOWN = ProblemType("pairing-numbers-unknown", 409)


@event("sessions-dropped", "conclusion")
class SessionsDropped(Event, frozen=True):
    """With so few entrants everyone meets everyone in fewer sessions; these are not played."""

    sessions: tuple[str, ...]


def refuse_before_results(state: State, session: Session) -> None:
    """Refuse to draw while the results that the draw goes by are not complete."""
    problem = results_missing(state, session)
    if problem is not None:
        raise problem


def results_missing(state: State, session: Session) -> Problem | None:
    """What is missing of the results that the draw of a session goes by; None if nothing is."""
    plan = state.stage_plan(session.stage)
    if plan.attend != "all":
        return None
    for before in state.sessions_of(session.stage):
        if before.plan.id == session.plan.id:
            return None
        if not any(state.entrants[number].plays_in(before.stage) for number in before.entrants):
            continue
        why = _unfinished(state, before)
        if why is not None:
            return SESSION_BEFORE_OPEN(session=session.plan.id, before=before.plan.id, why=why)
        if plan.draw == "round_robin" and before.seed is None:
            return NUMBERS_UNKNOWN(session=session.plan.id, before=before.plan.id)
    return None


def _unfinished(state: State, session: Session) -> Phrase | None:
    if session.status != "ended":
        return Phrase("part-is", {"status": Word("session", session.status)})
    tables = sorted(session.tables)
    lacking = [at for at in tables if not complete(state.sheets[str(TableId(session.plan.id, at))])]
    if not lacking:
        return None
    return Phrase("part-lacks-results", {"tables": Listed.begun(lacking), "count": len(lacking)})


def entries_of(state: State, session: Session, present: Sequence[str]) -> list[Entry]:
    """What the draw of a session is to know of who is there."""
    plan = state.stage_plan(session.stage)
    source = plan.source
    earlier = {} if source is None else _places(state, source.stage)
    begun = plan.attend != "one" and any(
        other.tables or other.sitting_out for other in state.sessions_of(plan.id)
    )
    reached = {line.entrant_no: line for line in everyone(state, plan.id)} if begun else {}
    entries = []
    for number in present:
        line = reached.get(number)
        met = Counter(other for other in line.met if other is not None) if line is not None else {}
        entries.append(
            Entry(
                number=number,
                groups=_apart(state.entrants[number], plan),
                place=line.place if line is not None and (line.games or line.byes) else None,
                earlier_place=earlier.get(number),
                points=line.totals.match_points if line is not None else 0,
                opponents=met,
                byes=line.byes if line is not None else 0,
            )
        )
    return entries


def draw_plan(state: State, session: Session, seed: str, tables: tuple[tuple[str, ...], ...]) -> DrawPlan:
    """What the draw of a session is to do."""
    plan = state.stage_plan(session.stage)
    sessions = state.sessions_of(session.stage)
    index = sessions.index(session)
    first = sessions[0]
    return DrawPlan(
        seed=seed,
        most=plan.table.most,
        fewest=plan.table.fewest,
        tables=session.plan.tables,
        byes=plan.bye.most if plan.attend != "one" else 0,
        session=index,
        sessions=len(sessions),
        stage_seed=first.seed if index else None,
        first_field=_field(state, first),
        given=tables,
    )


def byes_given(
    state: State, session: Session, sitting_out: Sequence[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Of those who sit out, who gets a bye, and who has had as many as the stage gives."""
    most = state.stage_plan(session.stage).bye.most
    had = Counter(number for other in state.sessions_of(session.stage) for number in other.byes)
    unpaired = tuple([number for number in sitting_out if had[number] >= most])
    byes = tuple([number for number in sitting_out if had[number] < most])
    return byes, unpaired


def drop_needless(draft: Draft, session: Session, caused_by: int) -> None:
    """After the first draw of a round robin drop the sessions that nobody needs."""
    state = draft.state
    sessions = state.sessions_of(session.stage)
    if state.stage_plan(session.stage).draw != "round_robin" or sessions[0].plan.id != session.plan.id:
        return
    needless = sessions[sessions_needed(len(_field(state, sessions[0]))) :]
    if needless:
        dropped = SessionsDropped(tuple(other.plan.id for other in needless))
        draft.record(dropped, caused_by=caused_by)


def _field(state: State, session: Session) -> tuple[str, ...]:
    """Everyone a round robin is drawn among: who was in the stage when its first session was drawn."""
    if session.seed is None:
        return tuple(sorted(no for no in session.entrants if state.entrants[no].plays_in(session.stage)))
    seated = {number for table in session.tables.values() for number in table}
    missed = {
        number
        for number in session.entrants
        if (attendance := state.entrants[number].in_session(session.stage, session.plan.id)) is not None
        and attendance.presence == "absent"
    }
    return tuple(sorted(seated.union(session.sitting_out, missed)))


def _places(state: State, stage: str) -> dict[str, int]:
    return {line.entrant_no: line.place for line in standings(state, stage)}


def _apart(entrant: Entrant, plan: StagePlan) -> frozenset[str]:
    groups = {"family": entrant.group, "team": entrant.team}
    return frozenset(f"{kind} {groups[kind]}" for kind in plan.apart if groups.get(kind))


def with_dropped(state: State, session: Session) -> State:
    """The state with the sessions that a draw had dropped, now that it is taken back."""
    plan = state.stage_plan(session.stage)
    if plan.draw != "round_robin" or plan.sessions[0].id != session.plan.id:
        return state
    for planned in plan.sessions:
        if planned.id in state.sessions:
            continue
        number = state.plan.number(planned.id)
        day = planned.day and max(planned.day, session.day or planned.day)
        state = state.with_session(Session(planned, plan.id, number, day, entrants=session.entrants))
        for entrant_no in session.entrants:
            entrant = state.entrants[entrant_no]
            state = state.with_entrant(entrant.placed(plan.id, Attendance(planned.id)))
    return state


@evolves(SessionsDropped)
def _dropped(state: State, event: SessionsDropped, stamp: Stamp) -> State:
    for session_id in event.sessions:
        session = state.sessions[session_id]
        for number in session.entrants:
            entrant = state.entrants[number]
            state = state.with_entrant(entrant.not_in(session.stage, session_id))
        state = structs.replace(state, sessions=state.sessions.delete(session_id))
        state = state.touching("session", session_id)
    return state
