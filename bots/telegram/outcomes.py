"""What is known after an attempt over Telegram: the one table from errors to outcomes."""

from datetime import timedelta

from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
)

from bots.telegram.request import NOT_SENT
from services.delivery.channel import Outcome

_NO_SUCH_CHAT = ("chat not found", "user not found", "peer_id_invalid", "chat_id is empty")
_NO_RIGHT_THERE = ("not enough rights", "chat_write_forbidden", "group chat was deactivated")


def outcome_of(error: TelegramError) -> Outcome:
    """What is known after `error`; the reason never holds an address.

    BadRequest is a NetworkError, so it comes first; TimedOut is one, too, and is judged by its cause.
    """
    why = type(error).__name__
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
                return Outcome("not_sent", why=type(cause).__name__)
            return Outcome("unknown", why=type(cause or error).__name__)
        case Conflict():
            return Outcome("refused", why=why)
    return Outcome("unknown", why=why)


def _seconds(error: RetryAfter) -> float:
    interval = error.retry_after
    return interval.total_seconds() if isinstance(interval, timedelta) else float(interval)


def _reason(error: TelegramError) -> str:
    """Telegram's own words, which name no one."""
    return error.message.removeprefix("Forbidden: ")[:120]
