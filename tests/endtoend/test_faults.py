"""When things go wrong on the way: the worker recovers by itself, and everyone is accounted for."""

import time
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest

from services.delivery.ledger import Ledger
from services.notices.audiences_of_cuts import RESERVES_TOLD
from services.tournament.publication.publishing import PublishResults
from services.tournament.standings.finalists import PlaceFinalists
from services.tournament.standings.qualification import ConcludeQualification
from services.tournament.weather.suspension import LiftSuspension, SuspendDay
from shared.clock import to_micros
from tests.endtoend.scene import ID, Mail, Scene, button, reference_in
from tests.ports import held_port
from tests.postgresql_server import OwnServer
from tests.simulators.processes import send
from tests.simulators.telegram import Telegram, simulating
from tests.waiting.holding import moved_away, stopped

DAY = date(2026, 3, 28)
RATE = 28.0
SUSPEND = SuspendDay(day=DAY, grounds="black_rainstorm")
PUBLISH = PublishResults(stage="preliminary")


@pytest.fixture
def scenes(tmp_path: Path) -> Iterator[list[Scene]]:
    """Scenes that are closed at the end."""
    made: list[Scene] = []
    yield made
    for scene in made:
        scene.close()


def begun(
    scenes: list[Scene],
    folder: Path,
    telegram: Telegram,
    people: int,
    rate: float | None = None,
    mailed: int = 0,
    cut: int = 8,
    **settings: str,
) -> Scene:
    """A tournament whose registrations are long past, each with a chat, in the morning before play."""
    scene = Scene(folder, telegram, "2026-03-24 12:00", rate, **settings)
    scenes.append(scene)
    scene.found(people, mailed=mailed, cut=cut)
    scene.link_all(1, people)
    scene.clock.put("2026-03-28 07:30")
    return scene


def test_a_storm_of_429_is_waited_out(scenes: list[Scene], tmp_path: Path, telegram: Telegram) -> None:
    scene = begun(scenes, tmp_path, telegram, 60)
    with scene.worker():
        telegram.fault("too_many", times=20, retry_after=1)
        scene.do(SUSPEND)
        scene.settled()
    line = scene.counts("suspended")
    assert (line.sent, line.failed, line.unknown) == (60, 0, 0)
    assert {delivery.attempts for delivery in scene.deliveries() if delivery.channel} == {1}, (
        "being told to wait is no attempt"
    )
    scene.check_ledger()


def test_when_everyone_has_blocked_the_bot_email_takes_over(
    scenes: list[Scene], tmp_path: Path, telegram: Telegram, mail: Mail
) -> None:
    scene = begun(scenes, tmp_path, telegram, 20, mailed=10, SMTP_URL=mail.url)
    with scene.worker():
        telegram.fault("blocked")
        scene.do(SUSPEND)
        scene.settled()
        first = scene.counts("suspended")
        assert (first.sent, first.failed) == (10, 20)
        missed = Ledger(scene.parts.database).unreached(ID, first.reference)
        assert [unreached.recipient for unreached in missed] == [
            f"entrant:{number:04d}" for number in range(11, 21)
        ]
        calls = telegram.ask("GET", "state")["calls"]["sendMessage"]
        scene.do(LiftSuspension(day=DAY, reason="it cleared up"))
        scene.wait(lambda: _counted(scene, "goes-ahead") == 20, "the second notice")
        assert telegram.ask("GET", "state")["calls"]["sendMessage"] == calls, "dead links are left alone"
    second = scene.counts("goes-ahead")
    assert (second.sent, second.unlinked) == (10, 10)
    assert len(mail.received()) == 20
    assert len({letter["message_id"] for letter in mail.received()}) == 20
    scene.check_ledger()


def test_ten_minutes_without_a_server_lose_nothing(scenes: list[Scene], tmp_path: Path) -> None:
    with held_port() as port:
        nowhere = Telegram(port, tmp_path / "nothing.jsonl")
        scene = Scene(tmp_path, nowhere, "2026-03-24 12:00")
        scenes.append(scene)
        scene.found(32)
        for place in range(1, 33):
            scene.link(f"entrant:{place:04d}", chat=1000 + place)
        scene.clock.put("2026-03-28 19:00")
        scene.play()
        with scene.worker():
            scene.do(PUBLISH)
            tried = 0
            for _ in range(10):
                scene.wait(lambda: _attempts(scene) > tried and _all_wait(scene), "another try")  # noqa: B023
                tried = _attempts(scene)
                scene.clock.jump(timedelta(minutes=1))
            with simulating(tmp_path, "--no-limits", "--any-chat", port=nowhere.port):
                scene.clock.jump(timedelta(minutes=1))
                scene.settled()
                line = scene.counts("results-published")
                assert (line.sent, line.unknown, line.failed) == (32, 0, 0)
                scene.check_ledger()


def _attempts(scene: Scene) -> int:
    return sum(delivery.attempts for delivery in scene.deliveries())


def _all_wait(scene: Scene) -> bool:
    """No try is under way: one that ended after the clock jumped would wait a whole minute by that clock."""
    now = to_micros(scene.clock.now())
    return all(
        delivery.status != "started" and not (delivery.status == "pending" and delivery.due_at <= now)
        for delivery in scene.deliveries()
    )


def test_a_clock_that_jumps_back_and_forth_holds_nothing_up_and_repeats_nothing(
    scenes: list[Scene], tmp_path: Path, telegram: Telegram
) -> None:
    scene = begun(scenes, tmp_path, telegram, 60, rate=RATE)
    scene.clock.put("2026-03-28 19:00")
    scene.play()
    with scene.worker():
        scene.do(PUBLISH)
        for hours in (2, -5, 1, -1, 2, -6):
            # Enough that the dispatcher looks at the clock between one jump and the next.
            enough = len(telegram.transcript()) + 3
            scene.wait(lambda: len(telegram.transcript()) > enough or not scene.work_left(), "more")  # noqa: B023
            scene.clock.jump(timedelta(hours=hours))
        scene.settled()
        scene.clock.put("2026-03-28 20:00")
        scene.settled()
    assert scene.counts("results-published").sent == 60
    scene.check_ledger()


@pytest.mark.wide(whole=True)
def test_a_blast_of_results_holds_a_suspension_up_for_less_than_two_seconds(
    scenes: list[Scene], tmp_path: Path, limited: Telegram
) -> None:
    scene = begun(scenes, tmp_path, limited, 160, RATE, cut=20)
    scene.clock.put("2026-03-28 19:00")
    scene.play()
    with scene.worker():
        scene.do(PUBLISH, ConcludeQualification(), PlaceFinalists())
        scene.wait(lambda: _sent(scene, "results-published") > 20, "the blast to be under way")
        before = len(limited.transcript())
        scene.do(SuspendDay(day=date(2026, 4, 12), grounds="other"))
        people = 20 + RESERVES_TOLD  # who plays in the final, and who may move up into it
        scene.wait(lambda: _sent(scene, "suspended") == people, "the suspension")
        assert _sent(scene, "results-published") < 160, "the blast was still under way"
        scene.settled()
    after = [line for line in limited.transcript()[before:] if line["direction"] == "to_chat"]
    suspension = scene.counts("suspended").reference
    places = [
        place
        for place, line in enumerate(after)
        if reference_in(line["text"]).startswith(f"{suspension[:-2]}.")
    ]
    assert len(places) == people
    assert places[0] <= 2 * RATE, "two seconds of queue"
    scene.check_ledger()


def _counted(scene: Scene, kind: str) -> int:
    return sum(
        counts.sent + counts.unlinked
        for counts in Ledger(scene.parts.database).counts(ID)
        if counts.kind == kind
    )


def _sent(scene: Scene, kind: str) -> int:
    return sum(counts.sent for counts in Ledger(scene.parts.database).counts(ID) if counts.kind == kind)


@pytest.mark.postgresql
def test_a_database_that_is_restarted_is_waited_for(
    scenes: list[Scene], tmp_path: Path, telegram: Telegram, own_server: OwnServer
) -> None:
    scene = begun(scenes, tmp_path, telegram, 60, RATE, DATABASE_URL=own_server.create())
    scene.clock.put("2026-03-28 19:00")
    scene.play()
    with scene.worker():
        scene.do(PUBLISH)
        scene.wait(lambda: len(telegram.transcript()) > 20, "the first messages")
        own_server.kill()
        own_server.start()
        scene.settled()
    line = scene.counts("results-published")
    assert line.sent + line.unknown == 60
    assert set(scene.arrived().values()) == {1}


@pytest.mark.parametrize(
    "which",
    [
        pytest.param("server", marks=pytest.mark.postgresql),
        pytest.param("log.db", marks=pytest.mark.wide),
        "vault.db",
    ],
)
def test_bot_and_worker_go_on_while_a_database_is_away_and_recover(
    request: pytest.FixtureRequest, scenes: list[Scene], tmp_path: Path, telegram: Telegram, which: str
) -> None:
    running: OwnServer | None = request.getfixturevalue("own_server") if which == "server" else None
    url = f"sqlite:///{tmp_path / 'log.db'}" if running is None else running.create()
    scene = begun(scenes, tmp_path, telegram, 8, DATABASE_URL=url)
    chat = scene.chats["entrant:0001"]
    with scene.worker():
        scene.do(SUSPEND)
        scene.settled()
        before = len(telegram.transcript(chat))
        with moved_away(tmp_path / which) if running is None else stopped(running):
            telegram.say(chat, "/me")
            time.sleep(3.0)  # so that every part meets it, and the lease may be lost
        # Whoever wrote meanwhile has an answer now, or had that it did not work.
        telegram.wait(chat, before + 2)
        scene.do(LiftSuspension(day=DAY, reason="it cleared up"))
        scene.wait(lambda: _sent(scene, "goes-ahead") == 8, "the second notice")
        before = len(telegram.transcript(chat))
        telegram.say(chat, "/me")
        telegram.wait(chat, before + 2)
    scene.check_ledger()


def test_what_nobody_acknowledges_goes_out_by_email_once(
    scenes: list[Scene], tmp_path: Path, telegram: Telegram, mail: Mail
) -> None:
    scene = begun(scenes, tmp_path, telegram, 12, mailed=8, SMTP_URL=mail.url)
    with scene.worker():
        scene.do(SUSPEND)
        scene.wait(lambda: _sent(scene, "suspended") == 12, "the suspension")
        first = telegram.messages(scene.chats["entrant:0001"])[-1]
        telegram.press(scene.chats["entrant:0001"], button(first, "acknowledge"), first["message_id"])
        scene.wait(lambda: scene.counts("suspended").acknowledged == 1, "the acknowledgement")
        scene.clock.jump(timedelta(minutes=29))
        time.sleep(1.0)
        assert mail.received() == []
        scene.clock.jump(timedelta(minutes=2))
        scene.wait(lambda: len(mail.received()) == 7, "the e-mails")
        scene.clock.jump(timedelta(minutes=31))
        time.sleep(1.0)
    received = mail.received()
    assert sorted(letter["recipients"] for letter in received) == [
        [f"p{number}@example.org"] for number in range(2, 9)
    ]
    assert {reference_in(letter["text"].strip()) for letter in received} == {reference_in(first["text"])}
    scene.check_ledger()


def test_the_organizer_hears_of_a_revoked_token_and_of_a_silent_observatory(
    scenes: list[Scene], tmp_path: Path, telegram: Telegram, mail: Mail, observatory: int
) -> None:
    weather = f"http://127.0.0.1:{observatory}/weather.php"
    scene = begun(scenes, tmp_path, telegram, 4, SMTP_URL=mail.url, HKO_URL=weather)
    scene.parts.links.link(ID, "organizer:organizer", "email", "office@example.org", "en")
    send(observatory, "/control/mode/error")
    scene.clock.put("2026-03-28 09:45")
    with scene.worker():
        scene.wait(lambda: _polled(scene), "a poll that fails")
        scene.clock.put("2026-03-28 10:00")
        scene.wait(lambda: "weather-proposed" in scene.types, "the proposal")
        scene.wait(lambda: _about(mail, "not known"), "the mail on the weather")
        telegram.fault("unauthorized")
        scene.do(SUSPEND)
        scene.wait(lambda: _about(mail, "Nothing goes out by Telegram"), "the mail on the token")
        time.sleep(1.0)
    assert _about(mail, "Nothing goes out by Telegram") == 1
    assert {tuple(letter["recipients"]) for letter in mail.received()} == {("office@example.org",)}


def _about(mail: Mail, words: str) -> int:
    return sum(words in " ".join(letter["text"].split()) for letter in mail.received())


def _polled(scene: Scene) -> bool:
    with scene.parts.database.reading() as driver:
        return bool(driver.execute("SELECT count(*) FROM weather_poll").fetchone()[0])
