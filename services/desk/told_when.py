"""When people read what follows from a command: at once, after their session, or in the morning."""

from collections.abc import Iterable, Sequence
from datetime import datetime

import msgspec

from services.desk.desk import Desk
from services.notices.audiences import PUBLIC_CHANNEL, Recipient, recipients
from services.notices.notice import Notice
from services.notices.phones_off import night_over
from services.notices.policies import notices_due
from services.notices.unplayed_games import session_before
from services.tournament.kernel.deciding import Decision
from services.tournament.state import State
from shared.i18n import Language, time_shown

_MOST = 500
"""Events that one command leads to."""


class ToldWhen(msgspec.Struct, frozen=True):
    """Who is told at once, after a session or at the end of the night; all may hold somebody to whom several
    notices go."""

    now: Sequence[Recipient] = ()
    later: Sequence[Recipient] = ()
    night: Sequence[Recipient] = ()
    night_over: datetime | None = None

    def hour(self, language: Language) -> str | None:
        """At which those are told who are so at the end of the night; None where nobody is."""
        over = self.night_over
        return None if over is None else time_shown(over, over.tzinfo, language)


def told_when(state: State, notices: Iterable[Notice], at: datetime) -> ToldWhen:
    """When each of these notices is read; not what is posted for everybody, nor what would come too late."""
    now: set[Recipient] = set()
    later: set[Recipient] = set()
    night: set[Recipient] = set()
    over = None
    for notice in notices:
        for recipient in set(recipients(state, notice.audience)) - {PUBLIC_CHANNEL}:
            morning = night_over(state, notice.kind, (recipient,), at)
            if session_before(state, notice, recipient, at) is not None:
                later.add(recipient)
            elif morning is None:
                now.add(recipient)
            elif notice.not_after is None or morning < notice.not_after:
                night.add(recipient)
                over = morning
    at_once, after, by_day = (tuple(sorted(those)) for those in (now, later, night))
    return ToldWhen(at_once, after, by_day, over)


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
