"""A Swiss tournament and one of medals over HTTP: made from a file as JSON, drawn, recorded, looked at."""

import tomllib
from typing import Any

import msgspec
import pytest

from services.access.visibility import Visibility
from services.desk.params import NoParams, SheetParams
from services.officials.sheets import sheet_shown
from shared.catalogue import languages, say
from tests.api.conftest import Client, House, assert_problem
from tests.api.signing_in.browser import Browser, made
from tests.unit.tournament.given_formats import BSG, FOLDER, MSO

FIRST = "2019-08-19/1"
BASE = f"/api/v1/tournaments/{MSO}"


@pytest.fixture
def swiss(house: House) -> House:
    """The Swiss tournament with four entrants and its first round drawn."""
    found_in(house, MSO)
    for number, birth in (
        ("0001", "1980-05-17"),
        ("0002", "2008-01-02"),
        ("0003", "1990-01-01"),
        ("0004", "1970-03-03"),
    ):
        done(
            house.organizer,
            "register-entrant",
            {
                "entrant_no": number,
                "name_en": f"Player {number}",
                "birth_date": birth,
            },
        )
    begin(house.organizer, FIRST)
    return house


def begin(client: Client, session: str, base: str = BASE) -> None:
    """Draw a session and start it."""
    done(client, "draw-seats", {"session": session, "seed": "read out"}, base)
    done(client, "start-session", {"session": session}, base)


def found_in(house: House, name: str) -> str:
    """Create the tournament of a file; the address of what is read and done in it."""
    file = tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))
    body = msgspec.json.decode(msgspec.json.encode(file))
    assert house.organizer.post("/api/v1/tournaments", body).status_code == 201
    return f"/api/v1/tournaments/{name}"


def done(client: Client, name: str, body: dict[str, Any], base: str = BASE) -> Any:
    answer = client.post(f"{base}/commands/{name}", body)
    assert answer.status_code in (200, 201), answer.get_json()
    return answer.get_json()


def first_table(house: House) -> list[str]:
    state = house.desk.state(MSO)
    return list(state.sessions[FIRST].tables[1])


def game(loser: str, winner: str) -> dict[str, Any]:
    seats = [{"entrant": winner, "rack": []}, {"entrant": loser, "count": 21, "tiles": 3}]
    return {"sheet": f"{FIRST}/1", "game": 1, "seats": seats}


def test_standings_show_what_ranks_in_the_stage_now_and_as_of_before(swiss: House) -> None:
    first, other = first_table(swiss)
    before = swiss.desk.head(MSO).seq
    done(swiss.organizer, "record-game-result", game(other, first))
    second = swiss.desk.state(MSO).sessions[FIRST].tables[2]
    done(swiss.organizer, "record-game-result", {**game(second[1], second[0]), "sheet": f"{FIRST}/2"})
    answer = swiss.anyone.get(f"{BASE}/standings").get_json()
    assert (answer["stage"], answer["columns"][0]) == ("swiss", "match_points")
    line = next(row for row in answer["rows"] if row["entrant_no"] == first)
    assert (line["figures"]["match_points"], line["opponents"]) == ("1", [other])
    past = swiss.anyone.get(f"{BASE}/standings?as_of={before}").get_json()
    assert past["rows"] == [], "nobody had a game"
    children = swiss.anyone.get(f"{BASE}/standings?category=child").get_json()["rows"]
    assert [row["entrant_no"] for row in children] == ["0002"]
    assert len(swiss.anyone.get(f"{BASE}/standings?limit=2").get_json()["rows"]) == 2


def test_who_has_no_game_is_not_ranked_on_any_surface(swiss: House) -> None:
    first, other = first_table(swiss)
    done(swiss.organizer, "record-game-result", game(other, first))
    stranger = next(number for number in ("0001", "0002", "0003", "0004") if number not in (first, other))
    rows = swiss.anyone.get(f"{BASE}/standings").get_json()["rows"]
    crossed = swiss.anyone.get(f"{BASE}/cross-table").get_json()["rows"]
    for lines in (rows, crossed):
        assert [line["entrant_no"] for line in lines] == [first, other]
    told = swiss.organizer.get(f"{BASE}/explain?entrant={stranger}").get_json()
    assert (told["place"], told["ranked"], told["qualified"]) == (None, 2, None)
    assert told["chain"][-1]["text"].startswith(say("explain-not-ranked-no-game", "en"))
    page = swiss.anyone.get(f"/t/{MSO}/standings").get_data(as_text=True)
    assert first in page
    assert stranger not in page


def test_a_participant_records_the_game_of_her_own_table_and_no_other(swiss: House) -> None:
    first, other = first_table(swiss)
    stranger = next(number for number in ("0001", "0002", "0003", "0004") if number not in (first, other))
    wrong = swiss.client("participant", stranger, MSO).post(
        f"{BASE}/commands/record-game-result", game(other, first)
    )
    assert_problem(wrong, 403, "forbidden")
    done(swiss.client("participant", first, MSO), "record-game-result", game(other, first))
    correction = {**game(first, other), "reason": "the other way round"}
    done(swiss.organizer, "appoint-referee", {"referee": "R1", "name": "Judge"})
    done(swiss.organizer, "appoint-referee", {"referee": "CR1", "name": "Chief", "chief": True})
    refused = swiss.client("participant", first, MSO).post(f"{BASE}/commands/correct-game", correction)
    assert_problem(refused, 403, "forbidden")
    done(swiss.organizer, "assign-referees", {"session": FIRST, "assignments": {"CR1": [1], "R1": [2]}})
    refused = swiss.client("referee", "R1", MSO).post(f"{BASE}/commands/correct-game", correction)
    assert_problem(refused, 403, "forbidden")
    done(swiss.client("chief_referee", "CR1", MSO), "correct-game", correction)


def test_a_table_that_nobody_supervises_is_every_referees(swiss: House) -> None:
    first, other = first_table(swiss)
    done(swiss.organizer, "appoint-referee", {"referee": "R1", "name": "Judge"})
    done(swiss.client("referee", "R1", MSO), "record-game-result", game(other, first))


def test_a_preview_shows_who_would_move(swiss: House) -> None:
    first, other = first_table(swiss)
    answer = swiss.organizer.post(
        f"{BASE}/commands/record-game-result/preview", game(other, first)
    ).get_json()
    assert answer["events"] == ["game-result-recorded", "sheet-closed"]
    assert {move["entrant_no"] for move in answer["difference"]["stages"][0]["moves"]} >= {first, other}


def test_what_the_file_does_without_is_refused_with_what_to_do(swiss: House) -> None:
    entrant_no, _ = first_table(swiss)
    for name, body, code in (
        ("check-in", {"entrant": entrant_no}, "nobody-checks-in"),
        ("open-table", {"session": FIRST, "entrants": ["0001", "0002"]}, "tables-are-drawn"),
        ("draw-seats", {"session": "2019-08-19/2"}, "session-before-open"),
        (
            "register-entrant",
            {"session": FIRST, "name_en": "Late", "birth_date": "1980-01-01"},
            "registration-over",
        ),
    ):
        assert_problem(swiss.organizer.post(f"{BASE}/commands/{name}", body), 409, code)


def test_the_next_round_pairs_by_points_and_gives_the_late_one_a_bye(swiss: House) -> None:
    sheets = [f"{FIRST}/{table}" for table in (1, 2)]
    winners = []
    for sheet in sheets:
        first, other = swiss.desk.state(MSO).sheets[sheet].seats
        winners.append(first)
        done(
            swiss.client("participant", first, MSO),
            "record-game-result",
            {**game(other, first), "sheet": sheet},
        )
    done(
        swiss.organizer,
        "register-entrant",
        {"entrant_no": "0099", "name_en": "Late", "birth_date": "1980-01-01"},
    )
    done(swiss.organizer, "end-session", {"session": FIRST})
    begin(swiss.organizer, "2019-08-19/2")
    session = swiss.desk.state(MSO).sessions["2019-08-19/2"]
    assert set(session.tables[1]) == set(winners)
    assert len(session.byes) == 1
    seen = swiss.anyone.get(f"{BASE}/standings").get_json()["rows"]
    assert {row["entrant_no"] for row in seen} == {"0001", "0002", "0003", "0004", "0099"}


def test_who_leaves_a_pair_forfeits_and_a_game_without_a_winner_is_ruled(swiss: House) -> None:
    first, other = first_table(swiss)
    done(swiss.organizer, "withdraw-entrant", {"entrant": other, "grounds": "health", "reason": "Unwell"})
    row = swiss.anyone.get(f"{BASE}/standings").get_json()["rows"][0]
    assert (row["entrant_no"], row["figures"]["match_points"]) == (first, "1")
    sheet = f"{FIRST}/2"
    seats = swiss.desk.state(MSO).sheets[sheet].seats
    blocked = [{"entrant": number, "count": 10 + at, "tiles": 2} for at, number in enumerate(seats)]
    body = {"sheet": sheet, "game": 1, "ended_by": "blocked", "seats": blocked}
    answer = swiss.organizer.post(f"{BASE}/commands/record-game-result", body)
    assert "ruling" in assert_problem(answer, 422, "ruling-required")["detail"]
    done(swiss.organizer, "raise-dispute", {"sheet": sheet, "game": 1, "statement": "Nobody can move"})
    ruling = {
        "dispute": "D-0001",
        "finding": "Counted",
        "cites": "MSO description, empty pool",
        "reason": "The lower rack",
        "effects": [{"type": "amend_game", "game": 1, "seats": blocked, "winners": [seats[0]]}],
    }
    done(swiss.organizer, "make-ruling", ruling)
    rows = swiss.anyone.get(f"{BASE}/standings").get_json()["rows"]
    assert {row["entrant_no"]: row["figures"]["match_points"] for row in rows}[seats[0]] == "1"


def test_the_pages_show_it_without_fault(swiss: House) -> None:
    first, other = first_table(swiss)
    done(swiss.organizer, "record-game-result", game(other, first))
    for address in (f"/t/{MSO}/standings", f"/t/{MSO}/results", "/"):
        assert swiss.anyone.get(address).status_code == 200
    shown = swiss.anyone.get(f"/t/{MSO}/standings?lang=en").text
    assert say("page-median-buchholz", "en") in shown
    assert "Preliminary" not in shown
    assert say("page-progressive", "zh") in swiss.anyone.get(f"/t/{MSO}/standings?lang=zh").text


def test_the_console_of_a_round_ends_it_without_a_clock_and_leads_to_the_round_before(swiss: House) -> None:
    organizer = Browser(swiss)
    assert organizer.enter(made(swiss, "organizer", "organizer", tournament=MSO)).status_code == 303
    sessions = f"/t/{MSO}/sessions"
    assert "/tasks/end-session?" in organizer.page(f"{sessions}/{FIRST}/console")
    second = organizer.page(f"{sessions}/2019-08-19/2/console")
    assert "/tasks/draw-seats?" not in second
    assert f'href="{sessions}/{FIRST}/console?lang=en"' in second.partition('class="hindered"')[2]


def test_the_page_of_medals_shows_them_by_team(house: House) -> None:
    base = found_in(house, BSG)
    for number, team in (("0001", "Condo 1"), ("0002", "Condo 5")):
        fields = {
            "entrant_no": number,
            "name_en": f"Player {number}",
            "birth_date": "1950-02-03",
        }
        done(house.organizer, "register-entrant", {**fields, "team": team}, base)
    begin(house.organizer, "2015-07-18/1", base)
    seats = [{"entrant": "0002", "rack": []}, {"entrant": "0001", "count": 21, "tiles": 3}]
    done(house.organizer, "record-game-result", {"sheet": "2015-07-18/1/1", "game": 1, "seats": seats}, base)
    assert house.anyone.get(f"{base}/standings").get_json()["teams"][0] == {
        "place": 1,
        "team": "Condo 5",
        "gold": 1,
        "silver": 0,
        "bronze": 0,
    }
    shown = house.anyone.get(f"/t/{BSG}/standings?view=teams&lang=en").text
    assert say("page-medal-table", "en") in shown
    assert "Condo 5" in shown


def test_a_game_that_both_have_won_is_drawn_on_the_page_of_its_table(swiss: House) -> None:
    """And nobody signs where the stage has no signatures."""
    pair, sheet = first_table(swiss), f"{FIRST}/1"
    seats = [{"entrant": number, "count": 10, "tiles": 3} for number in pair]
    done(
        swiss.organizer,
        "record-game-result",
        {"sheet": sheet, "game": 1, "ended_by": "pool_exhausted", "seats": seats},
    )
    for language in languages():
        page = swiss.organizer.get(f"/t/{MSO}/tables/{sheet}?lang={language}").text
        assert page.count(f'<span class="drawn">{say("page-sheet-drawn", language)}</span>') == len(pair)
        assert 'class="won"' not in page
        assert page.count(say("page-sheet-games-won", language, count=0, drawn=1)) == len(pair)
        assert swiss.desk.state(MSO).plan.stages[0].signatures == "none"
        assert say("page-sheet-unsigned", language) not in page
        then = swiss.organizer.get(f"/t/{MSO}/history?show=sheets&session={FIRST}&lang={language}").text
        assert then.count(f" {say('page-sheet-drawn', language)}</td>") == len(pair)
        seen = Visibility("organizer", "organizer")
        defined = swiss.desk.ask(MSO, "tournament", NoParams(), seen)
        (row,) = swiss.desk.ask(MSO, "sheets", SheetParams(sheet=sheet), seen).rows
        assert sheet_shown(row, language, defined)[-1].endswith(f"({say('explain-drawn', language)})")
