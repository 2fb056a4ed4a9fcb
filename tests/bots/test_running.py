"""How updates come in: by webhook with its secret, through trouble, and only while the lease is held."""

import asyncio
import http.client
import time
from pathlib import Path

import pytest

from bots.telegram.owning import OwnedBot, create_handling, links_begin
from bots.telegram.running import SECRET_HEADER, Webhook
from shared.catalogue import say
from tests.bots.conftest import Office, Phone, running
from tests.ports import held_port
from tests.simulators.telegram import PATIENCE, TOKEN, simulating


def post(port: int, secret: str, body: bytes) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("POST", "/", body, {SECRET_HEADER: secret, "Content-Type": "application/json"})
        return connection.getresponse().status
    finally:
        connection.close()


def test_updates_come_by_webhook_and_nobody_else_can_send_them(resting: Office) -> None:
    with held_port() as port:
        hook = Webhook(f"http://127.0.0.1:{port}/", "127.0.0.1", port, "a-secret")
        with running(resting, hook):
            phone = resting.phone("entrant:0001")
            assert "number 0001" in phone.say("/me")
            assert post(port, "a-guess", b"{}") == 403
            assert post(port, "a-secret", b"[1") == 400


def test_answers_go_on_after_telegram_was_down(office: Office) -> None:
    phone = office.phone("entrant:0001")
    phone.say("/me")
    office.telegram.ask("POST", "down", {"seconds": 1})
    office.telegram.fault("error", times=1, method="getUpdates")
    assert say("bot-help", "en") in phone.say("/help")


def test_a_429_is_waited_out(office: Office) -> None:
    phone = office.phone("entrant:0001")
    office.telegram.fault("too_many", times=1, retry_after=1)
    assert "number 0001" in phone.say("/me")


def test_only_who_holds_the_lease_answers(resting: Office) -> None:
    phone = resting.phone("entrant:0001")

    async def run() -> None:
        mine = [False]
        bot = OwnedBot(create_handling(resting.desk, resting.links), TOKEN, resting.telegram.url)
        task = asyncio.create_task(bot.run(lambda: mine[0]))
        resting.telegram.say(phone.chat, "/me")
        await asyncio.sleep(1)
        assert len(phone.lines) == 1
        mine[0] = True
        await asyncio.to_thread(_answered, phone)
        bot.stop()
        await task

    asyncio.run(run())


def _answered(phone: Phone) -> None:
    deadline = time.monotonic() + PATIENCE
    while "number 0001" not in phone.read:
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_revoked_token_is_told_as_a_problem(resting: Office, tmp_path: Path) -> None:
    with simulating(tmp_path, "--token", "1:other") as telegram:
        resting.telegram = telegram
        with pytest.raises(AssertionError, match="does not accept the bot"), running(resting):
            pass


def test_on_this_machine_a_link_leads_to_the_simulators_phone() -> None:
    link = asyncio.run(links_begin(TOKEN, "http://127.0.0.1:8081/")) + "abc"
    assert link == "http://127.0.0.1:8081/?start=abc"
