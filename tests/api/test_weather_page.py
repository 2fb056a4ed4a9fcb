"""Weather by page: what can be decided of a day is offered, asked press by press, read back and done once."""

import re
from datetime import UTC, date, datetime, timedelta
from html import unescape
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest

from services.access.rights import COMMAND_RIGHTS
from services.delivery.muting import Muting
from services.tasks.day_questions import DECIDE_DAY
from shared.catalogue import say
from shared.catalogue.titles import title_of
from tests.api.conftest import ID, SEATING, SESSION, House, start
from tests.api.docket_page.ruling_forms import Chief, kept
from tests.api.site.test_weather import proposal_of, warned, weather_goes_by_the_observatory
from tests.wording import fixed

WEATHER = f"/t/{ID}/weather"
DAY = SESSION.partition("/")[0]
BEFORE = datetime(2027, 3, 6, 2, 1, tzinfo=UTC)
EN, ZH = "A power cut in the hall.", "場地停電。"


class Organizer(Chief):
    """The organizer, who presses what a page shows."""

    def __init__(self, house: House) -> None:
        super().__init__(house, WEATHER)
        self.sign_in("organizer", "org-1")
        self.at, self.now, self.status = WEATHER, "", 0

    def follow(self, part: str, page: str = WEATHER) -> str:
        """Press the first link of a page whose address has this part."""
        links = [link for link in re.findall(r'href="([^"]+)"', self.page(page)) if part in link]
        self.at = urlsplit(links[0]).path
        answer = self.get(links[0])
        return self._read(answer)

    def press(self, name: str, value: str, **typed: str) -> str:
        """Press a button of the form that is shown, which is there."""
        assert f'name="{name}" value="{value}"' in self.now, self.now
        return self._read(self.post(self.at, {**kept(self.now), **typed, name: value}))

    def confirm(self) -> str:
        """Press what carries out what was read back, and read where that leads."""
        return self.press("step", "confirm")

    def _read(self, answer: Any) -> str:
        if answer.status_code == 303:
            answer = self.get(answer.headers["Location"])
        self.status, self.now = answer.status_code, unescape(answer.get_data(as_text=True))
        return self.now


def types(house: House) -> list[str]:
    return [event.type for event in house.desk.events(ID, 0, 1000)]


def off(house: House) -> None:
    house.clock.set(BEFORE)
    house.done("suspend-day", {"day": DAY, "grounds": "signal_8_or_above"})


def grounds(organizer: Organizer) -> None:
    organizer.press("pick", "black_rainstorm")
    assert 'name="since"' in organizer.now
    organizer.press("step", "look", since="2027-03-06T09:40")


def words(organizer: Organizer) -> None:
    organizer.press("step", "look", en=EN, zh=ZH)


def other_grounds(organizer: Organizer) -> None:
    organizer.press("pick", "other")
    words(organizer)


def word(organizer: Organizer) -> None:
    words(organizer)
    organizer.press("step", "look", next_word="2027-03-06T23:00")


def new_day(organizer: Organizer) -> None:
    refused = organizer.press("step", "look", new_day="2026-01-01")
    assert organizer.status == 422
    assert 'id="wrong-new_day"' in refused
    organizer.press("pick", "2027-03-09")


def reason(organizer: Organizer) -> None:
    organizer.press("step", "look", reason="A mistake.")


KINDS: tuple[tuple[str, Any, str], ...] = (
    ("suspend", grounds, "sessions-suspended"),
    ("suspend", other_grounds, "sessions-suspended"),
    ("rest", grounds, "sessions-suspended"),
    ("ahead", None, "play-goes-ahead"),
    ("word", word, "further-word-given"),
    ("move", new_day, "sessions-rescheduled"),
    ("lift", reason, "suspension-lifted"),
)


def test_that_the_hours_of_a_new_date_are_past_is_read_back(founded: House) -> None:
    off(founded)
    past = say("remark-hours-past", "en", sessions="%").partition("%")[2][:40]
    for moment, remarked in ((BEFORE, False), (datetime.fromisoformat(f"{DAY}T23:00+08:00"), True)):
        founded.clock.set(moment)
        organizer = Organizer(founded)
        organizer.follow("what=move&lang")
        shown = organizer.press("step", "look", new_day=DAY)
        assert (past in shown) is remarked
        what = say("bot-storm-reached", "en", count="%", linked=0, pushed=0, mailed=0, unreached=0)
        assert not remarked or shown.index(past) < shown.index(what.partition("%")[0]), (
            "a chat cuts what is long"
        )


@pytest.mark.parametrize(("what", "answered", "event"), KINDS)
def test_each_decision_is_asked_read_back_and_done_once(
    founded: House, what: str, answered: Any, event: str
) -> None:
    founded.clock.set(BEFORE)
    if what in ("word", "move", "lift"):
        off(founded)
    before, organizer = types(founded).count(event), Organizer(founded)
    organizer.follow(f"what={what}&lang")
    if answered is not None:
        answered(organizer)
    read = organizer.now
    assert "Sessions: session 1" in read
    assert re.search(r"People told: \d+\.", read)
    assert "English · as" in read
    assert "繁體中文 · as" in read
    if event == "sessions-suspended":
        assert fixed("bot-storm-hour", next_word="12:05 pm") in read
    assert types(founded).count(event) == before, "nothing is done before it is confirmed"
    assert say("page-task-done", "en") in organizer.confirm()
    assert types(founded).count(event) == before + 1
    organizer.now = read
    already = organizer.confirm()
    assert say("page-task-already-about", "en") in already
    assert "<h1>None</h1>" not in already
    assert types(founded).count(event) == before + 1


@pytest.mark.parametrize("page", [f"/t/{ID}/staff", WEATHER])
def test_a_proposal_is_confirmed_in_two_presses_from_the_red_banner(founded: House, page: str) -> None:
    weather_goes_by_the_observatory(founded)
    founded.clock.set(BEFORE)
    warned(founded, {"code": "TC8NE", "begin": "2027-03-06T02:00:30+00:00"})
    organizer = Organizer(founded)
    banner = organizer.page(page).partition('class="notice is-danger"')[2].partition("</div></div>")[0]
    assert fixed("page-weather-next-proposal") in banner
    assert "Suspend the day: Saturday" in organizer.follow("answer=confirm", page)
    organizer.confirm()
    assert founded.desk.state(ID).proposals[proposal_of(founded)].status == "confirmed"
    assert types(founded)[-1] == "sessions-suspended"
    banner = organizer.page(f"/t/{ID}/staff").partition('class="notice is-danger"')[2]
    assert fixed("page-weather-next-word") in banner
    assert say("page-weather-still", "en", still=say("weather-short", "en", code="TC8NE")).strip() in banner
    assert "12:05 pm" in banner.partition("</div></div>")[0]
    founded.clock.advance(timedelta(hours=3))
    assert say("page-weather-late", "en") in Organizer(founded).page(page)
    founded.clock.advance(timedelta(days=2))
    organizer = Organizer(founded)
    assert say("page-weather-next-date", "en", day=BEFORE.date()) in organizer.page(page)
    organizer.follow("what=move")
    organizer.press("pick", "2027-03-09")
    organizer.confirm()
    assert 'class="notice is-danger"' not in organizer.page(page)


def test_a_proposal_is_refused_and_the_second_who_answers_reads_who_did(founded: House) -> None:
    weather_goes_by_the_observatory(founded)
    founded.clock.set(BEFORE)
    warned(founded, {"code": "WRAINB", "begin": "2027-03-06T02:00:30+00:00"})
    organizer, second = Organizer(founded), Organizer(founded)
    second.follow("answer=confirm")
    read = organizer.follow("answer=refuse")
    assert fixed("bot-proposal-refused-then") in read
    assert fixed("weather-played-on", asked=False) in read
    organizer.confirm()
    assert founded.desk.state(ID).proposals[proposal_of(founded)].status == "refused"
    assert f"Proposal {proposal_of(founded)} is refused already" in second.confirm()
    assert "sessions-suspended" not in types(founded)


@pytest.mark.parametrize("word", ["signal_8_or_above", "black_rainstorm"])
def test_play_is_stopped_in_two_presses_where_nothing_was_proposed(in_play: House, word: str) -> None:
    organizer = Organizer(in_play)
    read = organizer.follow(f"what=rest&grounds={word}")
    assert fixed("bot-storm-voided", sessions="session 1") in read
    organizer.confirm()
    (event,) = [event for event in in_play.desk.events(ID, 0, 1000) if event.type == "sessions-suspended"]
    data = msgspec.json.decode(event.data)
    assert (data["grounds"], data["remaining_only"]) == (word, True)
    assert datetime.fromisoformat(data["since"]) == in_play.clock.now()


def test_once_play_goes_on_the_same_day_no_page_of_staff_speaks_of_a_suspension(founded: House) -> None:
    founded.clock.set(SEATING - timedelta(minutes=20))
    founded.done("check-in", {"entrant": "0001"})
    founded.done("suspend-remaining", {"day": DAY, "grounds": "black_rainstorm"})
    founded.done("give-further-word", {"day": DAY, "en": EN, "zh": ZH})
    organizer, promise = Organizer(founded), re.compile("give-further-word|what=word")
    pages = (WEATHER, f"/t/{ID}/staff")
    word, moved = (
        say(f"page-weather-next-{kind}", "en", day=date.fromisoformat(DAY), still=None)
        for kind in ("word", "moved")
    )
    assert all(word in organizer.page(page) for page in pages)
    founded.done("reschedule-sessions", {"day": DAY, "new_day": DAY})
    for page in pages:
        shown = organizer.page(page)
        assert promise.search(shown)
        assert moved in shown
        assert word not in shown
    start(founded)
    for page in pages:
        shown = organizer.page(page)
        assert not promise.search(shown)
        assert fixed("page-weather-next-word") not in shown


@pytest.mark.parametrize("language", ["en", "zh"])
def test_after_a_new_date_board_and_page_say_that_and_no_suspension(founded: House, language: str) -> None:
    founded.clock.set(SEATING - timedelta(minutes=20))
    founded.done("check-in", {"entrant": "0001"})
    founded.done("suspend-remaining", {"day": DAY, "grounds": "black_rainstorm"})
    organizer, at = Organizer(founded), f"/t/{ID}"
    word, off = say("page-board-word-suspended", language), say("page-off-because", language, grounds="")[:4]
    board, public = (organizer.page(f"{path}?lang={language}") for path in (f"{at}/board", at))
    assert f'<p class="word">{word}</p>' in board
    assert heading_before(public, off).startswith(begun("page-off", language))
    founded.done("reschedule-sessions", {"day": DAY, "new_day": DAY})
    board, public = (organizer.page(f"{path}?lang={language}") for path in (f"{at}/board", at))
    assert f'<p class="word">{say("page-board-word-moved", language)}</p>' in board
    assert heading_before(public, off).startswith(begun("page-off-moved", language))


def heading_before(page: str, words: str) -> str:
    """The heading of the notice that has these words."""
    return str(re.findall(r"<h2>(.*?)</h2>", page.partition(words)[0])[-1])


def begun(key: str, language: str) -> str:
    """What a text begins with, before its first value."""
    return say(key, language, sessions="|", day="|").partition("|")[0].strip()


def test_of_what_changed_since_it_was_read_that_alone_is_shown_and_asked_anew(founded: House) -> None:
    off(founded)
    organizer = Organizer(founded)
    organizer.follow("what=word")
    word(organizer)
    founded.done("register-entrant", {"session": SESSION, "birth_date": "1990-01-01", "name_en": "One More"})
    founded.done("reschedule-sessions", {"day": DAY, "new_day": "2027-03-09"})
    organizer.confirm()
    assert fixed("bot-storm-moved", day="Tuesday, 9 March 2027") in organizer.now
    assert EN in organizer.now, "what was written is not lost"
    assert "further-word-given" not in types(founded)


def test_what_stops_otherwise_by_now_is_read_alone(in_play: House) -> None:
    organizer = Organizer(in_play)
    organizer.follow("what=suspend&lang")
    grounds(organizer)
    in_play.done("undo-session-start", {"session": SESSION, "reason": "Too soon."})
    organizer.confirm()
    assert say("page-task-changed", "en") in organizer.now
    assert fixed("bot-storm-reached") not in organizer.now
    assert "sessions-suspended" not in types(in_play)
    organizer.confirm()
    assert "sessions-suspended" in types(in_play)


def test_who_decided_otherwise_meanwhile_is_said_where_it_is_asked(founded: House) -> None:
    founded.clock.set(BEFORE)
    organizer = Organizer(founded)
    organizer.follow("what=suspend&lang")
    grounds(organizer)
    off(founded)
    assert fixed("bot-storm-suspended", by="Organizer") in organizer.confirm()
    assert 'name="pick" value="word"' in organizer.now
    organizer.press("pick", "word")
    assert 'name="en"' in organizer.now


def test_of_a_day_that_was_suspended_meanwhile_it_is_not_said_that_it_goes_ahead(founded: House) -> None:
    founded.clock.set(BEFORE)
    organizer = Organizer(founded)
    organizer.follow("what=ahead&lang")
    off(founded)
    assert fixed("bot-storm-suspended", by="Organizer") in organizer.confirm()
    assert "play-goes-ahead" not in types(founded)


def test_words_in_the_other_language_are_asked_about_and_taken_as_they_are(founded: House) -> None:
    founded.clock.set(BEFORE)
    organizer = Organizer(founded)
    organizer.follow("what=suspend&lang")
    organizer.press("pick", "other")
    organizer.press("step", "look", en=ZH, zh=ZH)
    assert say("bot-announce-not-en", "en") in organizer.now
    assert ZH in organizer.now.partition('name="en"')[2].partition("</textarea>")[0]
    assert fixed("bot-storm-reached") in organizer.press("insist", "yes", en=ZH, zh=ZH)


def test_an_answer_is_changed_and_the_others_are_kept(founded: House) -> None:
    founded.clock.set(BEFORE)
    organizer = Organizer(founded)
    organizer.follow("what=suspend&lang")
    grounds(organizer)
    organizer.press("change", "what")
    read = organizer.press("pick", "rest")
    assert say("bot-storm-grounds", "en") in read, "the grounds were those of another decision"
    grounds(organizer)
    organizer.press("change", "grounds")
    organizer.press("pick", "black_rainstorm")
    assert "Black rainstorm, since 9:40 am" in organizer.now


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_chief_referee_decides_but_neither_lifts_nor_moves_and_a_referee_nothing(
    founded: House, language: str
) -> None:
    off(founded)
    chief = Chief(founded, WEATHER)
    page = chief.page(f"{WEATHER}?lang={language}")
    assert "what=word" in page
    assert not {"what=lift", "what=move"} & set(re.findall(r"what=\w+", page))
    assert chief.get(f"/t/{ID}/tasks/lift-suspension").status_code == 403
    refused = chief.post(
        f"/t/{ID}/tasks/decide-day",
        {"form": chief.word(), "day": DAY, "what": "lift", "at": "reason", "reason": "So."},
    )
    assert refused.status_code == 403
    for what in ("move", "lift"):
        begun = chief.get(f"/t/{ID}/tasks/decide-day?day={DAY}&what={what}")
        assert begun.status_code == 403, "it is not asked first for a date that counts for nothing"
    ahead = chief.get(f"/t/{ID}/tasks/announce-play?day={DAY}&lang={language}")
    assert {"en": fixed("problem-play-suspended"), "zh": fixed("problem-play-suspended", "zh")}[
        language
    ] in ahead.get_data(as_text=True)
    chief.sign_in("referee", "REF-1")
    assert chief.get(WEATHER).status_code == 403
    assert chief.get(f"/t/{ID}/tasks/decide-day").status_code == 403


@pytest.mark.parametrize(
    "sent",
    [
        {"day": "soon", "what": "suspend"},
        {"day": DAY, "what": "nothing"},
        {"day": DAY, "what": "suspend", "grounds": "x", "at": "since", "since": ""},
        {"day": DAY, "what": "word", "at": "en zh", "en": "x" * 121, "zh": ZH},
        {"day": DAY, "what": "suspend", "grounds": "other", "next_word": "x", "at": "en"},
        {"day": "2030-01-01", "what": "ahead", "step": "confirm", "mark": "x"},
        {"day": DAY, "what": "move", "new_day": "2027-03-09", "sessions": "x y"},
        {"what": "answer", "proposal": "W-9", "answer": "confirm"},
        {"at": "day", "pick": "2027-02-30"},
        {"day": DAY, "at": "what", "pick": "answer"},
        {"change": "reason"},
    ],
)
def test_whatever_a_form_sends_is_refused_where_it_stands(founded: House, sent: dict[str, str]) -> None:
    off(founded)
    chief, head = Organizer(founded), founded.head
    answer = chief.post(f"/t/{ID}/tasks/decide-day", {"form": chief.word(), **sent})
    assert answer.status_code in (200, 422), answer.get_data(as_text=True)
    query = "&".join(f"{name}={value}" for name, value in sent.items() if value.isascii())
    assert chief.get(f"/t/{ID}/tasks/decide-day?{query}").status_code in (200, 422)
    assert founded.head == head


def test_while_nothing_is_sent_the_page_says_so(founded: House) -> None:
    off(founded)
    organizer = Organizer(founded)
    said = say("page-outbox-muted", "en", since="x").partition(" x")[0]
    assert said not in organizer.page(WEATHER)
    Muting(founded.desk.log.database, founded.clock).mute("restored", ID)
    assert said in organizer.page(WEATHER)


def test_from_a_suspended_sessions_console_the_day_and_the_session_are_known(founded: House) -> None:
    off(founded)
    organizer = Organizer(founded)
    asked = organizer.follow("reschedule-sessions", f"/t/{ID}/sessions/{SESSION}/console")
    assert f'name="sessions" value="{SESSION}"' in asked
    organizer.press("pick", "2027-03-09")
    organizer.confirm()
    assert types(founded)[-1] == "sessions-rescheduled"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_is_decided_at_the_cutoff_is_called_by_its_title(founded: House, language: str) -> None:
    weather_goes_by_the_observatory(founded)
    founded.clock.set(BEFORE - timedelta(hours=1))
    signal = {"code": "TC8NE", "begin": "2027-03-06T01:00:30+00:00"}
    fetched = {"fetched_at": founded.clock.now().isoformat(), "body": "00" * 32}
    founded.done("report-warnings", {**fetched, "signals": [signal]})
    page = Organizer(founded).page(f"{WEATHER}?lang={language}")
    pressed = re.findall(r"<(?:a|button)\b[^>]*>([^<]+)</", page)
    assert title_of(DECIDE_DAY, language) in pressed
    assert not {DECIDE_DAY, *COMMAND_RIGHTS} & set(pressed)
