"""How much one participant may write: more than a day of play takes, and an end to flipping for ever.

Counted in the log by who acted, in the transaction that appends, so that no restart and no second process
begins anew, and the bot is held to it as the API is. Officials are few, appointed and dismissed by name.
"""

from collections import OrderedDict
from collections.abc import Sequence
from datetime import timedelta

import msgspec

from services.limits import PARTICIPANT_COMMANDS, PARTICIPANT_NOTHING, PARTICIPANT_PREFERENCES
from services.tournament.docket.disputes import DisputeRaised, DisputeWithdrawn
from services.tournament.kernel.facts import Event
from services.tournament.kernel.registry import event_types
from services.tournament.people.amendments import LanguageChosen
from services.tournament.people.consents import ConsentChanged
from services.tournament.people.families import FamilyUnitDeclared, FamilyUnitDissolved
from services.tournament.people.family_proposals import FamilyUnitDeclined, FamilyUnitProposed
from shared.clock import Clock, to_micros
from shared.eventlog import EventLog
from shared.limits import Limit
from shared.problems import ProblemType

WRITTEN_ENOUGH = ProblemType("written-enough", 429)

_MICROS = 1_000_000
_REMEMBERED = 10_000


class Allowance(msgspec.Struct, frozen=True):
    """So many commands that lead to an event of these types (any, if none are named) within a time."""

    most: Limit
    within: timedelta
    kinds: tuple[type[Event], ...] = ()

    @property
    def types(self) -> list[str]:
        """The stable names of the events that count; none: every event does."""
        known = event_types()
        return sorted(known[kind].name for kind in self.kinds)


ALLOWANCES = (
    Allowance(
        PARTICIPANT_PREFERENCES,
        timedelta(days=1),
        (
            LanguageChosen,
            ConsentChanged,
            FamilyUnitProposed,
            FamilyUnitDeclined,
            FamilyUnitDeclared,
            FamilyUnitDissolved,
            DisputeRaised,
            DisputeWithdrawn,
        ),
    ),
    Allowance(PARTICIPANT_COMMANDS, timedelta(hours=1)),
)


class Allowances:
    """Looks into the log whether a participant has written enough for now."""

    def __init__(self, log: EventLog, clock: Clock) -> None:
        self._log = log
        self._clock = clock
        self._kept: OrderedDict[tuple[str, str], tuple[int, int]] = OrderedDict()
        """By tournament and actor: an hour, and how many commands of it changed nothing and are kept."""

    def require(
        self, tournament_id: str, role: str, actor: str, events: Sequence[Event], *, named: bool
    ) -> None:
        """Refuse one more command of `actor` that leads to these events.

        Args:
            named: it comes with an id of its sender's, under which it is kept also when it leads to nothing.

        Raises:
            Problem: written-enough, with the seconds until the next is taken.
        """
        if role != "participant":
            return
        if not events:
            if named:
                self._require_few_kept(tournament_id, actor)
            return
        now = to_micros(self._clock.now())
        for allowance in ALLOWANCES:
            if allowance.kinds and not any(isinstance(event, allowance.kinds) for event in events):
                continue
            span = int(allowance.within.total_seconds()) * _MICROS
            written = self._log.written_by(tournament_id, actor, now - span, allowance.types)
            if written.commands >= allowance.most:
                seconds = max(1, -((now - span - written.first_at) // _MICROS))
                hours = allowance.within // timedelta(hours=1)
                raise WRITTEN_ENOUGH(most=int(allowance.most), hours=hours, seconds=seconds).after(seconds)

    def kept(self, tournament_id: str, role: str, actor: str) -> None:
        """Note that a command of `actor` that changed nothing was kept under its id."""
        if role != "participant":
            return
        hour, key = self._hour(), (tournament_id, actor)
        last, count = self._kept.pop(key, (hour, 0))
        self._kept[key] = (hour, count + 1 if last == hour else 1)
        if len(self._kept) > _REMEMBERED:
            self._kept.popitem(last=False)

    def _require_few_kept(self, tournament_id: str, actor: str) -> None:
        # What led to nothing has no event to count; that of one process is bound enough for a row each.
        hour = self._hour()
        last, count = self._kept.get((tournament_id, actor), (hour, 0))
        if last == hour and count >= PARTICIPANT_NOTHING:
            seconds = 3600 - int(self._clock.now().timestamp()) % 3600
            raise WRITTEN_ENOUGH(most=int(PARTICIPANT_NOTHING), hours=1, seconds=seconds).after(seconds)

    def _hour(self) -> int:
        return int(self._clock.now().timestamp()) // 3600
