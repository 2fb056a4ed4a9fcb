"""Family units: one child and one parent, declared before the final (HK awards, Super Family Award)."""

from datetime import date
from typing import Literal

from msgspec import structs

from services.tournament.definition.ages import age_on
from services.tournament.definition.plan import Competition
from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Command, Event, Stamp
from services.tournament.kernel.lengths import EntrantNo, Reason, UnitId
from services.tournament.kernel.registry import decides, event, evolves
from services.tournament.lookups import required_text
from services.tournament.people.entrants import Entrant, FamilyUnit
from services.tournament.state import State
from shared.catalogue import Phrase, Word
from shared.problems import INVALID_INPUT, ProblemType, not_found

Side = Literal["child", "parent"]
SIDES: tuple[Side, ...] = ("child", "parent")

AGE_NOT_FIT = ProblemType("family-age", 422, rule="HK awards, Super Family Award")
NO_FAMILY_AWARD = ProblemType("no-family-award", 409)
ALREADY_IN_UNIT = ProblemType("already-in-unit", 409)
ROLE_TAKEN = ProblemType("family-role-taken", 409)
BIRTH_DATE_UNKNOWN = ProblemType("birth-date-unknown", 409)
FINAL_BEGUN = ProblemType("final-begun", 409, rule="HK awards, Super Family Award")


@event("family-unit-declared")
class FamilyUnitDeclared(Event, frozen=True):
    """A child and a parent, both of the age for it, stand together for the family award."""

    unit: str
    child: str
    parent: str


@event("family-unit-dissolved")
class FamilyUnitDissolved(Event, frozen=True):
    """The two no longer stand together."""

    unit: str
    case: str


class DeclareFamilyUnit(Command, frozen=True, kw_only=True):
    """Declare two entrants a family unit, called after both numbers; a participant proposes it to the other.

    Who proposes is told nothing about the other. The unit is declared once the other agrees with
    agree-to-family-unit, or an official declares it.
    """

    child: EntrantNo
    parent: EntrantNo


class DissolveFamilyUnit(Command, frozen=True, kw_only=True):
    """Undo a declaration."""

    unit: UnitId
    reason: Reason


@decides(DissolveFamilyUnit, FamilyUnitDissolved)
def dissolve_family_unit(draft: Draft, command: DissolveFamilyUnit) -> None:
    check_dissolving(draft.state, command.unit)
    case, text = draft.case(reason=required_text(command.reason))
    draft.record(FamilyUnitDissolved(command.unit, case), personal=text)


def check_dissolving(state: State, unit: str) -> None:
    """Refuse to dissolve a unit that is none, or once the final has begun."""
    if unit not in state.units:
        raise not_found("family-unit", unit)
    before_the_final(state)


def unit_of(child: str, parent: str) -> str:
    """What the unit of these two is called: "0007+0012"."""
    return f"{child}+{parent}"


def registered_with(draft: Draft, family: str) -> list[Entrant]:
    """Who is registered under a family name, by number; who was registered twice, as they live on."""
    state = draft.state
    numbers = {state.living(state.persons[person]) for person in draft.persons_with("family", family)}
    return [state.entrants[number] for number in sorted(numbers)]


def declare_when_complete(draft: Draft, family: str, number: str, side: Side, caused_by: int) -> None:
    """Declare the unit of `family` once its child and its parent are both registered.

    Without a family award the sides mean nothing, and a family is only seated apart.
    """
    if draft.state.plan.family_award is None:
        return
    entrant = draft.state.entrants[number]
    check_age(draft, entrant, side)
    others = [
        other
        for other in registered_with(draft, family)
        if other.entrant_no != number and other.status in ("registered", "waiting")
    ]
    sides = {other.entrant_no: side_of(draft, other) for other in others}
    for other in others:
        if sides[other.entrant_no] == side:
            raise ROLE_TAKEN(family=family, role=Word("family-role", side), entrant=other.entrant_no).at(
                field="family_role"
            )
    for other in others:
        if sides[other.entrant_no] is not None:
            pair = (entrant, other) if side == "child" else (other, entrant)
            declare(draft, *pair, caused_by)
            return


def side_of(draft: Draft, entrant: Entrant) -> str | None:
    """The side of a unit that someone was registered for; also under a number that was given up for this."""
    state = draft.state
    numbers = [entrant.entrant_no]
    numbers += [
        number
        for number, merged in sorted(state.entrants.items())
        if merged.merged_into == entrant.entrant_no
    ]
    sides = (draft.personal(state.entrants[number].person).get("family_role") for number in numbers)
    return next((side for side in sides if side), None)


def declare(draft: Draft, child: Entrant, parent: Entrant, cause: int | None) -> None:
    """Declare a unit of two entrants."""
    check_unit(draft.state, child, parent)
    check_age(draft, child, "child")
    check_age(draft, parent, "parent")
    unit = unit_of(child.entrant_no, parent.entrant_no)
    draft.record(FamilyUnitDeclared(unit, child.entrant_no, parent.entrant_no), caused_by=cause)


def check_unit(state: State, child: Entrant, parent: Entrant) -> None:
    """Refuse a unit of these two for any reason but their ages."""
    if state.plan.family_award is None:
        raise NO_FAMILY_AWARD()
    before_the_final(state)
    if child.entrant_no == parent.entrant_no:
        raise INVALID_INPUT(detail=Phrase("part-unit-two")).at(field="parent")
    check_single(child)
    check_single(parent)


def check_single(entrant: Entrant) -> None:
    """Refuse who is in a unit already, or registered no longer."""
    if entrant.unit is not None:
        raise ALREADY_IN_UNIT(entrant=entrant.entrant_no, unit=entrant.unit)
    if entrant.status not in ("registered", "waiting"):
        raise not_found("registered-entrant", entrant.entrant_no)


def check_age(draft: Draft, entrant: Entrant, side: Side) -> None:
    """Refuse who is not of the age for a side of a unit.

    The birth date decides, by the day of the final as it is planned now; where it is not known any more, what
    was recorded.
    """
    award = draft.state.plan.family_award
    if award is None:
        raise NO_FAMILY_AWARD()
    birth = draft.birth_date(entrant.person)
    if birth is None and (side not in entrant.may_be or entrant.person in draft.state.forgotten):
        raise BIRTH_DATE_UNKNOWN(entrant=entrant.entrant_no)
    if birth is not None and side not in sides_at(draft.state.plan, age_on(birth, final_day(draft.state))):
        span = f"{award.child_from}–{award.child_to}" if side == "child" else f"{award.parent_from}+"
        raise AGE_NOT_FIT(role=Word("family-role", side), range=span).at(field="family_role")


def sides_at(plan: Competition, age: int) -> tuple[Side, ...]:
    """The sides of a family unit that someone of this age on the day of the final may take; both at 18."""
    award = plan.family_award
    if award is None:
        return ()
    fits = {"child": award.child_from <= age <= award.child_to, "parent": age >= award.parent_from}
    return tuple(side for side in SIDES if fits[side])


def may_be(state: State, birth: date) -> tuple[Side, ...]:
    """The sides that someone of this birth date may take."""
    if state.plan.family_award is None:
        return ()
    return sides_at(state.plan, age_on(birth, final_day(state)))


def without_proposals(state: State, *numbers: str) -> State:
    """The state without the family units that these propose.

    What others propose to them stays, as they are not to learn why it would go.
    """
    made = [unit for unit, proposal in state.unit_proposals.items() if proposal.by in numbers]
    left = state.unit_proposals
    for unit in made:
        left = left.delete(unit)
    return structs.replace(state, unit_proposals=left) if made else state


def final_day(state: State) -> date:
    """The day on which ages count: the award's, else that of the final, as it is planned now."""
    award, stage = state.plan.family_award, state.plan.family_stage
    if award is not None and award.ages_on is not None:
        return award.ages_on
    days = (session.day for session in state.sessions.values() if session.stage == stage)
    return min(day for day in days if day is not None)


def before_the_final(state: State) -> None:
    """Refuse what had to be done before the final."""
    if is_final_begun(state):
        raise FINAL_BEGUN()


def is_final_begun(state: State) -> bool:
    """Whether it is too late to declare a family unit."""
    final = (session for session in state.sessions.values() if session.stage == state.plan.family_stage)
    return any(session.status not in ("scheduled", "suspended") for session in final)


@evolves(FamilyUnitDeclared)
def _declared(state: State, event: FamilyUnitDeclared, stamp: Stamp) -> State:
    for number in (event.child, event.parent):
        state = state.with_entrant(structs.replace(state.entrants[number], unit=event.unit))
    pair = (event.child, event.parent)
    state = without_proposals(state, *pair)
    return state.with_unit(FamilyUnit(event.unit, *pair, stamp.seq))


@evolves(FamilyUnitDissolved)
def _dissolved(state: State, event: FamilyUnitDissolved, stamp: Stamp) -> State:
    unit = state.units[event.unit]
    for number in (unit.child, unit.parent):
        state = state.with_entrant(structs.replace(state.entrants[number], unit=None))
    return state.without_unit(event.unit)
