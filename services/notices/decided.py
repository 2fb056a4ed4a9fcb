"""Telling those who were asked about the weather what was decided, and by whom."""

from collections.abc import Iterable
from datetime import date, datetime

from services.notices.notice import Notice
from services.notices.registry import note
from services.tournament.state import State
from services.tournament.weather.watching import sessions_of


def decided(state: State, seq: int, decision: str) -> Iterable[Notice]:
    """Who decided what, for those who were asked about a proposal that the event at `seq` settles.

    Args:
        decision: an outcome of a proposal, or "refused".
    """
    settled = [proposal for proposal in state.proposals.values() if proposal.decided_seq == seq]
    for proposal in settled:
        role, _, number = proposal.decided_by.partition(":")
        asked = ["role:organizer", *(["role:chief_referee"] if proposal.escalated else [])]
        for place, audience in enumerate(asked, 1):
            yield note(
                seq,
                "weather-decided",
                audience,
                number=place,
                topic=topic_of_day(proposal.day),
                not_after=over(state, proposal.day),
                settled=proposal.proposal,
                day=proposal.day.isoformat(),
                decision=decision,
                role=role,
                by=number,
            )


def over(state: State, day: date) -> datetime | None:
    """When the last session of a day ends: from then on nobody can use a proposal for it."""
    ends = (state.plan.ends(day, session.plan) for session in sessions_of(state, day))
    return max(ends, default=None)


def topic_of_day(day: date) -> str:
    """What notices about proposals for a day are about."""
    return f"weather:{day}"
