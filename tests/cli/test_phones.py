"""What a newcomer tries first: a signal raised on the Observatory's page stops the demo being played."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from immutables import Map
from msgspec import structs

from services.cli.phones import (
    FINISHED,
    LAST_PLAYER,
    LAST_REFEREE,
    ORGANIZER,
    PARENT,
    PLAYER,
    hand_out,
    switch_on,
)
from services.delivery.skip_stale import pass_over
from services.demo.days import moved_to
from services.demo.playing import play
from services.demo.story import Story
from services.tournament.seating.order_of_play import in_order_of_play
from services.tournament.state import State
from services.tournament.weather.suspension import SuspendRemaining
from services.wiring import Wiring
from shared.clock import SystemClock
from shared.settings import load_settings
from tests.api.served import program
from tests.bots.test_worker import said_by
from tests.demo.conftest import small
from tests.simulators.processes import running, send
from tests.simulators.telegram import PATIENCE, TOKEN, simulating

ID = "hk-2026"
_STOPPED = {"en": "STOPPED", "zh": "中止"}
_SUSPENDED = {"en": "SUSPENDED", "zh": "暫停"}
_SIGNAL = {"en": "tropical cyclone signal No. 8", "zh": "八號或以上熱帶氣旋警告信號"}
_CLI = "from services.cli.main import main; main()"


def played_up_to_now(wiring: Wiring) -> State:
    """The small demo, as `tileledger up` plays the whole one."""
    wiring.migrate()
    now = SystemClock().now()
    demo = Story(wiring.database, wiring.vault_database, wiring.secret.content, moved_to(small(), now), 1)
    pass_over(wiring.database, ID, play(demo, "mid", at=now).events)
    return wiring.desk.state(ID)


def test_a_signal_raised_is_proposed_confirmed_and_told_on_the_phones_of_the_demo(tmp_path: Path) -> None:
    with simulating(tmp_path) as telegram, running("infra.observatory_simulator") as (port,):
        settings = {
            "DATABASE_URL": f"sqlite:///{tmp_path / 'log.db'}",
            "SECRET_KEY": "a secret for tests, never used elsewhere",
            "TELEGRAM_TOKEN": TOKEN,
            "TELEGRAM_API_URL": telegram.url,
            "HKO_URL": f"http://127.0.0.1:{port}/weather.php",
        }
        environ = {f"TILELEDGER_{name}": value for name, value in settings.items()}
        wiring = Wiring(load_settings(environ, tmp_path))
        phones = hand_out(wiring.links, wiring.desk.directory, ID, played_up_to_now(wiring))
        switch_on(telegram.port, phones)
        by_role = {phone.name.split()[0]: phone.chat for phone in phones}
        assert list(by_role) == ["Organizer", "Chief", "Referee", "Player", "Family"]
        # Before the first look at the sky, so that nobody waits for the second one.
        assert send(port, "/control/signal-8")[0] == 200
        worker = program(_CLI, tmp_path, "worker", **settings)
        try:
            (asked,) = said_by(telegram, by_role["Organizer"], "Gale or Storm Signal came into force")
            assert "Proposed: suspend what is left of the day" in asked
            message = telegram.messages(by_role["Organizer"])[-1]
            confirm = message["reply_markup"]["inline_keyboard"][0][0]["callback_data"]
            telegram.press(by_role["Organizer"], confirm, message["message_id"])
            (read_back,) = said_by(telegram, by_role["Organizer"], "Confirm?")
            assert "results become void" in read_back
            message = telegram.messages(by_role["Organizer"])[-1]
            confirm = message["reply_markup"]["inline_keyboard"][0][0]["callback_data"]
            telegram.press(by_role["Organizer"], confirm, message["message_id"])
            player, family = (phone for phone in phones if phone.chat in (PLAYER, PARENT))
            (stopped,) = said_by(telegram, PLAYER, _STOPPED[player.language])
            assert _SIGNAL[player.language] in stopped
            (suspended,) = said_by(telegram, PARENT, _SUSPENDED[family.language])
            assert re.search(".(、|, ).", suspended.splitlines()[0]), "one message names both"
            assert len(telegram.transcript(PLAYER)) == 1, "nothing of what the demo was played through"
        finally:
            worker.terminate()
            text = worker.communicate(timeout=PATIENCE)[0].decode()
            wiring.close()
        assert worker.returncode == 0, text


@pytest.fixture
def wiring(tmp_path: Path) -> Iterator[Wiring]:
    """An installation with the demo being played, made once."""
    wiring = Wiring(load_settings({"TILELEDGER_DATABASE_URL": f"sqlite:///{tmp_path / 'log.db'}"}, tmp_path))
    yield wiring
    wiring.close()


def test_a_phone_stands_for_whom_it_stood_for_and_a_new_one_for_who_fits(wiring: Wiring) -> None:
    state = played_up_to_now(wiring)
    the_last_session_of_the_day_has_phones_too(wiring, state)
    before = hand_out(wiring.links, wiring.desk.directory, ID, state)
    # In the small demo every sheet of the session just over is signed by now.
    assert [phone.chat for phone in before if phone.chat != FINISHED] == list(range(ORGANIZER, FINISHED))
    (player,) = [phone for phone in before if phone.chat == PLAYER]
    session = state.entrants[player.recipients[0].partition(":")[2]].first.session
    command = SuspendRemaining(day=state.sessions[session].known_day, grounds="black_rainstorm")
    wiring.desk.submit(ID, command, wiring.operator)
    assert hand_out(wiring.links, wiring.desk.directory, ID, wiring.desk.state(ID)) == before, (
        "although nobody plays any more"
    )
    wiring.links.stop("telegram", str(PLAYER))
    now = wiring.desk.state(ID)
    after = hand_out(wiring.links, wiring.desk.directory, ID, now)
    assert [phone.chat for phone in after] == [phone.chat for phone in before]
    (coming,) = [phone for phone in after if phone.chat == PLAYER]
    entrant = coming.recipients[0].partition(":")[2]
    assert any(
        entrant in other.entrants and other.status == "scheduled" for other in now.sessions.values()
    ), "of those who are still to play"


def the_last_session_of_the_day_has_phones_too(wiring: Wiring, state: State) -> None:
    day = state.plan.local_day(wiring.clock.now())
    last = [session for session in in_order_of_play(state) if session.day == day][-1]
    assert last.status == "scheduled"
    by_chat = {phone.chat: phone for phone in hand_out(wiring.links, wiring.desk.directory, ID, state, day)}
    (player,) = by_chat[LAST_PLAYER].recipients
    assert player.partition(":")[2] in last.entrants
    assert LAST_REFEREE not in by_chat, "nobody is assigned there yet"
    assigned = structs.replace(last, referees=Map({1: "R01"}))
    drawn = state.with_session(assigned)
    by_chat = {phone.chat: phone for phone in hand_out(wiring.links, wiring.desk.directory, ID, drawn, day)}
    assert by_chat[LAST_REFEREE].recipients == ("referee:R01",)
    assert by_chat[LAST_PLAYER].recipients == (player,)
