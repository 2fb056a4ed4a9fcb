"""Fanning out: a notice becomes one delivery for each address, page by page, the most urgent notice first.

Each page is a short transaction that moves the notice's cursor along, so that a crash leaves nothing out, and
neither referees nor the sender wait for a hundred thousand rows.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Literal, Protocol

import msgspec
import sqlalchemy as sa

from services.delivery.addressing import EMAIL, Draft, drafts, guardian_drafts, takes_place_of
from services.delivery.correspondents import Correspondents
from services.delivery.deliveries import Deliveries, of_notice
from services.delivery.holding import DROPPED
from services.delivery.invitation_audience import to_invite
from services.delivery.lease import Lease
from services.delivery.reaching import Reaching
from services.delivery.statements import PAGE
from services.delivery.tables import fan_out, fan_out_position
from services.notices.audiences import recipients
from services.notices.kinds import KINDS
from services.notices.notice import Notice
from services.notices.overtaken import overtaken
from services.notices.phones_off import night_over
from services.notices.store import NoticeStore, new_notice
from shared.clock import Clock, to_micros
from shared.database import Database, Driver, array_of
from shared.logs import logger
from shared.problems import Problem

TOO_OLD = timedelta(hours=48)
"""A notice found so long after its event is told to nobody: a log that was brought back, or a first start."""

log = logger(__name__)
Progress = Literal["open", "held", "done", "superseded", "expired", "dropping", "dropped"]
"""dropping: it was dropped, and is still made out, so that the ledger names whom it did not reach."""


class _Plan(msgspec.Struct, frozen=True):
    """The drafts of one notice as worked out when its fan-out began in this process."""

    notice: Notice
    made: Sequence[Draft]


class _Open(Protocol):
    """A notice that is being fanned out, as its row says."""

    tournament_id: str
    notice: str
    due_at: int
    cursor: str
    status: Progress


class FanOut:
    """Takes notices in and fans them out. For one thread at a time.

    Args:
        channels: gives the names of the channels there are.
        alerts: gives the addresses for alerts.
    """

    def __init__(
        self,
        database: Database,
        correspondents: Correspondents,
        deliveries: Deliveries,
        reaching: Reaching,
        clock: Clock,
        channels: Callable[[], Iterable[str]],
        alerts: Callable[[], Sequence[str]] = tuple,
    ) -> None:
        self._database = database
        self._correspondents = correspondents
        self._deliveries = deliveries
        self._reaching = reaching
        self._clock = clock
        self._channels = channels
        self._alerts = alerts
        self.page = PAGE
        self._notices = NoticeStore(database)
        self._plans: dict[tuple[str, str], _Plan] = {}
        self._prepare()

    def take_in(self, lease: Lease) -> int:
        """Find notices that are new; returns how many.

        Raises:
            LeaseLost
        """
        behind = self._database.fetch(self._behind)
        return sum(self._take_in(lease, *news) for news in behind)

    def next_page(self, lease: Lease) -> bool:
        """Fan out a page of the most urgent notice that is due; False when there is none.

        Raises:
            LeaseLost
        """
        now = self._clock.now()
        fan_out: _Open | None = next(iter(self._database.fetch(self._next, {"now": to_micros(now)})), None)
        if fan_out is None:
            self._plans.clear()
            return False
        notice = self._notices.read_one(fan_out.tournament_id, fan_out.notice)
        if fan_out.status == "dropping" and notice is not None:
            self._fan_out(lease, fan_out, notice, now)
            return True
        if notice is None or overtaken(self._correspondents.state(fan_out.tournament_id), notice):
            self._expire(lease, fan_out)
            return True
        until = self._held_back(fan_out.tournament_id, notice, now)
        if until is not None:
            self._postpone(lease, fan_out, until)
            return True
        if not fan_out.cursor and self._make_way(lease, fan_out, notice, now):
            return True
        self._fan_out(lease, fan_out, notice, now)
        return True

    # Behind the door

    def _take_in(self, lease: Lease, tournament_id: str, after: int, upto: int) -> int:
        found = self._notices.read(tournament_id, after, self.page)
        taken = found[-1].seq if found else max(after, upto)
        now = self._clock.now()
        made = {}
        for notice in found:
            if notice.seq not in made:
                made[notice.seq] = self._correspondents.recorded_at(tournament_id, notice.seq)
        fresh = [
            {
                **of_notice(tournament_id, notice, max(now, notice.not_before or now)),
                "status": "expired" if now - made[notice.seq] > TOO_OLD else "open",
                "cursor": "",
            }
            for notice in found
        ]
        with self._database.writing() as driver:
            lease.check(driver)
            self._database.run(driver, self._insert, fresh)
            self._database.run(driver, self._move, [{"tournament_id": tournament_id, "seq": taken}])
            # Whoever wrote more meanwhile has put a later seq there.
            self._database.run(driver, self._taken, [{"t": tournament_id, "upto": taken}])
        return len(found)

    def _held_back(self, tournament_id: str, notice: Notice, now: datetime) -> datetime | None:
        if notice.not_before is not None and now < notice.not_before:
            # It was found due by a clock that has been put back since.
            return notice.not_before
        state = self._correspondents.state(tournament_id)
        # Looked up at night alone; of each message it is asked again as it is sent.
        meant = (each for audience in (notice.audience,) for each in recipients(state, audience))
        return night_over(state, notice.kind, meant, now)

    def _make_way(self, lease: Lease, fan_out: _Open, notice: Notice, now: datetime) -> bool:
        """A page of what this notice makes pointless is taken back; True if there may be more of it.

        Also whether the notice itself has become pointless is seen here.
        """
        if notice.topic is None:
            return False
        safety = KINDS[notice.kind].safety
        kinds = [kind for kind in KINDS if takes_place_of(notice, safety, kind)]
        stronger = [kind.name for kind in KINDS.values() if kind.safety or kind.name == notice.kind]
        row = {"t": fan_out.tournament_id, "topic_is": notice.topic, "at": notice.seq}
        with self._database.writing() as driver:
            lease.check(driver)
            if self._database.fetch(self._later, {**row, "kinds": array_of(stronger)}):
                self._set(driver, fan_out, "superseded", "")
                return True
            self._database.run(driver, self._supersede, [{**row, "kinds": array_of(kinds)}])
            cancelled = self._deliveries.cancel_topic(driver, fan_out.tournament_id, notice, kinds, now)
        return cancelled == PAGE

    def _fan_out(self, lease: Lease, fan_out: _Open, notice: Notice, now: datetime) -> None:
        plan = self._plans.get((fan_out.tournament_id, fan_out.notice))
        if plan is None:
            plan = self._plan(fan_out.tournament_id, notice)
            self._plans[fan_out.tournament_id, fan_out.notice] = plan
        begin = _first_after(plan.made, fan_out.cursor)
        page = plan.made[begin : begin + self.page]
        last = begin + len(page) >= len(plan.made)
        dropped = fan_out.status == "dropping"
        if dropped:
            page = [draft.instead("cancelled") for draft in page]
        why = DROPPED if dropped else ""
        rows = self._deliveries.rows(fan_out.tournament_id, notice, page, now, why)
        ended: Progress = "dropped" if dropped else "done"
        with self._database.writing() as driver:
            lease.check(driver)
            cursor = page[-1].place if page else fan_out.cursor
            # Nothing is made of it where it was dropped or held since it was looked up.
            if self._set(driver, fan_out, ended if last else fan_out.status, cursor):
                self._deliveries.add(driver, rows)
        if last:
            self._plans.pop((fan_out.tournament_id, fan_out.notice), None)

    def _plan(self, tournament_id: str, notice: Notice) -> _Plan:
        state = self._correspondents.state(tournament_id)
        try:
            audience = recipients(state, notice.audience)
        except Problem as problem:
            log.error("audience_unknown", tournament=tournament_id, seq=notice.seq, code=problem.code)
            return _Plan(notice, ())
        kind, channels = KINDS[notice.kind], self._channels()
        if kind.invites:
            linked = self._reaching.linked(tournament_id)
            audience = to_invite(kind, audience, linked, partial(self._deliveries.had, tournament_id))
            channels = {EMAIL} & set(channels)
        alerts = self._alerts() if kind.alerts else ()
        reach = self._reaching.of(state, notice.kind, audience, channels, alerts)
        return _Plan(notice, (guardian_drafts if kind.to_guardian else drafts)(audience, reach))

    def _expire(self, lease: Lease, fan_out: _Open) -> None:
        with self._database.writing() as driver:
            lease.check(driver)
            self._set(driver, fan_out, "expired", fan_out.cursor)

    def _postpone(self, lease: Lease, fan_out: _Open, until: datetime) -> None:
        with self._database.writing() as driver:
            lease.check(driver)
            row = {"t": fan_out.tournament_id, "n": fan_out.notice, "due": to_micros(until)}
            self._database.run(driver, self._later_on, [row])

    def _set(self, driver: Driver, fan_out: _Open, status: Progress, cursor: str) -> bool:
        """False where somebody else has moved it on meanwhile; then it stays as it is."""
        row = {
            "t": fan_out.tournament_id,
            "n": fan_out.notice,
            "from": fan_out.status,
            "to": status,
            "reached": cursor,
        }
        return self._database.change(driver, self._set_progress, row) == 1

    def _prepare(self) -> None:
        column, bind = fan_out.c, sa.bindparam
        prepare, insert = self._database.prepare, self._database.insert
        listed = self._database.listed("kinds", sa.Text())
        place, news = fan_out_position.c, new_notice.c
        joined = new_notice.outerjoin(fan_out_position, place.tournament_id == news.tournament_id)
        self._behind = prepare(
            sa.select(news.tournament_id, sa.func.coalesce(place.seq, 0), news.seq)
            .select_from(joined)
            .order_by(news.tournament_id)
        )
        self._taken = prepare(
            sa.delete(new_notice).where(news.tournament_id == bind("t"), news.seq <= bind("upto"))
        )
        moving = insert(fan_out_position)
        self._move = prepare(
            moving.on_conflict_do_update(
                index_elements=["tournament_id"], set_={"seq": moving.excluded["seq"]}
            )
        )
        self._insert = prepare(insert(fan_out).on_conflict_do_nothing())
        self._next = prepare(
            sa.select(column.tournament_id, column.notice, column.due_at, column.cursor, column.status)
            .where(sa.or_(column.status == "open", column.status == "dropping"), column.due_at <= bind("now"))
            .order_by(column.lane, column.seq, column.notice)
            .limit(1)
        )
        this = (column.tournament_id == bind("t"), column.notice == bind("n"))
        change: Any = sa.update(fan_out)
        self._set_progress = prepare(
            change.where(*this, column.status == bind("from")).values(
                status=bind("to"), cursor=bind("reached")
            )
        )
        self._later_on = prepare(change.where(*this).values(due_at=bind("due")))
        topical = (
            column.tournament_id == bind("t"),
            column.topic == bind("topic_is"),
            column.kind.in_(listed),
        )
        self._later = prepare(sa.select(column.seq).where(*topical, column.seq > bind("at")).limit(1))
        unsent = sa.or_(column.status == "open", column.status == "held")
        self._supersede = prepare(
            change.where(*topical, column.seq < bind("at"), unsent).values(status="superseded")
        )


def _first_after(made: Sequence[Draft], cursor: str) -> int:
    from bisect import bisect_right

    return bisect_right(made, cursor, key=lambda draft: draft.place) if cursor else 0
