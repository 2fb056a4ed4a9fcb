"""The check-in desk on the console of a session: a number or a name, and whoever it is, is checked in.

Nothing is read back: one press checks in, and a second one undoes it. Of whom a part of the name was typed is
asked first. Who came in time and is late at the desk is checked in with the time of arrival. Whoever is not
registered is, beside it (`walk_in.py`).
"""

from collections.abc import Mapping
from datetime import datetime
from functools import partial

import msgspec
from flask import Response, request

from services.desk.answers import COMMAND_ID_REUSED
from services.officials.people_named import people_found, shown_name
from services.officials.tables import problem_said
from services.tasks.checking_in import ARRIVED, CheckingIn
from services.tasks.handover import Handover
from services.tournament.kernel.facts import Command
from services.tournament.kernel.registry import command_name
from services.tournament.people.numbers import known_number, same_number
from services.tournament.seating.presence import ALREADY_CHECKED_IN, CheckIn, UndoCheckIn
from services.web.forms import read_fields
from services.web.kept.entries import carried_out, is_entry, outcome, refused, refused_in
from services.web.link_sharing import code_in
from services.web.parameters import idempotency_key, occurred_at
from services.web.parts import Parts
from services.web.routes import Call
from services.web.signing_in.guard import check_form
from services.web.signing_in.just_done import done_word
from services.web.signing_in.page import sign_in_of, to_page
from services.web.tasks.console_page import Console
from services.web.tasks.walk_in import FIELDS as WALK_IN_FIELDS
from services.web.tasks.walk_in import WAIT
from shared.catalogue import say
from shared.finding import sought
from shared.i18n import Language
from shared.plain_text import narrow
from shared.problems import Problem, ProblemType, quoted

NOBODY_CALLED_SO = ProblemType("nobody-called-so", 404)
NOT_OF_SESSION = ProblemType("not-of-session", 409)
_MOST = 12
"""So many who are called so are shown; more words of the name say whom of more is meant."""
_FIELDS = ("form", "who", "arrived", "undo")
WAITING_LIST = "register-entrant"
"""The task that registers whoever no place is left for."""


def check_in_answered(parts: Parts, call: Call) -> Response:
    """Check in whoever is typed, or undo it; of several who are called so ask which."""
    sign_in, sent = sign_in_of(call), read_fields((*_FIELDS, *WALK_IN_FIELDS))
    check_form(parts, request, sign_in.grant_id, sent.get("form", ""))
    console = Console(parts, call)
    if "walk_in" in sent:
        return _walked_in(console, sent)
    typed, stage = code_in(call.tournament, sent.get("who", "")), console.session.stage
    arrived = sent.get("arrived", "")
    try:
        if undo := sent.get("undo", ""):
            reason = say("page-console-undo-reason", call.language)
            return _done(console, UndoCheckIn(entrant=undo, stage=stage, reason=reason), undo, arrived)
        if is_entry():
            return _entered(console, typed, arrived)
        found = _meant(console, typed)
        if not _is_sure(typed, found):
            return _page(console, typed=typed, arrived=arrived, several=sorted(found.items())[:_MOST])
        command = CheckIn(entrant=next(iter(found)), stage=stage)
        return _done(console, command, command.entrant, arrived, _came_at(console, arrived))
    except Problem as problem:
        if problem.no_answer_helps:
            raise
        return _page(console, 422, typed=typed, arrived=arrived, wrong=problem_said(console.reader, problem))


def _walked_in(console: Console, sent: Mapping[str, str]) -> Response:
    """Register and check in, once what is odd about it was told; or only say what is."""
    call, desk = console.call, console.walk_in(sent)
    if desk is None:
        if is_entry():
            return refused_in(call.language, partial(say, "page-walk-in-over"))
        return _page(console, 422, wrong=say("page-walk-in-over", call.language))
    if sent["walk_in"] == WAIT:
        kept = Handover(console.parts.desk, console.reader.person)
        id = kept.keep(WAITING_LIST, desk.for_waiting_list)
        address = f"/t/{call.tournament}/tasks/{WAITING_LIST}/{id}"
        return to_page(address, call.language, back=console.path)
    try:
        if sent["walk_in"] != "do":
            return _page(console, walk_in=desk)
        command = desk.command()
        # Pressed again it is like whom it registered.
        id = idempotency_key(request) or f"page-{desk.draft}"
        if not desk.is_as_told and console.parts.desk.log.command(call.tournament, id) is None:
            if is_entry():
                return refused_in(call.language, partial(_told, console, sent))
            return _page(console, walk_in=desk)
        answer = console.parts.desk.submit(
            call.tournament,
            command,
            call.principal,
            command_id=id,
            occurred_at=desk.occurred_at or occurred_at(request),
        )
    except Problem as problem:
        if is_entry():
            return refused(console.reader, problem)
        if problem.no_answer_helps:
            raise
        anew = {**sent, "draft": ""} if problem.kind is COMMAND_ID_REUSED else sent
        return _page(console, 422, walk_in=console.walk_in(anew, problem))
    number = msgspec.json.decode(answer.events[0].data)["entrant_no"]
    if is_entry():
        return outcome(say("page-walk-in-done", call.language, who=number), who=number)
    word = done_word(console.parts, call, command_name(command), "done", number)
    return to_page(console.path, call.language, done=word)


def _told(console: Console, sent: Mapping[str, str], language: Language) -> str:
    """What is odd about a walk-in."""
    other = Console(console.parts, msgspec.structs.replace(console.call, language=language))
    desk = other.walk_in(sent)
    return "" if desk is None else say("page-space", language).join(desk.told)


def _is_sure(typed: str, found: Mapping[str, str]) -> bool:
    """Whether one is found by a number, or by all of a name, in any order of its words."""
    number, name = next(iter(found.items()))
    is_named = same_number(number, typed) or sorted(sought(typed)) == sorted(sought(name))
    return len(found) == 1 and is_named


def _came_at(console: Console, arrived: str) -> datetime | None:
    """The time of arrival that was typed; None for now."""
    task = CheckingIn(console.reader, console.reader.person, "check-in")
    return task.occurred_at({ARRIVED.name: arrived})


def _meant(console: Console, typed: str) -> dict[str, str]:
    """Who of the session is meant, by number, with the name.

    Raises:
        Problem: nobody-called-so, not-of-session.
    """
    state, session = console.state, console.session
    number = known_number(state.entrants, narrow(typed))
    if number is not None:
        if number not in session.entrants:
            entrant = state.entrants[number]
            own = entrant.at(session.stage) or entrant.first
            raise NOT_OF_SESSION(
                entrant=console.names.entrant(number), own=own.session, session=session.plan.id
            )
        return {number: ""}
    found = people_found(console.reader, console.reader.person, typed, session.entrants)
    if not found:
        raise NOBODY_CALLED_SO(typed=quoted(typed), session=session.plan.id)
    return {each: shown_name(view) for each, view in found.items()}


def _done(
    console: Console, command: Command, number: str, arrived: str, at: datetime | None = None
) -> Response:
    call = console.call
    console.parts.desk.submit(call.tournament, command, call.principal, occurred_at=at)
    word = done_word(console.parts, call, command_name(command), "done", number, arrived)
    return to_page(console.path, call.language, done=word)


def _entered(console: Console, typed: str, arrived: str) -> Response:
    """Check in who was typed on a page that keeps what it sends; that they are already is done, too."""
    number = ""
    try:
        found = _meant(console, typed)
        if not _is_sure(typed, found):
            return _several(console, found)
        number = next(iter(found))
        command = CheckIn(entrant=number, stage=console.session.stage)
        carried_out(console.parts, console.call, command, _came_at(console, arrived))
    except Problem as problem:
        if problem.kind is ALREADY_CHECKED_IN:
            return outcome(problem_said(console.reader, problem), who=number)
        return refused(console.reader, problem, who=number)
    said = say("page-console-checked-in", console.call.language, who=console.names.entrant(number))
    may_undo = console.call.visibility.scope("undo-check-in") is not None
    return outcome(said, who=number, undo=number if may_undo else "")


def _several(console: Console, found: Mapping[str, str]) -> Response:
    """Ask such a page who of them is meant."""
    said = partial(say, "page-console-several", count=len(found))
    return refused_in(console.call.language, said, choices=sorted(found.items())[:_MOST])


def _page(console: Console, status: int = 200, **shown: object) -> Response:
    made = console.shown(**shown)
    return Response(made.body, status, list(made.headers))
