"""One chat for a family, and messages that say whom they are for."""

from datetime import date
from pathlib import Path

from services.tournament.publication.publishing import PublishResults
from services.tournament.weather.suspension import SuspendDay
from tests.endtoend.scene import Scene
from tests.simulators.telegram import Telegram
from tests.unit.tournament.specs import S1

FAMILY = tuple(f"entrant:{number:04d}" for number in range(1, 6))


def test_two_parents_and_three_children_in_one_chat_are_each_named_once(
    tmp_path: Path, telegram: Telegram
) -> None:
    scene = Scene(tmp_path, telegram, "2026-03-28 09:00")
    try:
        scene.found(8)
        home = scene.link(*FAMILY)
        scene.link("entrant:0006")
        with scene.worker():
            scene.settled()
            scene.do(SuspendDay(day=date(2026, 3, 28), grounds="black_rainstorm"))
            scene.settled()
            (message,) = [message for message in telegram.messages(home) if "黑色暴雨" in message["text"]]
            head = message["text"].partition("\n")[0]
            assert head == "、".join(f"Entrant {number:04d}" for number in range(1, 6))
        scene.check_ledger()
    finally:
        scene.close()


def test_results_stand_in_one_message_with_a_line_for_each(tmp_path: Path, telegram: Telegram) -> None:
    scene = Scene(tmp_path, telegram, "2026-03-28 19:00")
    try:
        scene.found(8)
        home = scene.link(*FAMILY)
        with scene.worker():
            scene.settled()
            scene.play(S1)
            scene.do(PublishResults(stage="preliminary"))
            scene.settled()
            (message,) = [message for message in telegram.messages(home) if "名次" in message["text"]]
        for number in range(1, 6):
            assert message["text"].count(f"Entrant {number:04d}") == 1
        scene.check_ledger()
    finally:
        scene.close()
