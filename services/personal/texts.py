"""What participants are told in a chat or on their page, from the catalogue."""

from shared.catalogue import say
from shared.i18n import Language


def bot_text(name: str, language: Language, /, **values: object) -> str:
    """A text with its values filled in; `name` is its key after "bot-", as an identifier."""
    return say(f"bot-{name.replace('_', '-')}", language, **values).strip()


def clipped(text: str, most: int) -> str:
    """The text with at most so many characters."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"
