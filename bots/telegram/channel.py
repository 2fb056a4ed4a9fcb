"""Telegram as a channel for notices."""

import logging

from telegram import Bot, LinkPreviewOptions
from telegram.constants import ParseMode
from telegram.error import TelegramError

from bots.telegram.markup import notice_buttons, notice_html
from bots.telegram.outcomes import outcome_of
from bots.telegram.request import AiohttpRequest
from services.delivery.channel import Outcome
from services.notices.rendering import Message

NAME = "telegram"
_NO_PREVIEW = LinkPreviewOptions(is_disabled=True)


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
    """Sends notices to chats; the address is the chat's id.

    Args:
        bot: shared with whoever else speaks as this bot; initialized by the first message if it is not.
    """

    name = NAME

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    async def send(self, address: str, message: Message, key: str) -> Outcome:
        try:
            # Only the connections: what initialize() asks Telegram besides must not hinder a message.
            await self._bot.request.initialize()
            sent = await self._bot.send_message(
                int(address),
                notice_html(message),
                parse_mode=ParseMode.HTML,
                reply_markup=notice_buttons(message, key),
                link_preview_options=_NO_PREVIEW,
            )
        except TelegramError as error:
            return outcome_of(error)
        except ValueError:
            return Outcome("refused", why="this is no chat or no delivery of Telegram's")
        return Outcome("sent", remote=str(sent.message_id))

    async def close(self) -> None:
        await self._bot.request.shutdown()
