"""Sending a request to a webhook's address: with a time limit, following no redirects."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

import aiohttp

from services.delivery.webhooks import Answered, Post

SECONDS = 10


@asynccontextmanager
async def posting(seconds: float = SECONDS) -> AsyncIterator[Post]:
    """A `Post` over one session, for as long as the block lasts."""
    limits = aiohttp.ClientTimeout(total=seconds)
    async with aiohttp.ClientSession(timeout=limits) as session:

        async def post(url: str, body: bytes, headers: Mapping[str, str]) -> Answered:
            try:
                async with session.post(url, data=body, headers=headers, allow_redirects=False) as answer:
                    return Answered(answer.status)
            except TimeoutError:
                return Answered(0, "timed out")
            except (aiohttp.ClientError, OSError, ValueError) as error:
                # Its text may hold the address with its query, which may hold a secret.
                return Answered(0, type(error).__name__)

        yield post
