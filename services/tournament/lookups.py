"""Finding what a command names, or refusing with what is missing."""

import unicodedata
from collections.abc import Mapping
from typing import TypeVar
from zoneinfo import ZoneInfo

from services.tournament.definition.places_called import sessions_called
from services.tournament.definition.stages import Stage
from services.tournament.docket.cases import Dispute, Ruling
from services.tournament.kernel.facts import Context
from services.tournament.kernel.ids import TableId
from services.tournament.people.entrants import Attendance, Entrant, Referee
from services.tournament.people.numbers import known_number
from services.tournament.people.places import standing_called
from services.tournament.play.scores import Game, Sheet
from services.tournament.seating.phases import named, way_out
from services.tournament.seating.sessions import Session
from services.tournament.seating.sessions_meant import SessionsMeant, sessions_there
from services.tournament.state import State
from shared.catalogue import Phrase, Word
from shared.problems import INVALID_INPUT, Problem, ProblemType, not_found, quoted

T = TypeVar("T")
NOT_TAKING_PART = ProblemType("not-taking-part", 409)
NOT_QUALIFIED = ProblemType("not-qualified", 409)
PLACE_GIVEN_UP = ProblemType("place-given-up", 409)
OUT_OF_COMPETITION = ProblemType("out-of-competition", 409)
WRONG_PHASE = ProblemType("wrong-phase", 409)
RESTS_ON_IT = ProblemType("something-rests-on-it", 409)

SESSION_NOT_IN_PLAY = ProblemType("session-not-in-play", 409)
FINALISTS_NOT_PLACED = ProblemType("finalists-not-placed", 409)
BEFORE_PLAY = ("scheduled", "drawn", "suspended")
"""What a session is while it has no score sheets."""


STAGE_UNKNOWN = ProblemType("stage-unknown", 404)
NAME_WRONG = ProblemType("name-wrong", 422)
SESSION_NEEDED = ProblemType("session-needed", 422)
STAGE_NEEDED = ProblemType("stage-needed", 422)


def required_text(text: str, what: str = "reason") -> str:
    """The text, where one is required; refuses a blank one. What it is called is `word-text-…`."""
    if not text.strip():
        raise INVALID_INPUT(detail=Phrase("part-text-needed", {"what": Word("text", what)})).at(field=what)
    return text


def rests_on_it(what: str, way_out: str, **values: object) -> Problem:
    """The refusal to take back what something rests on, and the way out, by their keys of the catalogue."""
    return RESTS_ON_IT(what=Phrase(what, values), way_out=Phrase(way_out))


def shows(text: str) -> bool:
    """Whether anything of the text can be seen: more than blanks, controls and what only joins others."""
    return any(unicodedata.category(character)[0] not in "CZ" for character in text)


def check_names(given: Mapping[str, str]) -> None:
    """Refuse a name, by its field, without a single letter: a number, a dash, marks that nobody sees."""
    for field, name in given.items():
        if name and not any(unicodedata.category(sign).startswith("L") for sign in name):
            raise NAME_WRONG(name=quoted(name)).at(field=field)


def label(text: str, field: str) -> str:
    """A number or name that people give to something; refuses what cannot be shown."""
    if not text or not text.isprintable() or text != text.strip():
        raise INVALID_INPUT(detail=Phrase("part-label-printable", {"what": Word("text", field)})).at(
            field=field
        )
    return text


def acting_entrant(context: Context) -> str | None:
    """The entrant who acts for themselves; None for an official."""
    role, _, number = context.actor.partition(":")
    return number if role == "participant" else None


def known(things: Mapping[str, T], kind: str, key: str) -> T:
    """The one of these things that is called so; refuses what is none, by the word for its kind."""
    found = things.get(key)
    if found is None:
        raise not_found(kind, key)
    return found


def entrant_in(state: State, entrant_no: str) -> Entrant:
    """Refuses unless the entrant was ever registered."""
    return known(state.entrants, "entrant", entrant_no)


def stage_in(state: State, stage: Stage | None) -> Stage:
    """The stage of that id; the first one if none is named."""
    if stage is None:
        return state.plan.first_stage
    if stage not in state.plan.stage_ids:
        raise STAGE_UNKNOWN(stage=quoted(stage), stages=state.plan.stages_called(state.plan.stage_ids)).at(
            field="stage", stages=state.plan.stage_ids
        )
    return stage


def session_in(state: State, session: str) -> Session:
    found = state.sessions.get(session)
    if found is None:
        if fitting := SessionsMeant(state).meant(session):
            named = sessions_called(fitting, state.definition, state.moved_to, with_stages=True)
            raise SESSION_NEEDED(sessions=named)
        sessions = sessions_there(state)
        there = None if sessions is None else Phrase("part-sessions-there", {"sessions": sessions})
        raise not_found("session", quoted(session), there)
    return found


def drawn_after(state: State, session: Session, since: int = 0) -> Session | None:
    """The first session drawn by the results of this one, where everyone plays in all; None while none is.

    Args:
        since: the seq of a result: what was drawn before it does not rest on it.
    """
    if state.stage_plan(session.stage).attend != "all":
        return None
    sessions = state.sessions_of(session.stage)
    following = sessions[sessions.index(session) + 1 :]
    drawn = (other for other in following if other.tables or other.sitting_out)
    return next((other for other in drawn if other.drawn_seq >= since), None)


def sheet_in(state: State, sheet: str) -> Sheet:
    """The sheet of a table; until play has started there is none."""
    found = state.sheets.get(sheet)
    if found is not None:
        return found
    table = TableId.read(sheet)
    session = state.sessions.get(table.session) if table is not None else None
    if session is not None and session.status in BEFORE_PLAY:
        raise not_in_play(state, session)
    raise not_found("score-sheet", sheet)


def not_in_play(state: State, session: Session) -> Problem:
    """A refusal that says why a session has no score sheets now: it was stopped, or has not started."""
    if not is_entered(state, session.stage):
        return finalists_not_placed(state, session.stage)
    status, off = Word("session", session.status), session.suspension
    if session.status != "suspended" or off is None or not off.stopped:
        return SESSION_NOT_IN_PLAY(session=session.plan.id, status=status, stopped=False, at=None)
    at = off.at.astimezone(ZoneInfo(state.plan.zone))
    return SESSION_NOT_IN_PLAY(session=session.plan.id, status=status, stopped=True, at=at)


def dispute_in(state: State, dispute: str) -> Dispute:
    return known(state.disputes, "dispute", dispute)


def ruling_in(state: State, ruling: str) -> Ruling:
    return known(state.rulings, "ruling", ruling)


def referee_in(state: State, referee: str) -> Referee:
    found = state.referees.get(known_number(state.referees, referee) or referee)
    if found is None or not found.active:
        raise not_found("referee", referee)
    return found


def stage_begun(state: State, entrant: Entrant) -> Stage:
    """The stage an entrant is playing in: the last one from its check-in or seat draw on."""
    if len(stages_now(state, entrant)) > 1:
        return stage_playing(state, entrant)
    for part in reversed(entrant.participations[1:]):
        begun = state.sessions[part.latest.session].status not in ("scheduled", "suspended")
        if begun or part.latest.presence != "expected":
            return part.stage
    return entrant.participations[0].stage


def stages_now(state: State, entrant: Entrant) -> tuple[Stage, ...]:
    """The stages an entrant is in now: for each one registered for the last that was entered from it."""
    if len(entrant.participations) == 1:
        return (entrant.stage,)
    found = {state.plan.registered_for(part.stage): part.stage for part in entrant.participations}
    return tuple(found.values())


def stage_meant_for(state: State, entrant: Entrant, named: Stage | None) -> Stage:
    """The stage that is meant of an entrant: the one named, else the only one, else the one in play.

    Raises:
        Problem: stage-unknown, stage-needed.
    """
    if named is not None:
        return stage_in(state, named)
    stages = _likely(state, entrant)
    if len(stages) == 1:
        return stages[0]
    called = state.plan.stages_called(stages or stages_now(state, entrant))
    raise STAGE_NEEDED(entrant=entrant.entrant_no, stages=called).at(field="stage")


def stage_playing(state: State, entrant: Entrant) -> Stage:
    """The stage an entrant plays in; of several the first in play, or else the first there is a place in."""
    return (*_likely(state, entrant), entrant.stage)[0]


def stage_told(state: State, entrant_no: str, stage: Stage) -> Stage | None:
    """The stage that a recorded event names, if the entrant is in it; None for whichever they are in."""
    entrant = state.entrants.get(entrant_no)
    return stage if entrant is not None and entrant.participation(stage) is not None else None


def _likely(state: State, entrant: Entrant) -> list[Stage]:
    """The stages an entrant is in, without those out of or waited for; of several those in play, if any."""
    stages = stages_now(state, entrant)
    if len(stages) == 1:
        return [*stages]
    if entrant.status != "registered":
        return []
    parts = [part for part in entrant.participations if part.stage in stages and part.stands]
    busy = ("drawn", "playing", "time_called")
    in_play = [part.stage for part in parts if state.sessions[part.latest.session].status in busy]
    return in_play or [part.stage for part in parts]


def attendance_in(state: State, entrant: Entrant, stage: Stage) -> Attendance:
    """The entrant's place in `stage`; refuses the waiting, cancelled, merged and unqualified."""
    part = entrant.participation(stage)
    if entrant.status == "registered" and part is None and not is_entered(state, stage):
        raise finalists_not_placed(state, stage)
    if entrant.status == "registered" and part is None and state.stage_plan(stage).source is not None:
        raise _not_in_the_cut(state, entrant, stage)
    if entrant.status != "registered" or part is None or part.waits:
        status = standing_called(state, entrant, part)
        raise NOT_TAKING_PART(entrant=entrant.entrant_no, stage=state.plan.stage_name(stage), status=status)
    return part.latest


def _not_in_the_cut(state: State, entrant: Entrant, stage: Stage) -> Problem:
    """A refusal of who does not go on, or gave up the place, for which others may wait."""
    cut = state.cut_into(stage)
    if entrant.entrant_no not in cut.given_up:
        return NOT_QUALIFIED(entrant=entrant.entrant_no)
    called, tied = state.plan.stage_name(stage), cut.status == "held"
    return PLACE_GIVEN_UP(entrant=entrant.entrant_no, stage=called, tied=tied)


def is_entered(state: State, stage: Stage) -> bool:
    """Whether a stage is one to register for, or somebody who goes on has a session of it."""
    return state.stage_plan(stage).source is None or any(each.entrants for each in state.sessions_of(stage))


def finalists_not_placed(state: State, stage: Stage) -> Problem:
    """A refusal of what waits until whoever goes on into a stage has a session of it."""
    return FINALISTS_NOT_PLACED(stage=state.plan.stage_name(stage), cut=state.cut_into(stage).status)


def still_in(entrant: Entrant, stage: Stage) -> None:
    """Refuse who withdrew from the stage or was disqualified."""
    out = entrant.out_of(stage)
    if out is not None:
        raise OUT_OF_COMPETITION(entrant=entrant.entrant_no, out=Word("out", out))


def in_phase(session: Session, *expected: str) -> None:
    """Refuse unless the session's status is one of `expected`."""
    if session.status not in expected:
        raise WRONG_PHASE(
            session=session.plan.id,
            status=Word("session", session.status),
            expected=named(expected),
            way_out=way_out(session.status, expected),
        )


def active_seats(state: State, sheet: Sheet) -> tuple[str, ...]:
    """Who of the table still plays, in seat order."""
    return tuple(no for no in sheet.seats if state.entrants[no].plays_in(sheet.stage))


def players_in(state: State, sheet: Sheet, game: Game | None) -> tuple[str, ...]:
    """Whom a game of the table concerns: who has a result in it, else who still plays."""
    if game is not None and game.figures:
        return tuple(result.entrant for result in game.figures)
    return active_seats(state, sheet)


def playing(state: State, entrant_no: str) -> tuple[Entrant, Attendance]:
    """An entrant who is still in, and where they play now.

    Raises:
        Problem: entrant-unknown, or what `attendance_in` and `still_in` refuse.
    """
    entrant = entrant_in(state, entrant_no)
    stage = stage_playing(state, entrant)
    attendance = attendance_in(state, entrant, stage)
    still_in(entrant, stage)
    return entrant, attendance
