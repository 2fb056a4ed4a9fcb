"""The pages of a tournament's site: overview, programme, news, entrants, rules.

Whoever is signed in sees here what everyone sees: these are the pages that are shown around.
"""

from collections.abc import Iterator
from functools import partial

from msgspec import structs

from services.access.visibility import ANYONE
from services.desk.params import NoParams
from services.desk.programme import TournamentAnswer
from services.desk.site.entrants import shown_entrants
from services.desk.site.news import News, news, news_item
from services.desk.site.programme import programme
from services.desk.views import AwardsAnswer, AwardView
from services.tournament.definition.plan import Competition
from services.web.auth import ANONYMOUS
from services.web.etags import Answer
from services.web.framing import frame
from services.web.page_routes import page_of_log
from services.web.parts import Parts
from services.web.rendering import PageParameters, page
from services.web.routes import API, Call, Route
from services.web.site.rules import course_of_play
from services.web.site.times import Times

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
