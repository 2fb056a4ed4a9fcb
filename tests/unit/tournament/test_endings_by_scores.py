"""An ending means the same by counts and by scores, game by game, on a sheet, corrected or ruled."""

from typing import Any

import msgspec
import pytest

from services.rules.ruleset import load
from services.tournament.counterfactual.replay import Changes
from services.tournament.docket.effects import AmendGame
from services.tournament.kernel.facts import Command
from services.tournament.play.conflicts import SheetGame, SubmitSheet
from services.tournament.play.figures import SeatResult
from services.tournament.play.paper import ImportResults, ResultRow
from tests.cases import cases
from tests.unit.tournament.given_formats import (
    MSO,
    in_play,
    left,
    lines,
    round_id,
    ruled,
    seats_at,
    sheet_at,
    won,
)
from tests.unit.tournament.specs import Tournament
from tests.unit.tournament.test_swiss_games import correction, disputed, game

COUNTED = {"drawn": ((10, 3), (10, 3)), "apart": ((10, 3), (20, 4))}


SCORED = {"drawn": (("0", 1, 3), ("0", 1, 3)), "apart": (("10", 1, 3), ("-10", 0, 4))}


def figures(tournament: Tournament, held: str, *, scored: bool) -> tuple[SeatResult, ...]:
    pair = seats_at(tournament)
    if not scored:
        return tuple(left(*figure, number) for figure, number in zip(COUNTED[held], pair, strict=True))
    return tuple(
        SeatResult(entrant=number, score=score, game_won=won, tiles=tiles)
        for (score, won, tiles), number in zip(SCORED[held], pair, strict=True)
    )


def recorded(tournament: Tournament, seats: tuple[SeatResult, ...], ended_by: Any) -> Command:
    return game(tournament, *seats, ended_by=ended_by)


def on_a_sheet(tournament: Tournament, seats: tuple[SeatResult, ...], ended_by: Any) -> Command:
    return SubmitSheet(sheet=sheet_at(tournament).sheet, games=(SheetGame(1, seats, ended_by),))


def put_right(tournament: Tournament, seats: tuple[SeatResult, ...], ended_by: Any) -> Command:
    tournament.given(won(tournament, seats_at(tournament)[0]))
    return msgspec.structs.replace(correction(tournament, *seats), ended_by=ended_by)


def amended(tournament: Tournament, seats: tuple[SeatResult, ...], ended_by: Any) -> Command:
    disputed(tournament.given(won(tournament, seats_at(tournament)[0])))
    return ruled(AmendGame(1, seats, ended_by))


@cases("scored", [False, True])
@cases("way", [recorded, on_a_sheet, put_right, amended])
@cases(
    "ended_by, held, code",
    [
        ("pool_exhausted", "drawn", None),
        ("pool_exhausted", "apart", "game-not-over"),
        ("blocked", "drawn", "ruling-required"),
        ("blocked", "apart", "ruling-required"),
        ("time", "apart", "ruling-required"),
    ],
)
def test_an_ending_is_decided_alike_by_counts_and_by_scores(
    ended_by: str, held: str, code: str | None, way: Any, scored: bool
) -> None:
    tournament = in_play(MSO, 4)
    command = way(tournament, figures(tournament, held, scored=scored), ended_by)
    if code is not None:
        tournament.when(command).refused(code)
        return
    tournament.given(command)
    assert [line.totals.match_points for line in lines(tournament)[:2]] == [1, 1]
    story = tournament.told_again(Changes())
    assert (story.state, story.misfits) == (tournament.state, ())


@cases("scored", [False, True])
@cases("way", [recorded, on_a_sheet, put_right, amended])
@cases("forfeited, code", [("", "forfeiter-wrong"), ("AB", "forfeiter-wrong"), ("B", None)])
def test_who_forfeited_is_said_alike_by_counts_and_by_scores(
    forfeited: str, code: str | None, way: Any, scored: bool
) -> None:
    tournament = in_play(MSO, 4)
    written = figures(tournament, "apart", scored=scored)
    seats = tuple(
        msgspec.structs.replace(seat, forfeited=letter in forfeited)
        for letter, seat in zip("AB", written, strict=True)
    )
    command = way(tournament, seats, "forfeit")
    if code is not None:
        tournament.when(command).refused(code)
        return
    tournament.given(command)
    story = tournament.told_again(Changes())
    assert (story.state, story.misfits) == (tournament.state, ())


def test_by_scores_whoever_forfeited_has_lost_and_nobody_forfeits_otherwise() -> None:
    tournament = in_play(MSO, 4)
    winner, loser = figures(tournament, "apart", scored=True)
    ahead = msgspec.structs.replace(winner, forfeited=True)
    tournament.when(game(tournament, ahead, loser, ended_by="forfeit")).refused("forfeiter-won")
    behind = msgspec.structs.replace(loser, forfeited=True)
    tournament.when(game(tournament, winner, behind, ended_by="pool_exhausted")).refused("game-not-over")
    cleared = msgspec.structs.replace(winner, tiles=0)
    tournament.when(game(tournament, cleared, behind, ended_by="cleared")).refused("forfeiter-wrong")


@pytest.mark.parametrize(("held", "code"), [("drawn", None), ("apart", None), ("close", "ruling-required")])
def test_rows_from_paper_say_no_ending_and_there_must_be_one_that_decides(
    held: str, code: str | None
) -> None:
    """10 may be the rack of who forfeited, and 3 is what no four tiles count."""
    tournament = in_play(MSO, 2)
    pair = seats_at(tournament)
    scores = {**SCORED, "close": (("3", 1, 3), ("-3", 0, 4))}[held]
    rows = tuple(
        ResultRow(round_id(tournament), 1, 1, seat, number, won, score, tiles, line=1)
        for seat, number, (score, won, tiles) in zip("AB", pair, scores, strict=True)
    )
    if code is None:
        tournament.given(ImportResults(rows=rows))
    else:
        tournament.when(ImportResults(rows=rows)).refused(code)


def test_under_other_rules_scores_are_left_out_as_counts_are() -> None:
    """A game that ended with the pool, under rules that leave its winner open."""
    for scored in (False, True):
        tournament = in_play(MSO, 2)
        tournament.given(
            game(tournament, *figures(tournament, "drawn", scored=scored), ended_by="pool_exhausted")
        )
        story = tournament.told_again(Changes(ruleset=load("rummikub-online")))
        assert [misfit.why.code for misfit in story.misfits] == ["ruling-required"]
