"""Disputes: at once, before one's own signature; after it no complaint (HK referee and supervision)."""

from services.tournament.docket.disputes import (
    DisputeRaised,
    DisputeWithdrawn,
    RaiseDispute,
    ReportGameNotBegun,
    WithdrawDispute,
)
from services.tournament.docket.effects import NoEffect, VoidGame
from services.tournament.docket.leaving import WithdrawEntrant
from services.tournament.docket.rulings import MakeRuling
from services.tournament.play.signatures import CloseSignature, RecordMissingSignature, SheetClosed, SignSheet
from services.tournament.play.timing import CallTime, EndSession
from services.tournament.publication.publishing import unsettled
from tests.unit.tournament.cases import game
from tests.unit.tournament.figures import EXAMPLE_1, counted
from tests.unit.tournament.specs import S1, closed_sheet, in_play, recorded, sign

SHEET = f"{S1}/1"


def complaint(entrant: str | None = "0001", **fields: object) -> RaiseDispute:
    given: dict[str, object] = {"game": 1, "statement": "A tile was moved.", **fields}
    return RaiseDispute(sheet=SHEET, entrant=entrant, **given)  # type: ignore[arg-type]


def test_a_participant_raises_a_dispute_and_its_words_are_in_the_vault() -> None:
    outcome = in_play(4).when(complaint())
    outcome.then(DisputeRaised("D-0001", "dispute", SHEET, 1, ("0001",), "0001", "case-1", None))
    assert outcome.entries[0].personal == {"case-1": {"statement": "A tile was moved."}}


def test_a_participant_who_names_nobody_raises_it_for_themselves() -> None:
    raised = in_play(4).when(complaint(None), by="participant:0002").only(DisputeRaised)
    assert (raised.raised_by, raised.entrants) == ("0002", ("0002",))
    signed = recorded(4).given(SignSheet(sheet=SHEET, entrant="0001", medium="paper"))
    signed.when(complaint(None), by="participant:0001").refused("dispute-after-signature")


def test_a_referee_raises_one_for_the_whole_table() -> None:
    tournament = in_play(4)
    outcome = tournament.when(complaint(None, game=None), by="referee")
    raised = outcome.only(DisputeRaised)
    assert raised.raised_by is None
    assert raised.entrants == tournament.sheet().seats


def test_a_dispute_is_about_a_table_and_one_who_sits_there_and_says_what() -> None:
    tournament = in_play(8)
    elsewhere = tournament.sheet(2).seats[0]
    tournament.when(complaint(elsewhere)).refused("not-on-sheet")
    tournament.when(complaint("0099")).refused("not-found")
    tournament.when(complaint(tournament.sheet().seats[0], game=4)).refused("not-found", "game 4")
    tournament.when(complaint(tournament.sheet().seats[0], statement=" ")).refused("invalid-input")


def test_a_signed_participant_cannot_raise_a_dispute() -> None:
    tournament = recorded(4).given(SignSheet(sheet=SHEET, entrant="0001", medium="paper"))
    refused = tournament.when(complaint("0001")).refused("dispute-after-signature", "0001")
    assert refused.problem.kind.rule == "HK referee and supervision; score sheet, remark"


def test_the_others_at_the_table_still_may() -> None:
    tournament = recorded(4).given(SignSheet(sheet=SHEET, entrant="0001", medium="device"))
    tournament.when(complaint("0002")).then(DisputeRaised)
    assert "0001" in tournament.sheet().signatures


def test_who_was_closed_without_signing_may_still_complain() -> None:
    tournament = sign(recorded(4), SHEET, "0002").given(
        RecordMissingSignature(sheet=SHEET, entrant="0002", kind="refused"),
        CloseSignature(sheet=SHEET, entrant="0002", reason="figures checked"),
    )
    tournament.when(complaint("0002")).then(DisputeRaised)


def test_a_dispute_on_a_closed_sheet_opens_it_until_it_is_ruled() -> None:
    tournament = closed_sheet(4)
    tournament.given(CallTime(session=S1), EndSession(session=S1))
    assert unsettled(tournament.state, "preliminary") == []
    tournament.given(complaint(None))
    assert [*map(str, unsettled(tournament.state, "preliminary"))] == [
        "the sheet of table 1 in session 1 of Saturday, 28 March 2026: dispute D-0001 is open"
    ]
    ruling = MakeRuling(dispute="D-0001", finding="f", cites="HK rules 2", reason="r", effects=(NoEffect(),))
    assert tournament.when(ruling).all(SheetClosed) == [SheetClosed(SHEET)]


def test_a_dispute_given_up_lets_the_sheet_close() -> None:
    tournament = closed_sheet(4).given(complaint(None))
    tournament.when(WithdrawDispute(dispute="D-0001", reason="solved")).then(
        DisputeWithdrawn("D-0001", "case-2"), SheetClosed(SHEET)
    )
    tournament.when(WithdrawDispute(dispute="D-0001")).refused("dispute-not-open", "withdrawn")
    tournament.when(WithdrawDispute(dispute="D-0009")).refused("not-found")


def test_disputes_are_numbered_in_order() -> None:
    tournament = in_play(8).given(complaint(None), WithdrawDispute(dispute="D-0001"))
    assert tournament.when(complaint(None)).only(DisputeRaised).dispute == "D-0002"


def test_a_game_that_never_began_goes_to_the_chief_referee() -> None:
    tournament = in_play(4).given(counted(*EXAMPLE_1), counted(*EXAMPLE_1, game=2), CallTime(session=S1))
    outcome = tournament.when(ReportGameNotBegun(sheet=SHEET, game=3), by="referee")
    raised = outcome.then(DisputeRaised).only(DisputeRaised)
    assert (raised.kind, raised.game, raised.raised_by) == ("game_not_begun", 3, None)
    assert game(tournament, 3).status == "awaiting_ruling"
    tournament.when(WithdrawDispute(dispute="D-0001")).refused("needs-a-ruling")


def test_whether_a_game_never_began_is_known_when_time_is_up() -> None:
    tournament = in_play(4).given(counted(*EXAMPLE_1))
    not_yet = tournament.when(ReportGameNotBegun(sheet=SHEET, game=2))
    not_yet.refused("game-began", "in a session that is playing")
    tournament.given(CallTime(session=S1))
    tournament.when(ReportGameNotBegun(sheet=SHEET, game=1)).refused("game-began", "recorded")
    tournament.given(ReportGameNotBegun(sheet=SHEET, game=3))
    tournament.when(ReportGameNotBegun(sheet=SHEET, game=3)).refused("game-began", "awaiting a ruling")


def test_until_ruled_the_sheet_stays_open_and_a_voided_game_is_a_completed_one() -> None:
    tournament = in_play(4).given(counted(*EXAMPLE_1), counted(*EXAMPLE_1, game=2), CallTime(session=S1))
    tournament.given(ReportGameNotBegun(sheet=SHEET, game=3))
    tournament.when(SignSheet(sheet=SHEET, entrant="0001", medium="paper")).refused(
        "not-ready-to-sign", "game 3 awaits a ruling", "dispute D-0001 is open"
    )
    tournament.given(
        MakeRuling(
            dispute="D-0001", finding="f", cites="HK code of conduct 12", reason="r", effects=(VoidGame(3),)
        )
    )
    total = tournament.sheet().totals[0]
    assert (total.games, total.games_won, total.sixths, total.tiles) == (3, 2, 360, 2)
    assert sign(tournament).sheet().closed_seq is not None


def test_who_left_may_still_dispute_the_games_played() -> None:
    tournament = in_play(4).given(counted(*EXAMPLE_1))
    leaver = tournament.sheet().seats[1]
    tournament.given(WithdrawEntrant(entrant=leaver, grounds="own_wish"))
    tournament.when(complaint(leaver)).then(DisputeRaised)
