"""What an official raises in the name of an entrant is told to them, with where it goes on."""

import pytest

from services.notices.notice import Notice
from services.notices.overtaken import overtaken
from services.notices.policies import notices_due
from services.tournament.docket.disputes import RaiseDispute, WithdrawDispute
from services.tournament.kernel.facts import Command
from services.tournament.people.questions import AskOrganizer
from tests.unit.tournament.specs import Tournament, in_play


def told(tournament: Tournament, command: Command, by: str) -> list[Notice]:
    events = tournament.when(command, by=by).events
    numbered = [*enumerate(events, tournament.state.seq - len(events) + 1)]
    return [notice for notice in notices_due(tournament.state, numbered) if notice.kind == "case-raised"]


@pytest.mark.parametrize("official", ["referee", "chief_referee", "organizer"])
def test_a_dispute_raised_and_withdrawn_for_somebody_is_told_to_them(official: str) -> None:
    tournament = in_play(4)
    sheet = tournament.sheet()
    number = sheet.seats[0]
    raising = RaiseDispute(sheet=sheet.sheet, entrant=number, statement="A joker was counted as 25")
    (notice,) = told(tournament, raising, official)
    assert (notice.audience, notice.template) == (f"entrant:{number}", "case-raised")
    assert not overtaken(tournament.state, notice)
    (notice_after,) = told(tournament, WithdrawDispute(dispute="D-0001", reason="Seen again"), official)
    assert (notice_after.audience, notice_after.template) == (f"entrant:{number}", "case-withdrawn")
    assert overtaken(tournament.state, notice)


def test_of_who_raises_a_dispute_themselves_other_chats_hear_it_and_of_one_in_no_name_nobody() -> None:
    tournament = in_play(4)
    sheet = tournament.sheet()
    number = sheet.seats[0]
    raising = RaiseDispute(sheet=sheet.sheet, entrant=number, statement="A joker was counted as 25")
    (raised,) = told(tournament, raising, f"participant:{number}")
    (withdrawn,) = told(tournament, WithdrawDispute(dispute="D-0001", reason="Seen"), f"participant:{number}")
    assert [raised.template, withdrawn.template] == ["case-raised-by-self", "case-withdrawn-by-self"]
    assert {raised.audience, withdrawn.audience} == {f"entrant:{number}"}
    assert overtaken(tournament.state, raised)
    assert not told(tournament, RaiseDispute(sheet=sheet.sheet, statement="Seen by me"), "referee")


def test_a_question_written_down_for_somebody_is_told_to_them() -> None:
    tournament = in_play(4)
    number = tournament.sheet().seats[0]
    asking = AskOrganizer(entrant=number, question="May my mother watch?")
    (notice,) = told(tournament, asking, "organizer")
    assert (notice.audience, notice.template) == (f"entrant:{number}", "question-raised")
    assert not told(tournament, asking, f"participant:{number}")
