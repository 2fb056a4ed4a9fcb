"""Walk-ins: whoever stands at the desk without a place is registered and checked in, both or neither."""

from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.registry import decides
from services.tournament.people.choosing import open_for_registration
from services.tournament.people.places import is_full, places_left
from services.tournament.people.registration import EntrantRegistered, RegisterEntrant, register_entrant
from services.tournament.seating.presence import LATE_FOR_SESSION, PLACE_FORFEITED, CheckIn, check_in
from services.tournament.seating.sessions import Session
from services.tournament.state import State
from shared.problems import Problem, ProblemType

NO_PLACE_LEFT = ProblemType("no-place-left", 409)
CHECK_IN_OVER = ProblemType("check-in-over", 409)


class RegisterWalkIn(RegisterEntrant, frozen=True, kw_only=True):
    """Register someone who is there, and check them in: both, or nothing.

    Where no place is left it is refused: who wants to wait for one is registered alone (`register-entrant`).
    """


def check_place(state: State, session: Session) -> None:
    """Refuse where no place is left in the session, or in the tournament."""
    if is_full(state, session) or not places_left(state):
        raise NO_PLACE_LEFT(session=session.plan.id, waiting=len(session.waiting)).at(field="session")


@decides(RegisterWalkIn)
def register_walk_in(draft: Draft, command: RegisterWalkIn) -> None:
    check_place(draft.state, open_for_registration(draft.state, command.session))
    register_entrant(draft, command)
    registered = next(each.event for each in draft.entries if isinstance(each.event, EntrantRegistered))
    stage = draft.state.sessions[registered.session].stage
    try:
        check_in(draft, CheckIn(entrant=registered.entrant_no, stage=stage))
    except Problem as problem:
        if problem.kind not in (LATE_FOR_SESSION, PLACE_FORFEITED):
            raise
        # Those speak of an entrant, and here is none: nobody is registered.
        late = {name: problem.params[name] for name in ("session", "seating")}
        raise CHECK_IN_OVER(**late) from None
