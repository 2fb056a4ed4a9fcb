"""The time machine without script: links and forms lead everywhere, and opening them changes nothing."""

import json
import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import parse_qs, quote, urlsplit

import pytest

from services.web.history.asked import SHOWS, STEPS
from tests.api.conftest import ID, SESSION, House, scores
from tests.api.signing_in.browser import Browser
from tests.api.test_pages import ranked

HISTORY = f"/t/{ID}/history"
TABLE = f"{SESSION}/1"
CASE = "D-0001"


@pytest.fixture
def house(in_play: House) -> House:
    """Both tables are played and signed; a case waits, and someone was disqualified since."""
    ranked(in_play)
    in_play.done("raise-dispute", {"sheet": TABLE, "game": 1, "statement": "A tile fell"})
    who = in_play.desk.state(ID).sheets[f"{SESSION}/1"].seats[0]
    in_play.done(
        "disqualify-entrant", {"entrant": who, "grounds": "aid_found", "reason": "A solver on the telephone"}
    )
    return in_play


@pytest.fixture
def browser(house: House) -> Browser:
    return Browser(house).sign_in("organizer", "office")


@pytest.fixture
def unchanged(house: House) -> Iterator[None]:
    """Whatever is opened in the test, nothing is written."""
    before = house.head
    yield
    assert house.head == before


def links(page: str) -> list[str]:
    return [unescape(found) for found in re.findall(r'<a [^>]*href="([^"]+)"', page)]


def forms(page: str) -> list[str]:
    """Where the forms of a page lead as they are, by the address they make."""
    found = []
    for action, body in re.findall(r'<form action="([^"]+)"[^>]*>(.*?)</form>', page, re.DOTALL):
        fields = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', body)
        found.append(f"{action}?{'&'.join(f'{name}={quote(unescape(value))}' for name, value in fields)}")
    return found


def seq_of(page: str) -> int:
    return int(re.findall(r'class="seen[^"]*" data-seq="([0-9]+)"', page)[0])


def test_every_link_and_form_of_it_leads_to_a_page_in_both_languages(
    browser: Browser, house: House, unchanged: None
) -> None:
    last = house.head[0]
    tried: set[str] = set()
    waiting = [f"{HISTORY}?show={show}&lang={lang}" for show in SHOWS for lang in ("en", "zh")]
    waiting.append(f"{HISTORY}?as_of={last - 1}&entrants=0001,0002&lang=en")
    while waiting:
        address = waiting.pop()
        # Of pages that differ in their moment alone one is looked at.
        like = re.sub(
            r"(as_of|before|out|back)=[0-9]+", r"\1=1", re.sub(r"(?<==)0*[0-9]{1,4}(?=&|$)", "1", address)
        )
        if like in tried or not address.startswith(HISTORY) or len(tried) > 150:
            continue
        tried.add(like)
        answer = browser.get(address)
        text = answer.get_data(as_text=True)
        assert answer.status_code == 200, (address, text[:500])
        assert answer.headers["Cache-Control"] == "no-store"
        assert "noindex" in answer.headers["X-Robots-Tag"]
        waiting += [*links(text), *forms(text)]
    rooms = {urlsplit(address).path.removeprefix(HISTORY) for address in tried}
    assert rooms >= {"", "/compare", "/thing", "/why", "/case", "/what-if"}


def test_a_moment_is_a_seq_or_a_time(browser: Browser, house: House) -> None:
    last = house.head[0]
    assert seq_of(browser.page(f"{HISTORY}?as_of=20")) == 20
    assert seq_of(browser.page(HISTORY)) == last
    at = house.desk.events(ID, 29, 1)[0].recorded_at.isoformat()
    asked = seq_of(browser.page(f"{HISTORY}?as_of={quote(at)}"))
    assert asked == house.desk.moment(ID, at)
    assert seq_of(browser.page(f"{HISTORY}?as_of=")) == last


@pytest.mark.parametrize("moment", ["0", "-1", "99999", "yesterday", "1e3", "9" * 50])
def test_a_moment_that_was_not_is_refused_beside_its_field_and_the_view_stays(
    browser: Browser, house: House, moment: str
) -> None:
    answer = browser.get(f"{HISTORY}?as_of={moment}&here=20&show=docket&entrants=0001&lang=en")
    page = unescape(answer.get_data(as_text=True))
    assert answer.status_code in (400, 404)
    assert seq_of(page) == 20
    assert 'data-show="docket" aria-current="page"' in page
    assert 'id="curves-data"' in page
    field = page[page.index('<input id="as_of"') :].partition("</div>")[0]
    assert f'value="{moment}"' in field
    assert 'aria-invalid="true"' in field
    assert 'class="wrong" id="wrong-as_of"' in field
    # A program is told the problem alone.
    told = house.organizer.get(f"{HISTORY}?as_of={moment}", {"Accept": "application/problem+json"})
    assert (told.status_code, told.mimetype) == (answer.status_code, "application/problem+json")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_moment_is_taken_as_the_page_prints_it(browser: Browser, house: House, language: str) -> None:
    page = browser.page(f"{HISTORY}?as_of=30&lang={language}")
    printed = re.findall(r'<p class="seen-at">.*?<time [^>]*>([^<]+)</time>', page)[0]
    recorded = house.desk.events(ID, 29, 1)[0].recorded_at
    later = [event.seq for event in house.desk.events(ID, 0, 1000) if event.recorded_at <= recorded]
    assert seq_of(browser.page(f"{HISTORY}?as_of={quote(printed)}")) == later[-1]
    for text in ("30", "Event 30", "第 30 項"):
        assert seq_of(browser.page(f"{HISTORY}?as_of={quote(text)}")) == 30


@pytest.mark.parametrize(
    ("query", "field", "status"),
    [
        ("show=nonsense", "show", 400),
        ("step=nonsense", "step", 400),
        ("stage=none", "stage", 404),
        ("kind=nonsense", "kind", 404),
        ("entrants=9999", "entrants", 404),
    ],
)
def test_what_there_is_not_is_told_in_place_and_the_rest_is_shown(
    browser: Browser, query: str, field: str, status: int
) -> None:
    answer = browser.get(f"{HISTORY}?{query}&as_of=20&lang=en")
    page = answer.get_data(as_text=True)
    assert answer.status_code == status
    assert f'id="wrong-{field}"' in page
    assert seq_of(page) == 20
    # From here on the script asks for what is shown.
    instead = parse_qs(urlsplit(unescape(re.findall(r'data-instead="([^"]+)"', page)[0])).query)
    assert instead["as_of"] == ["20"]
    assert not instead.keys() & ({field} - {"entrants", "kind"})


def test_a_time_after_the_last_event_is_told_to_be_the_present(browser: Browser) -> None:
    for path in (f"{HISTORY}?as_of=2031-01-01", f"{HISTORY}/compare?before=2031-01-01"):
        assert "Nothing is recorded after 6 Mar 2027" in browser.page(path)
    assert "Nothing is recorded after" not in browser.page(HISTORY)
    assert "之後沒有任何紀錄" in browser.page(f"{HISTORY}?as_of=2031-01-01&lang=zh")


def test_a_moment_to_compare_with_is_asked_for_again(browser: Browser) -> None:
    answer = browser.get(f"{HISTORY}/compare?before=yesterday&as_of=20&lang=en")
    page = answer.get_data(as_text=True)
    assert answer.status_code == 400
    assert 'value="yesterday"' in page
    assert 'id="wrong-before"' in page


@pytest.mark.parametrize("query", ["colour=red", "as_of=30&as_of=31", "lang=xx", "out=3"])
@pytest.mark.parametrize("room", ["", "/frame", "/recent", "/moments", "/compare", "/thing", "/why"])
def test_what_these_pages_do_not_take_is_refused_as_on_public_pages(
    browser: Browser, room: str, query: str
) -> None:
    assert browser.get(f"{HISTORY}{room}?{query}").status_code == 400


@pytest.mark.parametrize(
    ("query", "field", "status", "words"),
    [
        ("out=99999", "out", 404, "There is no event 99999 yet"),
        ("out=x", "out", 404, "event"),
        ("result=1", "result", 404, "not the result of a game"),
        ("result=99,999", "result", 404, "There is no event 99999 yet"),
        ("as_of=20&out=30", "out", 404, "Event 30 was recorded after the moment looked at, event 20."),
        ("suppose=x", "result", 404, "event"),
        ("ruling=D-9999", "ruling", 404, "D-9999"),
    ],
)
def test_an_event_that_cannot_be_supposed_is_asked_for_again_beside_the_basket(
    browser: Browser, unchanged: None, query: str, field: str, status: int, words: str
) -> None:
    answer = browser.get(f"{HISTORY}/what-if?without=3&{query}&lang=en")
    page = unescape(answer.get_data(as_text=True))
    assert answer.status_code == status
    assert words in page[page.index(f'id="wrong-{field}"') :].partition("</p>")[0]
    assert "Take out of the basket" in page


def test_an_event_is_left_out_by_its_number_as_the_page_prints_it(browser: Browser) -> None:
    led = browser.get(f"{HISTORY}/what-if?out=Event+30&lang=en").headers["Location"]
    assert parse_qs(urlsplit(led).query)["without"] == ["30"]


def test_what_is_past_is_framed_as_such(browser: Browser, house: House) -> None:
    last = house.head[0]
    past, present = browser.page(f"{HISTORY}?as_of={last - 1}"), browser.page(HISTORY)
    assert "seen is-past" in past
    assert f"The past: after event {last - 1} of {last}." in past
    assert "is-past" not in present
    assert "The present" in present


@pytest.mark.parametrize(
    "path", [f"/thing?of=sheet&id={TABLE}", f"/thing?of=session&id={SESSION}", "?show=docket"]
)
def test_tables_sessions_and_states_are_called_as_people_call_them(browser: Browser, path: str) -> None:
    joined = "&" if "?" in path else "?"
    for language, session in (
        ("en", "session 1 of Saturday, 6 March 2027"),
        ("zh", "2027年3月6日星期六第 1 場"),
    ):
        page = browser.page(f"{HISTORY}{path}{joined}lang={language}").partition("<main")[2]
        seen = re.sub("<[^>]*>", "", page)
        assert session.casefold() in seen.casefold()
        assert SESSION not in re.sub("(?:such as|例如) \\S+", "", seen)


def test_the_frame_alone_is_what_the_page_shows(browser: Browser) -> None:
    for show in SHOWS:
        whole, part = (browser.page(f"{HISTORY}{path}?as_of=40&show={show}") for path in ("", "/frame"))
        assert part.strip() in whole
        assert "<html" not in part


@pytest.mark.parametrize("step", STEPS)
def test_back_and_forward_lead_to_the_event_or_mark_before_and_after(
    browser: Browser, house: House, step: str
) -> None:
    marks = house.organizer.get(f"/api/v1/tournaments/{ID}/marks").get_json()["rows"]
    last = house.head[0]
    seqs = (
        [mark["seq"] for mark in marks if mark["kind"] == step] if step != "event" else [*range(1, last + 1)]
    )
    for seq in (1, last // 2, last):
        page = browser.page(f"{HISTORY}?as_of={seq}&step={step}")
        for way, expected in (
            ("previous", [other for other in seqs if other < seq][-1:]),
            ("next", [other for other in seqs if other > seq][:1]),
        ):
            (link,) = re.findall(rf'<a class="button" id="{way}"([^>]*)>', page)
            led = re.findall(r'href="([^"]+)"', link)
            assert [int(parse_qs(urlsplit(to).query)["as_of"][0]) for to in led] == expected, (seq, way)


def test_the_timeline_is_filtered_by_kind_person_and_table(browser: Browser) -> None:
    everything = browser.page(f"{HISTORY}/recent")
    assert "disqualified" in everything
    of_person = browser.page(f"{HISTORY}/recent?person=0001")
    assert of_person.count("<li") <= everything.count("<li")
    assert "0001" in of_person
    of_table = browser.page(f"{HISTORY}/recent?table={quote(SESSION)}/1")
    assert "table 1" in of_table
    assert "table 2" not in of_table
    assert "began" in browser.page(f"{HISTORY}/recent?kind=session")
    assert "Nothing of this kind so far." in browser.page(f"{HISTORY}/recent?kind=award")


def test_a_correction_by_hand_is_a_mark_of_its_own_kind(browser: Browser, house: House) -> None:
    recorded = next(event for event in house.desk.events(ID, 0, 1000) if event.type == "game-result-recorded")
    game = json.loads(bytes(recorded.data))
    seats = [
        {name: seat[name] for name in ("entrant", "score", "game_won", "tiles")} for seat in game["results"]
    ]
    seats[2]["tiles"] += 1
    fields = {name: game[name] for name in ("sheet", "game", "ended_by")}
    house.done("correct-game", {**fields, "seats": seats, "reason": "The paper says so"})
    seq = house.head[0]
    while house.desk.events(ID, seq - 1, 1)[0].type != "game-corrected":
        seq -= 1
    page = browser.page(HISTORY)
    assert f'data-seq="{seq}"' in page.partition('class="lane kind-correction"')[2].partition("</svg>")[0]
    assert "Corrections, " in page.partition("marks-listed")[2].partition("</ol>")[0]
    assert "was corrected" in browser.page(f"{HISTORY}/recent?kind=correction")


def test_several_that_are_ticked_have_curves(browser: Browser) -> None:
    page = browser.page(f"{HISTORY}?entrants=0001&entrants=0002&as_of=30")
    assert page.count('<summary class="press">000') == 2
    assert 'id="curves-data"' in page


def test_whoever_is_looked_for_is_shown(browser: Browser) -> None:
    page = browser.page(f"{HISTORY}?find=Number7")
    assert "Player Number7" in page


def test_a_number_is_taken_without_the_zeros_it_begins_with(browser: Browser) -> None:
    page = browser.page(f"{HISTORY}?find=7")
    assert 'data-key="0007" class="mine"' in page
    assert browser.page(f"{HISTORY}/recent?person=1") == browser.page(
        f"{HISTORY}/recent?person=0001"
    ).replace("person=0001", "person=1")
    assert "Nothing of this kind so far." in browser.page(f"{HISTORY}/recent?person=99")


def test_a_compared_moment_shows_who_moved_and_by_which_event(browser: Browser, house: House) -> None:
    last = house.head[0]
    page = browser.page(f"{HISTORY}/compare?before={last - 1}")
    assert "not ranked" in page
    assert f"as_of={last}" in page
    assert "One event between" in page


def test_what_is_left_out_of_the_history_stands_in_the_address(
    browser: Browser, house: House, unchanged: None
) -> None:
    last = house.head[0]
    answer = browser.get(f"{HISTORY}/what-if?out={last}&lang=en")
    assert answer.status_code == 303
    to = answer.headers["Location"]
    assert parse_qs(urlsplit(to).query)["without"] == [str(last)]
    page = browser.page(to)
    assert "What would be" in page
    assert "not ranked →" in page
    assert (
        parse_qs(urlsplit(browser.get(f"{to}&back={last}").headers["Location"]).query).get("without") is None
    )


def test_another_result_is_supposed_with_a_form(browser: Browser, house: House, unchanged: None) -> None:
    events = house.desk.events(ID, 0, 1000)
    recorded = next(event for event in events if event.type == "game-result-recorded")
    page = browser.page(f"{HISTORY}/what-if?result={recorded.seq}")
    entrants = re.findall(r'name="score-([^"]+)"', page)
    assert len(entrants) == 4
    figures = scores(-30, 10, 10, 10)
    fields = "".join(
        f"&score-{number}={figures[place]['score']}&tiles-{number}={0 if place == 1 else 2}"
        + ("&won-" + number + "=1" if place == 1 else "")
        for place, number in enumerate(entrants)
    )
    answer = browser.get(f"{HISTORY}/what-if?suppose={recorded.seq}&lang=en{fields}")
    assert answer.status_code == 303
    page = browser.page(answer.headers["Location"])
    assert "With other figures" in page
    assert "What would be" in page
    assert "→" in page


def test_what_cannot_be_supposed_is_told_on_the_page(browser: Browser) -> None:
    page = browser.page(f"{HISTORY}/what-if?without=1")
    assert 'class="notice is-warning"' in page
    follows = browser.page(f"{HISTORY}/what-if?without=3")
    assert "What is supposed" in follows


@pytest.mark.parametrize(
    "query",
    [
        "show=nonsense&step=nonsense&first=x&find=%00",
        "stage=none&entrants=0001",
        "first=999999&find=" + "x" * 500,
        "show=sheets&session=nowhere",
        "person=nobody&table=x&kind=ruling",
        "without=a,b,-1,0&changed=x:y;z|3:0001=1/2/3",
        "utm_source=chat&as_of=30",
    ],
)
def test_what_makes_no_sense_is_left_aside_or_refused_with_a_page(browser: Browser, query: str) -> None:
    for room in ("", "/frame", "/recent", "/what-if", "/compare", "/thing", "/why", "/case"):
        answer = browser.get(f"{HISTORY}{room}?{query}")
        assert answer.status_code in (200, 400, 404, 422), (room, answer.get_data(as_text=True)[:400])
        assert "text/html" in answer.content_type


def test_the_case_file_says_who_ruled_when_and_how_to_check(browser: Browser, house: House) -> None:
    last = house.head[0]
    who = house.desk.events(ID, last - 1, 1)[0].data
    number = re.findall(rb'"entrant":"([0-9]+)"', bytes(who))[0].decode()
    page = browser.page(f"{HISTORY}/case?id={number}&before={last - 1}")
    assert "not ranked" in page
    assert house.head[1].hex() in page
    assert f"tileledger verify {ID}" in page


def test_the_case_file_shows_what_the_rule_says_that_a_ruling_cites(browser: Browser, house: House) -> None:
    ruling = {"dispute": CASE, "finding": "Seen", "cites": "HK rules 3", "reason": "Seen"}
    house.done("make-ruling", {**ruling, "effects": [{"type": "none"}]})
    number = house.desk.state(ID).sheets[TABLE].seats[1]
    page = browser.page(f"{HISTORY}/case?id={number}")
    assert "What the rule says" in page
    assert "A joker left on a rack counts 30 points." in page
    assert "規則內容" in browser.page(f"{HISTORY}/case?id={number}&lang=zh")


def test_the_moments_of_the_slider_are_those_of_the_query(browser: Browser, house: House) -> None:
    asked = house.organizer.get(f"/api/v1/tournaments/{ID}/moments").get_json()
    answer = browser.get(f"{HISTORY}/moments?lang=en")
    assert answer.get_json() == asked
    assert answer.headers["Cache-Control"] == "no-store"


def test_a_referee_reads_why_alone_and_whoever_is_signed_out_none_of_it(house: House) -> None:
    for room in ("", "/frame", "/recent", "/moments", "/compare", "/thing", "/case", "/what-if"):
        assert Browser(house).get(HISTORY + room).status_code == 401
        refused = Browser(house).sign_in("referee", "REF-1").get(f"{HISTORY}{room}?lang=en")
        assert refused.status_code == 403
        assert f'<a href="/t/{ID}/staff?lang=en">' in refused.get_data(as_text=True)
    refused = Browser(house).sign_in("referee", "REF-1").get(f"{HISTORY}?lang=en")
    assert "The role referee may not use the time machine here." in refused.get_data(as_text=True)
    why = f"{HISTORY}/why?id=0001"
    assert Browser(house).get(why).status_code == 401
    assert Browser(house).sign_in("referee", "REF-1").get(why).status_code == 200
    assert Browser(house).sign_in().get(HISTORY).status_code == 200


def test_a_ruling_is_supposed_on_a_case_that_waits_for_one(
    browser: Browser, house: House, unchanged: None
) -> None:
    waits = browser.page(f"{HISTORY}/what-if?ruling={CASE}&lang=en")
    entrants = re.findall(r"<option>([^<]+)</option>", waits)
    assert entrants == list(house.desk.state(ID).sheets[TABLE].seats)
    answer = browser.get(
        f"{HISTORY}/what-if?rule={CASE}&effect=void_game&game=1&entrant={entrants[0]}&charge=x&lang=en"
    )
    assert answer.status_code == 303
    to = answer.headers["Location"]
    assert parse_qs(urlsplit(to).query)["rulings"] == [f"{CASE}=void_game/1//"]
    assert "→" in browser.page(to).split('id="effect"')[1]
    out = browser.get(f"{to}&unrule={CASE}").headers["Location"]
    assert "rulings" not in parse_qs(urlsplit(out).query)


def test_in_place_of_a_ruling_another_is_supposed(browser: Browser, house: House) -> None:
    ruling = {"dispute": CASE, "finding": "Seen", "cites": "HK rules 3", "reason": "Seen"}
    house.done("make-ruling", {**ruling, "effects": [{"type": "void_game", "game": 1}]})
    stands = browser.page(f"{HISTORY}/what-if?rulings={CASE}=none///&lang=en")
    # As if the game had never been voided.
    assert "→" in stands.split('id="effect"')[1]
    same = browser.page(f"{HISTORY}/what-if?rulings={CASE}=void_game/1//&lang=en")
    assert "Nobody’s place differs" in same


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("ruling=D-9999", 404),
        ("rule=D-9999&effect=none", 404),
        (f"rule={CASE}&effect=amend_game", 404),
        (f"rule={CASE}", 404),
        (f"rulings={CASE}=void_game/99//", 200),
        (f"rulings={CASE}=void_game///", 200),
        (f"rulings={CASE}=charge/1/9999/no_such", 200),
        ("rulings=D-9999=none///", 200),
        (f"rulings={CASE}=void_game/1", 200),
    ],
)
def test_a_ruling_that_cannot_be_supposed_is_refused(
    browser: Browser, unchanged: None, query: str, status: int
) -> None:
    answer = browser.get(f"{HISTORY}/what-if?{query}&lang=en")
    assert answer.status_code == status
    if status == 200:
        refused = 'class="notice is-warning"' in answer.get_data(as_text=True)
        # What does not read is left aside, as everywhere in these addresses.
        assert refused == (query[-2:] != "/1")


def test_whose_place_it_is_may_be_written_without_zeros_and_is_asked_again_where_it_is_unknown(
    browser: Browser, unchanged: None
) -> None:
    assert "Case file: 0001" in browser.page(f"{HISTORY}/case?id=1")
    assert "Nothing is recorded after" in browser.page(f"{HISTORY}/case?id=1&before=2099-01-01")
    for query, status, wrong in (
        ("id=279", 404, "279"),
        ("id=0001&before=yesterday", 400, "yesterday"),
        ("id=0001&before=28%2F3%2F2026", 400, "28/3/2026"),
        ("id=", 404, ""),
    ):
        answer = browser.get(f"{HISTORY}/case?{query}&lang=en")
        page = answer.get_data(as_text=True)
        assert answer.status_code == status, query
        assert "Why did a place change?" in page
        assert f'value="{wrong}"' in page
