"""Bringing many entrants in at once; a further row of someone is an entry into another stage."""

from collections.abc import Mapping
from typing import Annotated

from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Command
from services.tournament.kernel.lengths import MOST_PEOPLE
from services.tournament.kernel.registry import decides
from services.tournament.people.entrants import Entrant
from services.tournament.people.entries import enter
from services.tournament.people.registration import (
    ADDRESSES,
    NUMBER_TAKEN,
    RegisterEntrant,
    personal_details,
    register_entrant,
)
from services.tournament.state import State
from shared.bounds import many
from shared.emails import same_address
from shared.faults import Faults
from shared.problems import Problem


class ImportEntrants(Command, frozen=True, kw_only=True):
    """Register many at once, all or none. `lines` are their lines in the file, for messages.

    One whose number is known already enters a further stage, if the other fields are left out or as known.
    """

    entrants: Annotated[tuple[RegisterEntrant, ...], many(MOST_PEOPLE)]
    lines: Annotated[tuple[int, ...], many(MOST_PEOPLE)] = ()


@decides(ImportEntrants)
def import_entrants(draft: Draft, command: ImportEntrants) -> None:
    faults = Faults()
    for index, entrant in enumerate(command.entrants):
        with faults.gathered():
            try:
                _import(draft, entrant)
            except Problem as problem:
                line = command.lines[index] if index < len(command.lines) else index + 1
                raise problem.at(line=line, entrant_no=entrant.entrant_no) from None
    faults.refuse()


def _import(draft: Draft, row: RegisterEntrant) -> None:
    known = draft.state.entrants.get(row.entrant_no or "")
    if known is None:
        register_entrant(draft, row)
        return
    further = enters_further(draft.state, known, row)
    if row.session is None or not further or not repeats(known, draft.personal(known.person), row):
        raise NUMBER_TAKEN(entrant=known.entrant_no).at(field="entrant_no")
    enter(draft, known.entrant_no, row.session, old_enough=False)


def enters_further(state: State, known: Entrant, row: RegisterEntrant) -> bool:
    """Whether a row names a session of a stage to register for that the entrant is not in."""
    named = state.plan.stage_of(row.session or "")
    return named is not None and named.source is None and known.participation(named.id) is None


def repeats(known: Entrant, details: Mapping[str, str], row: RegisterEntrant) -> bool:
    """Whether a row says of someone registered nothing but what is known; what is left out says nothing."""
    if row.team not in (None, "", known.team) or (row.consent and not known.consent):
        return False
    given = personal_details(row)
    if given["language"] == _UNSAID:
        del given["language"]
    for field in ADDRESSES:
        address = given.pop(field, "")
        if address and not same_address(address, details.get(field, "")):
            return False
    return all(details.get(field) == value for field, value in given.items())


_UNSAID = "zh"
"""The language of a row that says none."""
