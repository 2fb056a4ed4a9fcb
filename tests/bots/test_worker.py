"""The worker as it is started: a chat comes in by the command line's link, and is told and answered."""

import re
import time
from pathlib import Path

import pytest

from services.tournament.definition.founding import DefineTournament
from services.tournament.weather.suspension import SuspendDay
from services.wiring import Wiring
from shared.settings import load_settings
from tests.api.served import program
from tests.ports import held_port
from tests.simulators.telegram import PATIENCE, TOKEN, Telegram, simulating
from tests.unit.tournament.specs import S1, definition, hk_rules, registration

ID = "hk-2026"
SUSPENDED = "暫停舉行。"
_CLI = "from services.cli.main import main; main()"


def said_by(telegram: Telegram, chat: int, words: str) -> list[str]:
    """What the bot has said that holds these words, once there is something."""
    deadline = time.monotonic() + PATIENCE
    while True:
        lines = [
            message["text"]
            for message in telegram.transcript(chat)
            if message["direction"] in ("to_chat", "edited")
        ]
        if found := [text for text in lines if words in text]:
            return found
        assert time.monotonic() < deadline, lines
        time.sleep(0.05)


@pytest.mark.parametrize(
    "webhook",
    [pytest.param(False, id="polling", marks=pytest.mark.wide), pytest.param(True, id="webhook")],
)
def test_a_chat_is_linked_by_its_link_then_told_once_and_answered(tmp_path: Path, webhook: bool) -> None:
    with simulating(tmp_path) as telegram, held_port() as port:
        settings = {
            "DATABASE_URL": f"sqlite:///{tmp_path / 'log.db'}",
            "SECRET_KEY": "a secret for tests, never used elsewhere",
            "TELEGRAM_TOKEN": TOKEN,
            "TELEGRAM_API_URL": telegram.url,
            "HKO_URL": "http://127.0.0.1:9/",
        }
        if webhook:
            bind = f"127.0.0.1:{port}"
            settings |= {"TELEGRAM_WEBHOOK_URL": f"http://{bind}/in", "TELEGRAM_WEBHOOK_BIND": bind}
        environ = {f"TILELEDGER_{name}": value for name, value in settings.items()}
        wiring = Wiring(load_settings(environ, tmp_path))
        for command in (
            DefineTournament(definition=definition(), ruleset=hk_rules()),
            registration("0001", name_en="<b>Ada & Co</b>"),
        ):
            wiring.desk.submit(ID, command, wiring.operator)
        printing = program(_CLI, tmp_path, "bot", "link", ID, "entrant:0001", **settings)
        link = printing.communicate(timeout=PATIENCE)[0].decode()
        token = re.search(r"start=([A-Za-z0-9_-]+)", link)
        assert token is not None, link
        worker = program(_CLI, tmp_path, "worker", **settings)
        try:
            chat = telegram.phone()
            telegram.say(chat, f"/start {token[1]}")
            said_by(telegram, chat, "shall messages for")
            message = telegram.messages(chat)[-1]
            yes = message["reply_markup"]["inline_keyboard"][0][0]["callback_data"]
            telegram.press(chat, yes, message["message_id"])
            said_by(telegram, chat, "已連接：<b>Ada & Co</b>")
            # Of use on whatever day the test is run, and sent at any hour.
            day = wiring.desk.state(ID).sessions[S1].known_day
            wiring.desk.submit(ID, SuspendDay(day=day, grounds="signal_8_or_above"), wiring.operator)
            (text,) = said_by(telegram, chat, SUSPENDED)
            assert text.startswith("<b>Ada & Co</b>\n")
            deadline = time.monotonic() + PATIENCE
            while not telegram.pinned(chat):
                assert time.monotonic() < deadline, "the suspension is not pinned"
                time.sleep(0.05)
            telegram.say(chat, "/me")
            said_by(telegram, chat, "編號 0001：已報名")
            assert len(said_by(telegram, chat, SUSPENDED)) == 1
            assert telegram.ask("GET", "state")["webhook"] is webhook
        finally:
            worker.terminate()
            output = worker.communicate(timeout=PATIENCE)[0].decode()
            wiring.close()
        assert worker.returncode == 0, output
        assert TOKEN.partition(":")[2] not in output
