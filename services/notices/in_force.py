"""Whether what a notice of a suspension says still holds."""

from services.notices.notice import Notice
from services.tournament.state import State


def in_force(state: State, notice: Notice) -> bool:
    """Whether a session that the notice says is suspended still is, and nothing was told about it since."""
    named = notice.parameters.get("sessions") or notice.parameters.get("session", "")
    sessions = (state.sessions.get(own) for own in named.split(", "))
    return any(
        own is not None and own.suspension is not None and own.suspension.told_seq == notice.seq
        for own in sessions
    )
