"""A session from the list of entrants to the awards, as data: who does what, with which answers."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec

from services.web.api.examples import TOURNAMENT_FILE
from tests.api.conftest import ID, SESSION, House, entrants

FINAL = "2027-03-13/1"
TABLES_OF_A_REFEREE = 2
SEED = "00" * 16
Game = Mapping[str, tuple[int, int]]
"""Points and tiles left on the rack of each seat; the winner has none."""


class Deed(msgspec.Struct, frozen=True):
    """What one person does.

    Attributes:
        who: "organizer", or the number of a referee.
        answers: by the name of the question; texts, but for figures, the tables of referees and people.
    """

    who: str
    task: str
    answers: Mapping[str, Any] = {}


def plan(people: int) -> dict[str, Any]:
    """The tournament of the examples, with room for so many, and for a cut that two are equal at."""
    file: dict[str, Any] = json.loads(json.dumps(TOURNAMENT_FILE))
    tables = -(-people // 4)
    first, final = file["stage"]
    file["quota"] = first["sessions"][0]["capacity"] = people
    first["sessions"][0]["tables"] = tables
    final["enter"]["places"] = final["sessions"][0]["capacity"] = tables + 1
    final["sessions"][0]["tables"] = -(-(tables + 1) // 4)
    return file


def the_day(house: House, people: int) -> Iterator[Deed]:
    """Every deed in its order; the clock of the house is moved in between."""
    rows = entrants(people)
    yield Deed("organizer", "import-entrants", {"entrants": rows})
    yield from _until_start(house, SESSION, [row["entrant_no"] for row in rows])
    yield from _first_session(house)
    yield from _over(SESSION)
    yield Deed("organizer", "conclude-qualification", {"stage": "final"})
    yield Deed("CR", "decide-cut-tie", {"stage": "final", "choice": "lot", "seed": SEED})
    yield Deed("organizer", "place-finalists", {"stage": "final"})
    yield Deed("organizer", "publish-results", {"stage": "preliminary"})
    yield from _until_start(house, FINAL, sorted(house.desk.state(ID).sessions[FINAL].entrants))
    for table in house.desk.state(ID).sessions[FINAL].tables:
        yield from _sheet(house, FINAL, table)
    yield from _over(FINAL)
    yield Deed("organizer", "make-awards")
    yield Deed("organizer", "publish-results", {"stage": "final"})


def _until_start(house: House, session: str, numbers: Sequence[str]) -> Iterator[Deed]:
    seating = _seating(house, session)
    house.clock.set(seating - timedelta(minutes=10))
    for number in numbers:
        yield Deed("organizer", "check-in", {"entrant": number})
    house.clock.set(seating)
    about = {"session": session}
    yield Deed("CR", "draw-seats", {**about, "seed": SEED})
    tables = sorted(house.desk.state(ID).sessions[session].tables)
    yield Deed("CR", "assign-referees", {**about, "assignments": assigned(tables)})
    house.clock.set(seating + timedelta(minutes=15))
    yield Deed("CR", "start-session", about)


def _over(session: str) -> Iterator[Deed]:
    yield Deed("CR", "call-time", {"session": session})
    yield Deed("CR", "end-session", {"session": session})


def assigned(tables: Sequence[int]) -> dict[str, Sequence[int]]:
    """The tables of each referee."""
    shares = [
        tables[place : place + TABLES_OF_A_REFEREE] for place in range(0, len(tables), TABLES_OF_A_REFEREE)
    ]
    return {f"REF-{number}": share for number, share in enumerate(shares, 1)}


def referee_of(table: int) -> str:
    return f"REF-{(table + 1) // TABLES_OF_A_REFEREE}"


def _first_session(house: House) -> Iterator[Deed]:
    """At the first table a dispute, at the second two sheets and a refusal; at the last somebody leaves."""
    tables = sorted(house.desk.state(ID).sessions[SESSION].tables)
    whole = [table for table in tables if len(_seats(house, SESSION, table)) == 4]
    for table in tables:
        if table == 1:
            yield from _sheet(house, SESSION, table, _dispute)
        elif table == 2:
            yield from _sheet(house, SESSION, table, _second_sheet, refuses="D")
        elif table == whole[-1]:
            yield from _leaving(house, table)
        else:
            yield from _sheet(house, SESSION, table)


def _sheet(house: House, session: str, table: int, then: Any = None, refuses: str = "") -> Iterator[Deed]:
    """A sheet is entered, whatever comes of it, and signed."""
    sheet, referee = f"{session}/{table}", referee_of(table)
    seats = _seats(house, session, table)
    games = [game(table, number, "ABCD"[: len(seats)]) for number in (1, 2, 3)]
    yield Deed(referee, "submit-sheet", {"sheet": sheet, "games": games})
    if then is not None:
        yield from then(sheet, referee, games)
    for letter, number in zip("ABCD", seats, strict=False):
        about = {"sheet": sheet, "entrant": number}
        if letter == refuses:
            yield Deed(referee, "record-missing-signature", {**about, "kind": "refused", "reason": "No"})
            yield Deed("CR", "close-signature", {**about, "reason": "Asked twice"})
        else:
            yield Deed(referee, "sign-sheet", {**about, "medium": "paper"})


def _dispute(sheet: str, referee: str, games: Sequence[Game]) -> Iterator[Deed]:
    """Two racks have changed places: so it is shown, and ruled."""
    yield Deed(referee, "raise-dispute", {"sheet": sheet, "game": "2", "statement": "My rack is another's"})
    evidence = {"dispute": "D-0001", "kind": "rack", "rack": "R10 B10 K10 R7", "last": "R7"}
    yield Deed("CR", "present-evidence", evidence)
    figures = {**games[1], "C": games[1]["D"], "D": games[1]["C"]}
    why = {"finding": "The racks of C and D were exchanged", "cites": "HK rules 3"}
    yield Deed(
        "CR",
        "make-ruling",
        {"dispute": "D-0001", "effect": "amend_game", "figures": figures, **why, "reason": "Both say so"},
    )


def _second_sheet(sheet: str, referee: str, games: Sequence[Game]) -> Iterator[Deed]:
    """The same sheet once more with a slip, and the first holds."""
    points, tiles = games[2]["D"]
    other = [*games[:2], {**games[2], "D": (points + 1, tiles)}]
    yield Deed(referee, "submit-sheet", {"sheet": sheet, "games": other})
    conflict = {"sheet": sheet, "conflict": "1", "take": "first", "reason": "A slip"}
    yield Deed(referee, "settle-sheet-conflict", conflict)


def _leaving(house: House, table: int) -> Iterator[Deed]:
    """After the first game seat D goes home; the others play on, and sign."""
    sheet, referee, seats = f"{SESSION}/{table}", referee_of(table), _seats(house, SESSION, table)
    yield Deed(referee, "record-game-result", {"sheet": sheet, "game": "1", "seats": game(table, 1, "ABCD")})
    yield Deed(
        referee, "withdraw-entrant", {"entrant": seats[3], "stage": "preliminary", "grounds": "own_wish"}
    )
    for number in (2, 3):
        figures = game(table, number, "ABC")
        yield Deed(referee, "record-game-result", {"sheet": sheet, "game": str(number), "seats": figures})
    for entrant in seats[:3]:
        yield Deed(referee, "sign-sheet", {"sheet": sheet, "entrant": entrant, "medium": "paper"})


def game(table: int, number: int, seats: str) -> dict[str, tuple[int, int]]:
    """A wins two games, then B one; the first two tables are alike, at each further one less is left."""
    winner = "B" if number == 3 else "A"
    left = 60 - 2 * max(table, 2)
    return {seat: (0, 0) if seat == winner else (left + at, 6) for at, seat in enumerate(seats)}


def _seats(house: House, session: str, table: int) -> tuple[str, ...]:
    return house.desk.state(ID).sheets[f"{session}/{table}"].seats


def _seating(house: House, session: str) -> datetime:
    state = house.desk.state(ID)
    seated = state.seated_at(state.sessions[session])
    assert seated is not None
    return seated
