"""Invitations by e-mail: to who has no chat, each once, with a link that is theirs."""

import re

from services.delivery.channel import Outcome
from services.delivery.deliveries import Deliveries
from services.delivery.invitation_preview import Outlooks
from services.delivery.inviting import no_bot
from services.delivery.ledger import Ledger
from tests.delivery.given import BOT, ID, Office


def invited(office: Office) -> dict[str, str]:
    """For whom each link is that was sent, by the link's token."""
    texts = [sent.message.text for sent in office.email.sent]
    tokens = [token for text in texts for token in re.findall(re.escape(BOT) + r"(\S+)", text)]
    return {token: office.links.invited(token).recipient for token in tokens}


def addressed(office: Office, *numbers: str) -> None:
    for number in numbers:
        office.book.emails[f"entrant:{number}"] = f"{number}@example.org"


def test_who_has_no_chat_gets_a_link_that_is_theirs(office: Office) -> None:
    addressed(office, "0001", "0002", "0003")
    office.chat("chat", "0003")
    office.notify("invitation", "everyone")
    office.drain()
    assert sorted(office.email.to) == ["0001@example.org", "0002@example.org"]
    assert office.telegram.sent == []
    assert sorted(invited(office).values()) == ["entrant:0001", "entrant:0002"]
    (counted,) = Ledger(office.database).counts(ID)
    assert (counted.kind, counted.sent, counted.unlinked) == ("invitation", 2, 1)
    token = next(token for token, recipient in invited(office).items() if recipient == "entrant:0002")
    assert office.links.accept(token, "telegram", "5").recipient == "entrant:0002"


def test_nobody_is_invited_twice_and_who_came_later_is(office: Office) -> None:
    addressed(office, "0001")
    office.notify("invitation", "everyone")
    office.drain()
    addressed(office, "0001", "0002")
    office.notify("invitation", "everyone")
    office.drain()
    assert office.email.to == ["0001@example.org", "0002@example.org"]


def test_an_invitation_that_may_have_arrived_is_never_sent_again(small: Office) -> None:
    addressed(small, "0001")
    small.email.says = lambda address, message: Outcome("unknown", why="cut off")
    small.notify("invitation", "everyone")
    small.notify("invitation", "everyone")
    small.drain()
    assert len(small.email.sent) == 1


def test_the_reminder_goes_once_to_those_who_were_invited_and_have_no_chat_yet(office: Office) -> None:
    addressed(office, "0001", "0002")
    office.notify("invitation", "everyone")
    office.drain()
    addressed(office, "0003")
    office.chat("chat", "0002")
    office.email.sent.clear()
    for _ in range(2):
        office.notify("invitation-reminder", "everyone")
        office.drain()
    assert office.email.to == ["0001@example.org"]


def test_a_family_with_one_address_gets_one_letter_with_a_link_for_each(small: Office) -> None:
    for number in ("0001", "0002"):
        small.book.emails[f"entrant:{number}"] = "family@example.org"
    small.notify("invitation", "everyone")
    small.drain()
    (letter,) = small.email.sent
    assert sorted(invited(small).values()) == ["entrant:0001", "entrant:0002"]
    assert "Player 0001" in letter.message.text


def test_who_links_a_chat_before_it_is_sent_is_not_invited(small: Office) -> None:
    addressed(small, "0001")
    small.email.says = lambda address, message: Outcome("not_sent", why="no connection")
    small.notify("invitation", "everyone")
    small.drain()
    small.chat("chat", "0001")
    small.email.sent.clear()
    small.clock.advance(small.all()[0].due_at - small.clock.now())
    small.drain()
    assert small.email.sent == []
    assert [delivery.status for delivery in small.all() if delivery.recipients == ("entrant:0001",)] == [
        "expired"
    ]


def test_a_chat_that_blocked_the_bot_is_invited_by_e_mail(small: Office) -> None:
    addressed(small, "0001")
    address = small.chat("chat", "0001")
    with small.database.writing() as driver:
        small.links.mark_dead(driver, ID, address, "telegram", "the bot was blocked")
    small.notify("invitation", "everyone")
    small.drain()
    assert small.email.to == ["0001@example.org"]


def test_no_token_stands_in_the_database(small: Office) -> None:
    addressed(small, "0001")
    small.notify("invitation", "everyone")
    small.drain()
    (token,) = invited(small)
    assert small.database.path is not None
    for suffix in ("", "-wal"):
        with open(small.database.path + suffix, "rb") as file:
            assert token.encode() not in file.read()


CHILD = {"birth_date": "2015-08-30"}
GUARDED = {**CHILD, "guardian": "Lau Mei Ling", "guardian_email": "lau@example.org"}


def test_the_invitation_of_a_child_goes_to_the_guardian_and_says_why(small: Office) -> None:
    addressed(small, "0001", "0002")
    small.book.also = {"entrant:0001": GUARDED, "entrant:0002": {"birth_date": "1990-05-17"}}
    small.notify("invitation", "everyone")
    small.drain()
    texts = {sent.address: sent.message.text for sent in small.email.sent}
    assert texts.keys() == {"lau@example.org", "0002@example.org"}
    child, adult = texts["lau@example.org"], texts["0002@example.org"]
    assert "Player 0001 的家長或監護人（參賽者未滿 18 歲，故發送給你）" in child
    assert not re.search("guardian|監護人", adult)
    assert sorted(invited(small).values()) == ["entrant:0001", "entrant:0002"]


def test_without_an_address_of_a_guardian_the_one_on_file_is_addressed_to_them(
    small: Office,
) -> None:
    addressed(small, "0001")
    small.book.also = {"entrant:0001": {**CHILD, "language": "en"}}
    small.notify("invitation", "everyone")
    small.drain()
    (letter,) = small.email.sent
    assert letter.address == "0001@example.org"
    assert "For the parent or guardian of Player 0001 (under 18" in letter.message.text


def test_a_guardian_on_file_of_who_is_of_age_is_not_written_to(small: Office) -> None:
    addressed(small, "0001")
    small.book.also = {"entrant:0001": {**GUARDED, "birth_date": "1990-05-17"}}
    small.notify("invitation", "everyone")
    small.drain()
    (letter,) = small.email.sent
    assert letter.address == "0001@example.org"
    assert "guardian" not in letter.message.text


def test_a_family_at_the_guardians_address_gets_one_letter(small: Office) -> None:
    small.book.emails["entrant:0002"] = "Lau@example.org"
    small.book.also = {"entrant:0001": {**GUARDED, "language": "en"}, "entrant:0002": {"language": "en"}}
    small.notify("invitation", "everyone")
    small.drain()
    (letter,) = small.email.sent
    assert letter.address.casefold() == "lau@example.org"
    assert "the parent or guardian of Player 0001 (under" in letter.message.text
    assert "the parent or guardian of Player 0002" not in letter.message.text


def test_the_preview_tells_who_is_under_18_and_has_no_address_at_all(small: Office) -> None:
    addressed(small, "0002")
    small.book.also = {"entrant:0001": CHILD, "entrant:0002": {**GUARDED, "language": "en"}}
    outlook = Outlooks(small.links, small.book, Deliveries(small.database)).of(ID, 3)
    assert outlook.no_guardian == ("entrant:0001",)
    assert set(outlook.no_guardian) < set(outlook.no_address)
    (first,) = outlook.first
    assert first.to == "lau@example.org"
    assert "the parent or guardian of Player 0002 (under 18" in first.text


def test_who_is_under_18_gets_what_comes_later_where_the_guardian_reads_it(small: Office) -> None:
    addressed(small, "0001")
    small.book.also = {"entrant:0001": GUARDED}
    small.notify("announcement", "entrant:0001")
    small.drain()
    assert small.email.to == ["lau@example.org"]


def test_without_a_bot_a_letter_bears_the_page_alone_and_goes_to_who_has_one(office: Office) -> None:
    addressed(office, "0001")
    office.book.also = {"entrant:0001": {"language": "en"}}
    office.book.emails["referee:R01"] = "r@example.org"
    office.site, office.links_begin = "https://play.example", no_bot
    office.notify("invitation", "everyone")
    office.notify("invitation-reminder", "everyone")
    office.drain()
    (letter,) = office.email.sent
    assert letter.message.subject.startswith("Your page: when and where you play")
    assert "https://play.example/me/" in letter.message.text
    assert "Telegram" not in letter.message.text
    assert "come to this e-mail address." in letter.message.text
    links = [letter.message.text.partition("/me/")[2][:43]]
    assert office.pages().links.read(links[0]).recipients == ("entrant:0001",)


def test_without_a_bot_or_pages_nobody_is_invited_and_can_be_later(office: Office) -> None:
    addressed(office, "0001")
    office.links_begin = no_bot
    office.notify("invitation", "everyone")
    office.drain()
    assert office.email.sent == []
    assert office.statuses() == {"expired": 1, "unlinked": 3}
    office.links_begin = lambda: BOT
    office.notify("invitation", "everyone")
    office.drain()
    assert office.email.to == ["0001@example.org"]


def test_without_a_bot_only_letters_with_a_page_are_foreseen(small: Office) -> None:
    addressed(small, "0001")
    parts = (small.links, small.book, Deliveries(small.database))
    outlook = Outlooks(*parts, "https://play.example/me/…", lambda: False).of(ID, 3)
    assert (outlook.letters, len(outlook.first)) == (1, 1)
    assert "Telegram" not in outlook.first[0].text
    assert "https://play.example/me/…" in outlook.first[0].text
    assert Outlooks(*parts, "", lambda: False).of(ID, 3).letters == 0
