"""Going on to a stage: what a participant reads after the cut, until sessions are given out."""

from datetime import date

import msgspec

from services.desk.params import EntrantParams
from services.desk.programme import TournamentAnswer
from services.desk.views import EntrantView, SessionsAnswer
from services.personal.person import Person
from services.personal.reader import Reader
from services.tournament.definition.stages import Stage
from shared.catalogue import Phrase


def goes_on_to(reader: Reader, person: Person) -> Stage | None:
    """The stage that a participant goes on to and has no session in yet; None for none."""
    view: EntrantView = reader.ask(person, "entrant", EntrantParams(entrant=person.number))
    return None if view.goes_on is msgspec.UNSET else view.goes_on


def going_on_line(reader: Reader, person: Person, stage: Stage) -> str:
    """That they go on to a stage, and which days to keep free, or that it is suspended."""
    defined: TournamentAnswer = reader.ask(person, "tournament")
    answer: SessionsAnswer = reader.ask(person, "sessions")
    played = [view.session for view in answer.rows if view.session.stage == stage]
    known = sorted({date.fromisoformat(row.day) for row in played if row.day is not None})
    days = None
    if known and all(row.day is not None for row in played):
        days = Phrase("notice-days", {"first": known[:-1], "last": known[-1], "count": len(known)})
    return reader.text(
        "schedule_goes_on",
        stage=defined.definition.stage_name(stage),
        final_days=days,
        suspended=any(row.status == "suspended" for row in played),
    )
