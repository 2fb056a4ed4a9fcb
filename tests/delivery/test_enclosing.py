"""The timer guide goes along with its reminder where the channel carries it; only then the text says so."""

from tests.delivery.given import Carrying, Office, guided
from tests.unit.tournament.given_files import PDF, PLAIN_EN


def carrying(office: Office, telegram: int | None = 1024) -> tuple[Carrying, Carrying]:
    """The office of a tournament with a guide, whose channels carry files."""
    guided(office.book)
    chat, email = Carrying("telegram", telegram), Carrying("email")
    office.telegram, office.email = chat, email
    return chat, email


def test_email_and_chat_bring_the_guide_in_the_language_of_the_reader(office: Office) -> None:
    chat, email = carrying(office)
    office.chat("chat-zh", "0001", language="zh")
    office.book.emails["entrant:0002"] = "two@example.org"
    office.book.also["entrant:0002"] = {"language": "en"}
    office.notify("timer-guide")
    office.drain()
    (in_chat,), (in_mail,) = chat.sent, email.sent
    assert in_chat.message.file is not None
    assert (in_chat.message.file.name, in_chat.message.file.content) == ("計時器使用說明.pdf", PDF)
    assert "，見附件。" in in_chat.message.text
    assert in_mail.message.file is not None
    assert (in_mail.message.file.name, in_mail.message.file.content) == ("Timer guide.txt", PLAIN_EN)
    assert "it is attached." in in_mail.message.text
    assert office.statuses() == {"sent": 2, "unlinked": 2}
    office.drain()
    assert len(chat.sent) + len(email.sent) == 2, "each hears of it once"


def test_a_family_at_one_address_gets_one_file(small: Office) -> None:
    _, email = carrying(small)
    for number in ("0001", "0003"):
        small.book.emails[f"entrant:{number}"] = "family@example.org"
    small.notify("timer-guide")
    small.drain()
    (sent,) = email.sent
    assert sent.message.names == ("Player 0001", "Player 0003")
    assert sent.message.file is not None


def test_no_other_notice_brings_it(small: Office) -> None:
    chat, _ = carrying(small)
    small.chat("chat", "0001")
    small.notify("reminder-day-before")
    small.drain()
    assert [(sent.message.kind, sent.message.file) for sent in chat.sent] == [("reminder-day-before", None)]


def test_a_text_that_is_too_long_beside_a_file_goes_without_it_and_says_so(small: Office) -> None:
    chat, _ = carrying(small, telegram=60)
    small.chat("chat", "0001")
    small.notify("timer-guide")
    small.drain()
    (sent,) = chat.sent
    assert sent.message.file is None
    assert "attached" not in sent.message.text
    assert "ask the organizer" in sent.message.text


def test_a_channel_that_carries_no_files_says_where_to_ask(small: Office) -> None:
    guided(small.book)
    small.chat("chat", "0001")
    small.notify("timer-guide")
    small.drain()
    (sent,) = small.telegram.sent
    assert sent.message.file is None
    assert "attached" not in sent.message.text


def test_a_file_that_the_log_does_not_have_is_not_said_to_be_attached(small: Office) -> None:
    chat, _ = carrying(small)
    small.book.contents.clear()
    small.chat("chat", "0001")
    small.notify("timer-guide")
    small.drain()
    assert chat.sent[0].message.file is None
    assert "attached" not in chat.sent[0].message.text
