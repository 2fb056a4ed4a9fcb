"""Consents on a phone: each by itself, who is asked, read back, and a second press is harmless."""

from shared.catalogue import say
from tests.api.conftest import ID
from tests.bots.conftest import Office, Phone
from tests.wording import fixed

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
    answer = phone.answers("/me", "bot-quiet-22-8")
    assert fixed("bot-me-consents", extent="nowhere") in answer
    listed = phone.press("Consents: Player Number8")
    assert say("bot-consents", "en") in listed
    assert "Name not shown: public pages (as said on Saturday, 6 March 2027, by a signed form)" in listed


def test_for_a_child_a_guardian_says_it_by_a_name_that_is_typed(office: Office) -> None:
    phone = family(office)
    phone.answers("/me", "bot-quiet-22-8")
    phone.press("Consents: Player Number8")
    assert fixed("bot-consent-as", name="Player Number8") in phone.press("○ boards in the hall")
    asked = phone.telegram.messages(phone.chat)[-1]
    assert say("bot-consent-as-self", "en") not in str(asked["reply_markup"]), "they are ten"
    assert fixed("bot-consent-guardian") in phone.press("bot-consent-as-guardian")
    read_back = phone.say("Lau Mei Ling")
    assert "The name of Player Number8 may be shown: boards in the hall." in read_back
    assert fixed("bot-consent-read-back", guardian="Lau Mei Ling") in read_back
    assert say("bot-written", "en", text="Lau Mei Ling") in phone.press("bot-one-back")
    phone.say("Lau Mei Fong")
    data, number = phone.button("bot-confirm")
    assert "Noted." in phone.press("bot-confirm")
    assert given(office, CHILD) == {"board": "guardian"}
    assert fixed("bot-me-consents", extent="some", shown="boards in the hall") in phone.answers(
        "/me", say("bot-quiet-22-8", "en")
    )
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
    phone.answers("/me", "bot-quiet-22-8")
    phone.press("Consents: Player Number8")
    phone.press("○ family award")
    phone.press("bot-consent-as-guardian")
    assert fixed("bot-consent-read-back", guardian="Player Number1") in phone.press("Player Number1")
    phone.press("bot-confirm")
    assert given(office, CHILD) == {"family_award": "guardian"}


def test_who_is_of_age_says_it_themselves_and_withdraws_it(office: Office) -> None:
    phone = office.phone("entrant:0002", language="zh")
    phone.answers("/me", fixed("bot-me-consents", "zh", extent="everywhere"))
    phone.press("bot-consents-of")
    assert fixed("bot-consent-as", "zh") in phone.press("● 公開網頁")
    assert fixed("bot-consent-read-back", "zh", given="false", name="玩家2號") in phone.press(
        "bot-consent-as-self"
    )
    assert fixed("bot-consent-said", "zh", given="false") in phone.press("bot-confirm")
    assert "pages" not in given(office, "0002")
    assert set(given(office, "0002")) == {"board", "posts", "family_award"}


def test_a_child_may_withdraw_by_themselves_what_a_guardian_gave(office: Office) -> None:
    phone = family(office)
    office.house.done(
        "set-consent",
        {"entrant": CHILD, "shown": True, "scope": "board", "by": "guardian", "guardian": "Lau Mei Ling"},
    )
    phone.answers("/me", "bot-quiet-22-8")
    phone.press("Consents: Player Number8")
    phone.press("● boards in the hall")
    assert "not" in phone.press("bot-consent-as-self")
    phone.press("bot-confirm")
    assert given(office, CHILD) == {}
