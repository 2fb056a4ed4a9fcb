"""What piled up, or lies there after a restore, is sent or dropped from the phone, after a yes."""

import pytest

from services.delivery.holding import Holding, held_key
from services.delivery.muting import ON_COMMAND_LINE, Muting
from services.delivery.release_decisions import ON_COMMAND_LINE as BY_HAND
from services.delivery.release_decisions import Steering
from shared.catalogue import say
from tests.api.conftest import ID
from tests.bots.conftest import Office, Phone, running
from tests.wording import fixed

WAYS = [("Send", "Yes, send", "open", "go out now"), ("Drop", "Yes, drop", "dropping", "Nobody gets")]


def pile(office: Office, status: str = "held") -> None:
    """A notice that piled up while nobody sent."""
    with office.desk.log.database.writing() as driver:
        driver.execute("DELETE FROM fan_out WHERE notice = 'a ruling'")
        driver.execute(
            "INSERT INTO fan_out (tournament_id, notice, reference, seq, kind, lane, status, due_at, cursor) "
            f"VALUES ('{ID}', 'a ruling', 'N-1', 1, 'ruling', 1, '{status}', 0, '')"
        )


def progress(office: Office) -> str:
    with office.desk.log.database.connection() as driver:
        (status,) = driver.execute("SELECT status FROM fan_out WHERE notice = 'a ruling'").fetchone()
    return str(status)


@pytest.mark.parametrize(("word", "yes", "status", "text"), WAYS)
def test_what_was_held_is_decided_under_the_alert_with_two_taps_by_the_organizer_alone(
    office: Office, word: str, yes: str, status: str, text: str
) -> None:
    pile(office)
    data = f"n:{word.lower()}_held:{held_key(ID)}"

    def pressed(phone: Phone) -> str:
        return phone._after(lambda: office.telegram.press(phone.chat, data, None))

    for other in ("entrant:0001", "referee:CHIEF"):
        assert say("bot-not-for-you", "en") in pressed(office.phone(other))
    organizer = office.phone("organizer:organizer")
    assert "1 × Ruling" in pressed(organizer)
    assert progress(office) == "held"
    key = organizer.button(yes)
    assert text in organizer.press(yes)
    assert progress(office) == status
    assert organizer.toast(*key).startswith(say("bot-done-already", "en"))
    decided = {"open": "was sent by the organizer", "dropping": "was dropped by the organizer"}
    assert decided[status] in pressed(organizer)
    assert progress(office) == status


def test_the_list_of_deliveries_asks_about_what_is_held_and_leads_back(office: Office) -> None:
    phone = office.phone("organizer:organizer", language="zh")
    pile(office)
    phone.answers("/deliveries", "bot-held", "1 × 裁決")
    assert say("bot-held-drop-sure", "zh") in phone.press("bot-drop")
    old = phone.button("bot-held-drop-yes")
    assert fixed("bot-held", "zh", count=1, messages=0) in phone.press("bot-one-back")
    assert say("bot-stale", "zh") in phone.toast(*old)
    assert progress(office) == "held"
    phone.press("bot-drop")
    phone.press("bot-held-drop-yes")
    assert progress(office) == "dropping"


@pytest.mark.parametrize(("word", "yes", "status", "text"), WAYS)
def test_after_a_restore_what_waits_is_released_or_dropped(
    office: Office, word: str, yes: str, status: str, text: str
) -> None:
    muting = Muting(office.desk.log.database, office.house.clock)
    muting.mute("restored", ID)
    pile(office, "open")
    phone = office.phone("organizer:organizer")
    assert "1 × Ruling" in phone.answers("/deliveries", fixed("bot-muted"))
    phone.press(word)
    assert muting.muted()
    assert text in phone.press(yes)
    assert not muting.muted()
    assert progress(office) == status


def test_an_organizer_does_not_release_what_is_muted_for_all(office: Office) -> None:
    muting = Muting(office.desk.log.database, office.house.clock)
    muting.mute("a copy")
    phone = office.phone("organizer:organizer")
    assert fixed("bot-muted") not in phone.say("/deliveries")
    assert muting.muted()


def test_a_stranger_presses_in_vain_and_a_yes_outlasts_a_restart(resting: Office) -> None:
    pile(resting)
    phone, other = resting.phone("organizer:organizer"), resting.phone("entrant:0001")
    with running(resting):
        phone.answers("/deliveries", "bot-held")
        phone.press("bot-send")
        assert say("bot-unknown-button", "en") in other.toast(*phone.button("bot-held-send-yes"))
    with running(resting):
        assert say("bot-held-sent", "en") in phone.press("bot-held-send-yes")
    assert progress(resting) == "open"


def two_organizers(office: Office, question: str) -> tuple[Phone, Phone]:
    """Two phones of the organizer; the first is asked whether what waits is to be dropped."""
    first, second = office.phone("organizer:organizer"), office.phone("organizer:organizer", language="zh")
    first.answers("/deliveries", question)
    first.press("bot-drop")
    return first, second


@pytest.mark.parametrize("muted", [True, False])
def test_whoever_decides_second_is_refused_and_reads_who_decided_what_and_when(
    office: Office, muted: bool
) -> None:
    if muted:
        Muting(office.desk.log.database, office.house.clock).mute("restored", ID)
    pile(office, "open" if muted else "held")
    first, second = two_organizers(office, "1 × Ruling")
    second.answers("/deliveries", "1 × 裁決")
    second.press("bot-send")
    assert say("bot-held-sent", "zh") in second.press("bot-held-send-yes")
    assert progress(office) == "open"
    refused = first.press("bot-held-drop-yes")
    assert "was sent by the organizer in a chat on 6 March 2027" in refused
    assert fixed("problem-held-decided") in refused
    assert progress(office) == "open", "sending and dropping never mix"


def test_what_came_to_the_pile_since_the_question_is_shown_and_asked_anew(office: Office) -> None:
    pile(office)
    organizer = office.phone("organizer:organizer")
    organizer.answers("/deliveries", "1 × Ruling")
    organizer.press("bot-drop")
    with office.desk.log.database.writing() as driver:
        driver.execute(
            "INSERT INTO fan_out (tournament_id, notice, reference, seq, kind, lane, status, due_at, cursor) "
            f"VALUES ('{ID}', 'awards', 'N-2', 2, 'awards', 3, 'held', 0, '')"
        )
    again = organizer.press("bot-held-drop-yes")
    assert again.splitlines()[0] == say("bot-changed-since", "en")
    assert "1 × Awards" in again
    assert progress(office) == "held"
    assert "dropped" in organizer.press("bot-held-drop-yes")
    assert progress(office) == "dropping"


def muted_by_hand(office: Office, tournament: str = ID) -> None:
    database, clock = office.desk.log.database, office.house.clock
    steering = Steering(database, Holding(database), Muting(database, clock), office.desk.state)
    steering.mute(ON_COMMAND_LINE, tournament, BY_HAND, clock.now())


def test_who_mutes_and_since_when_is_said_with_what_waits(office: Office) -> None:
    muted_by_hand(office)
    read = office.phone("organizer:organizer").answers("/deliveries", "bot-muted")
    assert "Muted since 6 March 2027, 12:45 pm, by somebody on the command line: nothing is sent" in read
    assert "restore" not in read


@pytest.mark.parametrize(
    ("tournament", "who", "way_out"),
    [
        (ID, "organizer:organizer", "To send it after all: /deliveries"),
        ("", "organizer:organizer", "Whoever runs the program has to release it"),
    ],
)
def test_after_an_announcement_while_muted_nobody_is_said_to_be_told(
    office: Office, tournament: str, who: str, way_out: str
) -> None:
    muted_by_hand(office, tournament)
    phone = office.phone(who)
    phone.say("/announce")
    phone.press("bot-audience-everyone")
    phone.say("Lunch")
    phone.say("午飯")
    phone.wait_for("bot-announce-read-back", "people")
    phone.press("bot-send")
    read = phone.wait_for("bot-nothing-goes-out")
    assert fixed("bot-announced", muted="yes") in read
    assert "muted since 6 March 2027, 12:45 pm, by somebody on the command line" in read
    assert way_out in read


def test_a_referee_who_calls_while_muted_is_sent_to_the_radio_and_the_organizer(office: Office) -> None:
    muted_by_hand(office)
    office.phone("referee:CHIEF")
    phone = office.phone("referee:REF-1", language="zh")
    phone.say("/call")
    phone.press("第 1 桌")
    read = phone.wait_for("bot-nothing-goes-out")
    assert fixed("bot-called", "zh", muted="yes") in read
    assert fixed("bot-nothing-goes-out", "zh", release="organizer") in read
