"""Results from paper: seats and presence taken where none were drawn, the same rows twice nothing."""

from collections.abc import Sequence
from typing import Any

import msgspec

from services.tournament.docket.disputes import RaiseDispute
from services.tournament.docket.effects import AmendGame
from services.tournament.docket.leaving import DisqualifyEntrant
from services.tournament.docket.rulings import MakeRuling
from services.tournament.people.registration import EntrantRegistered, PlaceConfirmed
from services.tournament.play.conflicts import (
    ScoreSheetRecorded,
    SettleSheetConflict,
    SheetConflictFound,
    SheetConflictSettled,
)
from services.tournament.play.paper import ImportResults, ResultRow, SessionPlayedOnPaper
from services.tournament.play.remarks import remarks
from services.tournament.play.results import CorrectGame
from services.tournament.play.signatures import SheetClosed, SheetSigned, SignaturesVoided, SignSheet
from services.tournament.publication.publishing import unsettled
from services.tournament.seating.presence import CheckIn, EntrantCheckedIn
from services.tournament.seating.seats import TableSeats
from services.tournament.standings.standing import standings
from services.tournament.weather.suspension import SuspendDay
from tests.cases import cases
from tests.unit.tournament.figures import EXAMPLE_1, EXAMPLE_2, EXAMPLE_3, counted, scored
from tests.unit.tournament.specs import (
    S1,
    S2,
    Tournament,
    drawn,
    in_play,
    numbers,
    record,
    registered,
    registration,
    sign,
)
from tests.unit.tournament.stages import paper_rows

SHEET = f"{S1}/1"
GAMES = [
    [("30", 1), ("-5", 1), ("-10", 3), ("-15", 4)],
    [("11", 3), ("11", 1), ("-12", 2), ("-10", 4)],
    [("+11", 1), ("11.0", 1), ("−12", 2), ("-10", 4)],
]


def rows(*seats: str, table: int = 1, games: Sequence[Sequence[tuple[str, int]]] = GAMES) -> list[ResultRow]:
    plain = [[(score.replace("−", "-").replace("+", ""), tiles) for score, tiles in game] for game in games]
    found = paper_rows(S1, table, seats, plain, 2)
    written = [score for game in games for score, _ in game[: len(seats)]]
    return [msgspec.structs.replace(row, score=score) for row, score in zip(found, written, strict=True)]


def bring(*lists: Sequence[ResultRow]) -> ImportResults:
    every = [row for result_rows in lists for row in result_rows]
    return ImportResults(
        rows=tuple(msgspec.structs.replace(row, line=line) for line, row in enumerate(every, 2))
    )


def four(*, table: int = 1, first: int = 1, **changes: Any) -> list[ResultRow]:
    result_rows = rows(*numbers(4, first), table=table)
    return [msgspec.structs.replace(row, **changes) for row in result_rows]


def changed(place: int, **fields: Any) -> ImportResults:
    """The rows of table 1 with one of them changed, counted from 0."""
    result_rows = four()
    result_rows[place] = msgspec.structs.replace(result_rows[place], **fields)
    return bring(result_rows)


def evening(count: int = 4, **changes: Any) -> Tournament:
    return registered(count, **changes).at("2026-03-28 20:00")


def test_a_session_without_a_draw_takes_seats_and_presence_from_the_rows() -> None:
    tournament = evening(5)
    outcome = tournament.when(bring(four()))
    outcome.then(
        SessionPlayedOnPaper(S1, (TableSeats(1, ("0001", "0002", "0003", "0004")),), ("0005",)),
        ScoreSheetRecorded,
        SheetSigned,
        SheetSigned,
        SheetSigned,
        SheetSigned,
        SheetClosed(SHEET),
    )
    session = tournament.state.sessions[S1]
    assert (session.status, session.on_paper, session.checked_in) == ("ended", True, 4)
    assert tournament.entrant("0005").first.presence == "forfeited"
    assert tournament.entrant("0003").first.seat == "C"


@cases("hour, codes", [("2026-03-28 20:00", []), ("2026-03-27 20:00", ["results-before-play"])])
def test_results_of_a_session_that_is_still_to_come_are_remarked(hour: str, codes: list[str]) -> None:
    tournament = registered(4).at(hour)
    outcome = tournament.when(bring(four()))
    assert [note.code for note in remarks(tournament.state, outcome.events, tournament.now)] == codes


def test_sheets_from_paper_are_closed_and_signed_on_paper() -> None:
    tournament = evening().given(bring(four()))
    sheet = tournament.sheet()
    assert {signature.medium for signature in sheet.signatures.values()} == {"paper"}
    assert sheet.source == "paper"
    assert sheet.games[0] is not None
    assert (sheet.games[0].source, sheet.games[0].ended_by) == ("paper", "unknown")
    assert unsettled(tournament.state, "preliminary") == []


def test_the_standings_of_98_entrants_are_exact() -> None:
    tournament = evening(98)
    entrant_nos, every = iter(numbers(98)), []
    for table in range(1, 26):
        size = 4 if table <= 23 else 3
        game = GAMES[0] if size == 4 else [("15", 1), ("-5", 1), ("-10", 3)]
        every.append(rows(*(next(entrant_nos) for _ in range(size)), table=table, games=[game] * 3))
    command = bring(*every)
    assert len(command.rows) == 294
    tournament.given(command)
    best = standings(tournament.state, "preliminary")
    assert [standing.place for standing in best[:24]] == [1] * 23 + [24]
    assert (best[0].totals.score_sixths, best[0].totals.tiles) == (540, 3)
    tournament.when(command).nothing()


def test_the_same_rows_twice_change_nothing_whatever_their_order_or_spelling() -> None:
    tournament = evening().given(bring(four()))
    tournament.when(bring(four())).nothing()
    tournament.when(bring(four()[::-1])).nothing()
    respelled = [msgspec.structs.replace(row, score=f"{row.score.replace('.0', '')} ") for row in four()]
    tournament.when(bring(respelled)).nothing()


def test_the_same_rows_change_nothing_after_a_correction_or_a_ruling_either() -> None:
    tournament = evening().given(bring(four()))
    seats = scored(("31", 1, 1), ("-6", 0, 1), ("-10", 0, 3), ("-15", 0, 4))
    tournament.given(
        CorrectGame(sheet=SHEET, game=1, ended_by="time", seats=seats, reason="typed 30"), by="chief_referee"
    )
    tournament.when(bring(four())).nothing()
    tournament.given(RaiseDispute(sheet=SHEET, game=2, statement="so"))
    amended = AmendGame(2, scored(("12", 0, 3), ("12", 1, 1), ("-12", 0, 2), ("-12", 0, 4)), "time")
    tournament.given(
        MakeRuling(dispute="D-0001", finding="f", cites="HK rules 3", reason="r", effects=(amended,))
    )
    tournament.when(bring(four())).nothing()


def test_a_correction_of_a_paper_sheet_voids_the_signatures_of_whom_it_concerns() -> None:
    tournament = evening().given(bring(four()))
    seats = scored(("31", 1, 1), ("-6", 0, 1), ("-10", 0, 3), ("-15", 0, 4))
    correct = CorrectGame(sheet=SHEET, game=1, ended_by="time", seats=seats, reason="typed 30")
    tournament.when(correct, by="referee").refused("signed-already")
    assert tournament.when(correct, by="chief_referee").only(SignaturesVoided).entrants == ("0001", "0002")
    assert tournament.sheet().closed_seq is None


def other() -> list[ResultRow]:
    return rows(*numbers(4), games=[GAMES[0], GAMES[1], GAMES[0]])


def test_different_rows_for_the_same_table_are_kept_as_a_conflict() -> None:
    tournament = evening().given(bring(four()))
    outcome = tournament.when(bring(other()))
    assert outcome.then(SheetConflictFound).only(SheetConflictFound).source == "paper"
    assert tournament.sheet().closed_seq is None
    tournament.when(bring(other())).nothing()
    tournament.when(bring(four())).nothing()


def test_a_paper_sheet_that_is_taken_instead_is_signed_and_closed() -> None:
    tournament = evening().given(bring(four()), bring(other()))
    settle = SettleSheetConflict(sheet=SHEET, conflict=1, take="second", reason="the carbon copy")
    outcome = tournament.when(settle)
    assert outcome.all(SheetConflictSettled)
    assert outcome.all(SheetClosed)
    assert set(tournament.sheet().signatures) == set(numbers(4))


def test_a_wrong_sum_refuses_the_whole_file_and_names_line_and_table() -> None:
    tournament = evening(8)
    wrong = four(table=2, first=5)
    wrong[4] = msgspec.structs.replace(wrong[4], score="12")
    command = bring(four(), wrong)
    refused = tournament.when(command).refused("scores-not-zero-sum", "1")
    assert refused.problem.where["table"] == 2
    assert refused.problem.where["game"] == 2
    assert refused.problem.where["sheet"] == f"{S1}/2"
    assert refused.problem.where["line"] in (18, 19, 20, 21)
    assert not tournament.state.sheets


@cases(
    "command, code, where",
    [
        (changed(0, score="3.33"), "score-not-exact", {"line": 2, "table": 1, "field": "score"}),
        (changed(1, game_won=1), "game-won-wrong", {"line": 3, "table": 1, "game": 1}),
        (changed(2, game_won=7), "game-won-not-a-flag", {"line": 4, "table": 1}),
        (changed(3, tiles=-1), "seat-out-of-range", {"line": 5, "table": 1}),
        (changed(0, session="2026-03-28/9"), "not-found", {"line": 2, "field": "session"}),
        (changed(0, table=26), "not-found", {"line": 2, "field": "table"}),
        (changed(0, game=4), "not-found", {"line": 2, "field": "game"}),
        (changed(0, seat="E"), "not-found", {"line": 2, "field": "seat"}),
        (changed(0, seat=""), "invalid-input", {"line": 2, "field": "seat"}),
        (changed(4, game=1), "row-twice", {"line": 6, "table": 1}),
        (changed(4, entrant_no="0005"), "seat-changes-hands", {"line": 6, "table": 1, "field": "entrant_no"}),
        (bring(four()[:-1]), "row-missing", {"line": 5, "table": 1}),
        (bring(four()[:8]), "row-missing", {"table": 1}),
        (bring([row for row in four() if row.seat != "B"]), "row-missing", {"line": 2, "table": 1}),
        (bring([row for row in four() if row.seat in "AB"]), "cannot-be-seated", {"line": 2, "table": 1}),
        (changed(6, entrant_no="0099"), "not-found", {"line": 8, "field": "entrant_no"}),
    ],
)
def test_rows_that_cannot_be_right_are_refused_with_their_place(
    command: ImportResults, code: str, where: dict[str, Any]
) -> None:
    problem = evening(5).when(command).refused(code).problem
    assert where.items() <= problem.where.items()


def test_an_entrant_of_another_session_is_refused() -> None:
    tournament = evening(3).given(registration("0004", S2))
    refused = tournament.when(bring(four())).refused("another-session", "0004", S2)
    assert refused.problem.where["line"] == 5


def test_nobody_sits_at_two_tables() -> None:
    tournament = evening(8)
    twice = rows("0005", "0006", "0007", "0001", table=2)
    tournament.when(bring(four(), twice)).refused("two-seats", f"{S1}/1", f"{S1}/2")
    tournament.given(bring(four())).when(bring(twice)).refused("two-seats")
    tournament.when(bring(rows("0005", "0006", "0007", "0007", table=2))).refused("two-seats")


def test_who_waits_cancelled_or_is_out_did_not_play() -> None:
    tournament = registered(5, capacity=4, tables=2).at("2026-03-28 20:00")
    tournament.when(bring(rows("0005", "0002", "0003", "0004"))).refused("not-taking-part", "waiting")
    tournament.given(DisqualifyEntrant(entrant="0004", reason="a phone"))
    tournament.when(bring(four())).refused("out-of-competition", "0004")


def test_more_than_the_session_holds_are_refused() -> None:
    tournament = registered(4, capacity=4, tables=2)
    for entrant in numbers(3, 5):
        tournament.given(
            EntrantRegistered(entrant, f"person-{entrant}", S1, False, (), (), None, None),
            PlaceConfirmed(entrant, S1, False),
            EntrantCheckedIn(entrant, S1),
        )
    second = rows("0005", "0006", "0007", table=2, games=[[("15", 1), ("-5", 1), ("-10", 3)]] * 3)
    tournament.when(bring(four(), second)).refused("tables-too-few", "7 entrants")


def test_tables_may_come_in_one_after_another() -> None:
    tournament = evening(8).given(bring(four()))
    assert tournament.entrant("0007").first.presence == "forfeited"
    tournament.when(bring(four(table=2, first=5))).then(
        SessionPlayedOnPaper, ScoreSheetRecorded, *[SheetSigned] * 4, SheetClosed
    )
    assert tournament.entrant("0007").first.presence == "checked_in"
    assert tournament.state.sessions[S1].checked_in == 8


def test_a_session_that_was_drawn_here_is_filled_only_by_its_own_seats() -> None:
    tournament = in_play(4)
    seats = tournament.sheet().seats
    tournament.when(bring(rows(*seats[::-1]))).refused("seats-drawn-differ", ", ".join(seats))
    tournament.when(bring(rows(*seats))).then(ScoreSheetRecorded, *[SheetSigned] * 4, SheetClosed)
    tournament.when(bring(rows("0001", "0002", "0003", "0004", table=2))).refused("seats-drawn-differ")


def test_paper_completes_and_closes_what_the_desk_recorded() -> None:
    tournament = in_play(4).given(counted(*EXAMPLE_1))
    seats = tournament.sheet().seats
    tournament.given(bring(rows(*seats)))
    assert tournament.sheet().closed_seq is not None
    tournament = record(in_play(4))
    seats = tournament.sheet().seats
    tournament.when(bring(rows(*seats))).then(ScoreSheetRecorded, *[SheetSigned] * 4, SheetClosed)
    tournament.when(bring(rows(*seats))).nothing()


def test_paper_adds_only_the_signatures_that_are_missing() -> None:
    tournament = record(in_play(4))
    seats = tournament.sheet().seats
    tournament.given(SignSheet(sheet=SHEET, entrant=seats[0], medium="device"))
    outcome = tournament.when(bring(rows(*seats)))
    assert [sheet_signed.entrant for sheet_signed in outcome.all(SheetSigned)] == list(seats[1:])


def test_a_closed_sheet_that_the_paper_agrees_with_stays_as_it_is() -> None:
    tournament = sign(record(in_play(4)))
    tournament.when(bring(rows(*tournament.sheet().seats))).nothing()


def test_paper_does_not_sign_over_an_open_dispute() -> None:
    tournament = in_play(4).given(RaiseDispute(sheet=SHEET, statement="the tiles were short"))
    tournament.when(bring(rows(*tournament.sheet().seats))).then(ScoreSheetRecorded)
    assert not tournament.sheet().signatures


def test_paper_that_differs_from_the_desk_is_a_conflict() -> None:
    tournament = record(in_play(4), SHEET, EXAMPLE_1, EXAMPLE_2, EXAMPLE_1)
    tournament.when(bring(rows(*tournament.sheet().seats))).then(SheetConflictFound)
    assert tournament.sheet().games[2] is not None
    record(in_play(4), SHEET, EXAMPLE_1, EXAMPLE_2, EXAMPLE_3)


def test_a_drawn_session_is_started_before_its_results_come_in() -> None:
    drawn(4).when(bring(four())).refused("not-started", "drawn")
    tournament = registered(4).at("2026-03-28 09:00")
    tournament.given(SuspendDay(day=tournament.state.sessions[S1].known_day, grounds="other"))
    tournament.when(bring(four())).refused("not-started", "suspended")


def test_check_ins_without_a_draw_give_way_to_the_sheets() -> None:
    tournament = registered(5).at("2026-03-28 12:05")
    tournament.given(CheckIn(entrant="0001"), CheckIn(entrant="0005")).at("2026-03-28 20:00")
    tournament.given(bring(four()))
    assert tournament.entrant("0005").first.presence == "forfeited"
    assert tournament.state.sessions[S1].checked_in == 4


def test_no_rows_are_nothing() -> None:
    evening().when(ImportResults(rows=())).nothing()
