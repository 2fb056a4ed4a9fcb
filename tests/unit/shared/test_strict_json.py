"""One strict reading of JSON for every door."""

from typing import Any

import msgspec
import pytest

from services.cli.reading import read_json as at_the_terminal
from services.web.bodies import decode_json as over_http
from shared.problems import Problem
from shared.strict_json import NotRead, read_json


class Seat(msgspec.Struct, forbid_unknown_fields=True):
    seat: str
    count: int = 0


REFUSED: list[tuple[bytes, str, dict[str, Any], bool]] = [
    (b'{"seat":"A","seat":"B"}', "twice", {}, False),
    (b'{"seat":"A\\u0000"}', "NUL", {"field": "seat"}, False),
    (b'{"seat":"\\ud800"}', "surrogate", {}, False),
    (b'{\n"seat":NaN}', "invalid", {"line": 2}, False),
    (b'{"seat":"A"}\n{}', "trailing", {"line": 2}, False),
    (b'{"seat":"\xff"}', "UTF-8", {"line": 1}, False),
    (b'{"seat":1}', "Expected `str`", {"field": "seat"}, True),
    (b'{"seat":"A","count":2.0}', "Expected `int`", {"field": "count"}, True),
    (b'{"seat":"A","more":1}', "unknown field `more`", {}, True),
]


@pytest.mark.parametrize(("data", "detail", "where", "misshapen"), REFUSED)
def test_what_is_wrong_is_said_with_its_place(
    data: bytes, detail: str, where: dict[str, Any], misshapen: bool
) -> None:
    with pytest.raises(NotRead) as raised:
        read_json(data, Seat)
    assert detail in raised.value.detail
    assert {name: raised.value.where.get(name) for name in where} == where
    assert raised.value.misshapen == misshapen
    with pytest.raises(Problem) as terminal:
        at_the_terminal(data, Seat)
    with pytest.raises(Problem) as http:
        over_http(data, Seat)
    assert terminal.value.code == "invalid-input"
    assert http.value.code == ("body-misshapen" if misshapen else "body-malformed")
    for problem in (terminal.value, http.value):
        assert raised.value.detail in problem.text()
        assert dict(problem.where) == raised.value.where


def test_a_sound_document_is_read_with_or_without_a_byte_order_mark() -> None:
    for mark in (b"", b"\xef\xbb\xbf"):
        assert read_json(mark + b'{"seat":"A","count":2}', Seat) == Seat("A", 2)
