"""The organizer on a phone: the weather proposal, announcements, and what was delivered."""

from datetime import time, timedelta

import pytest

from services.delivery.addressing import delivery_id
from services.delivery.emails import Emails
from services.delivery.fanning_out import FanOut
from services.delivery.lease import Lease
from services.delivery.reaching import Reaching
from services.desk.correspondence import Correspondence
from shared.catalogue import say
from tests.api.conftest import ID, SESSION
from tests.bots.conftest import Office
from tests.wording import fixed

DAY = SESSION.partition("/")[0]
SHEET = f"{SESSION}/1"
IN_PLAY = time(12, 50)


def proposed(office: Office, *codes: str, whole_ago: timedelta = timedelta(0)) -> str:
    """The number of a proposal made while the session is in play; without codes nothing is known.

    Args:
        whole_ago: how long ago the Observatory's answers were last read as a whole.
    """
    office.house.clock.set(office.state.plan.moment(office.state.sessions[SESSION].known_day, IN_PLAY))
    now = office.house.clock.now()
    signals = [{"code": code, "begin": now.isoformat()} for code in codes]
    if codes:
        body = {"fetched_at": now.isoformat(), "body": "00" * 32, "signals": signals}
        office.house.done("report-warnings", body)
    whole = (now - whole_ago).isoformat() if codes else None
    danger = now.isoformat() if whole_ago else None
    office.house.done("propose-weather", {"day": DAY, "fetched_at": whole, "danger_read_at": danger})
    return max(office.state.proposals)


def test_a_proposal_under_its_notice_is_read_back_and_confirmed_with_a_second_press(office: Office) -> None:
    proposal = proposed(office, "TC8NE")
    notice = next(other for other in office.desk.notices.read(ID) if other.kind == "weather-proposal")
    phone, stranger = office.phone("organizer:organizer"), office.phone("entrant:0001")
    id = office.deliver(phone, notice, "organizer:organizer")
    assert say("bot-unknown-button", "en") in stranger.toast(f"n:confirm:{id}")
    second = office.phone("organizer:organizer")
    assert say("bot-storm-sure", "en") in phone.press("bot-action-confirm")
    assert "sessions-suspended" not in office.types, "the first press reads back"
    read_back = phone.button("bot-confirm")
    # Somebody links a chat, and a table writes a game down: neither changes what is decided.
    office.phone("entrant:0002")
    noted = {
        "sheet": SHEET,
        "game": 1,
        "kind": "break_permitted",
        "entrant": office.state.sheets[SHEET].seats[0],
    }
    office.house.done("note-incident", noted)
    assert fixed("bot-storm-done") in phone.press("bot-confirm")
    fanned_out(office)
    (decided,) = [other for other in office.desk.notices.read(ID) if other.kind == "weather-decided"]
    became = []
    for chat in (phone, second):
        (link,) = office.links.of_address("telegram", str(chat.chat))
        became.append(office.deliveries.delivery(delivery_id(ID, decided.dedupe_key, link.address_id)).status)
    assert became == ["cancelled", "pending"], "said as it was confirmed, and told where it was not"
    assert office.state.proposals[proposal].status == "confirmed"
    assert say("bot-done-already", "en") in phone.toast(*read_back)
    office.telegram.press(phone.chat, f"n:confirm:{id}", 1)
    phone.wait_for("is confirmed already")
    assert office.types.count("sessions-suspended") == 1
    assert say("bot-no-proposal", "en") in phone.say("/weather")


@pytest.mark.parametrize(
    ("language", "parts"),
    [
        (
            "en",
            (
                "Suspend what is left of the day: Saturday, 6 March 2027",
                "In play: session 1",
                "Its results become void and it starts again",
                "it is 12:50 pm",
                "promised by 2:50 pm",
                "People told: 12",
            ),
        ),
        ("zh-hant", ("暫停餘下場次", "該場成績作廢，另行重賽", "現在是中午12:50", "通知 12 人")),
    ],
)
def test_what_stops_what_is_void_who_is_told_and_by_when_stand_in_one_message(
    office: Office, language: str, parts: tuple[str, ...]
) -> None:
    proposed(office, "TC8NE")
    phone = office.phone("organizer:organizer", language=language)
    phone.say("/weather")
    before = len(office.telegram.messages(phone.chat))
    text = phone.press("bot-confirm")
    assert phone.words("bot-storm-sure") in text
    for part in parts:
        assert part in text
    assert len(office.telegram.messages(phone.chat)) == before, "one read-back, in the place of the question"
    phone.press("bot-confirm")
    assert office.types.count("sessions-suspended") == 1


def test_that_play_goes_ahead_is_read_back_too(office: Office) -> None:
    proposed(office, "TC3")
    phone = office.phone("organizer:organizer")
    assert say("bot-weather-proceed", "en") in phone.say("/weather")
    assert fixed("bot-storm-reached", count=8) in phone.press("bot-confirm")
    assert "play-goes-ahead" not in office.types
    phone.press("bot-confirm")
    assert office.types.count("play-goes-ahead") == 1


def test_that_the_warning_is_over_is_said_in_the_chat_with_the_proposal_and_read_back(office: Office) -> None:
    proposal = proposed(office, "TC8NE")
    begun = office.house.clock.now()
    office.house.clock.advance(timedelta(minutes=12))
    now = office.house.clock.now().isoformat()
    signal = {"code": "TC8NE", "begin": begun.isoformat(), "until": now}
    office.house.done("report-warnings", {"fetched_at": now, "body": "11" * 32, "signals": [signal]})
    phone = office.phone("organizer:organizer")
    said = say("weather-over", "en", rain=False, at=time(13, 2))
    shown = phone.say("/weather")
    assert said in shown
    assert say("bot-proposal-over", "en") in shown
    assert say("remark-warning-over", "en", over=said) in phone.press("bot-confirm")
    assert office.state.proposals[proposal].status == "open"


def test_what_ended_in_between_is_named_in_the_chat_where_nothing_waits_for_an_answer(office: Office) -> None:
    proposed(office, "WRAINB")
    begun = office.house.clock.now()
    phone = office.phone("organizer:organizer")
    phone.say("/weather")
    phone.press("bot-confirm")
    phone.press("bot-confirm")
    office.house.clock.advance(timedelta(minutes=12))
    now = office.house.clock.now().isoformat()
    rain = {"code": "WRAINB", "begin": begun.isoformat(), "until": now}
    signals = [rain, {"code": "TC8NE", "begin": now}]
    office.house.done("report-warnings", {"fetched_at": now, "body": "11" * 32, "signals": signals})
    shown = phone.say("/weather")
    assert say("bot-no-proposal", "en") in shown
    assert say("word-warning-tc8ne", "en") in shown
    assert say("weather-over", "en", rain=True, at=time(13, 2)) in shown


def test_whoever_read_of_a_warning_in_force_reads_that_it_is_over_before_the_hall_is_void(
    office: Office,
) -> None:
    proposed(office, "TC8NE")
    begun = office.house.clock.now()
    phone = office.phone("organizer:organizer")
    phone.say("/weather")
    phone.press("bot-confirm")
    office.house.clock.advance(timedelta(minutes=12))
    now = office.house.clock.now().isoformat()
    signal = {"code": "TC8NE", "begin": begun.isoformat(), "until": now}
    office.house.done("report-warnings", {"fetched_at": now, "body": "11" * 32, "signals": [signal]})
    assert "1:02 pm" in phone.press("bot-confirm")
    assert "sessions-suspended" not in office.types
    phone.press("bot-confirm")
    assert office.types.count("sessions-suspended") == 1


def test_a_proposal_is_answered_by_the_weather_command_too(office: Office) -> None:
    number = proposed(office, "TC8NE")
    phone = office.phone("organizer:organizer")
    text = phone.say("/weather")
    assert number in text
    assert "In force: No. 8 Northeast Gale or Storm Signal" in text
    assert "Sessions: Saturday, 6 March 2027, session 1" in text
    assert "2027-03-06/1" not in text
    stands = fixed("weather-played-on", asked=False)
    assert stands in phone.press("bot-refuse")
    assert office.state.proposals[number].status == "open", "what it leads to is read first"
    refused = phone.press("bot-confirm")
    assert fixed("bot-proposal-refused") in refused
    assert stands in refused
    assert office.state.proposals[number].status == "refused"
    assert "sessions-suspended" not in office.types


def test_a_proposal_waits_in_the_list_of_what_is_to_be_done_and_is_answered_there(
    office: Office,
) -> None:
    number = proposed(office, "TC8NE")
    phone = office.phone("organizer:organizer")
    assert "Saturday, 6 March 2027" in phone.say("/todo")
    assert fixed(
        "weather-line-in-force",
        doubt="none",
        last_read="false",
        warning="No. 8 Northeast Gale or Storm Signal",
    ) in phone.press("Decide on the weather")
    assert fixed("bot-proposal-refused-then") in phone.press("bot-refuse")
    assert fixed("bot-proposal-refused") in phone.press("bot-confirm")
    assert office.state.proposals[number].status == "refused"
    office.house.done("suspend-day", {"day": DAY, "grounds": "black_rainstorm"})
    phone.say("/todo")
    assert fixed("bot-storm-words-en", most=120) in phone.press("Give further word")


def test_a_proposal_by_a_danger_read_in_part_says_so_in_the_chat(office: Office) -> None:
    proposed(office, "TC8NE", whole_ago=timedelta(minutes=30))
    text = office.phone("organizer:organizer").say("/weather")
    assert fixed("bot-proposal-in-part", whole="6 March 2027, 12:20 pm") in text


def test_an_escalated_proposal_comes_to_the_chief_referee_who_answers_it_by_its_button(
    office: Office,
) -> None:
    number = proposed(office, "TC8NE")
    office.house.done("escalate-weather-proposal", {"proposal": number, "step": 1})
    notice = next(other for other in office.desk.notices.read(ID) if other.audience == "role:chief_referee")
    chief, referee = office.phone("referee:CHIEF"), office.phone("referee:REF-1")
    office.deliver(chief, notice, "referee:CHIEF")
    chief.wait_for("notice-weather-escalated-suspend_remaining")
    assert say("bot-not-for-you", "en") in referee.say("/weather")
    assert number in chief.say("/weather")
    assert fixed("bot-storm-reached", count=13) in chief.press("bot-confirm")
    assert "sessions-suspended" not in office.types
    assert fixed("bot-storm-done") in chief.press("bot-confirm")
    assert office.types.count("sessions-suspended") == 1
    notices = {
        other.audience: other for other in office.desk.notices.read(ID) if other.kind == "weather-decided"
    }
    assert notices.keys() == {"role:organizer", "role:chief_referee"}
    organizer = office.phone("organizer:organizer", language="zh")
    office.deliver(organizer, notices["role:organizer"], "organizer:organizer", "zh")
    organizer.wait_for(fixed("notice-weather-decided", "zh", by="CHIEF", role="chief_referee"))


def test_what_is_not_known_cannot_be_confirmed(office: Office) -> None:
    proposed(office)
    phone = office.phone("organizer:organizer")
    assert "not known" in phone.say("/weather")
    rows = office.telegram.messages(phone.chat)[-1]["reply_markup"]["inline_keyboard"]
    assert [[key["text"] for key in row] for row in rows] == [
        [say("bot-refuse", "en")],
        [say("bot-storm-otherwise", "en")],
    ]
    assert fixed("bot-storm-what") in phone.press("bot-storm-otherwise")


def test_a_proposal_that_someone_else_answered_is_told_as_answered(office: Office) -> None:
    number = proposed(office, "TC8NE")
    first, second = office.phone("organizer:organizer"), office.phone("organizer:organizer")
    for phone in (first, second):
        phone.say("/weather")
        phone.press("bot-confirm")
    first.press("bot-confirm")
    assert f"Proposal {number} is confirmed already" in second.press("bot-confirm")
    assert office.types.count("sessions-suspended") == 1


def fanned_out(office: Office) -> None:
    """Make the deliveries of everything that happened, as the worker does before it sends."""
    house, database = office.house, office.desk.log.database
    lease = Lease(database, house.clock, "test")
    assert lease.acquire()
    book = Correspondence(office.desk)
    emails = Emails(book, office.links)
    fan_out = FanOut(
        database,
        book,
        office.deliveries,
        Reaching(book, office.links, emails),
        house.clock,
        lambda: ("telegram",),
    )
    fan_out.take_in(lease)
    while fan_out.next_page(lease):
        pass
    lease.release()


def test_what_was_delivered_is_counted(office: Office) -> None:
    phone, reader = office.phone("organizer:organizer"), office.phone("entrant:0001")
    proposed(office, "TC8NE")
    phone.say("/weather")
    phone.press("bot-confirm")
    phone.press("bot-confirm")
    fanned_out(office)
    notice = next(other for other in office.desk.notices.read(ID) if other.audience.startswith("session:"))
    assert f"{notice.reference} Suspension · 8 people, 1 message: waiting 1, unlinked 7" in phone.say(
        "/deliveries"
    )
    chinese = office.phone("organizer:organizer", language="zh-hant").say("/deliveries")
    (line,) = [line for line in chinese.split("\n") if line.startswith(f"{notice.reference} ")]
    assert "：" in line
    assert "、" in line
    assert not {":", ","} & set(line)
    (link,) = office.links.of_address("telegram", str(reader.chat))
    id = delivery_id(ID, notice.dedupe_key, link.address_id)
    assert say("bot-acknowledged", "en") in reader.toast(f"n:acknowledge:{id}")
    assert "read 1" in phone.say("/deliveries")


def hold(office: Office) -> None:
    """A notice that piled up while nobody sent."""
    with office.desk.log.database.writing() as driver:
        driver.execute("DELETE FROM fan_out WHERE notice = 'a ruling'")
        driver.execute(
            "INSERT INTO fan_out (tournament_id, notice, reference, seq, kind, lane, status, due_at, cursor) "
            f"VALUES ('{ID}', 'a ruling', 'N-1', 1, 'ruling', 1, 'held', 0, '')"
        )


def progress(office: Office) -> str:
    with office.desk.log.database.connection() as driver:
        (status,) = driver.execute("SELECT status FROM fan_out WHERE notice = 'a ruling'").fetchone()
    return str(status)
