"""Receiving stops in the middle of a body, however often it is told to."""

import asyncio

from services.web.front.exchange import Message, Receiving
from services.web.front.limits import Limits
from shared.problems import Problem
from tests.refusing import refusing


def test_whoever_sends_while_the_server_stops_is_told_to_come_back_however_often_it_is_told() -> None:
    async def never() -> Message:
        await asyncio.Event().wait()
        raise AssertionError("nothing comes")

    async def told_again() -> Problem:
        receiving = Receiving(Limits())
        body = asyncio.create_task(receiving.body(never, "someone", 100))
        await asyncio.sleep(0)
        receiving.stop()
        await asyncio.sleep(0)
        # The deadline has come now, but who waits for the body has not had a turn yet.
        receiving.stop()
        with refusing("server-busy") as refused:
            await body
        return refused.value

    assert asyncio.run(told_again()).code == "server-busy"
