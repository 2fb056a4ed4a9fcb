"""The Observatory's client: two small GET requests with a limit on time and size. It understands nothing."""

import asyncio

import aiohttp
from yarl import URL

from services.weather.listed import Fetched, Page
from services.weather.reading import MOST_BYTES

SECONDS = 10.0


class Unreachable(Exception):
    """No answer came at all; the text says why."""


class Observatory:
    """Asks for the warnings in force.

    Args:
        url: the address without a query.
        seconds: the most that both requests together may take.
    """

    def __init__(self, url: str, *, seconds: float = SECONDS) -> None:
        self._url = URL(url)
        self._timeout = aiohttp.ClientTimeout(total=seconds, sock_connect=min(5.0, seconds))

    def __call__(self) -> Fetched:
        """Fetch both answers, whatever they say. Not to be called from within an event loop.

        Raises:
            Unreachable: neither came, or both broke off.
        """
        return asyncio.run(self._both())

    async def _both(self) -> Fetched:
        async with aiohttp.ClientSession(timeout=self._timeout, trust_env=True) as session:
            warnsum, info = await asyncio.gather(
                self._page(session, "warnsum"), self._page(session, "warningInfo")
            )
        if warnsum.missing and info.missing:
            raise Unreachable(warnsum.missing)
        return Fetched(warnsum, info)

    async def _page(self, session: aiohttp.ClientSession, kind: str) -> Page:
        """One answer; where it does not come, why, so that the other counts."""
        try:
            return await self._get(session, kind)
        except TimeoutError:
            why = "no answer in time"
        except (aiohttp.ClientError, OSError, ValueError) as error:
            why = f"{type(error).__name__}: {error}"[:200]
        return Page(0, "", b"", why)

    async def _get(self, session: aiohttp.ClientSession, kind: str) -> Page:
        url = self._url.update_query(dataType=kind, lang="en")
        async with session.get(url, max_redirects=3) as response:
            content = bytearray()
            async for part in response.content.iter_any():
                content += part
                if len(content) > MOST_BYTES:
                    break
            return Page(response.status, response.headers.get("Content-Type", ""), bytes(content))
