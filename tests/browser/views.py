"""What a row of the register of pages is, and the kinds of rows there are."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, Literal

import msgspec

from services.access.rights import Role
from tests.browser import served
from tests.browser.served import Site
from tests.browser.visits import Visit

OpenedBy = Role | Literal["anyone", "whoever has the link"]
ANYONE: Final = "anyone"
LINK: Final = "whoever has the link"


class View(msgspec.Struct, frozen=True, kw_only=True):
    """One page in one state.

    Attributes:
        name: what the test is called; "standings-over".
        route: the name of the route it is at; "" for what is shown where there is none.
        path: where it is.
        tournament: it is the moment at which this one was left.
        opened_by: an official is signed in first; what is not for anyone is for no search engine either.
        then: what is done there to come to it.
        forgiven: what a browser says in its console of an answer that refuses.
        not_yet: checks that it does not hold yet, by name, and why; once it does on a phone, the row has to
            say so no more.
    """

    name: str
    route: str
    path: Callable[[Site], str]
    tournament: str = served.OVER
    opened_by: OpenedBy = ANYONE
    then: Callable[[Visit], None] | None = None
    forgiven: tuple[str, ...] = ()
    not_yet: Mapping[str, str] = {}

    def show(self, visit: Visit) -> None:
        """Open it, and do what leads to it."""
        for pattern in self.forgiven:
            visit.forgive(pattern)
        if self.opened_by != ANYONE and self.opened_by != LINK:
            visit.sign_in(self.tournament, self.opened_by)
        visit.open(self.path(visit.site))
        if self.then is not None:
            self.then(visit)


def at_path(path: str) -> Callable[[Site], str]:
    return lambda site: path


def each_of(route: str, page: str, *tournaments: str, query: str = "", **more: object) -> tuple[View, ...]:
    """A page that each tournament has, in the state it is in."""
    return tuple(
        View(
            name=f"{page}-{tournament}",
            route=route,
            path=at_path(f"/t/{tournament}/{page}{query}"),
            tournament=tournament,
            **more,  # type: ignore[arg-type]
        )
        for tournament in tournaments
    )


def overview(tournament: str) -> View:
    """What a tournament's site begins with."""
    return View(
        name=f"overview-{tournament}",
        route="overview-page",
        path=at_path(f"/t/{tournament}"),
        tournament=tournament,
    )


def personal(name: str, route: str, tournament: str, *, seated: bool = False, **more: object) -> View:
    """The page of a family, or of somebody who is seated, or another that only its link opens."""

    def path(site: Site) -> str:
        people = (site.seated(tournament),) if seated else site.family(tournament)
        return site.personal_page(tournament, *people)

    return View(
        name=name,
        route=route,
        path=path,
        tournament=tournament,
        opened_by=LINK,
        **more,  # type: ignore[arg-type]
    )


def founding(name: str, route: str, then: Callable[[Visit], None] | None = None) -> View:
    """A page on which tournaments are founded, by the link that lets in whoever may."""
    return View(
        name=name,
        route=route,
        path=lambda site: site.founding_link(),
        tournament=served.PLAYING,
        opened_by=LINK,
        then=then,
    )


def staff(name: str, route: str, role: Role, below: str = "", **more: object) -> View:
    """A page of officials, which they are signed in for."""
    return View(
        name=name,
        route=route,
        path=at_path(f"/t/{served.PLAYING}/staff{below}"),
        tournament=served.PLAYING,
        opened_by=role,
        **more,  # type: ignore[arg-type]
    )


def office(name: str, route: str, page: str, tournament: str = served.SUSPENDED, **more: object) -> View:
    """A page of the organizer, with what a day without play leads to."""
    return View(
        name=name,
        route=route,
        path=at_path(f"/t/{tournament}/{page}"),
        tournament=tournament,
        opened_by="organizer",
        **more,  # type: ignore[arg-type]
    )


def board(tournament: str, *views: str) -> tuple[View, ...]:
    """The board of the hall: what the hour calls for, and single views."""
    return tuple(
        View(
            name=f"board-{view or 'by-hour'}-{tournament}",
            route="board-page",
            path=at_path(f"/t/{tournament}/board{f'?view={view}' if view else ''}"),
            tournament=tournament,
        )
        for view in views
    )


def table_of(view: str, *tournaments: str) -> tuple[View, ...]:
    """Another table of the standings than that by place."""
    page = f"standings?view={view}"
    return tuple(
        View(
            name=f"standings-{view}-{tournament}",
            route="standings-page",
            path=at_path(f"/t/{tournament}/{page}"),
            tournament=tournament,
        )
        for tournament in tournaments
    )


def sheet(tournament: str) -> View:
    """A sheet that was amended, or the first of the session that is played or was played last."""
    return View(
        name=f"sheet-{tournament}",
        route="table-page",
        path=lambda site: f"/t/{tournament}/tables/{site.sheet(tournament)}",
        tournament=tournament,
        opened_by="organizer",
    )


def entrant(name: str, tournament: str, **more: object) -> View:
    """Somebody who is ranked."""
    return View(
        name=name,
        route="entrant-page",
        path=lambda site: f"/t/{tournament}/entrants/{site.ranked(tournament)}",
        tournament=tournament,
        **more,  # type: ignore[arg-type]
    )


def history(name: str, query: str = "", *, room: str = "", **more: object) -> View:
    """A page of the time machine of a tournament that is over, which the organizer is signed in for."""
    return View(
        name=f"history-{name}",
        route=f"history-{room}-page" if room else "history-page",
        path=at_path(f"/t/{served.OVER}/history{f'/{room}' if room else ''}{query}"),
        opened_by="organizer",
        **more,  # type: ignore[arg-type]
    )


def figures(
    name: str,
    task: str = "correct-game?game=1",
    route: str = "task-page",
    then: Callable[[Visit], None] | None = None,
) -> View:
    """Figures in cells: of a game that is put right from the paper, or of a whole sheet."""
    return View(
        name=name,
        route=route,
        path=lambda site: f"/t/{served.PLAYING}/tasks/{task}&sheet={site.sheet(served.PLAYING)}",
        tournament=served.PLAYING,
        opened_by="chief_referee",
        then=then,
    )


def signing(name: str, route: str, then: Callable[[Visit], None] | None = None) -> Iterator[View]:
    """Where a sheet is signed on the screen."""
    yield View(
        name=name,
        route=route,
        path=at_path(f"/t/{served.SWISS_IN_PLAY}/tables/r3/8/sign"),
        tournament=served.SWISS_IN_PLAY,
        opened_by="organizer",
        then=then,
        forgiven=() if then is None else (r"status of 4\d\d",),
    )


def subject(name: str, find: str) -> View:
    """What is found by a word, with what the Chief Referee is offered about it."""
    return View(
        name=name,
        route="tasks-page",
        path=at_path(f"/t/{served.PLAYING}/tasks?find={find}"),
        tournament=served.PLAYING,
        opened_by="chief_referee",
    )


def task(name: str, route: str, below: str = "", then: Callable[[Visit], None] | None = None) -> View:
    """What the Chief Referee can do, or one of it; about somebody who is ranked."""
    return View(
        name=name,
        route=route,
        path=lambda site: f"/t/{served.PLAYING}/tasks{below}?entrant={site.ranked(served.PLAYING)}",
        tournament=served.PLAYING,
        opened_by="chief_referee",
        then=then,
    )


def console(
    name: str,
    tournament: str,
    role: Role,
    route: str = "console-page",
    then: Callable[[Visit], None] | None = None,
) -> View:
    """The console of a session in play, or still to be played."""
    return View(
        name=name,
        route=route,
        path=lambda site: f"/t/{tournament}/sessions/{site.session(tournament)}/console",
        tournament=tournament,
        opened_by=role,
        then=then,
    )


def closing(tournament: str, *stages: str) -> Iterator[View]:
    """The closing of these stages, for the organizer."""
    for stage in stages:
        yield View(
            name=f"closing-{stage}-{tournament}",
            route="closing-page",
            path=at_path(f"/t/{tournament}/stages/{stage}/closing"),
            tournament=tournament,
            opened_by="organizer",
        )


def weather(
    name: str, tournament: str, route: str = "weather-page", then: Callable[[Visit], None] | None = None
) -> View:
    """What the organizer decides about the weather, and what is asked for it."""
    return View(
        name=name,
        route=route,
        path=at_path(f"/t/{tournament}/weather"),
        tournament=tournament,
        opened_by="organizer",
        then=then,
    )


def handout(what: str, tournament: str) -> View:
    """What is printed for a session, for the organizer."""
    return View(
        name=f"handout-{what}-{tournament}",
        route="handouts-page",
        path=lambda site: f"/t/{tournament}/sessions/{site.session(tournament)}/handouts?what={what}",
        tournament=tournament,
        opened_by="organizer",
    )


def docket(name: str, route: str, below: str, then: Callable[[Visit], None] | None = None) -> View:
    """A page about one case, for the Chief Referee."""
    return View(
        name=name,
        route=route,
        path=lambda site: f"/t/{served.PLAYING}/docket/{site.case(served.PLAYING)}{below}",
        tournament=served.PLAYING,
        opened_by="chief_referee",
        then=then,
    )
