"""Telling people: how fast the dispatcher is, what its ledger costs, and whom it keeps waiting.

Against the simulator of Telegram in a process of its own, with its transcript on. The rival is
python-telegram-bot's own client as it comes (`Bot(token)`, over httpx). Bare sockets say what the simulator
itself can do at most on the machine as it is.
"""

import asyncio
import logging
import os
import tempfile
from collections.abc import Awaitable, Callable
from statistics import median
from time import process_time

from telegram import Bot
from telegram.constants import ParseMode

from bots.telegram.channel import TelegramChannel, connected
from bots.telegram.markup import notice_html
from services.delivery.pacing import Pace
from services.notices.rendering import Message
from shared.collecting import collect_seldom
from tests.bench import delivery_pages, delivery_push, delivery_waits, idle
from tests.bench.hall import Hall, chat_of, hall, over_telegram
from tests.bench.log import MEMORY
from tests.bench.rounds import Settings, Target, show, take_turns
from tests.simulators.telegram import TOKEN, Telegram

CONNECTIONS = 128
RIVALS_BEST = 8
"""Calls at a time at which the rival is quickest; more of them slow it down."""
_TEXT = "Results of the preliminary are out. You: place 17 (2 games won, score 123, 4 tiles left)."
_MESSAGE = Message("results-published", "en", ("Player 17",), (_TEXT,), "N-812", ())


def run(settings: Settings) -> None:
    logging.getLogger("httpx").setLevel(logging.WARNING)
    collect_seldom()  # as the worker does
    folder = MEMORY if os.path.isdir(MEMORY) else tempfile.gettempdir()
    for latency, least in ((0.0, 1_500), (0.05, 900)):
        with hall(folder, "--no-limits", "--latency", str(latency)) as (full_hall, telegram):
            _uncapped(full_hall, telegram, latency, least, settings)
    delivery_push.run(folder, settings)
    delivery_waits.run(folder, settings)
    delivery_pages.run(folder, settings)
    idle.run(folder, settings)


def _uncapped(hall: Hall, telegram: Telegram, latency: float, least: float, settings: Settings) -> None:
    times = settings.amount(4)
    spent: list[float] = []

    def dispatched() -> int:
        begun = process_time()
        count = asyncio.run(hall.blast(over_telegram(telegram, Pace(None, 0.0), CONNECTIONS), times))
        spent.append((process_time() - begun) / count)
        return count

    contestants = {
        "dispatcher": dispatched,
        "channel alone": lambda: asyncio.run(_by_channel(telegram, 1_200 * times)),
        "python-telegram-bot": lambda: asyncio.run(_by_library(telegram, settings.amount(600))),
        "bare sockets": lambda: asyncio.run(_by_sockets(telegram, 1_200 * times)),
    }
    figures = take_turns(max(2, settings.rounds // 2), contestants)
    title = f"uncapped, simulator answering after {latency * 1e3:.0f} ms"
    rivals = [Target("dispatcher", name) for name in list(contestants)[1:]]
    show(title, "messages/s", figures, [*rivals, Target("channel alone", "python-telegram-bot")])
    rate = median(figures["dispatcher"])
    print(f"  dispatcher: {rate:,.0f}/s, target {least:,}: {'met' if rate >= least else 'NOT MET'}")
    cost = median(spent)
    print(f"  {cost * 1e6:.0f} µs of processor time a message: {1 / cost:,.0f}/s would keep one core busy")
    both = zip(figures["dispatcher"], figures["channel alone"], strict=True)
    ledger = median(1e3 / whole - 1e3 / bare for whole, bare in both)
    print(f"  the ledger: {ledger:.2f} ms a message, target 1 ms: {'met' if ledger <= 1 else 'NOT MET'}")


async def _by_channel(telegram: Telegram, count: int) -> int:
    channel = TelegramChannel(connected(TOKEN, telegram.url, CONNECTIONS))

    async def send(number: int) -> None:
        outcome = await channel.send(str(chat_of(number % 1_200)), _MESSAGE, "0" * 24)
        assert outcome.known == "sent", outcome

    try:
        return await _at_once(CONNECTIONS, count, send)
    finally:
        await channel.close()


async def _by_library(telegram: Telegram, count: int) -> int:
    text = notice_html(_MESSAGE)
    async with Bot(TOKEN, base_url=f"{telegram.url}/bot") as bot:

        async def send(number: int) -> None:
            await bot.send_message(chat_of(number % 1_200), text, parse_mode=ParseMode.HTML)

        return await _at_once(RIVALS_BEST, count, send)


async def _by_sockets(telegram: Telegram, count: int) -> int:
    body = b'{"chat_id":10001,"parse_mode":"HTML","text":"' + notice_html(_MESSAGE).encode() + b'"}'
    body = body.replace(b"\n", b"\\n")
    head = (
        f"POST /bot{TOKEN}/sendMessage HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    free: asyncio.Queue[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = asyncio.Queue()
    for _ in range(CONNECTIONS):
        free.put_nowait(await asyncio.open_connection("127.0.0.1", telegram.port))

    async def send(_: int) -> None:
        reader, writer = await free.get()
        writer.write(head.encode() + body)
        answer = (await reader.readuntil(b"\r\n\r\n")).lower()
        assert answer.startswith(b"http/1.1 200"), answer
        await reader.readexactly(int(answer.partition(b"content-length:")[2].split(b"\r\n", 1)[0]))
        free.put_nowait((reader, writer))

    count = await _at_once(CONNECTIONS, count, send)
    while not free.empty():
        free.get_nowait()[1].close()
    return count


async def _at_once(workers: int, count: int, send: Callable[[int], Awaitable[None]]) -> int:
    numbers = iter(range(1, count + 1))

    async def work() -> None:
        for number in numbers:
            await send(number)

    await asyncio.gather(*(work() for _ in range(workers)))
    return count
