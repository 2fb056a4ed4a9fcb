"""Metrics of this process, in a registry of their own, for `/metrics`.

Labels are names from the code (a command, a kind of notice), never ids or values from outside: each new
label value is kept forever.
"""

from collections.abc import Sequence
from typing import Literal

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

REGISTRY = CollectorRegistry(auto_describe=True)
NAMESPACE = "tileledger"
Across = Literal["all", "mostrecent"]
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


def counter(name: str, meaning: str, labels: Sequence[str] = ()) -> Counter:
    """A count that only grows; its name ends in `_total` when read."""
    return Counter(name, meaning, labels, namespace=NAMESPACE, registry=REGISTRY)


def gauge(name: str, meaning: str, labels: Sequence[str] = (), *, across: Across = "all") -> Gauge:
    """A value that goes up and down.

    Args:
        across: which is shown where several processes keep one: that of each, or the one set last.
    """
    return Gauge(name, meaning, labels, namespace=NAMESPACE, registry=REGISTRY, multiprocess_mode=across)


def timing(name: str, meaning: str, labels: Sequence[str] = ()) -> Histogram:
    """Durations in seconds, one millisecond to ten seconds; the name ends in `_seconds`."""
    return Histogram(
        f"{name}_seconds", meaning, labels, namespace=NAMESPACE, registry=REGISTRY, buckets=SECONDS
    )


def exposition() -> tuple[bytes, str]:
    """All metrics in Prometheus' text format, and its content type."""
    return generate_latest(REGISTRY), CONTENT_TYPE_LATEST
