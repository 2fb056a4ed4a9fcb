"""When a process looks for garbage in cycles."""

import gc

_NEW_OBJECTS = 100_000
_YOUNGER_ROUNDS = 50
_USUAL = gc.get_threshold()


def collect_seldom() -> None:
    """For a process that keeps much for long and makes many things that live shortly, and hardly a cycle.

    What is there already is left out for good. A message to a chat makes hundreds of objects; to go through
    whole tournaments again and again for them took a third of the time of sending.
    """
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS, _YOUNGER_ROUNDS, _YOUNGER_ROUNDS)


def collect_as_usual() -> None:
    """Look for garbage as Python does by itself; for a copy of a process that did so seldom."""
    gc.set_threshold(*_USUAL)
