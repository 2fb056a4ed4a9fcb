"""Pushes by the real worker, from the settings on: to browsers, then by e-mail for what nobody opened."""

import time
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from services.desk.forgetting import forget
from services.tournament.weather.suspension import LiftSuspension, SuspendDay
from shared.catalogue import say
from tests.endtoend.scene import ID, Mail, Scene
from tests.simulators.browsers import Browser
from tests.simulators.push_service import Fault, PushService, push_service
from tests.simulators.telegram import Telegram

PEOPLE = 6
DAY = date(2026, 3, 28)
SUSPEND = SuspendDay(day=DAY, grounds="black_rainstorm")


class Phones:
    """The browsers of the first entrants, and what they show."""

    def __init__(self, scene: Scene, service: PushService, count: int) -> None:
        self.service = service
        self.browsers: dict[str, Browser] = {}
        for number in (f"{place:04d}" for place in range(1, count + 1)):
            self.browsers[number] = browser = service.browser(number)
            scene.parts.subscriptions.subscribe(
                ID, [f"entrant:{number}"], browser.subscription, "en", names=number == "0001"
            )

    def urgent(self, number: str) -> list[dict[str, Any]]:
        """What a browser shows that is about safety."""
        pushes = [
            msgspec.json.decode(self.browsers[number].opened(pushed.body))
            for pushed in self.service.of(number)
        ]
        return [push for push in pushes if push["urgent"]]


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running
        assert running.refused == []


@pytest.fixture
def scene(
    tmp_path: Path, telegram: Telegram, mail: Mail, service: PushService, database_url: str
) -> Iterator[Scene]:
    played = Scene(
        tmp_path,
        telegram,
        "2026-03-24 12:00",
        DATABASE_URL=database_url,
        SMTP_URL=mail.url,
        WEB_PUSH_CONTACT="mailto:ops@example.org",
        WEBHOOK_ALLOW="127.0.0.1",
        PUBLIC_URL="https://tiles.example.org",
        EMAIL_UNACKNOWLEDGED_AFTER="0",
    )
    service.clock, service.key = played.clock, played.parts.subscriptions.public_key
    played.found(PEOPLE, mailed=PEOPLE)
    played.clock.put("2026-03-28 07:30")
    yield played
    played.close()


def test_who_opens_nothing_is_written_to_and_who_is_forgotten_hears_nothing_more(
    scene: Scene, service: PushService, mail: Mail
) -> None:
    phones = Phones(scene, service, 4)
    service.ended.add("0004")
    forget(scene.parts.desk, f"{ID}:0003", scene.parts.operator)
    with scene.worker():
        scene.do(SUSPEND)
        scene.wait(lambda: phones.urgent("0001") and phones.urgent("0002"), "the suspension")
        (first,), (second,) = phones.urgent("0001"), phones.urgent("0002")
        # Whose subscription had ended, and who has none, are written to at once.
        scene.wait(lambda: len(mail.received()) == 3, "the first e-mails")
        assert scene.parts.subscriptions.receipt(first["receipt"], "opened")
        assert scene.parts.subscriptions.receipt(second["receipt"], "received")
        scene.clock.jump(timedelta(minutes=9))
        time.sleep(1.0)
        assert len(mail.received()) == 3
        scene.clock.jump(timedelta(minutes=2))
        scene.wait(lambda: len(mail.received()) == 4, "the e-mail that follows")
        scene.clock.jump(timedelta(minutes=11))
        time.sleep(1.0)
    assert sorted(letter["recipients"][0] for letter in mail.received()) == [
        f"p{number}@example.org" for number in (2, 4, 5, 6)
    ]
    assert first["url"] == f"https://tiles.example.org/t/{ID}/results"
    assert "Notice" in first["body"]
    assert second["body"] == say("push-open-to-read", "en")
    assert service.calls.count("0003") == 0
    assert service.calls.count("0004") == 1


def test_what_a_worker_could_not_hand_over_the_next_one_does_once(
    scene: Scene, service: PushService, mail: Mail
) -> None:
    phones = Phones(scene, service, 2)
    service.fault("0001", Fault(503, times=2))
    with scene.worker():
        scene.do(SUSPEND)
        scene.wait(lambda: "0001" in service.calls, "the first attempt")
    with scene.worker():
        scene.wait(lambda: phones.urgent("0001"), "the push after the faults")
        scene.settled()
        scene.do(LiftSuspension(day=DAY, reason="the warning is over"))
        scene.wait(lambda: len(high(service)) == 4, "the good news")
        time.sleep(0.5)
    # The later message takes the place of the one before, of which there was one.
    assert ["ahead" in push["title"] for number in ("0001", "0002") for push in phones.urgent(number)] == [
        True
    ] * 2
    assert len(high(service)) == 4
    assert len(set(high(service))) == 2


def high(service: PushService) -> list[tuple[str, str]]:
    """Browser and topic of what was taken that is about safety."""
    return [(pushed.browser, pushed.topic) for pushed in service.taken if pushed.urgency == "high"]
