"""Read models: what the rows of each say of a state."""

from services.projections import rows
from services.projections.models import MODELS, model
from services.projections.rows import Row
from services.tournament.catalogue import INITIAL
from services.tournament.docket.breaches import GiveWarning
from services.tournament.docket.disputes import RaiseDispute
from services.tournament.docket.effects import NoEffect, VoidGame
from services.tournament.docket.rulings import MakeRuling
from services.tournament.play.conflicts import SubmitSheet
from services.tournament.publication.publishing import PublishResults
from services.tournament.seating.seats import UndoSeatDraw
from shared.catalogue import say
from tests.golden.final_stories import cut_and_final
from tests.unit.tournament.figures import EXAMPLE_1, EXAMPLE_2, counted, scored, sheet_game
from tests.unit.tournament.specs import (
    CHILD,
    S1,
    Tournament,
    closed_sheet,
    drawn,
    founded,
    in_play,
    recorded,
    registered,
    registration,
)
from tests.unit.tournament.stages import preliminary

SHEET = f"{S1}/1"


def row(tournament: Tournament, name: str, key: str) -> Row | None:
    return model(name).row(tournament.state, key)


def test_a_standing_is_there_once_all_games_are_played_and_has_no_place_of_its_own() -> None:
    tournament = in_play(4).given(counted(*EXAMPLE_1), counted(*EXAMPLE_2, game=2))
    assert model("standing").view(tournament.state) == {}
    tournament.given(counted(*EXAMPLE_1, game=3))
    first = tournament.sheet().seats[0]
    assert row(tournament, "standing", f"preliminary/{first}") == rows.StandingRow(
        "preliminary", first, 2, 71 * 6, 5, 3, SHEET, None
    )
    assert "place" not in rows.StandingRow.__struct_fields__


def test_an_undone_draw_takes_its_tables_away() -> None:
    tournament = drawn(8)
    assert len(model("seating").view(tournament.state)) == 2
    tournament.given(UndoSeatDraw(session=S1, reason="again"))
    assert model("seating").view(tournament.state) == {}


def test_a_session_row_counts_who_is_registered_waits_and_is_here() -> None:
    tournament = registered(5, capacity=4, tables=1)
    session_row = row(tournament, "session", S1)
    assert isinstance(session_row, rows.SessionRow)
    assert (session_row.registered, session_row.waiting, session_row.checked_in, session_row.tables) == (
        4,
        1,
        0,
        0,
    )
    assert (
        session_row.day,
        session_row.registration,
        session_row.seating,
        session_row.start,
        session_row.end,
    ) == (
        "2026-03-28",
        "12:00",
        "12:30",
        "12:45",
        "13:45",
    )


def test_a_sheet_row_says_what_keeps_it_open() -> None:
    tournament = in_play(4).given(counted(*EXAMPLE_1))
    sheet_row = row(tournament, "sheet", SHEET)
    assert isinstance(sheet_row, rows.SheetRow)
    assert sheet_row.open_points == (
        say("part-game-not-recorded", "en", game="2"),
        say("part-game-not-recorded", "en", game="3"),
    )
    assert sheet_row.games[0] is not None
    assert [cell.score for cell in sheet_row.games[0].figures] == ["30", "-5", "-10", "-15"]
    assert sheet_row.games[1:] == (None, None)
    closed = row(closed_sheet(4), "sheet", SHEET)
    assert isinstance(closed, rows.SheetRow)
    assert (closed.closed, closed.open_points, len(closed.signatures)) == (True, (), 4)


def test_a_second_sheet_is_shown_beside_the_first() -> None:
    tournament = recorded(4)
    games = tuple(
        sheet_game(game, scored(("30", 1, 1), ("-5", 0, 1), ("-10", 0, 3), ("-15", 0, 4)))
        for game in (1, 2, 3)
    )
    tournament.given(SubmitSheet(sheet=SHEET, games=games))
    sheet_row = row(tournament, "sheet", SHEET)
    assert isinstance(sheet_row, rows.SheetRow)
    assert (sheet_row.conflicts[0].settled, len(sheet_row.conflicts[0].games)) == ("open", 3)


def test_the_docket_lists_the_rulings_on_a_case_oldest_first() -> None:
    tournament = recorded(4).given(RaiseDispute(sheet=SHEET, entrant="0001", statement="look"))
    fields = {"finding": "f", "cites": "HK rules 2", "reason": "r"}
    tournament.given(MakeRuling(dispute="D-0001", effects=(VoidGame(1),), **fields))
    tournament.given(MakeRuling(dispute="D-0001", effects=(NoEffect(),), supersedes="R-0001", **fields))
    docket_row = row(tournament, "docket", "D-0001")
    assert isinstance(docket_row, rows.DocketRow)
    assert [(ruling.ruling, ruling.effects, ruling.superseded_by) for ruling in docket_row.rulings] == [
        ("R-0001", ("void_game",), "R-0002"),
        ("R-0002", ("none",), None),
    ]


def test_a_family_has_sums_once_both_are_ranked_in_the_final() -> None:
    tournament = founded().given(
        registration("0001", family="F1", family_role="parent"),
        registration("0002", born=CHILD, family="F1", family_role="child"),
    )
    expected = rows.FamilyRow("0002+0001", "0002", "0001", False, 0, 0, 0)
    assert row(tournament, "family", "0002+0001") == expected
    tournament = cut_and_final()
    family_row = row(tournament, "family", *tournament.state.units)
    assert isinstance(family_row, rows.FamilyRow)
    assert family_row.ranked


def test_an_entrant_row_counts_warnings_and_knows_both_stages() -> None:
    tournament = in_play(4).given(GiveWarning(entrant="0001", breach="talking"))
    entrant_row = row(tournament, "entrant", "0001")
    assert isinstance(entrant_row, rows.EntrantRow)
    assert (
        entrant_row.warnings,
        entrant_row.presence,
        entrant_row.table,
        entrant_row.final_session,
        entrant_row.qualified,
    ) == (
        1,
        "checked_in",
        SHEET,
        None,
        None,
    )


def test_a_publication_is_shown_as_it_went_out() -> None:
    tournament = preliminary(8).given(PublishResults(stage="preliminary"))
    publication_row = row(tournament, "publication", "preliminary/1")
    assert isinstance(publication_row, rows.PublicationRow)
    assert publication_row.rows[0] == rows.PublishedCell(1, "0001", 3, "351", 0, None)


def test_awards_have_a_row_for_each_place_and_for_the_family() -> None:
    state = cut_and_final().state
    view = model("award").view(state)
    assert [key for key in view if key.startswith("place/")]
    assert view["family"] == rows.AwardRow("family", 1, tuple(state.units))


def test_what_is_not_there_has_no_row() -> None:
    for read_model in MODELS:
        assert read_model.row(INITIAL, "nothing/1") is None
        assert read_model.view(INITIAL) == {}
