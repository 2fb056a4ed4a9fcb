import tomllib
from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from shared.toml_lines import Path, lines_of

DOCUMENT = '''\
# [not.a.table]
id = "x"  # = [a]
title = { en = "a = [", zh = 'b"]' }
"quoted \\u0041" = 1

[venue]
name.en = "x"

[[stage]]
sessions = [
  { id = "1", day = 2027-03-06, start = 13:00:00.5 },

  # between
  { id = "2", list = [1,
    -2.5e3] },
]
text = """
more = "than a line"
"""
after = 1.5

[[stage]]
[stage.enter]
from = "a"
[[stage.sessions]]
id = "s"
[[stage.sessions]]
id = "t"
'''


def paths_in(value: Any, path: Path = ()) -> Iterator[Path]:
    """Every key and item of a document that was read."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, item in items:
        yield (*path, step)
        yield from paths_in(item, (*path, step))


def test_every_key_and_item_has_its_line() -> None:
    lines = lines_of(DOCUMENT)
    assert set(lines) == set(paths_in(tomllib.loads(DOCUMENT)))
    assert lines["id",] == 2
    assert lines["title", "zh"] == 3
    assert lines["quoted A",] == 4
    assert lines["venue",] == 6
    assert lines["venue", "name", "en"] == 7
    assert lines["stage", 0] == 9
    assert lines["stage", 0, "sessions", 1, "id"] == 14
    assert lines["stage", 0, "sessions", 1, "list", 1] == 15
    assert lines["stage", 0, "text"] == 17
    assert lines["stage", 0, "after"] == 20
    assert lines["stage", 1] == 22
    assert lines["stage", 1, "enter", "from"] == 24
    assert lines["stage", 1, "sessions", 1] == 27


PIECES = ("[", "]", "{", "}", "=", ",", ".", "a", '"', "'", '"""', "'''", "\n", " ", "#", "1", "\\")


@given(st.lists(st.sampled_from(PIECES), max_size=60).map("".join))
def test_whatever_the_parser_reads_is_found_and_nothing_else_breaks_it(text: str) -> None:
    lines = lines_of(text)
    try:
        written = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    assert set(paths_in(written)) <= set(lines)
    assert all(1 <= line <= text.count("\n") + 1 for line in lines.values())
