"""Every task that people can do, each at a moment when it can be done: one course of a small tournament."""

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from services.web.api.examples import TOURNAMENT_FILE
from tests.api.conftest import ID, SEATING, SESSION, START, House, entrants
from tests.day.by_http import ByHttp, figures
from tests.day.scenario import FINAL, SEED, Deed, game, the_day

SECOND, DAY = "2027-03-06/2", "2027-03-06"
TABLE = f"{SESSION}/1"
CHILD, PARENT = "0007", "0008"
OF_SECOND = ("0011", "0012", "0013", "0014")
WHY = {"reason": "Two saw it"}
BY_FILE = frozenset({"define-tournament", "amend-tournament"})
OF_OTHER_TOURNAMENTS = {
    "enter-stage": "a second stage that people register for",
    "open-table": "tables that players open",
    "close-table": "tables that players open",
}
"""What this one has not."""


def given(house: House) -> House:
    """A tournament of two sessions and a final of four; a second one beside it that is nobody's business."""
    file: dict[str, Any] = json.loads(json.dumps(TOURNAMENT_FILE))
    first, final = file["stage"]
    hours = {"registration": "15:00", "seating": "15:30", "start": "15:45", "end": "16:45"}
    first["sessions"].append({**first["sessions"][0], **hours, "id": SECOND})
    final["enter"]["places"] = 3
    for id in (ID, OTHER):
        answer = house.organizer.post("/api/v1/tournaments", {**file, "id": id})
        assert answer.status_code == 201, answer.get_json()
    people = entrants(8) + [{**person, "session": SECOND} for person in entrants(14)[10:]]
    people[6]["birth_date"] = "2013-05-17"
    house.done("import-entrants", {"entrants": people})
    for number in (1, 2):
        house.done("appoint-referee", {"referee": f"REF-{number}", "name": f"Judge {number}"})
    house.done("appoint-referee", {"referee": "CR", "name": "Chief Judge", "chief": True})
    return house


OTHER = "other-cup"


def before_the_day(house: House) -> Iterator[Deed]:
    """People and their families, and what is written to them."""

    def by(task: str, who: str = "organizer", /, **answers: Any) -> Deed:
        return Deed(who, task, answers)

    yield by("appoint-referee", referee="REF-9", name="New Judge")
    yield by("dismiss-referee", referee="REF-9", **WHY)
    walker = {"entrant_no": "0009", "name_en": "Walker In", "birth_date": "1990-01-02"}
    yield by("register-entrant", session=SECOND, **walker)
    yield by("import-entrants", entrants=[{**entrants(10)[9], "session": SECOND}])
    yield by("move-entrant", entrant="0010", session=SESSION)
    yield by("merge-entrants", keep="0009", drop="0010", **WHY)
    yield by("amend-details", entrant="0001", name_en="Player One")
    yield by("choose-language", entrant="0001", language="en")
    yield by("set-consent", entrant="0001", shown="yes", scope="board")
    yield by("ask-organizer", entrant="0001", question="May my aunt watch?")
    yield by("answer-question", question="Q-0001", answer="Yes, she may")
    yield by("declare-family-unit", child=CHILD, parent=PARENT)
    yield by("dissolve-family-unit", unit=f"{CHILD}+{PARENT}", **WHY)
    parent = house.client("participant", PARENT, ID)
    for task in ("decline-family-unit", "agree-to-family-unit"):
        answer = parent.command("declare-family-unit", {"child": CHILD, "parent": PARENT})
        assert answer.status_code in (200, 201), answer.get_json()
        yield by(task, child=CHILD, parent=PARENT)
    yield by("cancel-registration", entrant="0009")
    yield by("forget-person", person=house.desk.state(ID).entrants["0009"].person, grounds="request")
    yield by("invite-people")
    yield by("remind-invited")
    yield by("make-announcement", audience="everyone", en="Bring water", zh="請自備食水")
    house.clock.set(SEATING - timedelta(hours=20))
    yield by("remind-of-session", session=SESSION, kind="day_before")


def the_weather(house: House) -> Iterator[Deed]:
    """A day that is suspended, moved, and suspended again."""

    def by(task: str, /, **answers: Any) -> Deed:
        return Deed("organizer", task, answers)

    def now() -> str:
        return house.clock.now().isoformat()

    house.clock.set(SEATING - timedelta(hours=2, minutes=40))
    yield by("suspend-day", day=DAY, grounds="black_rainstorm", since=now())
    yield by("give-further-word", day=DAY, en="The hall is open", zh="場地開放", next_word="2027-03-06T23:00")
    yield by("lift-suspension", day=DAY, **WHY)
    yield by("announce-play", day=DAY)
    yield by("suspend-remaining", day=DAY, grounds="other", en="A power cut", zh="停電")
    yield by("reschedule-sessions", day=DAY, new_day=DAY)
    house.clock.set(SEATING - timedelta(hours=2, minutes=25))
    signals = [{"code": "TC8NE", "begin": now()}]
    yield by("report-warnings", fetched_at=now(), body="00" * 32, signals=signals)
    yield by("propose-weather", day=DAY, fetched_at=now())
    yield by("escalate-weather-proposal", proposal="W-0001", step="1")
    yield by("answer-weather-proposal", proposal="W-0001", answer="refuse", reason="It passes")
    yield by("announce-weather-watch", day=DAY, code="TC8NE")
    yield by("report-silence", since=now())
    final = {"day": FINAL.partition("/")[0]}
    promised = (house.clock.now() + timedelta(minutes=5)).isoformat()
    house.done("suspend-day", {**final, "grounds": "signal_8_or_above", "next_word": promised})
    house.clock.advance(timedelta(minutes=6))
    yield by("remind-of-next-word", **final)
    house.done("lift-suspension", {**final, **WHY})


def the_session(house: House) -> Iterator[Deed]:
    """From check-in to the end of a session, and back again where that can be."""

    def by(task: str, who: str = "CR", /, **answers: Any) -> Deed:
        return Deed(who, task, answers)

    about = {"session": SESSION}
    house.clock.set(SEATING - timedelta(minutes=10))
    for number in range(2, 9):
        house.done("check-in", {"entrant": f"{number:04d}"})
    yield by("check-in", "organizer", entrant="0001")
    yield by("undo-check-in", entrant="0001", **WHY)
    house.done("check-in", {"entrant": "0001"})
    late = {"entrant_no": "0020", "name_en": "Late Comer", "birth_date": "1990-01-02"}
    yield by("register-walk-in", "organizer", **about, **late)
    house.done("undo-check-in", {"entrant": late["entrant_no"], **WHY})
    house.done("cancel-registration", {"entrant": late["entrant_no"]})
    house.clock.set(SEATING)
    yield by("draw-seats", **about, seed=SEED)
    yield by("undo-seat-draw", **about, **WHY)
    house.done("draw-seats", {**about, "seed": SEED})
    first, second = (house.desk.state(ID).sessions[SESSION].tables[table][0] for table in (1, 2))
    yield by("exchange-seats", **about, first=first, second=second)
    yield by("assign-referees", **about, assignments={"REF-1": [1], "REF-2": [2]})
    house.clock.set(START)
    yield by("start-session", **about)
    yield by("undo-session-start", **about, **WHY)
    house.done("start-session", about)
    yield from _at_a_table(house)
    yield by("call-time", "REF-1", **about)
    yield by("undo-time-call", **about, **WHY)
    house.done("call-time", about)
    yield by("report-game-not-begun", "REF-2", sheet=f"{SESSION}/2", game="3")
    yield by("end-session", **about)
    yield by("reopen-session", **about, **WHY)


def _at_a_table(house: House) -> Iterator[Deed]:
    def by(task: str, who: str = "REF-1", /, **answers: Any) -> Deed:
        return Deed(who, task, answers)

    seats, sheet = house.desk.state(ID).sheets[TABLE].seats, {"sheet": TABLE}
    first = next(number for number in seats if number != CHILD)
    draws = json.dumps({number: place for place, number in enumerate(seats, 1)})
    yield by("determine-first-player", **sheet, game="1", draws=draws)
    yield by("note-incident", **sheet, game="1", kind="break_permitted", entrant=seats[1])
    yield by("call-chief-referee", **sheet)
    yield by("set-out-for-table", "CR", **sheet)
    yield by("call-parent", "organizer", entrant=CHILD, grounds="unwell")
    yield by("escalate-parent-call", "organizer", call="P-0001")
    yield by("answer-parent-call", "organizer", call="P-0001")
    yield by("record-game-result", **sheet, game="1", seats=game(1, 1, "ABCD"))
    yield by("correct-game", **sheet, game="1", seats=game(3, 1, "ABCD"), **WHY)
    yield by("submit-sheet", **sheet, games=[game(3, number, "ABCD") for number in (1, 2, 3)])
    house.done("submit-sheet", _differing(house))
    yield by("settle-sheet-conflict", **sheet, conflict="1", take="first", **WHY)
    yield by("raise-dispute", **sheet, game="2", statement="A joker fell")
    yield by("withdraw-dispute", dispute="D-0001")
    house.done("raise-dispute", {**sheet, "statement": "Somebody talked"})
    ruling = {"effect": "none", "finding": "As it was", "cites": "HK rules 3"}
    yield by("make-ruling", "CR", dispute="D-0002", **ruling, **WHY)
    yield by("sign-sheet", **sheet, entrant=seats[0], medium="paper")
    yield by("record-missing-signature", **sheet, entrant=seats[1], kind="refused", **WHY)
    yield by("close-signature", "CR", **sheet, entrant=seats[1], **WHY)
    yield by("give-warning", entrant=first, breach="Shouting aloud")
    house.done("give-warning", {"entrant": first, "breach": "Shouting"})
    yield by("report-breach", entrant=first, description="Shouting once more")
    yield by("disqualify-entrant", "CR", entrant=first, reason="A solver")
    yield by("reinstate-entrant", "CR", entrant=first, **WHY)
    left = next(number for number in house.desk.state(ID).sheets[f"{SESSION}/2"].seats if number != CHILD)
    yield by("withdraw-entrant", "REF-2", entrant=left, grounds="health")
    yield by("import-results", "organizer", rows=on_paper())


def _differing(house: House) -> dict[str, Any]:
    games = [game(4, number, "ABCD") for number in (1, 2, 3)]
    seats = [{"game": at, "ended_by": "cleared", "seats": figures(each)} for at, each in enumerate(games, 1)]
    return {"sheet": TABLE, "games": seats}


def on_paper() -> list[dict[str, Any]]:
    """The sheet of four who play the second session, as a spreadsheet has it."""
    return [
        {
            "session": SECOND,
            "table": 1,
            "game": number,
            "seat": seat,
            "entrant_no": entrant,
            "game_won": int(seat == "A"),
            "score": "30" if seat == "A" else "-10",
            "tiles": 0 if seat == "A" else 2,
        }
        for number in (1, 2, 3)
        for seat, entrant in zip("ABCD", OF_SECOND, strict=True)
    ]


def the_closing(house: House) -> Iterator[Deed]:
    """Of the whole day what comes once its session is over; the rest is played beside it."""

    def by(task: str, /, **answers: Any) -> Deed:
        return Deed("organizer", task, answers)

    door, again = ByHttp(house), {"stage": "final", **WHY}
    for deed in the_day(house, PEOPLE):
        if deed.task in _OF_CLOSING:
            yield deed
        else:
            door.do(deed)
        if deed.task == "decide-cut-tie":
            yield by("undo-qualification", **again)
            door.do(by("conclude-qualification", stage="final"))
            door.do(deed)
        elif deed.task == "place-finalists":
            yield by("withdraw-qualifier", entrant=min(house.desk.state(ID).sessions[FINAL].entrants))
        elif deed.task == "make-awards":
            yield by("revoke-awards", **WHY)
            door.do(deed)
    house.clock.advance(timedelta(days=400))
    yield by("remind-of-retention")


PEOPLE = 12
_OF_CLOSING = (
    "present-evidence",
    "conclude-qualification",
    "decide-cut-tie",
    "place-finalists",
    "publish-results",
    "make-awards",
)
