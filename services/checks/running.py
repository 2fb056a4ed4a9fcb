"""What happens by itself: the weather watch, and notices that are held back."""

from collections.abc import Iterator
from datetime import timedelta
from functools import partial

from services.checks.check import Check, Installation
from services.delivery.muting import Muting
from services.weather.polls import PollStore

STALE = timedelta(minutes=15)


def weather_watch(installation: Installation) -> Iterator[Check]:
    """When the Observatory was asked last, and what came of it."""
    finding, now = partial(Check, name="weather watch"), installation.clock.now()
    polls = PollStore(installation.migrated("log"))
    last = polls.last(now)
    if last is None:
        yield finding(
            state="warning", detail="the Observatory was never asked", way_out="tileledger worker does that"
        )
    elif last.outcome == "good":
        asked = f"last asked at {last.at:%Y-%m-%d %H:%M} UTC"
        if now - last.at > STALE:
            yield finding(state="warning", detail=asked, way_out="is a worker running?")
        else:
            yield finding(state="ok", detail=asked)
    else:
        good = polls.last_good(now)
        since = "never" if good is None else f"{good.at:%Y-%m-%d %H:%M} UTC"
        detail = f"{last.outcome}: {last.detail}; last good answer: {since}"
        yield finding(state="warning", detail=detail, way_out="check TILELEDGER_HKO_URL and the network")


def muted(installation: Installation) -> Iterator[Check]:
    """What is held back, and how it is released."""
    muting = Muting(installation.migrated("log"), installation.clock)
    for found in muting.muted():
        release = f"tileledger deliveries release {found.tournament}".strip()
        yield Check(
            name="notices",
            of=found.tournament or "everything",
            state="warning",
            detail=f"muted since {found.since:%Y-%m-%d %H:%M} UTC: {found.why}",
            way_out=f"tileledger deliveries pending, then {release}",
        )
