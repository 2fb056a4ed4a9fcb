"""Webhooks: programs elsewhere are told of new events, in order, signed, again until they have answered.

A subscription remembers up to which seq its receiver has answered with 2xx. What follows is sent as a
CloudEvents batch, signed as Standard Webhooks says: HMAC-SHA256 over id, timestamp and body. The id names
the first seq of the batch, so that a batch sent twice is recognised. A receiver that keeps failing is left
alone after a while; its subscription is then dead until the organizer resumes it. Nothing personal is sent.
"""

import base64
import hashlib
import hmac
from collections.abc import Awaitable, Callable, Mapping
from typing import Literal

import msgspec
import sqlalchemy as sa

from shared.catalogue import Phrase
from shared.clock import Clock, to_micros
from shared.database import Database
from shared.database.tables import table
from shared.eventlog import EventLog
from shared.eventlog.cloudevents import event_line
from shared.problems import INVALID_INPUT, not_found

BATCH = 100
"""Events in one request, at the most."""
MOST_FAILURES = 12
"""In a row; with the pauses between them about a day."""
FIRST_PAUSE = 5
"""Seconds after the first failure; each further one doubles it, up to three hours."""
LONGEST_PAUSE = 3 * 3600
CONTENT_TYPE = "application/cloudevents-batch+json"

Status = Literal["active", "dead"]

webhook_table = table("""webhook: id key, tournament_id, url, after number, status, failures number,
    next_at number, last_answer""")


class Webhook(msgspec.Struct, frozen=True):
    """A subscription.

    Attributes:
        after: the last seq that its receiver has answered for.
        failures: in a row; next_at: when it is tried again, in microseconds.
        last_answer: what the receiver said last, for people: "204", "timed out".
    """

    id: str
    tournament: str
    url: str
    after: int
    status: Status
    failures: int
    next_at: int
    last_answer: str


class Answered(msgspec.Struct, frozen=True):
    """What came of one request: an HTTP status, or why there is none."""

    status: int
    why: str = ""


Post = Callable[[str, bytes, Mapping[str, str]], Awaitable[Answered]]
"""Sends a body to an address; injected."""


class Webhooks:
    """The subscriptions of a database.

    Args:
        secret: from it the secret of each subscription follows, so that none is stored.
        check: refuses an address that webhooks may not go to.
    """

    def __init__(
        self,
        database: Database,
        log: EventLog,
        clock: Clock,
        secret: bytes,
        random: Callable[[int], bytes],
        check: Callable[[str], None],
    ) -> None:
        self._database, self._log, self._clock, self._random = database, log, clock, random
        self._secret, self._check = secret, check
        column, bind = webhook_table.c, sa.bindparam
        columns = sa.select(*webhook_table.c)
        self._insert = database.prepare(sa.insert(webhook_table))
        self._of = database.prepare(columns.where(column.tournament_id == bind("t")).order_by(column.id))
        self._webhook = database.prepare(columns.where(column.id == bind("one")))
        self._due = database.prepare(
            columns.where(column.status == "active", column.next_at <= bind("now")).order_by(column.next_at)
        )
        self._settle = database.prepare(
            sa.update(webhook_table)
            .where(column.id == bind("one"), column.after == bind("was"))
            .values(
                after=bind("upto"),
                status=bind("state"),
                failures=bind("count"),
                next_at=bind("next"),
                last_answer=bind("answer"),
            )
        )
        self._delete = database.prepare(sa.delete(webhook_table).where(column.id == bind("one")))

    def subscribe(self, tournament_id: str, url: str, after: int | None = None) -> tuple[Webhook, str]:
        """Subscribe an address; returns the subscription and its secret, which is shown only here.

        Args:
            after: begin after this seq; by default with what is new.

        Raises:
            Problem: destination-refused, invalid-input, not-found.
        """
        self._check(url)
        head = self._log.head(tournament_id)
        if head.seq == 0:
            raise not_found("tournament", tournament_id)
        if after is not None and not 0 <= after <= head.seq:
            raise INVALID_INPUT(detail=Phrase("part-log-ends", {"seq": head.seq})).at(field="after")
        begin = head.seq if after is None else after
        id = f"wh-{self._random(8).hex()}"
        webhook = Webhook(id, tournament_id, url, begin, "active", 0, 0, "")
        self._database.write(self._insert, [msgspec.structs.astuple(webhook)])
        return webhook, self.secret_of(webhook.id)

    def listed(self, tournament_id: str) -> list[Webhook]:
        """The subscriptions of a tournament."""
        return [Webhook(*row) for row in self._database.fetch(self._of, (tournament_id,))]

    def resume(self, id: str) -> Webhook:
        """Try a dead subscription again, from where it stopped."""
        webhook = self._named(id)
        return self._settled(webhook, webhook.after, "active", 0, 0, webhook.last_answer)

    def remove(self, id: str) -> None:
        """End a subscription."""
        self._named(id)
        self._database.write(self._delete, [{"one": id}])

    def secret_of(self, id: str) -> str:
        """The secret that a subscription's requests are signed with, as its receiver keeps it."""
        key = hmac.digest(self._secret, f"webhook {id}".encode(), hashlib.sha256)
        return f"whsec_{base64.b64encode(key).decode()}"

    async def tick(self, post: Post) -> int:
        """Send each due subscription what is new, once; returns how many requests were made."""
        now = to_micros(self._clock.now())
        made = 0
        due = [Webhook(*row) for row in self._database.fetch(self._due, (now,))]
        heads = self._log.heads() if due else {}
        for webhook in due:
            head = heads.get(webhook.tournament)
            if head is None or head.seq <= webhook.after:
                continue
            events = self._log.read(webhook.tournament, webhook.after, BATCH)
            if not events:
                continue
            body = b"[" + b",".join(event_line(event, None, personal=False) for event in events) + b"]"
            answered = await post(webhook.url, body, self._headers(webhook, events[0].seq, body))
            made += 1
            self._after(webhook, answered, events[-1].seq)
        return made

    def _headers(self, webhook: Webhook, first: int, body: bytes) -> dict[str, str]:
        name, moment = f"{webhook.id}-{first}", str(int(self._clock.now().timestamp()))
        key = base64.b64decode(self.secret_of(webhook.id).removeprefix("whsec_"))
        signed = hmac.digest(key, f"{name}.{moment}.".encode() + body, hashlib.sha256)
        return {
            "Content-Type": CONTENT_TYPE,
            "webhook-id": name,
            "webhook-timestamp": moment,
            "webhook-signature": f"v1,{base64.b64encode(signed).decode()}",
        }

    def _after(self, webhook: Webhook, answered: Answered, last: int) -> None:
        answer_text = str(answered.status) if answered.status else answered.why
        if 200 <= answered.status < 300:
            self._settled(webhook, last, "active", 0, 0, answer_text)
            return
        failures = webhook.failures + 1
        # Gone is what a receiver says that wants no more.
        dead = failures >= MOST_FAILURES or answered.status == 410
        pause = min(FIRST_PAUSE * 2 ** (failures - 1), LONGEST_PAUSE)
        next_at = to_micros(self._clock.now()) + pause * 1_000_000
        self._settled(webhook, webhook.after, "dead" if dead else "active", failures, next_at, answer_text)

    def _settled(
        self, webhook: Webhook, upto: int, status: Status, failures: int, next_at: int, answer_text: str
    ) -> Webhook:
        row = {
            "one": webhook.id,
            "was": webhook.after,
            "upto": upto,
            "state": status,
            "count": failures,
            "next": next_at,
            "answer": answer_text[:100],
        }
        self._database.write(self._settle, [row])
        return self._named(webhook.id)

    def _named(self, id: str) -> Webhook:
        rows = self._database.fetch(self._webhook, (id,))
        if not rows:
            raise not_found("webhook", id)
        return Webhook(*rows[0])
