"""What a first visit costs someone with an old phone on a slow network, as Chromium measures it."""

from statistics import median, median_low
from typing import Any

import msgspec
from playwright.sync_api import Browser

from tests.browser.served import Site
from tests.browser.views import View
from tests.browser.visits import Visit, visiting

SLOWER_CPU = 4
DOWN, UP, DELAY = 1_600_000, 750_000, 150
"""Bits a second there and back, and milliseconds to the server and back again."""
LARGEST_PAINT, SHIFT, WEIGHT = 1500.0, 0.05, 100_000
"""Targets: milliseconds until the largest part is painted, how far parts jump, bytes of a first view."""

_OBSERVING = """
window.measured = { paint: 0, shift: 0 };
const observe = (type, take) =>
  new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
observe("largest-contentful-paint", (entry) => { window.measured.paint = entry.startTime; });
observe("layout-shift", (entry) => { if (!entry.hadRecentInput) window.measured.shift += entry.value; });
"""
_SETTLED = 500
"""Milliseconds after everything is loaded, in which parts may still jump."""


class FirstView(msgspec.Struct, frozen=True):
    """A page as it was first seen.

    Attributes:
        paint: milliseconds until its largest part was painted.
        shift: how far parts jumped, as a share of the screen.
        weight: bytes on the wire, headers included.
        requests: to the server.
    """

    paint: float
    shift: float
    weight: int
    requests: int

    @property
    def missed(self) -> list[str]:
        """The targets that it misses, in words; none where all are met."""
        return [
            f"{name} {figure:g}, target {target:g}"
            for name, figure, target in (
                ("paint", self.paint, LARGEST_PAINT),
                ("shift", self.shift, SHIFT),
                ("weight", self.weight, WEIGHT),
            )
            if figure > target
        ]


def first_view(site: Site, browser: Browser, view: View, rounds: int = 1) -> FirstView:
    """Open a page on a phone that has nothing of the site yet; the median of each figure."""
    site.look_at(view.tournament)
    seen = [_seen(site, browser, view) for _ in range(rounds)]
    return FirstView(
        median(each.paint for each in seen),
        median(each.shift for each in seen),
        median_low(each.weight for each in seen),
        median_low(each.requests for each in seen),
    )


def _seen(site: Site, browser: Browser, view: View) -> FirstView:
    with visiting(site, browser) as visit:
        weight = _slow_down(visit)
        visit.page.add_init_script(_OBSERVING)
        view.show(visit)
        visit.page.wait_for_load_state("networkidle")
        visit.page.wait_for_timeout(_SETTLED)
        measured = visit.evaluate("window.measured")
        return FirstView(measured["paint"], measured["shift"], sum(weight), len(weight))


def _slow_down(visit: Visit) -> list[int]:
    """Have the phone be old and its network slow; the bytes of each answer as they come in."""
    protocol, weight = visit.protocol(), []

    def finished(event: Any) -> None:
        weight.append(int(event["encodedDataLength"]))

    protocol.on("Network.loadingFinished", finished)
    protocol.send("Network.enable")
    network = {"offline": False, "latency": DELAY, "downloadThroughput": DOWN / 8, "uploadThroughput": UP / 8}
    protocol.send("Network.emulateNetworkConditions", network)
    protocol.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER_CPU})
    return weight
