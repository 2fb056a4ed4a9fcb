"""Whole sheets: the same one twice is one, a different second one is kept until a referee settles it."""

from collections.abc import Sequence

from services.tournament.docket.disputes import RaiseDispute
from services.tournament.docket.effects import AmendGame, VoidGame
from services.tournament.docket.leaving import WithdrawEntrant
from services.tournament.docket.rulings import MakeRuling
from services.tournament.play.conflicts import (
    ScoreSheetRecorded,
    SettleSheetConflict,
    SheetConflictFound,
    SheetConflictSettled,
    SubmitSheet,
)
from services.tournament.play.remarks import remarks
from services.tournament.play.results import CorrectGame
from services.tournament.play.sheets import open_points
from services.tournament.play.signatures import SheetClosed, SignaturesVoided, SignSheet
from services.tournament.standings.standing import standings
from shared.catalogue import say
from tests.cases import cases
from tests.unit.tournament.cases import game, rule
from tests.unit.tournament.figures import EXAMPLE_1, EXAMPLE_2, EXAMPLE_3, counted, counts, scored, sheet_game
from tests.unit.tournament.specs import S1, Tournament, in_play, recorded, sign

SHEET = f"{S1}/1"
WRITTEN_1 = scored(("30", 1, 1), ("-5", 0, 1), ("-10", 0, 3), ("-15", 0, 4))
WRITTEN_2 = scored(("11", 0, 3), ("11", 1, 1), ("-12", 0, 2), ("-10", 0, 4))
WRITTEN_3 = scored(("11", 1, 1), ("11", 1, 1), ("-12", 0, 2), ("-10", 0, 4))
OTHER_3 = scored(("22", 1, 1), ("-1", 0, 1), ("-12", 0, 2), ("-9", 0, 4))


def whole(third: tuple[object, ...] = WRITTEN_3, *order: int) -> SubmitSheet:
    games = (sheet_game(1, WRITTEN_1), sheet_game(2, WRITTEN_2), sheet_game(3, third))  # type: ignore[arg-type]
    return SubmitSheet(sheet=SHEET, games=tuple(games[place - 1] for place in order) if order else games)


def settle(take: str, conflict: int = 1, reason: str = "seen at the table") -> SettleSheetConflict:
    return SettleSheetConflict(sheet=SHEET, conflict=conflict, take=take, reason=reason)  # type: ignore[arg-type]


def totals(tournament: Tournament) -> list[tuple[int, int]]:
    return [(total.games_won, total.sixths // 6) for total in tournament.sheet().totals]


def test_a_sheet_is_handed_in_whole() -> None:
    tournament = in_play(4)
    outcome = tournament.when(whole(WRITTEN_3, 3, 1, 2))
    assert [game.game for game in outcome.then(ScoreSheetRecorded).only(ScoreSheetRecorded).games] == [
        1,
        2,
        3,
    ]
    assert outcome.only(ScoreSheetRecorded).source == "submitted"
    assert totals(tournament) == [(2, 52), (2, 17), (0, -34), (0, -35)]


def test_a_sheet_with_a_game_missing_or_twice_is_refused() -> None:
    tournament = in_play(4)
    for order in ((1, 2), (1, 2, 2), (1, 2, 3, 3)):
        tournament.when(whole(WRITTEN_3, *order)).refused(
            "games-incomplete", f"this one has {', '.join(map(str, sorted(order)))}."
        )


def test_the_same_sheet_sent_twice_is_one_sheet() -> None:
    tournament = in_play(4).given(whole())
    tournament.when(whole()).nothing()
    tournament.when(whole(WRITTEN_3, 2, 3, 1)).nothing()


def test_a_sheet_completes_what_was_recorded_game_by_game() -> None:
    tournament = in_play(4).given(counted(*EXAMPLE_1))
    tournament.when(whole()).then(ScoreSheetRecorded)
    assert game(tournament, 1).source == "counts"
    recorded(4).when(whole()).nothing()


def test_a_different_second_sheet_is_kept_beside_the_first() -> None:
    tournament = in_play(4).given(whole())
    outcome = tournament.when(whole(OTHER_3))
    assert outcome.then(SheetConflictFound).only(SheetConflictFound).conflict == 1
    assert [note.code for note in remarks(tournament.state, outcome.events, tournament.now)] == [
        "sheet-conflict"
    ]
    assert totals(tournament)[0] == (2, 52)
    assert [*map(str, open_points(tournament.state, tournament.sheet()))] == [
        say("part-second-sheet-differs", "en")
    ]
    tournament.when(SignSheet(sheet=SHEET, entrant="0001", medium="paper")).refused(
        "not-ready-to-sign", "a second sheet differs"
    )


def test_a_second_sheet_that_is_sent_again_is_still_one_difference() -> None:
    tournament = in_play(4).given(whole(), whole(OTHER_3))
    tournament.when(whole(OTHER_3)).nothing()
    tournament.when(whole()).nothing()
    assert len(tournament.sheet().conflicts) == 1


@cases("take, settled, first", [("first", "kept_first", (2, 52)), ("second", "took_second", (2, 63))])
def test_a_referee_keeps_the_first_sheet_or_takes_the_second(
    take: str, settled: str, first: tuple[int, int]
) -> None:
    tournament = in_play(4).given(whole(), whole(OTHER_3))
    tournament.when(settle(take)).then(SheetConflictSettled(SHEET, 1, take, "case-1"))
    assert totals(tournament)[0] == first
    assert tournament.sheet().conflicts[0].settled == settled
    tournament.when(settle("second")).refused("conflict-settled")
    tournament.when(whole(OTHER_3)).nothing()
    tournament.when(whole()).nothing()


def test_a_settlement_is_owed_a_reason_and_a_difference() -> None:
    tournament = in_play(4).given(whole(), whole(OTHER_3))
    tournament.when(settle("first", reason="")).refused("invalid-input")
    tournament.when(settle("first", conflict=2)).refused("not-found")
    tournament.when(settle("first", conflict=0)).refused("not-found")


def test_a_second_sheet_opens_a_closed_one_and_keeping_the_first_closes_it_again() -> None:
    tournament = sign(in_play(4).given(whole()))
    assert tournament.sheet().closed_seq is not None
    tournament.when(whole(OTHER_3)).then(SheetConflictFound)
    assert tournament.sheet().closed_seq is None
    tournament.when(settle("first")).then(SheetConflictSettled, SheetClosed)


def test_taking_the_second_sheet_voids_the_signatures_whose_figures_it_changes() -> None:
    tournament = sign(in_play(4).given(whole()))
    outcome = tournament.given(whole(OTHER_3)).when(settle("second"))
    seats = tournament.sheet().seats
    assert outcome.only(SignaturesVoided).entrants == tuple(sorted((seats[0], seats[1], seats[3])))
    assert list(tournament.sheet().signatures) == [seats[2]]


def test_a_sheet_once_corrected_is_not_unsettled_by_the_one_that_came_first() -> None:
    tournament = in_play(4).given(whole())
    tournament.given(
        CorrectGame(sheet=SHEET, game=3, ended_by="time", seats=counts(*EXAMPLE_1), reason="wrong column")
    )
    tournament.when(whole()).nothing()


def test_no_other_sheet_changes_what_was_ruled() -> None:
    tournament = in_play(4).given(whole(), RaiseDispute(sheet=SHEET, game=2, statement="the wrong tiles"))
    tournament.given(
        MakeRuling(dispute="D-0001", finding="so", cites="HK rules 1", reason="so", effects=(VoidGame(2),))
    )
    tournament.given(whole(OTHER_3)).when(settle("second")).then(SheetConflictSettled)
    second, third = game(tournament, 2), game(tournament, 3)
    assert (second.status, second.ruling) == ("voided", "R-0001")
    assert third.figures[0].sixths == 22 * 6


def test_a_sheet_does_not_settle_what_awaits_a_ruling() -> None:
    tournament = in_play(4).given(counted(*EXAMPLE_1))
    leaver = tournament.sheet().seats[3]
    tournament.given(WithdrawEntrant(entrant=leaver, grounds="health"))

    games = (
        sheet_game(1, WRITTEN_1),
        sheet_game(2, scored(("10", 1, 0), ("-4", 0, 1), ("-6", 0, 2))),
        sheet_game(3, scored(("-4", 0, 2), ("4", 1, 0), ("0", 0, 2))),
    )
    tournament.when(SubmitSheet(sheet=SHEET, games=games)).refused("score-impossible")
    games = (*games[:2], sheet_game(3, scored(("-4", 0, 2), ("10", 1, 0), ("-6", 0, 2))))
    tournament.when(SubmitSheet(sheet=SHEET, games=games)).then(SheetConflictFound)
    tournament.given(settle("second"))
    assert game(tournament, 2).status == "awaiting_ruling"
    amended = AmendGame(2, games[1].seats)
    tournament.given(
        MakeRuling(
            dispute="D-0001", finding="f", cites="HK code of conduct 14", reason="r", effects=(amended,)
        )
    )
    assert not str(open_points(tournament.state, tournament.sheet())[0]).startswith("game")


def test_the_sheet_of_a_table_in_play_already_counts_for_who_completed_three_games() -> None:
    tournament = in_play(8).given(whole())
    table = standings(tournament.state, "preliminary")
    assert [standing.entrant_no for standing in table] == sorted(
        tournament.sheet().seats, key=lambda seat: [row.entrant_no for row in table].index(seat)
    )
    assert len(table) == 4


def rows_of(*games: Sequence[tuple[int, int]]) -> Tournament:
    tournament = in_play(4)
    for number, seats in enumerate(games, 1):
        tournament.given(counted(*seats, game=number))
    return tournament


def test_open_points_say_what_a_sheet_still_lacks() -> None:
    tournament = rows_of(EXAMPLE_1, EXAMPLE_2)
    assert [*map(str, open_points(tournament.state, tournament.sheet()))] == [
        say("part-game-not-recorded", "en", game="3")
    ]
    tournament.given(counted(*EXAMPLE_3, game=3), RaiseDispute(sheet=SHEET, entrant="0001", statement="no"))
    assert [*map(str, open_points(tournament.state, tournament.sheet()))] == [
        say("part-dispute-open", "en", dispute="D-0001")
    ]


def test_a_game_that_a_ruling_decides_is_remarked_where_a_sheet_says_otherwise_and_as_it_is_taken() -> None:
    kept = say("remark-ruling-kept", "en", game=3, ruling="R-0001")
    for take, expected in (("first", []), ("second", [kept])):
        tournament = in_play(4).given(whole(), RaiseDispute(sheet=SHEET, game=3, statement="A joker."))
        tournament.given(rule(VoidGame(3)), by="chief_referee")
        found = tournament.when(whole(OTHER_3))
        notes = remarks(tournament.state, found.events, tournament.now)
        assert [(note.code, note.en == kept) for note in notes] == [
            ("sheet-conflict", False),
            ("ruling-kept", True),
        ]
        settled = tournament.when(settle(take))
        assert [note.en for note in remarks(tournament.state, settled.events, tournament.now)] == expected
        assert game(tournament, 3).status == "voided"
