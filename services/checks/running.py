"""What happens by itself: the worker, what waits to be sent, the weather watch, and what is held back."""

from collections.abc import Iterator
from datetime import timedelta
from functools import partial

from services.checks.check import Check, Installation, State
from services.delivery.deliveries import oldest_due
from services.delivery.muting import Muting
from services.weather.polls import PollStore
from shared.clock import from_micros
from shared.heartbeat import Beats, alive

STALE = timedelta(minutes=15)
WAITED_LONG = timedelta(minutes=2)


def worker(installation: Installation) -> Iterator[Check]:
    """Whether a worker lives, and all that it does comes to an end and begins again."""
    finding, now = partial(Check, name="worker"), installation.clock.now()
    workers = Beats(installation.migrated("log")).read("worker")
    living = [beat for beat in workers if alive(beat, now)]
    stopped: State = "failed" if installation.running else "warning"
    way_out = "start `tileledger worker`, or `tileledger up`"
    if not workers:
        yield finding(state=stopped, detail="none has run here yet", way_out=way_out)
    elif not living:
        last = workers[0]
        how = "the last one ended" if last.ended_at is not None else "the last one was heard of"
        state = stopped if last.ended_at is not None else "failed"
        yield finding(
            state=state, detail=f"none; {how} at {last.beat_at:%Y-%m-%d %H:%M:%S} UTC", way_out=way_out
        )
    for beat in living:
        if stuck := beat.stuck:
            since = "; ".join(f"{each.name} since {from_micros(each.at):%H:%M:%S} UTC" for each in stuck)
            yield finding(
                of=f"{beat.host}, process {beat.pid}",
                state="failed",
                detail=f"stands still: {since}",
                way_out="restart it, and report what its log says",
            )
        else:
            failing = [each.name for each in beat.doing if not each.went_well]
            yield finding(
                of=f"{beat.host}, process {beat.pid}",
                state="warning" if failing else "ok",
                detail=f"failed last: {', '.join(failing)}" if failing else "all it does goes on",
                way_out="see its log" if failing else "",
            )


def dispatch(installation: Installation) -> Iterator[Check]:
    """For how long the message that is due longest has waited."""
    now = installation.clock.now()
    due = oldest_due(installation.migrated("log"), installation.clock)
    if due is None:
        yield Check(name="dispatch", state="ok", detail="nothing is due")
    elif now - due > WAITED_LONG:
        detail = f"a message is due since {due:%Y-%m-%d %H:%M} UTC"
        way_out = (
            "is a worker running, and which channel stopped? see its log and `tileledger deliveries pending`"
        )
        yield Check(name="dispatch", state="warning", detail=detail, way_out=way_out)
    else:
        yield Check(name="dispatch", state="ok", detail="what is due goes out")


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
