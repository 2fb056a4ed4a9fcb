"""The sessions and days that a decision is about: those known, new days that fit, what others decided."""

from datetime import date, timedelta
from zoneinfo import ZoneInfo

from bots.telegram.docket import who
from bots.telegram.storm import decision_of
from bots.telegram.talk import Talk
from services.desk.log_views import TimelineAnswer, TimelineEntry
from services.desk.params import TimelineParams
from services.desk.previewing import try_out
from services.desk.programme import TournamentAnswer
from services.desk.views import (
    SessionsAnswer,
)
from services.officials.cases import actor_shown
from services.projections.rows import SessionRow
from shared.i18n import moment_shown
from shared.problems import Problem

_DAYS_PROPOSED, _DAYS_LOOKED_AT = 5, 21


def days_that_fit(talk: Talk) -> list[date]:
    """Days on which the rules let the suspended sessions be played: those of the programme first."""
    data, person = talk.flow.data, who(talk, talk.flow.data)
    suspended = date.fromisoformat(data["day"])
    today = talk.room.desk.clock.now().astimezone(zone_of(talk)).date()
    begin = max(suspended, today)
    planned = sorted({date.fromisoformat(row.day) for row in sessions_known(talk) if row.day is not None})
    near = [begin + timedelta(days=days) for days in range(_DAYS_LOOKED_AT)]
    fit: list[date] = []
    for day in dict.fromkeys([*(day for day in planned if day >= begin), *near]):
        command = decision_of({**data, "new_day": day.isoformat()})
        try:
            try_out(talk.room.desk, person.tournament_id, command, person.principal)
        except Problem as problem:
            if problem.is_of_the_machine:
                raise
            continue
        fit.append(day)
        if len(fit) == _DAYS_PROPOSED:
            break
    return sorted(fit)


def can_be_lifted(talk: Talk) -> bool:
    """Whether nothing rests on the suspension; where results are void it gets a new date instead."""
    person, lifting = who(talk, talk.flow.data), decision_of({**talk.flow.data, "what": "lift"})
    try:
        try_out(talk.room.desk, person.tournament_id, lifting, person.principal)
    except Problem as problem:
        if problem.is_of_the_machine:
            raise
        return False
    return True


def ended_by(talk: Talk) -> str:
    """Who lifted the suspension of the day last, or gave its sessions a new date; "" where nobody did."""
    data = talk.flow.data
    person = who(talk, data)
    defined: TournamentAnswer = talk.ask(person, "tournament")
    planned = {session.id: session.day for session in defined.definition.sessions}
    day = date.fromisoformat(data["day"])
    found: list[tuple[TimelineEntry, SessionRow]] = []
    for row in sessions_known(talk):
        kind = "suspension-lifted" if row.day == data["day"] else "sessions-rescheduled"
        if row.day == data["day"] or planned.get(row.session) == day:
            about = TimelineParams(session=row.session, kind=kind, order="falling", limit=1)
            answer: TimelineAnswer = talk.ask(person, "timeline", about)
            found += [(entry, row) for entry in answer.rows]
    if not found:
        return ""
    last, row = max(found, key=lambda known: known[0].seq)
    at = moment_shown(last.occurred_at, zone_of(talk), talk.language)
    by = actor_shown(talk, person, last.actor)
    if row.day is None or row.day == data["day"]:
        return talk.text("storm_lifted", by=by, at=at)
    return talk.text("storm_moved", by=by, at=at, day=date.fromisoformat(row.day))


def sessions_known(talk: Talk) -> list[SessionRow]:
    """The sessions of the tournament of the flow, by day."""
    answer: SessionsAnswer = talk.ask(who(talk, talk.flow.data), "sessions")
    rows = [view.session for view in answer.rows]
    return sorted(rows, key=lambda row: (row.day or "", row.number))


def zone_of(talk: Talk) -> ZoneInfo:
    """Where the tournament of the flow is."""
    return ZoneInfo(talk.flow.data["zone"])
