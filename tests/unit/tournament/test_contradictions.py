"""Figures that cannot have been are refused in every way in; oddities are only remarked."""

from typing import Any

import pytest

from services.tournament.counterfactual.replay import Changes
from services.tournament.docket.disputes import RaiseDispute
from services.tournament.docket.effects import AmendGame, ChargeSeat
from services.tournament.docket.rulings import GameRuled, MakeRuling
from services.tournament.kernel.facts import Command
from services.tournament.play.conflicts import SheetGame, SubmitSheet
from services.tournament.play.figures import SeatResult
from services.tournament.play.paper import ImportResults
from services.tournament.play.remarks import remarks
from services.tournament.play.results import CorrectGame, GameResultRecorded, RecordGameResult
from services.tournament.play.scores import Result
from services.tournament.play.timing import CallTime
from tests.cases import cases
from tests.unit.tournament.figures import EXAMPLE_1, counted, counts, scored
from tests.unit.tournament.specs import S1, Outcome, Tournament, in_play, recorded, registered
from tests.unit.tournament.stages import paper_rows

SHEET = f"{S1}/1"
POSSIBLE = counts((5, 1), (10, 2), (15, 3))
WAYS = {
    "70 points with 2 tiles": (counts((70, 2), (10, 2), (15, 3)), "time", "count-impossible"),
    "5 tiles for 4 points": (counts((4, 5), (10, 2), (15, 3)), "time", "count-impossible"),
    "cleared by nobody": (POSSIBLE, "cleared", "nobody-cleared"),
    "cleared by two": (counts((0, 0), (0, 0), (15, 3)), "cleared", "nobody-cleared"),
    "time with an empty rack": (counts((0, 0), (10, 2), (15, 3)), "time", "somebody-cleared"),
    "pool with an empty rack": (counts((0, 0), (10, 2), (15, 3)), "pool_exhausted", "somebody-cleared"),
    "three jokers": (counts((30, 1), (30, 1), (30, 1)), "time", "counts-impossible-together"),
    "too many tiles": (counts((300, 36), (300, 36), (300, 36)), "time", "tiles-more-than-there-are"),
    "too many alike": (
        (SeatResult(seat="A", rack=("R7", "R7")), SeatResult(seat="B", rack=("R7",)), POSSIBLE[2]),
        "time",
        "tiles-too-many-alike",
    ),
    "scores of nobody's tiles": (
        scored(("74", 1, 0), ("-4", 0, 5), ("-70", 0, 2)),
        "cleared",
        "score-impossible",
    ),
}


def commands(seats: tuple[SeatResult, ...], ended_by: str) -> list[Command]:
    """The same figures in every way that takes them."""
    given: dict[str, Any] = {"sheet": SHEET, "seats": seats, "ended_by": ended_by}
    fine = SheetGame(2, counts(*EXAMPLE_1[:3]), "time")
    return [
        RecordGameResult(game=2, **given),
        CorrectGame(game=1, reason="misread", **given),
        SubmitSheet(
            sheet=SHEET,
            games=(
                SheetGame(1, counts(*EXAMPLE_1[:3]), "time"),
                fine,
                SheetGame(3, seats, ended_by),  # type: ignore[arg-type]
            ),
        ),
        MakeRuling(
            dispute="D-0001",
            finding="So it was",
            cites="HK rules 3",
            reason="Seen",
            effects=(AmendGame(1, seats, ended_by),),  # type: ignore[arg-type]
        ),
    ]


def disputed() -> Tournament:
    tournament = in_play(3).given(counted(*EXAMPLE_1[:3]))
    return tournament.given(RaiseDispute(sheet=SHEET, game=1, statement="Count again."))


@cases("way", range(4))
@cases("name", WAYS)
def test_what_cannot_have_been_is_refused_and_changes_nothing(name: str, way: int) -> None:
    seats, ended_by, code = WAYS[name]
    tournament = disputed()
    before = tournament.state
    refused = tournament.when(commands(seats, ended_by)[way], by="chief_referee").refused(code)
    assert refused.problem.text("zh") != refused.problem.text("en")
    assert tournament.state is before


@cases("way", range(4))
def test_what_can_have_been_is_taken_in_every_way(way: int) -> None:
    seats = counts((30, 1), (26, 2), (9, 5))
    assert disputed().when(commands(seats, "time")[way], by="chief_referee").events


@pytest.mark.parametrize(
    ("game", "code"),
    [
        ([("74", 0), ("-4", 5), ("-70", 3)], "score-impossible"),
        ([("90", 0), ("-30", 1), ("-30", 1), ("-30", 1)], "counts-impossible-together"),
        ([("0", 0), ("0", 0), ("0", 3)], "nobody-cleared"),
    ],
)
def test_sheets_from_paper_are_judged_by_the_same_tiles(game: list[tuple[str, int]], code: str) -> None:
    tournament = registered(len(game)).at("2026-03-28 20:00")
    rows = paper_rows(S1, 1, sorted(tournament.state.entrants), [game] * 3)
    refused = tournament.when(ImportResults(rows=tuple(rows))).refused(code)
    assert refused.problem.where["sheet"] == SHEET
    assert refused.problem.where["line"] >= 2


def test_where_scores_alone_came_in_how_it_ended_follows_from_the_tiles() -> None:
    tournament = in_play(3)
    cleared = RecordGameResult(sheet=SHEET, game=1, seats=scored(("15", 1, 0), ("-5", 0, 1), ("-10", 0, 2)))
    assert tournament.when(cleared).only(GameResultRecorded).ended_by == "cleared"
    open_ = RecordGameResult(sheet=SHEET, game=2, seats=scored(("15", 1, 1), ("-5", 0, 1), ("-10", 0, 2)))
    assert tournament.when(open_).only(GameResultRecorded).ended_by == "unknown"


IMPOSSIBLE = (Result("0001", 0, "-66", 2, 70), Result("0002", 1, "71", 5, 4), Result("0003", 0, "-5", 2, 9))


def with_an_old_contradiction() -> Tournament:
    """A log that holds what is refused today: 70 points with 2 tiles, 4 with 5."""
    tournament = in_play(3)
    return tournament.given(GameResultRecorded(SHEET, 1, "time", IMPOSSIBLE, "counts"))


def test_what_an_old_log_holds_still_folds_and_is_told_again_as_it_was() -> None:
    tournament = with_an_old_contradiction()
    assert [total.sixths for total in tournament.sheet().totals] == [-66 * 6, 71 * 6, -5 * 6]
    story = tournament.told_again(Changes())
    assert story.misfits == ()
    assert story.state.sheets == tournament.state.sheets


def test_a_charge_can_be_worked_into_what_an_old_log_holds() -> None:
    tournament = with_an_old_contradiction().given(
        RaiseDispute(sheet=SHEET, game=1, statement="The rack was knocked down.")
    )
    charge = ChargeSeat(1, tournament.sheet().seats[2], "knocked_down")
    ruling = MakeRuling(dispute="D-0001", finding="So", cites="HK rules 3", reason="Seen", effects=(charge,))
    assert tournament.when(ruling, by="chief_referee").only(GameRuled).results[2].count == 200


def codes(tournament: Tournament, outcome: Outcome) -> list[str]:
    return [note.code for note in remarks(tournament.state, outcome.events, tournament.now)]


def test_time_before_it_was_called_or_due_is_remarked() -> None:
    tournament = in_play(3)
    assert codes(tournament, tournament.when(counted(*EXAMPLE_1[:3]))) == ["time-not-called"]
    tournament.given(CallTime(session=S1))
    assert codes(tournament, tournament.when(counted(*EXAMPLE_1[:3], game=2))) == []
    late = in_play(3).at("2026-03-28 13:45")
    assert codes(late, late.when(counted(*EXAMPLE_1[:3]))) == []
    early = in_play(3).at("2026-03-28 13:44")
    assert codes(early, early.when(counted(*EXAMPLE_1[:3]))) == ["time-not-called"]


def test_a_rare_ending_and_an_unusual_figure_are_remarked_and_refuse_nothing() -> None:
    tournament = in_play(3)
    rare = tournament.when(counted((60, 2), (5, 1), (9, 2), ended_by="pool_exhausted"))
    assert codes(tournament, rare) == ["rare-ending", "unusual-count"]


def test_a_self_recorded_count_is_remarked_where_a_cleared_rack_tells_it() -> None:
    tournament = in_play(3)
    cleared = scored(("69", 1, 0), ("-60", 0, 2), ("-9", 0, 2))
    outcome = tournament.when(RecordGameResult(sheet=SHEET, game=1, seats=cleared))
    assert codes(tournament, outcome) == ["unusual-count"]


def test_what_is_usual_is_not_remarked() -> None:
    tournament = recorded(3)
    usual = counted((0, 0), (24, 3), (37, 2), ended_by="cleared")
    outcome = in_play(3).when(usual)
    assert codes(tournament, outcome) == []
