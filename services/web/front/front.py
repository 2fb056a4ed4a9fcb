"""The front of the application: each request from its headers to its answer.

What can be refused is refused from the headers, then the body is received without a thread, and only then is
a thread taken, from the pool for that kind of work.
"""

import asyncio
import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from flask import Request
from werkzeug.exceptions import HTTPException
from werkzeug.http import parse_options_header
from werkzeug.routing import RequestRedirect

from services.access.grants import Grants
from services.access.principal import Principal
from services.web.auth import ANONYMOUS, check_token, principal_of
from services.web.bodies import BODY_TOO_LARGE, BODY_TYPE, refuse_encoded
from services.web.front.askers import Askers, Rates
from services.web.front.bridge import Answer, Environ, Scope, Send, Sending, answer_of, answered, with_body
from services.web.front.exchange import Exchange, Gone, Receive, Receiving, RefusedBodies
from services.web.front.heavy_worker import NotThere, ask
from services.web.front.limits import BODY_TOO_SLOW, Limits, RateName
from services.web.front.pools import Gate, Pool
from services.web.front.response_cache import Kept, KeptAnswers, Moments
from services.web.measures import request_measured
from services.web.routes import Action, Route, Work
from shared.plain_text import legible
from shared.problems import Problem

if TYPE_CHECKING:
    from services.web.app import Web

_COUNTED_AS: Mapping[Work, RateName] = {
    "read": "reads",
    "write": "commands",
    "form": "forms",
    "costly": "costly",
    "rules": "rules",
    "stream": "streams",
    "export": "streams",
}
_TRIES = 3


class Front:
    """An ASGI application before the WSGI one. To be made in the event loop that runs it.

    Args:
        streams: how many streams and exports are sent at once.
        trusted_proxies: how many proxies in front append to X-Forwarded-For.
        apart: where the process for costly requests listens; while there is none they have a thread here.
    """

    def __init__(
        self,
        app: "Web",
        limits: Limits,
        rates: Rates,
        *,
        streams: int,
        trusted_proxies: int = 0,
        apart: Path | None = None,
    ) -> None:
        self._app, self._limits, self._rates = app, limits, rates
        self._trusted_proxies = trusted_proxies
        self._askers = Askers(limits.askers)
        self._receiving = Receiving(limits)
        self._refused = RefusedBodies(limits.refused_seconds, limits.refused_bytes, limits.refused_at_once)
        self._kept, self._moments = KeptAnswers(app.answers), Moments(app.moment_of)
        self._addresses = app.url_map.bind("localhost")
        self._pools = _pools(limits, streams)
        self._apart = apart
        self._costly_here = ThreadPoolExecutor(limits.costly_threads, thread_name_prefix="costly")
        self._costly = Gate(
            limits.costly_threads,
            limits.costly_line,
            limits.costly_line_seconds,
            limits.costly_per_token,
            limits.costly_per_address,
        )
        self._signing_in = SigningIn(app.grants, self._askers, rates, limits)
        self._exporting = threading.Semaphore(limits.costly_threads)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        exchange = Exchange(scope, receive, send, self._trusted_proxies)
        exchange.asker = self._askers.asker(exchange.authorization, exchange.address)
        try:
            await self._answer(exchange)
        except Problem as problem:
            exchange.read_on = problem.kind is not BODY_TOO_SLOW
            refusal = answer_of(self._app.refusal(exchange.environ, problem))
            await exchange.answer(refusal, self._refused)
        except Gone:
            return
        except Exception as error:
            if exchange.answered:
                raise
            await exchange.answer(answer_of(self._app.failure(exchange.environ, error)), self._refused)

    def stop(self) -> None:
        """Take no more bodies; the process is to stop."""
        self._receiving.stop()

    async def _answer(self, exchange: Exchange) -> None:
        kept = None if exchange.unread else self._kept.find(exchange.environ)
        if kept is not None:
            self._count("reads", exchange)
            answer = await self._unchanged(kept, exchange.environ)
            if answer is not None:
                await exchange.answer(answer, self._refused)
                return
        await self._work_on(exchange, kept)

    async def _unchanged(self, kept: Kept, environ: Environ) -> Answer | None:
        """The kept answer, if all that it follows from is now as it was; None where it is to be made."""
        began = perf_counter()
        for _ in range(_TRIES):
            moment = await self._moments.now(kept.following.tournament)
            if moment == kept.following.moment:
                answer = self._kept.answer(kept, environ)
                if answer is not None:
                    request_measured(kept.route, "GET", answer.status, perf_counter() - began)
                return answer
            if kept.made is None:
                break
            await kept.made.wait()
        return None

    async def _work_on(self, exchange: Exchange, kept: Kept | None) -> None:
        """Have the application answer.

        Args:
            kept: what it answered to the same request before, if it is counted already.
        """
        route, named = self._route(exchange.environ)
        if route is None:
            self._count("refused", exchange)
            await exchange.answer(answered(self._app, exchange.environ), self._refused)
            return
        work = route.work_for(exchange.environ["QUERY_STRING"])
        principal = None
        if exchange.authorization is not None and not exchange.asker.is_token and work != "instant":
            principal = await self._signing_in.principal(exchange)
        if exchange.unread:
            await self._check_before_body(exchange, route, named.get("tournament"), principal)
        if work in _COUNTED_AS and kept is None:
            self._count(_COUNTED_AS[work], exchange)
        if exchange.unread:
            await self._receive(exchange, route)
        if work in ("stream", "export"):
            await self._stream(exchange, self._exporting if work == "export" else None)
            return
        with self._kept.being_made(kept):
            answer = await self._worked(exchange, work)
            if work == "read":
                self._kept.keep(exchange.environ, answer, route.name)
        if answer.status == 401:
            self._signing_in.failed(exchange)
        await exchange.answer(answer, self._refused)

    async def _worked(self, exchange: Exchange, work: Work) -> Answer:
        """The application's answer, from where this kind of work is done."""
        if work == "instant":
            return answered(self._app, exchange.environ)
        if work in ("costly", "rules"):
            return await self._costly.run(exchange.asker, partial(self._computed, exchange.environ))
        return await self._pools[work].run(exchange.asker, partial(answered, self._app, exchange.environ))

    async def _computed(self, environ: Environ) -> Answer:
        if self._apart is not None:
            with suppress(NotThere):
                return await ask(self._apart, environ)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._costly_here, answered, self._app, environ)

    def _route(self, environ: Environ) -> tuple[Route | None, Mapping[str, str]]:
        """The route and what its address names; None where there is none, or not with this method."""
        path = environ["PATH_INFO"].encode("latin-1").decode(errors="replace")
        try:
            rule, named = self._addresses.match(path, environ["REQUEST_METHOD"], return_rule=True)
        except (HTTPException, RequestRedirect):
            return None, {}
        return self._app.routes.get(rule.endpoint), named

    def _count(self, rate: RateName, exchange: Exchange) -> None:
        """Count the request; refuse it where there were too many of its kind."""
        try:
            self._rates.take(rate, exchange.asker)
        finally:
            headers = self._rates.headers(rate, exchange.asker)
            exchange.rate = [(name.lower().encode(), value.encode()) for name, value in headers]

    async def _check_before_body(
        self, exchange: Exchange, route: Route, tournament: str | None, principal: Principal | None
    ) -> None:
        """Refuse what the headers already speak against, counted apart from what is served.

        Args:
            principal: whose token it is, if that was just found out. The application asks again: a token may
                be revoked while its body is on the way.
        """
        if exchange.authorization is None:
            principal = ANONYMOUS
        action = route.access.name if isinstance(route.access, Action) else None
        if route.takes_sign_in:
            # Who is signed in is looked up by the application; forms are short.
            action = None
        with self._counting_refusals(exchange):
            if action is not None and principal is not None:
                check_token(principal, action, tournament)
            self._check_headers(exchange, route)
        if action is not None and principal is None:
            principal = await self._signing_in.principal(exchange)
            with self._counting_refusals(exchange):
                check_token(principal, action, tournament)

    @contextmanager
    def _counting_refusals(self, exchange: Exchange) -> Iterator[None]:
        try:
            yield
        except Problem:
            self._count("refused", exchange)
            raise

    async def _receive(self, exchange: Exchange, route: Route) -> None:
        most = min(route.longest_body, self._limits.body_bytes)
        body = await self._receiving.body(exchange.receive, exchange.asker.key, most)
        with_body(exchange.environ, body)
        exchange.unread = False

    def _check_headers(self, exchange: Exchange, route: Route) -> None:
        environ = exchange.environ
        refuse_encoded(Request(environ))
        most = min(route.longest_body, self._limits.body_bytes)
        if exchange.length > most:
            raise BODY_TOO_LARGE(most=most)
        expected = [content.media_type for content in route.bodies]
        given = parse_options_header(environ.get("CONTENT_TYPE"))[0].lower()
        if expected and given not in expected:
            shown = legible(given) or "unknown"
            raise BODY_TYPE(given=shown, expected=" / ".join(expected))

    async def _stream(self, exchange: Exchange, turn: AbstractContextManager[object] | None) -> None:
        """Send an answer piece by piece; it ends as soon as its reader is gone."""

        def begun(status: int) -> None:
            exchange.answered = True
            if status == 401:
                self._signing_in.failed(exchange)

        sending = Sending(exchange.send, begun, turn)
        watching = asyncio.create_task(_gone(exchange.receive, sending.gone))
        call = partial(sending.run, self._app, exchange.environ, exchange.rate)
        try:
            await self._pools["stream"].run(exchange.asker, call)
        finally:
            watching.cancel()


async def _gone(receive: Receive, gone: threading.Event) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    gone.set()


def _pools(limits: Limits, streams: int) -> Mapping[Work, Pool]:
    line, patience = limits.line, limits.line_seconds
    changes = limits.changes_per_asker
    # A few threads more than places: whoever finds no place is told so in one of those.
    long = Pool("stream", streams + 4, line, patience, limits.streams_per_asker, limits.streams_per_asker)
    return {
        "read": Pool("read", limits.read_threads, line, patience),
        "write": Pool("write", limits.write_threads, line, patience, changes, changes),
        # Apart, as a test of a browser waits for its push service.
        "form": Pool("form", limits.form_threads, line, patience),
        "stream": long,
        "export": long,
    }


_THREADS = 2


class SigningIn:
    """Finds out whose a token is, and holds an address to a rate of tokens that do not hold.

    An address that sends many of those has a thread and a line apart from everybody else's. A token that
    holds is found there, too: whoever shares an address with such a sender is not refused for it.
    """

    def __init__(self, grants: Grants, askers: Askers, rates: Rates, limits: Limits) -> None:
        self._grants, self._askers, self._rates = grants, askers, rates
        self._pool = Pool("token", _THREADS, limits.line, limits.line_seconds)
        self._suspects = Pool("suspect", 1, limits.line, limits.line_seconds)

    async def principal(self, exchange: Exchange) -> Principal:
        """Whose token this is; from now on the request counts for it.

        Raises:
            Problem: unauthenticated, token-expired, token-revoked, or too-many-requests after many of those.
        """
        assert exchange.authorization is not None
        suspect = not exchange.asker.is_token and self._rates.spent("sign-in", exchange.asker)
        pool = self._suspects if suspect else self._pool
        request = Request(exchange.environ)
        try:
            principal = await pool.run(exchange.asker, partial(principal_of, self._grants, request))
        except Problem as problem:
            if problem.status == 401:
                self.failed(exchange)
                self._rates.take("sign-in", exchange.asker)
            raise
        exchange.asker = self._askers.holds(exchange.authorization)
        return principal

    def failed(self, exchange: Exchange) -> None:
        """Note that the token does not hold, or no longer; the request counts for the address."""
        if exchange.authorization is not None:
            self._askers.fails(exchange.authorization)
            exchange.asker = self._askers.asker(None, exchange.address)
