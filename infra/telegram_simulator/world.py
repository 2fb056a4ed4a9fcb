"""Phones, chats, messages and the updates that wait for the bot."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from infra.telegram_simulator.refusals import BAD_REQUEST, FORBIDDEN, Refused

BOT_ID = 7_000_000_001
Json = dict[str, Any]


class Person(msgspec.Struct):
    """Someone with a phone; their chat with the bot has their id."""

    id: int
    first_name: str
    language_code: str
    blocked: bool = False

    @property
    def user(self) -> Json:
        return {
            "id": self.id,
            "is_bot": False,
            "first_name": self.first_name,
            "language_code": self.language_code,
        }

    @property
    def chat(self) -> Json:
        return {"id": self.id, "type": "private", "first_name": self.first_name}


class World:
    """Everything between the phones and the bot.

    Args:
        now: the time in whole seconds since 1970, as Telegram dates messages.
        tell: gets each thing a chat sent or received, for the transcript.
        any_chat: whether a chat that nobody opened exists all the same, for measuring.
    """

    def __init__(
        self,
        now: Callable[[], int],
        tell: Callable[[Json], None],
        *,
        any_chat: bool = False,
    ) -> None:
        self.people: dict[int, Person] = {}
        self.messages: dict[int, dict[int, Json]] = {}
        self.pinned: dict[int, list[int]] = {}
        self.updates: list[Json] = []
        self.commands: dict[str, list[Json]] = {}
        self.toasts: dict[int, list[Json]] = {}
        self.silent: dict[int, list[int]] = {}
        self.arrived = asyncio.Event()
        self._now = now
        self._tell = tell
        self._any_chat = any_chat
        # A bot handles each update id once, also after the simulator was started anew.
        self._next = {"update": now(), "person": 1001}
        self._last_message: dict[int, int] = {}
        self._callbacks: dict[str, int] = {}
        self._sent: list[Json] = []

    @property
    def bot(self) -> Json:
        return {
            "id": BOT_ID,
            "is_bot": True,
            "first_name": "Tileledger",
            "username": "tileledger_bot",
            "can_join_groups": True,
            "can_read_all_group_messages": False,
            "supports_inline_queries": False,
        }

    @property
    def last_update(self) -> int:
        """The id of the newest update, or one less than that of the first."""
        return self._next["update"] - 1

    def open_chat(self, first_name: str, language_code: str = "en", id: int | None = None) -> Person:
        """A new phone with a chat."""
        if id is None:
            id = self._next["person"]
            while id in self.people:
                id += 1
            self._next["person"] = id + 1
        person = self.people.setdefault(id, Person(id, first_name, language_code))
        self.messages.setdefault(id, {})
        return person

    def say(self, chat: int, text: str) -> Json:
        """Someone writes to the bot."""
        person = self._person(chat)
        message = self._message(person, person.user, text)
        if text.startswith("/"):
            command = text.split()[0]
            message["entities"] = [{"type": "bot_command", "offset": 0, "length": len(command)}]
        self._keep(chat, message)
        self._tell({"direction": "from_chat", "chat": chat, "message": message["message_id"], "text": text})
        self._update({"message": message})
        return message

    def press(self, chat: int, data: str, message_id: int | None) -> str:
        """Someone presses a button; the id of the callback query."""
        person = self._person(chat)
        message = self.messages[chat].get(message_id or 0)
        number = f"{len(self._callbacks) + 1:010d}"
        self._callbacks[number] = chat
        query: Json = {
            "id": number,
            "from": person.user,
            "chat_instance": str(chat),
            "data": data,
        }
        if message is not None:
            query["message"] = message
        elif message_id is not None:
            query["message"] = {"chat": person.chat, "message_id": message_id, "date": 0}
        self._tell({"direction": "from_chat", "chat": chat, "message": message_id, "pressed": data})
        self._update({"callback_query": query})
        return number

    def block(self, chat: int, blocked: bool) -> None:
        """Someone blocks the bot or lets it in again."""
        person = self._person(chat)
        if person.blocked == blocked:
            return
        person.blocked = blocked
        status = ("member", "kicked") if blocked else ("kicked", "member")
        old, new = (self._member(status_of) for status_of in status)
        change = {
            "chat": person.chat,
            "from": person.user,
            "date": self._now(),
            "old_chat_member": old,
            "new_chat_member": new,
        }
        self._tell({"direction": "from_chat", "chat": chat, "blocked": blocked})
        self._update({"my_chat_member": change})

    def receive(
        self, chat: int, text: str, entities: list[Json], markup: Json | None, details: Mapping[str, Any]
    ) -> Json:
        """The bot's message arrives on the phone."""
        person = self.reachable(chat)
        message = self._message(person, self.bot, text)
        self._dress(message, entities, markup)
        self._keep(chat, message)
        if details.get("silent"):
            self.silent.setdefault(chat, []).append(message["message_id"])
        self._tell(
            {
                "direction": "to_chat",
                "chat": chat,
                "message": message["message_id"],
                "text": text,
                "buttons": _buttons(markup),
                **details,
            }
        )
        return message

    def edit(self, chat: int, message_id: int, text: str, entities: list[Json], markup: Json | None) -> Json:
        """A message of the bot reads differently from now on."""
        message = self._own_message(chat, message_id, "edit")
        if message["text"] == text and message.get("reply_markup") == markup:
            raise Refused(
                BAD_REQUEST,
                "Bad Request: message is not modified: specified new message content and reply markup are "
                "exactly the same as a current content and reply markup of the message",
            )
        message = {**message, "text": text, "edit_date": self._now()}
        self._dress(message, entities, markup)
        self.messages[chat][message_id] = message
        self._tell(
            {"direction": "edited", "chat": chat, "message": message_id, "text": text,
             "buttons": _buttons(markup)}
        )  # fmt: skip
        return message

    def edit_markup(self, chat: int, message_id: int, markup: Json | None) -> Json:
        """A message of the bot has other buttons from now on, or none."""
        message = self._own_message(chat, message_id, "edit")
        return self.edit(chat, message_id, message["text"], message.get("entities", []), markup)

    def pin(self, chat: int, message_id: int) -> None:
        """A message of the bot stands at the top of the chat; again changes nothing."""
        self._own_message(chat, message_id, "pin")
        pinned = self.pinned.setdefault(chat, [])
        if message_id not in pinned:
            pinned.append(message_id)
            self._tell({"direction": "pinned", "chat": chat, "message": message_id})

    def unpin(self, chat: int, message_id: int) -> None:
        """A message does not stand at the top any more."""
        self._own_message(chat, message_id, "unpin")
        if message_id not in self.pinned.get(chat, []):
            raise Refused(BAD_REQUEST, "Bad Request: message to unpin not found")
        self.pinned[chat].remove(message_id)
        self._tell({"direction": "unpinned", "chat": chat, "message": message_id})

    def answer(self, query: str, text: str, alert: bool) -> None:
        """A pressed button stops turning, and may say something."""
        chat = self._callbacks.get(query)
        if chat is None:
            raise Refused(
                BAD_REQUEST,
                "Bad Request: query is too old and response timeout expired or query ID is invalid",
            )
        self.toasts.setdefault(chat, []).append({"query": query, "text": text, "alert": alert})
        self._tell({"direction": "answered", "chat": chat, "query": query, "text": text, "alert": alert})

    def work(self, chat: int) -> None:
        """The chat is shown for a few seconds that the bot is typing."""
        self.reachable(chat)
        self._tell({"direction": "typing", "chat": chat})

    def reachable(self, chat: int) -> Person:
        """Whose chat it is.

        Raises:
            Refused: 400 chat not found, 403 blocked.
        """
        if chat not in self.people and self._any_chat and chat > 0:
            return self.open_chat(f"Phone {chat}", id=chat)
        person = self.people.get(chat)
        if person is None:
            raise Refused(BAD_REQUEST, "Bad Request: chat not found")
        if person.blocked:
            raise Refused(FORBIDDEN, "Forbidden: bot was blocked by the user")
        return person

    def confirm(self, offset: int) -> None:
        """Updates before `offset` are done with."""
        self.updates = [update for update in self.updates if update["update_id"] >= offset]

    def repeat(self, update_id: int) -> None:
        """An update comes once more, as after a confirmation that was lost."""
        for update in self._sent:
            if update["update_id"] == update_id:
                self.updates.insert(0, update)
                self.arrived.set()

    def _own_message(self, chat: int, message_id: int, to: str) -> Json:
        self.reachable(chat)
        message = self.messages[chat].get(message_id)
        if message is None or message["from"]["id"] != BOT_ID:
            raise Refused(BAD_REQUEST, f"Bad Request: message to {to} not found")
        return message

    def _member(self, status: str) -> Json:
        member: Json = {"status": status, "user": self.bot}
        return {**member, "until_date": 0} if status == "kicked" else member

    def _person(self, chat: int) -> Person:
        if chat not in self.people:
            raise KeyError(f"there is no chat {chat}")
        return self.people[chat]

    def _message(self, person: Person, sender: Json, text: str) -> Json:
        number = self._last_message.get(person.id, 0) + 1
        self._last_message[person.id] = number
        return {
            "message_id": number,
            "from": sender,
            "chat": person.chat,
            "date": self._now(),
            "text": text,
        }

    def _keep(self, chat: int, message: Json) -> None:
        self.messages[chat][message["message_id"]] = message

    @staticmethod
    def _dress(message: Json, entities: list[Json], markup: Json | None) -> None:
        for name, content in (("entities", entities), ("reply_markup", markup)):
            if content:
                message[name] = content
            else:
                message.pop(name, None)

    def _update(self, content: Json) -> None:
        update = {"update_id": self._next["update"], **content}
        self._next["update"] += 1
        self._sent.append(update)
        self.updates.append(update)
        self.arrived.set()


def _buttons(markup: Json | None) -> list[list[str]]:
    rows = (markup or {}).get("inline_keyboard", [])
    return [[button.get("callback_data") or button.get("url") or "" for button in row] for row in rows]
