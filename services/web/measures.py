"""What `/metrics` counts: requests by route and how long they took, commands by outcome."""

import os
from collections.abc import Iterable
from typing import Literal

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Metric, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector
from prometheus_client.samples import Sample

from services.checks.check import Check
from services.web.figures import SHARED_FOLDER
from shared.metrics import REGISTRY, counter, gauge, timing

_SEVERITY = {"ok": 0, "warning": 1, "failed": 2}

Outcome = Literal["done", "nothing", "replayed", "refused", "failed"]

_requests = timing("http_request", "Time to answer a request.", ["route", "method", "status"])
_commands = counter("commands", "Commands by what came of them.", ["command", "outcome"])
_checks = gauge("check", "What a check found: 0 ok, 1 warning, 2 failed.", ["check"], across="mostrecent")
_measured: set[str] = set()
"""The checks of which this process has said something."""


def request_measured(route: str, method: str, status: int, seconds: float) -> None:
    """Count one request; `route` is its name, never its address."""
    _requests.labels(route, method, str(status)).observe(seconds)


def command_counted(command: str, outcome: Outcome) -> None:
    _commands.labels(command, outcome).inc()


def checks_measured(found: Iterable[Check]) -> None:
    """Note what the checks found; of several findings under a name the worst counts."""
    worst = dict.fromkeys(_measured, 0)  # a check that found something once may say nothing now
    for check in found:
        worst[check.name] = max(worst.get(check.name, 0), _SEVERITY[check.state])
    _measured.update(worst)
    for name, severity in worst.items():
        _checks.labels(name).set(severity)


def measured(others: Iterable[Metric] = ()) -> tuple[bytes, str]:
    """All metrics in Prometheus' text format, those of sister processes too, and the content type.

    Args:
        others: what processes elsewhere counted; counts under the same name and labels are added up.
    """
    registry = REGISTRY
    if SHARED_FOLDER in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    merged = CollectorRegistry()
    merged.register(_Merged([*registry.collect(), *others]))
    return generate_latest(merged), CONTENT_TYPE_LATEST


class _Merged(Collector):
    """Metrics of several processes, one for each name."""

    def __init__(self, metrics: Iterable[Metric]) -> None:
        self._metrics = list(metrics)

    def collect(self) -> Iterable[Metric]:
        by_name: dict[str, Metric] = {}
        for metric in self._metrics:
            merged = by_name.setdefault(metric.name, Metric(metric.name, metric.documentation, metric.type))
            merged.samples += metric.samples
        for merged in by_name.values():
            merged.samples = _added_up(merged)
        return by_name.values()


def _added_up(metric: Metric) -> list[Sample]:
    found: dict[tuple[str, tuple[tuple[str, str], ...]], Sample] = {}
    for sample in metric.samples:
        key = sample.name, tuple(sorted(sample.labels.items()))
        before = found.get(key)
        # Of a gauge the last says how it is; when something began to be counted does not matter here.
        adds = before is not None and metric.type != "gauge" and not sample.name.endswith("_created")
        value = before.value + sample.value if adds and before is not None else sample.value
        found[key] = Sample(sample.name, sample.labels, value)
    return list(found.values())
