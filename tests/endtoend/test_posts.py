"""What everyone may know is posted in the tournament's public channel, once each, with the log's hash."""

from datetime import date
from pathlib import Path

from services.tournament.publication.publishing import PublishResults
from services.tournament.weather.rescheduling import RescheduleSessions
from services.tournament.weather.suspension import SuspendDay
from tests.endtoend.scene import ID, Scene
from tests.simulators.telegram import Telegram

CHANNEL = -1001234567890
DAY = date(2026, 3, 28)


def test_suspension_new_date_and_results_are_posted_once_each(tmp_path: Path, telegram: Telegram) -> None:
    telegram.phone("Channel", id=CHANNEL)
    scene = Scene(tmp_path, telegram, "2026-03-24 12:00")
    try:
        scene.found(8)
        scene.parts.links.link(ID, "public:channel", "telegram", str(CHANNEL))
        scene.clock.put("2026-03-28 07:30")
        with scene.worker():
            scene.do(SuspendDay(day=DAY, grounds="black_rainstorm"))
            scene.wait(lambda: len(telegram.messages(CHANNEL)) == 1, "the post at night, since it is urgent")
            scene.do(RescheduleSessions(day=DAY, new_day=date(2026, 4, 4)))
            scene.wait(lambda: len(telegram.messages(CHANNEL)) == 2, "the post on the new date")
            scene.clock.put("2026-04-04 19:00")
            scene.play()
            scene.do(PublishResults(stage="preliminary"))
            scene.settled()
        posts = [message["text"] for message in telegram.messages(CHANNEL)]
        events = {recorded.type: recorded for recorded in scene.parts.log.read(ID, 0, 1000)}
        assert len(posts) == 3
        expected = ("sessions-suspended", "sessions-rescheduled", "results-published")
        for post, type_ in zip(posts, expected, strict=True):
            assert post.count(events[type_].hash.hex()) == 2, "in either language"
            assert f"N-{events[type_].seq}" in post.splitlines()[-1]
        scene.check_ledger()
    finally:
        scene.close()


def test_without_a_channel_nothing_is_posted_and_nobody_is_missed(tmp_path: Path, telegram: Telegram) -> None:
    scene = Scene(tmp_path, telegram, "2026-03-28 08:30")
    try:
        scene.found(4)
        with scene.worker():
            scene.do(SuspendDay(day=DAY, grounds="black_rainstorm"))
            scene.settled()
        assert not [delivery for delivery in scene.deliveries() if delivery.kind == "post-urgent"]
    finally:
        scene.close()
