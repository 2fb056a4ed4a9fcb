"""Deliveries: one for each notice and address, and what became of it. The dispatcher's writes are fenced."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec

from services.delivery.addressing import Draft, delivery_id
from services.delivery.channel import Outcome
from services.delivery.lease import Lease
from services.delivery.settling import Settlement, Status, in_doubt
from services.delivery.statements import PAGE, Statements
from services.notices.kinds import KINDS, Lane
from services.notices.notice import Notice
from shared.clock import from_micros, to_micros
from shared.database import Database, Driver, array_of
from shared.i18n import Language
from shared.problems import not_found, quoted

UNCHANGED = "what was said before still holds"
SAID_ALREADY = "it was said in this chat as it was done"
"""Why a delivery is cancelled, as it is kept."""


class Delivery(msgspec.Struct, frozen=True):
    """One message to one address.

    Attributes:
        id: also the key that channels get: the same for every attempt.
        recipients: keys of everyone the message names.
        attempts, doubts: how often it was tried, and how often it stayed unknown whether it arrived.
        replaces: references of the earlier messages whose place this one takes, for each recipient the last.
    """

    id: str
    tournament_id: str
    notice: str
    reference: str
    seq: int
    kind: str
    lane: int
    topic: str | None
    channel: str
    address_id: str
    recipients: tuple[str, ...]
    language: Language
    status: Status
    due_at: datetime
    not_after: datetime | None
    attempts: int
    doubts: int
    replaces: str
    remote: str
    why: str

    @property
    def safety(self) -> bool:
        return KINDS[self.kind].safety


class Earlier(msgspec.Struct, frozen=True):
    """A message that somebody had before on the same topic, and the event it told of."""

    reference: str
    seq: int


class Settled(msgspec.Struct, frozen=True):
    """An attempt that is over."""

    delivery: Delivery
    outcome: Outcome
    settlement: Settlement


class Deliveries:
    """Deliveries of all tournaments, in the database of the log."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._statements = database.prepared(_statements)

    # Making

    def rows(
        self, tournament_id: str, notice: Notice, made: Sequence[Draft], now: datetime, why: str = ""
    ) -> list[tuple[Any, ...]]:
        """What `add` writes for these drafts; worked out before, so that nobody waits for it.

        Args:
            why: they are not sent; "" where they are.
        """
        late = notice.not_after is not None and notice.not_after <= now
        common, order = _common(tournament_id, notice, now), self._statements.insert.parameters
        rows = []
        for draft in made:
            status = "expired" if late and draft.channel and not why else draft.status
            row = common | {
                "id": delivery_id(tournament_id, notice.dedupe_key, draft.address_id),
                "channel": draft.channel,
                "address_id": draft.address_id,
                "recipients": array_of(draft.recipients),
                "language": draft.language,
                "status": status,
                "why": why if status == "cancelled" else "",
                "settled_at": None if status == "pending" else common["due_at"],
            }
            rows.append(tuple([row[name] for name in order]))
        return rows

    def add(self, driver: Driver, rows: Sequence[tuple[Any, ...]]) -> None:
        """In a write transaction: these deliveries; those that are there already stay."""
        self._database.run(driver, self._statements.insert, rows)

    def said_already(self, tournament_id: str, notice: Notice, draft: Draft, now: datetime) -> None:
        """What a notice tells was said to this address just now: it is not sent there any more."""
        unsent = msgspec.structs.replace(draft, status="cancelled")
        rows = self.rows(tournament_id, notice, [unsent], now, SAID_ALREADY)
        row = {
            "id_is": delivery_id(tournament_id, notice.dedupe_key, draft.address_id),
            "to": "cancelled",
            "due": to_micros(now),
            "because": SAID_ALREADY,
            "settled": to_micros(now),
        }
        with self._database.writing() as driver:
            self._database.run(driver, self._statements.insert, rows)
            self._database.run(driver, self._statements.aside, [row])

    def had(self, tournament_id: str, kind: str) -> set[str]:
        """Those whom a message of a kind reached, may have reached or is on its way to, by key."""
        rows = self._database.fetch(self._statements.had, {"t": tournament_id, "k": kind})
        return {key for row in rows for key in msgspec.json.decode(row.recipients, type=list[str])}

    def cancel_topic(
        self, driver: Driver, tournament_id: str, notice: Notice, kinds: Iterable[str], now: datetime
    ) -> int:
        """In a write transaction: a page of what this notice makes pointless is not sent; how many."""
        row = {
            "t": tournament_id,
            "topic_is": notice.topic,
            "before": notice.seq,
            "kinds": array_of(kinds),
            "now": to_micros(now),
            "because": f"{notice.reference} took its place",
        }
        return self._database.change(driver, self._statements.cancel, row)

    # Sending

    def due(
        self, channels: Iterable[str], now: datetime, most: int, upto: Lane = 3, muted: Iterable[str] = ()
    ) -> list[Delivery]:
        """What is to be sent now, the most urgent lane first; nothing of the tournaments that are muted.

        Args:
            upto: the least urgent lane asked for.
        """
        row = {
            "channels": array_of(channels),
            "muted": array_of(muted),
            "now": to_micros(now),
            "most": most,
            "upto": upto,
        }
        return [_delivery(fields) for fields in self._database.fetch(self._statements.due, row)]

    def queued(self, channel: str, addresses: Iterable[str], until: datetime) -> list[Delivery]:
        """What waits to go to these addresses and may go until then, in no order."""
        row = {"channel_is": channel, "addresses": array_of(addresses), "until": to_micros(until)}
        return [_delivery(fields) for fields in self._database.fetch(self._statements.queued, row)]

    def earlier(self, delivery: Delivery) -> dict[str, "Earlier"]:
        """By recipient the last message on the topic that the address has, or may have.

        Empty for what takes the place of nothing.
        """
        known = KINDS.get(delivery.kind)
        where = known is not None and known.at_table
        if delivery.topic is None or not (delivery.safety or where):
            return {}
        topic = delivery.topic.partition(" ")[0]
        numbers = (key.partition(":")[2] for key in delivery.recipients)
        row = {
            "t": delivery.tournament_id,
            "topics": array_of((topic, *(f"{topic} {number}" for number in numbers))),
            "a": delivery.address_id,
            "before": delivery.seq,
        }
        found: dict[str, Earlier] = {}
        for reference, seq, recipients in self._database.fetch(self._statements.before, row):
            for key in set(_decode_listed(recipients)).intersection(delivery.recipients):
                found.setdefault(key, Earlier(reference, seq))
        return found

    def start(
        self, lease: Lease, started: Sequence[Delivery], now: datetime, aside: Sequence["Aside"] = ()
    ) -> set[str]:
        """Make attempts durable, before any call; returns the ids that may be sent.

        What is not there: cancelled in the meantime. `aside` is written along.

        Raises:
            LeaseLost: nothing may be sent, and nothing was written.
        """
        with self._database.writing() as driver:
            lease.check(driver)
            if aside:
                self._set_aside(driver, aside, now)
            if not started:
                return set()
            named = [{"id_is": each.id, "other": each.replaces} for each in started if each.replaces]
            self._database.run(driver, self._statements.name_replaced, named)
            ids = array_of(delivery.id for delivery in started)
            row = {"ids": ids, "held": lease.token, "now": to_micros(now)}
            return {started.id for started in self._database.fetch(self._statements.start, row)}

    def settle(self, driver: Driver, token: int, done: Sequence[Settled], now: datetime) -> None:
        """In a fenced write transaction: what became of attempts."""
        rows = [
            {
                "id_is": settled.delivery.id,
                "held": token,
                "to": settled.settlement.status,
                "due": to_micros(settled.settlement.due_at),
                "tries": settled.settlement.attempts,
                "unsure": settled.settlement.doubts,
                "far": settled.outcome.remote[:200] or settled.delivery.remote,
                "because": settled.outcome.why[:200],
                "now": to_micros(now),
            }
            for settled in done
        ]
        self._database.run(driver, self._statements.settle, rows)

    def recover(self, lease: Lease, now: datetime) -> int:
        """Attempts of an owner before this one that were never settled: it is unknown whether they arrived.

        A page; returns how many there were.

        Raises:
            LeaseLost
        """
        with self._database.writing() as driver:
            lease.check(driver)
            rows = []
            for row in self._database.fetch(self._statements.left, {"held": lease.token, "most": PAGE}):
                left = _delivery(row)
                after = in_doubt(left.kind, left.attempts, left.doubts, now)
                changed = {"to": after.status, "due": to_micros(after.due_at), "unsure": after.doubts}
                rows.append({"id_is": left.id, "now": to_micros(now), **changed})
            self._database.run(driver, self._statements.recover, rows)
            return len(rows)

    def sooner(self, lease: Lease, by: timedelta, now: datetime) -> None:
        """What waits for its time, fan-outs included, waits that much less long.

        Why it waits is looked at again before it goes out.

        Raises:
            LeaseLost
        """
        row = {"by": by // timedelta(microseconds=1), "now": to_micros(now)}
        with self._database.writing() as driver:
            lease.check(driver)
            for statement in self._statements.earlier:
                self._database.run(driver, statement, [row])

    # By hand

    def acknowledge(self, id: str, now: datetime) -> bool:
        """Note that someone pressed "acknowledge"; False when that was noted already, or for no delivery."""
        with self._database.writing() as driver:
            row = {"id_is": id, "now": to_micros(now)}
            return self._database.change(driver, self._statements.acknowledge, row) == 1

    def delivery(self, id: str) -> Delivery:
        """The delivery with that id; raises Problem: not-found."""
        rows = self._database.fetch(self._statements.delivery, {"id_is": id})
        if not rows:
            raise not_found("delivery", quoted(id))
        return _delivery(rows[0])

    def requeue(self, tournament_id: str, reference: str | None, now: datetime) -> int:
        """Try dead letters, and what was refused, once more; never what may have arrived. How many."""
        row = {"t": tournament_id, "ref": reference or "", "now": to_micros(now)}
        with self._database.writing() as driver:
            return self._database.change(driver, self._statements.requeue, row)

    def pending(self) -> list[Delivery]:
        """What would be sent, the most urgent first; a thousand at most."""
        return [*map(_delivery, self._database.fetch(self._statements.pending, {"most": 1000}))]

    # Behind the door

    def _set_aside(self, driver: Driver, aside: Sequence["Aside"], now: datetime) -> None:
        rows = [
            {
                "id_is": other.delivery.id,
                "to": other.status,
                "due": to_micros(other.due_at),
                "because": other.why,
                "settled": None if other.status == "pending" else to_micros(now),
            }
            for other in aside
        ]
        self._database.run(driver, self._statements.aside, rows)


class Aside(msgspec.Struct, frozen=True):
    """A delivery that is not tried now: it is too late, it cannot be, or it has to wait."""

    delivery: Delivery
    status: Status
    due_at: datetime
    why: str = ""


def wait(delivery: Delivery, until: datetime) -> Aside:
    """Not before `until`."""
    return Aside(delivery, "pending", until)


def after(now: datetime, seconds: float) -> datetime:
    """So many seconds from now."""
    return now + timedelta(seconds=seconds)


_COLUMNS = Delivery.__struct_fields__


def of_notice(tournament_id: str, notice: Notice, due_at: datetime) -> dict[str, Any]:
    """What the ledger says of a notice, the same in its fan-out and in each of its deliveries."""
    return {
        "tournament_id": tournament_id,
        "notice": notice.dedupe_key,
        "reference": notice.reference,
        "seq": notice.seq,
        "kind": notice.kind,
        "lane": notice.priority,
        "topic": notice.topic,
        "due_at": to_micros(due_at),
    }


def _common(tournament_id: str, notice: Notice, now: datetime) -> dict[str, Any]:
    """What is the same in every delivery of a notice."""
    return {
        **of_notice(tournament_id, notice, now),
        "not_after": None if notice.not_after is None else to_micros(notice.not_after),
        **dict.fromkeys(("attempts", "doubts", "fence"), 0),
        **dict.fromkeys(("replaces", "remote", "why", "mark"), ""),
        **dict.fromkeys(("started_at", "acknowledged_at", "followed_up_at"), None),
    }


def _delivery(row: Sequence[Any]) -> Delivery:
    named = dict(zip(_COLUMNS, row, strict=True))
    named["recipients"] = _decode_listed(named["recipients"])
    named["due_at"] = from_micros(named["due_at"])
    if named["not_after"] is not None:
        named["not_after"] = from_micros(named["not_after"])
    return Delivery(**named)


_decode_listed = msgspec.json.Decoder(tuple[str, ...]).decode


def _statements(database: Database) -> Statements:
    return Statements(database, Delivery.__struct_fields__)
