"""Between Telegram and the conversations: updates in by polling or webhook, replies out at one pace."""

import asyncio
import hmac
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

import msgspec
from aiohttp import web
from telegram import Bot, BotCommand, BotCommandScopeChat, MaybeInaccessibleMessage, Message, Update
from telegram.constants import ChatAction, ParseMode
from telegram.error import BadRequest, InvalidToken, NetworkError, RetryAfter, TelegramError

from bots.telegram.handling import Handled, Handling, Incoming
from bots.telegram.markup import keyboard, quoted
from bots.telegram.menus import Menu, menu
from bots.telegram.problems import TELEGRAM_TOKEN_INVALID
from bots.telegram.request import outcome_of
from bots.telegram.talk import Reply
from services.delivery.pacing import Pace
from services.personal.texts import bot_text
from shared.catalogue import languages
from shared.i18n import DEFAULT, Language
from shared.language_choice import choose_language
from shared.logs import logger
from shared.problems import error_name

WAIT = 25
"""Seconds that a poll waits for an update."""
SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"
_KINDS = ["message", "callback_query", "my_chat_member"]
_TRIES = 5
_LONGEST_BACKOFF = 30.0
_FORGET_EVERY = 3600.0
_OFFICES_EVERY = 30.0
_AT_ONCE = 0.7
"""Seconds until a chat that waits is shown that something is being done."""
log = logger(__name__)
R = TypeVar("R")


class Webhook(msgspec.Struct, frozen=True):
    """Where Telegram sends updates, and where this process listens for them.

    Attributes:
        url: public, https.
        secret: what Telegram says so that nobody else can send updates.
    """

    url: str
    host: str
    port: int
    secret: str


class Running:
    """The bot while it runs.

    Args:
        bot: shared with the channel for notices.
        pace: shared with the dispatcher, so that limits hold for both together.
    """

    def __init__(self, bot: Bot, handling: Handling, pace: Pace) -> None:
        self._bot = bot
        self._handling = handling
        self._pace = pace
        self._stopping = asyncio.Event()
        self._threads = ThreadPoolExecutor(4, "telegram")
        self._chats: dict[int, asyncio.Lock] = {}
        self._out: set[asyncio.Task[None]] = set()
        self._menus: dict[int, Menu] = {}
        self._answered: set[str] = set()

    def stop(self) -> None:
        """End `run` once what is being answered is answered."""
        self._stopping.set()

    async def run(self, webhook: Webhook | None = None) -> None:
        """Answer until told to stop; by polling, unless a webhook is given.

        Raises:
            Problem: telegram-token-invalid.
        """
        beside = [asyncio.create_task(self._tidy())]
        try:
            await self._introduce(webhook)
            beside.append(asyncio.create_task(self._keep_menus()))
            await (self._poll() if webhook is None else self._listen(webhook))
            if self._out:
                await asyncio.wait(self._out, timeout=10)
        finally:
            for task in (*beside, *self._out):
                task.cancel()
            await asyncio.gather(*beside, *self._out, return_exceptions=True)
            self._threads.shutdown()

    async def _introduce(self, webhook: Webhook | None) -> None:
        """Say how updates are to come, and what the menu shows; tried until Telegram answers."""
        backoff = 1.0
        while not self._stopping.is_set():
            try:
                await self._bot.initialize()
                if webhook is None:
                    await self._bot.delete_webhook()
                else:
                    await self._bot.set_webhook(
                        webhook.url, secret_token=webhook.secret, allowed_updates=_KINDS
                    )
                for language in languages():
                    code = None if language == DEFAULT else language
                    await self._bot.set_my_commands(_commands(menu((), language)), language_code=code)
                log.info("telegram_bot_ready", webhook=webhook is not None)
                return
            except InvalidToken as error:
                raise TELEGRAM_TOKEN_INVALID() from error
            except TelegramError as error:
                backoff = await self._trouble(error, backoff)

    async def _poll(self) -> None:
        offset, backoff = 0, 1.0
        while not self._stopping.is_set():
            try:
                updates = await self._unless_stopped(offset)
            except InvalidToken as error:
                raise TELEGRAM_TOKEN_INVALID() from error
            except TelegramError as error:
                backoff = await self._trouble(error, backoff)
                continue
            backoff = 1.0
            # Confirmed with the next poll, so an update that was cut off comes again.
            await asyncio.gather(*(self._take(update) for update in updates))
            if updates:
                offset = updates[-1].update_id + 1

    async def _unless_stopped(self, offset: int) -> Sequence[Update]:
        asked = asyncio.ensure_future(
            self._bot.get_updates(offset=offset, timeout=WAIT, allowed_updates=_KINDS)
        )
        stopped = asyncio.ensure_future(self._stopping.wait())
        try:
            await asyncio.wait((asked, stopped), return_when=asyncio.FIRST_COMPLETED)
            return asked.result() if asked.done() else ()
        finally:
            for task in (asked, stopped):
                task.cancel()
            await asyncio.gather(asked, stopped, return_exceptions=True)

    async def _listen(self, webhook: Webhook) -> None:
        async def receive(request: web.Request) -> web.Response:
            given = request.headers.get(SECRET_HEADER, "")
            if not hmac.compare_digest(given.encode(), webhook.secret.encode()):
                return web.Response(status=403)
            try:
                update = Update.de_json(await request.json(), self._bot)
            except (ValueError, TypeError, KeyError, AttributeError):
                return web.Response(status=400)
            # Answered only when handled: otherwise Telegram sends it again.
            return web.Response(status=200 if await self._take(update) else 503)

        app = web.Application(client_max_size=1 << 20)
        app.router.add_post("/{path:.*}", receive)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        try:
            await web.TCPSite(runner, webhook.host, webhook.port).start()
            await self._stopping.wait()
        finally:
            await runner.cleanup()

    async def _take(self, update: Update) -> bool:
        """Handle one update, those of a chat in order; False when it could not be."""
        incoming = read(update)
        if incoming is None:
            return True
        waiting = asyncio.create_task(self._show_at_work(update, incoming))
        try:
            return await self._handle(update, incoming)
        finally:
            waiting.cancel()

    async def _show_at_work(self, update: Update, incoming: Incoming) -> None:
        """What takes long is shown to be at work: a pressed button stops turning, and the bot is typing."""
        await asyncio.sleep(_AT_ONCE)
        if update.callback_query is not None:
            self._answered.add(update.callback_query.id)
            with suppress(TelegramError):
                await asyncio.shield(self._bot.answer_callback_query(update.callback_query.id))
        if incoming.kind in ("text", "pressed"):
            with suppress(TelegramError):
                await self._bot.send_chat_action(incoming.chat, ChatAction.TYPING)

    async def _handle(self, update: Update, incoming: Incoming) -> bool:
        lock = self._chats.setdefault(incoming.chat, asyncio.Lock())
        async with lock:
            try:
                handled = await self._in_thread(lambda: self._handling.handle(incoming))
            except Exception as error:
                log.error("telegram_update_failed", update=incoming.update_id, error=error_name(error))
                handled = Handled((Reply(incoming.chat, bot_text("failed", incoming.language)),))
                self._send_later(update, incoming, handled)
                return True
        if not getattr(lock, "_waiters", None):
            self._chats.pop(incoming.chat, None)
        if handled is not None:
            self._send_later(update, incoming, handled)
        return True

    def _send_later(self, update: Update, incoming: Incoming, handled: Handled) -> None:
        task = asyncio.create_task(self._answer(update, incoming, handled))
        self._out.add(task)
        task.add_done_callback(self._out.discard)

    async def _answer(self, update: Update, incoming: Incoming, handled: Handled) -> None:
        query, replies = update.callback_query, list(handled.replies)
        if query is not None and query.id in self._answered:
            self._answered.discard(query.id)
            if handled.toast:
                replies.insert(0, Reply(incoming.chat, quoted(handled.toast)))
        elif query is not None:
            with suppress(TelegramError):
                await self._bot.answer_callback_query(
                    query.id, handled.toast or None, show_alert=len(handled.toast) > 60
                )
        message = query.message.message_id if query is not None and query.message is not None else None
        for reply in replies:
            await self._send(reply, message, handled.address or f"chat:{reply.to}")
        if query is not None and handled.noted:
            await self._note(incoming.chat, query.message, handled)
        if incoming.kind in ("text", "pressed") and (
            handled.links_changed or incoming.chat not in self._menus
        ):
            chat, tongue = incoming.chat, incoming.language
            await self._show_menu(
                chat, await self._in_thread(lambda: self._handling.menus.of_chat(chat, tongue))
            )

    async def _note(self, chat: int, notice: MaybeInaccessibleMessage | None, handled: Handled) -> None:
        """Put a line under a notice, in the place of its buttons; its text stays."""
        if notice is None:
            return
        await self._pace.turn(handled.address)
        try:
            if isinstance(notice, Message) and notice.text is not None:
                if notice.reply_markup is None:
                    return  # pressed once more, on a phone that has not seen yet that the button is gone
                html = f"{notice.text_html}\n<i>{quoted(handled.noted)}</i>"
                await self._bot.edit_message_text(html, chat, notice.message_id, parse_mode=ParseMode.HTML)
            else:  # too old to be sent along with the press
                await self._bot.edit_message_reply_markup(chat, notice.message_id)
        except TelegramError as error:
            log.warning("telegram_notice_not_marked", why=outcome_of(error).why)

    async def _show_menu(self, chat: int, menu: Menu) -> None:
        """Have the menu of a chat show these commands; what fails is tried with the next change."""
        if self._menus.get(chat) == menu:
            return
        try:
            await self._bot.set_my_commands(_commands(menu), scope=BotCommandScopeChat(chat))
        except TelegramError as error:
            log.warning("telegram_menu_not_set", why=outcome_of(error).why)
        else:
            self._menus[chat] = menu

    async def _keep_menus(self) -> None:
        """Offices change without a word in the chat: the menus of officials are looked at again and again."""
        while True:
            try:
                for chat, commands in await self._in_thread(
                    lambda: list(self._handling.menus.of_changed_offices())
                ):
                    await self._show_menu(chat, commands)
            except Exception as error:
                log.warning("telegram_menus_not_kept", error=error_name(error))
            await asyncio.sleep(_OFFICES_EVERY)

    async def _send(self, reply: Reply, pressed: int | None, address: str) -> None:
        """Show a reply; in doubt once more, because who asked waits for it, and twice does no harm."""
        instead = reply.instead and pressed is not None
        for tried in range(_TRIES):
            await self._pace.turn(address)
            try:
                if reply.file is not None:
                    await self._bot.send_document(
                        reply.to,
                        reply.file.content,
                        caption=reply.html,
                        filename=reply.file.name,
                        parse_mode=ParseMode.HTML,
                    )
                elif instead:
                    await self._bot.edit_message_text(
                        reply.html,
                        reply.to,
                        pressed,
                        parse_mode=ParseMode.HTML,
                        reply_markup=keyboard(reply.rows),
                    )
                else:
                    await self._bot.send_message(
                        reply.to, reply.html, parse_mode=ParseMode.HTML, reply_markup=keyboard(reply.rows)
                    )
                return
            except RetryAfter as error:
                self._pace.pause(outcome_of(error).seconds)
            except BadRequest as error:
                if "not modified" in error.message:
                    return
                if not instead:
                    log.warning("telegram_reply_refused", why=outcome_of(error).why)
                    return
                instead = False  # the message pressed on is gone or too old: say it below
            except NetworkError:
                await asyncio.sleep(0.5 * 2**tried)
            except TelegramError as error:
                log.warning("telegram_reply_failed", why=outcome_of(error).why)
                return

    async def _trouble(self, error: TelegramError, backoff: float) -> float:
        outcome = outcome_of(error)
        log.warning("telegram_unreachable", why=outcome.why)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._stopping.wait(), outcome.seconds or backoff)
        return min(backoff * 2, _LONGEST_BACKOFF)

    async def _tidy(self) -> None:
        while True:
            try:
                await self._in_thread(self._handling.forget_old)
            except Exception as error:
                log.warning("telegram_memory_not_tidied", error=error_name(error))
            await asyncio.sleep(_FORGET_EVERY)

    async def _in_thread(self, work: Callable[[], R]) -> R:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)


def _commands(menu: Menu) -> list[BotCommand]:
    return [BotCommand(name, about) for name, about in menu]


def read(update: Update) -> Incoming | None:
    """The update as the bot cares for it; None for what is nothing to it: groups, other bots."""
    if update.callback_query is not None:
        query = update.callback_query
        if query.data is None or (query.message is not None and query.message.chat.type != "private"):
            return None
        # A private chat has the id of the person, so a press on a message too old to be sent along counts.
        tongue = _tongue(query.from_user.language_code)
        return Incoming(update.update_id, query.from_user.id, tongue, "pressed", query.data)
    if update.my_chat_member is not None:
        change = update.my_chat_member
        if change.chat.type != "private":
            return None
        left = change.new_chat_member.status in ("kicked", "left")
        tongue = _tongue(change.from_user.language_code)
        return Incoming(update.update_id, change.chat.id, tongue, "blocked" if left else "unblocked")
    message = update.message
    if message is None or message.chat.type != "private":
        return None
    if message.text is None and not message.effective_attachment:
        return None
    tongue = _tongue(message.from_user.language_code if message.from_user is not None else None)
    sticker = message.sticker.emoji if message.sticker is not None else None
    written = message.text or message.caption or sticker or ""
    return Incoming(update.update_id, message.chat.id, tongue, "text", written)


def _tongue(tag: str | None) -> Language:
    return choose_language(tag)
