"""What a blast at 28/s keeps waiting: itself, whoever asks the bot something, and a suspension behind it.

Everything is read from the simulator's transcript, whose times are those at which messages came and went. The
dispatcher, the bot and their one pace share a process, as in the worker.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from statistics import median, quantiles
from time import time

from bots.telegram.owning import OwnedBot, create_handling
from tests.bench.hall import PEOPLE, Hall, chat_of, hall
from tests.bench.rounds import Settings
from tests.simulators.telegram import TOKEN, Telegram

RATE = 28.0
_ASKED_EVERY = 0.25
_SESSION = "2026-03-28/1"
_IN_SESSION = 100


def run(parent: str, settings: Settings) -> None:
    """Three short blasts, with Telegram's own limits on."""
    with hall(parent) as (full_hall, telegram):
        asyncio.run(_pace(full_hall, telegram, settings.amount(12)))
    with hall(parent) as (full_hall, telegram):
        asyncio.run(_answers(full_hall, telegram, settings.amount(20)))
    with hall(parent) as (full_hall, telegram):
        asyncio.run(_suspension(full_hall, telegram))


async def _pace(hall: Hall, telegram: Telegram, seconds: int) -> None:
    async with _worker(hall, telegram):
        _results(hall)
        await _until(telegram, 5)
        await asyncio.sleep(seconds)
    moments = [line["at"] for line in telegram.transcript() if line["direction"] == "to_chat"]
    rate = (len(moments) - 1) / (moments[-1] - moments[0])
    print(f"\na blast at {RATE:g}/s, the simulator's limits on: {len(moments)} messages")
    verdict = "met" if rate >= 0.95 * RATE else "NOT MET"
    print(f"  {rate:.2f}/s, {rate / RATE:.1%} of it, target 95 %: {verdict}")


async def _answers(hall: Hall, telegram: Telegram, seconds: int) -> None:
    """People ask /me, one after the other, and read what comes."""
    asked = 0
    for number in range(round(seconds / _ASKED_EVERY)):
        telegram.phone(id=chat_of(PEOPLE - number))
    async with _worker(hall, telegram):
        _results(hall)
        await _until(telegram, 5)
        for _ in range(round(seconds / _ASKED_EVERY)):
            # Those whose results come last, so that no answer waits because its chat just had its message.
            await asyncio.to_thread(telegram.say, chat_of(PEOPLE - asked), "/me")
            asked += 1
            await asyncio.sleep(_ASKED_EVERY)
        await asyncio.sleep(1)
    took = []
    waiting: dict[int, float] = {}
    for line in telegram.transcript():
        if line["direction"] == "from_chat":
            waiting[line["chat"]] = line["at"]
        elif line["direction"] == "to_chat" and line["chat"] in waiting:
            took.append((line["at"] - waiting.pop(line["chat"])) * 1e3)
    p95 = quantiles(took, n=20)[-1]
    print(f"\n/me while a blast at {RATE:g}/s runs: {asked} asked, {len(took)} answered")
    verdict = "met" if p95 <= 100 and len(took) == asked else "NOT MET"
    print(f"  {median(took):.0f} ms (median), {p95:.0f} ms (p95), target 100 ms: {verdict}")


async def _suspension(hall: Hall, telegram: Telegram) -> None:
    async with _worker(hall, telegram):
        _results(hall)
        await _until(telegram, 60)
        (notice,) = hall.write(
            "suspended", f"session:{_SESSION}", session=_SESSION, grounds="signal_8_or_above"
        )
        appended = time()
        await _until(telegram, 60 + _IN_SESSION + 2 * round(RATE))
        await asyncio.sleep(2)
    lines = [line for line in telegram.transcript() if line["at"] > appended]
    places = [place for place, line in enumerate(lines) if notice.reference in line["text"]]
    first, last = (lines[places[end]]["at"] - appended for end in (0, -1))
    between = places[-1] - places[0] + 1 - len(places)
    print(f"\na suspension of {_IN_SESSION} behind the results of {PEOPLE:,}, at {RATE:g}/s")
    verdict = "met" if first <= 2 and len(places) == _IN_SESSION else "NOT MET"
    print(f"  the first after {first:.2f} s and {places[0]} other messages, target 2 s: {verdict}")
    verdict = "met" if between == 0 else "NOT MET"
    print(f"  all {len(places)} after {last:.1f} s; others in between: {between}, target none: {verdict}")


@asynccontextmanager
async def _worker(hall: Hall, telegram: Telegram) -> AsyncIterator[None]:
    """Dispatcher and bot, until the end of the block."""
    bot = OwnedBot(create_handling(hall.venue.desk, hall.links), TOKEN, telegram.url)
    dispatcher = hall.dispatcher(bot.sender)
    sending = asyncio.create_task(dispatcher.run())
    talking = asyncio.create_task(bot.run(lambda: True))
    try:
        yield
    finally:
        bot.stop()
        await talking
        dispatcher.stop()
        await sending


def _results(hall: Hall) -> None:
    hall.write("results-published", stage="preliminary", version="1")


async def _until(telegram: Telegram, messages: int) -> None:
    """Wait until so many were received."""
    while (await asyncio.to_thread(telegram.ask, "GET", "state"))["calls"].get("sendMessage", 0) < messages:
        await asyncio.sleep(0.05)
