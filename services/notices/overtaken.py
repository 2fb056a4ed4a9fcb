"""Notices that events have overtaken since they were written: what they ask or say no longer holds."""

from services.notices.notice import Notice
from services.tournament.state import State


def overtaken(state: State, notice: Notice) -> bool:
    """Whether there is no point in sending it any more, whatever the time: its proposal is not open now."""
    proposal = state.proposals.get(notice.parameters.get("proposal", ""))
    return proposal is not None and proposal.status != "open"
