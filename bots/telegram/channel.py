"""Telegram as a channel for notices."""

import logging
from collections.abc import Mapping
from typing import Any

import msgspec
from telegram import Bot
from telegram.constants import ParseMode
from telegram.error import TelegramError

from bots.telegram.markup import notice_buttons, notice_html
from bots.telegram.outcomes import outcome_of
from bots.telegram.request import AiohttpRequest
from services.delivery.channel import Mark, Outcome
from services.notices.kinds import KINDS
from services.notices.rendering import Message

NAME = "telegram"


class _Sent(msgspec.Struct):
    """Of a message that was taken, what the ledger keeps."""

    message_id: int


class _Answer(msgspec.Struct):
    result: _Sent


_MARKS: Mapping[Mark, tuple[str, Mapping[str, Any]]] = {
    "plain": ("editMessageReplyMarkup", {}),
    "pinned": ("pinChatMessage", {"disable_notification": True}),
    "unpinned": ("unpinChatMessage", {}),
}
"""The Bot API's method for each, and what it is told beside chat and message."""

_SILENT_FROM = 2
"""The first lane of notices that wait to be read: reminders and results make no sound."""
_decode = msgspec.json.Decoder(_Answer).decode


def connected(token: str, api_url: str, connections: int = 64, read_timeout: float = 10.0) -> Bot:
    """A client of the Bot API at an address; not yet initialized.

    Raises:
        InvalidToken: the token is empty.
    """
    # The library logs the token when a client is made, and chats and texts with every call.
    logging.getLogger("telegram").setLevel(logging.WARNING)
    return Bot(
        token,
        base_url=f"{api_url.rstrip('/')}/bot",
        request=AiohttpRequest(connections, read_timeout),
        get_updates_request=AiohttpRequest(2, read_timeout),
    )


class TelegramChannel:
    """Sends notices to chats; the address is the chat's id, or the @name of a public channel.

    Args:
        bot: made by `connected` and shared with whoever else speaks as this bot.
    """

    name = NAME

    def __init__(self, bot: Bot) -> None:
        if not isinstance(bot.request, AiohttpRequest):
            raise TypeError("the bot is to be made by connected()")
        self._request = bot.request
        self._base = bot.base_url
        self._url = f"{bot.base_url}/sendMessage"

    async def send(self, address: str, message: Message, key: str) -> Outcome:
        try:
            body = _body(address if address.startswith("@") else int(address), message, key)
        except ValueError:
            return Outcome("refused", why="this is no chat or no delivery of Telegram's")
        try:
            if not self._request.ready:
                await self._request.initialize()
            sent = _decode(await self._request.post_json(self._url, body))
        except TelegramError as error:
            return outcome_of(error)
        except msgspec.MsgspecError:
            return Outcome("unknown", why="the answer cannot be read")
        return Outcome("sent", remote=str(sent.result.message_id))

    async def mark(self, address: str, remote: str, mark: Mark) -> Outcome:
        method, details = _MARKS[mark]
        try:
            body = {"chat_id": int(address), "message_id": int(remote), **details}
        except ValueError:
            return Outcome("refused", why="this is no message in a chat")
        try:
            if not self._request.ready:
                await self._request.initialize()
            await self._request.post_json(f"{self._base}/{method}", msgspec.json.encode(body))
        except TelegramError as error:
            return outcome_of(error)
        return Outcome("sent", remote=remote)

    async def close(self) -> None:
        await self._request.shutdown()


def _body(chat: int | str, message: Message, key: str) -> bytes:
    request: dict[str, Any] = {
        "chat_id": chat,
        "text": notice_html(message),
        "parse_mode": ParseMode.HTML.value,
        "link_preview_options": {"is_disabled": True},
    }
    if message.kind in KINDS and KINDS[message.kind].lane >= _SILENT_FROM:
        request["disable_notification"] = True
    buttons = notice_buttons(message, key)
    if buttons is not None:
        request["reply_markup"] = buttons.to_dict()
    return msgspec.json.encode(request)
