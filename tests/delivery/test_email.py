"""What can be known of a letter, over real connections to a server that answers as it is told."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.header import decode_header, make_header
from email.message import EmailMessage
from email.policy import default

import msgspec
import pytest

from services.delivery.email import EmailChannel
from services.notices.files import File
from services.notices.rendering import Message
from services.tournament.definition.attachments import MOST_BYTES, attachment_of
from tests.cases import cases
from tests.unit.tournament.given_files import JPEG, PDF, PLAIN_ZH, PNG

SUBJECT = "3月28日星期六賽事暫停 – 魔力橋大賽"
MESSAGE = Message("suspended", "zh", ("陳大文",), ("比賽暫停。",), "N-12", (), subject=SUBJECT)


@contextmanager
def server(**answers: str | None) -> Iterator[tuple[str, list[bytes]]]:
    """An SMTP server for one connection; an answer of None hangs up."""
    listening = socket.create_server(("127.0.0.1", 0))
    heard: list[bytes] = []

    def serve() -> None:
        connection, _ = listening.accept()
        with connection, connection.makefile("rwb") as stream:
            stream.write(b"220 ready\r\n")
            stream.flush()
            content = False
            for line in stream:
                heard.append(line)
                if content and line != b".\r\n":
                    continue
                word = "end" if content else line.split()[0].decode().lower()
                content = word == "data" and answers.get("data", "354 go on") == "354 go on"
                answer = answers.get(word, "354 go on" if word == "data" else "250 fine")
                if answer is None:
                    return
                stream.write(answer.encode() + b"\r\n")
                stream.flush()

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield f"smtp://127.0.0.1:{listening.getsockname()[1]}", heard
    finally:
        thread.join()
        listening.close()


@cases(
    "answers, known",
    [
        ({}, "sent"),
        ({"rcpt": "550 no such user"}, "gone"),
        ({"rcpt": "450 later"}, "not_sent"),
        ({"rcpt": None}, "not_sent"),
        ({"mail": "550 not from you"}, "refused"),
        ({"data": "550 not now"}, "refused"),
        ({"end": "554 spam"}, "refused"),
        ({"end": "451 later"}, "not_sent"),
        ({"end": None}, "unknown"),
    ],
)
def test_the_outcome_is_what_can_be_known(answers: dict[str, str | None], known: str) -> None:
    with server(**answers) as (url, _):
        outcome = asyncio.run(EmailChannel(url).send("chan@example.org", MESSAGE, "k1"))
    assert outcome.known == known
    assert "chan" not in outcome.why + outcome.remote


def test_no_server_means_not_sent_and_no_address_means_refused() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    channel = EmailChannel(f"smtp://127.0.0.1:{port}")
    assert asyncio.run(channel.send("chan@example.org", MESSAGE, "k1")).known == "not_sent"
    assert asyncio.run(channel.send("chan@example.org\nBcc: all", MESSAGE, "k1")).known == "refused"


def test_every_attempt_has_the_same_message_id_and_both_lines() -> None:
    channel = EmailChannel("smtp://mail.example.org")
    first, again = (channel.letter("chan@example.org", MESSAGE, "k1") for _ in range(2))
    assert first["Message-ID"] == again["Message-ID"] == "<k1@mail.example.org>"
    assert first["Subject"] == SUBJECT
    assert "比賽暫停。" in first.get_content()


@cases(
    "content, name, media_type",
    [
        (PDF, "計時器使用說明.pdf", "application/pdf"),
        (PNG, "Timer guide.png", "image/png"),
        (JPEG, "Timer guide.jpg", "image/jpeg"),
        (PLAIN_ZH, "計時器使用說明.txt", "text/plain"),
        (b"x" * MOST_BYTES, "Timer guide.txt", "text/plain"),
    ],
)
def test_a_file_is_attached_beside_the_text(content: bytes, name: str, media_type: str) -> None:
    message = msgspec.structs.replace(MESSAGE, file=File(name, attachment_of(content), content))
    with server() as (url, heard):
        assert asyncio.run(EmailChannel(url).send("chan@example.org", message, "k1")).known == "sent"
    letter = received(heard)
    assert letter["Message-ID"] == "<k1@127.0.0.1>"
    assert letter.get_content_type() == "multipart/mixed"
    text, file = letter.iter_parts()
    assert "比賽暫停。" in text.get_content()
    assert text["Content-Language"] == "zh-Hant-HK"
    assert file.get_content_disposition() == "attachment"
    assert (file.get_content_type(), file.get_filename()) == (media_type, name)
    assert file.get_payload(decode=True) == content
    if media_type == "text/plain":
        assert file.get_content_charset() == "utf-8"


def received(heard: list[bytes]) -> EmailMessage:
    """The letter among the lines that a server heard."""
    begin = next(place for place, line in enumerate(heard) if line.upper().startswith(b"DATA")) + 1
    lines = heard[begin : heard.index(b".\r\n", begin)]
    assert all(len(line) <= 1000 for line in lines), "RFC 5321: a line has 1,000 octets at the most"
    plain = (line[1:] if line.startswith(b"..") else line for line in lines)
    parsed = message_from_bytes(b"".join(plain), policy=default)
    assert isinstance(parsed, EmailMessage)
    return parsed


def test_a_letter_without_a_file_is_one_part() -> None:
    letter = EmailChannel("smtp://127.0.0.1:9").letter("chan@example.org", MESSAGE, "k1")
    assert letter.get_content_type() == "text/plain"
    assert [*letter.iter_attachments()] == []


HOSTILE = "\r\nBcc: all@example.org\r\n\r\nbody"


@cases(
    "letter",
    [
        {"address": f"chan@example.org{HOSTILE}"},
        {"address": f"chan{HOSTILE}@example.org"},
        {"address": "chan@example.org, all@example.org"},
        {"subject": f"暫停{HOSTILE}"},
        {"key": f"d-12{HOSTILE}"},
        {"sender": f"desk@example.org{HOSTILE}"},
    ],
)
def test_nothing_breaks_into_the_headers_of_a_letter(letter: dict[str, str]) -> None:
    message = msgspec.structs.replace(MESSAGE, subject=letter.get("subject", "暫停"))
    channel = EmailChannel("smtp://127.0.0.1:9", sender=letter.get("sender", "desk@example.org"))
    address = letter.get("address", "chan@example.org")
    with pytest.raises(ValueError, match=r"."):
        channel.letter(address, message, letter.get("key", "d-12"))
    assert asyncio.run(channel.send(address, message, letter.get("key", "d-12"))).known == "refused"


def test_a_hostile_name_stays_in_the_body() -> None:
    message = msgspec.structs.replace(MESSAGE, names=(f"陳大文{HOSTILE}",), bodies=(f"你好{HOSTILE}",))
    letter = EmailChannel("smtp://127.0.0.1:9").letter("chan@例子.公司", message, "d-12")
    assert letter["To"] == "chan@xn--fsqu00a.xn--55qx5d"
    assert letter["Bcc"] is None
    head, _, _ = letter.as_bytes().partition(b"\r\n\r\n")
    assert b"Bcc" not in head


@pytest.mark.parametrize(
    "subject",
    [
        "Play on Friday, 27 November is off: signal 8 or above – Rummikub 75th Anniversary",
        "Your results in session 2 of a very long subject in plain letters of more than 78 characters",
        "賽事暫停，你的子女在場內 – 魔力橋 75 周年玩家大賽 2026，及後續各場賽事的安排請留意通知",
    ],
)
def test_a_long_subject_has_no_second_space_where_it_is_folded(subject: str) -> None:
    made = Message("suspended", "en", (), ("Text.",), "N-1", (), subject=subject)
    raw = EmailChannel("smtp://127.0.0.1:1", "desk@example.org").letter("p@example.org", made, "k").as_bytes()
    header = raw[raw.index(b"Subject: ") : raw.index(b"Message-ID: ")].decode("ascii")
    assert "?q??=" not in header
    assert "?b??=" not in header
    assert all(len(line) <= 78 for line in header.splitlines())
    read = str(make_header(decode_header(header.removeprefix("Subject: ").replace("\r\n ", " ").strip())))
    assert read == subject
    assert message_from_bytes(raw, policy=default)["Subject"] == subject
