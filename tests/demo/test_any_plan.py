"""Demos of every kind of tournament: one seed, one log; everything happens in them, and every fold agrees."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from services.access.principal import Principal
from services.demo.definitions import demo_definition
from services.demo.story import POINTS
from services.desk.decoding import fold
from services.desk.params import StandingsParams
from services.desk.what_if import Question, what_if
from services.projections.listing import listing_of
from services.tournament.catalogue import INITIAL
from services.tournament.definition.plan import Competition
from services.tournament.definition.templates import template_names
from services.tournament.publication.publishing import unsettled
from services.tournament.standings.standing import standings
from services.tournament.state import at_rest
from tests.demo.conftest import Played, play_in
from tests.exported import exported
from tests.refusing import refusing
from tests.sampling import mostly_wide
from tests.unit.tournament.given_formats import ALL, BSG, LEAGUE, MSO, ONLINE, ROUNDS, plan_of
from tests.unit.tournament.test_sessions_without_day import without_days

PlayAny = Callable[..., Played]
Kept = Callable[[str], Played]
TEMPLATES = template_names()
SOON = (MSO, ONLINE, "league", "knock-out", "swiss-final")
"""One of each way of drawing and entering; the others differ in figures and words."""
ORGANIZER = Principal("t-1", "organizer", "test", MSO)
OF_OTHER_FORMATS = {
    "games-forfeited",
    "ratings-changed",
    "sessions-dropped",
    "stage-entered",
    "table-closed",
    "table-opened",
}
"""Events that Hong Kong 2026 does not know; they happen in one of the others."""


@pytest.fixture
def play_any(tmp_path: Path) -> Iterator[PlayAny]:
    """Play the demo of a tournament file or template: `play_any("mso-2019", "first", seed=3)`."""
    played: list[Played] = []

    def call(file: str, folder: str = "demo", **how: Any) -> Played:
        played.append(play_in(tmp_path / folder, demo_definition(file), **how))
        return played[-1]

    yield call
    for story_played in played:
        story_played.close()


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kept]:
    """The demo of a file with the first seed, played once for all tests that only look at it."""
    played: dict[str, Played] = {}

    def call(file: str) -> Played:
        if file not in played:
            played[file] = play_in(tmp_path_factory.mktemp(file), demo_definition(file))
        return played[file]

    yield call
    for story_played in played.values():
        story_played.close()


@pytest.mark.parametrize("file", mostly_wide([*ALL, *TEMPLATES], SOON))
def test_it_is_exported_with_every_place_and_figure(file: str, kept: Kept) -> None:
    desk, state = kept(file).demo.desk, kept(file).demo.desk.state(file)
    tables, public = exported(desk, file), exported(desk, file, public=True)
    places = {(row["stage"], row["entrant_no"]): row["place"] for row in tables["standing"] if row["place"]}
    assert places == {
        (stage, line.entrant_no): line.place for stage in state.stages for line in standings(state, stage)
    }
    assert len(tables["sheet_games"]) == sum(
        game is not None for sheet in state.sheets.values() for game in sheet.games
    )
    assert places == {
        (row["stage"], row["entrant_no"]): row["place"] for row in public["standing"] if row["place"]
    }
    consenting = {number for number, entrant in state.entrants.items() if entrant.consent}
    assert {row["entrant_no"] for row in public["entrant"] if row["name_en"]} <= consenting
    exported(desk, file, as_of=state.seq // 2, public=True)


@pytest.mark.parametrize("file", mostly_wide([*ALL, *TEMPLATES], SOON))
def test_it_is_played_to_its_end_and_everything_kept_agrees_with_the_log(file: str, kept: Kept) -> None:
    played = kept(file)
    desk, state = played.demo.desk, played.demo.desk.state(file)
    verified = desk.log.verify(file)
    assert (verified.fault, verified.events) == (None, played.summary.events)
    assert at_rest(fold(INITIAL, desk.log.read(file, 0, 10_000))) == state
    assert desk.listings.read({file: state.seq}) == {file: listing_of(state)}
    assert [unsettled(state, stage) for stage in state.stages] == [[] for _ in state.stages]
    assert {session.status for session in state.sessions.values()} == {"ended"}
    assert played.summary.counts["disputes_open"] == 0
    best = standings(state, state.plan.titled_stage)[0].entrant_no
    firsts = [award.holders[0] for award in played.summary.podium if award.award == "place-1"]
    assert played.summary.podium
    assert firsts == ([best] if state.plan.titles else [])
    assert all(award.names[holder] for award in played.summary.podium for holder in award.holders)


def test_a_plan_that_nothing_plays_yet_is_refused_by_name(tmp_path: Path) -> None:
    plan = demo_definition("hk-2026")
    stage = msgspec.structs.replace(plan.stages[0], split="lot")
    with refusing("not-played-yet"):
        play_in(tmp_path / "demo", msgspec.structs.replace(plan, stages=(stage, *plan.stages[1:])))


@pytest.mark.parametrize(
    "name", mostly_wide([MSO, BSG, "swiss-final", "knock-out", "divisions"], [BSG, "swiss-final"])
)
def test_a_plan_without_days_is_played_to_its_end(name: str, tmp_path: Path) -> None:
    played = play_in(tmp_path / "demo", without_days(name))
    state = played.demo.desk.state(played.demo.definition.id)
    assert {(session.status, session.day) for session in state.sessions.values()} == {("ended", None)}
    assert state.awards is not None
    played.close()


def beside() -> Competition:
    """A league of evenings beside a day of sessions with a final."""
    day, league = plan_of("school-day"), plan_of(LEAGUE)
    stages, awards = (*day.stages, *league.stages), (*league.awards, *day.awards)
    return msgspec.structs.replace(day, quota=None, stages=stages, awards=awards)


@pytest.fixture(scope="module")
def two_stages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    played = play_in(tmp_path_factory.mktemp("beside"), beside())
    yield played
    played.close()


def test_a_league_beside_a_day_of_sessions_with_a_final_is_played_to_its_end(two_stages: Played) -> None:
    """Two stages that people register for: their sessions lie among each other, and the awards come last."""
    state = two_stages.demo.desk.state("school-day")
    assert [unsettled(state, stage) for stage in state.stages] == [[], [], []]
    assert {part.stage for entrant in state.entrants.values() for part in entrant.participations} == set(
        state.stages
    )
    both = {
        number
        for number, entrant in state.entrants.items()
        if entrant.stands_in("groups") and entrant.stands_in("season")
    }
    assert 0 < len(both) < len(state.entrants) // 2
    assert state.awards is not None
    assert state.awards.places[0].entrants == (standings(state, "final")[0].entrant_no,)
    assert standings(state, "season")[0].entrant_no in state.awards.others[0].holders


@pytest.mark.parametrize("file", mostly_wide(ALL, SOON))
def test_the_same_seed_gives_the_same_head_hash_and_another_seed_another(
    file: str, play_any: PlayAny, kept: Kept
) -> None:
    first = kept(file)
    assert play_any(file, "second", seed=1).summary == first.summary
    other = play_any(file, "third", seed=4, until="registration").summary
    stored = first.demo.desk.log.read_one(file, other.events)
    assert stored is not None
    assert stored.hash.hex() != other.head_hash


@pytest.mark.postgresql
@pytest.mark.parametrize("file", [MSO, pytest.param(ONLINE, marks=pytest.mark.wide)])
def test_postgresql_gives_the_same_head_hash_as_sqlite(
    file: str, play_any: PlayAny, kept: Kept, postgresql_url: str
) -> None:
    assert play_any(file, "there", url=postgresql_url).summary == kept(file).summary


def test_what_hong_kong_does_not_know_happens_in_one_of_them(
    kept: Kept, two_stages: Played, tmp_path: Path
) -> None:
    few = msgspec.structs.replace(demo_definition("round-robin"), quota=5)
    small = play_in(tmp_path / "few", few)
    played = [kept(MSO), kept(ONLINE), two_stages, small]
    seen = {
        event.type
        for story in played
        for event in story.demo.desk.log.read(story.summary.tournament, 0, 10_000)
    }
    small.close()
    assert seen >= OF_OTHER_FORMATS


def test_a_swiss_tournament_has_all_that_its_rules_speak_of(kept: Kept) -> None:
    played = kept(MSO)
    state = played.demo.desk.state(MSO)
    games = [game for sheet in state.sheets.values() for game in sheet.games if game is not None]
    assert {game.ended_by for game in games} == {"cleared", "forfeit", "left", "ruling"}
    assert any(event.type == "game-corrected" for event in played.demo.desk.log.read(MSO, 0, 10_000))
    assert all(session.tables for session in state.sessions.values())
    sat_out = [number for session in state.sessions.values() for number in session.byes]
    assert len(sat_out) == len(set(sat_out)) == played.summary.counts["byes"] > 0
    last, first = state.sessions["2019-08-19/5"], state.sessions["2019-08-19/1"]
    late = set(last.entrants) - set(first.entrants)
    assert len(late) == 1, "someone entered after the first round"


@pytest.mark.parametrize(("draw", "check_in"), [("given", "each"), ("snake", "none"), ("standing", "first")])
def test_a_plan_of_any_other_words_is_played_too(draw: str, check_in: str, tmp_path: Path) -> None:
    plan = demo_definition(ROUNDS, f"by-{draw}")
    stage = msgspec.structs.replace(plan.stages[0], draw=draw, check_in=check_in, signatures="required")
    plan = msgspec.structs.replace(plan, stages=(stage,))
    played = play_in(tmp_path / "demo", plan)
    try:
        assert len(played.summary.podium) == 3
        assert played.summary.counts["signatures"] > 0
    finally:
        played.close()


@pytest.mark.parametrize("until", [point for point in POINTS if point != "awards"])
def test_it_stops_early_at_the_beginning_of_the_whole(until: str, play_any: PlayAny, kept: Kept) -> None:
    early, late = play_any(MSO, "early", until=until), kept(MSO)
    stored = late.demo.desk.log.read_one(MSO, early.summary.events)
    assert stored is not None
    assert stored.hash.hex() == early.summary.head_hash
    assert early.summary.podium == ()


def test_a_point_of_hong_kong_is_refused_with_those_of_any_other(play_any: PlayAny) -> None:
    with refusing("demo-until-unknown", "registration, mid, awards"):
        play_any(MSO, until="cut")


def test_what_if_a_game_had_not_been_played_moves_places_and_no_pairs(kept: Kept) -> None:
    desk = kept(MSO).demo.desk
    games = [
        recorded.seq for recorded in desk.log.read(MSO, 0, 10_000) if recorded.type == "game-result-recorded"
    ]
    answer = what_if(desk, MSO, Question(without=(games[-1],)), ORGANIZER)
    assert answer.difference.stages[0].moves
    assert {misfit.code for misfit in answer.misfits} == {"stage-not-settled"}
    same = what_if(desk, MSO, Question(), ORGANIZER)
    assert (same.difference.empty, same.misfits) == (True, ())


def test_the_standings_of_a_category_of_ones_own_are_its_lines_with_their_places(kept: Kept) -> None:
    desk = kept("categories").demo.desk
    shown = {
        category: desk.ask("categories", "standings", StandingsParams(category=category), ORGANIZER).rows
        for category in ("child", "teenager", "adult", None)
    }
    everyone = [row.entrant_no for row in shown[None]]
    assert shown["teenager"]
    assert sorted(everyone) == sorted(
        row.entrant_no for category in ("child", "teenager", "adult") for row in shown[category]
    )
    places = {row.entrant_no: row.place for row in shown[None]}
    assert all(row.place == places[row.entrant_no] for row in shown["teenager"])
