"""Looking up tokens before anything else is done for whoever sends one."""

from functools import partial

from flask import Request

from services.access.grants import Grants
from services.access.principal import Principal
from services.web.auth import principal_of
from services.web.front.askers import Askers
from services.web.front.exchange import Exchange
from services.web.front.limits import Limits
from services.web.front.pools import Pool
from services.web.front.rates import Rates
from shared.problems import Problem

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
