"""The read models: each view of a state with its named, typed columns, for every moment and every reader."""

from collections.abc import Callable, Iterable, Mapping
from datetime import time
from typing import Any

import msgspec

from services.projections import rows
from services.projections.entrant_rows import entrant_row
from services.projections.sheet_rows import sheet_row
from services.rules.ranking import Totals
from services.tournament.kernel.ids import TableId
from services.tournament.publication.publishing import qualified
from services.tournament.standings.standing import added_up
from services.tournament.state import State


class ReadModel(msgspec.Struct, frozen=True):
    """A read model.

    Attributes:
        row_type: the struct of its rows, whose fields are its columns.
        keys: every key it has for a state.
        row: the row for a key, None if there is none.
    """

    name: str
    row_type: type[rows.Row]
    keys: Callable[[State], Iterable[str]]
    row: Callable[[State, str], rows.Row | None]

    def view(self, state: State) -> dict[str, rows.Row]:
        """Every row of the model for `state`, by key."""
        found = ((key, self.row(state, key)) for key in self.keys(state))
        return {key: row for key, row in found if row is not None}


def _standing(state: State, key: str) -> rows.StandingRow | None:
    stage, _, number = key.partition("/")
    entrant = state.entrants.get(number)
    # A plan that was changed may have other stages than the state before it.
    ranked = added_up(state, stage, entrant) if entrant is not None and stage in state.plan.by_id else None
    if ranked is None:
        return None
    totals = ranked.totals
    return rows.StandingRow(
        stage,
        number,
        totals.games_won,
        totals.score_sixths,
        totals.tiles,
        ranked.games,
        ranked.sheet,
        qualified(state, stage, number) if state.plan.stages_after(stage) else None,
    )


def _standing_keys(state: State) -> Iterable[str]:
    return [f"{stage}/{number}" for stage in state.stages for number in sorted(state.entrants)]


def _family(state: State, key: str) -> rows.FamilyRow | None:
    unit = state.units.get(key)
    if unit is None:
        return None
    child = added_up(state, state.plan.family_stage, state.entrants[unit.child])
    parent = added_up(state, state.plan.family_stage, state.entrants[unit.parent])
    sums = Totals() if child is None or parent is None else child.totals + parent.totals
    both = child is not None and parent is not None
    return rows.FamilyRow(
        unit.unit, unit.child, unit.parent, both, sums.games_won, sums.score_sixths, sums.tiles
    )


def _hour(at: time | None) -> str | None:
    return None if at is None else f"{at:%H:%M}"


def _session(state: State, key: str) -> rows.SessionRow | None:
    session = state.sessions.get(key)
    if session is None:
        return None
    plan = session.plan
    return rows.SessionRow(
        plan.id,
        session.stage,
        None if session.day is None else session.day.isoformat(),
        session.number,
        _hour(plan.opens_at),
        _hour(plan.seated_at),
        _hour(plan.start),
        _hour(plan.end),
        session.status,
        state.room_in(session),
        len(session.entrants),
        len(session.still_waiting),
        session.checked_in,
        len(session.tables),
        session.on_paper,
        session.attempt,
        session.seed,
    )


def _table(state: State, key: str) -> rows.TableRow | None:
    table = TableId.of(key)
    session = state.sessions.get(table.session)
    entrants = session.tables.get(table.number) if session is not None else None
    if session is None or entrants is None:
        return None
    return rows.TableRow(key, table.session, table.number, session.referees.get(table.number), entrants)


def _table_keys(state: State) -> Iterable[str]:
    return [
        str(TableId(session_id, number))
        for session_id in sorted(state.sessions)
        for number in sorted(state.sessions[session_id].tables)
    ]


def _docket(state: State, key: str) -> rows.DocketRow | None:
    dispute = state.disputes.get(key)
    if dispute is None:
        return None
    rulings = []
    number = dispute.ruling
    while number is not None:
        ruling = state.rulings[number]
        rulings.append(
            rows.RulingCell(
                ruling.ruling,
                ruling.cites,
                ruling.effects,
                ruling.case,
                ruling.seq,
                ruling.supersedes,
                ruling.superseded_by,
            )
        )
        number = ruling.supersedes
    return rows.DocketRow(
        dispute.dispute,
        dispute.kind,
        dispute.status,
        dispute.sheet,
        dispute.game,
        dispute.entrants,
        dispute.raised_by,
        dispute.case,
        dispute.seq,
        tuple(reversed(rulings)),
    )


def _publication(state: State, key: str) -> rows.PublicationRow | None:
    publication = state.publications.get(key)
    if publication is None:
        return None
    cells = tuple(
        rows.PublishedCell(row.place, row.entrant_no, row.games_won, row.score, row.tiles, row.qualified)
        for row in publication.rows
    )
    return rows.PublicationRow(
        key, publication.stage, publication.version, publication.digest, publication.seq, cells
    )


def _award_keys(state: State) -> Iterable[str]:
    if state.awards is None:
        return []
    others = [
        f"other/{other_award.award}/{other_award.place}/{other_award.team or ''}"
        for other_award in state.awards.others
    ]
    return [*(f"place/{place.place}" for place in state.awards.places), "family", *others]


def _award(state: State, key: str) -> rows.AwardRow | None:
    if state.awards is None:
        return None
    if key == "family":
        return rows.AwardRow("family", 1, state.awards.family_units) if state.awards.family_units else None
    for place in state.awards.places:
        if key == f"place/{place.place}":
            return rows.AwardRow(key, place.place, place.entrants)
    for other in state.awards.others:
        if key == f"other/{other.award}/{other.place}/{other.team or ''}":
            return rows.AwardRow(key, other.place, other.holders)
    return None


def _sorted_keys(collection: str) -> Callable[[State], Iterable[str]]:
    def keys(state: State) -> Iterable[str]:
        entities: Mapping[str, Any] = getattr(state, collection)
        return sorted(entities)

    return keys


MODELS: tuple[ReadModel, ...] = (
    ReadModel("standing", rows.StandingRow, _standing_keys, _standing),
    ReadModel("family", rows.FamilyRow, _sorted_keys("units"), _family),
    ReadModel("session", rows.SessionRow, _sorted_keys("sessions"), _session),
    ReadModel("seating", rows.TableRow, _table_keys, _table),
    ReadModel("entrant", rows.EntrantRow, _sorted_keys("entrants"), entrant_row),
    ReadModel("sheet", rows.SheetRow, _sorted_keys("sheets"), sheet_row),
    ReadModel("docket", rows.DocketRow, _sorted_keys("disputes"), _docket),
    ReadModel("publication", rows.PublicationRow, _sorted_keys("publications"), _publication),
    ReadModel("award", rows.AwardRow, _award_keys, _award),
)


def model(name: str) -> ReadModel:
    """The read model of that name; raises KeyError."""
    return next(model for model in MODELS if model.name == name)
