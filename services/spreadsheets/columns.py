"""The columns of lists that come in, and how people call them."""

import re
from collections.abc import Collection, Mapping
from functools import cache

from shared.catalogue import Word, languages
from shared.finding import folded
from shared.plain_text import narrow

ENTRANT_COLUMNS = ("entrant_no", "name_en", "name_zh", "family", "family_role", "email", "language", "team")
OPTIONAL_COLUMNS = ("birth_date", "session", "phone", "consent", "guardian", "guardian_email")
"""Left out or empty where `register-entrant` takes them left out; the tournament says where it needs them."""
RESULT_COLUMNS = ("session", "table", "game", "seat", "entrant_no", "game_won", "score", "tiles")
_ALSO = {
    "entrant_no": "no|entrant|編號|號碼|學號|參賽編號|參賽者編號|參加者編號|選手編號",
    "name_en": "name|names|full name|英文名|英文名字",
    "name_zh": "姓名|名字|中文名|中文名字|參賽者|參賽者姓名|參加者姓名|學生姓名|選手姓名",
    "birth_date": "birthday|birth date|生日|出生日|出生年月日",
    "email": "電郵地址|電子郵件|電子郵箱|郵箱",
    "phone": "mobile|phone number|電話號碼|聯絡電話|手機|手機號碼|手提電話",
    "family_role": "身份",
    "consent": "同意",
    "guardian": "監護人|家長",
    "guardian_email": "監護人電郵|家長電郵",
    "session": "場|場號|賽場",
    "table": "桌號|桌次|枱|枱號|檯|檯號|台|台號",
    "game": "局數|局次|局號|第幾局",
    "seat": "座|位|位置|座位號",
    "game_won": "win|winner|勝|勝出|勝方|贏|贏局",
    "score": "分數|積分|分",
    "tiles": "tiles left|牌|牌數|餘牌|餘牌數|剩牌|剩下牌數",
}
"""What lists call a column beside its name and `word-column-…` of each language."""
_ASIDE = re.compile(r"[(（\[].*?[)）\]]")
"""What stands in brackets behind the name of a column, such as how a day is written."""


def column_called(cell: str, known: Collection[str]) -> str | None:
    """The column that a cell of a heading names, in whichever language and writing; None for no known one."""
    plain = narrow(cell).strip('"').lower()
    found = plain if plain in known else _columns().get(folded(_ASIDE.sub("", plain)))
    return found if found in known else None


def column_word(name: str) -> Word:
    """What a column is called."""
    return Word("column", name)


@cache
def _columns() -> Mapping[str, str]:
    found: dict[str, str] = {}
    for name in (*ENTRANT_COLUMNS, *OPTIONAL_COLUMNS, *RESULT_COLUMNS):
        words = (column_word(name).in_language(language) for language in languages())
        found |= {folded(each): name for each in (name, *words, *_ALSO.get(name, "").split("|")) if each}
    return found
