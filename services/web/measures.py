"""What `/metrics` counts: requests by route and how long they took, commands by outcome."""

import os
from collections.abc import Iterable
from typing import Literal

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from services.checks.check import Check
from shared.metrics import counter, exposition, gauge, timing

_SEVERITY = {"ok": 0, "warning": 1, "failed": 2}

Outcome = Literal["done", "nothing", "replayed", "refused", "failed"]

SHARED_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""Names the folder in which several processes keep their figures together; see `services.web.serve`."""

_requests = timing("http_request", "Time to answer a request.", ["route", "method", "status"])
_commands = counter("commands", "Commands by what came of them.", ["command", "outcome"])
_checks = gauge("check", "What a check found: 0 ok, 1 warning, 2 failed.", ["check"], across="mostrecent")


def request_measured(route: str, method: str, status: int, seconds: float) -> None:
    """Count one request; `route` is its name, never its address."""
    _requests.labels(route, method, str(status)).observe(seconds)


def command_counted(command: str, outcome: Outcome) -> None:
    _commands.labels(command, outcome).inc()


def checks_measured(found: Iterable[Check]) -> None:
    """Note what the checks found; of several findings under a name the worst counts."""
    worst: dict[str, int] = {}
    for check in found:
        worst[check.name] = max(worst.get(check.name, 0), _SEVERITY[check.state])
    for name, severity in worst.items():
        _checks.labels(name).set(severity)


def measured() -> tuple[bytes, str]:
    """All metrics in Prometheus' text format, those of sister processes too, and the content type."""
    if SHARED_FOLDER not in os.environ:
        return exposition()
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry), exposition()[1]
