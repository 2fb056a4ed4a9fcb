"""What is said to be otherwise than it was read back was itself read back."""

from services.desk.previewing import previewed
from services.officials.meaning import Foreseen, _counted
from services.personal.read_back import differences
from services.tournament.catalogue import decide
from services.tournament.docket.effects import AmendGame
from services.tournament.weather.suspension import SuspendRemaining
from tests.unit.notices.test_rulings_told import SHEET, disputed, ruling
from tests.unit.notices.test_signers import CHIEF
from tests.unit.tournament.figures import counts
from tests.unit.tournament.specs import S1, recorded


def test_a_game_that_is_changed_no_longer_is_named_by_its_seats_alone() -> None:
    tournament = disputed()
    command = ruling(AmendGame(2, counts((0, 0), (12, 3), (31, 4), (30, 5)), "cleared"))
    state = tournament.state
    decision = decide(state, command, tournament.context("chief_referee"))
    found = previewed("hk-2026", state, decision, command, CHIEF, tournament.now)
    parts = [counted.part(counted.about) for counted in _counted(Foreseen(command, state, found))]
    kept = [part for part in parts if not part.about.startswith("game ")]
    gone = [change.before for change in differences(parts, kept)]
    assert gone == [f"game {SHEET} 2 {number}" for number in tournament.sheet().seats]


def test_every_game_that_a_suspension_voids_is_shown() -> None:
    tournament = recorded(4)
    command = SuspendRemaining(day=tournament.state.sessions[S1].known_day, grounds="black_rainstorm")
    decision = decide(tournament.state, command, tournament.context("organizer"))
    found = previewed("hk-2026", tournament.state, decision, command, CHIEF, tournament.now)
    assert [(game.sheet, game.game, game.after) for game in found.games] == [
        (SHEET, number, None) for number in (1, 2, 3)
    ]
