"""One strict reading of JSON for every door."""

from typing import Annotated, Any

import msgspec
import pytest

from services.cli.reading import read_json as at_the_terminal
from services.web.bodies import decode_json as over_http
from shared.bounds import text
from shared.strict_json import NotRead, read_json
from tests.cases import cases
from tests.refusing import refusing


class Seat(msgspec.Struct, forbid_unknown_fields=True):
    seat: Annotated[str, text(4)]
    count: int = 0


REFUSED: list[tuple[bytes, str, dict[str, Any], str]] = [
    (b'{"seat":"A","seat":"B"}', "twice", {}, "malformed"),
    (b'{"seat":"A\\u0000"}', "NUL", {"field": "seat"}, "malformed"),
    (b'{"seat":"\\ud800"}', "surrogate", {}, "malformed"),
    (b'{\n"seat":NaN}', "a character is not possible", {"line": 2}, "malformed"),
    (b'{"seat":"A"}\n{}', "something follows its end", {"line": 2}, "malformed"),
    (b'{"seat":"\xff"}', "UTF-8", {"line": 1}, "malformed"),
    (b'{"seat":1}', "it must be a text, not a whole number", {"field": "seat"}, "misshapen"),
    (
        b'{"seat":"A","count":2.0}',
        "it must be a whole number, not a number with decimals",
        {"field": "count"},
        "misshapen",
    ),
    (b'{"seat":"A","more":1}', 'there is no field "more"; known are seat, count', {}, "misshapen"),
    (b'{"seat":' + b"[" * 200_000, "nested too deeply", {}, "beyond"),
    (b'{"seat":' + b'{"seat":' * 20_000, "nested too deeply", {}, "beyond"),
    (b'{"seat":"A","count":' + b"1" * 5000 + b"}", "a number of more than 18", {}, "beyond"),
    (b'{"seat":"A","count":1e' + b"9" * 5000 + b"}", "a number of more than 18", {}, "beyond"),
    (b'{"seat":"A","count":1000000000000000}', "more than 15 digits", {"field": "count"}, "beyond"),
    (b'{"seat":"AAAAA"}', "seat has more than 4 characters", {"field": "seat"}, "beyond"),
    (b'{"seat":"A\\nB"}', "seat has a line break", {"field": "seat"}, "misshapen"),
]


@cases("data, detail, where, why", REFUSED)
def test_what_is_wrong_is_said_with_its_place(
    data: bytes, detail: str, where: dict[str, Any], why: str
) -> None:
    with pytest.raises(NotRead) as raised:
        read_json(data, Seat)
    assert detail in raised.value.detail
    assert {name: raised.value.where.get(name) for name in where} == where
    assert raised.value.why == why
    with refusing("beyond-limit" if why == "beyond" else "invalid-input") as terminal:
        at_the_terminal(data, Seat)
    with refusing("beyond-limit" if why == "beyond" else f"body-{why}") as http:
        over_http(data, Seat)
    for problem in (terminal.value, http.value):
        assert raised.value.detail in problem.text()
        assert dict(problem.where) == raised.value.where


def test_a_sound_document_is_read_with_or_without_a_byte_order_mark() -> None:
    for mark in (b"", b"\xef\xbb\xbf"):
        assert read_json(mark + b'{"seat":"A","count":2}', Seat) == Seat("A", 2)
