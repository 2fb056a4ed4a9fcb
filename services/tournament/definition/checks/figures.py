"""Figures: each within what makes sense by itself, table sizes within the seats of the rules."""

from collections.abc import Iterator, Mapping

from services.rules.checking import LEAST_SEATED, MOST_SEATED
from services.rules.ruleset import Ruleset
from services.tournament.definition.checks.places import sessions_of, stages_of
from services.tournament.definition.faults import Finding, finding
from services.tournament.definition.plan import Competition
from services.tournament.definition.stages import Clock, StagePlan
from services.tournament.kernel.lengths import MOST_GAMES
from shared.catalogue import Phrase
from shared.toml_lines import Path

MOST_AGE = 130
MOST_TABLES = 1000
MOST_ROOM = 100_000
MOST_TARGET = 100_000
MOST_BYES = 100
MOST_SECONDS = 24 * 60 * 60
MOST_MILLIONTHS = 10**12


def faults(plan: Competition, rulesets: Mapping[str, Ruleset]) -> Iterator[Finding]:
    """Figures out of range, for the tournament and for each of its stages."""
    yield from _within(("quota",), plan.quota, 1, MOST_ROOM)
    yield from _within(("minimum_age",), plan.minimum_age, 0, MOST_AGE)
    yield from _within(("verbal_warnings",), plan.verbal_warnings, 0, 100)
    yield from _within(("tables_per_official",), plan.tables_per_official, 1, MOST_TABLES)
    for place, category in enumerate(plan.categories):
        yield from ages(("categories", place), "age_from", category.age_from, "age_to", category.age_to)
    for path, stage in stages_of(plan):
        yield from _of_stage(path, stage, rulesets.get(plan.ruleset_of(stage)))


def ages(path: Path, from_: str, youngest: int | None, to: str, oldest: int | None) -> Iterator[Finding]:
    """Two ages out of range or order."""
    yield from _within((*path, from_), youngest, 0, MOST_AGE)
    yield from _within((*path, to), oldest, 0, MOST_AGE)
    if youngest is not None and oldest is not None and youngest > oldest:
        yield Finding(
            (*path, to),
            Phrase(
                "part-figures-less-than-nobody-such-age",
                {"oldest": oldest, "from": from_, "youngest": youngest},
            ),
            ((*path, from_),),
        )


def _of_stage(path: Path, stage: StagePlan, ruleset: Ruleset | None) -> Iterator[Finding]:
    yield from _within((*path, "games"), stage.games_each, 1, MOST_GAMES)
    yield from _within((*path, "games", "target"), stage.target, 1, MOST_TARGET)
    if isinstance(stage.bye.points, int):
        yield from _within((*path, "bye", "points"), stage.bye.points, 0, MOST_BYES)
    yield from _within((*path, "bye", "most"), stage.bye.most, 0, MOST_BYES)
    if stage.source is not None:
        yield from _within((*path, "enter", "places"), stage.source.places, 1, MOST_ROOM)
        yield from _within((*path, "enter", "per_table"), stage.source.per_table, 1, MOST_ROOM)
    yield from _table(path, stage, ruleset)
    for here, session in sessions_of(path, stage):
        yield from _within((*here, "tables"), session.tables, 1, MOST_TABLES)
        yield from _within((*here, "capacity"), session.capacity, 1, MOST_ROOM)
    if stage.clock is not None:
        yield from _clock((*path, "clock"), stage.clock)
    if stage.rating is not None:
        for name, least in (("mu", 0), ("sigma", 1), ("beta", 1), ("tau", 0)):
            yield from _within((*path, "rating", name), getattr(stage.rating, name), least, MOST_MILLIONTHS)


def _table(path: Path, stage: StagePlan, ruleset: Ruleset | None) -> Iterator[Finding]:
    here, table = (*path, "table"), stage.table
    if not 2 <= table.fewest <= table.most:
        yield finding(here, "part-figures-seats-at-least-at-most", fewest=table.fewest, most=table.most)
        return
    if ruleset is None:
        return
    seats = ruleset.seats
    if table.most > seats.most.value or table.fewest < seats.least.value:
        least, most = seats.least.value, seats.most.value
        yield finding(
            here,
            "part-figures-seats-but-played-at-least",
            ("ruleset",),
            (*path, "ruleset"),
            fewest=table.fewest,
            most=table.most,
            id=ruleset.id,
            least=least,
            most2=most,
            lowest=LEAST_SEATED,
            highest=MOST_SEATED,
        )


def _clock(path: Path, clock: Clock) -> Iterator[Finding]:
    for name in ("turn_seconds", "bank_seconds"):
        yield from _within((*path, name), getattr(clock, name), 1, MOST_SECONDS)
    yield from _within((*path, "delay_seconds"), clock.delay_seconds, 0, MOST_SECONDS)
    if (clock.turn_seconds is None) == (clock.bank_seconds is None):
        yield finding(path, "part-figures-needs-either-turn-seconds-limit")
    elif clock.bank_seconds is None and clock.delay_seconds is not None:
        yield finding((*path, "delay_seconds"), "part-figures-belongs-bank-seconds-leave-out")


def _within(path: Path, figure: int | None, least: int, most: int) -> Iterator[Finding]:
    if figure is not None and not least <= figure <= most:
        yield finding(path, "part-figures-can", figure=figure, least=least, most=most)
