"""The polls of the Observatory as kept: the heartbeat of the watch, and the evidence for what was reported.

One line a poll; the bodies only where they differ from the ones before. All tournaments share them.
"""

import hashlib
from datetime import datetime
from typing import Any, Literal

import msgspec
import sqlalchemy as sa

from services.weather.listed import Fetched, Listed
from shared.clock import from_micros, to_micros
from shared.database import Database
from shared.database.tables import table

Outcome = Literal["good", "partial", "unreadable", "unreachable"]
"""Both answers could be read; or a danger in what else could not; or nothing that counts; or none came."""

weather_poll = table("weather_poll: polled_at number key, outcome, digest empty, detail, listed empty")
weather_body = table("weather_body: digest key, warnsum bytes, warning_info bytes, kept_at number")


class Poll(msgspec.Struct, frozen=True):
    """One poll. `listed` is what was read, if anything; `digest` that of the bodies, if there were any."""

    at: datetime
    outcome: Outcome
    digest: str | None = None
    detail: str = ""
    listed: tuple[Listed, ...] = ()


class PollStore:
    """The statements on polls, prepared once for a database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        column, body = weather_poll.c, weather_body.c
        self._note = database.prepare(database.insert(weather_poll).on_conflict_do_nothing())
        self._keep = database.prepare(database.insert(weather_body).on_conflict_do_nothing())
        self._recent = database.prepare(
            sa.select(weather_poll)
            .where(column.polled_at <= sa.bindparam("now"))
            .order_by(column.polled_at.desc())
            .limit(sa.bindparam("most"))
        )
        self._newest = database.prepare(
            sa.select(weather_poll)
            .where(column.outcome == sa.bindparam("outcome"), column.polled_at <= sa.bindparam("now"))
            .order_by(column.polled_at.desc())
            .limit(1)
        )
        self._since = database.prepare(
            sa.select(sa.func.min(column.polled_at).label("first")).where(
                column.polled_at > sa.bindparam("after"), column.polled_at <= sa.bindparam("now")
            )
        )
        self._body = database.prepare(
            sa.select(body.warnsum, body.warning_info).where(body.digest == sa.bindparam("d"))
        )

    def note(self, poll: Poll, fetched: Fetched | None = None) -> None:
        """Keep a poll, and its bodies unless they are kept already."""
        read = poll.outcome == "good" or poll.listed
        listed = msgspec.json.encode(poll.listed).decode() if read else None
        with self._database.writing() as driver:
            if fetched is not None and poll.digest is not None:
                bodies = (poll.digest, fetched.warnsum.content, fetched.warning_info.content)
                self._database.run(driver, self._keep, [(*bodies, to_micros(poll.at))])
            row = (to_micros(poll.at), poll.outcome, poll.digest, poll.detail, listed)
            self._database.run(driver, self._note, [row])

    def last(self, now: datetime) -> Poll | None:
        """The newest poll, whatever came of it. Polls later than `now` are of a clock put back since."""
        return next(iter(self.recent(now, 1)), None)

    def last_good(self, now: datetime) -> Poll | None:
        """The newest poll that could be read as a whole."""
        return self._last("good", now)

    def last_partial(self, now: datetime) -> Poll | None:
        """The newest poll since the last good one in which a danger could be read beside what could not."""
        partial, good = self._last("partial", now), self.last_good(now)
        return partial if partial is None or good is None or partial.at > good.at else None

    def _last(self, outcome: Outcome, now: datetime) -> Poll | None:
        found = self._database.fetch(self._newest, (outcome, to_micros(now)))
        return next((_poll(row) for row in found), None)

    def recent(self, now: datetime, most: int) -> list[Poll]:
        """The newest polls, newest first."""
        return [_poll(row) for row in self._database.fetch(self._recent, (to_micros(now), most))]

    def failing_since(self, now: datetime) -> datetime | None:
        """When the first poll failed since the last good one; None if none did."""
        good = self.last_good(now)
        after = to_micros(good.at) if good is not None else -(2**62)
        first = self._database.fetch(self._since, (after, to_micros(now)))[0].first
        return None if first is None else from_micros(first)

    def bodies(self, digest: str) -> tuple[bytes, bytes] | None:
        """Both bodies, of `warnsum` and `warningInfo`, with this digest."""
        found = self._database.fetch(self._body, (digest,))
        return (bytes(found[0].warnsum), bytes(found[0].warning_info)) if found else None


def digest_of(fetched: Fetched) -> str:
    """SHA-256 in hex over both bodies, each after its length in eight bytes."""
    hashed = hashlib.sha256()
    for page in (fetched.warnsum, fetched.warning_info):
        hashed.update(len(page.content).to_bytes(8, "big") + page.content)
    return hashed.hexdigest()


def _poll(row: Any) -> Poll:
    listed = () if row.listed is None else msgspec.json.decode(row.listed, type=tuple[Listed, ...])
    return Poll(from_micros(row.polled_at), row.outcome, row.digest, row.detail, listed)
