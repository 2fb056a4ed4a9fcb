"""Who begins, and what a referee notes that changes no result (HK rules 1, code of conduct)."""

from services.tournament.docket.disputes import RaiseDispute
from services.tournament.docket.effects import VoidGame
from services.tournament.docket.leaving import WithdrawEntrant
from services.tournament.docket.rulings import MakeRuling
from services.tournament.play.incidents import (
    CallChiefReferee,
    ChiefRefereeCalled,
    DetermineFirstPlayer,
    FirstPlayerDetermined,
    IncidentNoted,
    NoteIncident,
)
from services.tournament.play.setting_out import ChiefRefereeSetOut, SetOutForTable
from services.tournament.play.timing import EndSession
from tests.cases import cases
from tests.unit.tournament.figures import EXAMPLE_1, EXAMPLE_3, counted
from tests.unit.tournament.specs import S1, Tournament, drawn, in_play

SHEET = f"{S1}/1"


def tiles(tournament: Tournament, *drawn_tiles: int) -> dict[str, int]:
    return dict(zip(tournament.sheet().seats, drawn_tiles, strict=False))


def test_the_highest_drawn_tile_begins_the_first_game() -> None:
    tournament = in_play(4)
    draws = tiles(tournament, 2, 4, 1, 3)
    tournament.when(DetermineFirstPlayer(sheet=SHEET, game=1, draws=draws)).then(
        FirstPlayerDetermined(SHEET, 1, tournament.sheet().seats[1], draws)
    )
    assert tournament.sheet().first_players[1] == tournament.sheet().seats[1]


def test_three_at_a_table_draw_tiles_1_to_3() -> None:
    tournament = in_play(3)
    wrong = DetermineFirstPlayer(sheet=SHEET, game=1, draws=tiles(tournament, 2, 4, 1))
    assert tournament.when(wrong).refused("starting-draw-wrong", "1 to 3").problem.kind.rule == "HK rules 1"
    right = DetermineFirstPlayer(sheet=SHEET, game=1, draws=tiles(tournament, 2, 3, 1))
    assert tournament.when(right).only(FirstPlayerDetermined).entrant == tournament.sheet().seats[1]


@cases("drawn_tiles", [(), (1, 2, 3), (1, 2, 2, 4), (0, 1, 2, 3), (1, 2, 3, 5)])
def test_a_draw_that_cannot_have_happened_is_refused(drawn_tiles: tuple[int, ...]) -> None:
    tournament = in_play(4)
    tournament.when(DetermineFirstPlayer(sheet=SHEET, game=1, draws=tiles(tournament, *drawn_tiles))).refused(
        "starting-draw-wrong"
    )


def test_the_last_winner_begins_the_next_game_without_a_draw() -> None:
    tournament = in_play(4).given(counted(*EXAMPLE_1))
    winner = tournament.sheet().seats[0]
    tournament.when(DetermineFirstPlayer(sheet=SHEET, game=2)).then(
        FirstPlayerDetermined(SHEET, 2, winner, {})
    )
    draws = tiles(tournament, 1, 2, 3, 4)
    tournament.when(DetermineFirstPlayer(sheet=SHEET, game=2, draws=draws)).then(
        FirstPlayerDetermined(SHEET, 2, winner, {})
    )


def test_two_winners_draw_again() -> None:
    tournament = in_play(4).given(counted(*EXAMPLE_3))
    first, second, *others = tournament.sheet().seats
    tournament.when(DetermineFirstPlayer(sheet=SHEET, game=2)).refused("starting-draw-wrong", first, second)
    tournament.when(DetermineFirstPlayer(sheet=SHEET, game=2, draws={first: 1, others[0]: 2})).refused(
        "starting-draw-wrong"
    )
    tournament.when(DetermineFirstPlayer(sheet=SHEET, game=2, draws={first: 1, second: 2})).then(
        FirstPlayerDetermined(SHEET, 2, second, {first: 1, second: 2})
    )


def test_without_a_winner_who_still_plays_everyone_draws() -> None:
    tournament = in_play(4).given(counted(*EXAMPLE_1))
    winner, *others = tournament.sheet().seats
    tournament.given(WithdrawEntrant(entrant=winner, grounds="health", game_in_progress=False))
    draws = dict(zip(others, (1, 3, 2), strict=True))
    tournament.when(DetermineFirstPlayer(sheet=SHEET, game=2, draws=draws)).then(
        FirstPlayerDetermined(SHEET, 2, others[1], draws)
    )


def test_after_a_voided_game_everyone_draws() -> None:
    tournament = in_play(4).given(
        counted(*EXAMPLE_1), RaiseDispute(sheet=SHEET, game=1, statement="the wrong tiles")
    )
    tournament.given(
        MakeRuling(dispute="D-0001", finding="so", cites="HK rules 1", reason="so", effects=(VoidGame(1),))
    )
    draws = tiles(tournament, 4, 3, 2, 1)
    tournament.when(DetermineFirstPlayer(sheet=SHEET, game=2)).refused("starting-draw-wrong")
    tournament.when(DetermineFirstPlayer(sheet=SHEET, game=2, draws=draws)).then(FirstPlayerDetermined)


def test_who_begins_follows_from_the_game_before_so_that_one_comes_first() -> None:
    in_play(4).when(DetermineFirstPlayer(sheet=SHEET, game=2)).refused("game-before-missing", "Game 1")


def test_when_everyone_has_left_nobody_begins() -> None:
    tournament = in_play(3)
    for entrant in tournament.sheet().seats:
        tournament.given(WithdrawEntrant(entrant=entrant, grounds="left", game_in_progress=False))
    tournament.when(DetermineFirstPlayer(sheet=SHEET, game=1)).refused("starting-draw-wrong", "nobody")


@cases(
    "kind",
    [
        "break_permitted",
        "break_over",
        "reshuffle_granted",
        "flipped_tile_exchanged",
        "overturned_tile_returned",
        "pool_tile_touched",
    ],
)
def test_a_referee_notes_what_happened_at_the_table(kind: str) -> None:
    tournament = in_play(4)
    entrant = tournament.sheet().seats[2]
    command = NoteIncident(sheet=SHEET, game=1, kind=kind, entrant=entrant)  # type: ignore[arg-type]
    tournament.when(command).then(IncidentNoted(SHEET, 1, kind, entrant))
    assert tournament.sheet().incidents == 1
    assert tournament.state.sessions[S1].status == "playing"


def test_an_incident_is_about_someone_who_plays_at_the_table_now() -> None:
    tournament = in_play(8)
    elsewhere = tournament.sheet(2).seats[0]
    note = NoteIncident(sheet=SHEET, game=1, kind="break_permitted", entrant=elsewhere)
    tournament.when(note).refused("not-still-at-table")
    tournament.when(NoteIncident(sheet=SHEET, game=4, kind="break_over", entrant=elsewhere)).refused(
        "not-found"
    )
    tournament.given(EndSession(session=S1))
    tournament.when(note).refused("wrong-phase")
    drawn(4).when(note).refused("session-not-in-play", "drawn")


def test_a_call_to_a_table_is_one_call_for_two_minutes() -> None:
    tournament = in_play(8).at("2026-03-28 13:00").given(CallChiefReferee(sheet=SHEET))
    tournament.at("2026-03-28 13:01").when(CallChiefReferee(sheet=SHEET)).refused("called-already", "radio")
    other = CallChiefReferee(sheet=f"{S1}/2")
    tournament.when(other).then(ChiefRefereeCalled(f"{S1}/2"))
    tournament.at("2026-03-28 13:02").when(CallChiefReferee(sheet=SHEET)).then(ChiefRefereeCalled(SHEET))


def test_the_chief_referee_is_called_to_tables_at_which_play_has_begun() -> None:
    drawn(4).when(CallChiefReferee(sheet=SHEET)).refused("session-not-in-play")


def test_setting_out_for_a_table_is_said_once_for_two_minutes_by_each() -> None:
    called = [CallChiefReferee(sheet=table) for table in (SHEET, f"{S1}/2")]
    tournament = in_play(8).at("2026-03-28 13:00").given(*called, SetOutForTable(sheet=SHEET))
    assert tournament.state.on_the_way[SHEET].by == "organizer:test"
    tournament.at("2026-03-28 13:01").when(SetOutForTable(sheet=SHEET)).then()
    other = SetOutForTable(sheet=f"{S1}/2")
    tournament.when(other).then(ChiefRefereeSetOut(f"{S1}/2"))
    tournament.at("2026-03-28 13:02").when(SetOutForTable(sheet=SHEET)).then(ChiefRefereeSetOut(SHEET))


def test_nobody_sets_out_for_a_table_where_nobody_waits() -> None:
    tournament = in_play(8).at("2026-03-28 13:00")
    tournament.when(SetOutForTable(sheet=SHEET)).refused("nobody-waits", "docket")
    raise_it = RaiseDispute(sheet=SHEET, statement="It fell.")
    ruled = MakeRuling(dispute="D-0001", finding="Seen.", cites="HK rules 3", reason="Seen.")
    tournament.given(raise_it).when(SetOutForTable(sheet=SHEET)).then(ChiefRefereeSetOut(SHEET))
    tournament.given(ruled).when(SetOutForTable(sheet=SHEET)).refused("nobody-waits", "docket")
    other = SetOutForTable(sheet=f"{S1}/2")
    tournament.when(other).refused("nobody-waits", "docket")


def test_a_call_waits_until_a_case_of_its_table_is_ruled_on() -> None:
    tournament = in_play(8).at("2026-03-28 13:00").given(CallChiefReferee(sheet=SHEET))
    tournament.at("2026-03-28 13:05").when(SetOutForTable(sheet=SHEET)).then(ChiefRefereeSetOut(SHEET))
    ruled = MakeRuling(dispute="D-0001", finding="Seen.", cites="HK rules 3", reason="Seen.")
    tournament.given(RaiseDispute(sheet=SHEET, statement="It fell."), ruled)
    tournament.at("2026-03-28 13:15").when(SetOutForTable(sheet=SHEET)).refused("nobody-waits", "docket")
    tournament.given(CallChiefReferee(sheet=SHEET))
    tournament.at("2026-03-28 13:20").when(SetOutForTable(sheet=SHEET)).then(ChiefRefereeSetOut(SHEET))


def test_nobody_sets_out_for_a_table_before_play_or_one_that_is_not_there() -> None:
    drawn(4).when(SetOutForTable(sheet=SHEET)).refused("session-not-in-play")
    in_play(4).when(SetOutForTable(sheet=f"{S1}/9")).refused("not-found")
