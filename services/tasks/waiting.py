"""What waits for whom: what somebody in an office is to do now, the most urgent and the oldest first."""

from collections.abc import Iterator
from datetime import UTC, datetime

import msgspec

from services.access.visibility import Visibility
from services.notices.unplayed_games import due
from services.tasks.closing import closing_steps
from services.tasks.next_decisions import next_decisions
from services.tasks.offered import Offer, about_case, about_table, first_of, reached, steps_of
from services.tasks.wall import TableState, wall
from services.tournament.kernel.ids import TableId
from services.tournament.people.questions import is_open
from services.tournament.play.setting_out import is_waited_at
from services.tournament.seating.presence import present_and_missing
from services.tournament.seating.sessions import Session
from services.tournament.state import State

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
            yield Waiting(offer, f"stage:{due.stage}", _PLAY if others else _OFFICE, max(ended, default=None))
    for id, question in state.questions.items():
        if is_open(state, question):
            for offer in reached(state, seen, None, [Offer("answer-question", {"question": id})]):
                yield Waiting(offer, f"entrant:{question.entrant}", _OFFICE, question.at)
