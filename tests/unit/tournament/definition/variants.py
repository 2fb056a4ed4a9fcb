"""Plans changed in one place, and what is refused or remarked of them."""

from typing import Any

from msgspec.structs import replace

from services.rules.ruleset import load
from services.tournament.definition.checking import faults_of, remarks_on
from services.tournament.definition.plan import Competition
from services.tournament.definition.sessions import SessionPlan
from services.tournament.definition.stages import TableSize
from services.tournament.definition.texts import Text
from tests.unit.tournament.definition.plans import FINAL, GROUPS, SCHOOL_DAY

RULES = {id: load(id) for id in ("hk-2026", "mso-2019", "pressman-2006-tournament", "bsg-2015")}
PAIRS: dict[str, Any] = {"ruleset": "mso-2019", "table": TableSize(2, 2)}


def faults(plan: Competition) -> list[str]:
    return [".".join(map(str, finding.path)) for finding in faults_of(plan, RULES)]


def remarks(plan: Competition) -> list[str]:
    assert faults(plan) == []
    return [".".join(map(str, finding.path)) for finding in remarks_on(plan, RULES)]


def with_groups(**changes: Any) -> Competition:
    return replace(SCHOOL_DAY, stages=(replace(GROUPS, **changes), FINAL))


def with_final(**changes: Any) -> Competition:
    return replace(SCHOOL_DAY, stages=(GROUPS, replace(FINAL, **changes)))


def rounds(count: int, **changes: Any) -> tuple[SessionPlan, ...]:
    return tuple(SessionPlan(f"r{number}", **changes) for number in range(1, count + 1))


def session(**changes: Any) -> tuple[SessionPlan, ...]:
    return (replace(GROUPS.sessions[0], **changes),)


def linking(address: str) -> Competition:
    return replace(SCHOOL_DAY, timer_guide=Text(both=address))
