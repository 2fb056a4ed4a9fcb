"""The mail sink: what an ordinary SMTP client hands over is kept and shown, or refused on demand."""

import smtplib
from collections.abc import Iterator
from email.message import EmailMessage
from typing import Any

import msgspec
import pytest

from tests.simulators.processes import get, running, send


class Sink:
    def __init__(self, port: int, smtp_port: int) -> None:
        self.port, self.smtp_port = port, smtp_port

    def mails(self, after: int = 0) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = msgspec.json.decode(get(self.port, f"/mails?after={after}")[1])["mails"]
        return found

    def deliver(self, message: EmailMessage) -> None:
        with smtplib.SMTP("127.0.0.1", self.smtp_port, timeout=20) as smtp:
            smtp.send_message(message)


@pytest.fixture
def sink() -> Iterator[Sink]:
    with running("infra.mail_sink", "--smtp-port") as (port, smtp_port):
        yield Sink(port, smtp_port)


def mail(subject: str = "延期通知 · Notice W-12") -> EmailMessage:
    message = EmailMessage()
    message["From"] = "Tileledger <desk@example.org>"
    message["To"] = "ada@example.org"
    message["Subject"] = subject
    message["Message-ID"] = "<n-12@tileledger>"
    message.set_content("八號信號：今天的場次暫停。\nYour session is suspended.\n")
    message.add_alternative("<p>八號信號</p>", subtype="html")
    return message


def test_a_mail_is_kept_with_its_parts(sink: Sink) -> None:
    sink.deliver(mail())
    (kept,) = sink.mails()
    assert (kept["number"], kept["recipients"], kept["message_id"]) == (
        1,
        ["ada@example.org"],
        "<n-12@tileledger>",
    )
    assert kept["subject"] == "延期通知 · Notice W-12"
    assert "Your session is suspended." in kept["text"]
    assert kept["html"].strip() == "<p>八號信號</p>"
    assert "Message-ID: <n-12@tileledger>" in kept["raw"]


def test_later_mail_is_asked_for_by_number_and_numbers_go_on_after_forgetting(sink: Sink) -> None:
    sink.deliver(mail("first"))
    sink.deliver(mail("second"))
    assert [mail["subject"] for mail in sink.mails(after=1)] == ["second"]
    assert send(sink.port, "/mails", "DELETE")[0] == 200
    assert sink.mails() == []
    sink.deliver(mail("third"))
    assert [mail["number"] for mail in sink.mails()] == [3]


def test_it_refuses_as_it_is_told_until_it_is_told_otherwise(sink: Sink) -> None:
    assert send(sink.port, "/control/refuse", body=b"550 5.1.1 No such mailbox")[0] == 200
    with pytest.raises(smtplib.SMTPDataError) as refused:
        sink.deliver(mail())
    assert refused.value.smtp_code == 550
    assert send(sink.port, "/control/refuse", body=b"")[0] == 200
    sink.deliver(mail())
    assert len(sink.mails()) == 1
    assert send(sink.port, "/control/refuse", body=b"yes please")[0] == 400


def test_the_page_needs_nothing_from_elsewhere(sink: Sink) -> None:
    page = b"".join(
        get(sink.port, f"/{name}")[1] for name in ("", "mail.css", "mail.js", "frame.css", "frame.js")
    )
    assert b"http://" not in page
    assert b"https://" not in page
    assert b"innerHTML" not in page, "mail is written by others"
