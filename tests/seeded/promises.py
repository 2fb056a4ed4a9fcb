"""What must hold of a run, held against what really arrived.

What is promised of messages (`services/delivery/settling.py`, `services/notices/kinds.py`): a routine one is
sent at most once, and exactly once where every answer came; one about safety is sent until an answer comes,
and again only where one did not; to one address, what happened earlier and is no less urgent goes first.
"""

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta

from services.delivery.deliveries import Deliveries, Delivery
from services.delivery.settling import RESENDS_IN_DOUBT
from services.notices.audiences import recipients
from services.notices.kinds import KINDS
from services.notices.notice import Notice
from services.notices.overtaken import overtaken
from services.notices.store import NoticeStore
from services.scheduler import reminders
from services.tournament.publication.reminding import ReminderDue
from services.tournament.weather.suspension import SessionsSuspended
from shared.clock import to_micros
from tests.seeded.outside import Arrival
from tests.seeded.people import FORGOTTEN, ID, NOTHING, Town
from tests.seeded.world import World

_ROUNDS, _ROUND = 45, timedelta(minutes=20)
"""How long it may take, with nothing going wrong, until nothing is left to be sent: a night and a morning."""


_CHANNEL = "public:channel"
"""Which this tournament has not linked."""


class Promises:
    """Looks at each arrival, and at everything at the end.

    Attributes:
        broken: what did not hold, in words.
    """

    def __init__(self, world: World, town: Town) -> None:
        self._world, self._town = world, town
        self.broken: list[str] = []

    # At each arrival

    def arriving(self, arrival: Arrival) -> None:
        world = self._world
        world.say(f"{arrival.channel} {arrival.where} got {arrival.kind} {arrival.key[:8]}")
        with world.steps.not_counted():
            wiring = world.observer.wiring
            delivery = Deliveries(wiring.database).delivery(arrival.key)
            notice = NoticeStore(wiring.database).read_one(ID, delivery.notice)
            assert notice is not None
            for found in (
                *self._not_wanted(arrival),
                *self._not_true(delivery, notice),
                *self._too_often(delivery),
                *self._out_of_turn(delivery),
            ):
                self.broken.append(f"{world.clock.now():%m-%d %H:%M:%S}: {found}")

    def _not_wanted(self, arrival: Arrival) -> Iterator[str]:
        """Nothing comes to whoever stopped messages or was forgotten."""
        if arrival.where in self._town.left:
            yield f"{arrival.kind} came to {arrival.where}, who had left"

    def _not_true(self, delivery: Delivery, notice: Notice) -> Iterator[str]:
        """Nothing says what was withdrawn or done before it was sent."""
        state = self._world.observer.wiring.desk.state(ID)
        if overtaken(state, notice):
            yield f"{notice.kind} {notice.reference} came though it was overtaken"
        session = state.sessions.get(notice.parameters.get("session", ""))
        if notice.kind == "suspended" and session is not None and session.suspension is None:
            yield f"{notice.reference} says that {session.plan.id} is suspended, which was lifted"

    def _too_often(self, delivery: Delivery) -> Iterator[str]:
        """Nothing comes again, but what is about safety where no answer came."""
        before, outside = self._world.outside.came[delivery.id], self._world.outside
        if before > (outside.uncertain[delivery.id] if delivery.safety else 0):
            yield f"{delivery.kind} {delivery.reference} came to {delivery.address_id} {before + 1} times"

    def _out_of_turn(self, delivery: Delivery) -> Iterator[str]:
        """What happened earlier, is due and is no less urgent goes first."""
        with self._world.observer.wiring.database.connection() as driver:
            earlier = driver.execute(
                "SELECT reference, kind FROM delivery WHERE status = 'pending' AND attempts = 0"
                f" AND channel = '{delivery.channel}' AND address_id = '{delivery.address_id}'"
                f" AND lane <= {delivery.lane} AND seq < {delivery.seq}"
                f" AND due_at <= {to_micros(self._world.clock.now() - timedelta(seconds=60))}"
            ).fetchall()
        for reference, kind in earlier:
            yield f"{delivery.kind} {delivery.reference} came before {kind} {reference}"

    # At the end

    def settle(self) -> None:
        """Let everything end, with nothing going wrong any more, and look whether it did."""
        world = self._world
        world.outside.calm = True
        for _ in range(_ROUNDS):
            for worker in world.workers:
                worker.every_tick()
                worker.send()
            world.clock.advance(_ROUND)
        with world.steps.not_counted():
            self.broken += [
                *self._not_ended(),
                *self._not_reached(),
                *self._not_told_of_suspensions(),
                *self._not_reminded(),
                *self._broken_log(),
            ]

    def _not_ended(self) -> Iterator[str]:
        """Nothing is left on its way, and what the house knows of each message is what really came."""
        outside = self._world.outside
        for delivery in self._world.deliveries():
            came, uncertain = outside.came[delivery.id], outside.uncertain[delivery.id]
            status, what = delivery.status, f"{delivery.kind} {delivery.reference} to {delivery.address_id}"
            if status in ("pending", "started", "held", "dead"):
                yield f"{what} is {status} for good"
            elif status == "sent" and not came:
                yield f"{what} is called sent, and never came"
            elif status == "unknown" and not uncertain:
                yield f"{what} is called unknown, though each answer came"
            elif status == "unknown" and delivery.safety and delivery.doubts < RESENDS_IN_DOUBT:
                yield f"{what} is about safety, and was given up after {delivery.doubts} doubts"
            elif status not in ("sent", "unknown") and came > uncertain:
                yield f"{what} is called {status}, and came"

    def _not_reached(self) -> Iterator[str]:
        """Everyone whom a notice was for stands in the ledger of its deliveries."""
        wiring = self._world.observer.wiring
        named: dict[str, set[str]] = {}
        for delivery in self._world.deliveries():
            named.setdefault(delivery.notice, set()).update(delivery.recipients)
        progress = self._progress()
        now = wiring.desk.state(ID)
        for notice in self._notices():
            kind = KINDS[notice.kind]
            if notice.dedupe_key not in progress:
                yield f"{notice.kind} {notice.reference} was never taken in"
            elif progress[notice.dedupe_key] == "open":
                yield f"{notice.kind} {notice.reference} is being fanned out for good"
            elif progress[notice.dedupe_key] == "done" and not (kind.invites or kind.to_guardian):
                then = recipients(wiring.desk.state(ID, notice.seq), notice.audience)
                both = {each.key for each in {*then} & {*recipients(now, notice.audience)}}
                for recipient in sorted(both - named.get(notice.dedupe_key, set()) - {_CHANNEL}):
                    yield f"{notice.kind} {notice.reference} has nothing for {recipient}"

    def _not_told_of_suspensions(self) -> Iterator[str]:
        """Of each suspension everyone who was to play heard, unless something later took its place."""
        desk, outside = self._world.observer.wiring.desk, self._world.outside
        progress = self._progress()
        keys: dict[int, set[str]] = {}
        for notice in self._notices():
            keys.setdefault(notice.seq, set()).add(notice.dedupe_key)
        by_recipient: dict[tuple[int, str], list[Delivery]] = {}
        for delivery in self._world.deliveries():
            for recipient in delivery.recipients:
                by_recipient.setdefault((delivery.seq, recipient), []).append(delivery)
        head = desk.head(ID).seq
        for seq, event in desk.decoded(ID, range(1, head + 1)):
            if not isinstance(event, SessionsSuspended):
                continue
            if any(progress.get(key) in ("superseded", "expired") for key in keys.get(seq, ())):
                continue  # something later was written before it could be told
            state = desk.state(ID, seq)
            concerned = {number for id in event.sessions for number in state.sessions[id].entrants}
            for number in sorted(concerned - {FORGOTTEN, NOTHING}):
                told = by_recipient.get((seq, f"entrant:{number}"), [])
                over = any(each.status in ("cancelled", "expired") for each in told)
                left = self._town.phones.get(f"entrant:{number}") in self._town.left
                if not (over or left or any(outside.came[each.id] for each in told)):
                    yield f"{number} never heard of the suspension at seq {seq}"

    def _not_reminded(self) -> Iterator[str]:
        """Each reminder that was due was given, and once."""
        desk = self._world.observer.wiring.desk
        left = reminders.due(desk.state(ID), self._world.clock.now())
        for due in left:
            yield f"{due.kind} of {due.session} is due for good"
        given = Counter(
            (event.session, event.kind, event.day)
            for _, event in desk.decoded(ID, range(1, desk.head(ID).seq + 1))
            if isinstance(event, ReminderDue)
        )
        yield from (f"{kind} of {session} was given {times} times"
                    for (session, kind, _), times in given.items() if times > 1)  # fmt: skip

    def _broken_log(self) -> Iterator[str]:
        verified = self._world.observer.wiring.log.verify(ID)
        if verified.fault is not None:
            yield f"the log is broken: {verified.fault}"

    def _notices(self) -> list[Notice]:
        return NoticeStore(self._world.observer.wiring.database).read(ID, 0, 100_000)

    def _progress(self) -> dict[str, str]:
        with self._world.observer.wiring.database.connection() as driver:
            return dict(driver.execute("SELECT notice, status FROM fan_out").fetchall())
