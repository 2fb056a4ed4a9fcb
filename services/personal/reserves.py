"""Reserves as they read of it: for which stage, in which turn, and that it is over once play has begun."""

from services.desk.params import EntrantParams
from services.desk.programme import TournamentAnswer
from services.desk.views import EntrantView, ReserveView, SessionsAnswer
from services.personal.person import Person
from services.personal.reader import Reader
from services.personal.sessions import by_day
from shared.catalogue import Listed


def reserve_of(reader: Reader, person: Person) -> ReserveView | None:
    """For what they are a reserve, or were until it began; None for who is none, or may not know yet."""
    view: EntrantView = reader.ask(person, "entrant", EntrantParams(entrant=person.number))
    return view.reserve if isinstance(view.reserve, ReserveView) else None


def reserve_waiting(reader: Reader, person: Person) -> ReserveView | None:
    """For what a participant may still move up."""
    reserve = reserve_of(reader, person)
    return None if reserve is None or reserve.over else reserve


def reserve_line(reader: Reader, person: Person, reserve: ReserveView) -> str:
    """Which place among the reserves, of which stage, and when that is played."""
    defined: TournamentAnswer = reader.ask(person, "tournament")
    answer: SessionsAnswer = reader.ask(person, "sessions")
    plan = defined.definition
    played = (view.session for view in answer.rows if view.session.stage == reserve.stage)
    days = [by_day(plan, row) for row in played if row.day is not None]
    return reader.text(
        "schedule_reserve",
        over=reserve.over,
        place=reserve.place,
        stage=plan.stage_name(reserve.stage),
        sessions=Listed(days, "list-between-sentences") if days and not reserve.over else None,
    )
