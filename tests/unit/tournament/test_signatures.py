"""Signatures bind the figures shown; an amendment voids exactly those it changes (HK score sheet, remark)."""

from typing import Any

import pytest
from msgspec.structs import replace

from services.tournament.catalogue import INITIAL
from services.tournament.counterfactual.replay import Changes, tell
from services.tournament.docket.disputes import RaiseDispute, WithdrawDispute
from services.tournament.docket.effects import Disqualify, NoEffect, ReplayGame, VoidGame
from services.tournament.docket.leaving import DisqualifyEntrant, WithdrawEntrant
from services.tournament.docket.rulings import MakeRuling
from services.tournament.play.figures import SeatResult
from services.tournament.play.results import CorrectGame, GameCorrected, RecordGameResult
from services.tournament.play.sheets import figures_digest
from services.tournament.play.signatures import (
    CloseSignature,
    RecordMissingSignature,
    SheetClosed,
    SheetSigned,
    SignatureClosed,
    SignatureMissing,
    SignaturesRebound,
    SignaturesVoided,
    SignSheet,
)
from tests.unit.tournament.figures import EXAMPLE_1, counted, counts
from tests.unit.tournament.specs import S1, Known, Tournament, closed_sheet, in_play, recorded, sign

SHEET = f"{S1}/1"


def signs(tournament: Tournament, seat: int, medium: str = "device", **fields: Any) -> SignSheet:
    return SignSheet(
        sheet=SHEET,
        entrant=tournament.sheet().seats[seat],
        medium=medium,  # type: ignore[arg-type]
        **fields,
    )


def exchanged() -> CorrectGame:
    """Game 1 with the figures of seats C and D exchanged; A and B keep theirs."""
    return CorrectGame(
        sheet=SHEET, game=1, ended_by="time", seats=counts((5, 1), (10, 1), (20, 4), (15, 3)), reason="p. 1"
    )


@pytest.mark.parametrize("medium", ["paper", "device"])
def test_a_signature_binds_the_figures_and_says_how_it_was_given(medium: str) -> None:
    tournament = recorded(4)
    first = tournament.sheet().seats[0]
    digest = figures_digest(tournament.sheet(), first)
    tournament.when(signs(tournament, 0, medium, digest=digest)).then(
        SheetSigned(SHEET, first, medium, digest)
    )


def test_figures_other_than_those_shown_are_not_signed() -> None:
    tournament = recorded(4)
    digest = figures_digest(tournament.sheet(), tournament.sheet().seats[2])
    tournament.given(exchanged(), by="referee")
    tournament.when(signs(tournament, 2, digest=digest)).refused("figures-changed")
    tournament.when(signs(tournament, 0, digest="")).refused("figures-changed")


def test_the_sheet_closes_with_the_last_signature() -> None:
    tournament = recorded(4)
    for seat in (0, 1, 2):
        tournament.when(signs(tournament, seat)).then(SheetSigned)
    outcome = tournament.when(signs(tournament, 3, "paper")).then(SheetSigned, SheetClosed(SHEET))
    assert outcome.entries[1].caused_by == outcome._before.seq + 1
    assert tournament.sheet().closed_seq == tournament.state.seq


def test_a_sheet_is_signed_once_all_games_are_there() -> None:
    tournament = in_play(4).given(counted(*EXAMPLE_1), counted(*EXAMPLE_1, game=2))
    tournament.when(signs(tournament, 0)).refused("not-ready-to-sign", "game 3 is not recorded")


def test_a_sheet_with_an_open_dispute_is_signed_by_nobody() -> None:
    tournament = recorded(4)
    tournament.given(RaiseDispute(sheet=SHEET, entrant="0001", statement="the tiles were miscounted"))
    for seat in range(4):
        tournament.when(signs(tournament, seat)).refused("not-ready-to-sign", "dispute D-0001 is open")
    tournament.given(WithdrawDispute(dispute="D-0001"))
    tournament.when(signs(tournament, 0)).then(SheetSigned)


def test_nobody_signs_twice_or_for_another_table() -> None:
    tournament = recorded(8)
    tournament.given(signs(tournament, 0))
    tournament.when(signs(tournament, 0, "paper")).refused("signed-before")
    elsewhere = tournament.sheet(2).seats[0]
    tournament.when(SignSheet(sheet=SHEET, entrant=elsewhere, medium="paper")).refused("not-on-sheet")


def test_whoever_is_out_does_not_sign_and_is_not_waited_for() -> None:
    tournament = recorded(4)
    last = tournament.sheet().seats[3]
    for seat in (0, 1, 2):
        tournament.given(signs(tournament, seat))
    outcome = tournament.when(DisqualifyEntrant(entrant=last, reason="a note in the sleeve"))
    assert outcome.all(SheetClosed) == [SheetClosed(SHEET)]
    tournament.when(signs(tournament, 3)).refused("out-of-competition")


def test_an_amendment_voids_exactly_the_signatures_whose_figures_it_changes() -> None:
    tournament = closed_sheet(4)
    seats = tournament.sheet().seats
    outcome = tournament.when(exchanged(), by="chief_referee").then(GameCorrected, SignaturesVoided)
    assert outcome.only(SignaturesVoided).entrants == tuple(sorted(seats[2:]))
    assert sorted(tournament.sheet().signatures) == sorted(seats[:2])
    assert tournament.sheet().closed_seq is None
    tournament.when(signs(tournament, 0)).refused("signed-before")
    tournament.when(signs(tournament, 2)).then(SheetSigned)
    tournament.when(signs(tournament, 3)).then(SheetSigned, SheetClosed)


def test_a_clerical_correction_voids_signatures_on_paper_too() -> None:
    tournament = recorded(4)
    for seat, medium in enumerate(("paper", "device", "paper", "device")):
        tournament.given(signs(tournament, seat, medium))
    seats = tournament.sheet().seats
    outcome = tournament.when(exchanged(), by="chief_referee").then(GameCorrected, SignaturesVoided)
    assert outcome.only(SignaturesVoided).entrants == tuple(sorted(seats[2:]))
    assert tournament.sheet().sign_again == tuple(sorted(seats[2:]))
    sign(tournament, SHEET, *seats[:2], medium="paper")
    assert tournament.sheet().closed_seq is not None, "once the official has the paper with these figures"


def test_a_history_in_which_paper_was_kept_is_told_again_as_it_was() -> None:
    tournament = closed_sheet(4, medium="paper")
    seats = tuple(sorted(tournament.sheet().seats[2:]))
    tournament.given(exchanged(), by="chief_referee")
    *before, voided = tournament.record
    assert voided.event == SignaturesVoided(SHEET, seats)
    kept = replace(voided, event=SignaturesRebound(SHEET, seats))
    record, known = [*before, kept], Known(tournament.vault)
    told = tell(INITIAL, record, tournament.state, Changes(), known, tournament.now)
    assert [entry.event for chapter in told.chapters for entry in chapter.entries] == [
        step.event for step in (*before, kept)
    ]
    sheet = told.state.sheets[SHEET]
    assert sheet.closed_seq is not None
    assert all(sheet.signatures[seat].digest == figures_digest(sheet, seat) for seat in seats)


def test_a_correction_without_other_figures_voids_nothing() -> None:
    tournament = closed_sheet(4)
    again = CorrectGame(
        sheet=SHEET, game=1, ended_by="blocked", seats=counts(*EXAMPLE_1), reason="typed late"
    )
    tournament.when(again, by="chief_referee").then(GameCorrected)
    assert tournament.sheet().closed_seq is not None


@pytest.mark.parametrize("kind", ["refused", "absent"])
def test_a_missing_signature_is_recorded_by_the_referee_and_closed_by_the_chief_referee(kind: str) -> None:
    tournament = sign(recorded(4), SHEET, "0003")
    missing = RecordMissingSignature(sheet=SHEET, entrant="0003", kind=kind, reason="said no")  # type: ignore[arg-type]
    tournament.when(missing, by="referee").then(SignatureMissing(SHEET, "0003", kind, "case-1"))
    assert tournament.sheet().closed_seq is None
    close = CloseSignature(sheet=SHEET, entrant="0003", reason="figures checked with the table")
    tournament.when(close, by="chief_referee").then(
        SignatureClosed(SHEET, "0003", "case-2"), SheetClosed(SHEET)
    )
    tournament.when(SignSheet(sheet=SHEET, entrant="0003", medium="paper")).refused("signed-before")


def test_who_first_refused_may_still_sign() -> None:
    tournament = sign(recorded(4), SHEET, "0003")
    tournament.given(RecordMissingSignature(sheet=SHEET, entrant="0003", kind="refused"))
    tournament.when(SignSheet(sheet=SHEET, entrant="0003", medium="paper")).then(SheetSigned, SheetClosed)


def test_only_a_recorded_refusal_or_absence_is_closed_and_only_with_a_reason() -> None:
    tournament = recorded(4)
    close = CloseSignature(sheet=SHEET, entrant="0001", reason="left early")
    tournament.when(close).refused("nothing-to-close")
    tournament.given(RecordMissingSignature(sheet=SHEET, entrant="0001", kind="absent"))
    tournament.when(CloseSignature(sheet=SHEET, entrant="0001", reason="")).refused("invalid-input")
    tournament.given(close)
    tournament.when(close).refused("nothing-to-close")


def test_an_amendment_also_voids_a_closed_absence_whose_figures_it_changes() -> None:
    tournament = recorded(4)
    third = tournament.sheet().seats[2]
    sign(tournament, SHEET, third)
    tournament.given(
        RecordMissingSignature(sheet=SHEET, entrant=third, kind="absent"),
        CloseSignature(sheet=SHEET, entrant=third, reason="ill"),
    )
    outcome = tournament.when(exchanged(), by="chief_referee")
    assert third in outcome.only(SignaturesVoided).entrants


def test_a_missing_signature_is_about_someone_at_the_table_who_could_sign_now() -> None:
    tournament = recorded(8)
    elsewhere = tournament.sheet(2).seats[0]
    absent = RecordMissingSignature(sheet=SHEET, entrant=elsewhere, kind="absent")
    tournament.when(absent).refused("not-on-sheet")
    tournament = in_play(4)
    tournament.when(RecordMissingSignature(sheet=SHEET, entrant="0001", kind="absent")).refused(
        "not-ready-to-sign"
    )


def test_a_game_played_after_a_signature_voids_it() -> None:
    tournament = in_play(4).given(counted(*EXAMPLE_1), RaiseDispute(sheet=SHEET, statement="a phone"))
    first = tournament.sheet().seats[0]
    fields = {"finding": "f", "cites": "HK code of conduct 3", "reason": "r"}
    tournament.given(MakeRuling(dispute="D-0001", effects=(Disqualify(first),), **fields))
    tournament.given(MakeRuling(dispute="D-0002", effects=(VoidGame(2),), **fields))
    tournament.given(counted(None, (10, 1), (15, 3), (20, 4), game=3))
    tournament.given(MakeRuling(dispute="D-0001", effects=(NoEffect(),), supersedes="R-0001", **fields))
    sign(tournament)
    tournament.given(MakeRuling(dispute="D-0002", effects=(ReplayGame(2),), supersedes="R-0002", **fields))
    assert list(tournament.sheet().signatures) == [first]
    outcome = tournament.when(counted(*EXAMPLE_1, game=2))
    assert outcome.only(SignaturesVoided).entrants == (first,)


def test_whoever_stays_signs_when_another_withdrew_in_the_last_game() -> None:
    tournament = in_play(4).given(counted(*EXAMPLE_1), counted(*EXAMPLE_1, game=2))
    last = tournament.sheet().seats[3]
    tournament.given(WithdrawEntrant(entrant=last, grounds="left", game_in_progress=False))
    seats = tuple(
        SeatResult(seat=letter, count=count, tiles=1) for letter, count in zip("ABC", (3, 5, 9), strict=True)
    )
    tournament.given(RecordGameResult(sheet=SHEET, game=3, ended_by="time", seats=seats))
    assert sign(tournament).sheet().closed_seq is not None
