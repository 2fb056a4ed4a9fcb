"""Bringing many entrants in at once; a further row of someone is an entry into another stage."""

from collections.abc import Mapping
from typing import Annotated

from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Command
from services.tournament.kernel.lengths import MOST_PEOPLE
from services.tournament.kernel.registry import decides
from services.tournament.people.entrants import Entrant
from services.tournament.people.entries import enter
from services.tournament.people.numbers import known_number
from services.tournament.people.registration import (
    ADDRESSES,
    RegisterEntrant,
    number_taken,
    personal_details,
    register_entrant,
)
from services.tournament.state import State
from shared.bounds import many
from shared.emails import same_address
from shared.faults import Faults
from shared.plain_text import words
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
    lines: dict[str, int] = {}
    for index, entrant in enumerate(command.entrants):
        line = command.lines[index] if index < len(command.lines) else index + 1
        with faults.gathered():
            try:
                _import(draft, entrant, lines)
                if entrant.entrant_no:
                    lines.setdefault(entrant.entrant_no, line)
            except Problem as problem:
                number = {"entrant_no": entrant.entrant_no} if entrant.entrant_no else {}
                raise problem.at(line=line, **number) from None
    faults.refuse()


def _import(draft: Draft, row: RegisterEntrant, lines: Mapping[str, int]) -> None:
    known = known_to(draft.state, row)
    if known is None:
        register_entrant(draft, row)
        return
    further = enters_further(draft.state, known, row)
    if row.session is None or not further or not repeats(known, draft.personal(known.person), row):
        raise number_taken(known.entrant_no, row.entrant_no or "", lines.get(known.entrant_no))
    enter(draft, known.entrant_no, row.session, old_enough=False)


def known_to(state: State, row: RegisterEntrant) -> Entrant | None:
    """The entrant who has the number of a row, with whatever zeros before it; None if there is none."""
    number = known_number(state.entrants, row.entrant_no or "")
    return None if number is None else state.entrants[number]


def enters_further(state: State, known: Entrant, row: RegisterEntrant) -> bool:
    """Whether a row has the very number of an entrant, and a session of a stage that they can still enter."""
    named = state.plan.stage_of(row.session or "")
    there = named is not None and named.source is None and known.participation(named.id) is None
    return there and row.entrant_no == known.entrant_no


def repeats(known: Entrant, details: Mapping[str, str], row: RegisterEntrant) -> bool:
    """Whether a row says of someone registered nothing but what is known; what is left out says nothing."""
    if row.team not in (None, "", known.team) or (row.consent and not known.consent):
        return False
    given = personal_details(row)
    if given["language"] == _UNSAID:
        del given["language"]
    return all(same_detail(field, details.get(field, ""), value) for field, value in given.items())


def same_detail(field: str, first: str, other: str) -> bool:
    """Whether two values of a field are the same, however they are written."""
    return same_address(first, other) if field in ADDRESSES else words(first) == words(other)


_UNSAID = "zh"
"""The language of a row that says none."""
