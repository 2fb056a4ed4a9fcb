"""What happens by itself: the worker, what waits to be sent, the weather watch, and what is held back."""

from collections.abc import Iterator
from datetime import timedelta
from functools import partial

from services.checks.check import Check, Installation, State
from services.delivery.muting import Muting, oldest_due
from services.weather.polls import PollStore
from shared.catalogue import Listed, Phrase, Word
from shared.clock import from_micros
from shared.heartbeat import Activity, Beat, Beats, alive

STALE = timedelta(minutes=15)
WAITED_LONG = timedelta(minutes=2)
_MINUTE = "%Y-%m-%d %H:%M"


def worker(installation: Installation) -> Iterator[Check]:
    """Whether a worker lives, and all that it does comes to an end and begins again."""
    finding, now = partial(Check, name="worker"), installation.clock.now()
    workers = Beats(installation.migrated("log")).read("worker")
    living = [beat for beat in workers if alive(beat, now)]
    stopped: State = "failed" if installation.running else "warning"
    way_out = Phrase("check-way-start-worker")
    if not workers:
        yield finding(state=stopped, detail=Phrase("check-no-worker-yet"), way_out=way_out)
    elif not living:
        last = workers[0]
        ended = last.ended_at is not None
        at = f"{last.beat_at:%Y-%m-%d %H:%M:%S}"
        detail = Phrase("check-worker-ended" if ended else "check-worker-last-heard", {"at": at})
        yield finding(state=stopped if ended else "failed", detail=detail, way_out=way_out)
    for beat in living:
        yield _living(beat)


def _living(beat: Beat) -> Check:
    """Whether all that a living worker does comes to an end and begins again."""
    of = Phrase("check-process", {"host": beat.host, "pid": str(beat.pid)})
    finding = partial(Check, name="worker", of=of)
    if stuck := beat.stuck:
        since = [
            Phrase("check-since", {"what": _task(each), "at": f"{from_micros(each.at):%H:%M:%S}"})
            for each in stuck
        ]
        detail = Phrase("check-stands-still", {"since": Listed(since, "list-between-sentences")})
        return finding(state="failed", detail=detail, way_out=Phrase("check-way-restart"))
    if failing := [_task(each) for each in beat.doing if not each.went_well]:
        detail = Phrase("check-failed-last", {"tasks": Listed(failing)})
        return finding(state="warning", detail=detail, way_out=Phrase("check-way-see-log"))
    return finding(state="ok", detail=Phrase("check-all-goes-on"))


def _task(activity: Activity) -> Word:
    return Word("task", activity.name.replace(" ", "-"))


def dispatch(installation: Installation) -> Iterator[Check]:
    """For how long the message that is due longest has waited."""
    now = installation.clock.now()
    due = oldest_due(installation.migrated("log"), installation.clock)
    if due is None:
        yield Check(name="dispatch", state="ok", detail=Phrase("check-nothing-due"))
    elif now - due > WAITED_LONG:
        detail = Phrase("check-due-since", {"since": f"{due:{_MINUTE}}"})
        way_out = Phrase("check-way-see-pending")
        yield Check(name="dispatch", state="warning", detail=detail, way_out=way_out)
    else:
        yield Check(name="dispatch", state="ok", detail=Phrase("check-due-goes-out"))


def weather_watch(installation: Installation) -> Iterator[Check]:
    """When the Observatory was asked last, and what came of it."""
    finding, now = partial(Check, name="weather watch"), installation.clock.now()
    polls = PollStore(installation.migrated("log"))
    last = polls.last(now)
    if last is None:
        detail = Phrase("check-never-asked")
        yield finding(state="warning", detail=detail, way_out=Phrase("check-way-worker-asks"))
    elif last.outcome == "good":
        asked = Phrase("check-last-asked", {"at": f"{last.at:{_MINUTE}}"})
        if now - last.at > STALE:
            yield finding(state="warning", detail=asked, way_out=Phrase("check-way-worker-running"))
        else:
            yield finding(state="ok", detail=asked)
    else:
        good = polls.last_good(now)
        values = {"detail": last.detail, "at": good and f"{good.at:{_MINUTE}}"}
        codes = [
            Word("warning", listed.code.lower())
            for listed in last.listed
            if listed.code and not listed.only_in
        ]
        if codes:
            detail = Phrase("check-read-in-part", {**values, "codes": Listed(codes)})
        else:
            detail = Phrase("check-asked-in-vain", {**values, "outcome": Word("poll", last.outcome)})
        yield finding(state="warning", detail=detail, way_out=Phrase("check-way-observatory"))


def muted(installation: Installation) -> Iterator[Check]:
    """What is held back, and how it is released."""
    muting = Muting(installation.migrated("log"), installation.clock)
    for found in muting.muted():
        values = {"since": f"{found.since:{_MINUTE}}", "why": found.reason}
        release = Phrase("check-way-release", {"tournament": found.tournament})
        yield Check(
            name="notices",
            of=found.tournament or Phrase("check-everything"),
            state="warning",
            detail=Phrase("check-muted", values),
            way_out=release if found.tournament else Phrase("check-way-release-all"),
        )
