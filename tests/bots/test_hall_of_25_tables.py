"""The Chief Referee rules, supersedes and corrects in a chat and on pages while 25 tables write on."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest

from services.web.api.examples import TOURNAMENT_FILE
from tests.api.busy import counted
from tests.api.conftest import ID, SEATING, SESSION, START, House, entrants, later, opened
from tests.api.docket_page.ruling_forms import FIGURES, Chief, kept
from tests.bots.conftest import Office, Phone, running
from tests.bots.test_agreed import FIGURES as TYPED
from tests.bots.test_agreed import WHY, tap, wait_for_button
from tests.made_once import MadeOnce
from tests.simulators.telegram import PATIENCE, Telegram

TABLES, A_SECOND = 25, 10
BY_PAGE, BY_CHAT = f"{SESSION}/1", f"{SESSION}/2"
IN_BETWEEN = 8
"""So many events come in at least between a read-back and the press."""


def _in_play(house: House) -> None:
    """All 25 tables play; the first two have their games, signatures and then a case."""
    file: dict[str, Any] = json.loads(json.dumps(TOURNAMENT_FILE))
    file["quota"] = 100
    file["stage"][0]["sessions"][0] |= {"tables": TABLES, "capacity": 100}
    answer = house.organizer.post("/api/v1/tournaments", file)
    assert answer.status_code == 201, answer.get_json()
    house.done("import-entrants", {"entrants": entrants(100)})
    house.done("appoint-referee", {"referee": "CR", "name": "Chief Judge", "chief": True})
    house.clock.set(SEATING)
    for number in range(1, 101):
        house.done("check-in", {"entrant": f"{number:04d}"})
    house.done("draw-seats", {"session": SESSION, "seed": "00" * 16})
    tables = {f"REF-{number}": [2 * number - 1, 2 * number] for number in range(1, 13)} | {"REF-13": [TABLES]}
    for referee in tables:
        house.done("appoint-referee", {"referee": referee, "name": f"Judge {referee}"})
    house.done("assign-referees", {"session": SESSION, "assignments": tables})
    house.clock.set(START)
    house.done("start-session", {"session": SESSION})
    for sheet in (BY_PAGE, BY_CHAT):
        for game in (1, 2, 3):
            house.done("record-game-result", {"sheet": sheet, "game": game, "seats": counted(0, 5, 10, 15)})
        for entrant in house.desk.state(ID).sheets[sheet].seats:
            house.done("sign-sheet", {"sheet": sheet, "entrant": entrant, "medium": "device"})
        house.done("raise-dispute", {"sheet": sheet, "game": 2, "statement": "A joker was counted as 25."})


class Writers:
    """The referees of all tables: results, corrections and breaks, ten a second together."""

    def __init__(self, house: House) -> None:
        self._house, self._stopping = house, threading.Event()
        self.failed: list[object] = []
        self._threads = [threading.Thread(target=self._write, args=(number,)) for number in range(5)]

    def __enter__(self) -> "Writers":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._stopping.set()
        for thread in self._threads:
            thread.join(PATIENCE)

    @property
    def written(self) -> int:
        return int(self._house.head[0])

    def wait_for_more(self) -> None:
        """Let the hall write on before something is pressed."""
        until, deadline = self.written + IN_BETWEEN, time.monotonic() + PATIENCE
        while self.written < until:
            assert self.failed == []
            assert time.monotonic() < deadline, self.written
            time.sleep(0.02)

    def _write(self, number: int) -> None:
        own = [table for table in range(1, TABLES + 1) if table % len(self._threads) == number]
        client = self._house.client("organizer", f"writer-{number}")
        for turn in count():
            if self._stopping.wait(len(self._threads) / A_SECOND):
                return
            name, body = self._next(f"{SESSION}/{own[turn % len(own)]}", turn)
            answer = client.command(name, body)
            if answer.status_code not in (200, 201):
                self.failed.append(answer.get_json())

    def _next(self, sheet: str, turn: int) -> tuple[str, dict[str, Any]]:
        known = self._house.desk.state(ID).sheets[sheet]
        if sheet in (BY_PAGE, BY_CHAT):
            seat = known.seats[turn % 4]
            return "note-incident", {"sheet": sheet, "game": 3, "kind": "break_permitted", "entrant": seat}
        figures = {"sheet": sheet, "ended_by": "cleared", "seats": counted(0, turn % 20 + 3, 12, 9)}
        played = sum(game is not None for game in known.games)
        if played < 3:
            return "record-game-result", {**figures, "game": played + 1}
        return "correct-game", {**figures, "game": turn % 3 + 1, "reason": "misread"}


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def hall(
    request: pytest.FixtureRequest,
    telegram: Telegram,
    moments: dict[str, Path],
    made_once: MadeOnce,
    tmp_path: Path,
) -> Iterator[Office]:
    if request.param == "postgresql":
        house = House(request.getfixturevalue("postgresql_database"), request.getfixturevalue("vault"))
        _in_play(house)
        yield Office(house, telegram, house.desk.vault)
        return
    with opened(later(made_once, moments["house"], "25 tables", _in_play), tmp_path) as house:
        house.clock.set(START)
        yield Office(house, telegram, house.desk.vault)


@contextmanager
def writing(office: Office) -> Iterator[Writers]:
    with running(office), Writers(office.house) as writers:
        yield writers
    assert writers.failed == []


def made(office: Office, sheet: str) -> tuple[int, int]:
    """How many rulings there are on the case of a sheet, and how often its games were corrected."""
    events = office.desk.events(ID, 0, 100_000)
    case = "D-0001" if sheet == BY_PAGE else "D-0002"
    corrected = [
        msgspec.json.decode(event.data)["sheet"] for event in events if event.type == "game-corrected"
    ]
    return sum(ruling.dispute == case for ruling in office.state.rulings.values()), corrected.count(sheet)


def on_a_page(office: Office, writers: Writers, points: int) -> None:
    """Rule or supersede, then correct, each at the first press."""
    rulings, corrections = made(office, BY_PAGE)
    chief = Chief(office.house, f"/t/{ID}/docket/D-0001/ruling")
    page = chief.drafts("amend_game", ("figures", {**FIGURES, "points_B": str(points)}))
    writers.wait_for_more()
    assert chief.confirms(page).headers["Location"].startswith(f"/t/{ID}/docket/D-0001?done=")
    path = f"/t/{ID}/tasks/correct-game"
    game = {"sheet": BY_PAGE, "game": "1", "back": f"/t/{ID}/tables/{BY_PAGE}"}
    form = {"form": chief.word(path), "step": "look", "reason": "Misread", **game, **FIGURES}
    read = chief.post(path, {**form, "points_B": str(points)}).get_data(as_text=True)
    writers.wait_for_more()
    answer = chief.post(path, {**kept(read), "step": "confirm"})
    assert answer.headers["Location"].startswith(f"/t/{ID}/tables/{BY_PAGE}")
    assert made(office, BY_PAGE) == (rulings + 1, corrections + 1)


def in_a_chat(office: Office, writers: Writers, points: int) -> None:
    """The same on a phone."""
    rulings, corrections = made(office, BY_CHAT)
    figures = TYPED.replace("B 12", f"B {points}")
    phone = office.phone("referee:CR")
    begin = ("*D-0002", "*Rule") if rulings == 0 else ("*Ruled cases", "*D-0002", "*Rule anew")
    _go(phone, "/docket", *begin, "*Amend a game", figures, WHY)
    wait_for_button(office, phone, "Confirm the ruling")
    writers.wait_for_more()
    assert "is made" in phone.press("bot-confirm-ruling")
    _go(phone, "/sheet", "*session 1", "*2", "*Correct game 1", figures, "Misread")
    wait_for_button(office, phone, "Confirm")
    writers.wait_for_more()
    assert "is corrected" in phone.press("bot-confirm")
    assert made(office, BY_CHAT) == (rulings + 1, corrections + 1)


def _go(phone: Phone, *steps: str) -> None:
    for step in steps:
        tap(phone, step[1:]) if step.startswith("*") else phone.say(step)


@pytest.mark.wide
@pytest.mark.parametrize("rounds", [2, 10])
def test_each_is_confirmed_at_the_first_press(hall: Office, rounds: int) -> None:
    with writing(hall) as writers:
        for turn in range(rounds):
            on_a_page(hall, writers, 12 + turn)
            in_a_chat(hall, writers, 12 + turn)
