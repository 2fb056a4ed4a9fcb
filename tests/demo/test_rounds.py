"""Demos of tournaments in rounds: one seed, one log; everything happens in them, and every fold agrees."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from services.access.tokens import Principal
from services.demo.playing import demo_definition
from services.demo.rounds import POINTS
from services.desk.decoding import fold
from services.desk.what_if import Question, what_if
from services.projections.generations import generation_of
from services.projections.models import MODELS
from services.tournament.catalogue import INITIAL
from services.tournament.fitting import AREAS_OF_ROUNDS, OF_ROUNDS
from services.tournament.formats import rounds_format
from services.tournament.kernel import event_types
from services.tournament.round_standing import field_standings, rounds_missing
from services.tournament.state import at_rest
from shared.problems import Problem
from tests.demo.conftest import Played, play_in
from tests.unit.tournament.given_rounds import ALL, MSO, ONLINE

PlayRounds = Callable[..., Played]
ORGANIZER = Principal("t-1", "organizer", "test", MSO)


@pytest.fixture
def play_rounds(tmp_path: Path) -> Iterator[PlayRounds]:
    """Play the demo of a tournament file: `play_rounds("mso-2019", "first", seed=3)`."""
    played: list[Played] = []

    def call(file: str, folder: str = "demo", **how: Any) -> Played:
        played.append(play_in(tmp_path / folder, demo_definition(file), **how))
        return played[-1]

    yield call
    for one in played:
        one.close()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, Played]]:
    """By file, each demo played to its end with seed 1, for tests that change nothing."""
    played = {file: play_in(tmp_path_factory.mktemp(file), demo_definition(file)) for file in ALL}
    yield played
    for one in played.values():
        one.close()


@pytest.mark.parametrize("file", ALL)
def test_it_is_played_to_its_end_and_everything_kept_agrees_with_the_log(
    file: str, whole: Mapping[str, Played]
) -> None:
    played = whole[file]
    desk, state = played.own.desk, played.own.desk.state(file)
    verified = desk.log.verify(file)
    assert (verified.fault, verified.events) == (None, played.summary.events)
    assert at_rest(fold(INITIAL, desk.log.read(file, 0, 10_000))) == state
    for model in MODELS:
        generation = generation_of(desk.log.head(file).generations, model.name)
        assert desk.projections.read(file, model, generation) == model.view(state), model.name
    format = rounds_format(state.plan)
    assert format is not None
    assert rounds_missing(state, format) == []
    assert [award.winners[0].entrant_no for award in played.summary.podium[:1]] == [
        field_standings(state)[0].entrant_no
    ]
    assert all(winner.name_en for award in played.summary.podium for winner in award.winners)


@pytest.mark.parametrize("file", ALL)
def test_the_same_seed_gives_the_same_head_hash_and_another_seed_another(
    file: str, whole: Mapping[str, Played], play_rounds: PlayRounds
) -> None:
    first = whole[file].summary
    assert play_rounds(file, "second").summary == first
    assert play_rounds(file, "third", seed=4).summary.head_hash != first.head_hash


@pytest.mark.postgresql
@pytest.mark.parametrize("file", [MSO, ONLINE])
def test_postgresql_gives_the_same_head_hash_as_sqlite(
    file: str, whole: Mapping[str, Played], play_rounds: PlayRounds, postgresql_url: str
) -> None:
    assert play_rounds(file, "there", url=postgresql_url).summary == whole[file].summary


def test_all_that_can_happen_in_rounds_happens_in_one_of_them(whole: Mapping[str, Played]) -> None:
    seen = {one.type for file in ALL for one in whole[file].own.desk.log.read(file, 0, 10_000)}
    of_rounds = {kind.name for kind in event_types().values() if kind.area in AREAS_OF_ROUNDS}
    # A draw is taken back by mistake only.
    assert of_rounds - seen == {"round-draw-undone"}
    assert len(OF_ROUNDS) == 6


@pytest.mark.parametrize("until", [point for point in POINTS if point != "awards"])
def test_it_stops_early_at_the_beginning_of_the_whole(
    until: str, whole: Mapping[str, Played], play_rounds: PlayRounds
) -> None:
    early = play_rounds(MSO, "early", until=until)
    stored = whole[MSO].own.desk.log.read_one(MSO, early.summary.events)
    assert stored is not None
    assert stored.hash.hex() == early.summary.head_hash
    assert early.summary.podium == ()


def test_a_point_of_sessions_is_refused_with_those_of_rounds(play_rounds: PlayRounds) -> None:
    with pytest.raises(Problem, match="registration, mid, awards"):
        play_rounds(MSO, until="cut")


def test_what_if_a_game_had_not_been_played_moves_places_and_no_pairs(whole: Mapping[str, Played]) -> None:
    desk = whole[MSO].own.desk
    games = [one.seq for one in desk.log.read(MSO, 0, 10_000) if one.type == "round-game-recorded"]
    answer = what_if(desk, MSO, Question(without=(games[-1],)), ORGANIZER)
    assert answer.difference.stages[0].moves
    assert {own.code for own in answer.misfits} == {"stage-not-settled"}
    same = what_if(desk, MSO, Question(), ORGANIZER)
    assert (same.difference.empty, same.misfits) == (True, ())
