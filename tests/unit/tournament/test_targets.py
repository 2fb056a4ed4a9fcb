"""Tables that play to a target, or as long as they like: complete at the target, or when play ends."""

import pytest
from msgspec.structs import replace

from services.tournament.definition.stages import Target
from services.tournament.docket.disputes import RaiseDispute
from services.tournament.docket.effects import AmendGame, ReplayGame
from services.tournament.docket.rulings import GameRuled, RulingMade
from services.tournament.play.conflicts import ScoreSheetRecorded, SheetGame, SubmitSheet
from services.tournament.play.results import CorrectGame, GameResultRecorded
from services.tournament.play.sheets import complete, open_points
from services.tournament.play.signatures import SheetClosed, SignSheet
from services.tournament.play.timing import EndSession, ReopenSession
from services.tournament.publication.publishing import PublishResults, ResultsPublished
from shared.catalogue import say
from tests.unit.tournament.given_formats import (
    BSG,
    PRESSMAN,
    cleared,
    entered,
    in_play,
    line_of,
    lines,
    open_table,
    play_round,
    round_id,
    ruled,
    seats_at,
    sheet_at,
    stage_of,
    table_of,
    won,
)
from tests.unit.tournament.specs import Tournament

CITED = "Pressman Winning"


def to_50(name: str = PRESSMAN, count: int = 2, **changes: object) -> Tournament:
    return in_play(name, count, games=Target(50), **changes)


def reached() -> Tournament:
    """Table 1 has reached its target in three games; whoever sits at A has won."""
    tournament = to_50()
    first, second = seats_at(tournament)
    tournament.given(won(tournament, first, 30), won(tournament, second, 15, game=2))
    return tournament.given(won(tournament, first, 35, game=3))


@pytest.mark.parametrize("name", [PRESSMAN, BSG])
def test_a_table_plays_until_someone_has_reached_the_target(name: str) -> None:
    tournament = to_50(name)
    first, second = seats_at(tournament)
    tournament.when(won(tournament, first, 30)).then(GameResultRecorded)
    tournament.when(won(tournament, second, 15, game=2)).then(GameResultRecorded)
    tournament.when(won(tournament, first, 35, game=3)).then(GameResultRecorded, SheetClosed)
    tournament.when(won(tournament, first, 5, game=4)).refused("table-complete")
    assert table_of(tournament) == [(1, first), (2, second)]


def test_games_of_such_a_table_come_in_order() -> None:
    tournament = to_50()
    first = seats_at(tournament)[0]
    tournament.when(won(tournament, first, game=2)).refused("not-found")
    tournament.when(won(tournament, first, game=0)).refused("not-found")


def test_a_target_not_reached_keeps_the_sheet_open_until_the_session_ends() -> None:
    tournament = to_50()
    first, second = seats_at(tournament)
    tournament.given(won(tournament, first, 30))
    sheet = sheet_at(tournament)
    assert [*map(str, open_points(tournament.state, sheet))] == [say("part-target-not-reached", "en")]
    tournament.when(PublishResults(stage=stage_of(tournament))).refused("stage-not-settled")
    outcome = tournament.when(EndSession(session=round_id(tournament)))
    assert outcome.only(SheetClosed) == SheetClosed(sheet.sheet)
    assert table_of(tournament) == [(1, first), (2, second)]
    tournament.when(won(tournament, first, 5, game=2)).refused("table-complete")
    tournament.when(PublishResults(stage=stage_of(tournament))).then(ResultsPublished)


def test_a_session_that_goes_on_lets_its_tables_play_on() -> None:
    tournament = to_50()
    first = seats_at(tournament)[0]
    tournament.given(won(tournament, first, 30), EndSession(session=round_id(tournament)))
    tournament.given(ReopenSession(session=round_id(tournament), reason="too early"))
    assert not complete(sheet_at(tournament))
    tournament.when(won(tournament, first, 30, game=2)).then(GameResultRecorded, SheetClosed)


def test_the_highest_total_wins_over_all_tables() -> None:
    tournament = play_round(in_play(PRESSMAN, 6))
    totals = [line.totals.score_sixths for line in lines(tournament)]
    assert totals == sorted(totals, reverse=True)
    assert totals[0] >= 200 * 6
    assert {len(sheet.games) for sheet in tournament.state.sheets.values()} != {0}


def test_a_correction_that_takes_the_target_away_lets_the_table_play_on() -> None:
    tournament = reached()
    first, second = seats_at(tournament)
    fix = CorrectGame(
        sheet=sheet_at(tournament).sheet,
        game=3,
        seats=cleared(first, (first, second), 5),
        reason="5 was read as 35",
    )
    tournament.given(fix)
    assert sheet_at(tournament).closed_seq is None
    tournament.when(won(tournament, first, 40, game=4)).then(GameResultRecorded, SheetClosed)


def test_a_ruling_that_takes_the_target_away_lets_the_table_play_on() -> None:
    tournament = reached()
    first, second = seats_at(tournament)
    tournament.given(RaiseDispute(sheet=sheet_at(tournament).sheet, game=3, statement="It was 5."))
    tournament.when(ruled(AmendGame(3, cleared(first, (first, second), 5)), cites=CITED)).then(
        RulingMade, GameRuled
    )
    assert sheet_at(tournament).closed_seq is None
    tournament.when(won(tournament, first, 40, game=4)).then(GameResultRecorded, SheetClosed)


def test_a_game_ordered_to_be_played_again_is_played_before_the_table_is_complete() -> None:
    tournament = reached()
    first = seats_at(tournament)[0]
    tournament.given(RaiseDispute(sheet=sheet_at(tournament).sheet, game=1, statement="A tile was missing."))
    tournament.given(ruled(ReplayGame(1), cites=CITED))
    assert not complete(sheet_at(tournament))
    tournament.when(won(tournament, first, 30, game=1)).then(GameResultRecorded, SheetClosed)


def test_a_table_that_too_few_are_left_at_is_complete_once_nothing_awaits_a_ruling() -> None:
    tournament = reached()
    tournament.given(RaiseDispute(sheet=sheet_at(tournament).sheet, game=1, statement="A tile was missing."))
    awaiting = sheet_at(tournament.given(ruled(ReplayGame(1), cites=CITED)))
    deserted = replace(awaiting, deserted=True)
    assert complete(deserted)
    game = deserted.games[1]
    assert game is not None
    games = (None, replace(game, status="awaiting_ruling"), *deserted.games[2:])
    assert not complete(replace(deserted, games=games))


def test_a_whole_sheet_is_handed_in_with_as_many_games_as_were_played() -> None:
    tournament = to_50()
    both = seats_at(tournament)
    games = tuple(SheetGame(number, cleared(both[0], both, 20), "cleared") for number in (1, 2, 3))
    submit = SubmitSheet(sheet=sheet_at(tournament).sheet, games=games)
    tournament.when(submit).then(ScoreSheetRecorded, SheetClosed)
    assert line_of(tournament, both[0]).games == 3
    tournament.when(submit).nothing()


def test_a_sheet_handed_in_goes_on_where_the_table_has_come_to() -> None:
    tournament = to_50()
    both = seats_at(tournament)
    tournament.given(won(tournament, both[0], 20))
    first, second = (SheetGame(number, cleared(both[0], both, 20), "cleared") for number in (1, 2))
    gap = SubmitSheet(sheet=sheet_at(tournament).sheet, games=(first, SheetGame(3, second.seats, "cleared")))
    tournament.when(gap).refused("games-incomplete")
    tournament.when(SubmitSheet(sheet=sheet_at(tournament).sheet, games=())).refused("games-incomplete")
    tournament.given(SubmitSheet(sheet=sheet_at(tournament).sheet, games=(first, second)))
    assert line_of(tournament, both[0]).games == 2
    other = SheetGame(2, cleared(both[1], both, 20), "cleared")
    tournament.given(SubmitSheet(sheet=sheet_at(tournament).sheet, games=(first, other)))
    assert len(sheet_at(tournament).conflicts) == 1


def test_a_table_that_signs_is_signed_once_its_target_is_reached() -> None:
    tournament = to_50(signatures="required")
    first, _ = seats_at(tournament)
    tournament.given(won(tournament, first, 30))
    sign = SignSheet(sheet=sheet_at(tournament).sheet, entrant=first, medium="paper")
    tournament.when(sign).refused("not-ready-to-sign", "target")
    tournament.given(won(tournament, first, 30, game=2))
    tournament.given(sign)


def test_any_number_of_games_is_complete_when_the_table_is_closed_or_the_session_over() -> None:
    tournament = open_table(entered("rummikub-online", 2), "0001", "0002")
    assert [*map(str, open_points(tournament.state, sheet_at(tournament)))] == [
        say("part-table-not-closed", "en")
    ]
    for number in range(1, 4):
        tournament.given(won(tournament, "0001", game=number))
    assert sheet_at(tournament).closed_seq is None
    tournament.given(EndSession(session=round_id(tournament)))
    assert sheet_at(tournament).closed_seq is not None
