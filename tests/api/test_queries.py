"""Reading a tournament over HTTP: every query, names by consent, moments of the past, pages."""

from datetime import datetime, timedelta
from urllib.parse import quote
from zoneinfo import ZoneInfo

from services.desk.queries import QUERIES
from shared.i18n import LANGUAGES, moment_shown
from tests.api.conftest import BASE, ID, SESSION, START, Client, House, assert_problem, query_address, scores
from tests.cases import cases


def played(house: House) -> House:
    """Both tables have their first game."""
    for table in (1, 2):
        body = {"sheet": f"{SESSION}/{table}", "game": 1, "seats": scores(30, -10, -12, -8)}
        house.done("record-game-result", body)
    return house


def walk(client: Client, path: str) -> list[str]:
    """The addresses of a list's pages, following Link."""
    seen = [path]
    while (link := client.get(seen[-1]).headers.get("Link")) is not None:
        address, _, relation = link.partition("; ")
        assert relation == 'rel="next"'
        seen.append(address.strip("<>"))
        assert len(seen) < 100
    return seen


def rows_of(client: Client, path: str) -> list[object]:
    return [row for page in walk(client, path) for row in client.get(page).get_json()["rows"]]


def test_every_query_has_an_address_and_answers_the_organizer(shared_in_play: House) -> None:
    for name in QUERIES:
        response = shared_in_play.organizer.get(query_address(name))
        assert response.status_code == 200, (name, response.get_json())
        assert response.content_type in ("application/json", "application/cloudevents-batch+json")


def test_standings_are_exact_and_say_at_which_seq(in_play: House) -> None:
    answer = played(in_play).anyone.get(f"{BASE}/standings").get_json()
    assert answer["seq"] == in_play.head[0]
    assert answer["stage"] == "preliminary"
    assert answer["rows"] == []
    for game in (2, 3):
        for table in (1, 2):
            body = {"sheet": f"{SESSION}/{table}", "game": game, "seats": scores(30, -10, -12, -8)}
            in_play.done("record-game-result", body)
    in_play.done("end-session", {"session": SESSION})
    for table, state in ((table, in_play.desk.state("spring-cup")) for table in (1, 2)):
        for entrant in state.sheets[f"{SESSION}/{table}"].seats:
            in_play.done("sign-sheet", {"sheet": f"{SESSION}/{table}", "entrant": entrant, "medium": "paper"})
    rows = in_play.anyone.get(f"{BASE}/standings").get_json()["rows"]
    assert len(rows) == 8
    assert rows[0]["score"] == "90"
    assert rows[0]["average"] == "30"
    assert [row["place"] for row in rows] == [1, 1, 3, 3, 5, 5, 7, 7]


def test_the_public_sees_names_only_with_consent(in_play: House) -> None:
    in_play.done("end-session", {"session": SESSION})
    tables = in_play.anyone.get(f"{BASE}/sessions").get_json()["rows"][0]["tables"]
    seats = {seat["entrant_no"]: seat.get("name") for table in tables for seat in table["seats"]}
    assert seats["0002"] == "Player Number2"
    assert seats["0001"] is None


def test_referees_see_every_name(shared_in_play: House) -> None:
    tables = shared_in_play.client("referee", "REF-1").get(f"{BASE}/sessions").get_json()["rows"][0]["tables"]
    assert all(seat["name"] for table in tables for seat in table["seats"])


def test_a_name_whose_owner_withdrew_consent_is_hidden_in_the_past_too(in_play: House) -> None:
    before, _ = in_play.head
    in_play.done("end-session", {"session": SESSION})
    assert b"Number2" in in_play.anyone.get(f"{BASE}/sessions?as_of={before}").get_data()
    in_play.done("set-consent", {"entrant": "0002", "shown": False})
    past = in_play.anyone.get(f"{BASE}/sessions?as_of={before}")
    assert past.status_code == 200
    assert b"Number2" not in past.get_data()


def test_a_name_shown_with_consent_given_later_is_shown_in_the_past_too(in_play: House) -> None:
    before, _ = in_play.head
    in_play.done("end-session", {"session": SESSION})
    in_play.done("set-consent", {"entrant": "0001", "shown": True})
    assert b"Number1" in in_play.anyone.get(f"{BASE}/sessions?as_of={before}").get_data()


def test_names_come_in_the_language_asked_for(shared_in_play: House) -> None:
    english = shared_in_play.organizer.get(f"{BASE}/entrants")
    chinese = shared_in_play.organizer.get(f"{BASE}/entrants?lang=zh")
    preferred = shared_in_play.organizer.get(
        f"{BASE}/entrants", {"Accept-Language": "de, zh-HK;q=0.8, en;q=0.2"}
    )
    assert english.get_json()["rows"][0]["name"] == "Player Number1"
    assert chinese.get_json()["rows"][0]["name"] == preferred.get_json()["rows"][0]["name"] == "玩家1號"
    assert "Accept-Language" in english.headers["Vary"]


def test_as_of_a_seq_shows_what_stood_then(in_play: House) -> None:
    before, _ = in_play.head
    played(in_play)
    sheet = f"{BASE}/sheets?sheet={quote(SESSION)}/1"
    now = in_play.organizer.get(sheet).get_json()
    then = in_play.organizer.get(f"{sheet}&as_of={before}").get_json()
    assert now["rows"][0]["sheet"]["games"][0]["game"] == 1
    assert then["rows"][0]["sheet"]["games"] == [None, None, None]
    assert (now["seq"], then["seq"]) == (in_play.head[0], before)


def test_as_of_a_time_means_the_last_event_recorded_by_then(in_play: House) -> None:
    before, _ = in_play.head
    moment = in_play.clock.now()
    in_play.clock.advance(timedelta(minutes=5))
    played(in_play)
    for text in (
        quote(moment.isoformat()),
        moment.isoformat(),  # a plus that nobody escaped arrives as a blank
        "2027-03-06T12:45:00",  # without zone: the tournament's
        quote("2027-03-06T12:45:00+08:00"),
    ):
        answer = in_play.anyone.get(f"{BASE}/standings?as_of={text}")
        assert answer.get_json()["seq"] == before, text


def test_every_read_of_the_log_takes_as_of(shared_in_play: House) -> None:
    for name, query in QUERIES.items():
        response = shared_in_play.organizer.get(f"{query_address(name)}&as_of=20")
        assert response.status_code == (200 if query.of_log else 400), name
    assert shared_in_play.organizer.get(f"{BASE}?as_of=20").get_json()["seq"] == 20


@cases(
    "as_of, status, code",
    [
        ("0", 404, "moment-before-start"),
        ("1999-01-01T00:00:00Z", 404, "moment-before-start"),
        ("99999", 404, "moment-after-end"),
        ("some day", 400, "moment-unclear"),
        ("-1", 400, "moment-unclear"),
        ("9" * 30, 404, "moment-after-end"),
        ("", 400, "moment-unclear"),
        ("1e3", 400, "moment-unclear"),
    ],
)
def test_a_moment_that_was_not_or_makes_no_sense_is_refused(
    shared_in_play: House, as_of: str, status: int, code: str
) -> None:
    for address in (f"{BASE}/standings", f"{BASE}/events", BASE):
        assert_problem(shared_in_play.organizer.get(f"{address}?as_of={as_of}"), status, code)


@cases(
    "address",
    [
        "/api/v1/tournaments",
        f"{BASE}/notices",
        "/api/v1/rulesets",
        "/api/v1/rulesets/hk-2026",
        "/api/v1/tokens",
        "/api/v1/openapi.json",
        "/version",
        "/",
    ],
)
def test_as_of_is_refused_where_nothing_has_a_past(shared_founded: House, address: str) -> None:
    assert_problem(shared_founded.organizer.get(f"{address}?as_of=1"), 400, "no-past-here")


def test_lists_page_with_after_and_limit(shared_in_play: House) -> None:
    for name in ("entrants", "timeline", "sheets", "notices"):
        whole = shared_in_play.organizer.get(f"{BASE}/{name}?limit=1000").get_json()
        pages = walk(shared_in_play.organizer, f"{BASE}/{name}?limit=3")
        assert len(pages) == max(1, -(-len(whole["rows"]) // 3)), name
        assert rows_of(shared_in_play.organizer, f"{BASE}/{name}?limit=3") == whole["rows"], name


def test_lists_that_the_desk_does_not_page_are_paged_all_the_same(shared_in_play: House) -> None:
    whole = shared_in_play.anyone.get(f"{BASE}/sessions").get_json()["rows"]
    assert rows_of(shared_in_play.anyone, f"{BASE}/sessions?limit=1") == whole
    assert shared_in_play.anyone.get(f"{BASE}/sessions?after=1").get_json()["rows"] == whole[1:]
    assert shared_in_play.anyone.get(f"{BASE}/sessions?after=9").get_json()["rows"] == []


def test_the_pages_of_one_walk_show_one_moment(in_play: House) -> None:
    seq, _ = in_play.head
    first = in_play.organizer.get(f"{BASE}/entrants?limit=5")
    following = first.headers["Link"].partition(">")[0].strip("<")
    in_play.done("set-consent", {"entrant": "0001", "shown": True})
    assert f"as_of={seq}" in following
    assert in_play.organizer.get(following).get_json()["seq"] == seq


@cases(
    "query, code",
    [
        ("limit=0", "parameter-wrong"),
        ("limit=-1", "parameter-wrong"),
        ("limit=1001", "parameter-wrong"),
        ("limit=1.0", "parameter-wrong"),
        ("limit=1e2", "parameter-wrong"),
        ("limit=ten", "parameter-wrong"),
        ("limit=", "parameter-wrong"),
        ("limit=٣", "parameter-wrong"),
        (f"limit={'9' * 400}", "parameter-wrong"),
        ("limit=1&limit=2", "parameter-wrong"),
        ("lang=klingon", "parameter-wrong"),
        ("after=%00", "parameter-wrong"),
        ("colour=red", "parameter-unknown"),
        ("Limit=1", "parameter-unknown"),
    ],
)
def test_a_parameter_that_is_wrong_or_unknown_is_refused(
    shared_founded: House, query: str, code: str
) -> None:
    assert_problem(shared_founded.organizer.get(f"{BASE}/entrants?{query}"), 400, code)


def test_a_missing_parameter_is_named(shared_founded: House) -> None:
    body = assert_problem(shared_founded.organizer.get(f"{BASE}/entrant"), 400, "parameter-wrong")
    assert body["where"] == {"field": "entrant"}


def test_what_is_not_there_is_404(shared_founded: House) -> None:
    assert_problem(shared_founded.organizer.get(f"{BASE}/standings?stage=semi"), 404, "stage-unknown")
    for address in (
        f"{BASE}/entrant?entrant=9999",
        f"{BASE}/sheets?sheet=none",
        f"{BASE}/publications?version=7",
        "/api/v1/tournaments/nowhere/standings",
        "/api/v1/tournaments/nowhere",
        "/api/v1/tournaments/Not%20An%20Id/standings",
        f"/api/v1/tournaments/{'x' * 300}/standings",
    ):
        assert_problem(shared_founded.organizer.get(address), 404)


def test_as_of_is_read_as_people_write_days_and_hours(in_play: House) -> None:
    head = in_play.anyone.get(f"{BASE}/standings").get_json()["seq"]
    day = START.astimezone(ZoneInfo("Asia/Hong_Kong"))
    in_play.clock.set(START + timedelta(days=2))

    def seq(text: str) -> object:
        answer = in_play.anyone.get(f"{BASE}/standings?as_of={quote(text)}")
        body = answer.get_json()
        return body.get("seq", body.get("type"))

    iso = seq(f"{day:%Y-%m-%d}")
    for text in (
        f"{day.day}/{day.month}",
        f"{day.day} {day:%B}",
        f"{day.month}月{day.day}日",
        f"{day:%d/%m/%Y}",
    ):
        assert seq(text) == iso, text
    assert seq("today") == seq("今日") == seq("yesterday 23:59") == head
    assert seq(f"{day.day}/{day.month} 00:00") == iso
    rows = in_play.organizer.get(f"{BASE}/timeline?limit=1000").get_json()["rows"]
    last = datetime.fromisoformat(rows[-1]["recorded_at"])
    pages = {"Accept": "text/html"}
    for language in LANGUAGES:
        printed = moment_shown(last, ZoneInfo("Asia/Hong_Kong"), language)
        assert seq(printed) == head
        for path in ("standings", "standings.csv", "families.csv"):
            answer = in_play.anyone.get(f"/t/{ID}/{path}?as_of={quote(printed)}", headers=pages)
            assert (answer.status_code, "Location" in answer.headers) == (200, False), path
    for text in ("100年", "28 Marhc 2026", "4，90"):
        answer = in_play.anyone.get(f"/t/{ID}/standings?as_of={quote(text)}", headers=pages)
        assert answer.status_code == 400
    for text in ("someday", "40/40", "3/4/2027x"):
        assert seq(text) == "/problems/moment-unclear"
