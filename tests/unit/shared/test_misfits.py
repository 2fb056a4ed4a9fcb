"""What does not fit is said in words of ours, with what is allowed, in both languages."""

import re
from typing import Any

import msgspec
import pytest

from services.tournament.catalogue import commands
from shared.misfits import misfit
from shared.strict_json import NotRead, read_json
from tests.cases import cases

RULING = '{"dispute":"D-0001","finding":"x","cites":"x","reason":"x","effects":['
SAID: list[tuple[str, str, str, str, str]] = [
    ("check-in", '{"x":1}', "x", 'there is no field "x"; known are entrant', "沒有欄位「x」；可用：entrant"),
    ("check-in", "{}", "entrant", "the field entrant is missing; add it", "欠缺欄位 entrant，請補上"),
    ("check-in", '{"entrant":5}', "entrant", "it must be a text, not a whole number", "須為文字，而不是整數"),
    ("check-in", "[]", "", "it must be an object, not a list", "須為物件，而不是列表"),
    ("check-in", "{", "", "it breaks off before its end; close what is open", "內容未完即止"),
    ("check-in", "{entrant: 5}", "", "names of fields stand in double quotation marks", "雙引號"),
    ("check-in", '{"entrant":"1"} x', "", "something follows its end", "結尾之後仍有內容"),
    (
        "record-game-result",
        '{"sheet":"x","game":1,"ended_by":"x","seats":[]}',
        "ended_by",
        'it cannot be "x"; it is one of blocked, cleared, forfeit, pool_exhausted, time',
        "不可為「x」；可用：blocked、cleared、forfeit、pool_exhausted、time",
    ),
    (
        "record-game-result",
        '{"sheet":"x","game":1,"seats":[{"seat":"A","point":3}]}',
        "seats[0].point",
        'there is no field "point"; known are entrant, seat, rack, count',
        "沒有欄位「point」；可用：entrant、seat、rack、count",
    ),
    ("register-entrant", '{"birth_date":"2/3/2017"}', "birth_date", "a day, as 2026-03-28", "須為日期"),
    ("report-silence", '{"since":"today"}', "since", "a time with its zone, as 2026", "須為附時區的時間"),
    (
        "make-ruling",
        RULING + '{"type":"fine"}]}',
        "effects[0].type",
        'it cannot be "fine"; it is one of none, amend_game, void_game',
        "不可為「fine」；可用：none、amend_game、void_game",
    ),
    (
        "make-ruling",
        RULING + "{}]}",
        "effects[0].type",
        "type is missing; it is one of none, amend_game",
        "可用：none",
    ),
    (
        "make-ruling",
        RULING + '{"type":"void_game","gam":1}]}',
        "effects[0].gam",
        'there is no field "gam"; known are type, game',
        "沒有欄位「gam」；可用：type、game",
    ),
    (
        "assign-referees",
        '{"session":"a","assignments":{"R":["x"]}}',
        "assignments[...][0]",
        "it must be a whole number, not a text",
        "須為整數，而不是文字",
    ),
]


@cases("command, body, field, en, zh", SAID)
def test_a_misfit_is_said_with_the_way_out(command: str, body: str, field: str, en: str, zh: str) -> None:
    with pytest.raises(NotRead) as raised:
        read_json(body.encode(), commands()[command])
    assert en in raised.value.detail
    assert zh in raised.value.phrase.in_language("zh")
    assert raised.value.where.get("field", "") == field
    for words in ("Expected", "Object", "Invalid", "got", "truncated", "missing", "malformed"):
        assert words not in raised.value.phrase.in_language("zh")


class Odd(msgspec.Struct, forbid_unknown_fields=True):
    few: tuple[int, str]
    at: dict[str, int]


@cases(
    "message",
    [
        "Something new - at `$.few[7].x[...]`",
        "Object contains unknown field `\n` - at `$.nowhere[3]`",
        "Invalid value 3 - at `$.few[0]`",
        "Expected `int` >= 1 - at `$.at[...]`",
        "Expected `strange | int`, got `set`",
        "Integer value out of range",
    ],
)
def test_whatever_is_said_of_whatever_shape_no_english_gets_into_the_chinese(message: str) -> None:
    kinds: list[Any] = [Odd, None, int]
    for kind in kinds:
        phrase, _ = misfit(message, kind, {"few": 3})
        assert str(phrase)
        assert not re.search(r"[A-Z][a-z]+ ", phrase.in_language("zh"))
