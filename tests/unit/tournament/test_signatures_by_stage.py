"""Signatures as the stage asks for them: required, optional, none; and who sits with a referee by that."""

from services.tournament.docket.disputes import DisputeRaised, RaiseDispute
from services.tournament.docket.effects import NoEffect
from services.tournament.docket.rulings import RulingMade
from services.tournament.play.results import CorrectGame, GameCorrected, GameResultRecorded
from services.tournament.play.sheets import open_points
from services.tournament.play.signatures import SheetClosed, SheetSigned, SignSheet
from services.tournament.play.timing import (
    EndSession,
    ReopenSession,
    SessionEnded,
    SessionStarted,
    StartSession,
)
from services.tournament.publication.publishing import PublishResults
from services.tournament.seating.seats import DrawSeats
from tests.unit.tournament.given_formats import (
    MSO,
    cleared,
    draw_round,
    entered,
    in_play,
    play_round,
    played,
    round_id,
    ruled,
    seats_at,
    sheet_at,
    start_round,
    won,
)
from tests.unit.tournament.specs import Tournament


def sign(tournament: Tournament, entrant: str) -> SignSheet:
    return SignSheet(sheet=sheet_at(tournament).sheet, entrant=entrant, medium="device")


def recorded(signatures: str) -> tuple[Tournament, str, str]:
    """A Swiss round of which table 1 has its game: the tournament, the winner and the loser."""
    tournament = in_play(MSO, 4, signatures=signatures)
    winner, loser = seats_at(tournament)
    return tournament.given(won(tournament, winner, 12)), winner, loser


def test_required_a_sheet_of_two_is_closed_by_both_signatures() -> None:
    tournament, winner, loser = recorded("required")
    assert sheet_at(tournament).closed_seq is None
    tournament.when(sign(tournament, winner)).then(SheetSigned)
    tournament.when(sign(tournament, loser)).then(SheetSigned, SheetClosed)


def test_required_an_unsigned_sheet_stays_open_after_its_session() -> None:
    tournament, winner, loser = recorded("required")
    play_table_two(tournament)
    tournament.when(EndSession(session=round_id(tournament))).then(SessionEnded)
    assert [*map(str, open_points(tournament.state, sheet_at(tournament)))] == [
        f"{winner} has not signed",
        f"{loser} has not signed",
    ]
    # The next round goes by results, not by signatures.
    draw_round(tournament, 2)


def play_table_two(tournament: Tournament) -> None:
    tournament.given(won(tournament, seats_at(tournament, 2)[0]))


def test_required_no_round_starts_at_tables_without_a_referee() -> None:
    tournament = entered(MSO, 4, signatures="required")
    tournament.given(DrawSeats(session=round_id(tournament)))
    start = StartSession(session=round_id(tournament))
    tournament.when(start).refused("tables-without-referee", "1, 2")
    for word in ("optional", "none"):
        other = entered(MSO, 4, signatures=word)
        other.given(DrawSeats(session=round_id(other)))
        other.when(start).then(SessionStarted)


def test_optional_a_complete_sheet_closes_by_itself_when_the_session_ends() -> None:
    tournament, winner, _ = recorded("optional")
    assert sheet_at(tournament).closed_seq is None
    tournament.given(sign(tournament, winner))
    play_table_two(tournament)
    outcome = tournament.when(EndSession(session=round_id(tournament)))
    outcome.then(SessionEnded, SheetClosed, SheetClosed)


def test_optional_a_sheet_that_all_have_signed_is_closed_before() -> None:
    tournament, winner, loser = recorded("optional")
    tournament.given(sign(tournament, winner))
    tournament.when(sign(tournament, loser)).then(SheetSigned, SheetClosed)


def test_optional_an_incomplete_sheet_stays_open_and_closes_with_its_last_game() -> None:
    tournament, _, _ = recorded("optional")
    tournament.when(EndSession(session=round_id(tournament))).then(SessionEnded, SheetClosed)
    assert sheet_at(tournament, 2).closed_seq is None
    late = won(tournament, seats_at(tournament, 2)[0])
    tournament.when(late).then(GameResultRecorded, SheetClosed)


def test_optional_a_case_keeps_a_sheet_open_past_its_session_until_it_is_ruled() -> None:
    tournament, winner, _ = recorded("optional")
    tournament.given(RaiseDispute(sheet=sheet_at(tournament).sheet, entrant=winner, game=1, statement="So."))
    play_table_two(tournament)
    tournament.when(EndSession(session=round_id(tournament))).then(SessionEnded, SheetClosed)
    assert sheet_at(tournament).closed_seq is None
    tournament.when(ruled(NoEffect())).then(RulingMade, SheetClosed)


def test_optional_who_has_signed_cannot_complain_and_who_has_not_can() -> None:
    tournament, winner, loser = recorded("optional")
    tournament.given(sign(tournament, winner))
    play_table_two(tournament)
    tournament.given(EndSession(session=round_id(tournament)))
    complaint = RaiseDispute(sheet=sheet_at(tournament).sheet, game=1, statement="A tile was hidden.")
    tournament.when(complaint, by=f"participant:{winner}").refused("dispute-after-signature")
    tournament.when(complaint, by=f"participant:{loser}").then(DisputeRaised)


def test_none_a_sheet_closes_when_it_is_complete_and_takes_no_signature() -> None:
    tournament = in_play(MSO, 4)
    winner, _ = seats_at(tournament)
    tournament.when(won(tournament, winner)).then(GameResultRecorded, SheetClosed)


def test_none_a_referee_corrects_while_nothing_is_signed_and_the_sheet_stays_closed() -> None:
    tournament, winner, loser = recorded("none")
    seats = cleared(loser, (winner, loser), 3)
    fix = CorrectGame(sheet=sheet_at(tournament).sheet, game=1, seats=seats, reason="typed wrongly")
    tournament.when(fix, by="referee:R01").then(GameCorrected)
    assert sheet_at(tournament).closed_seq is not None


def test_a_round_reopened_is_ended_again() -> None:
    tournament = played(MSO, 4, 1, signatures="optional")
    tournament.given(ReopenSession(session=round_id(tournament), reason="too early"))
    tournament.when(EndSession(session=round_id(tournament))).then(SessionEnded)
    start_round(draw_round(tournament, 2), 2)


def test_a_stage_is_published_once_every_sheet_is_closed() -> None:
    tournament, winner, loser = recorded("required")
    play_table_two(tournament)
    tournament.given(EndSession(session=round_id(tournament)))
    for round in (2, 3, 4, 5):
        play_round(draw_round(tournament, round), round)
    publish = PublishResults(stage="swiss")
    tournament.when(publish).refused("stage-not-settled", f"{winner} has not signed")
    tournament.given(sign(tournament, winner), sign(tournament, loser))
    tournament.when(publish).refused("stage-not-settled", "table 2 in Round 1")
