"""By scores or by counts one rule: what an ending decides, whichever way the figures were written down."""

from fractions import Fraction

import msgspec
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from services.rules.endings import PLAY_ON_UNLESS_LEVEL, check_decided, is_decided
from services.rules.game import ENDINGS, EndedBy, GameInput, SeatInput
from services.rules.ruleset import Ruleset, Setting, all_rulesets, load, ruleset_ids
from services.rules.scoring import score_game
from services.rules.self_recorded import UNKNOWN, RecordedSeat, check_self_recorded
from shared.problems import Problem
from tests.cases import cases
from tests.profiles import examples

MSO = load("mso-2019")
LEVEL, APART, TILES_APART = ((10, 3), (10, 3)), ((10, 3), (20, 4)), ((10, 3), (10, 4))
OPEN = ("ruling-required", "game-not-over", "forfeiter-wrong")


def rules_of(id: str) -> Ruleset:
    """Rules that ship, for tables of two as of more."""
    rules = load(id)
    least = msgspec.structs.replace(rules.seats.least, value=2)
    return msgspec.structs.replace(rules, seats=msgspec.structs.replace(rules.seats, least=least))


def counted(rules: Ruleset, ended_by: EndedBy, held: tuple[tuple[int, int], ...]) -> GameInput:
    forfeits = ended_by == "forfeit"
    seats = [
        SeatInput("ABCDEF"[n], count=count, tiles=tiles, forfeited=forfeits and n == len(held) - 1)
        for n, (count, tiles) in enumerate(held)
    ]
    return GameInput(ended_by, tuple(seats))


def by_counts(rules: Ruleset, game: GameInput) -> str | list[RecordedSeat]:
    try:
        scored = score_game(rules, game)
    except Problem as problem:
        return problem.code
    return [RecordedSeat(seat.seat, Fraction(seat.score), seat.game_won, seat.tiles) for seat in scored.seats]


def by_scores(rules: Ruleset, ended_by: str, seats: list[RecordedSeat]) -> str | None:
    problems = check_self_recorded(rules, seats, ended_by)
    return problems[0].code if problems else None


def as_lowest_count(rules: Ruleset, held: tuple[tuple[int, int], ...]) -> list[RecordedSeat]:
    """The scores that the table would write down if the lowest count had won."""
    setting: Setting[str] = msgspec.structs.replace(rules.endings.blocked, value="lowest_count")
    endings = msgspec.structs.replace(rules.endings, blocked=setting)
    seats = by_counts(msgspec.structs.replace(rules, endings=endings), counted(rules, "blocked", held))
    assert not isinstance(seats, str)
    return seats


@cases("held", [LEVEL, APART, TILES_APART])
@cases("ended_by", ENDINGS[1:])
@cases("id", ruleset_ids())
def test_what_counts_are_refused_for_scores_are_refused_for(
    id: str, ended_by: EndedBy, held: tuple[tuple[int, int], ...]
) -> None:
    rules = rules_of(id)
    found = by_counts(rules, counted(rules, ended_by, held))
    if isinstance(found, str):
        assert found in OPEN
        assert by_scores(rules, ended_by, as_lowest_count(rules, held)) == found
    else:
        assert by_scores(rules, ended_by, found) is None


@settings(max_examples=examples(60), deadline=None)
@given(
    id=st.sampled_from(ruleset_ids()),
    ended_by=st.sampled_from(ENDINGS),
    tiles=st.lists(st.integers(0, 12), min_size=2, max_size=4),
    each=st.integers(1, 13),
)
def test_of_any_game_that_is_scored_the_scores_are_taken(
    id: str, ended_by: EndedBy, tiles: list[int], each: int
) -> None:
    rules = rules_of(id)
    seats = tiles[: rules.seats.most.value]
    assume(ended_by != "forfeit" or all(seats))
    game = counted(rules, ended_by, tuple((number * each, number) for number in seats))
    found = by_counts(rules, game)
    if isinstance(found, str):
        return
    assert is_decided(rules, ended_by)
    assert by_scores(rules, ended_by, found) is None
    assert by_scores(rules, UNKNOWN, found) is None


@cases(
    "ended_by, held, code",
    [
        ("pool_exhausted", LEVEL, None),
        ("pool_exhausted", APART, "game-not-over"),
        ("pool_exhausted", TILES_APART, "game-not-over"),
        ("blocked", LEVEL, "ruling-required"),
        ("time", LEVEL, "ruling-required"),
        (UNKNOWN, LEVEL, None),
        (UNKNOWN, APART, None),  # 10 can be the rack of who forfeited
        (UNKNOWN, ((10, 3), (13, 4)), "ruling-required"),  # four tiles never count 3
    ],
)
def test_at_the_mso_level_racks_at_an_empty_pool_are_a_draw_and_nothing_else_is(
    ended_by: str, held: tuple[tuple[int, int], ...], code: str | None
) -> None:
    assert by_scores(MSO, ended_by, as_lowest_count(MSO, held)) == code
    if ended_by != UNKNOWN:
        found = by_counts(MSO, counted(MSO, ended_by, held))  # type: ignore[arg-type]
        assert found == (code or [RecordedSeat(seat, Fraction(0), 1, 3) for seat in "AB"])


def test_a_forfeit_written_as_scores_has_one_who_lost() -> None:
    draw = [RecordedSeat(seat, Fraction(0), 1, 3) for seat in "AB"]
    assert by_scores(MSO, "forfeit", draw) == "forfeiter-wrong"


def test_only_level_racks_end_a_game_that_goes_on_otherwise() -> None:
    assert MSO.endings.pool_exhausted.value == PLAY_ON_UNLESS_LEVEL
    assert {id for id in ruleset_ids() if is_decided(load(id), "pool_exhausted")} == {*ruleset_ids()} - {
        "rummikub-online"
    }


@cases("language", ["en", "zh"])
def test_a_refusal_names_the_rules_by_their_title(language: str) -> None:
    for rules in all_rulesets():
        for ended_by in ENDINGS:
            try:
                check_decided(rules, ended_by)
            except Problem as problem:
                said = problem.for_people(language)
                assert rules.title.in_language(language) in said
                assert rules.id not in said
