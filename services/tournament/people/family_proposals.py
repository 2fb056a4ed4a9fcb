"""A family unit by the word of both: one proposes, the other agrees or declines (or an official does).

Who proposes learns nothing about the other, not even whether there is one: a proposal is taken or refused by
the proposer's own number, age and unit alone. The other is refused by theirs alone, once they agree.
"""

from msgspec import structs

from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Command, Event, Stamp
from services.tournament.kernel.lengths import EntrantNo
from services.tournament.kernel.registry import decides, event, evolves
from services.tournament.lookups import acting_entrant, entrant_in, label
from services.tournament.people.entrants import UnitProposal
from services.tournament.people.families import (
    DeclareFamilyUnit,
    Side,
    before_the_final,
    check_age,
    check_single,
    declare,
    unit_of,
)
from services.tournament.state import State
from shared.catalogue import Phrase
from shared.problems import INVALID_INPUT, Problem, ProblemType, not_found

ASKED_ANOTHER = ProblemType("asked-another", 409)


@event("family-unit-proposed")
class FamilyUnitProposed(Event, frozen=True):
    """Someone asks another number to stand with them as a family unit; whether it can is not known yet."""

    child: str
    parent: str
    by: str


@event("family-unit-declined")
class FamilyUnitDeclined(Event, frozen=True):
    """A proposed family unit was declined, or withdrawn by who proposed it."""

    child: str
    parent: str


class AgreeToFamilyUnit(Command, frozen=True, kw_only=True):
    """Agree to a family unit that the other member proposed; it is declared with this."""

    child: EntrantNo
    parent: EntrantNo


class DeclineFamilyUnit(Command, frozen=True, kw_only=True):
    """Decline a proposed family unit, or withdraw one's own proposal."""

    child: EntrantNo
    parent: EntrantNo


@decides(DeclareFamilyUnit)
def declare_family_unit(draft: Draft, command: DeclareFamilyUnit) -> None:
    proposer = acting_entrant(draft.context)
    proposal = draft.state.unit_proposals.get(unit_of(command.child, command.parent))
    if proposer is None:
        state = draft.state
        child, parent = entrant_in(state, command.child), entrant_in(state, command.parent)
        declare(draft, child, parent, proposal.seq if proposal is not None else None)
    elif proposal is not None and proposal.by != proposer:
        _agree(draft, proposal, proposer)
    elif proposal is None:
        _propose(draft, command, proposer)


@decides(AgreeToFamilyUnit)
def agree_to_family_unit(draft: Draft, command: AgreeToFamilyUnit) -> None:
    proposal = _proposal(draft.state, command.child, command.parent)
    member = acting_entrant(draft.context)
    if member is None:
        child, parent = entrant_in(draft.state, proposal.child), entrant_in(draft.state, proposal.parent)
        declare(draft, child, parent, proposal.seq)
    elif member == proposal.by:
        raise _not_proposed(proposal.child, proposal.parent)
    else:
        _agree(draft, proposal, member)


@decides(DeclineFamilyUnit, FamilyUnitDeclined)
def decline_family_unit(draft: Draft, command: DeclineFamilyUnit) -> None:
    proposal = _proposal(draft.state, command.child, command.parent)
    draft.record(FamilyUnitDeclined(proposal.child, proposal.parent), caused_by=proposal.seq)


def proposals_of(state: State, number: str) -> list[UnitProposal]:
    """The open proposals that someone made or is asked in, oldest first."""
    proposals = [
        proposal for proposal in state.unit_proposals.values() if number in (proposal.child, proposal.parent)
    ]
    return sorted(proposals, key=lambda proposal: proposal.seq)


def _propose(draft: Draft, command: DeclareFamilyUnit, proposer: str) -> None:
    side: Side = "child" if command.child == proposer else "parent"
    other = command.parent if side == "child" else command.child
    if other == proposer:
        raise INVALID_INPUT(detail=Phrase("part-unit-two")).at(field="parent")
    label(other, "parent" if side == "child" else "child")
    _check_member(draft, proposer, side)
    for proposal in draft.state.unit_proposals.values():
        if proposal.by == proposer:
            raise ASKED_ANOTHER(unit=unit_of(proposal.child, proposal.parent))
    draft.record(FamilyUnitProposed(command.child, command.parent, proposer))


def _agree(draft: Draft, proposal: UnitProposal, member: str) -> None:
    """Declare the unit; refusals are about who agrees, or say no more than that nothing is proposed."""
    side: Side = "child" if member == proposal.child else "parent"
    _check_member(draft, member, side)
    try:
        _check_member(draft, proposal.by, "parent" if side == "child" else "child")
    except Problem:
        raise _not_proposed(proposal.child, proposal.parent) from None
    entrants = draft.state.entrants
    declare(draft, entrants[proposal.child], entrants[proposal.parent], proposal.seq)


def _check_member(draft: Draft, number: str, side: Side) -> None:
    """Refuse who cannot be on a side of any unit."""
    before_the_final(draft.state)
    entrant = entrant_in(draft.state, number)
    check_single(entrant)
    check_age(draft, entrant, side)


def _proposal(state: State, child: str, parent: str) -> UnitProposal:
    found = state.unit_proposals.get(unit_of(child, parent))
    if found is None:
        raise _not_proposed(child, parent)
    return found


def _not_proposed(child: str, parent: str) -> Problem:
    return not_found("proposal-of-family-unit", unit_of(child, parent), Phrase("part-unit-not-asked"))


@evolves(FamilyUnitProposed)
def _proposed(state: State, event: FamilyUnitProposed, stamp: Stamp) -> State:
    proposal = UnitProposal(event.child, event.parent, event.by, stamp.seq)
    unit = unit_of(event.child, event.parent)
    return structs.replace(state, unit_proposals=state.unit_proposals.set(unit, proposal))


@evolves(FamilyUnitDeclined)
def _declined(state: State, event: FamilyUnitDeclined, stamp: Stamp) -> State:
    unit = unit_of(event.child, event.parent)
    return structs.replace(state, unit_proposals=state.unit_proposals.delete(unit))
