"""Founding a tournament: its definition with the ruleset embedded, and its referees."""

from collections.abc import Mapping
from typing import Annotated

from immutables import Map
from msgspec import structs

from services.rules.ruleset import Ruleset, content_hash
from services.tournament.definition.attachments_kept import Contents, keep_attachments
from services.tournament.definition.checking import faults_of
from services.tournament.definition.faults import DEFINITION_INVALID, field_of
from services.tournament.definition.plan import MOST_STAGES, Competition
from services.tournament.definition.playable import check_playable
from services.tournament.definition.reading import TournamentFile
from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Command, Event, Part, Stamp
from services.tournament.kernel.lengths import Name, Number, Reason
from services.tournament.kernel.registry import decides, event, evolves
from services.tournament.lookups import check_names, referee_in, required_text
from services.tournament.people.entrants import Referee
from services.tournament.people.numbers import known_number
from services.tournament.people.office_numbers import check_office_number
from services.tournament.seating.sessions import Session
from services.tournament.state import State
from shared.bounds import many
from shared.catalogue import Phrase
from shared.problems import ProblemType

ALREADY_DEFINED = ProblemType("already-defined", 409)
NOT_DEFINED = ProblemType("tournament-unknown", 404)
ALREADY_APPOINTED = ProblemType("already-appointed", 409)
STILL_ASSIGNED = ProblemType("still-assigned", 409)


class StageRules(Part, frozen=True):
    """The rules of stages that are not played by the tournament's, whole, with their content hash."""

    ruleset: Ruleset
    ruleset_hash: str


@event("tournament-defined")
class TournamentDefined(Event, frozen=True):
    """The tournament was founded; every ruleset it is played by stands here whole, with its content hash."""

    definition: Competition
    ruleset: Ruleset
    ruleset_hash: str
    stage_rules: tuple[StageRules, ...] = ()


@event("referee-appointed")
class RefereeAppointed(Event, frozen=True):
    """A referee or Chief Referee joined; the name is in the vault under `person`."""

    referee: str
    chief: bool
    person: str


@event("referee-dismissed")
class RefereeDismissed(Event, frozen=True):
    """A referee no longer serves; the reason is in the vault under `case`."""

    referee: str
    case: str


class DefineTournament(Command, frozen=True, kw_only=True):
    """Found the tournament; `stage_rules` are those of stages that are played by others than `ruleset`.

    `attachments` are the files that the definition names, each in base64.
    """

    definition: Competition
    ruleset: Ruleset
    stage_rules: Annotated[tuple[Ruleset, ...], many(MOST_STAGES)] = ()
    attachments: Contents = ()


class AppointReferee(Command, frozen=True, kw_only=True):
    """Add a referee, or a Chief Referee."""

    referee: Number
    name: Name
    chief: bool = False


class DismissReferee(Command, frozen=True, kw_only=True):
    """End a referee's service."""

    referee: Number
    reason: Reason


def definition_in(read: TournamentFile) -> DefineTournament:
    """The command that founds what a file says.

    Raises:
        Problem: definition-invalid for the first fault of the file, and the others with it.
    """
    definition = read.whole()
    return DefineTournament(
        definition=definition,
        ruleset=read.rulesets[definition.ruleset],
        stage_rules=tuple(read.rulesets[id] for id in definition.rulesets[1:]),
        attachments=read.attachments,
    )


@decides(DefineTournament)
def define_tournament(draft: Draft, command: DefineTournament) -> None:
    if draft.state.definition is not None:
        raise ALREADY_DEFINED(id=draft.state.definition.id)
    plan = command.definition
    rulesets = {ruleset.id: ruleset for ruleset in (command.ruleset, *command.stage_rules)}
    check_plan(plan, command.ruleset.id, rulesets)
    others = [StageRules(rulesets[id], content_hash(rulesets[id])) for id in plan.rulesets[1:]]
    draft.record(TournamentDefined(plan, command.ruleset, content_hash(command.ruleset), tuple(others)))
    keep_attachments(draft, plan, command.attachments)


@decides(AppointReferee)
def appoint_referee(draft: Draft, command: AppointReferee) -> None:
    check_office_number(command.referee)
    check_names({"name": required_text(command.name, "name")})
    referees = draft.state.referees
    number = known_number(referees, command.referee) or command.referee
    if number in referees and referees[number].active:
        raise ALREADY_APPOINTED(referee=number)
    person = draft.context.new_subject("person")
    draft.record(RefereeAppointed(number, command.chief, person), personal={person: {"name": command.name}})


@decides(DismissReferee, RefereeDismissed)
def dismiss_referee(draft: Draft, command: DismissReferee) -> None:
    number = referee_in(draft.state, command.referee).referee
    for session in draft.state.sessions.values():
        supervised = session.referees.values()
        if session.status in ("drawn", "playing", "time_called") and number in supervised:
            raise STILL_ASSIGNED(referee=number, session=session.plan.id)
    case, text = draft.case(reason=required_text(command.reason))
    draft.record(RefereeDismissed(number, case), personal=text)


def check_plan(plan: Competition, ruleset: str, rulesets: Mapping[str, Ruleset]) -> None:
    """Refuse a plan that contradicts itself or the rules given, or that cannot be played yet."""
    if plan.ruleset != ruleset or set(plan.rulesets) != set(rulesets):
        values = {"played": plan.rulesets, "given": sorted(rulesets)}
        raise DEFINITION_INVALID(detail=Phrase("part-rules-not-those-given", values))
    for finding in faults_of(plan, rulesets):
        where = field_of(finding.path)
        raise DEFINITION_INVALID(detail=Phrase("part-at", {"where": where, "said": finding.phrase}))
    check_playable(plan)


def planned_sessions(plan: Competition) -> dict[str, Session]:
    """The sessions of a plan by id, as nothing has happened in them."""
    return {
        session.id: Session(session, stage.id, plan.number(session.id), session.day)
        for stage in plan.stages
        for session in stage.sessions
    }


@evolves(TournamentDefined)
def _defined(state: State, event: TournamentDefined, stamp: Stamp) -> State:
    plan = event.definition
    sessions = planned_sessions(plan)
    state = structs.replace(
        state,
        definition=plan,
        ruleset=event.ruleset,
        ruleset_hash=event.ruleset_hash,
        stage_rules=Map({other.ruleset.id: other.ruleset for other in event.stage_rules}),
        sessions=Map(sessions),
    )
    for session in sessions:
        state = state.touching("session", session)
    return state


@evolves(RefereeAppointed)
def _appointed(state: State, event: RefereeAppointed, stamp: Stamp) -> State:
    referee = Referee(event.referee, event.chief, event.person, stamp.seq)
    return structs.replace(state, referees=state.referees.set(event.referee, referee))


@evolves(RefereeDismissed)
def _dismissed(state: State, event: RefereeDismissed, stamp: Stamp) -> State:
    referee = structs.replace(state.referees[event.referee], active=False)
    return structs.replace(state, referees=state.referees.set(event.referee, referee))
