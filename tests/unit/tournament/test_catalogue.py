"""Nothing the tournament can do, say or refuse goes without a test or without words."""

import re
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

from services import tournament
from services.access.rights import COMMAND_RIGHTS
from services.tournament.catalogue import AREAS, commands, event_types
from shared import problems
from shared.catalogue import Word, catalogue, languages, say, values_of
from shared.problems import ProblemType

SHARED = {kind.code for kind in vars(problems).values() if isinstance(kind, ProblemType)}


@cache
def every_test() -> str:
    """All tests, and what they share, as one text."""
    files = sorted(Path(__file__).parents[2].rglob("*.py"))
    return "\n".join(file.read_text("utf-8") for file in files if file != Path(__file__))


@cache
def names_in_tests() -> frozenset[str]:
    return frozenset(re.findall(r"\w+", every_test()))


@cache
def names_called_in_tests() -> frozenset[str]:
    return frozenset(re.findall(r"(\w+)\(", every_test()))


@cache
def codes_in_tests() -> frozenset[str]:
    return frozenset(re.findall(r'"([^"\s]+)(?=")', every_test()))


@cache
def refusals() -> Mapping[str, str]:
    """Every problem code declared in services.tournament and its packages, with a module that knows it."""
    found: dict[str, str] = {}
    for module in walk_packages(tournament.__path__, f"{tournament.__name__}."):
        for kind in vars(import_module(module.name)).values():
            if isinstance(kind, ProblemType) and kind.code not in SHARED:
                found.setdefault(kind.code, module.name)
    return found


def test_every_refusal_is_met() -> None:
    unmet = {code: module for code, module in refusals().items() if code not in codes_in_tests()}
    assert unmet == {}, "no test meets these, which the modules declare"


def test_every_command_is_tried() -> None:
    untried = {cls.__name__ for cls in commands().values()} - names_called_in_tests()
    assert untried == set(), "write their tests in tests/unit/tournament/"


def test_every_event_is_expected() -> None:
    unexpected = {cls.__name__ for cls in event_types()} - names_in_tests()
    assert unexpected == set(), "expect each in a test of its command in tests/unit/tournament/"


def test_every_command_and_event_stands_in_a_room() -> None:
    homes = {cls.__module__ for cls in (*event_types(), *commands().values())}
    assert homes == {area.__name__ for area in AREAS}


def test_every_command_has_its_row_of_rights() -> None:
    assert commands().keys() - COMMAND_RIGHTS.keys() == set(), "add a row in services/access/rights.py"
    assert COMMAND_RIGHTS.keys() - commands().keys() == set(), "there is no such command any more"


def test_an_event_says_what_it_means() -> None:
    for kind in event_types().values():
        assert kind.meaning.endswith("."), kind.name
        assert kind.version >= 1, kind.name
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", kind.name), kind.name


def test_an_event_is_told_in_both_languages_by_its_own_fields() -> None:
    for kind in event_types().values():
        for language, end in (("en", "."), ("zh", "。")):
            used = values_of(f"event-{kind.name}", language)
            assert {name.removeprefix("n_") for name in used} <= set(kind.cls.__struct_fields__), kind.name
            told = say(f"event-{kind.name}", language, **dict.fromkeys(used, "0"))
            assert told.endswith(end), kind.name


def test_nothing_is_told_that_is_no_event() -> None:
    named = {key.removeprefix("event-") for key in catalogue("en") if key.startswith("event-")}
    assert named == {kind.name for kind in event_types().values()}, "event-NAME stands in both catalogues"


@pytest.mark.parametrize("language", languages())
def test_every_event_is_called_something_in_lists_and_counts(language: str) -> None:
    called = {
        event_type.name: Word("event", event_type.name).in_language(language)
        for event_type in event_types().values()
    }
    nameless = {f"word-event-{name}" for name in called} - set(catalogue(language))
    assert nameless == set(), "it stands in both catalogues"
    assert len(set(called.values())) == len(called)
