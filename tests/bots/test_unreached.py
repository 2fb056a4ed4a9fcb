"""Whom a message about safety has not reached: the organizer rings them up, and the list shrinks."""

from services.delivery.addressing import delivery_id
from services.delivery.by_phone import ByPhone
from services.desk.correspondence import Correspondence
from shared.catalogue import say
from tests.api.conftest import ID
from tests.bots.conftest import Office
from tests.bots.test_office import fanned_out
from tests.wording import fixed


def suspended(office: Office, grounds: str = "other") -> ByPhone:
    office.house.done("amend-details", {"entrant": "0001", "phone": "+852 9123 4567"})
    office.house.done("suspend-day", {"day": "2027-03-06", "grounds": grounds})
    fanned_out(office)
    return ByPhone(office.desk.log.database, Correspondence(office.desk), office.house.clock)


def numbers(by_phone: ByPhone) -> list[str]:
    return [
        outstanding.recipient
        for outstanding in by_phone.outstanding(ID)
        if outstanding.recipient.startswith("entrant:")
    ]


def test_the_list_has_number_and_words_and_shrinks_with_every_answer(office: Office) -> None:
    organizer = office.phone("organizer:organizer")
    by_phone = suspended(office)
    before = numbers(by_phone)
    assert "entrant:0001" in before
    assert say("bot-heading-unreached", "en") in organizer.say("/unreached")
    while "+852 9123 4567" not in organizer.read:
        organizer.press("bot-unreached-next")
    organizer.wait_for(fixed("bot-unreached-one", language="繁體中文"))
    organizer.press("bot-unreached-yes")
    assert "entrant:0001" not in numbers(by_phone)
    assert len(numbers(by_phone)) == len(before) - 1


def test_the_words_and_the_name_are_in_the_language_of_who_is_called(office: Office) -> None:
    named = {"entrant": "0001", "name_en": "Ho Kwok Keung", "name_zh": "何國強"}
    office.house.done("amend-details", named)
    organizer = office.phone("organizer:organizer")
    suspended(office)
    organizer.say("/unreached")
    while "Ho Kwok Keung" not in organizer.read:
        organizer.press("bot-unreached-next")
    organizer.wait_for("0001 Ho Kwok Keung (何國強): +852 9123 4567")
    theirs, meaning = organizer.read.splitlines()[-2:]
    assert theirs.startswith("Say, as they read 繁體中文: “中止")
    assert meaning.startswith("That is: “STOPPED")
    chinese = office.phone("organizer:organizer", language="zh-hant")
    chinese.say("/unreached")
    while "何國強" not in chinese.read:
        chinese.press("bot-unreached-next")
    assert "0001 何國強（Ho Kwok Keung）" not in chinese.read, "one name is enough where they read the same"
    assert chinese.read.splitlines()[-1].startswith("請說：「中止")


def test_who_does_not_answer_stays_on_the_list_behind_the_others(office: Office) -> None:
    organizer = office.phone("organizer:organizer", language="zh-hant")
    by_phone = suspended(office)
    first = by_phone.outstanding(ID)[0]
    assert "請說：「" in organizer.say("/unreached")
    organizer.wait_for("第 1 位")
    organizer.press("bot-unreached-no")
    found = by_phone.outstanding(ID)
    (again,) = [outstanding for outstanding in found if outstanding.recipient == first.recipient]
    assert again.missing == "no_answer"
    assert found[0].recipient != first.recipient
    by_phone.note(ID, again, reached=True)
    assert first.recipient not in [outstanding.recipient for outstanding in by_phone.outstanding(ID)]


def test_after_no_answer_comes_whoever_followed_and_nobody_is_passed_over(office: Office) -> None:
    organizer = office.phone("organizer:organizer")
    by_phone = suspended(office)
    before = [outstanding.recipient for outstanding in by_phone.outstanding(ID)]
    organizer.say("/unreached")
    shown = []
    for _ in before:
        shown.append(organizer.read.splitlines()[2])
        organizer.press("bot-unreached-no")
    assert len(set(shown)) == len(before), "each was shown once"
    assert organizer.read.splitlines()[2] == shown[0], "and then again from the first"
    officials = [line for line in shown if line.startswith(("Referee", "Chief Referee", "Organizer"))]
    assert len(officials) == sum(not key.startswith("entrant:") for key in before) > 1
    assert all(line.endswith(": no number") for line in officials)


def test_who_read_it_in_the_chat_is_not_rung_up(office: Office) -> None:
    phone = office.phone("entrant:0001")
    by_phone = suspended(office)
    (unread,) = [
        outstanding for outstanding in by_phone.outstanding(ID) if outstanding.recipient == "entrant:0001"
    ]
    assert unread.missing == "unread"
    notice = office.desk.notices.read_one(ID, unread.notice)
    assert notice is not None
    (link,) = office.links.of_address("telegram", str(phone.chat))
    office.deliveries.acknowledge(delivery_id(ID, unread.notice, link.address_id), office.house.clock.now())
    assert "entrant:0001" not in numbers(by_phone)


def test_before_anything_happened_there_is_nobody_to_ring_up_and_only_organizers_see_it(
    office: Office,
) -> None:
    assert say("bot-unreached-none", "en") in office.phone("organizer:organizer").say("/unreached")
    assert say("bot-not-for-you", "en") in office.phone("referee:CHIEF").say("/unreached")


def test_after_a_lift_only_who_knew_of_the_suspension_hears_that_play_goes_ahead(coming: Office) -> None:
    linked = coming.phone("entrant:0002")
    organizer = coming.phone("organizer:organizer")
    by_phone = suspended(coming)
    rung = next(person for person in by_phone.outstanding(ID) if person.recipient == "entrant:0001")
    by_phone.note(ID, rung, reached=True)
    coming.house.done("lift-suspension", {"day": "2027-03-06", "reason": "The wrong day"})
    fanned_out(coming)
    assert linked.chat
    assert numbers(by_phone) == ["entrant:0001"]
    organizer.say("/unreached")
    while "0001" not in organizer.read:
        organizer.press("bot-unreached-next")
    assert "SUSPENDED" not in organizer.read.replace(fixed("notice-goes-ahead", lifted="true"), "")
    organizer.wait_for("subject-goes-ahead")
    organizer.press("bot-unreached-yes")
    assert numbers(by_phone) == []


def test_after_a_new_date_and_a_word_for_the_hall_everyone_is_rung_up_about_their_last_message(
    office: Office,
) -> None:
    by_phone = suspended(office, "black_rainstorm")
    concerned = numbers(by_phone)
    office.house.done("reschedule-sessions", {"day": "2027-03-06", "new_day": "2027-03-07"})
    fanned_out(office)
    told = by_phone.outstanding(ID)
    office.house.done("give-further-word", {"day": "2027-03-06", "en": "You may go.", "zh": "可以離開。"})
    fanned_out(office)
    found = by_phone.outstanding(ID)
    assert {person.recipient for person in found} == {person.recipient for person in told}
    assert set(concerned) <= {person.recipient for person in found}
    said = {
        person.recipient.partition(":")[0]: by_phone.sentence(ID, person, "en").split(":")[0]
        for person in found
    }
    assert said["entrant"] == "For those in the hall"


def test_a_word_for_the_hall_takes_the_place_of_no_new_date(office: Office) -> None:
    suspended(office, "black_rainstorm")
    office.house.done("reschedule-sessions", {"day": "2027-03-06", "new_day": "2027-03-07"})
    office.house.done("give-further-word", {"day": "2027-03-06", "en": "You may go.", "zh": "可以離開。"})
    told = office.desk.notices.read(ID)
    dated = {notice.topic for notice in told if notice.kind == "rescheduled"}
    (word,) = [notice for notice in told if notice.template == "further-word-read-out"]
    assert word.topic not in dated
