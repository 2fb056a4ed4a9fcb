"""Links to personal pages: whom each opens, for how long, and that only a hash of it is kept."""

from datetime import timedelta

import msgspec
import pytest

from services.access.grant_rows import FORGOTTEN
from services.access.kinds import PERSONAL_LINK, PERSONAL_LINK_INVALID
from services.delivery.personal_pages import NOT_PUBLIC, PersonalPages
from services.tournament.people.amendments import CancelRegistration
from services.tournament.people.forgetting import ForgetPerson
from shared.problems import Problem
from tests.delivery.given import ID, Office
from tests.refusing import refusing

SITE = "https://play.example"
ONE, TWO, THREE = "entrant:0001", "entrant:0002", "entrant:0003"


def public(office: Office) -> PersonalPages:
    office.site = SITE
    return office.pages()


def text_of(link: str) -> str:
    assert link.startswith(f"{SITE}/me/")
    return link.removeprefix(f"{SITE}/me/")


def dead(pages: PersonalPages, text: str) -> bool:
    try:
        pages.links.read(text)
    except Problem as problem:
        return (problem.code, dict(problem.params)) == (PERSONAL_LINK_INVALID.code, {})
    return False


def test_everyone_gets_a_link_that_opens_their_own(office: Office) -> None:
    pages = public(office)
    made = pages.make(ID)
    assert [link.recipients for link in made] == [(f"entrant:000{number}",) for number in range(1, 5)]
    for link in made:
        opened = pages.links.read(text_of(link.link))
        assert (opened.tournament_id, opened.recipients) == (ID, link.recipients)


def test_a_link_is_long_and_kept_nowhere(office: Office) -> None:
    (link,) = public(office).make(ID, [ONE])
    text = text_of(link.link)
    assert len(text) == 43, "256 bits"
    (kept,) = office.links.grants.listed(PERSONAL_LINK)
    assert text not in repr(kept)
    assert text.encode() not in kept.secret


def test_a_family_with_one_address_gets_one_link_and_others_of_that_name_their_own(office: Office) -> None:
    office.book.emails |= {ONE: "Chan@example.org", TWO: "chan@example.org", THREE: "other@example.org"}
    office.book.families |= {ONE: "F1", TWO: "F1", THREE: "F1"}
    made = public(office).make(ID)
    assert [link.recipients for link in made] == [(ONE, TWO), (THREE,), ("entrant:0004",)]
    assert made[0].cells[:3] == (f"{ONE} {TWO}", "Player 0001, Player 0002", "F1")


def test_siblings_of_one_guardian_get_one_link_and_one_letter(office: Office) -> None:
    guarded = {"birth_date": "2015-08-30", "guardian": "Lau Mei Ling", "guardian_email": "lau@example.org"}
    office.book.families |= {ONE: "F1", TWO: "F1", THREE: "F1"}
    office.book.emails[TWO] = "own@example.org"
    office.book.also = {
        ONE: {**guarded, "language": "en"},
        TWO: {**guarded, "language": "zh"},
        THREE: {**guarded, "guardian_email": "other@example.org"},
    }
    made = public(office).make(ID)
    assert [link.recipients for link in made[:2]] == [(ONE, TWO), (THREE,)]
    assert made[0].language == "zh"
    office.notify("announcement", "everyone", words="x")
    office.drain()
    assert office.email.to.count("lau@example.org") == 1


def test_who_shares_an_address_and_is_no_family_gets_no_link_to_others(small: Office) -> None:
    small.book.emails |= {ONE: "club@example.org", TWO: "club@example.org"}
    made = public(small).make(ID, [ONE, TWO])
    assert [link.recipients for link in made] == [(ONE,), (TWO,)]
    (together,) = public(small).make(ID, [ONE, TWO], together=True)
    assert together.recipients == (ONE, TWO)


def test_links_made_again_leave_those_before_alive_until_one_is_replaced(office: Office) -> None:
    office.book.emails |= {ONE: "chan@example.org", TWO: "chan@example.org"}
    office.book.families |= {ONE: "F1", TWO: "F1"}
    pages = public(office)
    first, second = (text_of(pages.make(ID, [ONE])[0].link) for _ in range(2))
    family, stranger = (text_of(link.link) for link in pages.make(ID, [ONE, TWO, THREE]))
    assert not any(dead(pages, text) for text in (first, second, family))
    new = pages.replace(ID, [ONE])
    assert new.recipients == (ONE, TWO), "the family's"
    assert all(dead(pages, text) for text in (first, second, family))
    assert not dead(pages, stranger)
    assert pages.links.read(text_of(new.link)).recipients == (ONE, TWO)
    known = pages.links.made(ID)
    assert [link.revoked_at is None for link in known].count(True) == 2


def test_nonsense_and_dead_links_get_the_same_answer(office: Office) -> None:
    pages = public(office)
    text = text_of(pages.make(ID, [ONE])[0].link)
    pages.links.revoke(ID, [ONE])
    flipped = ("B" if text[0] == "A" else "A") + text[1:]
    for wrong in ("", "x", text, text[:-1], text + "A", flipped, "é" * 43, "\0" * 43, "../" * 15, "'" * 43):
        assert dead(pages, wrong)


def test_a_link_ends_with_the_retention_of_the_tournament(office: Office) -> None:
    pages = public(office)
    text = text_of(pages.make(ID, [ONE])[0].link)
    ends = pages.links.ends(office.book.tournament.state)
    assert ends is not None
    last = max(
        session.day for session in office.book.tournament.state.sessions.values() if session.day is not None
    )
    assert ends.astimezone(office.book.tournament.state.plan.moment(last, ends.time()).tzinfo) == ends
    office.clock.set(ends - timedelta(seconds=1))
    assert not dead(pages, text)
    office.clock.set(ends)
    assert dead(pages, text)
    assert not dead(office.pages(retention_days=0), text), "where people are kept, links hold"


def test_a_new_link_stands_for_whom_the_lost_one_stood_for_and_ends_no_other(office: Office) -> None:
    pages = public(office)
    (lost,) = pages.make(ID, [ONE, TWO], together=True)
    (other,) = pages.make(ID, [TWO, THREE], together=True)
    new = pages.replace(ID, [ONE])
    assert new.recipients == (ONE, TWO)
    assert new.names == ("Player 0001", "Player 0002")
    assert pages.links.read(text_of(new.link)).recipients == (ONE, TWO)
    assert dead(pages, text_of(lost.link))
    assert pages.links.read(text_of(other.link)).recipients == (TWO, THREE), "that one was not lost"
    assert pages.replace(ID, [ONE]).recipients == (ONE, TWO), "again the same"


def test_who_shares_a_living_link_is_looked_up_without_reading_all_links(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = public(office)
    pages.make(ID, [ONE, TWO], together=True)
    pages.make(ID, [TWO, THREE], together=True)
    monkeypatch.delattr(type(pages.links), "made")
    assert pages.links.shared_with(ID, [ONE]) == {ONE, TWO}
    assert pages.links.shared_with(ID, [TWO]) == {ONE, TWO, THREE}
    pages.links.revoke(ID, [ONE])
    assert pages.links.shared_with(ID, [TWO]) == {TWO, THREE}
    assert pages.links.shared_with(ID, ["entrant:0009"]) == {"entrant:0009"}


def test_a_family_keeps_on_its_page_who_of_it_gave_a_place_back(office: Office) -> None:
    office.book.emails |= {ONE: "chan@example.org", TWO: "chan@example.org"}
    office.book.families |= {ONE: "F1", TWO: "F1"}
    office.book.tournament.when(CancelRegistration(entrant="0002"))
    office.book.tournament.when(CancelRegistration(entrant="0003"))
    pages = public(office)
    made = pages.make(ID)
    assert [link.recipients for link in made] == [(ONE, TWO), (THREE,), ("entrant:0004",)]
    assert pages.links.read(text_of(made[0].link)).recipients == (ONE, TWO)
    assert pages.replace(ID, [TWO]).recipients == (ONE, TWO)


def test_who_gave_a_place_back_can_be_made_a_link(office: Office) -> None:
    pages = public(office)
    office.book.tournament.when(CancelRegistration(entrant="0002"))
    assert (TWO,) in [page.recipients for page in pages.make(ID)], "among those for everyone, too"
    (link,) = pages.make(ID, [TWO])
    assert pages.links.read(text_of(link.link)).recipients == (TWO,)
    assert pages.replace(ID, [TWO]).recipients == (TWO,)


def test_who_is_forgotten_is_on_no_page_and_who_gave_a_place_back_is(office: Office) -> None:
    pages = public(office)
    both, other = (
        text_of(pages.make(ID, recipients, together=True)[0].link) for recipients in ([ONE, TWO], [THREE])
    )
    office.book.tournament.when(ForgetPerson(person="0001"))
    assert pages.links.read(both).recipients == (TWO,)
    office.book.tournament.when(ForgetPerson(person="0003"))
    assert dead(pages, other)
    office.book.tournament.when(CancelRegistration(entrant="0002"))
    assert pages.links.read(both).recipients == (TWO,)
    office.book.tournament.when(ForgetPerson(person="0002"))
    assert dead(pages, both)


def test_forgetting_leaves_of_a_link_only_that_there_was_one(office: Office) -> None:
    pages = public(office)
    (link,) = pages.make(ID, [ONE])
    with office.database.writing() as driver:
        for write in office.links.grants.removal(ID, ONE):
            office.database.run(driver, write.statement, write.rows)
    assert pages.links.made(ID) == []
    assert ONE not in pages.links.shared_with(ID, [TWO])
    assert [each.scope for each in office.links.grants.listed(PERSONAL_LINK)] == [FORGOTTEN]
    office.book.tournament.when(ForgetPerson(person="0001"))
    with refusing("personal-link-forgotten") as refused:
        pages.links.read(text_of(link.link))
    assert "deleted" in refused.value.text("en")
    assert "刪除" in refused.value.text("zh")


@pytest.mark.parametrize(
    "wrong", ["entrant:9999", "referee:R01", "organizer:organizer", "public:channel", "x"]
)
def test_there_is_a_page_for_entrants_only(small: Office, wrong: str) -> None:
    with refusing("not-found"):
        public(small).make(ID, [ONE, wrong])
    assert small.pages().links.made(ID) == [], "all or none"
    with refusing("not-found"):
        small.pages().links.make(ID, [[wrong]])


def test_where_pages_are_not_public_no_link_is_made(small: Office) -> None:
    for make in (lambda: small.pages().make(ID), lambda: small.pages().replace(ID, [ONE])):
        with refusing(NOT_PUBLIC.code):
            make()
    assert small.pages().of_each(ID, [ONE]) == {}


def test_an_invitation_carries_the_link_of_the_page(office: Office) -> None:
    office.site = SITE
    office.book.emails[ONE] = "0001@example.org"
    office.notify("invitation", "everyone")
    office.drain()
    (letter,) = office.email.sent
    link = letter.message.text.split(f"{SITE}/me/")[1].split()[0]
    assert office.pages().links.read(link).recipients == (ONE,)
    assert len(letter.message.text) < 600
    assert msgspec.json.encode(office.all()).find(link.encode()) == -1, "the ledger keeps no link"


def test_without_an_address_an_invitation_says_nothing_of_a_page(small: Office) -> None:
    small.book.emails[ONE] = "0001@example.org"
    small.notify("invitation", "everyone")
    small.drain()
    assert "/me/" not in small.email.sent[0].message.text
