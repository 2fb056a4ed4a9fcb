"""Alarms about the machinery: of all processes that notice a trouble one tells the organizers, once."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

import msgspec
import sqlalchemy as sa

from shared.clock import Clock, to_micros
from shared.database import Database
from shared.database.tables import table
from shared.heartbeat import Beat, Beats, alive
from shared.logs import logger
from shared.problems import Problem, ProblemType

log = logger(__name__)

ENDED_GRACE = timedelta(minutes=5)
"""After a worker ended in good order: someone restarts the machine, or puts a new release in its place."""
TRIED_AGAIN_AFTER = timedelta(minutes=1)
QUIET_AFTER = timedelta(minutes=30)
"""What is over and comes back within this is not told again: dying again and again is one alarm."""

WORKER_GONE = ProblemType("worker-gone", 503)
WORKER_STUCK = ProblemType("worker-stuck", 503)

alarm = table("""alarm: name key, since number, claimed_at number, told_at number empty,
    over_at number empty""")


class Trouble(msgspec.Struct, frozen=True):
    """Something organizers have to know. The name tells one from another."""

    name: str
    problem: Problem


def troubles(workers: Sequence[Beat], now: datetime) -> list[Trouble]:
    """What is wrong with the workers; nothing where there never was one.

    Args:
        workers: their heartbeats, the one heard of last first.
    """
    living = [beat for beat in workers if alive(beat, now)]
    if workers and not living:
        last = workers[0]
        if last.ended_at is not None and now - last.ended_at < ENDED_GRACE:
            return []
        return [Trouble("worker-gone", WORKER_GONE(at=f"{last.beat_at:%Y-%m-%d %H:%M}"))]
    stuck = [beat for beat in living if beat.stuck]
    return [
        Trouble(
            "worker-stuck", WORKER_STUCK(host=beat.host, what=", ".join(each.name for each in beat.stuck))
        )
        for beat in stuck[:1]
    ]


class Alarms:
    """Looks at the workers, and tells.

    Args:
        tell: alerts organizers by every way this process has; False when there are ways and none worked.
    """

    def __init__(self, database: Database, clock: Clock, tell: Callable[[Problem], bool]) -> None:
        self._database = database
        self._clock = clock
        self._tell = tell
        self._beats = Beats(database)
        self._seen: frozenset[str] = frozenset()
        row, bind = alarm.c, sa.bindparam
        this = row.name == bind("name_is")
        change = sa.update(alarm).where(this)
        self._first = database.prepare(database.insert(alarm).on_conflict_do_nothing())
        self._claim = database.prepare(
            change.where(row.told_at.is_(None), row.claimed_at < bind("before")).values(
                claimed_at=bind("now")
            )
        )
        self._again = database.prepare(change.where(row.over_at.is_not(None)).values(over_at=None))
        self._mark_told = database.prepare(change.values(told_at=bind("now")))
        self._over = database.prepare(change.where(row.over_at.is_(None)).values(over_at=bind("now")))
        self._names = database.prepare(sa.select(row.name, row.over_at))
        self._forget = database.prepare(sa.delete(alarm).where(row.over_at < bind("before")))

    def look(self) -> list[str]:
        """Tell what has not been told yet; the names of what this process told."""
        now = self._clock.now()
        seen = {trouble.name: trouble for trouble in troubles(self._beats.read("worker"), now)}
        # Seen twice: after the machine has rested, or its clock was set, the others need a moment.
        found = {name: trouble for name, trouble in seen.items() if name in self._seen}
        self._seen = frozenset(seen)
        known: dict[str, int | None] = dict(self._database.fetch(self._names))
        if not found and not known:
            return []
        to_tell = [name for name in found if self._claimed(name, now) and self._has_told(found[name])]
        if ended := [name for name, over_at in known.items() if name not in seen and over_at is None]:
            log.warning("alarm_over", names=ended)
        with self._database.writing() as driver:
            run = self._database.run
            run(driver, self._over, [{"name_is": name, "now": to_micros(now)} for name in ended])
            run(driver, self._forget, [{"before": to_micros(now - QUIET_AFTER)}])
        return to_tell

    def _claimed(self, name: str, now: datetime) -> bool:
        """Whether it is this process that tells."""
        first = {"name": name, "since": to_micros(now), "claimed_at": 0, "told_at": None, "over_at": None}
        claim = {
            "name_is": name,
            "before": to_micros(now - TRIED_AGAIN_AFTER),
            "now": to_micros(now),
        }
        with self._database.writing() as driver:
            self._database.run(driver, self._first, [first])
            self._database.run(driver, self._again, [{"name_is": name}])
            return self._database.change(driver, self._claim, claim) == 1

    def _has_told(self, trouble: Trouble) -> bool:
        log.error("alarm", name=trouble.name, what=str(trouble.problem))
        if not self._tell(trouble.problem):
            return False
        row = {"name_is": trouble.name, "now": to_micros(self._clock.now())}
        self._database.write(self._mark_told, [row])
        return True
