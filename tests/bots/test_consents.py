"""Consents on a phone: each by itself, who is asked, read back, and a second press is harmless."""

from shared.catalogue import say
from tests.api.conftest import ID
from tests.bots.conftest import Office, Phone

CHILD, PARENT = "0008", "0001"


def family(office: Office, *, language: str = "en") -> Phone:
    """The phone of a child and a parent who are a unit; the child is ten, and nobody said anything yet."""
    office.house.done("amend-details", {"entrant": CHILD, "birth_date": "2015-08-30"})
    office.house.done("set-consent", {"entrant": CHILD, "shown": False})
    office.house.done("declare-family-unit", {"child": CHILD, "parent": PARENT})
    return office.phone(f"entrant:{CHILD}", f"entrant:{PARENT}", language=language)


def given(office: Office, number: str) -> dict[str, str]:
    """By place who says that the name is shown there."""
    return {consent.scope: consent.by for consent in office.state.entrants[number].consents if consent.given}


def test_me_says_where_the_name_is_shown_and_leads_to_each_consent(office: Office) -> None:
    phone = family(office)
    answer = phone.answers("/me", "Quiet from 10:00 pm")
    assert "The name is not shown in public." in answer
    listed = phone.press("Consents: Player Number8")
    assert say("bot-consents", "en") in listed
    assert "Name not shown: public pages (as said on Saturday, 6 March 2027, by a signed form)" in listed


def test_for_a_child_a_guardian_says_it_by_a_name_that_is_typed(office: Office) -> None:
    phone = family(office)
    phone.answers("/me", "Quiet from 10:00 pm")
    phone.press("Consents: Player Number8")
    assert "You are asked as" in phone.press("○ boards in the hall")
    asked = phone.telegram.messages(phone.chat)[-1]
    assert say("bot-consent-as-self", "en") not in str(asked["reply_markup"]), "they are ten"
    assert "Write your name" in phone.press("A parent or guardian")
    read_back = phone.say("Lau Mei Ling")
    assert "The name of Player Number8 may be shown: boards in the hall." in read_back
    assert "the parent or guardian, Lau Mei Ling" in read_back
    assert say("bot-written", "en", text="Lau Mei Ling") in phone.press("Back")
    phone.say("Lau Mei Fong")
    data, number = phone.button("Confirm")
    assert "Noted." in phone.press("Confirm")
    assert given(office, CHILD) == {"board": "guardian"}
    assert "The name may be shown: boards in the hall." in phone.answers("/me", say("bot-quiet-22-8", "en"))
    before = office.desk.head(ID).seq
    phone.toast(data, number)
    assert office.desk.head(ID).seq == before, "pressed twice, said once"
    phone.press("Consents: Player Number8")
    assert (
        "boards in the hall (as said on Saturday, 6 March 2027, by a parent or guardian, Lau Mei Fong)"
        in (phone.read.replace("\u2068", "").replace("\u2069", ""))
    )


def test_the_parent_of_the_unit_is_offered_by_name(office: Office) -> None:
    phone = family(office)
    phone.answers("/me", "Quiet from 10:00 pm")
    phone.press("Consents: Player Number8")
    phone.press("○ family award")
    phone.press("A parent or guardian")
    assert "the parent or guardian, Player Number1" in phone.press("Player Number1")
    phone.press("Confirm")
    assert given(office, CHILD) == {"family_award": "guardian"}


def test_who_is_of_age_says_it_themselves_and_withdraws_it(office: Office) -> None:
    phone = office.phone("entrant:0002", language="zh")
    phone.answers("/me", "可公開顯示姓名。")
    phone.press("同意事項")
    assert "你的身份是" in phone.press("● 公開網頁")
    assert "不得顯示" in phone.press("參賽者本人")
    assert "不再顯示" in phone.press("確認")
    assert "pages" not in given(office, "0002")
    assert set(given(office, "0002")) == {"board", "posts", "family_award"}


def test_a_child_may_withdraw_by_themselves_what_a_guardian_gave(office: Office) -> None:
    phone = family(office)
    office.house.done(
        "set-consent",
        {"entrant": CHILD, "shown": True, "scope": "board", "by": "guardian", "guardian": "Lau Mei Ling"},
    )
    phone.answers("/me", "Quiet from 10:00 pm")
    phone.press("Consents: Player Number8")
    phone.press("● boards in the hall")
    assert "not" in phone.press("The participant, 18 or over")
    phone.press("Confirm")
    assert given(office, CHILD) == {}
