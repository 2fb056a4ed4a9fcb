"""What must send nothing: a replay and a what-if of a whole tournament; what was brought back."""

import shutil
import time
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from services.delivery.deliveries import Deliveries
from services.delivery.holding import Holding
from services.desk.what_if import Question, what_if
from services.tournament.publication.awards import MakeAwards
from services.tournament.publication.publishing import PublishResults
from services.tournament.publication.reminding import MakeAnnouncement
from services.tournament.standings.finalists import PlaceFinalists
from services.tournament.standings.qualification import ConcludeQualification
from services.tournament.weather.rescheduling import RescheduleSessions
from services.tournament.weather.suspension import SuspendDay
from tests.cli.conftest import Command, home, tileledger
from tests.endtoend.scene import ID, SECRET, Scene
from tests.simulators.telegram import Telegram
from tests.unit.tournament.specs import F1, F2

__all__ = ["home", "tileledger"]  # fixtures

A_MOMENT = 2.0
"""Seconds in which whatever were to be sent would be: the dispatcher looks four times a second."""


@pytest.fixture
def played(tmp_path: Path, telegram: Telegram) -> Iterator[Scene]:
    """A tournament of 16 from registration to the awards, everyone told as it went."""
    folder = tmp_path / "first"
    folder.mkdir()
    scene = Scene(folder, telegram, "2026-03-20 12:00")
    scene.found(16, cut=8, final_capacity=4, final_tables=1)
    scene.link_all(1, 16)
    with scene.worker():
        scene.settled()
        scene.clock.put("2026-03-27 18:00")
        scene.wait(lambda: "reminder-due" in scene.types, "the reminder")
        scene.do(SuspendDay(day=date(2026, 3, 28), grounds="black_rainstorm"))
        scene.settled()
        scene.do(RescheduleSessions(day=date(2026, 3, 28), new_day=date(2026, 4, 4)))
        scene.settled()
        scene.clock.put("2026-04-04 19:00")
        scene.play()
        scene.do(PublishResults(stage="preliminary"), ConcludeQualification(), PlaceFinalists())
        scene.settled()
        scene.clock.put("2026-04-12 20:00")
        scene.play(F1)
        scene.play(F2)
        scene.do(PublishResults(stage="final"), MakeAwards())
        scene.settled()
    yield scene
    scene.close()


def test_a_replay_and_a_what_if_send_nothing(played: Scene) -> None:
    desk = played.parts.desk
    before = received(played.telegram)
    suspended = played.types.index("sessions-suspended") + 1
    kinds = {delivery.kind for delivery in played.deliveries()}
    assert {"suspended", "rescheduled", "results-published", "qualified", "awards"} <= kinds
    with played.worker():
        desk.state(ID, desk.head(ID).seq)
        what_if(desk, ID, Question(without=(suspended,)), played.parts.operator)
        time.sleep(A_MOMENT)
        assert not played.work_left()
    assert received(played.telegram) == before
    played.check_ledger()


def test_what_was_restored_from_an_export_sends_nothing_until_it_is_released(
    played: Scene, tileledger: Command, monkeypatch: pytest.MonkeyPatch, telegram: Telegram, tmp_path: Path
) -> None:
    export, folder = tmp_path / "yesterday.jsonl", tmp_path / "second"
    shutil.copytree(played.folder, folder)
    (folder / "log.db").unlink()
    for name in ("log.db-wal", "log.db-shm"):
        (folder / name).unlink(missing_ok=True)
    monkeypatch.setenv("TILELEDGER_SECRET_KEY", SECRET)
    monkeypatch.setenv("TILELEDGER_DATABASE_URL", f"sqlite:///{played.folder / 'log.db'}")
    assert tileledger("export", ID, str(export)).code == 0
    monkeypatch.setenv("TILELEDGER_DATABASE_URL", f"sqlite:///{folder / 'log.db'}")
    restored = tileledger("restore", str(export))
    assert (restored.code, "Nothing of it is sent yet" in restored.err) == (0, True)

    again = Scene(folder, telegram, "2026-04-12 20:05")
    chat = telegram.phone()
    try:
        again.link("entrant:0001", chat=chat)
        _announce(again)
        with again.worker():
            deliveries = Deliveries(again.parts.database)
            again.wait(
                lambda: [delivery.kind for delivery in deliveries.pending()] == ["announcement"], "the plan"
            )
            time.sleep(A_MOMENT)
            assert telegram.messages(chat) == []
            shown = tileledger("deliveries", "pending")
            assert f"{ID}: it was restored from an export" in shown.err
            assert "0001" in shown.out
            assert "goes on" in tileledger("deliveries", "release", ID).err
            again.settled()
        assert ["九時開門。" in message["text"] for message in telegram.messages(chat)] == [True]
    finally:
        again.close()


def test_a_copy_of_yesterday_sends_nothing_of_what_was_left_over_in_it(
    tmp_path: Path, telegram: Telegram
) -> None:
    folder, copy = tmp_path / "live", tmp_path / "copy"
    folder.mkdir()
    live = Scene(folder, telegram, "2026-03-26 12:00")
    try:
        live.found(4)
        chat = live.link("entrant:0001")
        with live.worker():
            live.settled()
        _announce(live)
        shutil.copytree(folder, copy)
        with live.worker():
            live.settled()
        transcript = received(telegram, chat)
        assert "九時開門。" in transcript[-1]["text"]
    finally:
        live.close()
    yesterday = Scene(copy, telegram, "2026-03-26 12:10")
    try:
        yesterday.clock.jump(timedelta(hours=20))
        with yesterday.worker():
            yesterday.wait(lambda: Holding(yesterday.parts.database).held(), "what is held")
            time.sleep(A_MOMENT)
    finally:
        yesterday.close()
    assert received(telegram, chat) == transcript


def received(telegram: Telegram, *chats: int) -> list[dict[str, Any]]:
    """What came to chats; a message that has had its day is unpinned whenever its worker gets to it."""
    return [line for line in telegram.transcript(*chats) if line["direction"] != "unpinned"]


def _announce(scene: Scene) -> None:
    scene.do(MakeAnnouncement(audience="everyone", en="Doors at nine.", zh="九時開門。"))
