"""Deep links: what someone opens to bring a chat in."""

from urllib.parse import urlsplit

from telegram.error import InvalidToken, TelegramError

from bots.telegram.channel import connected
from bots.telegram.running import TELEGRAM_TOKEN_INVALID
from shared.problems import ProblemType

TELEGRAM_UNREACHABLE = ProblemType("telegram-unreachable", 503)
_LOOPBACK = ("127.0.0.1", "localhost", "::1")


async def links_begin(token: str, api_url: str) -> str:
    """The address that opens the bot, up to the invitation; on this machine that of the simulator's phone.

    Raises:
        Problem: telegram-token-invalid, telegram-unreachable.
    """
    if urlsplit(api_url).hostname in _LOOPBACK:
        return f"{api_url.rstrip('/')}/?start="
    client = connected(token, api_url)
    try:
        await client.initialize()
        return f"https://t.me/{client.username}?start="
    except InvalidToken as error:
        raise TELEGRAM_TOKEN_INVALID() from error
    except TelegramError as error:
        raise TELEGRAM_UNREACHABLE() from error
    finally:
        await client.shutdown()
