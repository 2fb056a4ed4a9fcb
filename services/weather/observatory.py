"""The Observatory's client: two small GET requests with a limit on time and size. It understands nothing."""

import asyncio

import aiohttp
from yarl import URL

from services.weather.reading import MOST_BYTES, Fetched, Page

SECONDS = 10.0


class Unreachable(Exception):
    """No whole answer came; the text says why."""


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
            Unreachable: there was no answer, or it broke off.
        """
        return asyncio.run(self._both())

    async def _both(self) -> Fetched:
        try:
            async with aiohttp.ClientSession(timeout=self._timeout, trust_env=True) as session:
                warnsum, info = await asyncio.gather(
                    self._get(session, "warnsum"), self._get(session, "warningInfo")
                )
        except TimeoutError:
            raise Unreachable("no answer in time") from None
        except (aiohttp.ClientError, OSError, ValueError) as error:
            raise Unreachable(f"{type(error).__name__}: {error}"[:200]) from error
        return Fetched(warnsum, info)

    async def _get(self, session: aiohttp.ClientSession, kind: str) -> Page:
        url = self._url.update_query(dataType=kind, lang="en")
        async with session.get(url, max_redirects=3) as response:
            content = bytearray()
            async for part in response.content.iter_any():
                content += part
                if len(content) > MOST_BYTES:
                    break
            return Page(response.status, response.headers.get("Content-Type", ""), bytes(content))
