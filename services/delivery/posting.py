"""Sending a request to a webhook's address: with a time limit, no redirects, and no answer read."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

import aiohttp
from yarl import URL

from services.delivery.destinations import Destinations, NotPermitted
from services.delivery.webhooks import Answered, Post
from shared.problems import Problem

SECONDS = 10
_NOT_PERMITTED = "address not permitted"


@asynccontextmanager
async def posting(destinations: Destinations, seconds: float = SECONDS) -> AsyncIterator[Post]:
    """A `Post` for as long as the block lasts.

    Every request looks its host up anew, once, and connects to what was checked; connections, cookies and
    proxies are shared with nobody, and redirects are not followed.
    """
    limits = aiohttp.ClientTimeout(total=seconds)
    connector = aiohttp.TCPConnector(resolver=destinations, use_dns_cache=False, force_close=True)
    async with aiohttp.ClientSession(
        connector=connector, timeout=limits, cookie_jar=aiohttp.DummyCookieJar(), trust_env=False
    ) as session:

        async def post(url: str, body: bytes, headers: Mapping[str, str]) -> Answered:
            try:
                # Also what was subscribed: what is permitted may be a narrower setting by now.
                destinations.check(url)
                address = URL(url, encoded=True)
                async with session.post(address, data=body, headers=headers, allow_redirects=False) as answer:
                    return Answered(answer.status)
            except Problem:
                return Answered(0, _NOT_PERMITTED)
            except TimeoutError:
                return Answered(0, "timed out")
            except (aiohttp.ClientError, OSError, ValueError) as error:
                if isinstance(error.__cause__, NotPermitted):
                    return Answered(0, _NOT_PERMITTED)
                # Its text may hold the address with its query, which may hold a secret.
                return Answered(0, f"no connection ({type(error).__name__})")

        yield post
