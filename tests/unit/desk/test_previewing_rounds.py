"""What a ruling, a withdrawal or a draw would change in a Swiss round, shown before it is given."""

import pytest
from msgspec.structs import replace

from services.checks.derived import _due
from services.desk.comparing import Line
from services.desk.previewing import Preview, preview
from services.rules.ruleset import load
from services.tournament.definition.founding import DefineTournament
from services.tournament.docket.disputes import RaiseDispute
from services.tournament.docket.effects import AmendGame, Disqualify
from services.tournament.docket.leaving import DisqualifyEntrant, WithdrawEntrant
from services.tournament.docket.reinstating import ReinstateEntrant
from services.tournament.kernel.facts import Command
from services.tournament.play.timing import StartSession, UndoSessionStart
from services.tournament.seating.seats import DrawSeats
from shared.clock import ManualClock
from shared.database import Database
from shared.vault import Vault
from tests.unit.desk.conftest import ID, Counter, principal
from tests.unit.tournament.given_formats import MSO, left, plan_of, ruled
from tests.unit.tournament.specs import numbers, registration

ROUND, SHEET = "2019-08-19/1", "2019-08-19/1/1"


@pytest.fixture
def swiss(sqlite_database: Database, vault: Vault, clock: ManualClock) -> Counter:
    """A Swiss tournament of four whose first round is in play."""
    counter = with_round_drawn(sqlite_database, vault, clock)
    counter.submit(StartSession(session=ROUND))
    return counter


def with_round_drawn(database: Database, vault: Vault, clock: ManualClock) -> Counter:
    """A Swiss tournament of four whose first round is drawn."""
    counter = Counter(database, vault, clock)
    counter.submit(DefineTournament(definition=replace(plan_of(MSO), id=ID), ruleset=load(MSO)))
    counter.submit(*(registration(number, ROUND) for number in numbers(4)))
    counter.submit(DrawSeats(session=ROUND, seed="read out"))
    return counter


def foreseen(counter: Counter, command: Command) -> Preview:
    """The preview of a command, which leaves no trace and says the events that then follow."""
    head = counter.desk.log.head(ID)
    shown = preview(counter.desk, ID, command, principal())
    assert counter.desk.log.head(ID) == head
    events = counter.submit(command).events
    assert shown.events == tuple(event.type for event in events)
    return shown


def moves(shown: Preview) -> dict[str, tuple[int | None, int | None]]:
    """By number the place before and after."""
    return {
        move.entrant_no: (_place(move.before), _place(move.after))
        for stage in shown.difference.stages
        for move in stage.moves
    }


def _place(line: Line | None) -> int | None:
    return None if line is None else line.place


def test_a_ruling_that_names_the_winner_of_a_blocked_game_shows_who_moves(swiss: Counter) -> None:
    first, other = swiss.desk.state(ID).sessions[ROUND].tables[1]
    swiss.submit(RaiseDispute(sheet=SHEET, game=1, statement="Nobody can move."))
    racks = (left(20, 4, first), left(25, 3, other))
    shown = foreseen(swiss, ruled(AmendGame(1, racks, winners=(other,))))
    assert shown.events == ("ruling-made", "game-ruled", "sheet-closed")
    assert moves(shown) == {other: (None, 1), first: (None, 2)}, "two have yet to play"


def test_a_withdrawal_shows_the_forfeit_it_leads_to(swiss: Counter) -> None:
    stays, leaver = swiss.desk.state(ID).sessions[ROUND].tables[1]
    shown = foreseen(swiss, WithdrawEntrant(entrant=leaver, grounds="health"))
    assert shown.events == ("entrant-withdrew", "games-forfeited", "sheet-closed")
    assert moves(shown) == {stays: (None, 1)}
    (game,) = shown.games
    assert (game.sheet, game.game, game.before) == (SHEET, 1, None)
    assert game.after is not None
    assert {figure.entrant_no: figure.game_won for figure in game.after.figures} == {stays: 1, leaver: 0}
    back = foreseen(swiss, ReinstateEntrant(entrant=leaver, reason="only gone for water"))
    assert [(game.before, game.after) for game in back.games] == [(game.after, None)]


@pytest.mark.parametrize("out", ["withdrawn", "disqualified"])
def test_a_start_shows_what_those_forfeit_who_left_once_it_was_drawn(
    sqlite_database: Database, vault: Vault, clock: ManualClock, out: str
) -> None:
    counter = with_round_drawn(sqlite_database, vault, clock)
    stays, leaver = counter.desk.state(ID).sessions[ROUND].tables[1]
    counter.submit(
        WithdrawEntrant(entrant=leaver, grounds="health")
        if out == "withdrawn"
        else DisqualifyEntrant(entrant=leaver, reason="a solver")
    )
    shown = foreseen(counter, StartSession(session=ROUND))
    (game,) = shown.games
    assert (game.sheet, game.game, game.before) == (SHEET, 1, None)
    assert game.after is not None
    assert {figure.entrant_no: figure.game_won for figure in game.after.figures} == {stays: 1, leaver: 0}
    undone = foreseen(counter, UndoSessionStart(session=ROUND, reason="too early"))
    assert moves(undone) == {stays: (1, None)}
    assert [(each.game, each.before, each.after) for each in undone.games] == [(1, game.after, None)]


def test_undoing_a_start_says_how_many_read_that_no_forfeit_stands(swiss: Counter) -> None:
    stays, leaver = swiss.desk.state(ID).sessions[ROUND].tables[1]
    swiss.submit(WithdrawEntrant(entrant=leaver, grounds="health"))
    undo = UndoSessionStart(session=ROUND, reason="too early")
    assert preview(swiss.desk, ID, undo, principal()).people == 1
    swiss.submit(WithdrawEntrant(entrant=stays, grounds="health"))
    shown = foreseen(swiss, undo)
    assert shown.people == 2
    assert {(notice.audience, notice.template) for notice in shown.notices} == {
        (f"entrant:{stays}", "forfeit-undone"),
        (f"entrant:{leaver}", "forfeit-undone"),
    }


def test_the_notices_that_are_looked_for_afterwards_are_those_that_were_written(swiss: Counter) -> None:
    _, leaver = swiss.desk.state(ID).sessions[ROUND].tables[1]
    swiss.submit(RaiseDispute(sheet=SHEET, statement="A phone."), ruled(Disqualify(leaver)))
    assert "games-forfeited" in {event.type for event in swiss.desk.events(ID, 0, 100)}
    looked_for = {notice.dedupe_key for _, due in _due(swiss.desk.log, ID) for notice in due}
    assert looked_for == {notice.dedupe_key for notice in swiss.desk.notices.all(ID)}
