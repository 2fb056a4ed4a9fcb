"""The simulator satisfies python-telegram-bot as it is, and refuses what Telegram refuses."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest
from telegram import Bot, BotCommand, BotCommandScopeChat, InlineKeyboardButton, InlineKeyboardMarkup
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TimedOut,
)
from telegram.request import HTTPXRequest

from infra.telegram_simulator.limits import Limits
from infra.telegram_simulator.refusals import Refused
from infra.telegram_simulator.world import World
from tests.simulators.telegram import TOKEN, Telegram, simulating

T = TypeVar("T")


@pytest.fixture(autouse=True)
def _intervals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PTB_TIMEDELTA", "1")  # without it the client warns that its numbers will change


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Telegram]:
    with simulating(tmp_path_factory.mktemp("telegram"), "--no-limits") as telegram:
        yield telegram


@pytest.fixture
def telegram(running: Telegram) -> Telegram:
    """One simulator for all tests, with nothing going wrong and nothing left waiting."""
    running.ask("DELETE", "faults")
    running.ask("POST", "down", {"seconds": 0})

    async def read_all(bot: Bot) -> None:
        for update in await bot.get_updates():
            await bot.get_updates(offset=update.update_id + 1)

    with_bot(running, read_all)
    return running


PLAIN = {"verify": False}
"""Nothing here is encrypted, and to read every certificate authority takes longer than most tests."""


def with_bot(telegram: Telegram, work: Callable[[Bot], Awaitable[T]], token: str = TOKEN) -> T:
    """What the work with the unmodified client gives."""

    async def run() -> T:
        bot = Bot(
            token,
            base_url=f"{telegram.url}/bot",
            request=HTTPXRequest(read_timeout=5, httpx_kwargs=PLAIN),
            get_updates_request=HTTPXRequest(read_timeout=5, httpx_kwargs=PLAIN),
        )
        async with bot:
            return await work(bot)

    return asyncio.run(run())


def test_a_message_arrives_with_its_buttons_and_is_dated_in_seconds(telegram: Telegram) -> None:
    chat = telegram.phone()
    keys = InlineKeyboardMarkup([[InlineKeyboardButton("Seen", callback_data="seen:1")]])
    sent = with_bot(
        telegram,
        lambda bot: bot.send_message(
            chat, "<b>Now</b> &lt;b&gt;&amp;_*", parse_mode="HTML", reply_markup=keys
        ),
    )
    assert sent.text == "Now <b>&_*"
    assert 2020 < sent.date.year < 2200
    assert [(entity.type, entity.offset, entity.length) for entity in sent.entities] == [("bold", 0, 3)]
    (line,) = telegram.transcript(chat)
    assert (line["direction"], line["text"], line["buttons"]) == ("to_chat", "Now <b>&_*", [["seen:1"]])
    assert json.loads(telegram.file.read_text().splitlines()[-1]) == line


def test_what_a_phone_says_and_presses_comes_as_updates_until_it_is_confirmed(telegram: Telegram) -> None:
    chat = telegram.phone("Grace", "zh-hant")

    async def work(bot: Bot) -> None:
        message = await bot.send_message(chat, "Choose")
        telegram.say(chat, "/start abc")
        telegram.press(chat, "x", message.message_id)
        first = await bot.get_updates(timeout=2)
        assert first[1].update_id == first[0].update_id + 1
        assert first[0].message is not None
        assert first[0].message.text == "/start abc"
        assert first[0].message.from_user is not None
        assert first[0].message.from_user.language_code == "zh-hant"
        assert await bot.get_updates() == first
        (second,) = await bot.get_updates(offset=first[1].update_id)
        assert second.callback_query is not None
        assert second.callback_query.data == "x"
        assert await bot.answer_callback_query(second.callback_query.id, "Thanks")
        assert await bot.get_updates(offset=first[1].update_id + 1) == ()

    with_bot(telegram, work)
    assert telegram.transcript(chat)[-1]["text"] == "Thanks"


def test_a_long_poll_waits_for_what_comes(telegram: Telegram) -> None:
    chat = telegram.phone()

    async def work(bot: Bot) -> str | None:
        waiting = asyncio.create_task(bot.get_updates(timeout=20, read_timeout=5))
        await asyncio.sleep(0.2)
        assert not waiting.done()
        await asyncio.to_thread(telegram.say, chat, "hello")
        (update,) = await waiting
        return update.message.text if update.message else None

    assert with_bot(telegram, work) == "hello"


def test_a_second_poller_ends_the_first(telegram: Telegram) -> None:
    async def work(bot: Bot) -> None:
        first = asyncio.create_task(bot.get_updates(timeout=20))
        await asyncio.sleep(0.2)
        await bot.get_updates(timeout=0)
        with pytest.raises(Conflict):
            await first

    with_bot(telegram, work)


def test_a_message_can_be_edited_but_not_to_the_same(telegram: Telegram) -> None:
    chat = telegram.phone()

    async def work(bot: Bot) -> None:
        message = await bot.send_message(chat, "one")
        edited = await bot.edit_message_text("two", chat, message.message_id)
        assert not isinstance(edited, bool)
        assert edited.text == "two"
        with pytest.raises(BadRequest, match="not modified"):
            await bot.edit_message_text("two", chat, message.message_id)
        with pytest.raises(BadRequest, match="not found"):
            await bot.edit_message_text("two", chat, 99)

    with_bot(telegram, work)
    assert [message["text"] for message in telegram.messages(chat)] == ["two"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("<b>open", "Can't find end tag"),
        ("1 < 2", "Unclosed start tag"),
        ("<script>x</script>", "Unsupported start tag"),
        ("</b>", "Unmatched end tag"),
        ("   ", "text is empty"),
        ("<b></b>", "text is empty"),
        ("x" * 4097, "too long"),
    ],
)
def test_a_text_that_telegram_cannot_read_is_refused(telegram: Telegram, text: str, why: str) -> None:
    chat = telegram.phone()
    with pytest.raises(BadRequest, match=f"(?i){why}"):
        with_bot(telegram, lambda bot: bot.send_message(chat, text, parse_mode="HTML"))
    assert telegram.transcript(chat) == []


def test_the_data_of_a_button_has_at_most_64_bytes(telegram: Telegram) -> None:
    chat = telegram.phone()

    def sending(data: str) -> Callable[[Bot], Awaitable[object]]:
        keys = InlineKeyboardMarkup([[InlineKeyboardButton("x", callback_data=data)]])
        return lambda bot: bot.send_message(chat, "x", reply_markup=keys)

    with_bot(telegram, sending("x" * 64))
    with pytest.raises(BadRequest, match=r"(?i)button_data_invalid"):
        with_bot(telegram, sending("裁" * 22))


def test_an_unknown_query_is_too_old(telegram: Telegram) -> None:
    with pytest.raises(BadRequest, match="too old"):
        with_bot(telegram, lambda bot: bot.answer_callback_query("99"))


def test_commands_are_kept_by_language(telegram: Telegram) -> None:
    async def work(bot: Bot) -> None:
        await bot.set_my_commands([BotCommand("me", "Who I am")])
        await bot.set_my_commands([BotCommand("me", "我的資料")], language_code="zh")
        assert [bot_command.description for bot_command in await bot.get_my_commands(language_code="zh")] == [
            "我的資料"
        ]
        await bot.set_my_commands([BotCommand("warn", "A warning")], scope=BotCommandScopeChat(1))
        assert [bot_command.command for bot_command in await bot.get_my_commands()] == ["me"]
        assert [
            bot_command.command for bot_command in await bot.get_my_commands(scope=BotCommandScopeChat(1))
        ] == ["warn"]

    with_bot(telegram, work)


def test_at_most_30_a_second_get_through_in_all() -> None:
    now = [100.0]
    limits = Limits(lambda: now[0])
    for chat in range(30):
        limits.pass_one(chat)
    with pytest.raises(Refused, match="retry after 1"):
        limits.pass_one(30)
    limits.on = False
    limits.pass_one(30)
    limits.on = True
    now[0] += 1
    limits.pass_one(30)


def test_one_a_second_gets_through_to_a_chat_after_a_short_burst() -> None:
    now = [100.0]
    limits = Limits(lambda: now[0])
    for _ in range(3):
        limits.pass_one(7)
    with pytest.raises(Refused, match="retry after 1"):
        limits.pass_one(7)
    limits.pass_one(8)
    now[0] += 1
    limits.pass_one(7)
    with pytest.raises(Refused):
        limits.pass_one(7)


def test_who_sends_too_fast_is_told_how_long_to_wait(tmp_path: Path) -> None:
    with simulating(tmp_path) as telegram:
        chat = telegram.phone()

        async def work(bot: Bot) -> None:
            for _ in range(10):
                await bot.send_message(chat, "x")

        with pytest.raises(RetryAfter, match="in 0:00:01"):
            with_bot(telegram, work)


@pytest.mark.parametrize(
    ("fault", "raised", "arrives"),
    [
        ({"fault": "too_many", "retry_after": 7}, RetryAfter, False),
        ({"fault": "blocked"}, Forbidden, False),
        ({"fault": "deactivated"}, Forbidden, False),
        ({"fault": "chat_not_found"}, BadRequest, False),
        ({"fault": "migrated", "to": -100123}, ChatMigrated, False),
        ({"fault": "unauthorized"}, InvalidToken, False),
        ({"fault": "error", "status": 502}, NetworkError, False),
        ({"fault": "error", "taken": True}, NetworkError, True),
        ({"fault": "drop_before"}, NetworkError, False),
        ({"fault": "drop_after"}, NetworkError, True),
        ({"fault": "delay_after", "seconds": 8}, TimedOut, True),
    ],
    ids=lambda answer: answer["fault"] if isinstance(answer, dict) else None,
)
def test_faults_come_on_demand_once(
    telegram: Telegram, fault: dict[str, object], raised: type[Exception], arrives: bool
) -> None:
    chat = telegram.phone()
    telegram.ask("POST", "faults", {**fault, "times": 1})
    with pytest.raises(raised):
        with_bot(telegram, lambda bot: bot.send_message(chat, "first", read_timeout=0.3))
    assert len(telegram.transcript(chat)) == arrives
    with_bot(telegram, lambda bot: bot.send_message(chat, "second"))
    assert telegram.transcript(chat)[-1]["text"] == "second"


def test_a_fault_can_be_kept_to_one_chat(telegram: Telegram) -> None:
    chat, other = telegram.phone(), telegram.phone()
    telegram.fault("blocked", chat=chat)
    with pytest.raises(Forbidden):
        with_bot(telegram, lambda bot: bot.send_message(chat, "x"))
    with_bot(telegram, lambda bot: bot.send_message(other, "x"))


def test_down_for_a_while_answers_nobody(telegram: Telegram) -> None:
    telegram.ask("POST", "down", {"seconds": 30})
    with pytest.raises(NetworkError):
        with_bot(telegram, lambda bot: bot.get_me())
    telegram.ask("POST", "down", {"seconds": 0})
    assert with_bot(telegram, lambda bot: bot.get_me()).username == "tileledger_bot"


def test_who_blocks_the_bot_is_told_of_and_cannot_be_reached(telegram: Telegram) -> None:
    chat = telegram.phone()
    telegram.block(chat)

    async def work(bot: Bot) -> str:
        with pytest.raises(Forbidden):
            await bot.send_message(chat, "x")
        (update,) = await bot.get_updates()
        assert update.my_chat_member is not None
        return update.my_chat_member.new_chat_member.status

    assert with_bot(telegram, work) == "kicked"
    with pytest.raises(BadRequest, match="Chat not found"):
        with_bot(telegram, lambda bot: bot.send_message(99, "x"))


def test_a_token_that_was_revoked_is_refused(tmp_path: Path) -> None:
    with simulating(tmp_path, "--token", "1:other") as telegram, pytest.raises(InvalidToken):
        with_bot(telegram, lambda bot: bot.get_me())


def test_another_page_cannot_press_buttons(telegram: Telegram) -> None:
    before = telegram.ask("GET", "state")["chats"]
    answer = telegram.ask("POST", "chats", {}, Origin="https://elsewhere.example")
    assert answer == {"error": "not from another page"}
    assert telegram.ask("GET", "state")["chats"] == before


def test_a_simulator_started_later_gives_no_update_id_again() -> None:
    def ids(started: int) -> list[int]:
        world = World(lambda: started, lambda line: None)
        chat = world.open_chat("Ada").id
        for text in ("one", "two"):
            world.say(chat, text)
        return [update["update_id"] for update in world.updates]

    assert max(ids(1_795_000_000)) < min(ids(1_795_000_060))
