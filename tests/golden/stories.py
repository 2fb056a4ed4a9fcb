"""Every story: in them each event happens once, as it would in a tournament, through the same commands.

A function of a module `…_stories` here that gives a tournament is a story, unless its name begins with `_`.
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from inspect import isfunction
from pathlib import Path

from services.tournament.catalogue import event_types
from services.tournament.kernel.facts import Event
from shared.codec import canonical
from tests.unit.tournament.built_once import built_once
from tests.unit.tournament.specs import Tournament


def _stories() -> Iterator[Callable[[], Tournament]]:
    for file in sorted(Path(__file__).parent.glob("*_stories.py")):
        module = import_module(f"tests.golden.{file.stem}")
        for name, function in vars(module).items():
            here = isfunction(function) and function.__module__ == module.__name__
            if here and not name.startswith("_"):
                yield built_once(function)


STORIES = tuple(_stories())
"""By module, in the order written; their events have a golden payload, their notices a golden text."""


def believable() -> dict[str, Event]:
    """An instance of every event type: of those in the stories the one that says most."""
    found: dict[str, Event] = {}
    for story in STORIES:
        for event in story().history:
            name = event_types()[type(event)].name
            if name not in found or len(canonical(event)) > len(canonical(found[name])):
                found[name] = event
    return found
