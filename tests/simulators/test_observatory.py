"""The Observatory simulator, read by the real client: the answers, and every way of not answering."""

from collections.abc import Iterator
from datetime import datetime
from zoneinfo import ZoneInfo

import msgspec
import pytest

from services.weather.listed import Listed
from services.weather.observatory import Observatory, Unreachable
from services.weather.reading import Answer, read
from tests.simulators.processes import get, running, send

ZONE = ZoneInfo("Asia/Hong_Kong")


class Sky:
    """The simulator, and what the program under test reads of it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.url = f"http://127.0.0.1:{port}/weather.php"

    def set(self, what: str, at: str | None = None) -> None:
        query = "" if at is None else f"?at=2026-03-28T{at}"
        assert send(self.port, f"/control/{what}{query}")[0] == 200

    def answer(self, *, seconds: float = 10.0) -> Answer:
        return read(Observatory(self.url, seconds=seconds)(), hk("12:00"))

    def read(self) -> tuple[Listed, ...]:
        answer = self.answer()
        assert answer.unread == ""
        return answer.listed


def hk(clock: str) -> datetime:
    return datetime.fromisoformat(f"2026-03-28T{clock}").replace(tzinfo=ZONE)


@pytest.fixture
def sky() -> Iterator[Sky]:
    with running("infra.observatory_simulator") as (port,):
        yield Sky(port)


def test_a_typhoon_day_as_the_observatory_would_tell_it(sky: Sky) -> None:
    assert sky.read() == ()
    sky.set("signal-3", "05:00")
    sky.set("expect-8", "07:00")
    assert sky.read() == (
        Listed("WTCSGNL", "TC3", hk("05:00")),
        Listed("WTCPRE8", "WTCPRE8", hk("07:00"), dated=False),
    )
    sky.set("signal-8", "08:40")
    sky.set("black-rain", "09:10")
    assert sky.read() == (
        Listed("WTCSGNL", "TC8NE", hk("08:40")),
        Listed("WRAIN", "WRAINB", hk("09:10")),
    )
    sky.set("lower-to-3", "10:05")
    sky.set("cancel-rain", "10:20")
    assert sky.read() == (
        Listed("WTCSGNL", "TC3", hk("10:05")),
        Listed("WRAIN", "WRAINB", hk("09:10"), hk("10:20")),
    )
    sky.set("cancel-cyclone", "11:30")
    assert sky.read()[0] == Listed("WTCSGNL", None, None, hk("11:30"))
    sky.set("vanish")
    assert sky.read() == ()


def test_every_way_of_not_answering_is_noticed(sky: Sky) -> None:
    sky.set("signal-8")
    for mode in ("html", "error", "cut"):
        sky.set(f"mode/{mode}")
        assert sky.answer().unread
        assert sky.answer().listed == ()
    sky.set("mode/half")
    assert sky.answer().unread == "warningInfo: status 503"
    assert sky.answer().listed[0].code == "TC8NE"
    sky.set("mode/silent")
    with pytest.raises(Unreachable):
        sky.answer(seconds=0.3)
    sky.set("mode/answer")
    assert sky.read()[0].code == "TC8NE"


def test_a_wrong_data_type_is_answered_in_html_as_the_observatory_does(sky: Sky) -> None:
    assert get(sky.port, "/weather.php?dataType=warnings")[1].startswith(b"Please include valid parameters")


def test_the_page_and_its_parts_are_served_and_need_nothing_from_elsewhere(sky: Sky) -> None:
    page = b"".join(
        get(sky.port, f"/{name}")[1] for name in ("", "sky.css", "sky.js", "frame.css", "frame.js")
    )
    assert b"http://" not in page
    assert b"https://" not in page
    for button in ("signal-8", "lower-to-3", "black-rain", "vanish"):
        assert f'data-change="{button}"'.encode() in page


def test_controls_that_are_not_there_are_refused_and_the_state_is_told(sky: Sky) -> None:
    assert send(sky.port, "/control/signal-11")[0] == 404
    assert send(sky.port, "/control/mode/asleep")[0] == 404
    assert send(sky.port, "/control/signal-8?at=noon")[0] == 400
    sky.read()
    control = msgspec.json.decode(get(sky.port, "/control")[1])
    assert (control["asked"], control["mode"], control["warnsum"]) == (2, "answer", {})
