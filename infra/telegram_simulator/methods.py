"""The Bot API's methods, as far as the bot uses them, with Telegram's checks and words of refusal."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from infra.telegram_simulator.limits import Limits
from infra.telegram_simulator.markup import plain
from infra.telegram_simulator.refusals import BAD_REQUEST, CONFLICT, Refused
from infra.telegram_simulator.world import Json, World

LONGEST_TEXT = 4096
LONGEST_CAPTION = 1024
LONGEST_DATA = 64
LONGEST_TOAST = 200
_MOST_UPDATES = 100
Parameters = Mapping[str, str]


class Methods:
    """What a bot can call. Parameters come as text, with JSON where Telegram takes JSON."""

    def __init__(self, world: World, limits: Limits) -> None:
        self.world = world
        self.limits = limits
        self.webhook: Json = {}
        self.files: dict[str, Json] = {}
        """Those that were sent, by id."""
        self._asking = 0
        self.known: Mapping[str, Callable[[Parameters], Awaitable[Any]]] = {
            name.lower(): method
            for name, method in {
                "getMe": self._get_me,
                "getUpdates": self._get_updates,
                "sendMessage": self._send_message,
                "sendDocument": self._send_document,
                "editMessageText": self._edit_message_text,
                "editMessageReplyMarkup": self._edit_message_reply_markup,
                "pinChatMessage": self._pin_chat_message,
                "unpinChatMessage": self._unpin_chat_message,
                "answerCallbackQuery": self._answer_callback_query,
                "sendChatAction": self._send_chat_action,
                "setMyCommands": self._set_my_commands,
                "getMyCommands": self._get_my_commands,
                "setWebhook": self._set_webhook,
                "deleteWebhook": self._delete_webhook,
                "getWebhookInfo": self._get_webhook_info,
            }.items()
        }

    async def _get_me(self, parameters: Parameters) -> Json:
        return self.world.bot

    async def _get_updates(self, parameters: Parameters) -> list[Json]:
        if self.webhook:
            raise Refused(
                CONFLICT,
                "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete "
                "the webhook first",
            )
        self._asking += 1
        turn = self._asking
        self.world.arrived.set()  # wakes whoever asked before, who is then refused
        offset, timeout = _whole(parameters, "offset", 0), _whole(parameters, "timeout", 0)
        most = min(max(_whole(parameters, "limit", _MOST_UPDATES), 1), _MOST_UPDATES)
        kinds = json.loads(parameters.get("allowed_updates") or "[]")
        if offset:
            self.world.confirm(offset)
        deadline = asyncio.get_running_loop().time() + timeout
        while True:
            if turn != self._asking:
                raise Refused(
                    CONFLICT,
                    "Conflict: terminated by other getUpdates request; make sure that only one bot instance "
                    "is running",
                )
            found = [
                update for update in self.world.updates if not kinds or any(kind in update for kind in kinds)
            ]
            left = deadline - asyncio.get_running_loop().time()
            if found or left <= 0:
                return found[:most]
            self.world.arrived.clear()
            try:
                await asyncio.wait_for(self.world.arrived.wait(), left)
            except TimeoutError:
                continue

    async def _send_message(self, parameters: Parameters) -> Json:
        chat = _chat(parameters)
        text, entities = _text(parameters)
        markup = _markup(parameters)
        self.world.reachable(chat)
        self.limits.pass_one(chat)
        html = parameters["text"] if parameters.get("parse_mode") else None
        details: Json = {"html": html} if html else {}
        if parameters.get("disable_notification") == "true":
            details["silent"] = True
        return self.world.receive(chat, text, entities, markup, details)

    async def _send_document(self, parameters: Parameters) -> Json:
        chat = _chat(parameters)
        if "document" not in parameters:
            raise Refused(BAD_REQUEST, "Bad Request: there is no document in the request")
        text, entities = _text({**parameters, "text": parameters.get("caption", "")})
        if len(text) > LONGEST_CAPTION:
            raise Refused(BAD_REQUEST, "Bad Request: message caption is too long")
        file = self._file(parameters["document"])
        self.world.reachable(chat)
        self.limits.pass_one(chat)
        self.files[file["file_id"]] = file
        # The page shows a caption and the file's name as one text.
        shown = f"{text}\n📎 {file['name']}"
        details: Json = {"file": file}
        if parameters.get("disable_notification") == "true":
            details["silent"] = True
        message = self.world.receive(chat, shown, entities, _markup(parameters), details)
        return {**message, "document": {"file_id": file["file_id"], "file_name": file["name"]}}

    def _file(self, document: str) -> Json:
        """The file that was uploaded, or that an id stands for."""
        if document.startswith("{"):
            file: Json = json.loads(document)
            return {**file, "file_id": f"file-{file['sha256'][:16]}-{len(self.files)}"}
        if document not in self.files:
            raise Refused(BAD_REQUEST, "Bad Request: wrong file identifier/HTTP URL specified")
        return self.files[document]

    async def _edit_message_text(self, parameters: Parameters) -> Json:
        text, entities = _text(parameters)
        return self.world.edit(
            _chat(parameters), _whole(parameters, "message_id", 0), text, entities, _markup(parameters)
        )

    async def _edit_message_reply_markup(self, parameters: Parameters) -> Json:
        return self.world.edit_markup(
            _chat(parameters), _whole(parameters, "message_id", 0), _markup(parameters)
        )

    async def _pin_chat_message(self, parameters: Parameters) -> bool:
        self.world.pin(_chat(parameters), _whole(parameters, "message_id", 0))
        return True

    async def _unpin_chat_message(self, parameters: Parameters) -> bool:
        self.world.unpin(_chat(parameters), _whole(parameters, "message_id", 0))
        return True

    async def _answer_callback_query(self, parameters: Parameters) -> bool:
        text = parameters.get("text", "")
        if len(text) > LONGEST_TOAST:
            raise Refused(BAD_REQUEST, "Bad Request: MESSAGE_TOO_LONG")
        self.world.answer(
            parameters.get("callback_query_id", ""), text, parameters.get("show_alert") == "true"
        )
        return True

    async def _set_my_commands(self, parameters: Parameters) -> bool:
        commands = json.loads(parameters.get("commands", "[]"))
        for command in commands:
            name, about = command.get("command", ""), command.get("description", "")
            if not (1 <= len(name) <= 32 and name.replace("_", "").isalnum() and name == name.lower()):
                raise Refused(BAD_REQUEST, "Bad Request: BOT_COMMAND_INVALID")
            if not 1 <= len(about) <= 256:
                raise Refused(BAD_REQUEST, "Bad Request: BOT_COMMAND_DESCRIPTION_INVALID")
        self.world.commands[_commands_of(parameters)] = commands
        return True

    async def _get_my_commands(self, parameters: Parameters) -> list[Json]:
        return self.world.commands.get(_commands_of(parameters), [])

    async def _send_chat_action(self, parameters: Parameters) -> bool:
        if parameters.get("action") != "typing":
            raise Refused(BAD_REQUEST, "Bad Request: wrong parameter action in request")
        self.world.work(_chat(parameters))
        return True

    async def _set_webhook(self, parameters: Parameters) -> bool:
        url = parameters.get("url", "")
        self.webhook = {"url": url, "secret": parameters.get("secret_token", "")} if url else {}
        self.world.arrived.set()
        return True

    async def _delete_webhook(self, parameters: Parameters) -> bool:
        self.webhook = {}
        if parameters.get("drop_pending_updates") == "true":
            self.world.updates.clear()
        return True

    async def _get_webhook_info(self, parameters: Parameters) -> Json:
        return {
            "url": self.webhook.get("url", ""),
            "has_custom_certificate": False,
            "pending_update_count": len(self.world.updates),
        }


def _commands_of(parameters: Parameters) -> str:
    """By what commands are kept: the chat they are for, or else the language, "" for any."""
    scope: Json = json.loads(parameters.get("scope") or "{}")
    if scope.get("type", "default") == "default":
        return parameters.get("language_code", "")
    if scope["type"] != "chat" or "chat_id" not in scope:
        raise Refused(BAD_REQUEST, "Bad Request: unsupported BotCommandScope specified")
    return f"chat:{scope['chat_id']}"


def chat_of(parameters: Parameters) -> int | None:
    """The chat that a call names, if it names one."""
    try:
        return int(parameters["chat_id"])
    except (KeyError, ValueError):
        return None


def _chat(parameters: Parameters) -> int:
    chat = chat_of(parameters)
    if chat is None:
        raise Refused(BAD_REQUEST, "Bad Request: chat_id is empty" if not parameters.get("chat_id") else
                      "Bad Request: chat not found")  # fmt: skip
    return chat


def _whole(parameters: Parameters, name: str, default: int) -> int:
    try:
        return int(parameters.get(name, default))
    except ValueError:
        raise Refused(BAD_REQUEST, f"Bad Request: {name} is not a number") from None


def _text(parameters: Parameters) -> tuple[str, list[Json]]:
    mode = parameters.get("parse_mode", "").lower()
    if mode not in ("", "html"):
        raise Refused(BAD_REQUEST, "Bad Request: unsupported parse_mode")
    text, entities = plain(parameters.get("text", "")) if mode else (parameters.get("text", ""), [])
    text = text.strip()
    if not text:
        raise Refused(BAD_REQUEST, "Bad Request: message text is empty")
    if len(text) > LONGEST_TEXT:
        raise Refused(BAD_REQUEST, "Bad Request: message is too long")
    return text, entities


def _markup(parameters: Parameters) -> Json | None:
    if not parameters.get("reply_markup"):
        return None
    try:
        markup: Json = json.loads(parameters["reply_markup"])
        rows = markup.get("inline_keyboard", [])
        buttons = [button for row in rows for button in row]
    except (ValueError, AttributeError, TypeError):
        raise Refused(BAD_REQUEST, "Bad Request: can't parse reply keyboard markup JSON object") from None
    for button in buttons:
        if not button.get("text"):
            raise Refused(BAD_REQUEST, "Bad Request: can't parse inline keyboard button: Text is empty")
        data = button.get("callback_data")
        if data is not None and not 1 <= len(data.encode()) <= LONGEST_DATA:
            raise Refused(BAD_REQUEST, "Bad Request: BUTTON_DATA_INVALID")
        if data is None and not button.get("url"):
            raise Refused(BAD_REQUEST, "Bad Request: can't parse inline keyboard button: Text buttons are "
                          "unallowed in the inline keyboard")  # fmt: skip
    return markup if buttons else None
