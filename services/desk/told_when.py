"""Who reads what follows from a command at once, and who after the session at whose table they sit."""

from collections.abc import Iterable, Sequence
from datetime import datetime

import msgspec

from services.desk.desk import Desk
from services.notices.audiences import PUBLIC_CHANNEL, Recipient, recipients
from services.notices.notice import Notice
from services.notices.policies import notices_due
from services.notices.unplayed_games import session_before
from services.tournament.kernel.deciding import Decision
from services.tournament.state import State

_MOST = 500
"""Events that one command leads to."""


class ToldWhen(msgspec.Struct, frozen=True):
    """Who is told; both may hold somebody to whom several notices go."""

    now: Sequence[Recipient] = ()
    later: Sequence[Recipient] = ()


def told_when(state: State, notices: Iterable[Notice], at: datetime) -> ToldWhen:
    """Who reads these notices at once, and who after a session; not what is posted for everybody."""
    now: set[Recipient] = set()
    later: set[Recipient] = set()
    for notice in notices:
        for recipient in recipients(state, notice.audience):
            waits = session_before(state, notice, recipient, at) is not None
            (later if waits else now).add(recipient)
    return ToldWhen(sorted(now - {PUBLIC_CHANNEL}), sorted(later))


def foreseen_told(before: State, decision: Decision, actor: str, at: datetime) -> ToldWhen:
    """Who would be told what was decided on a state."""
    events = [(seq, entry.event) for seq, entry in enumerate(decision.entries, before.seq + 1)]
    return told_when(decision.state, notices_due(decision.state, events, actor), at)


def told_since(desk: Desk, tournament_id: str, seq: int) -> ToldWhen:
    """Who is told of the command whose first event is at `seq`, as they sit now."""
    events = desk.log.read(tournament_id, seq - 1, _MOST)
    last = max(event.seq for event in events if event.command_id == events[0].command_id)
    written = (notice for notice in desk.notices.read(tournament_id, seq - 1) if notice.seq <= last)
    return told_when(desk.state(tournament_id), written, desk.clock.now())
