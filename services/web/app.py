"""The Flask application: the routes of every module, one way in, one way to fail, one set of headers."""

import threading
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from importlib.metadata import version
from io import BytesIO
from pathlib import Path
from time import perf_counter
from typing import IO, TYPE_CHECKING

from flask import Flask, Request, Response, request
from jinja2 import ChoiceLoader, FileSystemLoader

from services.access.grants import Grants
from services.checks.check import Installation
from services.checks.probing import Probe
from services.checks.standing import StandingLook, beside
from services.delivery.inviting import no_bot
from services.delivery.links import Links
from services.delivery.personal_pages import PersonalPages
from services.delivery.subscribing import Subscriptions
from services.desk.correspondence import Correspondence
from services.desk.desk import Desk
from services.limits import BODY
from services.web.api.amending import amending_routes
from services.web.api.calendars import calendar_routes
from services.web.api.commands import command_routes
from services.web.api.data_export import subject_routes
from services.web.api.deliveries import delivery_routes
from services.web.api.docs import docs_routes
from services.web.api.events import event_routes, stream_routes
from services.web.api.invitations import invitation_routes
from services.web.api.meta import meta_routes
from services.web.api.openapi import openapi_route
from services.web.api.personal_links import personal_link_routes
from services.web.api.previews import preview_routes, what_if_routes
from services.web.api.proof import proof_routes
from services.web.api.queries import query_routes
from services.web.api.rulesets import ruleset_routes
from services.web.api.tokens import token_routes
from services.web.api.tournaments import tournament_routes
from services.web.board.routes import board_routes
from services.web.codings import compress
from services.web.docket.routes import docket_routes
from services.web.entrants.page import entrant_routes
from services.web.etags import AnswerCache
from services.web.figures import folder_together
from services.web.files import asset_routes
from services.web.founding.routes import founding_routes
from services.web.handouts.page import handout_routes
from services.web.history.routes import history_routes
from services.web.kept.routes import kept_routes
from services.web.long_answers import LongAnswers
from services.web.measures import request_measured
from services.web.moments import Moment, moment_of
from services.web.onlookers import read_for_onlooker
from services.web.outbox.routes import outbox_routes
from services.web.parts import STOPPING, Parts
from services.web.personal.routes import personal_routes
from services.web.problems import handle_problems, problem_answer, unexpected
from services.web.results.page import publication_proof_routes, results_routes
from services.web.routes import Route, mount
from services.web.shared_addresses import query_meant
from services.web.sheets.signing import sheet_routes
from services.web.signing_in.routes import signing_in_routes
from services.web.site.appearance import appearance_routes, guide_routes
from services.web.site.pages import home_routes, site_routes
from services.web.standings.page import standings_routes
from services.web.tasks.routes import task_routes
from services.web.texts import linked
from shared.clock import Clock
from shared.problems import Problem
from shared.settings import Settings
from shared.structs import understand_all
from shared.vault import Vault

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

_HEADERS = (
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("X-Frame-Options", "DENY"),
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
)


_RETRY_SECONDS = "10"
"""After which whoever is told 503 may come again, where nothing better is known."""
_TEMPLATES = (Path(__file__).with_name("templates"), *sorted(Path(__file__).parent.glob("*/templates")))
"""The layout, and the pages of each room."""


class _Request(Request):
    """Keeps a file that is sent in memory, which is bounded: names in it never lie on a disk in clear."""

    def _get_file_stream(
        self,
        total_content_length: int | None,
        content_type: str | None,
        filename: str | None = None,
        content_length: int | None = None,
    ) -> IO[bytes]:
        return BytesIO()


class Web(Flask):
    """Flask, measuring every request and giving every answer the same protection."""

    request_class = _Request
    grants: Grants
    routes: Mapping[str, Route]
    answers: AnswerCache
    moment_of: Callable[[str], Moment]
    damage: Callable[[], Problem | None]

    def wsgi_app(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        environ["QUERY_STRING"] = query_meant(environ["PATH_INFO"], environ["QUERY_STRING"])
        return super().wsgi_app(environ, start_response)

    def full_dispatch_request(self) -> Response:
        start = perf_counter()
        response = super().full_dispatch_request()
        compress(request, response, self.answers)
        return _finished(response, start)

    def refusal(self, environ: "WSGIEnvironment", problem: Problem) -> Response:
        """The answer to a request that is refused before it gets here."""
        start = perf_counter()
        with self.request_context(environ):
            seconds = problem.params.get("seconds") if problem.status == 429 else None
            headers = [("Retry-After", str(seconds))] if seconds is not None else []
            return _finished(problem_answer(problem, headers), start)

    def failure(self, environ: "WSGIEnvironment", error: Exception) -> Response:
        """The answer to a request that something in front of this failed on."""
        start = perf_counter()
        with self.request_context(environ):
            return _finished(unexpected(error), start)


def _finished(response: Response, start: float) -> Response:
    """The answer with what every answer has, measured."""
    headers = response.headers
    # What a 304 says, browsers take for the answer they have, in the place of what that said of itself.
    for name, value in _HEADERS if response.status_code != 304 else ():
        if name not in headers:
            headers.add(name, value)
    if response.status_code == 503:
        headers.setdefault("Retry-After", _RETRY_SECONDS)
    if "Authorization" in request.headers or "Cache-Control" not in headers:
        headers["Cache-Control"] = "no-store"
    rule = request.url_rule
    request_measured(
        rule.endpoint if rule is not None else "-",
        request.method if rule is not None else "-",
        response.status_code,
        perf_counter() - start,
    )
    return response


def create_app(
    desk: Desk,
    vault: Vault,
    clock: Clock,
    *,
    settings: Settings | None = None,
    release: str | None = None,
    most_streams: int = Settings().most_streams,
    stopping: threading.Event = STOPPING,
    answers: AnswerCache | None = None,
    links_begin: Callable[[], str] = no_bot,
    pages: PersonalPages | None = None,
    subscriptions: Subscriptions | None = None,
) -> Web:
    """The application on these parts; it opens and closes nothing itself.

    Args:
        settings: for the checks behind `/readyz`; by default they look at the parts alone.
        release: names what is running, for entity tags; the package's version by default.
        most_streams: how many long answers are sent at once.
        stopping: set once the process is to stop.
        answers: where finished answers are kept.
        links_begin: gives what a link to the bot begins with.
        pages: personal pages; by default over these parts, as the settings say.
        subscriptions: browsers that take pushes; None where no pushes are sent.
    """
    named = release or version("tileledger")
    looked_at = settings or Settings(database_url="sqlite://", vault_url="sqlite://")
    installation = Installation(
        looked_at, clock, lambda: desk.log.database, lambda: vault.database, lambda: vault, running=True
    )
    opened = partial(beside, looked_at, clock, desk.log.database, vault)
    parts = Parts(
        desk,
        vault,
        clock,
        named,
        answers or AnswerCache(),
        Probe(installation, StandingLook(opened, folder_together())),
        pages or pages_over(desk, vault, looked_at),
        Links(desk.grants, vault, Correspondence(desk)),
        LongAnswers(most_streams),
        stopping,
        links_begin,
        subscriptions,
        looked_at.channels,
    )
    app = Web("tileledger", static_folder=None, template_folder=str(_TEMPLATES[0]))
    app.jinja_loader = ChoiceLoader([FileSystemLoader(folder) for folder in _TEMPLATES])
    # One more than is taken: a body sent in chunks is cut off here, and then seen to be too long.
    app.config.update(MAX_CONTENT_LENGTH=BODY + 1, PROVIDE_AUTOMATIC_OPTIONS=False)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters["capital"] = lambda text: f"{text[:1].upper()}{text[1:]}"
    app.jinja_env.filters["linked"] = linked
    handle_problems(app)
    app.damage = parts.probe.damage
    app.grants, app.answers = desk.grants, parts.answers
    app.moment_of = lambda tournament: read_for_onlooker(
        parts.database, partial(moment_of, desk, vault, tournament)
    )
    routes = routes_of(parts)
    app.routes = {route.name: route for route in routes}
    mount(app, parts, routes)
    # Threads answer from now on.
    understand_all()
    return app


def pages_over(desk: Desk, vault: Vault, settings: Settings) -> PersonalPages:
    """The personal pages over these parts, as the settings say."""
    book = Correspondence(desk)
    return PersonalPages(
        Links(desk.grants, vault, book),
        book,
        site=settings.public_url or "",
        retention_days=settings.retention_days,
        channels=settings.channels,
    )


def routes_of(parts: Parts) -> tuple[Route, ...]:
    """Every route there is."""
    documented = (
        *tournament_routes(parts),
        *command_routes(parts),
        *amending_routes(parts),
        *preview_routes(parts),
        *what_if_routes(parts),
        *query_routes(parts),
        *event_routes(parts),
        *stream_routes(parts),
        *calendar_routes(parts),
        *subject_routes(parts),
        *delivery_routes(parts),
        *invitation_routes(parts),
        *personal_link_routes(parts),
        *proof_routes(parts),
        *publication_proof_routes(parts),
        *token_routes(parts),
        *ruleset_routes(parts),
        *meta_routes(parts),
    )
    described: Iterable[Route] = (*documented, *openapi_route(documented, parts.release))
    return (
        *described,
        *docs_routes(tuple(described), parts.release),
        *standings_routes(parts),
        *sheet_routes(parts),
        *entrant_routes(parts),
        *results_routes(parts),
        *asset_routes(),
        *founding_routes(parts),
        *guide_routes(parts),
        *appearance_routes(parts),
        *site_routes(parts),
        *home_routes(parts),
        *personal_routes(parts),
        *outbox_routes(parts),
        *signing_in_routes(parts),
        *docket_routes(parts),
        *task_routes(parts),
        *kept_routes(parts),
        *handout_routes(parts),
        *history_routes(parts),
        *board_routes(parts),
    )
