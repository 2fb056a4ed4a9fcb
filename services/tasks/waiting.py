"""What waits for whom: what somebody in an office is to do or decide now, the most urgent first."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Literal

import msgspec

from services.access.visibility import Visibility
from services.notices.unplayed_games import due
from services.rules.online import is_online
from services.tasks.closing import closing_steps
from services.tasks.day_questions import DECIDE_DAY
from services.tasks.offered import Offer, about_case, about_table, first_of, reached, steps_of
from services.tasks.wall import TableState, wall
from services.tournament.kernel.ids import TableId
from services.tournament.people.questions import is_open
from services.tournament.play.setting_out import is_waited_at
from services.tournament.seating.presence import present_and_missing
from services.tournament.seating.sessions import Session
from services.tournament.state import State
from services.tournament.weather.dangers import in_force
from services.tournament.weather.undecided import undecided_days
from services.tournament.weather.update_promises import sessions_held

_RIGHTS = {"cutoff": "suspend-day"}
"""The right it takes where that is not the one of its task."""


class NextDecision(msgspec.Struct, frozen=True):
    """A decision that waits.

    Attributes:
        kind: to answer a proposal, to give the word that was promised, to set a new date, or to decide at
            the cutoff; or a danger in force while sessions of today are on, as after a suspension is lifted.
        by: when it is due at the latest; None for at once, and for a new date.
        since: when it began to wait.
        outcome: of a proposal.
        moved: of a word for people in the hall whose sessions all have a new date: none is suspended.
    """

    kind: Literal["proposal", "word", "date", "cutoff", "danger"]
    offer: Offer
    day: date
    by: datetime | None = None
    since: datetime | None = None
    outcome: str = ""
    moved: bool = False


def next_decisions(state: State, seen: Visibility, now: datetime) -> list[NextDecision]:
    """Those that whoever asks may take: what was proposed first, then what is due first."""
    found = [each for each in _all(state, now) if seen.scope(_RIGHTS.get(each.kind, each.offer.task))]
    return sorted(found, key=lambda each: (each.kind != "proposal", each.by is None, each.by or now))


def _all(state: State, now: datetime) -> Iterator[NextDecision]:
    asked = set()
    for id, proposal in state.proposals.items():
        if proposal.status == "open":
            asked.add(proposal.day)
            yield NextDecision(
                "proposal",
                Offer("answer-weather-proposal", {"proposal": id}),
                proposal.day,
                since=proposal.proposed_at,
                outcome=proposal.outcome,
            )
    days: dict[date, list[tuple[datetime, datetime | None]]] = {}
    off = ((each.day, each.suspension) for each in state.sessions.values() if each.status == "suspended")
    held = ((suspension.day, suspension) for _, suspension in sessions_held(state))
    today = state.plan.local_day(now)
    for day, suspension in (*off, *((day, each) for day, each in held if day is not None and day >= today)):
        if day is not None and suspension is not None:
            days.setdefault(day, []).append((suspension.at, suspension.next_word))
    for day, waits in days.items():
        since, words = min(at for at, _ in waits), [by for _, by in waits if by is not None]
        about = {"day": day.isoformat()}
        is_off = any(each.day == day and each.status == "suspended" for each in state.sessions.values())
        if words and (day >= today or min(words) > now):
            word = Offer("give-further-word", about)
            yield NextDecision("word", word, day, min(words), since, moved=not is_off)
        elif is_off:
            yield NextDecision("date", Offer("reschedule-sessions", about), day, None, since)
    for undecided in undecided_days(state, now):
        if undecided.decided is not None and undecided.day not in asked:
            offer = Offer(DECIDE_DAY, {"day": undecided.day.isoformat()})
            asked.add(undecided.day)
            yield NextDecision("cutoff", offer, undecided.day, undecided.decided)
    dangers = in_force(state)
    if dangers and today not in {*asked, *days} and _is_on(state, today):
        offer = Offer("suspend-day", {"day": today.isoformat()})
        yield NextDecision("danger", offer, today, since=dangers[0].begin)


def _is_on(state: State, day: date) -> bool:
    """Whether people are to be somewhere for a session of the day that is not over, and none of it is off."""
    sessions = [session for session in state.sessions.values() if session.day == day]
    return not any(session.status == "suspended" for session in sessions) and any(
        session.status != "ended" and not is_online(state.plan.ruleset_of(state.stage_plan(session.stage)))
        for session in sessions
    )


_PEOPLE, _PLAY, _OFFICE = range(3)
"""How urgent it is: somebody waits at this moment, play does, or only what is written down."""
_EARLIEST = datetime.min.replace(tzinfo=UTC)


class Waiting(msgspec.Struct, frozen=True):
    """Something that waits.

    Attributes:
        offer: the task that clears it; None where a session has several of one kind.
        about: "session:…", "table:…", "case:…", "entrant:…", "stage:…" or "day:…".
        since: when it began to wait; None where that is not known.
        tables: how many tables of the session, and in which state.
    """

    offer: Offer | None
    about: str
    urgent: int
    since: datetime | None = None
    tables: tuple[int, TableState] | None = None


def waiting(state: State, seen: Visibility, now: datetime) -> list[Waiting]:
    """All that waits for whoever asks."""
    found = (
        *_calls(state, seen),
        *_cases(state, seen),
        *_sessions(state, seen, now),
        *_tables(state, seen),
        *_weather(state, seen, now),
        *_of_office(state, seen, now),
    )
    return sorted(found, key=lambda each: (each.urgent, each.since or _EARLIEST))


def _calls(state: State, seen: Visibility) -> Iterator[Waiting]:
    """Tables that called the Chief Referee, and children whose parents were called."""
    for sheet, at in state.calls.items():
        session, way = state.sessions.get(TableId.of(sheet).session), state.on_the_way.get(sheet)
        played = session is not None and session.status in ("playing", "time_called")
        if played and (way is None or way.at < at) and is_waited_at(state, state.sheets[sheet]):
            for offer in reached(state, seen, sheet, [Offer("set-out-for-table", {"sheet": sheet})]):
                yield Waiting(offer, f"table:{sheet}", _PEOPLE, at)
    for id, call in state.parent_calls.items():
        if not call.answered:
            for offer in reached(state, seen, None, [Offer("answer-parent-call", {"call": id})]):
                yield Waiting(offer, f"entrant:{call.entrant}", _PEOPLE, call.at)


def _cases(state: State, seen: Visibility) -> Iterator[Waiting]:
    for dispute, case in state.disputes.items():
        # On a case that is ruled another ruling is offered, but nobody waits for it.
        offers = about_case(state, seen, dispute) if case.status == "open" else []
        if offers:
            yield Waiting(offers[0], f"case:{dispute}", _PLAY, case.raised_at)


def _sessions(state: State, seen: Visibility, now: datetime) -> Iterator[Waiting]:
    """Steps of today's sessions whose time has come."""
    for session in state.sessions.values():
        due = {
            "scheduled": state.seated_at(session),
            "drawn": state.starts_at(session),
            "playing": state.is_due_at(session),
        }.get(session.status)
        at_command = session.status == "drawn" and due is None  # it has no clock
        if not at_command and (due is None or due > now or session.day != state.plan.local_day(now)):
            continue
        if session.status == "scheduled" and not _fills_a_table(state, session):
            continue
        for offer in [step.offer for step in steps_of(state, seen, session) if step.offer is not None][:1]:
            yield Waiting(offer, f"session:{session.plan.id}", _PLAY, due)


def _fills_a_table(state: State, session: Session) -> bool:
    """Whether enough are there for a table; before that there is nothing to draw."""
    return len(present_and_missing(state, session)[0]) >= state.stage_plan(session.stage).table.fewest


def _tables(state: State, seen: Visibility) -> Iterator[Waiting]:
    """Sheets that differ, one by one; sheets without results or signatures after time, by session."""
    for session in state.sessions.values():
        if session.status in ("playing", "time_called", "ended"):
            yield from _of_session(state, seen, session)


def _of_session(state: State, seen: Visibility, session: Session) -> Iterator[Waiting]:
    open_states: dict[TableState, int] = {}
    for table in wall(state, session):
        sheet = state.sheets.get(table.sheet)
        again = due(state, sheet) if session.status == "ended" and sheet is not None else []
        if again:
            about = {"sheet": table.sheet, "game": str(again[0])}
            for offer in reached(state, seen, table.sheet, [Offer("record-game-result", about)]):
                yield Waiting(offer, f"table:{table.sheet}", _PLAY, session.ended_at)
            continue
        for number in table.refused:
            about = {"sheet": table.sheet, "entrant": number}
            for offer in reached(state, seen, table.sheet, [Offer("close-signature", about)]):
                yield Waiting(offer, f"table:{table.sheet}", _PLAY)
        only_refused = table.state == "unsigned" and table.refused == table.unsigned
        if table.state not in ("conflict", "called", "unsigned") or only_refused:
            continue
        first = first_of(about_table(state, seen, session, table.number), table)
        if first is None:
            continue
        if table.state == "conflict":
            yield Waiting(first, f"table:{table.sheet}", _PLAY)
        elif session.status != "playing":
            open_states[table.state] = open_states.get(table.state, 0) + 1
    for word, count in open_states.items():
        yield Waiting(None, f"session:{session.plan.id}", _PLAY, session.ended_at, (count, word))


def _weather(state: State, seen: Visibility, now: datetime) -> Iterator[Waiting]:
    """Proposals, words that were promised, and new dates."""
    for each in next_decisions(state, seen, now):
        if each.kind != "cutoff":
            urgent = _OFFICE if each.kind == "date" else _PEOPLE
            yield Waiting(each.offer, f"day:{each.day.isoformat()}", urgent, each.since)


def _of_office(state: State, seen: Visibility, now: datetime) -> Iterator[Waiting]:
    """The next step of stages that are over, and questions to the organizer."""
    today = state.plan.local_day(now)
    for stage in state.stages:
        sessions = state.sessions_of(stage)
        to_come = (each for each in sessions if each.status != "ended")
        if state.stage_plan(stage).attend == "some" and any(
            each.day is None or each.day >= today for each in to_come
        ):
            continue  # Between the evenings of a league nothing is open, and it is not over.
        due = next((step for step in closing_steps(state, seen, stage) if step.progress == "next"), None)
        if due is not None and due.offers:
            task, *others = due.offers
            offer = Offer(task.task, {"stage": due.stage}) if others else task
            ended = [each.ended_at for each in sessions if each.ended_at is not None]
            urgent = _PLAY if others or task.task == "undo-qualification" else _OFFICE
            yield Waiting(offer, f"stage:{due.stage}", urgent, max(ended, default=None))
    for id, question in state.questions.items():
        if is_open(state, question):
            for offer in reached(state, seen, None, [Offer("answer-question", {"question": id})]):
                urgent = _PEOPLE if question.urgent else _OFFICE
                yield Waiting(offer, f"entrant:{question.entrant}", urgent, question.at)
