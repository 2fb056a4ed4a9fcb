"""Figures of processes without a page: what workers counted, and how long ago they did what."""

from collections.abc import Iterator
from datetime import datetime

from prometheus_client import Metric
from prometheus_client.parser import text_string_to_metric_families

from services.delivery.deliveries import oldest_due
from services.weather.polls import PollStore
from shared.clock import Clock, from_micros
from shared.database import Database
from shared.heartbeat import Beats, alive
from shared.logs import logger
from shared.metrics import NAMESPACE

log = logger(__name__)


def machinery(database: Database, clock: Clock) -> list[Metric]:
    """What the database says of it; nothing where it cannot be asked, which the checks tell."""
    try:
        return list(_machinery(database, clock))
    except Exception as error:
        log.warning("machinery_not_measured", error=type(error).__name__)
        return []


def _machinery(database: Database, clock: Clock) -> Iterator[Metric]:
    now = clock.now()
    living = [beat for beat in Beats(database).read("worker") if alive(beat, now)]
    for beat in living:
        yield from text_string_to_metric_families(beat.figures)
    yield _gauge("workers", "Workers that live.", {"": len(living)})
    ages: dict[str, float] = {}
    for beat in living:
        for activity in beat.doing:
            age = _seconds(now, from_micros(activity.at))
            ages[activity.name] = min(age, ages.get(activity.name, age))
    meaning = "Seconds since a worker last began or ended it."
    yield _gauge("worker_activity_age_seconds", meaning, ages, label="activity")
    due = oldest_due(database, clock)
    waited = 0.0 if due is None else _seconds(now, due)
    yield _gauge("dispatch_age_seconds", "Seconds that the message due longest has waited.", {"": waited})
    last = PollStore(database).last(now)
    if last is not None:
        meaning = "Seconds since the Observatory was asked last, by what came of it."
        yield _gauge(
            "observatory_poll_age_seconds", meaning, {last.outcome: _seconds(now, last.at)}, label="outcome"
        )


def _gauge(name: str, meaning: str, values: dict[str, float], *, label: str = "") -> Metric:
    metric = Metric(f"{NAMESPACE}_{name}", meaning, "gauge")
    for value_of, value in values.items():
        metric.add_sample(f"{NAMESPACE}_{name}", {label: value_of} if label else {}, value)
    return metric


def _seconds(now: datetime, then: datetime) -> float:
    return max(0.0, (now - then).total_seconds())
