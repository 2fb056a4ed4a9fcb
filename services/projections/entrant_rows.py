"""What the row of an entrant says: where they play in the stages entered, and where beside."""

from services.projections import rows
from services.tournament.people.entrants import Entrant, Participation
from services.tournament.publication.publishing import qualified
from services.tournament.state import State


def entrant_row(state: State, key: str) -> rows.EntrantRow | None:
    """The row of an entrant; None for a number that nobody has."""
    entrant = state.entrants.get(key)
    if entrant is None:
        return None
    registered, later, beside = _branches(state, entrant)
    first = registered.latest
    final = later[-1].latest if later else None
    return rows.EntrantRow(
        entrant.entrant_no,
        entrant.person,
        entrant.status,
        entrant.consent,
        entrant.unit,
        entrant.team,
        len(entrant.warnings),
        first.session,
        first.presence,
        first.table,
        first.seat,
        registered.out,
        final.session if final is not None else None,
        final.presence if final is not None else None,
        final.table if final is not None else None,
        final.seat if final is not None else None,
        later[-1].out if later else None,
        qualified(state, later[-1].stage if later else registered.stage, key),
        entrant.merged_into,
        tuple(_entry(part) for part in beside),
    )


Parts = tuple[Participation, ...]


def _branches(state: State, entrant: Entrant) -> tuple[Participation, Parts, Parts]:
    """The entry of the registration, those that follow from it, and all that were entered beside it."""
    first, *others = entrant.participations
    if not others:
        return first, (), ()
    following = state.plan.stages_after(first.stage)
    later = tuple(part for part in others if part.stage in following)
    return first, later, tuple(part for part in others if part.stage not in following)


def _entry(part: Participation) -> rows.EntryCell:
    attendance = part.latest
    return rows.EntryCell(
        part.stage,
        attendance.session,
        attendance.presence,
        attendance.table,
        attendance.seat,
        part.out,
        part.waits,
    )
