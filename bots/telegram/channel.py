"""Telegram as a channel for notices."""

import logging
from collections.abc import Mapping
from typing import Any

import msgspec
from telegram import Bot
from telegram.constants import ParseMode
from telegram.error import BadRequest, TelegramError

from bots.telegram.markup import notice_buttons, notice_html
from bots.telegram.request import AiohttpRequest, outcome_of
from services.delivery.channel import Mark, Outcome
from services.notices.files import File
from services.notices.kinds import KINDS
from services.notices.rendering import Message

NAME = "telegram"


class _Document(msgspec.Struct):
    """A file that Telegram has: by its id it is sent again without being uploaded."""

    file_id: str


class _Sent(msgspec.Struct):
    """Of a message that was taken, what the ledger keeps."""

    message_id: int
    document: _Document | None = None


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
_TEXT_ONLY = {"link_preview_options": {"is_disabled": True}}
_SEND_FILE = "sendDocument"
_WRONG_ID = "wrong file identifier"
_LONGEST_CAPTION = 1024
_MOST_FILES = 32
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

    A file that goes along is one message with the text as its caption, so that an attempt is one call. It is
    uploaded until Telegram has said its id, and then sent by that.

    Args:
        bot: made by `connected` and shared with whoever else speaks as this bot.
    """

    name = NAME
    longest_beside_file = _LONGEST_CAPTION

    def __init__(self, bot: Bot) -> None:
        if not isinstance(bot.request, AiohttpRequest):
            raise TypeError("the bot is to be made by connected()")
        self._request = bot.request
        self._base = bot.base_url
        self._file_ids: dict[tuple[str, str], str] = {}

    async def send(self, address: str, message: Message, key: str) -> Outcome:
        try:
            request = _request(address if address.startswith("@") else int(address), message, key)
        except ValueError:
            return Outcome("refused", why="this is no chat or no delivery of Telegram's")
        try:
            if not self._request.ready:
                await self._request.initialize()
            if message.file is None:
                sent = await self._post("sendMessage", {**request, **_TEXT_ONLY})
            else:
                sent = await self._send_file(request, message.file)
        except TelegramError as error:
            return outcome_of(error)
        except msgspec.MsgspecError:
            return Outcome("unknown", why="the answer cannot be read")
        return Outcome("sent", remote=str(sent.result.message_id))

    async def _post(self, method: str, request: Mapping[str, Any]) -> _Answer:
        return _decode(await self._request.post_json(f"{self._base}/{method}", msgspec.json.encode(request)))

    async def _send_file(self, request: dict[str, Any], file: File) -> _Answer:
        """A document with the text as its caption; by its id if Telegram has it."""
        request["caption"] = request.pop("text")
        known = (file.of.sha256, file.name)
        id = self._file_ids.get(known)
        if id is not None:
            try:
                return await self._post(_SEND_FILE, {**request, "document": id})
            except BadRequest as error:
                # Refused, so it was not sent: an id that holds no more is not the chat's fault.
                if _WRONG_ID not in error.message.lower():
                    raise
                self._file_ids.pop(known, None)
        fields = {name: _in_form(value) for name, value in request.items()}
        content = ("document", file.name, file.of.media_type, file.content)
        sent = _decode(await self._request.post_form(f"{self._base}/{_SEND_FILE}", fields, content))
        if sent.result.document is not None and len(self._file_ids) < _MOST_FILES:
            self._file_ids[known] = sent.result.document.file_id
        return sent

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


def _request(chat: int | str, message: Message, key: str) -> dict[str, Any]:
    """What is sent, whether as a message or beside a file."""
    request: dict[str, Any] = {
        "chat_id": chat,
        "text": notice_html(message),
        "parse_mode": ParseMode.HTML.value,
    }
    if message.kind in KINDS and KINDS[message.kind].lane >= _SILENT_FROM:
        request["disable_notification"] = True
    buttons = notice_buttons(message, key)
    if buttons is not None:
        request["reply_markup"] = buttons.to_dict()
    return request


def _in_form(value: Any) -> str:
    """A value of a request as a form has it."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
