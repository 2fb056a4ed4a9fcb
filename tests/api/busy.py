"""A hall in play while somebody reads what they are about to confirm: what has to do with it, and what not.

Table 1 has all its games, two signatures and then a case about game 2; table 2 plays on and has a case of its
own, table 3 signs, two sessions are still to come, and families ask.
"""

import json
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from services.web.api.examples import TOURNAMENT_FILE
from tests.api.conftest import ID, SEATING, SESSION, START, House, entrants

SECOND, THIRD = "2027-03-06/2", "2027-03-06/3"
TABLE, PLAYING, SIGNING = (f"{SESSION}/{table}" for table in (1, 2, 3))
CASE = "D-0001"
_WORDS = {"finding": "As found.", "cites": "HK rules 3", "reason": "It was seen."}


def counted(*counts: int) -> list[dict[str, Any]]:
    """Counts by seat; who has none has cleared the rack."""
    seats = zip("ABCD", counts, strict=False)
    return [{"seat": seat, "count": count, "tiles": 2 if count else 0} for seat, count in seats]


def tournament_file() -> dict[str, Any]:
    file: dict[str, Any] = json.loads(json.dumps(TOURNAMENT_FILE))
    first = file["stage"][0]["sessions"][0]
    for id, hour in ((SECOND, 15), (THIRD, 18)):
        hours = {"registration": f"{hour}:00", "seating": f"{hour}:30", "start": f"{hour}:45"}
        file["stage"][0]["sessions"].append({**first, **hours, "end": f"{hour + 1}:45", "id": id})
    return file


def busy(house: House) -> House:
    """The hall in play, with the case that is to be ruled."""
    answer = house.organizer.post("/api/v1/tournaments", tournament_file())
    assert answer.status_code == 201, answer.get_json()
    later = [{**entrant, "session": SECOND} for entrant in entrants(20)[12:]]
    house.done("import-entrants", {"entrants": [*entrants(12), *later]})
    for number in (1, 2, 3, 4):
        house.done("appoint-referee", {"referee": f"REF-{number}", "name": f"Judge {number}"})
    house.done("appoint-referee", {"referee": "CR", "name": "Chief Judge", "chief": True})
    house.clock.set(SEATING - timedelta(minutes=10))
    for number in range(1, 13):
        house.done("check-in", {"entrant": f"{number:04d}"})
    house.clock.set(SEATING)
    house.done("draw-seats", {"session": SESSION, "seed": "00" * 16})
    tables = {f"REF-{number}": [number] for number in (1, 2, 3)}
    house.done("assign-referees", {"session": SESSION, "assignments": tables})
    house.clock.set(START)
    house.done("start-session", {"session": SESSION})
    for sheet in (TABLE, SIGNING):
        for game in (1, 2, 3):
            house.done("record-game-result", {"sheet": sheet, "game": game, "seats": counted(0, 5, 10, 15)})
    for entrant in seats(house)[:2]:
        house.done("sign-sheet", {"sheet": TABLE, "entrant": entrant, "medium": "paper"})
    house.done("raise-dispute", {"sheet": TABLE, "game": 2, "statement": "A joker was counted as 25."})
    house.done("raise-dispute", {"sheet": PLAYING, "statement": "Somebody talked."})
    house.done("ask-organizer", {"entrant": "0013", "session": THIRD})
    return house


def seats(house: House, sheet: str = TABLE) -> tuple[str, ...]:
    return house.desk.state(ID).sheets[sheet].seats


def _play_on(house: House, number: int) -> object:
    """The next game of a table; after the last of them one is put right."""
    played = sum(game is not None for game in house.desk.state(ID).sheets[PLAYING].games)
    figures = {"sheet": PLAYING, "ended_by": "cleared", "seats": counted(0, number % 7 + 3, 12, 9)}
    if played < 3:
        return house.organizer.command("record-game-result", {**figures, "game": played + 1})
    return house.organizer.command("correct-game", {**figures, "game": number % 3 + 1, "reason": "misread"})


def _answer(house: House, number: int) -> object:
    asked = [each.question for each in house.desk.state(ID).questions.values() if each.session is None]
    return house.organizer.command("answer-question", {"question": (asked or ["Q"])[-1], "answer": "Yes."})


def _command(name: str, /, **body: Any) -> Callable[[House, int], object]:
    """A command; in its body {n} is the number of the event, {seat} and {signer} people at other tables."""

    def send(house: House, number: int) -> object:
        known = {"n": number, "seat": seats(house, PLAYING)[number % 4]}
        known |= {"signer": seats(house, SIGNING)[number % 4], "coming": f"{14 + number % 7:04d}"}
        filled = {
            key: value.format(**known) if isinstance(value, str) else value for key, value in body.items()
        }
        return house.organizer.command(name, filled)

    return send


UNRELATED: Mapping[str, Callable[[House, int], object]] = {
    "result": _play_on,
    "question": _command("ask-organizer", entrant="0013", question="Where do we eat at {n}?"),
    "answer": _answer,
    "registration": _command(
        "register-entrant", session=SECOND, entrant_no="9{n:03d}", name_en="Late {n}", birth_date="1990-05-17"
    ),
    "check-in": _command("check-in", entrant="{coming}"),
    "signature": _command("sign-sheet", sheet=SIGNING, entrant="{signer}", medium="paper"),
    "call": _command("call-chief-referee", sheet=PLAYING),
    "announcement": _command("make-announcement", audience="referees", en="Lunch {n}", zh="午膳 {n}"),
    "warning": _command("give-warning", entrant="{seat}", breach="talking"),
    "case": _command("raise-dispute", sheet=PLAYING, statement="Again, {n}."),
    "ruling": _command("make-ruling", dispute="D-0002", **_WORDS),
    "consent": _command("set-consent", entrant="{signer}", shown=True, scope="board"),
    "details": _command("amend-details", entrant="{seat}", phone="9123 4{n:03d}"),
    "official": _command("appoint-referee", referee="LATE-{n}", name="Judge {n}"),
    "break": _command("note-incident", sheet=PLAYING, game=1, kind="break_permitted", entrant="{seat}"),
    "hour": lambda house, number: house.clock.advance(timedelta(seconds=20)),
}
"""What happens elsewhere, by name; what the rules refuse at that moment simply does not happen."""


def elsewhere(house: House, kinds: list[str]) -> None:
    """Let these happen, one after the other."""
    for number, kind in enumerate(kinds, 1):
        answer = UNRELATED[kind](house, number)
        assert getattr(answer, "status_code", 200) < 500, kind


def _corrected(game: int) -> Callable[[House], object]:
    body = {"sheet": TABLE, "game": game, "ended_by": "cleared", "seats": counted(0, 6, 11, 14)}
    return lambda house: house.done("correct-game", {**body, "reason": "misread"})


def _ended(house: House) -> None:
    house.done("call-time", {"session": SESSION})
    house.done("end-session", {"session": SESSION})


def _presented(house: House) -> None:
    rack = {"rack": ["R10", "B10", "K10", "R7"], "last_drawn": "R7"}
    house.done("present-evidence", {"dispute": CASE, "entrant": seats(house)[1], "rack": rack})


RELATED: Mapping[str, Callable[[House], object]] = {
    "the game": _corrected(2),
    "a game beside it": _corrected(3),
    "who hears": lambda house: house.done(
        "assign-referees", {"session": SESSION, "assignments": {"REF-4": [1], "REF-2": [2], "REF-3": [3]}}
    ),
    "nobody sits there": _ended,
    "evidence": _presented,
}
"""What a ruling on the case rests on."""
