"""Where the code of a badge or a table leads: an official to what is done there, anybody else to its page."""

from flask import Response

from services.tournament.people.numbers import known_number
from services.tournament.state import State
from services.web.parts import Parts
from services.web.routes import Call
from services.web.signing_in.page import to_page
from services.web.tasks.console_page import console_path
from shared.problems import not_found, quoted


def arrived(parts: Parts, call: Call) -> Response:
    """Go on to where the code leads whoever scanned it; raises Problem: not-found."""
    code, home, state = call.path["arrival"], f"/t/{call.tournament}", parts.desk.state(call.tournament)
    number = known_number(state.entrants, code)
    if number is not None:
        session = _checking_in(state, number)
        if call.sign_in is None:
            return to_page(f"{home}/entrants/{number}", call.language)
        if session and call.visibility.scope("check-in") is not None:
            return to_page(console_path(call.tournament, session), call.language, who=number)
        return to_page(f"{home}/tasks", call.language, about=f"entrant:{number}")
    session, _, table = code.rpartition("/")
    if not table.isdecimal() or session not in state.sessions:
        raise not_found("code", quoted(code))
    if call.sign_in is None or int(table) not in state.sessions[session].tables:
        return to_page(f"{home}/tables/{code}", call.language)
    return to_page(f"{home}/tasks", call.language, about=f"table:{code}")


def _checking_in(state: State, number: str) -> str | None:
    """The first session still to be drawn at which somebody is expected; None for none."""
    expected = (
        session
        for session in state.sessions.values()
        if number in session.entrants and session.status == "scheduled" and not session.tables
    )
    planned = {session.plan.id: state.starts_at(session) for session in expected}
    dated = sorted((at, id) for id, at in planned.items() if at is not None)
    return dated[0][1] if dated else next(iter(planned), None)
