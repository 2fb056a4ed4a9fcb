"""What is to be decided next about days that the weather is in the way of, and by when."""

from collections.abc import Iterator
from datetime import date, datetime
from typing import Literal

import msgspec

from services.access.visibility import Visibility
from services.tasks.day_questions import DECIDE_DAY
from services.tasks.offered import Offer
from services.tournament.state import State
from services.tournament.weather.undecided import undecided_days
from services.tournament.weather.update_promises import sessions_held

_RIGHTS = {"cutoff": "suspend-day"}
"""The right it takes where that is not the one of its task."""


class NextDecision(msgspec.Struct, frozen=True):
    """A decision that waits.

    Attributes:
        kind: to answer a proposal, to give the word that was promised, to set a new date, or to decide at
            the cutoff.
        by: when it is due at the latest; None for at once, and for a new date.
        since: when it began to wait.
        outcome: of a proposal.
    """

    kind: Literal["proposal", "word", "date", "cutoff"]
    offer: Offer
    day: date
    by: datetime | None = None
    since: datetime | None = None
    outcome: str = ""


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
        if words and (day >= today or min(words) > now):
            yield NextDecision("word", Offer("give-further-word", about), day, min(words), since)
        elif any(session.day == day and session.status == "suspended" for session in state.sessions.values()):
            yield NextDecision("date", Offer("reschedule-sessions", about), day, None, since)
    for undecided in undecided_days(state, now):
        if undecided.decided is not None and undecided.day not in asked:
            offer = Offer(DECIDE_DAY, {"day": undecided.day.isoformat()})
            yield NextDecision("cutoff", offer, undecided.day, undecided.decided)
