"""How many come, so that all who come can be seated; and who goes home where that fails.

A table seats so many at least: five people fit no tables of three to four. Whoever could not be seated stays
away, or gives the place up before the draw, as people do who are asked to.
"""

from services.demo.director import Director
from services.tournament.definition.checks.drawing import can_be_seated
from services.tournament.definition.plan import Competition
from services.tournament.definition.sessions import SessionPlan
from services.tournament.definition.stages import StagePlan
from services.tournament.seating.draws import sessions_needed
from services.tournament.seating.presence import present_and_missing
from services.tournament.seating.sessions import Session
from services.tournament.state import State

_FIELD = 25
"""How many come, where there is room and nothing asks for more; odd, so that pairs know byes."""

_REASON = "Too few for another table."


def seatable(stage: StagePlan, session: SessionPlan, people: int) -> int:
    """The most of so many people who can be seated together in a session; 0 where nobody can."""
    return next((count for count in range(people, 0, -1) if _fit(stage, session, count)), 0)


def _fit(stage: StagePlan, session: SessionPlan, people: int) -> bool:
    table = stage.table
    if stage.draw == "open":
        return people >= table.fewest
    sits_out = people % 2 if table.most == 2 and stage.attend != "one" and stage.bye.most > 0 else 0
    playing = people - sits_out
    if session.tables is not None and playing > session.tables * table.most:
        return False
    return playing > 0 and can_be_seated(playing, table.fewest, table.most)


def fields_of(plan: Competition) -> dict[str, int]:
    """How many register for each stage, as far as the places there are go."""
    stages = [plan.by_id[id] for id in plan.registered_stages]
    left, found = plan.places, dict[str, int]()
    for at, stage in enumerate(stages):
        share = None if left is None else left // (len(stages) - at)
        found[stage.id] = _field(plan, stage, share, left)
        left = None if left is None else left - found[stage.id]
    return found


def _field(plan: Competition, stage: StagePlan, share: int | None, left: int | None) -> int:
    """How many register for a stage: more than a later one has room for, and as many as can be seated."""
    later = [plan.by_id[id].source for id in plan.stages_after(stage.id)]
    wanted = max([_FIELD, *((source.places or 0) * 3 // 2 for source in later if source is not None)])
    rooms = [share]
    if len(plan.registered_stages) > 1:
        rooms.append(stage.room)
    if stage.attend != "one":
        rooms += [stage.room_in(session) for session in stage.sessions]
    places = min((room for room in rooms if room is not None), default=wanted)
    together = stage.attend != "one" or len(stage.sessions) == 1
    if wanted > places:
        sits_out = together and stage.attend != "one" and stage.table.most == 2 and places % 2 == 0
        wanted = places - (sits_out and places > 2)
    while stage.draw == "round_robin" and wanted > 2 and sessions_needed(wanted) > len(stage.sessions):
        wanted -= 1
    if not together:
        return wanted
    first = stage.sessions[0]
    # Of a small share nobody could be seated: then it is as many as one table needs, if there are places.
    few = _fewest(stage)
    return seatable(stage, first, wanted) or (few if left is None or few <= left else 0)


def _fewest(stage: StagePlan) -> int:
    """With how many people something can be played in a session."""
    return next((count for count in range(1, _FIELD) if _fit(stage, stage.sessions[0], count)), _FIELD)


def sessions_used(stage: StagePlan, people: int) -> tuple[SessionPlan, ...]:
    """The sessions of a stage, fewer where so few people would leave too few for a table in each."""
    used = stage.sessions[: max(1, people // _fewest(stage))]
    rooms = [stage.room_in(session) for session in used]
    return used if sum(people if room is None else room for room in rooms) >= people else stage.sessions


def tables_needed(plan: Competition) -> int:
    """How many tables may be at play in one session."""
    most = max(fields_of(plan).values()) + 1
    return max(
        session.tables or -(-most // stage.table.fewest)
        for stage in plan.stages
        for session in stage.sessions
    )


def can_enter_late(state: State, session: Session) -> bool:
    """Whether one more fits into a session of those who play in it."""
    stage, here = state.stage_plan(session.stage), len(session.entrants)
    room = state.room_in(session)
    return (room is None or here < room) and seatable(stage, session.plan, here + 1) == here + 1


def send_home(director: Director, session_id: str) -> bool:
    """Let those go, before the draw, who cannot be seated; whether there is anyone to draw."""
    while True:
        state, session = director.state, director.session(session_id)
        stage = state.stage_plan(session.stage)
        here, missing = present_and_missing(state, session)
        most = seatable(stage, session.plan, len(here))
        if here and most == len(here) and not _too_many_to_meet(state, session, len(here) + len(missing)):
            return True
        # Where nobody can be seated nobody is waited for either.
        leaving = here if most else [*here, *missing] if stage.attend != "some" else []
        if not leaving:
            return False
        _leave(director, session, leaving[-1])


def _too_many_to_meet(state: State, session: Session, people: int) -> bool:
    """Whether a round robin among so many needs more sessions than there are; known before its first."""
    sessions = state.sessions_of(session.stage)
    is_round_robin = state.stage_plan(session.stage).draw == "round_robin"
    return is_round_robin and sessions[0] is session and sessions_needed(people) > len(sessions)


def _leave(director: Director, session: Session, number: str) -> None:
    """Someone gives the place in a stage up, as far as it has come."""
    state = director.state
    plan, stage = state.stage_plan(session.stage), director.named(session.stage)
    given = {"entrant": number, "stage": stage}
    begun = any(other.seed is not None for other in state.sessions_of(session.stage))
    if begun and plan.attend == "all":
        director.act("chief", "withdraw-entrant", **given, grounds="own_wish", game_in_progress=False)
        return
    attendance = state.entrants[number].in_session(session.stage, session.plan.id)
    if attendance is not None and attendance.presence == "checked_in":
        director.act("chief", "undo-check-in", **given, reason=_REASON)
    if plan.source is None:
        director.act("organizer", "cancel-registration", **given, reason=_REASON)
    else:
        director.act(number, "withdraw-qualifier", entrant=number, stage=session.stage, reason=_REASON)
