"""Text as Telegram's HTML, with everything that comes from people shown literally; and buttons."""

from collections.abc import Sequence
from html import escape

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from services.notices.kinds import Action
from services.notices.rendering import Message
from services.personal.texts import bot_text, clipped
from shared.catalogue import say, shown

NOTICE = "n"
"""Begins the callback data of the buttons under a notice; every other begins otherwise."""
_LONGEST_DATA = 64


def notice_html(message: Message) -> str:
    """A notice: names in bold, the reference below in italics."""
    lines = []
    if len(message.bodies) == 1:
        if message.names:
            lines.append(f"<b>{quoted(shown(message.names, message.language))}</b>")
        lines.append(quoted(message.bodies[0]))
    else:
        pairs = zip(message.names, message.bodies, strict=True)
        lines += [
            say("bot-for-each", message.language, name=f"<b>{quoted(name)}</b>", body=quoted(body))
            for name, body in pairs
        ]
    lines.append(f"<i>{quoted(message.foot)}</i>")
    return "\n".join(lines)


def notice_buttons(message: Message, key: str) -> InlineKeyboardMarkup | None:
    """The buttons under a notice, None for none.

    Args:
        key: of the delivery; by it a press finds what it is about.
    """
    if not message.actions:
        return None
    row = [
        InlineKeyboardButton(
            bot_text(f"action_{action}", message.language), callback_data=notice_data(action, key)
        )
        for action in message.actions
    ]
    return InlineKeyboardMarkup([row])


def notice_data(action: Action, key: str) -> str:
    """The callback data of a button under a notice."""
    data = f"{NOTICE}:{action}:{key}"
    if len(data.encode()) > _LONGEST_DATA:
        raise ValueError("the key of a delivery is too long for a button")
    return data


def as_html(heading: str, body: str, most: int) -> str:
    """A reply with its heading, at most so many characters long."""
    return (f"<b>{quoted(heading)}</b>\n" if heading else "") + quoted(clipped(body, most - len(heading)))


def quoted(text: str) -> str:
    """The text as it reads, whatever signs are in it."""
    return escape(text, quote=False)


def keyboard(rows: Sequence[Sequence[tuple[str, str]]]) -> InlineKeyboardMarkup | None:
    """Rows of buttons with label and callback data; None for no buttons."""
    if not rows:
        return None
    return InlineKeyboardMarkup(
        [[InlineKeyboardButton(label, callback_data=data) for label, data in row] for row in rows]
    )
