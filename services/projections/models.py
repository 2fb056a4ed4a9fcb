"""The read models: one row function each over the state, for live tables, as-of reads and rebuilds alike.

A model says which of its keys a touched entity concerns, so that one command rewrites only a few rows.
That this misses nothing is checked by comparing live rows with `view` over whole random tournaments.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import time
from typing import Any

import msgspec

from services.projections import rows
from services.projections.entrant_rows import entrant_row
from services.projections.sheet_rows import sheet_row
from services.tournament.kernel.ids import TableId
from services.tournament.play.scores import Total
from services.tournament.publication.publishing import qualified
from services.tournament.standings.standing import added_up, rests_on_one_sheet
from services.tournament.state import State

Touched = tuple[str, str]
Keys = Callable[[State, str], Iterable[str]]
Concerned = Callable[[State, State, str], Iterable[str]]


class ReadModel(msgspec.Struct, frozen=True):
    """A read model.

    Attributes:
        name: also its table's name.
        row_type: the struct of its rows.
        keys: every key it has for a state.
        row: the row for a key, None if there is none.
        concerned: by kind of touched entity, the keys that it concerns in the state before or in the one
            after; other kinds concern none.
        compares: whether a row is written only if it differs. Where making a row costs more than writing
            it, and what is touched has nearly always changed, it is not compared.
        version: raised with every change of what its rows say, so that rows built before are known to be old.
    """

    name: str
    row_type: type[rows.Row]
    keys: Callable[[State], Iterable[str]]
    row: Callable[[State, str], rows.Row | None]
    concerned: Mapping[str, Concerned]
    compares: bool = True
    version: int = 1

    def view(self, state: State) -> dict[str, rows.Row]:
        """Every row of the model for `state`, by key."""
        found = ((key, self.row(state, key)) for key in self.keys(state))
        return {key: row for key, row in found if row is not None}


def changed_rows(
    model: ReadModel, before: State, after: State, touched: Sequence[Touched]
) -> Iterator[tuple[str, rows.Row | None]]:
    """The rows that differ between two states, given what was touched between them; None: no longer there."""
    keys: dict[str, None] = {}
    for kind, entity in touched:
        concerned = model.concerned.get(kind)
        if concerned is not None:
            keys.update(dict.fromkeys(concerned(before, after, entity)))
    for key in keys:
        row = model.row(after, key)
        if (model.compares or row is None) and row == model.row(before, key):
            continue
        yield key, row


def _in_either(keys: Keys) -> Concerned:
    """The keys that an entity concerns in one state or the other."""

    def concerned(before: State, after: State, entity: str) -> Iterable[str]:
        return (*keys(after, entity), *keys(before, entity))

    return concerned


def _totals(state: State, key: str) -> tuple[tuple[Total, ...], int] | None:
    """The totals of a sheet and over how many games, which is all of it that places anybody; None if nothing.

    Where each place rests on a single sheet, one that still has games to come places nobody.
    """
    sheet = state.sheets.get(key)
    if sheet is None:
        return None
    if None in sheet.games:
        counting = [state.stage_plan(stage) for stage in state.plan.counts_in(sheet.stage)]
        if all(map(rests_on_one_sheet, counting)):
            return None
    return sheet.totals, len(sheet.games)


def _where_totals_differ(keys: Keys) -> Concerned:
    """The same for a sheet; none where its totals are as before, as after a signature or a note."""
    either = _in_either(keys)

    def concerned(before: State, after: State, sheet: str) -> Iterable[str]:
        if before.definition is after.definition and _totals(before, sheet) == _totals(after, sheet):
            return ()
        return either(before, after, sheet)

    return concerned


def _standing(state: State, key: str) -> rows.StandingRow | None:
    stage, _, number = key.partition("/")
    entrant = state.entrants.get(number)
    # A plan that was changed may have other stages than the state before it.
    ranked = added_up(state, stage, entrant) if entrant is not None and stage in state.plan.by_id else None
    if ranked is None:
        return None
    total = ranked.total
    return rows.StandingRow(
        stage,
        number,
        total.games_won,
        total.sixths,
        total.tiles,
        total.games,
        ranked.sheet,
        qualified(state, stage, number) if state.plan.stages_after(stage) else None,
    )


def _standing_keys(state: State) -> Iterable[str]:
    return [f"{stage}/{number}" for stage in state.stages for number in sorted(state.entrants)]


def _standings_of_entrant(state: State, number: str) -> Iterable[str]:
    return [f"{stage}/{number}" for stage in state.stages]


def _standing_of_cut(state: State, number: str) -> Iterable[str]:
    return [f"{stage}/{number}" for stage in state.stages if state.plan.stages_after(stage)]


def _standings_of_sheet(state: State, key: str) -> Iterable[str]:
    sheet = state.sheets.get(key)
    if sheet is None:
        return ()
    return [f"{stage}/{number}" for stage in state.plan.counts_in(sheet.stage) for number in sheet.seats]


def _family(state: State, key: str) -> rows.FamilyRow | None:
    unit = state.units.get(key)
    if unit is None:
        return None
    child = added_up(state, state.plan.family_stage, state.entrants[unit.child])
    parent = added_up(state, state.plan.family_stage, state.entrants[unit.parent])
    sums = (0, 0, 0)
    if child is not None and parent is not None:
        total, other = child.total, parent.total
        sums = (
            total.games_won + other.games_won,
            total.sixths + other.sixths,
            total.tiles + other.tiles,
        )
    both = child is not None and parent is not None
    return rows.FamilyRow(unit.unit, unit.child, unit.parent, both, *sums)


def _families_of_entrant(state: State, number: str) -> Iterable[str]:
    entrant = state.entrants.get(number)
    return (entrant.unit,) if entrant is not None and entrant.unit is not None else ()


def _families_of_sheet(state: State, key: str) -> Iterable[str]:
    sheet = state.sheets.get(key)
    if sheet is None or state.plan.family_stage not in state.plan.counts_in(sheet.stage):
        return ()
    return [unit for number in sheet.seats for unit in _families_of_entrant(state, number)]


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


def _tables_of_session(state: State, key: str) -> Iterable[str]:
    session = state.sessions.get(key)
    return [str(TableId(key, number)) for number in sorted(session.tables)] if session is not None else ()


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


def _itself(before: State, after: State, key: str) -> Iterable[str]:
    return (key,)


def _all_awards(before: State, after: State, key: str) -> Iterable[str]:
    return (*_award_keys(after), *_award_keys(before))


MODELS: tuple[ReadModel, ...] = (
    ReadModel(
        "standing",
        rows.StandingRow,
        _standing_keys,
        _standing,
        {
            "entrant": _in_either(_standings_of_entrant),
            "cut": _in_either(_standing_of_cut),
            "sheet": _where_totals_differ(_standings_of_sheet),
        },
        version=2,
    ),
    ReadModel(
        "family",
        rows.FamilyRow,
        _sorted_keys("units"),
        _family,
        {
            "unit": _itself,
            "entrant": _in_either(_families_of_entrant),
            "sheet": _where_totals_differ(_families_of_sheet),
        },
        version=2,
    ),
    ReadModel(
        "session", rows.SessionRow, _sorted_keys("sessions"), _session, {"session": _itself}, version=2
    ),
    ReadModel("seating", rows.TableRow, _table_keys, _table, {"seating": _in_either(_tables_of_session)}),
    ReadModel(
        "entrant",
        rows.EntrantRow,
        _sorted_keys("entrants"),
        entrant_row,
        {"entrant": _itself, "cut": _itself},
        version=2,
    ),
    ReadModel(
        "sheet",
        rows.SheetRow,
        _sorted_keys("sheets"),
        sheet_row,
        {"sheet": _itself},
        compares=False,
        version=2,
    ),
    ReadModel("docket", rows.DocketRow, _sorted_keys("disputes"), _docket, {"dispute": _itself}),
    ReadModel(
        "publication",
        rows.PublicationRow,
        _sorted_keys("publications"),
        _publication,
        {"publication": _itself},
        compares=False,
    ),
    ReadModel("award", rows.AwardRow, _award_keys, _award, {"awards": _all_awards}, version=2),
)


def model(name: str) -> ReadModel:
    """The read model of that name; raises KeyError."""
    return next(model for model in MODELS if model.name == name)
