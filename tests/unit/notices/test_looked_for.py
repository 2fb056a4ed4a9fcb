"""Who is out, or in again, by a ruling on another table is told by the referee of where they sit."""

import pytest

from services.notices.notice import Notice
from services.notices.overtaken import overtaken
from services.tournament.docket.disputes import RaiseDispute
from services.tournament.docket.effects import Disqualify, NoEffect
from services.tournament.docket.leaving import DisqualifyEntrant, WithdrawEntrant
from services.tournament.docket.reinstating import ReinstateEntrant
from services.tournament.play.timing import EndSession
from tests.unit.notices.test_rulings_told import due, read
from tests.unit.tournament.given_formats import (
    MSO,
    draw_round,
    in_play,
    play_round,
    round_id,
    ruled,
    seats_at,
    sheet_at,
    sheet_of,
    start_round,
)
from tests.unit.tournament.specs import F1, S1, Tournament, check_in, draw, start
from tests.unit.tournament.stages import placed, qualified


def in_the_next_round(*, begun: bool = True) -> tuple[Tournament, str]:
    """A case about the first round while the second is played, and one who played the game."""
    tournament = in_play(MSO, 4, signatures="required")
    who, _ = seats_at(tournament)
    tournament.given(RaiseDispute(sheet=sheet_at(tournament, 2).sheet, statement="another table"))
    tournament.given(ruled(NoEffect()))
    draw_round(play_round(tournament), 2)
    if begun:
        start_round(tournament, 2)
    tournament.given(RaiseDispute(sheet=sheet_at(tournament).sheet, statement="a phone"))
    return tournament, who


def asked(notices: list[Notice]) -> list[Notice]:
    keys = [notice.dedupe_key for notice in notices]
    assert len({*keys}) == len(keys), "of two with the same key one is lost"
    return [notice for notice in notices if notice.template == "conduct-read-out"]


@pytest.mark.parametrize("begun", [False, True])
def test_who_is_put_out_by_a_ruling_on_an_earlier_round_is_told_where_they_sit_now(begun: bool) -> None:
    tournament, who = in_the_next_round(begun=begun)
    out = ruled(Disqualify(who), dispute="D-0002")
    (found,) = asked(due(tournament, out))
    table = tournament.state.entrants[who].at(tournament.state.plan.first_stage)
    assert table is not None
    assert found.parameters["sheet"] == table.table
    (text,) = read(tournament, [found]).values()
    assert text.startswith(f"Please tell entrant {who} (table ")
    assert "do not play on" in text
    tournament.given(ruled(dispute="D-0002", supersedes="R-0002"))
    assert overtaken(tournament.state, found)


def test_a_superseding_ruling_has_those_looked_for_alone_whom_it_newly_puts_out_or_lets_in() -> None:
    tournament, who = in_the_next_round()
    first, second = seats_at(tournament)
    tournament.given(ruled(Disqualify(who), dispute="D-0002"))
    both = ruled(Disqualify(first), Disqualify(second), dispute="D-0002", supersedes="R-0002")
    notices = due(tournament, both)
    (found,) = asked(notices)
    assert found.parameters["entrant"] == second
    assert "reinstated" not in {notice.template for notice in notices}, "they are out as before"
    found, *_ = asked(due(tournament, ruled(dispute="D-0002", supersedes="R-0003")))
    assert found.parameters["done"] == "reinstated"
    (text,) = read(tournament, [found]).values()
    assert "they are back in the" in text


def test_nobody_is_looked_for_where_the_ruling_is_read_out_or_nobody_sits() -> None:
    tournament, who = in_the_next_round()
    sheet = sheet_of(tournament, who, 2).sheet
    tournament.given(RaiseDispute(sheet=sheet, statement="a phone"))
    notices = due(tournament, ruled(Disqualify(who), dispute="D-0003"))
    assert asked(notices) == []
    assert "ruling-for-referee" in {notice.template for notice in notices}
    tournament.given(
        ruled(dispute="D-0003", supersedes="R-0002"), EndSession(session=round_id(tournament, 2))
    )
    assert asked(due(tournament, ruled(Disqualify(who), dispute="D-0002"))) == []


def test_the_referee_is_asked_both_to_tell_who_is_back_and_what_is_forfeited_to_them() -> None:
    tournament = in_play(MSO, 4, signatures="required")
    back, out = seats_at(tournament)
    tournament.given(
        WithdrawEntrant(entrant=back, grounds="left"),
        RaiseDispute(sheet=sheet_at(tournament).sheet, statement="a phone"),
        ruled(Disqualify(out)),
    )
    notices = due(tournament, ReinstateEntrant(entrant=back, reason="a mistake"))
    assert len(asked(notices)) == 1
    assert "forfeit-read-out" in {notice.template for notice in notices}


@pytest.mark.parametrize("ruling", [False, True])
def test_who_is_put_out_of_a_stage_is_told_where_they_sit_in_the_one_that_follows(ruling: bool) -> None:
    tournament = start(draw(check_in(placed(qualified()), F1), F1), F1)
    sheet = tournament.sheet(1, F1)
    who = sheet.seats[0]
    tournament.given(RaiseDispute(sheet=f"{S1}/1", statement="a phone"))
    by_hand = DisqualifyEntrant(entrant=who, stage="preliminary", reason="a phone")
    out = ruled(Disqualify(who), cites="HK rules 3") if ruling else by_hand
    (found,) = asked(due(tournament, out))
    assert found.parameters["sheet"] == sheet.sheet
