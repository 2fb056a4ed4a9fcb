"""What clocks showed stands with a game, in any format whose rules have one; and who begins."""

from typing import Any

import msgspec

from services.desk.explaining import _clock
from services.desk.reasons import Words
from services.projections.sheet_rows import sheet_row
from services.rules.game import EndedBy
from services.tournament.counterfactual.replay import Changes
from services.tournament.definition.stages import Clock
from services.tournament.play.figures import SeatResult
from services.tournament.play.incidents import DetermineFirstPlayer, FirstPlayerDetermined
from services.tournament.play.results import CorrectGame, GameCorrected, GameResultRecorded, RecordGameResult
from services.tournament.play.scores import Result, SeatClock
from shared.codec import canonical
from tests.cases import cases
from tests.unit.tournament import specs
from tests.unit.tournament.given_formats import (
    BSG,
    MSO,
    ONLINE,
    PRESSMAN,
    entered,
    in_play,
    open_table,
    round_id,
    seats_at,
    sheet_at,
    start_round,
    won,
)
from tests.unit.tournament.specs import S1, Tournament


def result(
    tournament: Tournament, *clocks: SeatClock | None, ended_by: EndedBy = "cleared", forfeited: int = -1
) -> RecordGameResult:
    """Seat A has cleared the rack, or everyone holds tiles; each with what its clock showed."""
    seats = []
    for place, clock in enumerate(clocks):
        empty = place == 0 and ended_by == "cleared"
        seat = SeatResult(
            seat="ABCD"[place],
            count=0 if empty else 10 + place,
            tiles=0 if empty else 3,
            forfeited=place == forfeited,
        )
        seats.append(seat if clock is None else msgspec.structs.replace(seat, clock=clock))
    return RecordGameResult(sheet=sheet_at(tournament).sheet, game=1, ended_by=ended_by, seats=tuple(seats))


def test_the_time_left_of_each_stands_in_the_event_and_on_the_sheet() -> None:
    tournament = in_play(MSO, 4)
    command = result(tournament, SeatClock(125_500), SeatClock(90_000))
    event = tournament.when(command).only(GameResultRecorded)
    assert [result.clock for result in event.results] == [SeatClock(125_500), SeatClock(90_000)]
    row = sheet_row(tournament.state, sheet_at(tournament).sheet)
    assert row is not None
    assert row.games[0] is not None
    assert [figure.clock for figure in row.games[0].figures] == [SeatClock(125_500), SeatClock(90_000)]
    story = tournament.told_again(Changes())
    assert (story.misfits, story.state.sheets) == ((), tournament.state.sheets)


def test_who_ran_out_of_time_has_forfeited() -> None:
    tournament = in_play(MSO, 4)
    out = SeatClock(0, 1)
    lost = result(tournament, SeatClock(9_000), out, ended_by="forfeit", forfeited=1)
    event = tournament.when(lost).only(GameResultRecorded)
    assert (event.results[1].game_won, event.results[1].clock) == (0, SeatClock(0, 1, 0))


def test_tiles_due_follow_from_the_rules_and_are_explained() -> None:
    tournament = specs.in_play(3)
    seats = (
        SeatResult(seat="A", count=0, tiles=0),
        SeatResult(seat="B", count=10, tiles=2, clock=SeatClock(overstepped=2)),
        SeatResult(seat="C", count=12, tiles=2),
    )
    event = tournament.when(RecordGameResult(sheet=f"{S1}/1", game=1, seats=seats)).only(GameResultRecorded)
    assert event.results[1].clock == SeatClock(None, 2, 2)
    shown = [_clock(SeatClock(1_500, 2, 2), Words(language)) for language in ("en", "zh")]
    assert shown == [
        ", 1.5 s left on the clock, out of time 2×, 2 tiles due",
        "，計時器剩 1.5 秒，超時 2 次，應取 2 隻牌",
    ]


@cases(
    "name, clock, ended_by, code",
    [
        (BSG, SeatClock(1_000), "cleared", "clock-not-stated"),
        (MSO, SeatClock(600_001), "cleared", "clock-reading-wrong"),
        (MSO, SeatClock(-1), "cleared", "clock-reading-wrong"),
        (MSO, SeatClock(0), "cleared", "clock-reading-wrong"),
        (MSO, SeatClock(None, 1), "cleared", "clock-reading-wrong"),
        (MSO, SeatClock(None, 2), "cleared", "clock-reading-wrong"),
        (PRESSMAN, SeatClock(120_001), "cleared", "clock-reading-wrong"),
        (PRESSMAN, SeatClock(None, 1, 2), "cleared", "clock-reading-wrong"),
        (PRESSMAN, SeatClock(None, -1), "cleared", "clock-reading-wrong"),
    ],
)
def test_what_a_clock_cannot_have_shown_is_refused(
    name: str, clock: SeatClock, ended_by: EndedBy, code: str
) -> None:
    tournament = in_play(name, 4)
    others = [None] * (len(sheet_at(tournament).seats) - 2)
    tournament.when(result(tournament, None, clock, *others, ended_by=ended_by)).refused(code)


def test_the_clock_of_the_stage_takes_the_place_of_the_rulesets() -> None:
    tournament = in_play(BSG, 4, clock=Clock(turn_seconds=90))
    others = [None] * (len(sheet_at(tournament).seats) - 2)
    tournament.when(result(tournament, None, SeatClock(90_001), *others)).refused("clock-reading-wrong")
    tournament.when(result(tournament, None, SeatClock(90_000), *others)).only(GameResultRecorded)


def test_a_reading_alone_can_be_corrected() -> None:
    tournament = in_play(MSO, 4)
    tournament.given(result(tournament, SeatClock(125_500), SeatClock(90_000)))
    again = result(tournament, SeatClock(125_000), SeatClock(90_000))
    correction = CorrectGame(
        sheet=again.sheet, game=1, ended_by="cleared", seats=again.seats, reason="misread"
    )
    assert tournament.when(correction).only(GameCorrected).results[0].clock == SeatClock(125_000)
    tournament.when(correction).nothing()


def test_results_without_a_clock_are_written_as_they_were() -> None:
    assert b"clock" not in canonical(Result("0001", 1, "5", 0))
    old = b'{"entrant":"0001","game_won":1,"score":"5","tiles":0}'
    assert msgspec.json.decode(old, type=Result) == Result("0001", 1, "5", 0)


# Who begins


def begins(tournament: Tournament, game: int = 1, **given: Any) -> DetermineFirstPlayer:
    return DetermineFirstPlayer(sheet=sheet_at(tournament).sheet, game=game, **given)


def drawn(tournament: Tournament) -> dict[str, int]:
    return {number: tile for tile, number in enumerate(sheet_at(tournament).seats, 1)}


def test_where_rules_are_silent_a_pair_agrees_or_draws_and_the_sheet_shows_it() -> None:
    tournament = in_play(MSO, 4)
    first, second = seats_at(tournament)
    tournament.when(begins(tournament, entrant="9999")).refused("not-still-at-table")
    tournament.when(begins(tournament, entrant=second)).then(
        FirstPlayerDetermined(sheet_at(tournament).sheet, 1, second, {})
    )
    row = sheet_row(tournament.state, sheet_at(tournament).sheet)
    assert row is not None
    assert [(player.game, player.entrant_no) for player in row.first_players] == [(1, second)]
    tournament.when(begins(tournament, draws={first: 2, second: 1})).only(FirstPlayerDetermined)
    assert sheet_at(tournament).first_players[1] == first


def test_where_rules_say_who_begins_nobody_is_named() -> None:
    tournament = in_play(PRESSMAN, 4)
    first = seats_at(tournament)[0]
    tournament.when(begins(tournament, entrant=first)).refused(
        "first-player-by-rules", "Pressman house rules 2006"
    )


def test_where_rules_let_everyone_draw_each_game_the_last_winner_draws_too() -> None:
    tournament = in_play(PRESSMAN, 4)
    winner = seats_at(tournament)[0]
    tournament.given(won(tournament, winner))
    tournament.when(begins(tournament, 2)).refused("starting-draw-wrong")
    event = tournament.when(begins(tournament, 2, draws=drawn(tournament))).only(FirstPlayerDetermined)
    assert event.entrant == sheet_at(tournament).seats[-1]


def test_who_begins_is_determined_at_an_open_table() -> None:
    tournament = open_table(start_round(entered(ONLINE, 4)), "0001", "0002", "0003")
    sheet = tournament.state.sheets[f"{round_id(tournament)}/1"]
    draws = {number: tile for tile, number in enumerate(sheet.seats, 1)}
    event = tournament.when(DetermineFirstPlayer(sheet=sheet.sheet, game=1, draws=draws))
    assert event.only(FirstPlayerDetermined).entrant == "0003"


def test_where_any_tile_is_drawn_the_highest_number_begins_and_equals_draw_again() -> None:
    tournament = in_play(PRESSMAN, 4)
    seats = sheet_at(tournament).seats
    drawn_tiles = dict(zip(seats, (7, 12, 3, 11), strict=True))
    assert (
        tournament.when(begins(tournament, draws=drawn_tiles)).only(FirstPlayerDetermined).entrant == seats[1]
    )
    for wrong in ((12, 12, 3, 1), (0, 12, 3, 1), (14, 12, 3, 1)):
        draws = dict(zip(seats, wrong, strict=True))
        tournament.when(begins(tournament, draws=draws)).refused("starting-draw-wrong", "1 to 13")
