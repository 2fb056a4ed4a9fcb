"""Requests over aiohttp for python-telegram-bot, and what comes of one that Telegram refused.

Its own httpx client slows down above 16 connections.
"""

import os
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, cast

import aiohttp
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)
from telegram.request import BaseRequest, RequestData
from yarl import URL

from services.delivery.channel import Outcome

# Without it the library warns at every 429 that its numbers of seconds will become intervals.
os.environ.setdefault("PTB_TIMEDELTA", "1")

NOT_SENT = (aiohttp.ConnectionTimeoutError, aiohttp.ClientConnectorError)
"""What is raised before anything was sent: no free connection, refused, or not connected in time."""

_CONNECT_SECONDS = 5.0
"""To connect, and before that to wait for a free connection."""
_JSON = {"Content-Type": "application/json"}


class AiohttpRequest(BaseRequest):
    """One pool of connections to the Bot API.

    Errors are chained to aiohttp's, from which follows whether a request was sent. No error text holds the
    address, because it holds the bot's token.

    Args:
        connections: at most so many at a time.
        read_timeout: seconds.
    """

    def __init__(self, connections: int, read_timeout: float) -> None:
        self._connections = connections
        self._read_timeout = read_timeout
        self._session: aiohttp.ClientSession | None = None
        self._timeout = _timeout(_CONNECT_SECONDS, read_timeout)

    @property
    def read_timeout(self) -> float | None:
        return self._read_timeout

    @property
    def ready(self) -> bool:
        """Whether there are connections to be had."""
        return self._session is not None and not self._session.closed

    async def initialize(self) -> None:
        if not self.ready:
            connector = aiohttp.TCPConnector(limit=self._connections, keepalive_timeout=15)
            self._session = aiohttp.ClientSession(
                connector=connector,
                headers={"User-Agent": self.USER_AGENT},
                cookie_jar=aiohttp.DummyCookieJar(),
            )

    async def shutdown(self) -> None:
        if self._session is not None:
            await self._session.close()

    async def post_json(self, url: str, body: bytes) -> bytes:
        """Post a body that is JSON already; what the Bot API answers to it when it is content.

        Without the library's objects on the way there and back, which take longer than the call.

        Raises:
            TelegramError: as the library's own calls do.
        """
        # The library hands it on to do_request as it is.
        return await self._request_wrapper(url, "POST", cast(RequestData, body))

    async def post_form(
        self, url: str, fields: Mapping[str, str], file: tuple[str, str, str, bytes]
    ) -> bytes:
        """Post a form with a file; what the Bot API answers to it when it is content.

        Args:
            file: the name of its field, its own name, its media type and its content.

        Raises:
            TelegramError: as the library's own calls do.
        """
        # Names stand in the form as they are: Telegram shows them to people and decodes nothing.
        form = aiohttp.FormData(quote_fields=False)
        for name, value in fields.items():
            form.add_field(name, value)
        field, file_name, kind, content = file
        form.add_field(field, content, filename=file_name, content_type=kind)
        return await self._request_wrapper(url, "POST", cast(RequestData, form))

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | aiohttp.FormData | bytes | None = None,
        read_timeout: Any = BaseRequest.DEFAULT_NONE,
        write_timeout: Any = BaseRequest.DEFAULT_NONE,
        connect_timeout: Any = BaseRequest.DEFAULT_NONE,
        pool_timeout: Any = BaseRequest.DEFAULT_NONE,
    ) -> tuple[int, bytes]:
        if self._session is None:
            raise RuntimeError("the request is not initialized")
        timeout = self._timeout
        if read_timeout is not self.DEFAULT_NONE or connect_timeout is not self.DEFAULT_NONE:
            timeout = _timeout(
                self._given(connect_timeout, _CONNECT_SECONDS),
                self._given(read_timeout, self._read_timeout),
            )
        data: Any = request_data
        if isinstance(request_data, RequestData):
            data = _form(request_data) if request_data.contains_files else request_data.json_parameters
        try:
            async with self._session.request(
                method,
                URL(url, encoded=True),
                data=data,
                headers=_JSON if isinstance(data, bytes) else None,
                timeout=timeout,
                allow_redirects=False,
            ) as response:
                return response.status, await response.read()
        except TimeoutError as error:
            raise TimedOut(type(error).__name__) from error
        except (aiohttp.ClientError, OSError) as error:
            raise NetworkError(type(error).__name__) from error

    def _given(self, seconds: Any, default: float) -> float | None:
        return default if seconds is self.DEFAULT_NONE else seconds


def _form(given: RequestData) -> aiohttp.FormData:
    """A request that holds a file, as a form."""
    form = aiohttp.FormData(given.json_parameters)
    for name, (file_name, content, kind) in (given.multipart_data or {}).items():
        form.add_field(name, content, filename=file_name, content_type=kind)
    return form


def _timeout(connect: float | None, read: float | None) -> aiohttp.ClientTimeout:
    return aiohttp.ClientTimeout(total=None, connect=connect, sock_connect=connect, sock_read=read)


_NO_SUCH_CHAT = ("chat not found", "user not found", "peer_id_invalid", "chat_id is empty")
_NO_RIGHT_THERE = ("not enough rights", "chat_write_forbidden", "group chat was deactivated")


def outcome_of(error: TelegramError) -> Outcome:
    """What is known after `error`; the reason never holds an address.

    BadRequest is a NetworkError, so it comes first; TimedOut is one, too, and is judged by its cause.
    """
    why = f"the service did not take it ({type(error).__name__})"
    match error:
        case RetryAfter():
            return Outcome("wait", why=why, seconds=_seconds(error))
        case ChatMigrated():
            return Outcome("moved", why=why, to=str(error.new_chat_id))
        case Forbidden():
            return Outcome("gone", why=_reason(error))
        case InvalidToken():
            return Outcome("stop", why="the bot's token is not valid")
        case BadRequest():
            gone = any(phrase in error.message.lower() for phrase in (*_NO_SUCH_CHAT, *_NO_RIGHT_THERE))
            return Outcome("gone" if gone else "refused", why=_reason(error))
        case NetworkError():
            cause = error.__cause__
            if isinstance(cause, NOT_SENT):
                return Outcome("not_sent", why=f"no connection ({type(cause).__name__})")
            return Outcome("unknown", why=f"no answer came ({type(cause or error).__name__})")
        case Conflict():
            return Outcome("refused", why=why)
    return Outcome("unknown", why=f"no answer came ({type(error).__name__})")


def _seconds(error: RetryAfter) -> float:
    interval = error.retry_after
    return interval.total_seconds() if isinstance(interval, timedelta) else float(interval)


def _reason(error: TelegramError) -> str:
    """Telegram's own words, which name no one."""
    return error.message.removeprefix("Forbidden: ")[:120]
