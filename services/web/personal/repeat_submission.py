"""What was done already: asked for once more in an old tab, or sent again by whoever loads a page anew."""

import msgspec

from services.desk.params import EntrantParams
from services.desk.views import EntrantView
from services.personal.absence import OF_A_CUT, GiveBack, plan_of, row_of
from services.personal.person import Person
from services.personal.schedule import entries_of
from services.tournament.people.families import unit_of
from services.web.personal.personal_session import Opened
from services.web.personal.purposes import FamilyAnswer, Purpose


def stands_already(page: Opened, person: Person, purpose: Purpose) -> bool:
    """Whether a place is given back already, or a family unit was answered so."""
    if purpose.way is not None:
        return _is_given_back(page, person, purpose.way)
    if purpose.family is not None:
        return not person.principal.left and _is_answered(page, person, purpose.family)
    return False


def _is_given_back(page: Opened, person: Person, way: GiveBack) -> bool:
    if person.principal.left:
        return True
    plan = plan_of(page, person)
    entered = {entry.stage: entry for entry in entries_of(row_of(page, person), plan)}
    if way.what in OF_A_CUT:
        return way.stage in entered and entered[way.stage].out == "withdrawn"
    return way.what == "stage" and way.stage in plan.registered_stages and way.stage not in entered


def _is_answered(page: Opened, person: Person, answer: FamilyAnswer) -> bool:
    """Whether the unit is there as agreed; as declined, neither it nor anybody's wish for it."""
    if person.number not in (answer.child, answer.parent):
        return False
    view: EntrantView = page.ask(person, "entrant", EntrantParams(entrant=person.number))
    is_unit = view.entrant.unit == unit_of(answer.child, answer.parent)
    if answer.agreed or is_unit:
        return answer.agreed and is_unit
    asked = () if view.proposals is msgspec.UNSET else view.proposals
    return all((each.child, each.parent) != (answer.child, answer.parent) for each in asked)
