"""A competition is the same after it was written and read, and nothing that is read breaks the reader."""

import json
import tomllib
from datetime import UTC, date, datetime, time
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.tournament.definition.faults import MOST_FAULTS
from services.tournament.definition.plan import Competition
from services.tournament.definition.programme import programme_of
from services.tournament.definition.reading import read_tournament, read_tournament_json, understand
from services.tournament.definition.shaping import Shape
from services.tournament.definition.templates import template, template_names
from shared.codec import canonical
from tests.profiles import examples
from tests.refusing import refusing
from tests.unit.tournament.definition.strategies import COMPETITIONS, LINES, playable


def toml(value: Any) -> str:
    """A value as TOML writes it within a line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{toml(key)} = {toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, date | time):
        return value.isoformat()
    return json.dumps(value, ensure_ascii=False)


def document(plan: Competition) -> str:
    """A competition as a file in TOML."""
    written = msgspec.to_builtins(plan, builtin_types=(date, time))
    return "\n".join(f"{key} = {toml(value)}" for key, value in written.items())


def read_shape(written: Any) -> Competition:
    shape = Shape()
    plan = shape.competition(written)
    assert shape.findings == []
    return plan


@given(COMPETITIONS)
@settings(max_examples=examples(15, in_all=150))
def test_any_competition_is_the_same_after_toml_and_json(plan: Competition) -> None:
    assert read_shape(tomllib.loads(document(plan))) == plan
    assert read_shape(json.loads(canonical(plan))) == plan
    assert msgspec.json.decode(canonical(plan), type=Competition) == plan
    read = read_shape(json.loads(canonical(plan)))
    assert canonical(read_shape(tomllib.loads(document(read)))) == canonical(read)


@given(playable())
@settings(max_examples=examples(10, in_all=300))
def test_a_playable_competition_is_read_whole_and_has_its_programme(plan: Competition) -> None:
    for read in (read_tournament(document(plan)), read_tournament_json(canonical(plan))):
        assert read.faults == ()
        assert read.competition == plan
        for language in ("en", "zh"):
            assert len(programme_of(plan, read.rulesets, language).stages) == len(plan.stages)


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | LINES
    | st.dates()
    | st.times()
    | st.datetimes(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(LINES, inner, max_size=4),
    max_leaves=8,
)


def paths_in(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, item in items:
        found += paths_in(item, (*path, step))
    return found


@given(st.data())
@settings(max_examples=examples(30, in_all=1000))
def test_whatever_stands_in_a_field_is_read_or_named(data: st.DataObject) -> None:
    written = tomllib.loads(template(data.draw(st.sampled_from(template_names())), "ours"))
    for _ in range(data.draw(st.integers(1, 4))):
        *above, step = data.draw(st.sampled_from(paths_in(written)))
        place = written
        for each in above:
            place = place[each]
        place[step] = data.draw(ANYTHING)
    read = understand(written)
    assert (read.competition is None) == bool(read.faults)
    for fault in read.faults:
        assert fault.text
        assert fault.text_zh
        assert len(fault.sentence("zh")) < 1500


def large(times: int) -> dict[str, str]:
    """What makes a file large, each so many times ten thousand bytes and more."""
    return {
        "keys": "".join(f"key{number} = 1\n" for number in range(2_000 * times)),
        "items": "x = [" + "1," * (10_000 * times) + "]\n",
        "sessions": "sessions = [" + "{}," * (6_000 * times) + "]\n",
        "key": '"' + "k" * (16_000 * times) + '" = 1\n',
        "stages": "".join(f"[[stage]]\nid = 's{number}'\n" for number in range(1_000 * times)),
        "awards": "".join(f"[[award]]\nkind = 'k{number}'\n" for number in range(1_000 * times)),
        "words": "apart = [" + '"family",' * (2_000 * times) + "]\n",
        "text": 'name = "' + "n" * (30_000 * times) + '"\n',
    }


@pytest.mark.parametrize("times", [3, pytest.param(30, marks=pytest.mark.wide)])
@pytest.mark.parametrize("what", large(1))
def test_a_large_file_costs_little_and_its_faults_are_few(what: str, times: int) -> None:
    more = large(times)[what]
    text = template("school-day", "ours")
    head, _, rest = text.partition("\n[[stage]]")
    read = read_tournament(f"{head}\n[[stage]]{rest.partition('sessions')[0]}{more}")
    assert read.competition is None
    assert 1 <= len(read.faults) <= MOST_FAULTS + 1
    assert all(len(fault.field) < 200 for fault in read.faults)
    assert all(len(fault.text) < 1000 for fault in read.faults)


def test_what_costs_too_much_to_read_is_beyond_a_limit() -> None:
    for text in ("x = " + "[" * 40 + "]" * 40, "a." * 40 + "b = 1", "x = " + "1" * 50):
        with refusing("beyond-limit"):
            read_tournament(text)
    for data in (b"[" * 40 + b"]" * 40, b'{"x": ' + b"1" * 50 + b"}"):
        with refusing("beyond-limit"):
            read_tournament_json(data)


def test_json_says_every_field_once() -> None:
    (fault,) = read_tournament_json(b'{"id": "a", "id": "b"}').faults
    assert fault.text == 'this is no JSON: the field "id" stands twice in one object'


def test_a_moment_is_neither_a_day_nor_a_time() -> None:
    shape = Shape()
    moment = datetime(2027, 3, 6, 14, tzinfo=UTC)
    written = tomllib.loads(template("school-day", "ours"))
    written["stage"][0]["sessions"][0] |= {"day": moment, "start": moment}
    shape.competition(written)
    assert [finding.path[-1] for finding in shape.findings] == ["day", "start"]
