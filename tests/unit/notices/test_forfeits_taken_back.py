"""Who had won a game because somebody left hears that it is to be played once they are back."""

import pytest
from msgspec.structs import replace

from services.notices.audiences import Recipient
from services.notices.overtaken import overtaken
from services.notices.policies import notices_due
from services.notices.unplayed_games import session_before
from services.tournament.docket.disputes import RaiseDispute
from services.tournament.docket.effects import Disqualify, NoEffect
from services.tournament.docket.leaving import WithdrawEntrant
from services.tournament.docket.reinstating import ReinstateEntrant
from services.tournament.play.signatures import SignSheet
from services.tournament.play.timing import EndSession
from shared.catalogue import say
from tests.unit.notices.test_rulings_told import due, read, ruling
from tests.unit.tournament.given_formats import MSO, in_play, play_round, round_id, seats_at, sheet_at, won
from tests.unit.tournament.specs import Tournament


def told(tournament: Tournament, leaver: str) -> dict[str, tuple[str, str]]:
    """What players read of the reinstatement, in both languages, by number."""
    outcome = tournament.when(ReinstateEntrant(entrant=leaver, reason="only gone for water"))
    seqs = [*enumerate(outcome.events, tournament.state.seq - len(outcome.events) + 1)]
    due = notices_due(tournament.state, seqs, "organizer:o")
    en, zh = read(tournament, due), read(tournament, due, "zh")
    return {number: (en[number], zh[number]) for number in en if number in tournament.state.entrants}


@pytest.mark.parametrize("signed", [False, True])
def test_the_winner_is_told_that_it_is_played_after_all_and_signs_anew(signed: bool) -> None:
    tournament = in_play(MSO, 4, signatures="required")
    stays, leaver = seats_at(tournament)
    tournament.given(WithdrawEntrant(entrant=leaver, grounds="health"))
    if signed:
        sheet = sheet_at(tournament).sheet
        tournament.given(SignSheet(sheet=sheet, entrant=stays, medium="device"))
    heard = told(tournament, leaver)
    assert {*heard} == {stays, leaver}
    assert f"Entrant {leaver} is back in the" in heard[stays][0]
    assert "(table 1, " in heard[stays][0]
    assert "game 1 is to be played." in heard[stays][0]
    assert ("Your signature is void." in heard[stays][0]) == signed
    assert "須補賽" in heard[stays][1]


def test_read_after_they_have_left_again_it_says_that_it_is_won_and_once_played_nothing() -> None:
    tournament = in_play(MSO, 4)
    stays, leaver = seats_at(tournament)
    leaving = WithdrawEntrant(entrant=leaver, grounds="health")
    back = ReinstateEntrant(entrant=leaver, reason="only gone for water")
    tournament.given(leaving)
    told = [notice for notice in due(tournament, back) if notice.kind == "unplayed-games"]
    assert not any(overtaken(tournament.state, notice) for notice in told)
    tournament.given(leaving)
    texts = read(tournament, told)
    assert "game 1 counts as won by you: 0 (0 tiles, won), as they have left." in texts[stays]
    assert "is back" not in texts[stays]
    assert "game 1 counts as won by them, as you are out." in texts[leaver]
    tournament.given(back).given(won(tournament, stays))
    assert all(overtaken(tournament.state, notice) for notice in told)


def test_nobody_else_is_told_where_nothing_is_played_for_it() -> None:
    tournament = in_play(MSO, 4)
    stays, leaver = seats_at(tournament)
    play_round(tournament)
    tournament.given(WithdrawEntrant(entrant=leaver, grounds="health"))
    assert stays not in told(tournament, leaver)


@pytest.mark.parametrize("over", [False, True])
def test_a_ruling_that_puts_somebody_out_says_what_is_forfeited_and_the_one_that_takes_it_back_too(
    over: bool,
) -> None:
    tournament = in_play(MSO, 4, signatures="required")
    stays, leaver = seats_at(tournament)
    sheet = sheet_at(tournament).sheet
    tournament.given(RaiseDispute(sheet=sheet, statement="a phone"))
    if over:
        tournament.given(EndSession(session=round_id(tournament)))
    out, back = ruling(Disqualify(leaver)), ruling(NoEffect(), supersedes="R-0001")
    for command, winner_reads, read_out in (
        (out, "game 1 counts as won by you", "Game 1 now: "),
        (back, "game 1 is to be played.", "Game 1 is to be played"),
    ):
        notices = due(tournament, replace(command, cites="MSO times"))
        texts = read(tournament, [notice for notice in notices if notice.template == "ruling"])
        assert "is told in another message" in texts[stays]
        assert say("notice-ruling-nothing-changes", "en") not in texts[stays]
        texts = read(tournament, [notice for notice in notices if notice.template == "unplayed-games"])
        assert winner_reads in texts[stays]
        texts = read(tournament, [notice for notice in notices if notice.template == "ruling-for-referee"])
        at_once = f"Find and tell {leaver}, {stays} at once."
        assert all(read_out in text for text in texts.values())
        assert any(at_once in text for text in texts.values()) is (command is back and not over)


@pytest.mark.parametrize("over", [False, True])
def test_who_is_to_play_in_the_session_reads_so_at_once_and_the_referee_tells_them(over: bool) -> None:
    tournament = in_play(MSO, 4, signatures="required")
    stays, leaver = seats_at(tournament)
    tournament.given(WithdrawEntrant(entrant=leaver, grounds="health"))
    if over:
        tournament.given(EndSession(session=round_id(tournament)))
    notices = due(tournament, ReinstateEntrant(entrant=leaver, reason="only gone for water"))
    to_play = [notice for notice in notices if notice.template == "unplayed-games"]
    for number, text in read(tournament, to_play).items():
        reader, now = Recipient("entrant", number), tournament.now
        assert all(session_before(tournament.state, notice, reader, now) is None for notice in to_play)
        assert ("Please go to that table now." in text) is not over
        assert ("An official tells you when and where." in text) is over
    aloud = [text for text in read(tournament, notices).values() if f"Tell entrant {stays} too" in text]
    assert len(aloud) == (0 if over else 1)
