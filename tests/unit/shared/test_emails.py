"""An address is one that mail can be written to, and written down one way; nothing breaks out of its line."""

import socket

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.emails import as_sent, normalised, same_address
from shared.problems import Problem
from tests.cases import cases
from tests.refusing import refusing

NONE = [
    "",
    "chan",
    "chan@",
    "@example.org",
    "chan@localhost",
    "chan@example",
    "chan@@example.org",
    "chan tai@example.org",
    '"chan tai"@example.org',
    "Chan <chan@example.org>",
    "chan@[127.0.0.1]",
    "chan@example.org, wong@example.org",
    "chan@example.org\r\nBcc: all@example.org",
    "chan\r\n@example.org",
    "chan\u2028@example.org",
    "陳@example.org",
    "x" * 65 + "@example.org",
    "chan@" + "x" * 250 + ".org",
]


@cases("address", NONE)
def test_what_is_no_address_is_refused(address: str) -> None:
    with refusing("email-invalid") as raised:
        normalised(address)
    assert raised.value.where["field"] == "email"
    assert address[:5] not in raised.value.text("en") or len(address) < 5
    with pytest.raises(ValueError, match=r"."):
        as_sent(address)


def test_an_address_is_written_down_one_way() -> None:
    assert normalised(" Siu.Ming+cup@EXAMPLE.org ") == "Siu.Ming+cup@example.org"
    assert normalised("\u202aｃｈａｎ＠ｅｘａｍｐｌｅ。ｏｒｇ\u202c") == "chan@example.org"
    assert normalised("chan@例子.公司") == "chan@例子.公司"
    assert as_sent("chan@例子.公司") == "chan@xn--fsqu00a.xn--55qx5d"
    assert same_address("Chan@EXAMPLE.org", "chan@example.org")
    assert same_address("not one", "Not One ")
    assert not same_address("chan@example.org", "wong@example.org")


def test_no_name_is_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("asked the network")

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setattr(socket.socket, "connect", refuse)
    normalised("chan@no-such-domain-anywhere.example.org")


TEXTS = st.text(max_size=40)


@given(TEXTS | TEXTS.map(lambda text: f"{text}@example.org") | TEXTS.map(lambda text: f"a@{text}.org"))
@settings(max_examples=150, deadline=None)
def test_any_text_is_an_address_of_one_line_or_refused(address: str) -> None:
    try:
        found = normalised(address)
    except Problem:
        return
    assert found.isprintable()
    assert " " not in found
    assert normalised(found) == found
    assert as_sent(found).isascii()
