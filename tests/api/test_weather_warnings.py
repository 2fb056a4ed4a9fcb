"""Which warnings are in force, and which ended in between, on the pages on which officials decide."""

from datetime import datetime, time, timedelta
from html import unescape

import msgspec
import pytest

from services.desk.board.board import board
from shared.catalogue import Phrase, say
from shared.i18n import Language
from tests.api.conftest import ID, SESSION, House
from tests.api.site.test_weather import proposal_of, warned, weather_goes_by_the_observatory
from tests.api.test_weather_page import BEFORE, WEATHER, Organizer, new_day, types, word
from tests.wording import fixed


@pytest.mark.parametrize("language", ["en", "zh"])
def test_of_a_suspended_day_what_is_in_force_and_what_ended_in_between_is_named(
    founded: House, language: Language
) -> None:
    weather_goes_by_the_observatory(founded)
    founded.clock.set(BEFORE)
    rain = {"code": "WRAINB", "begin": "2027-03-06T02:00:30+00:00"}
    warned(founded, rain)
    founded.done("answer-weather-proposal", {"proposal": proposal_of(founded), "answer": "confirm"})
    founded.clock.advance(timedelta(minutes=30))
    signals = [
        {**rain, "until": "2027-03-06T02:08:00+00:00"},
        {"code": "TC8NE", "begin": "2027-03-06T02:10:00+00:00", "until": "2027-03-06T02:20:00+00:00"},
        {"code": "TC9", "begin": "2027-03-06T02:20:00+00:00"},
    ]
    warned(founded, *signals)
    page = Organizer(founded).page(f"{WEATHER}?lang={language}")
    values = {"rain": False, "since": time(10, 10), "last_read": False, "doubt": None}
    in_force = say("weather-line-in-force", language, warning=say("word-warning-tc9", language), **values)
    over = say("weather-over", language, rain=True, at=time(10, 8))
    ended = say("weather-line-over", language, warning=say("word-warning-wrainb", language), over=over)
    assert in_force in page
    assert ended in page
    answer = founded.organizer.get(f"/api/v1/tournaments/{ID}/weather").get_json()
    (danger,), (gone,) = answer["in_force"], answer["ended"]
    assert (danger["code"], danger["begin"]) == ("TC9", "2027-03-06T02:10:00Z")
    assert (gone["code"], gone["until"]) == ("WRAINB", "2027-03-06T02:08:00Z")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_one_answer_alone_says_ended_is_not_called_in_force(founded: House, language: Language) -> None:
    weather_goes_by_the_observatory(founded)
    founded.clock.set(BEFORE)
    signal = {"code": "TC8NE", "begin": "2027-03-06T02:00:30+00:00"}
    warned(founded, signal)
    founded.clock.advance(timedelta(minutes=9))
    doubt = {"answer": "warnsum", "whole_at": "2027-03-06T02:01:00+00:00"}
    warned(founded, {**signal, "doubt": doubt})
    words = say("weather-doubted", language, answer="warnsum", whole=time(10, 1))
    organizer = Organizer(founded)
    assert words in organizer.page(f"{WEATHER}?lang={language}")
    assert words in organizer.follow("answer=confirm", f"{WEATHER}?lang={language}"), "before it voids a hall"
    (danger,) = founded.organizer.get(f"/api/v1/tournaments/{ID}/weather").get_json()["in_force"]
    assert danger["doubt"]["answer"] == "warnsum"
    history = founded.organizer.get(f"/api/v1/tournaments/{ID}/timeline?order=falling&limit=3").get_json()
    ended = say("part-warning-doubted", "en", warning=say("word-warning-tc8ne", "en"))
    assert any(ended in row["text"] for row in history["rows"])


def test_a_link_from_before_a_warning_takes_the_hour_of_the_warning(in_play: House) -> None:
    weather_goes_by_the_observatory(in_play)
    organizer = Organizer(in_play)
    stops = "what=rest&grounds=signal_8_or_above&since=now"
    organizer.follow(stops)
    begin = in_play.clock.now() + timedelta(minutes=2)
    in_play.clock.advance(timedelta(minutes=3))
    warned(in_play, {"code": "TC8NE", "begin": begin.isoformat()})
    in_play.clock.advance(timedelta(minutes=3))
    organizer._read(organizer.get(f"/t/{ID}/tasks/decide-day?day=2027-03-06&{stops}"))
    organizer.confirm()
    (event,) = [event for event in in_play.desk.events(ID, 0, 1000) if event.type == "sessions-suspended"]
    assert datetime.fromisoformat(msgspec.json.decode(event.data)["since"]) == begin


@pytest.mark.parametrize(
    ("code", "over", "stays"),
    [
        ("TC8NE", "before the new date", False),
        ("TC8NE", "after it", False),
        ("TC8NE", "not yet", True),
        ("WRAINB", "before the new date", True),  # they were told to wait for our word
    ],
)
def test_the_board_sends_nobody_home_from_a_session_with_a_new_date_once_the_signal_is_lowered(
    in_play: House, code: str, over: str, *, stays: bool
) -> None:
    weather_goes_by_the_observatory(in_play)
    begin = in_play.clock.now() - timedelta(minutes=2)
    signal = {"code": code, "begin": begin.isoformat()}
    warned(in_play, signal)
    in_play.done("answer-weather-proposal", {"proposal": proposal_of(in_play), "answer": "confirm"})
    ended = {**signal, "until": (in_play.clock.now() + timedelta(minutes=3)).isoformat()}

    def lowered(when: str) -> None:
        in_play.clock.advance(timedelta(minutes=4))
        if over == when:
            warned(in_play, ended)

    lowered("before the new date")
    assert board(in_play.desk, ID).alarms
    in_play.done("reschedule-sessions", {"day": "2027-03-06", "new_day": "2027-03-06"})
    lowered("after it")
    assert bool(board(in_play.desk, ID).alarms) is stays


def test_board_page_and_participants_are_kept_inside_at_once_when_the_signal_rises(in_play: House) -> None:
    """Who was told to go home as soon as it is safe reads that nobody goes out, and again once it falls."""
    weather_goes_by_the_observatory(in_play)
    begin = in_play.clock.now() - timedelta(minutes=2)
    seat = in_play.desk.state(ID).sessions[SESSION].tables[1][0]
    signals = [{"code": "TC8NE", "begin": begin.isoformat()}]
    warned(in_play, *signals)
    in_play.done("answer-weather-proposal", {"proposal": proposal_of(in_play), "answer": "confirm"})

    def assert_kept(danger: str, public: str) -> None:
        (alarm,) = board(in_play.desk, ID).alarms
        assert alarm.to_do == danger
        for language in ("en", "zh"):
            told = say("page-off-what-to-do", language, what=public)
            assert told in unescape(in_play.anyone.get(f"/t/{ID}?lang={language}").get_data(as_text=True))
            assert say("page-board-what-to-do", language, what=danger) in unescape(
                in_play.anyone.get(f"/t/{ID}/board?lang={language}").get_data(as_text=True)
            )
        sessions = in_play.client("participant", seat, ID).get(f"/api/v1/tournaments/{ID}/sessions")
        theirs = next(row for row in sessions.get_json()["rows"] if row["session"]["session"] == SESSION)
        assert theirs["suspended"]["to_do"] == f"inside_{danger}"
        assert theirs["suspended"]["kept_from"] == danger

    assert_kept("cyclone", "other")
    for code, danger, public in (("TC9", "hurricane", "hurricane"), ("TC8SE", "cyclone", "other")):
        in_play.clock.advance(timedelta(minutes=5))
        now = in_play.clock.now().isoformat()
        signals = [{"until": now, **each} for each in signals] + [{"code": code, "begin": now}]
        warned(in_play, *signals)
        assert_kept(danger, public)


@pytest.mark.parametrize("signals", [("TC10",), ("TC10", "WRAINB")])
def test_a_new_date_ends_no_danger_on_the_public_page_and_is_not_still_to_come_on_the_board(
    in_play: House, signals: tuple[str, ...]
) -> None:
    weather_goes_by_the_observatory(in_play)
    begin = in_play.clock.now() - timedelta(minutes=2)
    first = {"code": "TC8NE", "begin": begin.isoformat()}
    warned(in_play, first)
    in_play.done("answer-weather-proposal", {"proposal": proposal_of(in_play), "answer": "confirm"})
    in_play.done("reschedule-sessions", {"day": "2027-03-06", "new_day": "2027-03-09"})
    in_play.done("give-further-word", {"day": "2027-03-06", "en": "Wait for us.", "zh": "請等候。"})
    in_play.clock.advance(timedelta(minutes=5))
    now = in_play.clock.now().isoformat()
    rises = [{**first, "until": now}, *({"code": code, "begin": now} for code in signals)]
    in_play.done("report-warnings", {"fetched_at": now, "body": "22" * 32, "signals": rises})
    danger = "rain" if "WRAINB" in signals else "hurricane"
    (alarm,) = board(in_play.desk, ID).alarms
    for language, words in (("en", "Wait for us."), ("zh", "請等候。")):
        for page in (f"/t/{ID}", f"/t/{ID}/programme"):
            shown = unescape(in_play.anyone.get(f"{page}?lang={language}").get_data(as_text=True))
            banner = shown.partition('class="notice is-danger"')[2].partition("</div></div>")[0]
            assert say("page-off-what-to-do", language, what=danger) in banner
            assert words in banner
            assert say("page-new-date-follows", language) not in banner
        screen = unescape(in_play.anyone.get(f"/t/{ID}/board?lang={language}").get_data(as_text=True))
        assert say("page-board-what-to-do", language, what=alarm.to_do) in screen
        assert say("page-board-new-date-follows", language) not in screen
    in_play.clock.advance(timedelta(days=1))
    shown = unescape(in_play.anyone.get(f"/t/{ID}").get_data(as_text=True))
    assert say("page-off-what-to-do", "en", what=danger) not in shown


@pytest.mark.parametrize(
    ("codes", "danger", "to_do"),
    [(("TC8NE",), "other", "cyclone"), (("WRAINB",), "rain", "rain"), (("TC8NE", "WRAINB"), "rain", "rain")],
)
def test_a_new_date_on_the_suspended_day_says_everywhere_what_is_in_force_though_nobody_is_in_the_hall(
    founded: House, codes: tuple[str, ...], danger: str, to_do: str
) -> None:
    weather_goes_by_the_observatory(founded)
    founded.clock.set(BEFORE)
    signals = [{"code": code, "begin": "2027-03-06T02:00:30+00:00"} for code in codes]
    warned(founded, *signals)
    founded.done("answer-weather-proposal", {"proposal": proposal_of(founded), "answer": "confirm"})
    founded.done("reschedule-sessions", {"day": "2027-03-06", "new_day": "2027-03-06"})

    def read(path: str, language: Language) -> str:
        return unescape(founded.anyone.get(f"{path}?lang={language}").get_data(as_text=True))

    languages: tuple[Language, ...] = ("en", "zh")
    for language in languages:
        for path in (f"/t/{ID}", f"/t/{ID}/programme"):
            banner = (
                read(path, language).partition('class="notice is-danger"')[2].partition("</div></div>")[0]
            )
            assert say("page-off-what-to-do", language, what=danger) in banner
            assert all(say("weather-short", language, code=short(code)) in banner for code in codes)
        screen = read(f"/t/{ID}/board", language)
        assert say("page-board-what-to-do", language, what=to_do) in screen
        assert all(say("weather-short", language, code=short(code)) in screen for code in codes)
        assert say("page-doubt-suspended", language) in read("/", language)
        news = read(f"/t/{ID}/news", language)
        assert news.count(say("page-off-what-to-do", language, what=danger)) == 2, "suspended, and moved"
    founded.clock.advance(timedelta(minutes=30))
    ended = founded.clock.now().isoformat()
    warned(founded, *({**signal, "until": ended} for signal in signals))
    assert not board(founded.desk, ID).alarms
    for language in languages:
        assert 'class="notice is-danger"' not in read(f"/t/{ID}", language)
        assert say("page-doubt-suspended", language) not in read("/", language)


def short(code: str) -> str:
    return "WRAINB" if code == "WRAINB" else ""


@pytest.mark.parametrize(("code", "rain"), [("TC8NE", False), ("WRAINB", True)])
def test_that_a_warning_is_over_is_said_wherever_a_proposal_on_it_is_answered(
    founded: House, code: str, rain: bool
) -> None:
    weather_goes_by_the_observatory(founded)
    founded.clock.set(BEFORE)
    signal = {"code": code, "begin": "2027-03-06T02:00:30+00:00"}
    warned(founded, signal)
    founded.clock.advance(timedelta(minutes=9))
    over = {"rain": rain, "at": datetime.fromisoformat("2027-03-06T10:08:00+08:00").time()}
    said = say("weather-over", "en", **over)
    organizer = Organizer(founded)
    for page in (WEATHER, f"/t/{ID}/staff"):
        assert said not in organizer.page(page)
    assert fixed("page-weather-undecided-now") in founded.anyone.get(f"/t/{ID}").get_data(as_text=True)
    warned(founded, {**signal, "until": "2027-03-06T02:08:00+00:00"})
    for page in (WEATHER, f"/t/{ID}/staff"):
        shown = organizer.page(page)
        assert said in shown
        assert (
            "answer=confirm"
            not in shown.partition('class="notice is-danger"')[2].partition("</div></div>")[0]
        )
    families = founded.anyone.get(f"/t/{ID}").get_data(as_text=True)
    assert say("page-weather-undecided-now", "en", over=True) in families
    body = {"proposal": proposal_of(founded), "answer": "confirm"}
    preview = founded.organizer.post(
        f"/api/v1/tournaments/{ID}/commands/answer-weather-proposal/preview", body
    )
    assert said in " ".join(remark["en"] for remark in preview.get_json()["remarks"])
    (row,) = founded.organizer.get(f"/api/v1/tournaments/{ID}/weather").get_json()["rows"]
    assert row["over_since"] == "2027-03-06T02:08:00Z"
    read = organizer.follow("answer=confirm")
    assert say("remark-warning-over", "en", over=said) in read
    hours = {"since": "10:00 am", "until": "10:08 am"}
    assert say("bot-storm-because", "en", grounds="", **hours).strip(" ,") in read


@pytest.mark.parametrize(
    ("decision", "since"),
    [("answer=confirm", "over"), ("answer=confirm", "another"), ("what=move", "over"), ("what=word", "over")],
)
def test_what_became_of_a_warning_since_a_decision_was_read_is_read_before_it_counts(
    founded: House, decision: str, since: str
) -> None:
    weather_goes_by_the_observatory(founded)
    founded.clock.set(BEFORE)
    signal = {"code": "TC8NE", "begin": "2027-03-06T02:00:30+00:00"}
    warned(founded, signal)
    proposed = decision == "answer=confirm"
    if not proposed:
        founded.done("answer-weather-proposal", {"proposal": proposal_of(founded), "answer": "confirm"})
    organizer = Organizer(founded)
    organizer.follow(decision if proposed else f"{decision}&lang")
    if not proposed:
        new_day(organizer) if decision == "what=move" else word(organizer)
    founded.clock.advance(timedelta(minutes=9))
    ended = {**signal, "until": "2027-03-06T02:08:00+00:00"}
    rain = {"code": "WRAINB", "begin": "2027-03-06T02:08:00+00:00"}
    warned(founded, ended, *([rain] if since == "another" else []))
    told = types(founded)
    read = organizer.confirm()
    assert types(founded) == told
    grounds = "black-rainstorm" if since == "another" else "signal-8-or-above"
    assert say(f"bot-storm-grounds-{grounds}", "en") in read
    if proposed and since == "over":
        hours = {"since": "10:00 am", "until": "10:08 am"}
        assert say("bot-storm-because", "en", grounds="", **hours).strip(" ,") in read
        assert say("remark-warning-over", "en", over="%").partition("%")[2].strip() in read
    assert say("page-task-done", "en") in organizer.confirm()
    assert types(founded).count("sessions-suspended") == 1


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_day_that_is_on_under_a_warning_is_named_before_it_is_and_from_then_on(
    founded: House, language: Language
) -> None:
    weather_goes_by_the_observatory(founded)
    founded.clock.set(BEFORE)
    warned(founded, {"code": "WRAINB", "begin": "2027-03-06T02:00:30+00:00"})
    founded.done("answer-weather-proposal", {"proposal": proposal_of(founded), "answer": "confirm"})
    rain = Phrase(
        "weather-since", {"danger": Phrase("weather-short", {"code": "WRAINB"}), "since": time(10, 0)}
    )
    remarked = say("remark-warning-in-force", "en", dangers=rain)
    organizer = Organizer(founded)
    organizer.follow("what=lift&lang")
    assert remarked in organizer.press("step", "look", reason="A mistake.")
    founded.done("lift-suspension", {"day": "2027-03-06", "reason": "A mistake."})
    assert fixed("page-weather-next-danger", language) in organizer.page(f"{WEATHER}?lang={language}")
    assert organizer.get(f"/t/{ID}/tasks/suspend-day?day=2027-03-06&lang={language}").status_code < 400
    said = say("weather-played-on", language, dangers=rain, asked=False)
    pages = (f"/t/{ID}", f"/t/{ID}/programme", f"/t/{ID}/board", f"/t/{ID}/staff")
    news = f"/t/{ID}/news?lang={language}"
    for page in pages:
        assert f">{said}<" in organizer.page(f"{page}?lang={language}"), page
    assert said in organizer.page(news)
    assert SESSION in warned_sessions(founded, language, said)
    assert said in calendar_of(founded, language)
    founded.clock.advance(timedelta(minutes=9))
    over = {"code": "WRAINB", "begin": "2027-03-06T02:00:30+00:00", "until": "2027-03-06T02:08:00+00:00"}
    warned(founded, over)
    for page in pages:
        assert f">{said}<" not in organizer.page(f"{page}?lang={language}"), page
    assert said in organizer.page(news), "it tells what was so then"
    assert not warned_sessions(founded, language, said)
    assert said not in calendar_of(founded, language)


def warned_sessions(house: House, language: Language, said: str) -> list[str]:
    rows = house.anyone.get(f"/api/v1/tournaments/{ID}/sessions").get_json()["rows"]
    found = [row for row in rows if row.get("warned")]
    assert all(row["warned"][language] == said for row in found)
    return [row["session"]["session"] for row in found]


def calendar_of(house: House, language: Language) -> str:
    got = house.anyone.get(f"/api/v1/tournaments/{ID}/calendar.ics?lang={language}").get_data(as_text=True)
    return got.replace("\r\n ", "").replace("\\,", ",")
