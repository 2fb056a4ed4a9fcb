"""Courses of a tournament of two stages whose places are not seen yet.

The same tournament is played three times. `other` differs from `first` only at tables where the askers do not
sit, so that places and cut differ; `later` differs only in the final.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Any

from services.web.api.examples import TOURNAMENT_FILE
from tests.api.conftest import ID, MORNING, SESSION, House, entrants, scores

WORDS = ("live", "session", "published")
COURSES = ("first", "other", "later")
SECOND, FINAL = "2027-03-06/2", "2027-03-13/1"
CHILD, PARENT = "0003", "0011"
"""They sit at seat A of their sessions and come into the final wherever that is said of `first`."""
MOMENTS = (
    "registered", "in session 1", "between sessions", "in session 2", "cut made", "final seated",
    "published", "in the final", "awards made", "final published",
)  # fmt: skip

# At table 1 of session 1, the same in every course: A wins two games, B wins one.
TABLE_1 = ((20, -5, -8, -7), (20, -5, -8, -7), (-6, 10, -2, -2))
STRONG = ((30, -10, -12, -8),) * 3
WEAK = ((12, -4, -5, -3), (-4, 12, -5, -3), (-4, 12, -5, -3))
LAST = (-3, 11, -5, -3)
EVEN = ((9, -3, -3, -3), (-3, 9, -3, -3), (-3, -3, 9, -3))


def plan(word: str) -> dict[str, Any]:
    """The tournament of the examples, with a second session, a final of four, and when places are seen."""
    file: dict[str, Any] = json.loads(json.dumps(TOURNAMENT_FILE))
    groups, final = file["stage"]
    groups["places_seen"] = final["places_seen"] = word
    session = groups["sessions"][0]
    times = {"registration": "14:00", "seating": "14:30", "start": "14:45", "end": "15:45"}
    groups["sessions"].append({**session, **times, "id": SECOND})
    final |= {"draw": "standing", "enter": {"from": "preliminary", "places": 4}}
    return file


def begin(house: House, session: str, numbers: Sequence[str]) -> None:
    """Seats are drawn and play begins."""
    planned = house.desk.state(ID).sessions[session].plan
    day = house.desk.state(ID).sessions[session].known_day
    seating = house.desk.state(ID).plan.moment(day, planned.seating or MORNING.time())
    house.clock.set(seating - timedelta(minutes=10))
    for number in numbers:
        house.done("check-in", {"entrant": number})
    house.clock.set(seating)
    house.done("draw-seats", {"session": session, "seed": "00" * 16})
    house.clock.set(seating + timedelta(minutes=15))


def start(house: House, session: str, assignments: Mapping[str, Sequence[int]]) -> None:
    house.done("assign-referees", {"session": session, "assignments": assignments})
    house.done("start-session", {"session": session})


def play(house: House, session: str, tables: Mapping[int, Sequence[Sequence[int]]]) -> None:
    """Every game is recorded and every sheet signed; the session goes on."""
    for table, games in tables.items():
        sheet = f"{session}/{table}"
        for number, game in enumerate(games, 1):
            winner = max(range(4), key=game.__getitem__)
            seats = [{**seat, "game_won": int(i == winner), "tiles": 0 if i == winner else 2}
                     for i, seat in enumerate(scores(*game))]  # fmt: skip
            house.done("record-game-result", {"sheet": sheet, "game": number, "seats": seats})
        for entrant in house.desk.state(ID).sheets[sheet].seats:
            house.done("sign-sheet", {"sheet": sheet, "entrant": entrant, "medium": "paper"})


def steps(house: House, word: str, course: str) -> Iterator[str]:
    """Play the tournament, stopping at each moment."""
    rest = WEAK if course == "other" else STRONG
    given = house.organizer.post("/api/v1/tournaments", plan(word))
    assert given.status_code == 201, given.get_json()
    people = entrants(12)
    people[2]["birth_date"] = "2012-05-17"
    for late in people[8:]:
        late["session"] = SECOND
    house.done("import-entrants", {"entrants": people})
    for number in (1, 2):
        house.done("appoint-referee", {"referee": f"REF-{number}", "name": f"Judge {number}"})
    house.done("appoint-referee", {"referee": "CR", "name": "Chief Judge", "chief": True})
    house.done("declare-family-unit", {"child": CHILD, "parent": PARENT})
    yield "registered"
    begin(house, SESSION, [person["entrant_no"] for person in people[:8]])
    start(house, SESSION, {"REF-1": [1], "REF-2": [2]})
    play(house, SESSION, {1: TABLE_1, 2: rest})
    yield "in session 1"
    house.done("end-session", {"session": SESSION})
    yield "between sessions"
    begin(house, SECOND, [person["entrant_no"] for person in people[8:]])
    start(house, SECOND, {"REF-2": [1]})
    play(house, SECOND, {1: (rest[0], *rest[2:], LAST if course == "other" else rest[1])})
    yield "in session 2"
    house.done("end-session", {"session": SECOND})
    house.done("conclude-qualification")
    yield "cut made"
    house.done("place-finalists")
    begin(house, FINAL, sorted(house.desk.state(ID).sessions[FINAL].entrants))
    yield "final seated"
    house.done("publish-results", {"stage": "preliminary"})
    yield "published"
    start(house, FINAL, {"REF-2": [1]})
    play(house, FINAL, {1: EVEN if course == "later" else STRONG})
    yield "in the final"
    house.done("end-session", {"session": FINAL})
    house.done("make-awards")
    yield "awards made"
    house.done("publish-results", {"stage": "final"})
    yield "final published"


def seat(house: House, letter: str) -> str:
    """Who sits there at the table that is the same in every course."""
    return house.desk.state(ID).sheets[f"{SESSION}/1"].seats["ABCD".index(letter)]
