"""The Flask application: the routes of every module, one way in, one way to fail, one set of headers."""

import threading
from collections.abc import Callable, Iterable, Mapping
from importlib.metadata import version
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from flask import Flask, Response, request

from services.access.tokens import Tokens
from services.checks.check import Installation
from services.checks.probing import Probe
from services.delivery.inviting import no_bot
from services.delivery.links import Links
from services.delivery.personal_pages import PersonalPages, personal_pages
from services.delivery.subscribing import Subscriptions
from services.desk.correspondence import Correspondence
from services.desk.desk import Desk
from services.limits import BODY
from services.web.amending import amending_routes
from services.web.calendars import calendar_routes
from services.web.commands import command_routes
from services.web.deliveries import delivery_routes
from services.web.docs import docs_routes
from services.web.etags import AnswerCache
from services.web.events import event_routes
from services.web.guides import guide_routes
from services.web.invitations import invitation_routes
from services.web.long_answers import LongAnswers
from services.web.measures import request_measured
from services.web.meta import meta_routes
from services.web.openapi import openapi_route
from services.web.pages import page_routes
from services.web.parts import Parts
from services.web.personal.routes import personal_routes
from services.web.personal_links import personal_link_routes
from services.web.previews import preview_routes
from services.web.problems import handle_problems, problem_response, unexpected
from services.web.proof import proof_routes
from services.web.queries import query_routes
from services.web.routes import Route, mount
from services.web.rulesets import ruleset_routes
from services.web.stopping import STOPPING
from services.web.streams import stream_routes
from services.web.subject import subject_routes
from services.web.tokens import token_routes
from services.web.tournaments import tournament_routes
from services.web.what_if import what_if_routes
from shared.clock import Clock
from shared.problems import Problem
from shared.settings import Settings
from shared.vault import Vault

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

_HEADERS = (
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("X-Frame-Options", "DENY"),
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
)


class Web(Flask):
    """Flask, measuring every request and giving every answer the same protection."""

    tokens: Tokens
    routes: Mapping[str, Route]

    def full_dispatch_request(self) -> Response:
        start = perf_counter()
        return _finished(super().full_dispatch_request(), start)

    def refusal(self, environ: "WSGIEnvironment", problem: Problem) -> Response:
        """The answer to a request that is refused before it gets here."""
        start = perf_counter()
        with self.request_context(environ):
            seconds = problem.params.get("seconds") if problem.status == 429 else None
            headers = [("Retry-After", str(seconds))] if seconds is not None else []
            return _finished(problem_response(problem, headers), start)

    def failure(self, environ: "WSGIEnvironment", error: Exception) -> Response:
        """The answer to a request that something in front of this failed on."""
        start = perf_counter()
        with self.request_context(environ):
            return _finished(unexpected(error), start)


def _finished(response: Response, start: float) -> Response:
    """The answer with what every answer has, measured."""
    headers = response.headers
    for name, value in _HEADERS:
        if name not in headers:
            headers.add(name, value)
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
    tokens: Tokens,
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
    parts = Parts(
        desk,
        tokens,
        vault,
        clock,
        named,
        answers or AnswerCache(),
        Probe(installation),
        pages or pages_over(desk, vault, clock, looked_at),
        Links(desk.log.database, vault, Correspondence(desk), clock),
        LongAnswers(most_streams),
        stopping,
        links_begin,
        subscriptions,
    )
    app = Web("tileledger", static_folder=None, template_folder=str(Path(__file__).with_name("templates")))
    # One more than is taken: a body sent in chunks is cut off here, and then seen to be too long.
    app.config.update(MAX_CONTENT_LENGTH=BODY + 1, PROVIDE_AUTOMATIC_OPTIONS=False)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    handle_problems(app)
    app.tokens = tokens
    routes = routes_of(parts)
    app.routes = {route.name: route for route in routes}
    mount(app, parts, routes)
    return app


def pages_over(desk: Desk, vault: Vault, clock: Clock, settings: Settings) -> PersonalPages:
    """The personal pages over these parts, as the settings say."""
    database, book = desk.log.database, Correspondence(desk)
    return personal_pages(
        database,
        Links(database, vault, book, clock),
        book,
        clock,
        desk.key_for,
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
        *token_routes(parts),
        *ruleset_routes(parts),
        *meta_routes(parts),
    )
    described: Iterable[Route] = (*documented, *openapi_route(documented, parts.release))
    return (
        *described,
        *docs_routes(tuple(described), parts.release),
        *page_routes(parts),
        *guide_routes(parts),
        *personal_routes(parts),
    )
