"""However often a sheet closes, a result is told again only to those for whom it has changed."""

from services.desk.previewing import previewed
from services.notices.audiences import recipients
from services.notices.policies import notices_due
from services.tournament.catalogue import decide
from services.tournament.docket.effects import AmendGame, NoEffect
from services.tournament.docket.leaving import WithdrawEntrant
from services.tournament.docket.reinstating import ReinstateEntrant
from services.tournament.kernel.facts import Command
from services.tournament.play.open_tables import CloseTable
from services.tournament.play.signatures import SignSheet
from services.tournament.play.timing import EndSession, ReopenSession, StartSession, UndoSessionStart
from tests.unit.notices.test_rulings_told import SHEET, disputed, ruling
from tests.unit.notices.test_signers import CHIEF
from tests.unit.tournament import specs
from tests.unit.tournament.figures import counts
from tests.unit.tournament.given_formats import (
    MSO,
    ONLINE,
    drawn,
    entered,
    in_play,
    open_table,
    round_id,
    seats_at,
    session,
    won,
)
from tests.unit.tournament.specs import S1, Tournament, closed_sheet, record, recorded, sign, start


def told(tournament: Tournament, *commands: Command) -> list[str]:
    """Who is told a result by these commands, as each is carried out."""
    found = []
    for command in commands:
        events = tournament.when(command, by="chief_referee").events
        due = notices_due(tournament.state, list(enumerate(events, tournament.state.seq - len(events) + 1)))
        results = [notice for notice in due if notice.kind == "session-results"]
        found += [
            recipient.number
            for notice in results
            for recipient in recipients(tournament.state, notice.audience)
        ]
    return found


def test_a_sheet_that_closes_again_unchanged_tells_nobody() -> None:
    assert told(disputed(), ruling(NoEffect())) == []


def test_those_alone_whose_figures_a_ruling_changed_are_told_and_no_more_what_waits_of_before() -> None:
    tournament = disputed()
    before = closed_sheet(4).sheet()
    closed = tournament.state.sheets[SHEET].reported[before.seats[0]].seq
    third_counts_more = AmendGame(1, counts((5, 1), (10, 1), (16, 3), (20, 4)), "time")
    assert told(tournament, ruling(third_counts_more)) == []
    signing = [SignSheet(sheet=SHEET, entrant=seat, medium="paper") for seat in tournament.sheet().sign_again]
    again = told(tournament, *signing)
    after = tournament.sheet()
    assert again == sorted(seat for seat in before.seats if before.total(seat) != after.total(seat))
    assert 0 < len(again) < len(before.seats)
    waiting = [recipient.number for recipient in recipients(tournament.state, f"ranked:{SHEET} {closed}")]
    assert waiting == sorted({*before.seats} - {*again})


def test_who_forfeits_a_game_twice_is_told_no_result_of_it() -> None:
    tournament = in_play(MSO, 4)
    stays, leaver = seats_at(tournament)
    leaving = WithdrawEntrant(entrant=leaver, grounds="health")
    back = ReinstateEntrant(entrant=leaver, reason="only gone for water")
    assert told(tournament, leaving) == [stays]
    assert told(tournament, back, leaving) == [stays], "who stays had been told that it is to be played"


def test_who_left_before_a_session_began_reads_no_result_of_it_however_often_it_begins() -> None:
    tournament = drawn(MSO, 4)
    stays, leaver = seats_at(tournament)
    start = StartSession(session=round_id(tournament))
    undo = UndoSessionStart(session=round_id(tournament), reason="too early")
    assert told(tournament, WithdrawEntrant(entrant=leaver, grounds="health"), start) == [stays]
    assert told(tournament, undo, start) == [stays]
    back = ReinstateEntrant(entrant=leaver, reason="only gone for water")
    tournament.given(back)
    assert told(tournament, won(tournament, stays)) == sorted((leaver, stays)), "who is back has played"


def test_who_left_a_larger_table_before_a_session_began_reads_no_result_of_it() -> None:
    tournament = specs.drawn(4)
    *others, leaver = tournament.state.sessions[S1].tables[1]
    tournament.given(WithdrawEntrant(entrant=leaver, grounds="health"))
    record(start(tournament), SHEET, *[((5, 1), (10, 1), (15, 3))] * 3)
    signing = [SignSheet(sheet=SHEET, entrant=seat, medium="paper") for seat in others]
    assert told(tournament, *signing) == sorted(others)


def test_a_session_of_open_tables_that_ends_again_tells_those_who_have_played_since() -> None:
    tournament = open_table(entered(ONLINE, 4), "0001", "0002")
    id = session(tournament).plan.id
    tournament.given(won(tournament, "0001", 27), CloseTable(sheet=f"{id}/1"))
    assert told(tournament, EndSession(session=id)) == ["0001", "0002"]
    tournament.given(ReopenSession(session=id, reason="too soon"))
    assert told(tournament, EndSession(session=id)) == []


def test_an_open_table_that_closes_as_the_session_ends_is_told_with_it_alone() -> None:
    tournament = open_table(entered(ONLINE, 4), "0001", "0002")
    tournament.given(won(tournament, "0001", 27))
    assert told(tournament, EndSession(session=session(tournament).plan.id)) == ["0001", "0002"]


def test_whom_a_preview_names_does_not_move_with_what_happens_elsewhere() -> None:
    tournament = recorded(4)
    first, *_ = tournament.sheet().seats
    sign(tournament, SHEET, first)
    command = SignSheet(sheet=SHEET, entrant=first, medium="paper")
    decision = decide(tournament.state, command, tournament.context("chief_referee"))
    found = previewed("hk-2026", tournament.state, decision, command, CHIEF, tournament.now)
    assert [notice.audience for notice in found.notices] == [f"ranked:{SHEET}"]
