"""Founding a tournament: its definition with the ruleset embedded, and its referees."""

from immutables import Map
from msgspec import structs

from services.rules.ruleset import Ruleset, content_hash
from services.tournament.definition import DEFINITION_INVALID, Definition, checked
from services.tournament.kernel import Command, Draft, Event, Stamp, decides, event, evolves
from services.tournament.lengths import Label, Name, Reason
from services.tournament.lookups import label, referee_in, said
from services.tournament.state import Referee, Session, State
from shared.problems import ProblemType

ALREADY_DEFINED = ProblemType(
    "already-defined",
    409,
    "The tournament {id} exists already. Choose another id.",
    "賽事 {id} 已存在。請選用另一個編號。",
)
NOT_DEFINED = ProblemType(
    "tournament-unknown",
    404,
    "There is no tournament {id}. Create it from its file first.",
    "找不到賽事 {id}。請先用賽事檔案建立。",
)
ALREADY_APPOINTED = ProblemType(
    "already-appointed",
    409,
    "There is a referee {referee} already. Choose another number.",
    "裁判編號 {referee} 已使用。請選用另一個編號。",
)
STILL_ASSIGNED = ProblemType(
    "still-assigned",
    409,
    "Referee {referee} supervises tables in session {session}. Assign those tables anew first.",
    "裁判 {referee} 仍負責場次 {session} 的賽桌。請先重新分配。",
)


@event("tournament-defined")
class TournamentDefined(Event, frozen=True):
    """The tournament was founded; the ruleset stands here whole, with its content hash."""

    definition: Definition
    ruleset: Ruleset
    ruleset_hash: str


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
    """Found the tournament."""

    definition: Definition
    ruleset: Ruleset


class AppointReferee(Command, frozen=True, kw_only=True):
    """Add a referee, or a Chief Referee."""

    referee: Label
    name: Name
    chief: bool = False


class DismissReferee(Command, frozen=True, kw_only=True):
    """End a referee's service."""

    referee: Label
    reason: Reason


@decides(DefineTournament)
def define_tournament(draft: Draft, command: DefineTournament) -> None:
    if draft.state.definition is not None:
        raise ALREADY_DEFINED(id=draft.state.definition.id)
    definition = checked(command.definition)
    check_ruleset(definition, command.ruleset)
    draft.record(TournamentDefined(definition, command.ruleset, content_hash(command.ruleset)))


@decides(AppointReferee)
def appoint_referee(draft: Draft, command: AppointReferee) -> None:
    label(command.referee, "referee")
    said(command.name, "name")
    known = draft.state.referees.get(command.referee)
    if known is not None and known.active:
        raise ALREADY_APPOINTED(referee=command.referee)
    person = draft.context.new_subject("person")
    draft.record(
        RefereeAppointed(command.referee, command.chief, person), personal={person: {"name": command.name}}
    )


@decides(DismissReferee)
def dismiss_referee(draft: Draft, command: DismissReferee) -> None:
    referee_in(draft.state, command.referee)
    for session in draft.state.sessions.values():
        if session.status in ("drawn", "playing", "time_called") and command.referee in (
            session.referees.values()
        ):
            raise STILL_ASSIGNED(referee=command.referee, session=session.plan.id)
    case, text = draft.case(reason=said(command.reason))
    draft.record(RefereeDismissed(command.referee, case), personal=text)


def check_ruleset(definition: Definition, ruleset: Ruleset) -> None:
    """Refuse a ruleset that is not the definition's, or that knows no tables of its sizes."""
    if definition.ruleset != ruleset.id:
        raise DEFINITION_INVALID(
            detail=f"it is played under {definition.ruleset}, and the ruleset given is {ruleset.id}"
        )
    least, most = ruleset.seats.least.value, ruleset.seats.most.value
    if not least <= definition.seats_fewest <= definition.seats_most <= most:
        raise DEFINITION_INVALID(detail=f"{ruleset.id} plays with {least} to {most} at a table")


@evolves(TournamentDefined)
def _defined(state: State, event: TournamentDefined, stamp: Stamp) -> State:
    sessions = Map({plan.id: Session(plan, plan.day) for plan in event.definition.sessions})
    state = structs.replace(
        state,
        definition=event.definition,
        ruleset=event.ruleset,
        ruleset_hash=event.ruleset_hash,
        sessions=sessions,
    )
    for plan in event.definition.sessions:
        state = state.touching("session", plan.id)
    return state


@evolves(RefereeAppointed)
def _appointed(state: State, event: RefereeAppointed, stamp: Stamp) -> State:
    referee = Referee(event.referee, event.chief, event.person, stamp.seq)
    return structs.replace(state, referees=state.referees.set(event.referee, referee))


@evolves(RefereeDismissed)
def _dismissed(state: State, event: RefereeDismissed, stamp: Stamp) -> State:
    referee = structs.replace(state.referees[event.referee], active=False)
    return structs.replace(state, referees=state.referees.set(event.referee, referee))
