"""Family units: one child and one parent, declared before the final (HK awards, Super Family Award)."""

from datetime import date

from msgspec import structs

from services.tournament.definition import age_on
from services.tournament.kernel import Command, Draft, Event, Stamp, decides, event, evolves
from services.tournament.lengths import Id, Reason
from services.tournament.lookups import entrant_in, label, said
from services.tournament.state import Entrant, FamilyUnit, State
from shared.problems import NOT_FOUND, ProblemType

FAMILY_ROLES = "child or parent"

AGE_NOT_FIT = ProblemType(
    "family-age",
    422,
    "As {role} of a family unit the entrant must be {range} on the day of the final, and is {age}. "
    "Leave the role out, or choose another unit.",
    "作為家庭組合的{role}，參賽者於決賽日須為 {range}，而其時為 {age} 歲。請刪去身份或選擇另一組合。",
    rule="HK awards, Super Family Award",
)
ALREADY_IN_UNIT = ProblemType(
    "already-in-unit",
    409,
    "Entrant {entrant} is in family unit {unit}, and one entrant is in one unit. Dissolve that unit first.",
    "參賽者 {entrant} 已屬家庭組合 {unit}；每人只可屬一個組合。請先解散該組合。",
)
ROLE_TAKEN = ProblemType(
    "family-role-taken",
    409,
    "Family {family} has a {role} already ({entrant}); a unit is one child and one parent. "
    "Leave the role out, or use another family name for a second unit.",
    "家庭 {family} 已有{role}（{entrant}）；一個組合只有一名子女及一名家長。請刪去身份或另立組合。",
)
UNIT_TAKEN = ProblemType(
    "unit-taken",
    409,
    "There is a family unit {unit} already. Choose another name.",
    "家庭組合 {unit} 已存在。請另選名稱。",
)
BIRTH_DATE_UNKNOWN = ProblemType(
    "birth-date-unknown",
    409,
    "The birth date of entrant {entrant} is not known, so the age cannot be tested. Amend the details first.",
    "未有參賽者 {entrant} 的出生日期，無法核實年齡。請先補充資料。",
)
FINAL_BEGUN = ProblemType(
    "final-begun",
    409,
    "The final has begun; family units had to be declared before it.",
    "決賽已開始；家庭組合須於決賽前申報。",
    rule="HK awards, Super Family Award",
)


@event("family-unit-declared")
class FamilyUnitDeclared(Event, frozen=True):
    """A child and a parent stand together for the family award; ages on the day of the final."""

    unit: str
    child: str
    parent: str
    child_age: int
    parent_age: int


@event("family-unit-dissolved")
class FamilyUnitDissolved(Event, frozen=True):
    """The two no longer stand together."""

    unit: str
    case: str


class DeclareFamilyUnit(Command, frozen=True, kw_only=True):
    """Declare two entrants a family unit. Without a name the unit is called after both numbers."""

    child: Id
    parent: Id
    unit: Id | None = None


class DissolveFamilyUnit(Command, frozen=True, kw_only=True):
    """Undo a declaration."""

    unit: Id
    reason: Reason


@decides(DeclareFamilyUnit)
def declare_family_unit(draft: Draft, command: DeclareFamilyUnit) -> None:
    child, parent = entrant_in(draft.state, command.child), entrant_in(draft.state, command.parent)
    ages = []
    for entrant in (child, parent):
        birth = draft.birth_date(entrant.person)
        if birth is None:
            raise BIRTH_DATE_UNKNOWN(entrant=entrant.entrant_no)
        ages.append(age_on(birth, final_day(draft.state)))
    unit = (command.unit and label(command.unit, "unit")) or f"{child.entrant_no}+{parent.entrant_no}"
    declare(draft, unit, child, parent, ages[0], ages[1], None)


@decides(DissolveFamilyUnit)
def dissolve_family_unit(draft: Draft, command: DissolveFamilyUnit) -> None:
    if command.unit not in draft.state.units:
        raise NOT_FOUND(what="family unit", id=command.unit)
    _before_the_final(draft.state)
    case, text = draft.case(reason=said(command.reason))
    draft.record(FamilyUnitDissolved(command.unit, case), personal=text)


def declare_when_complete(draft: Draft, family: str, number: str, birth: date, caused_by: int) -> None:
    """Declare the unit of `family` once its child and its parent are both registered."""
    state = draft.state
    entrant = state.entrants[number]
    assert entrant.family_role is not None
    _check_age(state, entrant.family_role, age_on(birth, final_day(state)))
    others = [state.entrants[no] for no in state.families[family] if no != number]
    others = [other for other in others if other.family_role and other.status in ("registered", "waiting")]
    for other in others:
        if other.family_role == entrant.family_role:
            raise ROLE_TAKEN(family=family, role=entrant.family_role, entrant=other.entrant_no).at(
                field="family_role"
            )
    if others:
        other = others[0]
        other_birth = draft.birth_date(other.person)
        if other_birth is None:
            raise BIRTH_DATE_UNKNOWN(entrant=other.entrant_no)
        pair = [(entrant, birth), (other, other_birth)]
        if entrant.family_role == "parent":
            pair.reverse()
        ages = [age_on(born, final_day(state)) for _, born in pair]
        declare(draft, family, pair[0][0], pair[1][0], ages[0], ages[1], caused_by)


def declare(
    draft: Draft,
    unit: str,
    child: Entrant,
    parent: Entrant,
    child_age: int,
    parent_age: int,
    cause: int | None,
) -> None:
    """Declare a unit of two entrants with these ages on the day of the final."""
    state = draft.state
    _before_the_final(state)
    if unit in state.units:
        raise UNIT_TAKEN(unit=unit)
    for entrant in (child, parent):
        if entrant.unit is not None:
            raise ALREADY_IN_UNIT(entrant=entrant.entrant_no, unit=entrant.unit)
        if entrant.status not in ("registered", "waiting"):
            raise NOT_FOUND(what="registered entrant", id=entrant.entrant_no)
    if child.entrant_no == parent.entrant_no:
        raise ALREADY_IN_UNIT(entrant=child.entrant_no, unit=unit)
    _check_age(state, "child", child_age)
    _check_age(state, "parent", parent_age)
    draft.record(
        FamilyUnitDeclared(unit, child.entrant_no, parent.entrant_no, child_age, parent_age), caused_by=cause
    )


def _check_age(state: State, role: str, age: int) -> None:
    award = state.plan.family
    fits = award.child_from <= age <= award.child_to if role == "child" else age >= award.parent_from
    if not fits:
        span = f"{award.child_from}–{award.child_to}" if role == "child" else f"{award.parent_from}+"
        raise AGE_NOT_FIT(role=role, range=span, age=age).at(field="family_role")


def final_day(state: State) -> date:
    """The day on which ages count: that of the final, as it is planned now."""
    return min(session.day for session in state.sessions.values() if session.stage == "final")


def _before_the_final(state: State) -> None:
    for session in state.sessions.values():
        if session.stage == "final" and session.status not in ("scheduled", "suspended"):
            raise FINAL_BEGUN()


@evolves(FamilyUnitDeclared)
def _declared(state: State, event: FamilyUnitDeclared, stamp: Stamp) -> State:
    unit = FamilyUnit(event.unit, event.child, event.parent, event.child_age, event.parent_age, stamp.seq)
    for number in (event.child, event.parent):
        state = state.with_entrant(structs.replace(state.entrants[number], unit=event.unit))
    return state.with_unit(unit)


@evolves(FamilyUnitDissolved)
def _dissolved(state: State, event: FamilyUnitDissolved, stamp: Stamp) -> State:
    unit = state.units[event.unit]
    for number in (unit.child, unit.parent):
        state = state.with_entrant(structs.replace(state.entrants[number], unit=None))
    return state.without_unit(event.unit)
