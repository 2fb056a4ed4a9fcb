"""Whether what a notice of a suspension says still holds."""

from services.notices.notice import Notice
from services.tournament.state import State


def in_force(state: State, notice: Notice) -> bool:
    """Whether a session that the notice says is suspended still is, and nothing was told about it since."""
    named = notice.parameters.get("sessions") or notice.parameters.get("session", "")
    sessions = (state.sessions.get(session_id) for session_id in named.split(", "))
    return any(
        session is not None and session.suspension is not None and session.suspension.told_seq == notice.seq
        for session in sessions
    )
