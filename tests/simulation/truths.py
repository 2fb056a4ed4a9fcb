"""What is true of every state, whatever led to it; each function names one truth and asserts it."""

from collections import Counter
from collections.abc import Callable

from services.rules.ranking import ranking_key
from services.tournament.definition.stages import Stage
from services.tournament.kernel.ids import TableId
from services.tournament.people.entrants import Attendance, Entrant
from services.tournament.play.scores import Sheet
from services.tournament.play.sheets import complete, figures_digest, open_conflict, open_points
from services.tournament.seating.sessions import Session
from services.tournament.standings.standing import family_standings, standings
from services.tournament.state import State
from shared.codec import digest

BEGUN = ("drawn", "playing", "time_called", "ended")
IN_PLAY = ("playing", "time_called", "ended")


def scores_of_a_game_sum_to_zero(state: State) -> None:
    for sheet in state.sheets.values():
        for game in sheet.games:
            if game is not None:
                assert sum(figure.sixths for figure in game.figures) == 0
                if game.status == "voided":
                    assert {(figure.game_won, figure.sixths, figure.tiles) for figure in game.figures} <= {
                        (0, 0, 0)
                    }
                elif game.figures:
                    assert any(figure.game_won for figure in game.figures)


def totals_are_the_sums_of_the_games(state: State) -> None:
    for sheet in state.sheets.values():
        for total in sheet.totals:
            figures = [
                figure
                for game in sheet.games
                if game is not None and game.status != "awaiting_ruling"
                for figure in game.figures
                if figure.entrant == total.entrant
            ]
            assert (total.games, total.games_won) == (
                len(figures),
                sum(figure.game_won for figure in figures),
            )
            assert (total.sixths, total.tiles) == (
                sum(figure.sixths for figure in figures),
                sum(figure.tiles for figure in figures),
            )
        assert tuple(total.entrant for total in sheet.totals) == sheet.seats


def a_place_has_as_many_better_as_it_says(state: State) -> None:
    key_of = ranking_key(state.rules)
    for stage in state.stages:
        table = standings(state, stage)
        keys = {standing.entrant_no: key_of(standing.totals) for standing in table}
        shared = Counter(standing.place for standing in table)
        for standing in table:
            assert standing.place - 1 == sum(key < keys[standing.entrant_no] for key in keys.values())
            assert standing.tied == (shared[standing.place] > 1)
            assert state.entrants[standing.entrant_no].plays_in(stage)
            assert standing.games == len(state.sheets[standing.sheet].games)
    families = family_standings(state)
    sums = [key_of(family.totals) for family in families]
    for family, key in zip(families, sums, strict=True):
        assert family.place - 1 == sum(other < key for other in sums)


def nobody_has_two_seats(state: State) -> None:
    for session in state.sessions.values():
        seated = [number for seats in session.tables.values() for number in seats]
        assert len(set(seated)) == len(seated)
        assert set(seated) <= set(session.entrants)
        for table, seats in session.tables.items():
            if not session.on_paper:
                size = state.stage_plan(session.stage).table
                assert size.fewest <= len(seats) <= size.most
            for letter, number in zip("ABCD", seats, strict=False):
                attendance = state.entrants[number].at(session.stage)
                assert attendance is not None
                assert (attendance.table, attendance.seat) == (str(TableId(session.plan.id, table)), letter)
    for entrant in state.entrants.values():
        for attendance in [other for part in entrant.participations for other in part.attendances]:
            if attendance.table is not None:
                session_id, _, place = attendance.table.rpartition("/")
                assert session_id == attendance.session
                assert entrant.entrant_no in state.sessions[session_id].tables[int(place)]


def a_sheet_lies_on_every_table_in_play_and_on_no_other(state: State) -> None:
    expected = {
        str(TableId(session.plan.id, table)): seats
        for session in state.sessions.values()
        if session.status in IN_PLAY
        for table, seats in session.tables.items()
    }
    assert {key: sheet.seats for key, sheet in state.sheets.items()} == expected
    for session in state.sessions.values():
        assert bool(session.tables) == (session.status in BEGUN) or not session.entrants
        if session.status in ("playing", "time_called") and not session.on_paper:
            assert set(session.referees) == set(session.tables)
            loads = Counter(session.referees.values())
            assert all(load <= state.plan.tables_per_official for load in loads.values())


def registered_counts_those_with_a_place(state: State) -> None:
    with_place = [entrant for entrant in state.entrants.values() if entrant.status == "registered"]
    assert state.registered == len(with_place) <= (state.plan.places or 0)
    preliminaries = [session for session in state.sessions.values() if session.stage == "preliminary"]
    assert sorted(number for session in preliminaries for number in session.entrants) == sorted(
        entrant.entrant_no for entrant in with_place
    )
    waiting = sorted(number for session in preliminaries for number in session.waiting)
    assert waiting == sorted(
        entrant.entrant_no for entrant in state.entrants.values() if entrant.status == "waiting"
    )
    for session in state.sessions.values():
        assert len(session.entrants) <= (state.room_in(session) or 0)
        for number in (*session.entrants, *session.waiting):
            attendance = state.entrants[number].at(session.stage)
            assert attendance is not None
            assert attendance.session == session.plan.id


def nobody_waits_where_there_is_room(state: State) -> None:
    if state.registered < (state.plan.places or 0):
        for session in state.sessions.values():
            if session.status in ("scheduled", "suspended") and session.waiting:
                assert len(session.entrants) >= (state.room_in(session) or 0)


def presence_agrees_with_the_session(state: State) -> None:
    for session in state.sessions.values():
        present = [_attendance(state, number, session) for number in session.entrants]
        counted = Counter(attendance.presence for attendance in present)
        assert session.checked_in == counted["checked_in"]
        if session.status not in BEGUN:
            assert counted["forfeited"] == 0
            assert all(attendance.table is None for attendance in present)
        for attendance in present:
            if attendance.table is not None:
                assert attendance.presence == "checked_in"


def a_closed_sheet_has_nothing_open(state: State) -> None:
    for sheet in state.sheets.values():
        points = open_points(state, sheet)
        if sheet.closed_seq is None:
            assert points, f"{sheet.sheet} is open and nobody can say why"
            continue
        assert points == []
        assert complete(sheet)
        assert not sheet.open_disputes
        assert not open_conflict(sheet)
        for number in _active(state, sheet):
            if state.stage_plan(sheet.stage).signatures == "required":
                assert sheet.signatures[number].closed


def a_signature_binds_the_figures_there_are(state: State) -> None:
    for sheet in state.sheets.values():
        for number, signature in sheet.signatures.items():
            if signature.medium in ("paper", "device"):
                assert signature.digest == figures_digest(sheet, number)


def every_open_dispute_is_on_its_sheet_and_every_game_has_a_result_or_a_case(state: State) -> None:
    for sheet in state.sheets.values():
        cases = [state.disputes[number] for number in sheet.open_disputes]
        assert {case.status for case in cases} <= {"open"}
        assert {case.sheet for case in cases} <= {sheet.sheet}
        awaited = {case.game for case in cases if case.kind in ("game_interrupted", "game_not_begun")}
        for game in sheet.games:
            if game is not None and game.status == "awaiting_ruling":
                assert game.number in awaited
    for dispute in state.disputes.values():
        found = state.sheets.get(dispute.sheet or "")
        same = found is not None and state.sessions[found.session].attempt == dispute.attempt
        if dispute.status == "open" and found is not None and same:
            assert dispute.dispute in found.open_disputes
        if dispute.status == "ruled":
            assert dispute.ruling is not None
            assert state.rulings[dispute.ruling].superseded_by is None


def rulings_supersede_each_other_in_a_line(state: State) -> None:
    for ruling in state.rulings.values():
        if ruling.superseded_by is not None:
            later = state.rulings[ruling.superseded_by]
            assert (later.supersedes, later.dispute) == (ruling.ruling, ruling.dispute)
            for entrant in state.entrants.values():
                assert ruling.ruling not in [warned.ruling for warned in entrant.warnings]
        else:
            for number, stage in ruling.disqualified:
                part = state.entrants[number].participation(stage)
                assert part is None or part.out == "disqualified"
    for entrant in state.entrants.values():
        assert len(entrant.warnings) <= state.plan.verbal_warnings


def out_of_the_preliminary_is_out_of_the_final(state: State) -> None:
    for entrant in state.entrants.values():
        if entrant.out_of("preliminary") is not None and entrant.at("final") is not None:
            assert entrant.out_of("final") is not None


def the_cut_is_of_one_piece(state: State) -> None:
    cut = state.cut_into("final")
    everyone = (*cut.qualified, *cut.tied, *cut.reserves)
    assert len(set(everyone)) == len(everyone)
    assert bool(cut.tied) == (cut.status == "held")
    if cut.status == "open":
        assert not everyone
    assert set(cut.by_lot) <= set(cut.reserves)
    placed = {
        number
        for session in state.sessions.values()
        if session.stage == "final"
        for number in session.entrants
    }
    assert placed == {
        entrant.entrant_no for entrant in state.entrants.values() if entrant.at("final") is not None
    }
    assert placed <= set(cut.qualified)
    if placed:
        assert placed == set(cut.qualified)


def family_units_are_pairs(state: State) -> None:
    members = Counter(number for unit in state.units.values() for number in (unit.child, unit.parent))
    assert all(times == 1 for times in members.values())
    for unit in state.units.values():
        assert unit.unit == f"{unit.child}+{unit.parent}"
        assert state.entrants[unit.child].unit == state.entrants[unit.parent].unit == unit.unit
        assert "child" in state.entrants[unit.child].may_be
        assert "parent" in state.entrants[unit.parent].may_be
    for entrant in state.entrants.values():
        assert (entrant.unit is not None) == (entrant.entrant_no in members)
        assert entrant.group is None or any("family" in stage.apart for stage in state.plan.stages)


def publications_are_what_went_out(state: State) -> None:
    for key, publication in state.publications.items():
        assert key == f"{publication.stage}/{publication.version}"
        assert publication.digest == digest(publication.rows)
        assert 1 <= publication.version <= state.versions[publication.stage]
    assert len(state.publications) == sum(state.versions.values())


def awards_are_of_a_final_that_is_over(state: State) -> None:
    if state.awards is not None:
        assert all(place.entrants for place in state.awards.places)
        for unit in state.awards.family_units:
            assert unit in state.units


TRUTHS: tuple[Callable[[State], None], ...] = (
    scores_of_a_game_sum_to_zero,
    totals_are_the_sums_of_the_games,
    a_place_has_as_many_better_as_it_says,
    nobody_has_two_seats,
    a_sheet_lies_on_every_table_in_play_and_on_no_other,
    registered_counts_those_with_a_place,
    nobody_waits_where_there_is_room,
    presence_agrees_with_the_session,
    a_closed_sheet_has_nothing_open,
    a_signature_binds_the_figures_there_are,
    every_open_dispute_is_on_its_sheet_and_every_game_has_a_result_or_a_case,
    rulings_supersede_each_other_in_a_line,
    out_of_the_preliminary_is_out_of_the_final,
    the_cut_is_of_one_piece,
    family_units_are_pairs,
    publications_are_what_went_out,
    awards_are_of_a_final_that_is_over,
)


_NOTED = {
    "entrant": "entrants",
    "sheet": "sheets",
    "session": "sessions",
    "dispute": "disputes",
    "unit": "units",
}


def changed_unnoted(before: State, after: State) -> list[tuple[str, str]]:
    """What differs between two states and is not noted as touched: whoever keeps a history would miss it."""
    found = []
    for kind, collection in _NOTED.items():
        old, new = getattr(before, collection), getattr(after, collection)
        if old is not new:
            keys = {*old, *new} - {key for touched, key in after.touched if touched == kind}
            found += [(kind, key) for key in keys if old.get(key) != new.get(key)]
    return found


def _attendance(state: State, number: str, session: Session) -> Attendance:
    attendance = state.entrants[number].at(session.stage)
    assert attendance is not None
    return attendance


def _active(state: State, sheet: Sheet) -> list[str]:
    return [number for number in sheet.seats if not _out(state.entrants[number], sheet.stage)]


def _out(entrant: Entrant, stage: Stage) -> bool:
    return not entrant.plays_in(stage)
