"""What is offered about a session, a table, an entrant or a case: tasks, with the answers that are known.

It follows from the state and the office of whoever asks, whichever surface they ask on. What is offered may
still be refused when it is tried: the rules are those of the command.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

import msgspec

from services.access.visibility import Visibility
from services.desk.desk import Desk
from services.desk.scopes import is_own_table
from services.tasks.options import Names
from services.tasks.wall import TableOnWall, table_on_wall, wall
from services.tournament.kernel.ids import TableId
from services.tournament.people.choosing import takes_entrants
from services.tournament.play.sheets import can_be_signed
from services.tournament.seating.sessions import Session
from services.tournament.state import State
from shared.catalogue import say

Step = Literal["check_in", "draw", "start", "time", "end"]
"""The steps of a session's day, in their order."""


class Offer(msgspec.Struct, frozen=True):
    """A task, and the answers to its questions that are known."""

    task: str
    answers: Mapping[str, str] = {}


_TASKS: Mapping[Step, tuple[str, str]] = {
    "draw": ("draw-seats", "undo-seat-draw"),
    "start": ("start-session", "undo-session-start"),
    "time": ("call-time", "undo-time-call"),
    "end": ("end-session", "reopen-session"),
}
"""What does a step, and what takes it back."""
_DONE: Mapping[str, tuple[Step, ...]] = {
    "scheduled": (),
    "suspended": (),
    "drawn": ("check_in", "draw"),
    "playing": ("check_in", "draw", "start"),
    "time_called": ("check_in", "draw", "start", "time"),
    "ended": ("check_in", "draw", "start", "time", "end"),
}


class StepOffered(msgspec.Struct, frozen=True):
    """A step of a session's day.

    Attributes:
        progress: done, next, or later.
        offer: what does it, if it can be next; None where the reader may not, and for check-in, of people.
        undo: what takes it back, if it was done last.
    """

    step: Step
    progress: Literal["done", "next", "later"]
    offer: Offer | None = None
    undo: Offer | None = None


def steps_of(state: State, seen: Visibility, session: Session) -> list[StepOffered]:
    """The steps of a session's day as far as it has them; none of a session that is suspended."""
    if session.status == "suspended":
        return []
    plan, done = state.stage_plan(session.stage), _DONE[session.status]
    steps: list[Step] = ["start", "time", "end"]
    if plan.draw != "open":
        steps.insert(0, "draw")
    if plan.check_in != "none":
        steps.insert(0, "check_in")
    ahead = [step for step in steps if step not in done and step != "check_in"]
    behind = [step for step in steps if step in done and step != "check_in"]
    about = {"session": session.plan.id}
    found = []
    for step in steps:
        does, undoes = _TASKS.get(step, ("", ""))
        is_next, is_last = step == next(iter(ahead), None), step == next(reversed(behind), None)
        may_be_done = is_next or (step == "end" and _can_end(state, session))
        found.append(
            StepOffered(
                step,
                "done" if step in done else "next" if may_be_done or step == "check_in" else "later",
                Offer(does, about) if may_be_done and _may(seen, does) else None,
                Offer(undoes, about) if is_last and _may(seen, undoes) else None,
            )
        )
    return found


def _can_end(state: State, session: Session) -> bool:
    """Whether a session in play may end without a call of time: no clock runs, or every table is done."""
    if session.status != "playing":
        return False
    return state.is_due_at(session) is None or all(table.state != "playing" for table in wall(state, session))


def about_session(state: State, seen: Visibility, session: Session) -> list[Offer]:
    """What else is offered about a session than the steps of its day."""
    about = {"session": session.plan.id}
    day = {} if session.day is None else {"day": session.day.isoformat()}
    walk_in = [Offer("register-walk-in", about)] if takes_entrants(state, session) else []
    offers = {
        "scheduled": [*walk_in, Offer("remind-of-session", about)],
        "drawn": [Offer("assign-referees", about), Offer("exchange-seats", about)],
        "playing": [Offer("assign-referees", about)],
        "time_called": [Offer("assign-referees", about)],
        "ended": [Offer("publish-results", {"stage": session.stage})],
        "suspended": [
            Offer("give-further-word", day),
            Offer("reschedule-sessions", {**day, "sessions": session.plan.id}),
            Offer("lift-suspension", day),
        ],
    }[session.status]
    if session.status in ("playing", "time_called") and state.stage_plan(session.stage).draw == "open":
        offers.insert(0, Offer("open-table", about))
    if session.status not in ("ended", "suspended") and day:
        offers.append(Offer("suspend-day", day))
    return [offer for offer in offers if _may(seen, offer.task)]


def about_table(state: State, seen: Visibility, session: Session, number: int) -> list[Offer]:
    """What is offered about a table; what it waits for comes first."""
    table = table_on_wall(state, session, number)
    offers = (*_waited_for(state, table), *_at_any_time(state, session, table))
    return reached(state, seen, table.sheet, offers)


def first_of(offers: list[Offer], table: TableOnWall) -> Offer | None:
    """What a table waits for, of what is offered about it; None where it waits for nothing."""
    wanted = _WAITED_FOR.get(table.state, ())
    found = (offer for offer in offers if offer.task in wanted)
    refused = [Offer("sign-sheet", {"sheet": table.sheet, "entrant": number}) for number in table.refused]
    return next((offer for offer in found if offer not in refused), None)


_WAITED_FOR: Mapping[str, tuple[str, ...]] = {
    "disputed": ("make-ruling", "present-evidence"),
    "conflict": ("settle-sheet-conflict",),
    "called": ("record-game-result",),
    "playing": ("record-game-result",),
    "unsigned": ("sign-sheet", "close-signature"),
}


def _waited_for(state: State, table: TableOnWall) -> Iterator[Offer]:
    sheet, about = state.sheets.get(table.sheet), {"sheet": table.sheet}
    if sheet is None:
        return
    for conflict in sheet.conflicts:
        if conflict.settled == "open":
            yield Offer("settle-sheet-conflict", {**about, "conflict": str(conflict.number)})
    for dispute in sheet.open_disputes:
        yield from _of_case(dispute)
    if table.next_game is not None:
        yield Offer("record-game-result", {**about, "game": str(table.next_game)})
        yield Offer("submit-sheet", about)
    signable = can_be_signed(sheet)
    asked = [number for number in table.unsigned if signable and number not in table.refused]
    for task, numbers in (
        ("sign-sheet", asked),
        ("close-signature", table.refused),
        ("record-missing-signature", asked),
        ("sign-sheet", table.refused if signable else ()),  # who thinks better of it
    ):
        for number in numbers:
            yield Offer(task, {**about, "entrant": number})


def _at_any_time(state: State, session: Session, table: TableOnWall) -> Iterator[Offer]:
    sheet, about = state.sheets.get(table.sheet), {"sheet": table.sheet}
    if sheet is None:
        if session.status == "drawn":
            yield Offer("exchange-seats", {"session": session.plan.id})
        return
    for place, game in enumerate(sheet.games, 1):
        if game is not None and game.ruling is None and game.figures:
            yield Offer("correct-game", {**about, "game": str(place)})
    if session.status in ("playing", "time_called"):
        game_now = {**about, "game": str(table.next_game or table.games)}
        yield Offer("determine-first-player", game_now)
        yield Offer("note-incident", game_now)
        yield Offer("report-game-not-begun", game_now)
        yield Offer("call-chief-referee", about)
        for number in table.seats:
            yield Offer("withdraw-entrant", {"entrant": number, "stage": session.stage})
        is_open = state.stage_plan(session.stage).draw == "open" and sheet.length.word == "any"
        if is_open and not sheet.over:
            yield Offer("close-table", about)
    yield Offer("raise-dispute", about)


def about_case(state: State, seen: Visibility, dispute: str) -> list[Offer]:
    """What is offered about a case: about one that is ruled another ruling, on new grounds."""
    case = state.disputes[dispute]
    offers = _of_case(dispute) if case.status == "open" else []
    if case.status == "ruled" and case.ruling is not None:
        offers = [Offer("make-ruling", {"dispute": dispute, "supersedes": case.ruling})]
    return reached(state, seen, case.sheet, offers)


def _of_case(dispute: str) -> list[Offer]:
    about = {"dispute": dispute}
    return [Offer("make-ruling", about), Offer("present-evidence", about), Offer("withdraw-dispute", about)]


def about_entrant(state: State, seen: Visibility, number: str) -> list[Offer]:
    """What is offered about an entrant."""
    entrant, about = state.entrants[number], {"entrant": number}
    stage = entrant.stage
    part = {**about, "stage": stage}
    offers = [Offer(task, about) for task in ("give-warning", "report-breach", "call-parent")]
    if entrant.out_of(stage) == "disqualified":
        offers.append(Offer("reinstate-entrant", part))
    elif entrant.plays_in(stage):
        where = entrant.in_stage(stage)
        session = state.sessions.get(where.session)
        if session is not None and session.status == "scheduled":
            present = where.presence == "checked_in"
            offers.insert(0, Offer("undo-check-in" if present else "check-in", part))
            offers += [Offer("move-entrant", about), Offer("cancel-registration", about)]
        if where.table is not None and session is not None and session.status != "ended":
            offers.append(Offer("withdraw-entrant", part))
        offers.append(Offer("disqualify-entrant", part))
    offers += [Offer(task, about) for task in ("amend-details", "choose-language", "set-consent")]
    if entrant.person not in state.forgotten:
        offers.append(Offer("forget-person", {"person": number}))
    return reached(state, seen, where_now(state, number), offers)


def where_now(state: State, number: str) -> str | None:
    """The table at which an entrant sits, or sat last, in the stage entered last."""
    entrant = state.entrants[number]
    return entrant.in_stage(entrant.stage).table if entrant.participations else None


def offer_about(offer: Offer, names: Names) -> str:
    """Whom or which game an offer is about, or what it chooses, where it stands among others; else ""."""
    for question in ("entrant", "person"):
        if question in offer.answers:
            return names.entrant(offer.answers[question])
    if "choice" in offer.answers:
        return say(f"answer-{offer.answers['choice'].replace('_', '-')}", names.language)
    game = offer.answers.get("game")
    return say("page-console-game", names.language, game=game) if game else ""


def waits_for_signatures(desk: Desk, tournament: str, sheet: str) -> bool:
    """Whether nothing else is missing on a sheet, which is not closed."""
    found = desk.state(tournament).sheets.get(sheet)
    return found is not None and found.closed_seq is None and can_be_signed(found)


def session_of(state: State, sheet: str) -> tuple[Session, int] | None:
    """The session of a table that is drawn or taken, and its number; None for what is no such table."""
    table = TableId.read(sheet)
    session = state.sessions.get(table.session) if table is not None else None
    if table is None or session is None or table.number not in session.tables:
        return None
    return session, table.number


def reached(state: State, seen: Visibility, sheet: str | None, offers: Iterable[Offer]) -> list[Offer]:
    """Those of what concerns a table that whoever asks may do at that one."""

    def reaches(offer: Offer) -> bool:
        scope = seen.scope(offer.task)
        return scope is not None and (
            scope != "own_table" or (sheet is not None and is_own_table(state, seen, sheet))
        )

    return [offer for offer in offers if reaches(offer)]


def _may(seen: Visibility, task: str) -> bool:
    return seen.scope(task) is not None
