"""Days and times: which are needed, in which order, and who would have to be in two places at once."""

from collections.abc import Iterator, Mapping
from datetime import date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

from services.rules.ruleset import Ruleset
from services.tournament.definition.checks.known import is_zone
from services.tournament.definition.checks.places import all_sessions, path_of, sessions_of, stages_of
from services.tournament.definition.faults import Finding, finding
from services.tournament.definition.plan import Competition
from services.tournament.definition.sessions import SessionPlan
from services.tournament.definition.stages import StagePlan
from services.tournament.kernel.years import YEARS, out_of_range
from shared.catalogue import Phrase
from shared.toml_lines import Path
from shared.zones import is_shown_twice

HONG_KONG = "Asia/Hong_Kong"
_Moment = tuple[date, time | None]
"""A day, and a time of it where that is known."""


def faults(plan: Competition, rulesets: Mapping[str, Ruleset]) -> Iterator[Finding]:
    """Days and times that are missing or contradict each other."""
    for path, stage in stages_of(plan):
        for here, session in sessions_of(path, stage):
            yield from _times(plan, here, session)
            yield from _needed(plan, path, stage, here, session)
        if stage.attend == "all":
            yield from _rounds(plan, path, stage)
        yield from _after_earlier(plan, path, stage)
    yield from _of_categories(plan)
    yield from _years(plan)


def _years(plan: Competition) -> Iterator[Finding]:
    """Days of which there is none after, or no hour in any zone."""
    days = [((*path, "day"), session.day) for path, session in all_sessions(plan)]
    for path, day in (*days, (("results_published_on",), plan.results_published_on)):
        if day is not None and day.year not in YEARS:
            yield Finding(path, out_of_range(day.year))


def remarks(plan: Competition, rulesets: Mapping[str, Ruleset]) -> Iterator[Finding]:
    """Days and times that are possible, but odd."""
    for path, session in all_sessions(plan):
        yield from _clock_changes(plan, path, session)
    for path, stage in stages_of(plan):
        yield from _at_one_time(plan, path, stage)
    if plan.venue is None and any(stage.weather == "hko" for stage in plan.stages):
        yield finding(("venue",), "part-timetable-no-venue")
    for path, stage in stages_of(plan):
        if stage.weather == "hko" and plan.zone != HONG_KONG:
            yield finding(
                (*path, "weather"), "part-timetable-follows-hong-kong-observatory-but", zone=plan.zone
            )
    days = [session.day for session in plan.sessions if session.day is not None]
    if plan.results_published_on is not None and days and plan.results_published_on < min(days):
        yield finding(
            ("results_published_on",),
            "part-timetable-before-first-day-play",
            results_published_on=plan.results_published_on,
        )


def _at_one_time(plan: Competition, path: Path, stage: StagePlan) -> Iterator[Finding]:
    """Sessions of a stage that are played at one time, so that both have its tables from the first on."""
    found = [
        (here, each, _begin_of(plan, each), _end_of(plan, each)) for here, each in sessions_of(path, stage)
    ]
    for place, (here, session, begins, ends) in enumerate(found):
        for _, other, first, last in found[:place]:
            if None in (session.end, other.end, session.tables, other.tables) or stage.attend == "all":
                continue
            if begins is None or ends is None or first is None or last is None:
                continue
            if _is_before(begins, last) and _is_before(first, ends):
                tables = min(session.tables or 0, other.tables or 0)
                yield finding((*here, "start"), "part-timetable-at-one-time", id=other.id, tables=tables)


def _times(plan: Competition, path: Path, session: SessionPlan) -> Iterator[Finding]:
    if session.start is None:
        for name in ("registration", "seating", "end"):
            if getattr(session, name) is not None:
                yield finding(
                    (*path, name), "part-timetable-stands-without-start-write-start", (*path, "start")
                )
        return
    if session.day is None:
        yield finding((*path, "day"), "part-timetable-missing-what-start-needs-day")
    day = session.day or date.min
    steps = [
        (name, _taken(plan, day, at))
        for name, at in (
            ("registration", session.opens_at),
            ("seating", session.seated_at),
            ("start", session.start),
            ("end", session.end),
        )
        if at is not None
    ]
    for (before, earlier), (after, later) in pairwise(steps):
        if later < earlier or (after == "end" and later == earlier):
            yield finding(
                (*path, after),
                "part-timetable-but-order-registration-seating-start",
                *((*path, name) for name in ("registration", "seating", "start")),
                later=f"{later[1]:%H:%M}",
                before=before,
                earlier=f"{earlier[1]:%H:%M}",
            )


def _needed(
    plan: Competition, path: Path, stage: StagePlan, here: Path, session: SessionPlan
) -> Iterator[Finding]:
    if stage.weather == "hko" and session.start is None:
        yield finding((*here, "start"), "part-timetable-missing-weather-judged-day-hours", (*path, "weather"))
    if session.day is None and session.start is None and plan.minimum_age and stage.source is None:
        yield finding(
            (*here, "day"), "part-timetable-missing-minimum-age-judged-on", ("minimum_age",), (*path, "enter")
        )


def _rounds(plan: Competition, path: Path, stage: StagePlan) -> Iterator[Finding]:
    """Rounds, which everyone attends, follow each other in the order of the list."""
    latest: tuple[Path, _Moment] | None = None
    for here, session in sessions_of(path, stage):
        begins, ends = _begin_of(plan, session), _end_of(plan, session)
        if begins is None or ends is None:
            continue
        if latest is not None and _is_before(begins, latest[1]):
            yield finding(
                here,
                "part-timetable-begins-before-rounds-above-over",
                latest[0],
                (*path, "attend"),
                begins=_shown(begins),
                value=_shown(latest[1]),
            )
        if latest is None or _in_order(ends) >= _in_order(latest[1]):
            latest = here, ends


def _after_earlier(plan: Competition, path: Path, stage: StagePlan) -> Iterator[Finding]:
    """What is entered from another stage begins when that is over."""
    before = None if stage.source is None else plan.stage(stage.source.stage)
    if before is None or path_of(plan, before) >= path:
        return
    known = (_end_of(plan, session) for session in before.sessions)
    last = max((end for end in known if end is not None), key=_in_order, default=None)
    for here, session in sessions_of(path, stage):
        begins = _begin_of(plan, session)
        if last is not None and begins is not None and _is_before(begins, last):
            yield finding(
                here,
                "part-timetable-begins-before-over",
                (*path, "enter"),
                (*path_of(plan, before), "sessions"),
                begins=_shown(begins),
                id=before.id,
                last=_shown(last),
            )


def _of_categories(plan: Competition) -> Iterator[Finding]:
    for place, category in enumerate(plan.categories):
        if not category.by_age or category.ages_on is not None:
            continue
        for path, stage in stages_of(plan):
            lacking = next(
                (here for here, session_plan in sessions_of(path, stage) if session_plan.day is None), None
            )
            if stage.source is None and lacking is not None:
                yield finding(
                    ("categories", place, "ages_on"),
                    "part-timetable-missing-some-sessions-have-no",
                    (*lacking, "day"),
                    (*path, "enter"),
                )
                break


def _begin_of(plan: Competition, session: SessionPlan) -> _Moment | None:
    return None if session.day is None else _taken(plan, session.day, session.start)


def _end_of(plan: Competition, session: SessionPlan) -> _Moment | None:
    return None if session.day is None else _taken(plan, session.day, session.end or session.start)


def _taken(plan: Competition, day: date, at: time | None) -> _Moment:
    """A time of a day as it is taken: later, where the clocks of the zone go forward over it."""
    if at is None or day == date.min or not is_zone(plan.zone):
        return day, at
    moment = plan.moment(day, at)
    return moment.date(), moment.time()


def _is_before(moment: _Moment, other: _Moment) -> bool:
    """Whether a moment lies before another, as far as that is known: on one day, only by times given."""
    (day, at), (other_day, other_at) = moment, other
    if day != other_day or at is None or other_at is None:
        return day < other_day
    return at < other_at


def _in_order(moment: _Moment) -> tuple[date, time]:
    return moment[0], moment[1] or time.min


def _shown(moment: _Moment) -> str:
    return str(moment[0]) if moment[1] is None else f"{moment[0]} {moment[1]:%H:%M}"


def _clock_changes(plan: Competition, path: Path, session: SessionPlan) -> Iterator[Finding]:
    """Hours that clocks never show, or twice, with what is taken; else how long play lasts over a change."""
    if session.day is None:
        return
    odd = False
    for name in ("registration", "seating", "start", "end"):
        at: time | None = getattr(session, name)
        phrase = None if at is None else _shown_otherwise(plan, session.day, at)
        if phrase is not None:
            odd = True
            yield Finding((*path, name), phrase)
    lasts = plan.lasts(session.day, session)
    if not odd and session.start is not None and session.end is not None and lasts is not None:
        written = datetime.combine(session.day, session.end) - datetime.combine(session.day, session.start)
        if lasts != written:
            minutes = lasts // timedelta(minutes=1)
            yield finding((*path, "end"), "part-clocks-change-during-play", minutes=minutes)


def _shown_otherwise(plan: Competition, day: date, at: time) -> Phrase | None:
    """What is taken for an hour of a day that is not shown just once; None for any other."""
    local, moment = datetime.combine(day, at), plan.moment(day, at)
    values = {"at": f"{at:%H:%M}", "zone": plan.zone, "day": day}
    if local != moment.replace(tzinfo=None):
        return Phrase("part-clocks-go-forward", {**values, "taken": f"{moment:%H:%M}"})
    zone = ZoneInfo(plan.zone)
    if is_shown_twice(zone, local):
        return Phrase("part-clocks-go-back", {**values, "taken": moment.astimezone(zone).tzname()})
    return None
