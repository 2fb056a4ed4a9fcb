"""Notices that events have overtaken since they were written: what they ask or say no longer holds."""

from services.notices.notice import Notice
from services.tournament.people.questions import is_open
from services.tournament.state import State


def overtaken(state: State, notice: Notice) -> bool:
    """Whether there is no point in sending it any more, whatever the time: what it asks for was done."""
    if notice.kind == "word-due":
        return not any(
            _still_due(state, session_id, notice) for session_id in notice.parameters["sessions"].split(", ")
        )
    question = state.questions.get(notice.parameters.get("question", ""))
    if question is not None and notice.kind != "answer" and not is_open(state, question):
        return True
    proposal = state.proposals.get(notice.parameters.get("proposal", ""))
    return proposal is not None and proposal.status != "open"


def _still_due(state: State, session: str, notice: Notice) -> bool:
    """Whether nothing was told about a suspended session since the organizer was reminded."""
    planned = state.sessions.get(session)
    if planned is None:
        return False
    suspension = planned.suspension or planned.held
    return suspension is not None and suspension.next_word is not None and suspension.told_seq < notice.seq
