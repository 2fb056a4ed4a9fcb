"""What stood on a sheet before: corrected twice, then ruled on, each is told with the event it came from."""

from services.desk.explaining import explain
from services.desk.sheet_views import corrected_from, versions
from services.tournament.docket.effects import AmendGame
from services.tournament.docket.rulings import GameRuled
from services.tournament.play.results import CorrectGame, GameCorrected
from services.tournament.play.sheets import game_on
from tests.unit.tournament.cases import SHEET, disputed, rule, seat
from tests.unit.tournament.figures import EXAMPLE_1, EXAMPLE_2, counted, counts
from tests.unit.tournament.specs import Tournament, in_play

THIRD = ((9, 1), (10, 1), (15, 3), (20, 4))


def corrected(tournament: Tournament, *seats: tuple[int, int]) -> Tournament:
    correction = CorrectGame(sheet=SHEET, game=1, ended_by="time", seats=counts(*seats), reason="misread")
    return tournament.given(correction, by="referee")


def seqs_of(tournament: Tournament, *kinds: type) -> list[int]:
    return [recorded.seq for recorded in tournament.record if isinstance(recorded.event, kinds)]


def test_every_version_of_a_game_is_told_down_to_what_was_first_recorded() -> None:
    tournament = in_play(4).given(counted(*EXAMPLE_1))
    tournament = disputed(corrected(corrected(tournament, *EXAMPLE_2), *THIRD))
    tournament.given(rule(AmendGame(1, counts(*EXAMPLE_1), "time")))
    state = tournament.state
    first, second = seqs_of(tournament, GameCorrected)
    (ruled,) = seqs_of(tournament, GameRuled)
    found = [game.seq for game in versions(state, game_on(state.sheets[SHEET], 1))]
    assert found[:3] == [ruled, second, first]
    assert len(found) == 4
    chain = explain(state, seat(tournament, "A"), "preliminary", "en").chain
    texts = [reason.text for reason in chain if reason.seq in found]
    assert texts == [
        "Game 1 at table 1: won, score 30, 1 tile left (by ruling).",
        "Before that: won, score 18, 1 tile left (corrected by an official).",
        "Before that: not won, score 11, 3 tiles left (corrected by an official).",
        "Before that: won, score 30, 1 tile left (counted at the table).",
    ]


def test_what_a_superseded_ruling_made_of_a_game_stood_just_before_the_later_one() -> None:
    tournament = disputed(in_play(4).given(counted(*EXAMPLE_1)))
    tournament.given(rule(AmendGame(1, counts(*EXAMPLE_2), "time")))
    tournament.given(rule(AmendGame(1, counts(*THIRD), "time"), supersedes="R-0001"))
    found = [*versions(tournament.state, game_on(tournament.sheet(), 1))]
    assert [game.ruling for game in found] == ["R-0002", "R-0001", None]
    chain = explain(tournament.state, seat(tournament, "A"), "preliminary", "en").chain
    told = [reason.text for reason in chain if reason.text.startswith("Before that")]
    assert told == [
        "Before that: not won, score 11, 3 tiles left (by ruling).",
        "Before that: won, score 30, 1 tile left (counted at the table).",
    ]


def test_what_a_correction_changed_is_found_by_its_event() -> None:
    tournament = corrected(corrected(in_play(4).given(counted(*EXAMPLE_1)), *EXAMPLE_2), *THIRD)
    events = {recorded.seq: recorded.event for recorded in tournament.record}
    first, second = seqs_of(tournament, GameCorrected)
    was, then = (corrected_from(tournament.state, events[seq], seq) for seq in (first, second))
    assert was is not None
    assert then is not None
    assert [figure.tiles for figure in was.figures] == [1, 1, 3, 4]
    assert then.seq == first
    assert corrected_from(tournament.state, events[1], 1) is None
