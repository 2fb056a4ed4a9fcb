"""Why the bot cannot be used, or not by whoever talks to it."""

from shared.problems import ProblemType

TELEGRAM_TOKEN_INVALID = ProblemType("telegram-token-invalid", 500)
TELEGRAM_UNREACHABLE = ProblemType("telegram-unreachable", 503)
CHAT_FOR_SOMEONE_ELSE = ProblemType("chat-for-someone-else", 403)
