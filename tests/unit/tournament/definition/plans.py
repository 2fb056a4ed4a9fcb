"""Competitions for tests of the definition: small, whole and easy to change."""

from datetime import date, time

from services.tournament.definition.plan import Competition
from services.tournament.definition.sessions import SessionPlan
from services.tournament.definition.stages import From, StagePlan
from services.tournament.definition.texts import Text

DAY = date(2027, 3, 6)
GROUPS = StagePlan(
    id="groups",
    enter="registration",
    split="chosen",
    sessions=(
        SessionPlan("2027-03-06/1", DAY, start=time(14), end=time(15), tables=4, capacity=15),
        SessionPlan("2027-03-06/2", DAY, start=time(15, 30), end=time(16, 30), tables=4),
    ),
)
FINAL = StagePlan(
    id="final",
    enter=From("groups", places=8),
    split="in_turn",
    draw="standing",
    games=2,
    sessions=(SessionPlan("2027-03-06/3", DAY, start=time(17), end=time(18), tables=2, capacity=8),),
)
SCHOOL_DAY = Competition(
    id="school-day-2027",
    title=Text(both="School day"),
    ruleset="hk-2026",
    zone="Asia/Hong_Kong",
    stages=(GROUPS, FINAL),
)
