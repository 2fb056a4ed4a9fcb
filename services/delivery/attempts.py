"""Attempts on the database's side: which may begin, what is written before a call, and what after it."""

import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from services.delivery.addressing import ON_FILE
from services.delivery.channel import Outcome
from services.delivery.composing import Composer, Letter, is_linked
from services.delivery.copy_detection import Lineage
from services.delivery.correspondents import Correspondents, recipient_of
from services.delivery.deliveries import UNCHANGED, Aside, Deliveries, Delivery, Settled, after, wait
from services.delivery.emails import Emails, given_at, whose
from services.delivery.fallback_channels import FurtherWays
from services.delivery.lease import Lease
from services.delivery.links import Links
from services.delivery.muting import Muting
from services.delivery.settling import settle
from services.notices.about_seats import is_told
from services.notices.kinds import KINDS, Lane
from services.notices.phones_off import night_over, waits_for
from services.notices.quiet import CHOICES, NIGHT, Hours
from services.notices.store import NoticeStore
from services.notices.unplayed_games import KIND, is_called_to_table
from shared.clock import Clock
from shared.database import Database
from shared.logs import logger

log = logger(__name__)
_LEAST_WAIT = 0.05
_MOST_PAGES = 50
_IN_ORDER_WITHIN = timedelta(minutes=5)
"""What waits longer than this for its turn, as after a failure, is overtaken by what came after it."""
_PHONES_OFF_LOOK = timedelta(seconds=30)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_Place = tuple[int, str]
_QuietHours = dict[tuple[str, str], Hours]
_NONE = 99
"""No lane is that."""


class Waiting(msgspec.Struct, frozen=True):
    """What the sender of a channel is busy with.

    Attributes:
        room: how many attempts may begin, of lanes up to `upto`.
        under_way: the addresses of those that are, each with the most urgent lane.
        cooling: seconds until an address may be written to again.
        each: seconds between two messages to one address.
    """

    channel: str
    room: int
    upto: Lane
    under_way: Mapping[str, int]
    cooling: Callable[[str], float]
    each: float


class Attempts:
    """Begins attempts and settles them, under the lease.

    Args:
        channels: the names of those there are.
    """

    def __init__(
        self,
        database: Database,
        correspondents: Correspondents,
        deliveries: Deliveries,
        links: Links,
        emails: Emails,
        composer: Composer,
        muting: Muting,
        lease: Lease,
        clock: Clock,
        channels: Collection[str],
        lineage: Lineage | None = None,
    ) -> None:
        self._lineage = lineage
        self._database = database
        self._correspondents = correspondents
        self._deliveries = deliveries
        self._notices = NoticeStore(database)
        self._links = links
        self._emails = emails
        self._composer = composer
        self._muting = muting
        self._lease = lease
        self._clock = clock
        self._further = FurtherWays(correspondents, links, emails, channels)
        self._timing = threading.Lock()
        """Held from a look at the clock until what follows from it is written."""

    def recover(self) -> None:
        """At the begin of an ownership: settle what another left under way.

        Raises:
            LeaseLost
        """
        away, self._lease.away = self._lease.away, None
        if away is not None and away < timedelta(0):
            self.put_back(-away)
        while count := self._deliveries.recover(self._lease, self._clock.now()):
            log.warning("attempts_cut_off", count=count)

    def put_back(self, by: timedelta) -> None:
        """The clock was put back: what was to go out at a time of before goes out that much earlier.

        Raises:
            LeaseLost
        """
        log.warning("clock_put_back", seconds=by.total_seconds())
        with self._timing:
            self._deliveries.sooner(self._lease, by, self._clock.now())

    def begin(self, waiting: Waiting) -> list[Letter]:
        """Letters to send now, their attempts durable; none while muted.

        Raises:
            LeaseLost
        """
        muted = [other.tournament for other in self._muting.muted()]
        if "" in muted:
            return []
        with self._timing:
            return self._begin_due(waiting, muted)

    def settle(self, over: Sequence[tuple[Letter, Outcome]]) -> None:
        """Write down what came of attempts, and try the next way where one failed.

        Raises:
            LeaseLost
        """
        with self._timing:
            self._settle(over)

    def _settle(self, over: Sequence[tuple[Letter, Outcome]]) -> None:
        now = self._clock.now()
        done = []
        for letter, outcome in over:
            delivery = letter.delivery
            done.append(
                Settled(
                    delivery, outcome, settle(delivery.kind, delivery.attempts, delivery.doubts, outcome, now)
                )
            )
            if outcome.known == "moved":
                self._links.move(delivery.tournament_id, delivery.address_id, outcome.to)
        instead = [
            row for settled in done if settled.settlement.fall_back for row in self._instead(settled, now)
        ]
        dead = [(settled, self._dead(settled)) for settled in done if settled.settlement.mark_dead]
        with self._database.writing() as driver:
            self._lease.check(driver)
            self._deliveries.settle(driver, self._lease.token, done, now)
            for settled, addresses in dead:
                for address_id, as_of in addresses:
                    where = (settled.delivery.tournament_id, address_id, settled.delivery.channel)
                    self._links.mark_dead(driver, *where, settled.outcome.why, as_of)
            self._deliveries.add(driver, instead)

    # Behind the door

    def _begin_due(self, waiting: Waiting, muted: Sequence[str]) -> list[Letter]:
        # As of one moment: what is set aside below is not looked at again before others had their turn.
        now = self._clock.now()
        for _ in range(_MOST_PAGES):
            due = self._deliveries.due([waiting.channel], now, waiting.room, waiting.upto, muted)
            if not due:
                return []
            if self._lineage is not None:
                self._lineage.used(self._lease)
            letters = self._begin(due, waiting)
            if letters:
                return letters
        return []

    def _begin(self, due: Sequence[Delivery], waiting: Waiting) -> list[Letter]:
        ready, aside = self._sort_out(due, waiting)
        letters: list[Letter] = []
        named = [self._naming(delivery) for delivery in ready]
        aside += [other for other in named if isinstance(other, Aside)]
        for composed in self._composer.compose([other for other in named if isinstance(other, Delivery)]):
            if isinstance(composed, Letter):
                letters.append(composed)
            else:
                aside.append(Aside(composed.delivery, composed.status, self._clock.now(), composed.why))
        started = self._deliveries.start(
            self._lease, [letter.delivery for letter in letters], self._clock.now(), aside
        )
        return [_counted(letter) for letter in letters if letter.delivery.id in started]

    def _sort_out(self, due: Sequence[Delivery], waiting: Waiting) -> tuple[list[Delivery], list[Aside]]:
        """What may go now; and what has to wait, or is too late."""
        now = self._clock.now()
        taken: dict[str, int] = {}
        quiet_hours = self._quiet_hours(due)
        ahead = self._ahead(due, waiting, quiet_hours, now)
        ready: list[Delivery] = []
        aside: list[Aside] = []
        for delivery in sorted(due, key=lambda delivery: (delivery.lane, *_place(delivery))):
            if delivery.not_after is not None and delivery.not_after <= now:
                aside.append(Aside(delivery, "expired", now))
                continue
            quiet = self._quiet(delivery, quiet_hours, now)
            # What is less urgent and waits for its turn is overtaken.
            first = waiting.under_way.get(delivery.address_id, _NONE) <= delivery.lane
            others = ahead.get((delivery.tournament_id, delivery.address_id), ())
            earlier = sum(lane <= delivery.lane and place < _place(delivery) for lane, place in others)
            before = taken.get(delivery.address_id, 0) + first + earlier
            cooling = waiting.cooling(delivery.address_id)
            if quiet is not None:
                aside.append(wait(delivery, quiet))
            elif before or cooling > 0:
                # One behind the other, so that many to one address are not all set aside again and again.
                turn = before * max(waiting.each, _LEAST_WAIT)
                aside.append(wait(delivery, after(now, max(turn, cooling, _LEAST_WAIT))))
                taken[delivery.address_id] = taken.get(delivery.address_id, 0) + 1
            else:
                ready.append(delivery)
                taken[delivery.address_id] = 1
        return ready, aside

    def _ahead(
        self, due: Sequence[Delivery], waiting: Waiting, quiet_hours: _QuietHours, now: datetime
    ) -> dict[tuple[str, str], list[tuple[int, _Place]]]:
        """Lane and place of what only waits for its turn beside what is due, by tournament and address.

        What happened earlier and is no less urgent goes out first: a ruling before the result it explains.
        """
        here = {delivery.id for delivery in due}
        addresses = {delivery.address_id for delivery in due}
        ahead: dict[tuple[str, str], list[tuple[int, _Place]]] = {}
        for other in self._deliveries.queued(waiting.channel, addresses, now + _IN_ORDER_WITHIN):
            known = (other.tournament_id, "") in quiet_hours  # else none of its messages is due
            if other.id not in here and known and self._quiet(other, quiet_hours, now) is None:
                ahead.setdefault((other.tournament_id, other.address_id), []).append(
                    (other.lane, _place(other))
                )
        return ahead

    def _quiet(self, delivery: Delivery, quiet_hours: _QuietHours, now: datetime) -> datetime | None:
        """Until when it waits for the end of quiet hours, or of a session; None where it need not."""
        if delivery.safety:
            return None
        everyone = quiet_hours[delivery.tournament_id, ""]
        hours = quiet_hours.get((delivery.tournament_id, delivery.address_id), everyone)
        state = self._correspondents.state(delivery.tournament_id)
        meant = (recipient_of(key) for key in delivery.recipients)
        return night_over(state, delivery.kind, meant, now, hours) or self._phones_off(delivery, now)

    def _quiet_hours(self, due: Sequence[Delivery]) -> _QuietHours:
        """The hours in which what is not about safety waits, by tournament and address; "" for any other."""
        found: _QuietHours = {}
        for name in {delivery.tournament_id for delivery in due}:
            found[name, ""] = NIGHT
            here = {delivery.address_id for delivery in due if delivery.tournament_id == name}
            for address_id, hours in self._links.preferences.quiet(name, here).items():
                found[name, address_id] = CHOICES.get(hours, NIGHT)
        return found

    def _phones_off(self, delivery: Delivery, now: datetime) -> datetime | None:
        """When to look again whether a session is over in which someone meant sits at a table."""
        state = self._correspondents.state(delivery.tournament_id)
        seated = any(waits_for(state, delivery.kind, recipient_of(key), now) for key in delivery.recipients)
        if seated and delivery.kind == KIND:
            notice = self._notices.read_one(delivery.tournament_id, delivery.notice)
            seated = notice is None or not is_called_to_table(state, notice)
        # All of them at one moment, so that they go out in the order of what happened.
        return now + _PHONES_OFF_LOOK - (now - _EPOCH) % _PHONES_OFF_LOOK if seated else None

    def _naming(self, delivery: Delivery) -> Delivery | Aside:
        """The delivery with what it takes the place of; once sent, that stays as it is.

        Not to be sent where everyone meant has read where they sit.
        """
        if delivery.replaces:
            return delivery
        earlier = self._deliveries.earlier(delivery)
        state, topic = self._correspondents.state(delivery.tournament_id), delivery.topic or ""
        known = (
            key in earlier and is_told(state, topic, recipient_of(key).number, earlier[key].seq)
            for key in delivery.recipients
        )
        if KINDS[delivery.kind].at_table and earlier and all(known):
            return Aside(delivery, "cancelled", self._clock.now(), UNCHANGED)
        references = {other.reference: other.seq for other in earlier.values()}
        replaces = ", ".join(sorted(references, key=lambda reference: (references[reference], reference)))
        return msgspec.structs.replace(delivery, replaces=replaces) if replaces else delivery

    def _instead(self, done: Settled, now: datetime) -> list[tuple[Any, ...]]:
        """What to write so that the next way is tried; not for whoever stopped messages to the address."""
        failed = done.delivery
        notice = self._notices.read_one(failed.tournament_id, failed.notice)
        if notice is None:
            return []
        standing = self._links.standing(failed.tournament_id, [failed.address_id])
        still = standing.get(failed.address_id, ())
        keys = [key for key in failed.recipients if key in still or not is_linked(failed)]
        return self._deliveries.rows(failed.tournament_id, notice, self._further.after(failed, keys), now)

    def _dead(self, done: Settled) -> list[tuple[str, int]]:
        """The ids under which an address is dead from now on, each with the seq of the details it is from.

        An address on file may have been given by several people, who get one letter there.
        """
        delivery = done.delivery
        if not delivery.address_id.startswith(ON_FILE):
            return [(delivery.address_id, 0)]
        state = self._correspondents.state(delivery.tournament_id)
        same = self._emails.same(delivery.tournament_id, delivery.address_id, delivery.recipients)
        return [(address_id, given_at(state, whose(address_id))) for address_id in same]


def _place(delivery: Delivery) -> _Place:
    """Where it stands in the order of what happened: those of one event go by their names."""
    return delivery.seq, delivery.notice if KINDS[delivery.kind].of_event else ""


def _counted(letter: Letter) -> Letter:
    begun = msgspec.structs.replace(letter.delivery, attempts=letter.delivery.attempts + 1)
    return msgspec.structs.replace(letter, delivery=begun)
