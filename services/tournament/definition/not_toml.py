"""What is wrong with a file that is not TOML at all, in both languages and with the way out.

The parser stops at the first such place; its messages are short and in English.
"""

import re

_TIME = re.compile(r"=\s*[0-9]{1,2}:[0-9]{2}(?!:?[0-9])")
_DAY = re.compile(r"=\s*[0-9]{4}-(?:[0-9]-|[0-9]{2}-[0-9](?![0-9]))")
_WORD = re.compile(r"=\s*(?!true\b|false\b|inf\b|nan\b)[A-Za-z]")
_LINES = (
    (_TIME, 'write a time in quotes, as in "09:00"', '時間請加引號，如 "09:00"'),
    (_DAY, "write a day with two digits each, as in 2027-03-06", "日期請用兩位數，如 2027-03-06"),
    (_WORD, 'write a text in quotes, as in draw = "lot"', '文字請加引號，如 draw = "lot"'),
)
"""What a line shows by itself: the way out, in English and Chinese."""
_MESSAGES = (
    ("Cannot overwrite", "the field stands twice; leave one of them out", "同一欄位出現兩次；請刪去其一"),
    ("Cannot declare", "the table stands twice; leave one of them out", "同一表出現兩次；請刪去其一"),
    ("Duplicate", "the field stands twice; leave one of them out", "同一欄位出現兩次；請刪去其一"),
    ("Cannot ", "it stands as something else already; give it one form", "此項已另作他用；請只用一種寫法"),
    ("Illegal character", "a quote is not closed on this line; close it", "此行的引號沒有關閉；請補上引號"),
    ("Unterminated", "a quote is not closed; close it", "引號沒有關閉；請補上引號"),
    ('Expected "\'"', "a quote is not closed; close it", "引號沒有關閉；請補上引號"),
    ("Unclosed array", "a list is not closed; add ]", "列表沒有關閉；請補上 ]"),
    ("Unclosed inline", "a table is not closed; add }", "表沒有關閉；請補上 }"),
    ("Expected ']", "a heading is not closed; write it as in [[stage]]", "標題沒有關閉；請寫成如 [[stage]]"),
    ("Expected '='", "write a field as in games = 3", "欄位請寫成如 games = 3"),
    (
        "Expected newline",
        "there is more on this line than a value; take it out",
        "此行的值之後還有其他內容；請刪去",
    ),
    ("Invalid date", "there is no such day or time; correct it", "沒有這個日期或時間；請更正"),
    ("Invalid value", "write a value after the sign =, as in games = 3", "等號後請填寫值，如 games = 3"),
    ("Unescaped", "write \\\\ for a backslash in a text", "文字中的反斜線請寫成 \\\\"),
)
"""What the parser says, by how it begins."""


def explained(detail: str, detail_zh: str, line: str) -> tuple[str, str]:
    """What the parser says of a line with the way out, in English and Chinese."""
    found = next(((en, zh) for pattern, en, zh in _LINES if pattern.search(line)), None)
    if found is None:
        found = next(((en, zh) for begin, en, zh in _MESSAGES if detail.startswith(begin)), None)
    if found is None:
        return detail, detail_zh
    return f"{detail}; {found[0]}", found[1]
