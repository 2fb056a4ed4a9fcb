"""For whoever runs the program: is it alive, is it ready, what does it count, which release is it."""

import platform
from collections.abc import Iterator
from datetime import datetime
from functools import partial
from importlib.metadata import version
from typing import Literal

import msgspec
from flask import Response
from prometheus_client import Metric
from prometheus_client.parser import text_string_to_metric_families

from infra.migrations import latest
from services.checks.check import called
from services.delivery.muting import oldest_due
from services.weather.polls import PollStore
from services.web.measures import checks_measured, measured
from services.web.parts import Parts
from services.web.reads import answered
from services.web.routes import Call, Content, Open, Route
from shared.clock import Clock, from_micros
from shared.database import Database
from shared.heartbeat import Beats, alive
from shared.logs import logger
from shared.metrics import NAMESPACE
from shared.problems import ProblemType, error_name

log = logger(__name__)

TAG = "Running it"

NOT_READY = ProblemType("not-ready", 503)


class Alive(msgspec.Struct, frozen=True):
    """The process answers."""

    status: Literal["ok"] = "ok"


class Ready(msgspec.Struct, frozen=True):
    """Nothing that this process cannot work without has failed; both databases are at these revisions."""

    log: str
    vault: str
    status: Literal["ready"] = "ready"


class ReadyParameters(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Of whom it is asked.

    Attributes:
        worker: said, with whatever value or none, when the worker is meant and not the web server.
    """

    worker: str | None = None


class Version(msgspec.Struct, frozen=True):
    """What is running."""

    version: str
    release: str
    python: str


def meta_routes(parts: Parts) -> Iterator[Route]:
    """livez, readyz, metrics, version."""
    route = partial(Route, tag=TAG)
    yield route(
        name="livez",
        path="/livez",
        work="instant",
        access=Open("a probe has no token"),
        handle=lambda call: answered(Alive()),
        summary="Is the process alive?",
        answers={200: Content(kind=Alive)},
    )
    yield route(
        name="readyz",
        path="/readyz",
        access=Open("a probe has no token"),
        handle=partial(_ready, parts),
        summary="Can it do its work: databases reachable and migrated, the secret fits? With `worker`: does "
        "one live, and does all that it does go on?",
        parameters=ReadyParameters,
        answers={200: Content(kind=Ready)},
        refusals=(503,),
    )
    yield route(
        name="metrics",
        path="/metrics",
        access=Open("figures only; let the proxy keep it inside"),
        handle=partial(_metrics, parts),
        summary="Figures for Prometheus",
        answers={200: Content(media_type="text/plain")},
    )
    yield route(
        name="version",
        path="/version",
        access=Open("says nothing that is secret"),
        handle=partial(_version, parts),
        summary="Which release is this?",
        answers={200: Content(kind=Version)},
    )


def _ready(parts: Parts, call: Call) -> Response:
    failed = [*parts.probe.failed()]
    if call.parameters.worker is not None:
        failed += parts.probe.failed("worker")
    if failed:
        # Names alone: what was found may name files and addresses, and anyone may ask.
        raise NOT_READY(checks=[called(name) for name in dict.fromkeys(check.name for check in failed)])
    return answered(Ready(latest("log"), latest("vault")))


def _metrics(parts: Parts, call: Call) -> Response:
    checks_measured(parts.probe.found())
    body, content_type = measured(_machinery(parts.database, parts.clock))
    return Response(body, content_type=content_type, headers={"Cache-Control": "no-store"})


def _version(parts: Parts, call: Call) -> Response:
    return answered(Version(version("tileledger"), parts.release, platform.python_version()))


def _machinery(database: Database, clock: Clock) -> list[Metric]:
    """Figures of processes without a page: what workers counted, and how long ago they did what.

    Nothing where the database cannot be asked, which the checks tell.
    """
    try:
        return list(_measured_machinery(database, clock))
    except Exception as error:
        log.warning("machinery_not_measured", error=error_name(error))
        return []


def _measured_machinery(database: Database, clock: Clock) -> Iterator[Metric]:
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
