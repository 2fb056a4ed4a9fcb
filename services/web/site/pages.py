"""Home, and the pages of a tournament's site: overview, programme, news, entrants, rules.

Whoever is signed in sees here what everyone sees: these are the pages that are shown around.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby

import msgspec
from flask import Response
from msgspec import structs

from services.access.visibility import ANYONE
from services.desk.params import NoParams
from services.desk.programme import TournamentAnswer
from services.desk.site.entrants import shown_entrants
from services.desk.site.news import News, news, news_item
from services.desk.site.programme import programme
from services.desk.site.tournaments import tournament_list
from services.desk.views import AwardsAnswer, AwardView
from services.rules.citing import Cited
from services.rules.ruleset import Axis, Ruleset, axes
from services.tournament.definition.plan import Competition
from services.tournament.definition.points import Point, point_of
from services.tournament.definition.programme import Line, StageProgramme, programme_of
from services.web.api.tournaments import ListParameters
from services.web.auth import ANONYMOUS
from services.web.etags import Answer
from services.web.framing import frame
from services.web.page_routes import page_of_log
from services.web.parts import Parts
from services.web.reads import read_of_content
from services.web.rendering import PageParameters, page
from services.web.routes import API, Action, Call, Route
from services.web.site.times import Times
from shared.catalogue import Listed, say
from shared.i18n import Language

_NEWS = 5
"""On the overview; the page of news has them all."""
_NEWS_A_PAGE = 30
_MINUTE = 60


class NewsParameters(PageParameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which news: those before a seq, or the piece at one."""

    before: int | None = None
    item: int | None = None


class EntrantsParameters(PageParameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A page of the names, in alphabetical order: `limit` of them after so many."""

    after: int = 0
    limit: int = 1000


def site_routes(parts: Parts) -> Iterator[Route]:
    """The pages of the site."""
    page_of_site = partial(page_of_log, parts, seen=_as_anyone)
    this_minute = partial(_minute, parts)
    yield page_of_site("overview-page", "", "sessions", _overview, also=this_minute)
    yield page_of_site("programme-page", "/programme", "sessions", _programme, also=this_minute)
    yield page_of_site("news-page", "/news", "posts", _news, parameters=NewsParameters)
    yield page_of_site(
        "entrants-page",
        "/entrants",
        "entrant-names",
        _entrants,
        parameters=EntrantsParameters,
        of_past=False,
    )
    yield page_of_site("rules-page", "/rules", "tournament", _rules)


def _as_anyone(call: Call) -> Call:
    """As everyone sees it, whoever is signed in."""
    return structs.replace(call, principal=ANONYMOUS, visibility=ANYONE, sign_in=None)


def _minute(parts: Parts, call: Call) -> str:
    """A page that also follows from the clock is made anew each minute, unless it shows the past."""
    return str(int(parts.clock.now().timestamp()) // _MINUTE) if call.as_of is None else "past"


def _overview(parts: Parts, call: Call) -> Answer:
    shown = programme(parts.desk, call.tournament, call.as_of)
    return page(
        "site/overview.html",
        call.language,
        indexed=True,
        frame=frame(parts, call, "overview", shown.seq),
        when=Times(shown.plan.zone, call.language),
        programme=shown,
        news=news(parts.desk, call.tournament, shown.seq, _NEWS),
        awards=_awards(parts, call) if shown.course == "over" else (),
        calendar=f"{API}/tournaments/{call.tournament}/calendar.ics?lang={call.language}",
        channels=parts.channels,
        guide=_guide(call, shown.plan),
    )


def _guide(call: Call, plan: Competition) -> str | None:
    """Where the guide to the timer is read; None where there is none."""
    if plan.timer_guide is not None:
        return plan.timer_guide.in_language(call.language) or None
    if plan.timer_guide_file is None:
        return None
    return f"/t/{call.tournament}/timer-guide?lang={call.language}"


def _awards(parts: Parts, call: Call) -> tuple[AwardView, ...]:
    answer: AwardsAnswer = parts.desk.ask(
        call.tournament, "awards", NoParams(), call.visibility, as_of=call.as_of, language=call.language
    )
    return answer.rows


def _programme(parts: Parts, call: Call) -> Answer:
    shown = programme(parts.desk, call.tournament, call.as_of)
    when = Times(shown.plan.zone, call.language)
    days = [day for day, _ in shown.days if day is not None]
    return page(
        "site/programme.html",
        call.language,
        indexed=True,
        frame=frame(parts, call, "programme", shown.seq),
        when=when,
        zones=when.zones(days or [when.on(shown.now)]),
        programme=shown,
        calendar=f"{API}/tournaments/{call.tournament}/calendar.ics?lang={call.language}",
    )


def _news(parts: Parts, call: Call) -> Answer:
    around = frame(parts, call, "news")
    parameters = call.parameters
    if parameters.item is None:
        shown = news(parts.desk, call.tournament, around.seq, _NEWS_A_PAGE, parameters.before)
    else:
        shown = News(around.seq, (news_item(parts.desk, call.tournament, parameters.item),), None)
    return page(
        "site/news.html",
        call.language,
        frame=around,
        when=Times(around.plan.zone, call.language),
        news=shown,
        item=parameters.item,
    )


def _entrants(parts: Parts, call: Call) -> Answer:
    parameters = call.parameters
    shown = shown_entrants(parts.desk, call.tournament, call.language, parameters.after, parameters.limit)
    return page("site/entrants.html", call.language, frame=frame(parts, call, "entrants"), shown=shown)


def _rules(parts: Parts, call: Call) -> Answer:
    defined: TournamentAnswer = parts.desk.ask(
        call.tournament,
        "tournament",
        NoParams(),
        call.visibility,
        as_of=call.as_of,
        language=call.language,
    )
    return page(
        "site/rules.html",
        call.language,
        indexed=True,
        frame=frame(parts, call, "rules", defined.seq),
        rules=course_of_play(defined, call.language),
    )


_SECTIONS: Mapping[str, Sequence[str]] = {
    "start": ("deal", "seats"),
    "course": ("course",),
    "time": ("clock", "overtime"),
    "first_meld": ("initial_meld",),
    "jokers": ("jokers",),
    "sets": ("sets",),
    "endings": ("endings",),
    "scoring": ("scoring",),
    "ranking": ("ranking",),
}
"""The parts of the page, `page-rules-…`, and the parts of a ruleset that each is made of."""
_OF_OTHER_CLOCKS: Mapping[str, Sequence[str]] = {
    "per_turn": ("clock.bank_seconds", "clock.delay_seconds"),
    "bronstein": ("clock.turn_seconds",),
    "unspecified": ("clock.turn_seconds", "clock.bank_seconds", "clock.delay_seconds"),
}
"""By kind of clock the points that are about other kinds: nothing is left open by them."""


class Section(msgspec.Struct, frozen=True):
    """A part of the rules: what it is about, and what is stated or read so."""

    key: str
    points: tuple[Point, ...]


class RulesInWords(msgspec.Struct, frozen=True):
    """A rule document as it is played by.

    Attributes:
        stages: what the stages are called that are played by it; none where all are.
        left_open: what it says nothing about, so that a ruling is needed.
    """

    id: str
    title: str
    document: str
    stages: tuple[str, ...]
    sections: tuple[Section, ...]
    left_open: tuple[Point, ...]


class ReadingShown(msgspec.Struct, frozen=True):
    """How the tournament reads a point that the document leaves open, in its own words."""

    note: str
    cite: str


class CourseOfPlay(msgspec.Struct, frozen=True):
    """How it is played, in one language."""

    lines: tuple[Line, ...]
    stages: tuple[StageProgramme, ...]
    awards: tuple[Line, ...]
    rules: tuple[RulesInWords, ...]
    readings: tuple[ReadingShown, ...]


def course_of_play(defined: TournamentAnswer, language: Language) -> CourseOfPlay:
    """How a tournament is played."""
    plan = defined.definition
    played_by = {plan.ruleset_of(stage): defined.rules_in(stage.id) for stage in plan.stages}
    rulesets = {plan.ruleset: defined.ruleset, **played_by}
    programme = programme_of(plan, rulesets, language)
    return CourseOfPlay(
        programme.lines,
        programme.stages,
        programme.awards,
        tuple(_in_words(defined, id, language) for id in played_by),
        tuple(_readings(plan, language)),
    )


def _in_words(defined: TournamentAnswer, id: str, language: Language) -> RulesInWords:
    """A rule document, with the figures of the stages that are played by it in place of its own."""
    plan = defined.definition
    played = {
        plan.stage_name(stage.id).in_language(language): defined.rules_played(stage.id)
        for stage in plan.stages
        if plan.ruleset_of(stage) == id
    }
    ruleset, points = next(iter(played.values())), [*_points(played, language)]
    sections = (
        Section(
            key,
            tuple(
                point for name, point in points if name.partition(".")[0] in parts and point.basis != "silent"
            ),
        )
        for key, parts in _SECTIONS.items()
    )
    return RulesInWords(
        ruleset.id,
        ruleset.title.in_language(language),
        ruleset.document,
        () if len(played) == len(plan.stages) else tuple(played),
        tuple(section for section in sections if section.points),
        tuple(point for _, point in points if point.basis == "silent"),
    )


def _points(played: Mapping[str, Ruleset], language: Language) -> Iterator[tuple[str, Point]]:
    """The points by the name of their axis, once where they are the same in all stages, else of which."""
    found: dict[str, dict[Axis, list[str]]] = {}
    for stage, ruleset in played.items():
        apart = _OF_OTHER_CLOCKS.get(ruleset.clock.kind.value, ())
        for axis in axes(ruleset):
            if axis.name not in apart:
                found.setdefault(axis.name, {}).setdefault(axis, []).append(stage)
    for name, stages_by_axis in found.items():
        for axis, stages in stages_by_axis.items():
            point = point_of(axis, language)
            if point is None:
                continue
            if len(stages) < len(played):
                of = f"{Listed(stages).in_language(language)}{say('page-colon', language)}"
                point = structs.replace(point, text=of + point.text)
            yield name, point


def _readings(plan: Competition, language: Language) -> Iterator[ReadingShown]:
    for reading in plan.readings.values():
        yield ReadingShown(reading.note.in_language(language), Cited(reading.cites).in_language(language))


def home_routes(parts: Parts) -> Iterator[Route]:
    """Home."""
    yield Route(
        name="home",
        path="/",
        access=Action("tournaments"),
        handle=partial(_home, parts),
        parameters=ListParameters,
    )


def _home(parts: Parts, call: Call) -> Response:
    parameters = call.parameters
    shown = tournament_list(parts.desk, parameters.after, parameters.limit)
    courses = {course: list(lines) for course, lines in groupby(shown.rows, lambda line: line.course)}
    answer = page(
        "site/home.html",
        call.language,
        indexed=True,
        courses=courses,
        following=shown.following,
        damaged=[
            called if isinstance(called, str) else called.in_language(call.language)
            for called in shown.damaged
        ],
        times=Times,
    )
    return read_of_content(call, answer)
