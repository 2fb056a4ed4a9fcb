"""Whatever the types of a command allow is decided, or refused with a problem, on any state."""

from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import inspect

from services.projections.models import MODELS
from services.projections.timeline import event_text
from services.tournament.catalogue import commands, decide
from services.tournament.kernel.facts import Command
from services.tournament.play.remarks import remarks
from shared.codec import canonical
from shared.problems import Problem
from tests.golden.dispute_stories import in_dispute
from tests.golden.final_stories import cut_and_final
from tests.golden.people_stories import before_play
from tests.golden.play_stories import at_the_table
from tests.profiles import examples
from tests.unit.tournament.specs import F1, S1, Tournament, drawn, founded
from tests.unit.tournament.stages import qualified

KNOWN = ("0001", "0002", "0005", S1, F1, f"{S1}/1", f"{S1}/2", "D-0001", "R-0001", "R01", "A", "B", "F-017")
TEXTS = (
    st.sampled_from(KNOWN)
    | st.text(max_size=12)
    | st.sampled_from(["", " ", "\x00", "²", "9" * 50, "/", "½"])
)
WHOLE = st.integers(-2, 5) | st.integers(-(2**40), 2**40)
DAYS = st.integers(-3, 20).map(lambda days: date(2026, 3, 28) + timedelta(days=days)) | st.dates()


def strategy(kind: inspect.Type) -> st.SearchStrategy[Any]:
    """Plain values, as JSON would bring them, of a type that a command names."""
    if isinstance(kind, inspect.Metadata):
        return strategy(kind.type)  # its bounds are for the decider to hold
    if isinstance(kind, inspect.StrType):
        return TEXTS
    if isinstance(kind, inspect.IntType):
        return WHOLE
    if isinstance(kind, inspect.BoolType):
        return st.booleans()
    if isinstance(kind, inspect.NoneType):
        return st.none()
    if isinstance(kind, inspect.DateType):
        return DAYS.map(date.isoformat)
    if isinstance(kind, inspect.DateTimeType):
        return (st.datetimes() | st.datetimes(timezones=st.just(UTC))).map(datetime.isoformat)
    if isinstance(kind, inspect.LiteralType):
        return st.sampled_from(kind.values)
    if isinstance(kind, inspect.VarTupleType):
        return st.lists(strategy(kind.item_type), max_size=4)
    if isinstance(kind, inspect.DictType):
        return st.dictionaries(strategy(kind.key_type), strategy(kind.value_type), max_size=4)
    if isinstance(kind, inspect.UnionType):
        return st.one_of([strategy(member) for member in kind.types])
    if isinstance(kind, inspect.StructType):
        return struct(kind)
    raise AssertionError(f"no command had a {kind} before")


def struct(kind: inspect.StructType) -> st.SearchStrategy[Any]:
    required = {field.encode_name: strategy(field.type) for field in kind.fields if field.required}
    optional = {field.encode_name: strategy(field.type) for field in kind.fields if not field.required}
    if kind.tag_field is not None:
        required[kind.tag_field] = st.just(kind.tag)
    return st.fixed_dictionaries(required, optional=optional)


@cache
def states() -> Mapping[str, Tournament]:
    return {
        "founded": founded(),
        "before play": before_play(),
        "drawn": drawn(8),
        "at the table": at_the_table(),
        "in dispute": in_dispute(),
        "cut made": qualified(),
        "all over": cut_and_final(),
    }


@cache
def nonsense(name: str) -> st.SearchStrategy[Command]:
    cls = commands()[name]
    kind = inspect.type_info(cls)
    assert isinstance(kind, inspect.StructType)
    convert: Callable[[Any], Command] = lambda plain: msgspec.convert(plain, cls)  # noqa: E731
    return struct(kind).map(convert)


@pytest.mark.parametrize("name", sorted({*commands()} - {"define-tournament", "amend-tournament"}))
@settings(
    max_examples=examples(5, in_all=75), deadline=None, suppress_health_check=list(HealthCheck), database=None
)
@given(data=st.data())
def test_nothing_a_command_can_say_makes_it_fail(name: str, data: st.DataObject) -> None:
    command = data.draw(nonsense(name))
    for tournament in states().values():
        try:
            decision = decide(tournament.state, command, tournament.context("chief_referee"))
        except Problem as refused:
            told_both = refused.text("en") + refused.text("zh")
            msgspec.json.encode([told_both, dict(refused.where)])
            continue
        events = [entry.event for entry in decision.entries]
        for event in events:
            canonical(event)
            event_text(event, "zh", lambda number: number)
        remarks(decision.state, events, tournament.now)
        for model in MODELS:
            model.view(decision.state)
