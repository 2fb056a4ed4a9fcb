"""Places that are not seen yet: no read tells one course of a tournament from another with other places.

The same tournament is played three times. `other` differs from `first` only at tables where the askers do not
sit, so that places and cut differ; `later` differs only in the final. While the places of a stage are not
seen, whoever is no official reads the same bytes in both, whatever is asked and as of whatever moment.
"""

import json
import re
import shutil
import sqlite3
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from services.access.rights import COMMAND_RIGHTS, ROLES
from services.tournament.standings.places_seen import unseen_stages
from services.web.examples import EXAMPLES, TOURNAMENT_FILE
from tests.api.conftest import (
    BASE,
    ID,
    MORNING,
    SESSION,
    Client,
    House,
    entrants,
    opened,
    query_address,
    scores,
)
from tests.api.test_visibility import reads, whole
from tests.made_once import MadeOnce

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

_SCRUBBED = re.compile(
    r"[0-9a-f]{32,}|(?:person|case)-[0-9a-f]+|[A-Za-z0-9+/_=-]{80,}|t-[0-9a-f]{12}|DTSTAMP:\S+|\"(?:created|expires)_at\":\"[^\"]*\""
)
"""Hashes, digests, signatures, ids of persons, cases and tokens: they differ with every log."""
_OF_THE_PLAN = ("definition", "ruleset")


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
    begin(house, SESSION, [own["entrant_no"] for own in people[:8]])
    start(house, SESSION, {"REF-1": [1], "REF-2": [2]})
    play(house, SESSION, {1: TABLE_1, 2: rest})
    yield "in session 1"
    house.done("end-session", {"session": SESSION})
    yield "between sessions"
    begin(house, SECOND, [own["entrant_no"] for own in people[8:]])
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


@pytest.fixture(scope="session")
def courses(made_once: MadeOnce, moments: Mapping[str, Path]) -> Path:
    """Folders `word/course/moment` with both databases as they are then."""

    def make(folder: Path) -> None:
        for word in WORDS:
            for course in COURSES:
                at = folder / word / course
                (at / "playing").mkdir(parents=True)
                with opened(moments["house"], at / "playing") as house:
                    for moment in steps(house, word, course):
                        (at / moment).mkdir()
                        for name in ("log.db", "vault.db"):
                            with closing(sqlite3.connect(at / "playing" / name)) as connection:
                                connection.execute("VACUUM INTO ?", (str(at / moment / name),))
                shutil.rmtree(at / "playing")

    return made_once("places seen", make)


class Opened:
    """One word and moment in several courses."""

    def __init__(self, courses: Path, folder: Path, stack: ExitStack) -> None:
        self._courses, self._folder, self._stack = courses, folder, stack
        self._houses: dict[tuple[str, str, str], House] = {}

    def __call__(self, word: str, course: str, moment: str) -> House:
        key = (word, course, moment)
        if key not in self._houses:
            folder = self._folder / "-".join(key)
            folder.mkdir()
            house = self._stack.enter_context(opened(self._courses / word / course / moment, folder))
            house.clock.set(MORNING + timedelta(days=20))
            self._houses[key] = house
        return self._houses[key]


@pytest.fixture
def at(courses: Path, tmp_path: Path) -> Iterator[Opened]:
    with ExitStack() as stack:
        yield Opened(courses, tmp_path, stack)


def unseen_at(house: House) -> dict[str, str]:
    """By stage whose places are not seen now, until when."""
    return {own.stage: own.until for own in unseen_stages(house.desk.state(ID))}


def addresses(house: House, number: str, as_of: Sequence[int]) -> list[str]:
    """Every read of the tournament, of each stage, for this entrant, and as of each of these moments."""
    found = {
        address.replace("0001", number): None for address in reads(house, ID) if "as_of=12" not in address
    }
    api = (f"{BASE}/{name}?" for name in ("standings", "publications"))
    pages = (f"/t/{ID}/{name}?" for name in ("standings", "results"))
    for address in (*api, *pages, f"{BASE}/explain?entrant={number}&", query_address("publications")):
        found |= {f"{address}&stage={stage}".replace("?&", "?").replace("&&", "&"): None
                  for stage in ("preliminary", "final")}  # fmt: skip
    of_log = [
        address
        for address in found
        if not re.search("lang=|diff|whoami|notices|stream|verif|seals|export|data", address)
    ]
    for seq in as_of:
        found |= {f"{address}{'&' if '?' in address else '?'}as_of={seq}": None for address in of_log}
    return list(found)


def answer(client: Client, address: str) -> tuple[int, str]:
    """The answer without what differs between any two logs, and without what the plan says."""
    response = whole(client, address)
    text = response.get_data(as_text=True)
    if response.status_code == 200 and text.startswith("{"):
        whole_answer: Mapping[str, Any] = json.loads(text)
        text = json.dumps(
            {k: v for k, v in whole_answer.items() if k not in _OF_THE_PLAN}, ensure_ascii=False
        )
    return response.status_code, _SCRUBBED.sub("*", text)


def seat(house: House, letter: str) -> str:
    """Who sits there at the table that is the same in every course."""
    return house.desk.state(ID).sheets[f"{SESSION}/1"].seats["ABCD".index(letter)]


def askers(houses: Sequence[House], number: str) -> list[tuple[str, tuple[Client, ...]]]:
    """Whoever is no official here, with a client in each house."""
    roles = [(role, ID) for role in ("display", "participant")] + [(role, "elsewhere") for role in ROLES]
    return [("nobody", tuple(house.anyone for house in houses))] + [
        (f"{role} of {place}", tuple(house.client(role, number, place) for house in houses))
        for role, place in roles
    ]


def moments_before(house: House, courses: Path, word: str, course: str, moment: str) -> list[int]:
    """The seqs at which the log stood at the earlier moments, and now."""
    seqs = []
    for earlier in MOMENTS[: MOMENTS.index(moment) + 1]:
        with closing(sqlite3.connect(courses / word / course / earlier / "log.db")) as connection:
            (seq,) = connection.execute("SELECT max(seq) FROM event").fetchone()
            seqs.append(seq)
    return seqs


def not_in_the_final(houses: Sequence[House]) -> list[str]:
    """Of the table that is the same in every course those who have no place in the final in any of them."""
    return [
        number
        for number in houses[0].desk.state(ID).sheets[f"{SESSION}/1"].seats
        if all(house.desk.state(ID).entrants[number].at("final") is None for house in houses)
    ]


HIDING = [
    (word, moment, course, stages)
    for word, moments, course, stages in (
        ("session", ("in session 1", "in session 2"), "other", {"preliminary", "final"}),
        ("session", ("in the final",), "later", {"final"}),
        ("published", MOMENTS[1:6], "other", {"preliminary", "final"}),
        ("published", MOMENTS[7:9], "later", {"final"}),
    )
    for moment in moments
]


def lengths(*cases: tuple[Any, ...], briefly: Collection[str]) -> list[Any]:
    """Cases with how much is asked: at length, or at some moments briefly, as of the last moment before."""
    at_length = [pytest.param(*case, "at length", marks=pytest.mark.wide) for case in cases]
    return [(*case, "briefly") for case in cases if case[1] in briefly] + at_length


@pytest.mark.parametrize(
    ("word", "moment", "course", "stages", "length"),
    lengths(*HIDING, briefly=("in session 2", "cut made", "in the final")),
)
def test_nobody_but_officials_can_tell_courses_apart_that_differ_in_places_not_seen(
    at: Opened, courses: Path, word: str, moment: str, course: str, stages: set[str], length: str
) -> None:
    houses = (at(word, "first", moment), at(word, course, moment))
    assert unseen_at(houses[0]) == unseen_at(houses[1]) == dict.fromkeys(stages, word)
    seqs = moments_before(houses[0], courses, word, "first", moment)
    assert seqs == moments_before(houses[1], courses, word, course, moment)
    asked, numbers = 0, not_in_the_final(houses)
    if length == "briefly":
        seqs, numbers = seqs[-2:-1], numbers[1:2]
    for number in numbers:
        for place, (asker, (first, other)) in enumerate(askers(houses, number)):
            here = asker in ("nobody", f"participant of {ID}")
            if here or number == numbers[-1]:
                # Whoever is of elsewhere is anyone here: between them they ask everything.
                every = 1 if here or length == "at length" else 3
                for address in addresses(houses[0], number, seqs)[place % every :: every]:
                    assert answer(first, address) == answer(other, address), (asker, address)
                    asked += 1
    assert asked > (800 if length == "at length" else 250)


@pytest.mark.parametrize("moment", MOMENTS[1:])
def test_where_places_are_seen_at_once_the_courses_can_be_told_apart(at: Opened, moment: str) -> None:
    course = "other" if MOMENTS.index(moment) < 7 else "later"
    first, other = at("live", "first", moment), at("live", course, moment)
    told = [
        address
        for address in addresses(first, "0001", ())
        if answer(first.anyone, address) != answer(other.anyone, address)
    ]
    assert any("standings" in address for address in told)
    assert unseen_at(first) == {}


@pytest.mark.wide
@pytest.mark.parametrize("word", WORDS[1:])
@pytest.mark.parametrize("moment", MOMENTS)
def test_officials_read_what_they_read_where_places_are_seen_at_once(
    at: Opened, courses: Path, word: str, moment: str
) -> None:
    houses = (at(word, "first", moment), at("live", "first", moment))
    seqs = moments_before(houses[0], courses, word, "first", moment)
    for role, subject in (
        ("organizer", "o"),
        ("chief_referee", "CR"),
        ("referee", "REF-1"),
        ("service", "s"),
    ):
        here, live = (house.client(role, subject, ID) for house in houses)
        for address in addresses(houses[0], "0001", seqs[-2:-1]):
            if not re.search("events|export|notices|data", address):
                assert answer(here, address) == answer(live, address), (role, address)


@pytest.mark.parametrize(
    ("word", "moment", "length"),
    lengths(
        *(("session", moment) for moment in MOMENTS if not moment.startswith("in ")),
        ("published", "final published"),
        briefly=("between sessions", "cut made", "final published"),
    ),
)
def test_once_places_are_seen_everyone_reads_what_they_read_where_places_are_seen_at_once(
    at: Opened, courses: Path, word: str, moment: str, length: str
) -> None:
    houses = (at(word, "first", moment), at("live", "first", moment))
    assert unseen_at(houses[0]) == {}
    seqs = moments_before(houses[0], courses, word, "first", moment)[:-1]
    numbers = ("0001", "0009") if length == "at length" else ("0001",)
    for number in numbers:
        for asker, (here, live) in askers(houses, number)[:3]:
            for address in addresses(houses[0], number, seqs if length == "at length" else seqs[-1:]):
                assert answer(here, address) == answer(live, address), (asker, address)


def sent(client: Client, name: str, body: Mapping[str, Any], preview: bool) -> tuple[int, str]:
    """The answer to a command or its preview, as `answer` has those to reads."""
    response = client.post(f"{BASE}/commands/{name}{'/preview' if preview else ''}", body)
    return response.status_code, _SCRUBBED.sub("*", response.get_data(as_text=True))


@pytest.mark.parametrize("moment", MOMENTS[1:5])
def test_no_preview_tells_a_participant_what_is_not_seen(at: Opened, moment: str) -> None:
    houses = (at("published", "first", moment), at("published", "other", moment))
    for number in houses[0].desk.state(ID).sheets[f"{SESSION}/1"].seats:
        first, other = (house.client("participant", number, ID) for house in houses)
        for name, row in COMMAND_RIGHTS.items():
            if "participant" in row:
                body = {**EXAMPLES.get(name, {}), "entrant": number}
                bodies = [body, {"entrant": number}, {"sheet": f"{SESSION}/1", "entrant": number}]
                for given in bodies:
                    assert sent(first, name, given, True) == sent(other, name, given, True), (name, given)


def test_nobody_learns_from_giving_a_place_up_whether_there_is_one(at: Opened) -> None:
    houses = [at("published", course, "cut made") for course in ("first", "other")]
    number = seat(houses[0], "B")
    assert [number in house.desk.state(ID).cut_into("final").qualified for house in houses] == [True, False]
    for house in houses:
        head = house.head
        for preview in (True, False):
            for who in (number, seat(house, "D")):
                status, text = sent(
                    house.client("participant", who, ID), "withdraw-qualifier", {"entrant": who}, preview
                )
                assert (status, json.loads(text)["code"]) == (409, "places-not-seen")
                assert "once the results of the stage Preliminary are published" in text
        assert house.head == head
    assert houses[0].done("withdraw-qualifier", {"entrant": number})["events"]


def test_who_is_placed_in_the_final_knows_it_and_may_give_the_place_up(at: Opened) -> None:
    house = at("published", "first", "final seated")
    number, none = seat(house, "A"), seat(house, "D")
    client = house.client("participant", number, ID)
    row = client.get(f"{BASE}/entrant?entrant={number}").get_json()["entrant"]
    assert (row["qualified"], row["final_session"], row["final_table"]) == (True, FINAL, f"{FINAL}/1")
    tables = client.get(f"{BASE}/sessions").get_json()["rows"][-1]["tables"]
    assert [number in [own["entrant_no"] for own in table["seats"]] for table in tables] == [True]
    row = house.client("participant", none, ID).get(f"{BASE}/entrant?entrant={none}").get_json()["entrant"]
    assert (row["qualified"], row["final_session"]) == (None, None)


def test_what_is_hidden_says_in_words_and_for_programs_when_it_is_shown(at: Opened) -> None:
    house = at("published", "first", "cut made")
    said = {
        "until": "published",
        "stage": "preliminary",
        "text": "Places are shown once the results of the stage Preliminary are published.",
    }
    chinese = "初賽成績公布後方會顯示名次。"
    number = seat(house, "A")
    client = house.client("participant", number, ID)
    table = house.anyone.get(f"{BASE}/standings").get_json()
    assert (table["rows"], table["places_hidden"]) == ([], said)
    of_final = house.anyone.get(f"{BASE}/standings?stage=final").get_json()["places_hidden"]
    assert of_final == {**said, "stage": "final", "text": said["text"].replace("Preliminary", "Final")}
    for asker in (client, house.anyone):
        page = asker.get(f"/t/{ID}/standings?lang=zh").get_data(as_text=True)
        assert chinese in page
    (mine,) = client.get(f"{BASE}/standings").get_json()["rows"]
    assert mine | {"name": ""} == {
        "place": None, "entrant_no": number, "games_won": 2, "score": "34", "average": "34/3", "tiles": 2,
        "qualified": None, "tied": None, "name": "",
    }  # fmt: skip
    told = client.get(f"{BASE}/explain?entrant={number}&lang=zh").get_json()
    assert (told["place"], told["above"], told["below"], told["qualified"]) == (None, None, None, None)
    assert told["keys"]["games_won"] == 2
    assert told["chain"][-1]["text"] == chinese
    assert [row.get("places_hidden") for row in house.anyone.get(f"{BASE}/sessions").get_json()["rows"]] == [
        None,
        None,
        said,
    ]
    families = house.anyone.get(f"{BASE}/families").get_json()
    assert families["places_hidden"] == of_final
    assert {row["place"] for row in families["rows"]} == {None}


def test_awards_wait_for_the_stage_they_rest_on(at: Opened) -> None:
    made, out = (at("published", "first", moment) for moment in ("awards made", "final published"))
    answer = made.anyone.get(f"{BASE}/awards").get_json()
    assert (answer["rows"], answer["places_hidden"]["stage"]) == ([], "final")
    assert made.organizer.get(f"{BASE}/awards").get_json()["rows"]
    assert out.anyone.get(f"{BASE}/awards").get_json()["rows"]


def test_the_data_of_a_person_tell_the_organizer_the_cut_and_the_person_not_yet(at: Opened) -> None:
    house = at("published", "first", "cut made")
    number = seat(house, "A")
    address = f"{BASE}/entrants/{number}/data"
    hers, whole_data = (
        client.get(address).get_json()
        for client in (house.client("participant", number, ID), house.organizer)
    )
    assert [row["qualified"] for row in (*hers["entries"], *hers["standings"])] == [None, None]
    assert [row["qualified"] for row in (*whole_data["entries"], *whole_data["standings"])] == [True, True]
    left_out = {own["type"] for own in whole_data["events"]} - {own["type"] for own in hers["events"]}
    assert left_out == {"qualification-concluded"}


def test_what_is_kept_for_officials_is_not_handed_to_others_and_a_publication_shows_places(
    at: Opened,
) -> None:
    house = at("published", "first", "final seated")
    address = f"{BASE}/standings"
    assert house.organizer.get(address).get_json()["rows"][0]["place"] == 1
    before = house.anyone.get(address)
    assert before.get_json()["rows"] == []
    assert house.organizer.get(address).get_json()["rows"][0]["place"] == 1
    house.done("publish-results", {"stage": "preliminary"})
    after = house.anyone.get(address, {"If-None-Match": before.headers["ETag"]})
    assert after.status_code == 200
    assert after.get_json()["rows"][0]["place"] == 1
    assert "places_hidden" not in after.get_json()
    past = house.anyone.get(f"{address}?as_of={before.get_json()['seq']}").get_json()
    assert past["rows"][0]["place"] == 1, "who may see places now may see those of the past"


def test_in_a_session_the_past_is_hidden_as_well(at: Opened) -> None:
    house = at("session", "first", "in session 2")
    with_places = house.anyone.get(f"{BASE}/standings?as_of={house.head[0] - 1}").get_json()
    assert (with_places["rows"], with_places["places_hidden"]["until"]) == ([], "session")
    assert at("session", "first", "between sessions").anyone.get(f"{BASE}/standings").get_json()["rows"]
