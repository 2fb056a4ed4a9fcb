"""What officials were asked to read out, and something has taken the place of since."""

from services.notices.notice import Notice
from services.notices.overtaken import overtaken, replaced
from services.tournament.docket.effects import Disqualify, NoEffect
from services.tournament.docket.leaving import DisqualifyEntrant, WithdrawEntrant
from services.tournament.docket.reinstating import ReinstateEntrant
from services.tournament.play.results import CorrectGame
from services.tournament.weather.suspension import SuspendRemaining
from services.tournament.weather.update_promises import GiveFurtherWord
from shared.catalogue import say
from tests.unit.notices.test_rulings_told import SHEET, amended, disputed, due, ruling
from tests.unit.tournament.figures import counts
from tests.unit.tournament.specs import S1, Tournament, in_play, recorded


def read_out(notices: list[Notice]) -> Notice:
    (notice,) = [notice for notice in notices if notice.kind in ("read-out", "hall-word")]
    return notice


def instead(tournament: Tournament, notice: Notice) -> str:
    return str(replaced(tournament.state, notice) or "")


def test_a_ruling_is_replaced_by_the_one_that_stands() -> None:
    tournament = disputed()
    rulings = [
        ruling(amended(third), supersedes=before)
        for third, before in ((7, None), (8, "R-0001"), (9, "R-0002"))
    ]
    notices = [read_out(due(tournament, command)) for command in rulings]
    said = [instead(tournament, notice) for notice in notices]
    assert said == [
        say("notice-replaced-ruling", "en", ruling="R-0001", by="R-0003"),
        say("notice-replaced-ruling", "en", ruling="R-0002", by="R-0003"),
        "",
    ]


def test_of_a_ruling_and_of_those_it_replaces_the_last_alone_is_still_sent() -> None:
    tournament = disputed()
    first = tournament.sheet().seats[0]
    out = due(tournament, ruling(Disqualify(first)))
    assert {overtaken(tournament.state, notice) for notice in out} == {False}
    back = due(tournament, ruling(NoEffect(), supersedes="R-0001"))
    assert {overtaken(tournament.state, notice) for notice in out} == {True}
    assert {overtaken(tournament.state, notice) for notice in back} == {False}


def test_figures_are_replaced_by_a_later_correction_of_the_same_game() -> None:
    tournament, notices = recorded(4), []
    for game, last in ((1, 16), (2, 17), (1, 18)):
        seats = counts((0, 0), (10, 2), (12, 3), (last, 4))
        command = CorrectGame(sheet=SHEET, game=game, ended_by="cleared", seats=seats, reason="typed")
        notices.append(read_out(due(tournament, command)))
    assert [bool(instead(tournament, notice)) for notice in notices] == [True, False, False]
    assert instead(tournament, notices[0]) == say("notice-replaced-figures", "en", game="1")


def test_that_somebody_is_in_again_is_replaced_once_they_are_out() -> None:
    tournament, notices = recorded(4), []
    entrant = tournament.sheet().seats[0]
    for command in (
        DisqualifyEntrant(entrant=entrant, reason="a note"),
        ReinstateEntrant(entrant=entrant, reason="a mistake"),
    ):
        notices.append(read_out(due(tournament, command)))
    assert [bool(instead(tournament, notice)) for notice in notices] == [True, False]


def test_that_somebody_is_out_or_in_again_is_told_only_while_it_holds() -> None:
    tournament = in_play(4)
    entrant = tournament.sheet().seats[0]
    back = ReinstateEntrant(entrant=entrant, reason="a mistake")
    told: list[list[Notice]] = []
    for command, holds in (
        (DisqualifyEntrant(entrant=entrant, reason="a note"), [True]),
        (back, [False, True]),
        (WithdrawEntrant(entrant=entrant, grounds="left"), [True, False]),
        (back, [False, True, True]),
    ):
        due_now = [notice for notice in due(tournament, command) if notice.kind in ("conduct", "read-out")]
        told += [due_now] if due_now else []
        for notices, still in zip(told, holds, strict=True):
            assert {overtaken(tournament.state, notice) for notice in notices} == {not still}


def test_a_suspension_is_replaced_by_a_further_word() -> None:
    tournament, notices = recorded(4), []
    day = tournament.state.sessions[S1].known_day
    for command in (
        SuspendRemaining(day=day, grounds="black_rainstorm"),
        GiveFurtherWord(day=day, en="Wait.", zh="請等候。"),
    ):
        notices.append(read_out(due(tournament, command)))
        assert instead(tournament, notices[-1]) == ""
    assert [bool(instead(tournament, notice)) for notice in notices] == [True, False]
