"""Plans by chance: tournaments of any stages, draws and sizes, without a fault, that can be played."""

from datetime import date, timedelta
from random import Random

from msgspec.structs import replace

from services.rules.ruleset import load
from services.tournament.definition.awards import PlacesAward
from services.tournament.definition.checking import faults_of
from services.tournament.definition.plan import Competition
from services.tournament.definition.playable import not_played_yet
from services.tournament.definition.sessions import SessionPlan
from services.tournament.definition.stages import Bye, From, StagePlan, TableSize, Target
from services.tournament.definition.texts import Text
from services.tournament.seating.draws import draws

FIRST_DAY = date(2027, 3, 6)
RULES = {2: ("mso-2019", "hk-2026", "pressman-2006"), 4: ("hk-2026", "bsg-2015")}
WAY_TO_PLAY = ("one", "all", "some")
HEAD_TO_HEAD_ELSEWHERE = (
    ("head_to_head", "match_points"),
    ("match_points", "sonneborn_berger", "head_to_head", "total_score"),
)


def plan_by_chance(dice: Random, beside: Random | None = None) -> Competition:
    """A plan without a fault that can be played.

    Args:
        beside: the dice of a second stage that people register for, if there is to be one.
    """
    while True:
        plan = _plan(dice)
        plan = plan if beside is None else _with_another(plan, beside)
        rulesets = {id: load(id) for id in plan.rulesets}
        if not list(faults_of(plan, rulesets)) and not not_played_yet(plan):
            return plan


def _plan(dice: Random) -> Competition:
    first = _stage(dice, "groups", None)
    stages = [first]
    for id in ("semi", "final")[: dice.choice([0, 0, 1, 1, 2])]:
        stages.append(_stage(dice, id, _source(dice, stages[-1].id)))
    return Competition(
        id="random",
        title=Text(both="By chance"),
        ruleset="hk-2026",
        zone="Asia/Hong_Kong",
        tables_per_official=dice.choice([2, 4]),
        stages=tuple(stages),
        awards=(PlacesAward(stages[-1].id, (Text(both="First"), Text(both="Second"))),),
    )


def _with_another(plan: Competition, dice: Random) -> Competition:
    """The plan with another stage that people register for, on the same days, and perhaps its final."""
    stage_plans = [_stage(dice, "juniors", None)]
    if dice.random() < 0.5:
        stage_plans.append(_stage(dice, "juniors-final", _source(dice, "juniors")))
    stages = [*stage_plans, *plan.stages] if dice.random() < 0.5 else [*plan.stages, *stage_plans]
    award = PlacesAward(stage_plans[-1].id, (Text(both="Best"),))
    awards = (award, *plan.awards) if dice.random() < 0.5 else (*plan.awards, award)
    quota = dice.choice([None, None, 8])
    return replace(plan, stages=tuple(stages), awards=awards, quota=quota)


def _source(dice: Random, stage: str) -> From:
    places = dice.choice([None, 2, 3, 4, 6, 8])
    per_table = dice.choice([1, 2]) if places is None or dice.random() < 0.3 else None
    ties = dice.choice(["decided", "all", "lot"])
    return From(stage, places=places, per_table=per_table, ties=ties, reserves=dice.random() < 0.8)


def _going_by(*what: str) -> tuple[str, ...]:
    """The draws that seat anybody at tables of any size, and go by that."""
    return tuple(word for word, draw in draws().items() if draw.goes_by in what and not draw.fixes_field)


def _stage(dice: Random, id: str, source: From | None) -> StagePlan:
    attend = dice.choice(WAY_TO_PLAY if source is None else WAY_TO_PLAY[:2])
    most = dice.choice([2, 3, 4])
    draws = {
        "one": ("lot",) if source is None else _going_by("lot", "places"),
        "all": (*_going_by("lot", "places", "points"), *(("round_robin",) if most == 2 else ())),
        "some": ("open",),
    }[attend]
    count = dice.randrange(1, 4) if attend != "all" else dice.randrange(2, 6)
    day = {"groups": 0, "juniors": 0, "semi": 10, "juniors-final": 10, "final": 20}[id]
    sessions = tuple(
        SessionPlan(
            f"{id}-{number}",
            FIRST_DAY + timedelta(days=day + number),
            tables=dice.choice([None, None, 6]) if attend != "some" else None,
        )
        for number in range(1, count + 1)
    )
    ruleset = dice.choice(RULES[2] if most == 2 else RULES[4])
    stage_plan = StagePlan(
        id=id,
        enter="registration" if source is None else source,
        ruleset=ruleset,
        attend=attend,
        split="chosen" if source is None else dice.choice(["in_turn", "lot", "chosen"]),
        draw=dice.choice(draws),
        table=TableSize(most, min(most, dice.choice([2, 3]))),
        games=_games(dice, attend),
        bye=Bye(points=1 if dice.random() < 0.5 else "1/2"),
        ranked=dice.choice(["complete", "played"]) if attend != "some" else "played",
        check_in=dice.choice(["each", "first", "none"]) if attend != "some" else "none",
        signatures=dice.choice(["required", "optional", "none"]),
        ranking=dice.choice(["ruleset", "mso-2019", "mso-classic"]) if most == 2 else "ruleset",
        carry=source is not None and dice.random() < 0.3,
        sessions=sessions,
    )
    if stage_plan.ranking == "mso-classic" and count != 2:
        # Without the dice, so that seeds found before play as they did.
        return replace(stage_plan, ranking=HEAD_TO_HEAD_ELSEWHERE[count % 2])
    return stage_plan


def _games(dice: Random, attend: str) -> int | Target | str:
    games: list[int | Target | str] = [1, 2, Target(150)] if attend != "some" else ["any", Target(150)]
    return dice.choice(games)
