"""The plans of the documents in stages and sessions; those of rounds are read nowhere else.

A document says how it was played by a `format`, from a time when rounds were a model of their own.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from services.tournament.definition.awards import TeamAward
from services.tournament.definition.categories import Category
from services.tournament.definition.earlier import competition_of
from services.tournament.definition.early_shapes import Definition
from services.tournament.definition.plan import Competition
from services.tournament.definition.sessions import SessionPlan
from services.tournament.definition.stages import HALF, Bye, Rating, StagePlan, TableSize, Target
from services.tournament.definition.texts import Text
from tests.golden.comparison.documents import Document

STAGE = "preliminary"
IN_ROUNDS = ("swiss", "rounds_of_games")


def plan_of(definition: Mapping[str, Any]) -> Competition:
    """What a document's definition says, as a plan of today."""
    format = definition.get("format")
    rest = {key: value for key, value in definition.items() if key != "format"}
    return competition_of(msgspec.convert(rest, Definition)) if format is None else _of_rounds(rest, format)


def in_rounds(document: Document) -> bool:
    """Whether it was played in a format of rounds."""
    return "format" in document.definition


def session_of(plan: Competition, round: int) -> str:
    """The session that a round is today; rooms are tables of the first."""
    return plan.stages[0].sessions[round - 1].id


def _of_rounds(definition: dict[str, Any], format: Mapping[str, Any]) -> Competition:
    # Early plans always have a final, so one is lent to read the rest.
    final = {**definition["sessions"][0], "id": "lent", "stage": "final"}
    lent = {**definition, "sessions": (*definition["sessions"], final)}
    plan = competition_of(msgspec.convert(lent, Definition))
    meeting = plan.stages[0].sessions[0]
    rounds = format.get("rounds", 1)
    later = tuple(
        SessionPlan(f"{meeting.day}/{number}", meeting.day, tables=meeting.tables, capacity=meeting.capacity)
        for number in range(2, rounds + 1)
    )
    stage = StagePlan(
        id=STAGE,
        enter="registration",
        split="chosen",
        sessions=(meeting, *later),
        table=TableSize(definition["seats_most"], definition["seats_fewest"]),
        ranked="played",
        check_in="none",
        signatures="none",
        attend="all" if format["kind"] in IN_ROUNDS else "one",
        apart=("family",) if definition["families_apart"] else (),
    )
    stage = _played(stage, format)
    places = [replace(award, stage=STAGE) for award in plan.awards]
    teams = [TeamAward(STAGE)] if format["kind"] == "medals" else []
    return replace(plan, stages=(stage,), awards=(*places, *teams), categories=tuple(_categories(format)))


def _played(stage: StagePlan, format: Mapping[str, Any]) -> StagePlan:
    match format["kind"]:
        case "swiss":
            halves = format["bye_halves"]
            bye = Bye(HALF if halves == 1 else halves // 2)
            return replace(stage, draw="swiss", games=1, bye=bye, ranking=format["tie_breaks"])
        case "rounds_of_games":
            return replace(stage, games=format["games"])
        case "points_target" | "medals":
            return replace(stage, games=Target(format["target"]))
        case _:
            figures = {name: format[name] for name in ("mu", "sigma", "beta", "tau")}
            return replace(stage, attend="some", draw="open", games="any", rating=Rating(**figures))


def _categories(format: Mapping[str, Any]) -> Iterator[Category]:
    child_to = format.get("child_to")
    if child_to is not None:
        yield Category("adult", Text("Adult", "成人"), age_from=child_to + 1)
        yield Category("child", Text("Child", "兒童"), age_to=child_to)
