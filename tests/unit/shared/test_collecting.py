"""Garbage is looked for seldom, but it is."""

import gc
import weakref

from shared.collecting import collect_seldom


class Knot:
    def __init__(self) -> None:
        self.itself = self


def test_cycles_are_still_collected_once_there_are_many() -> None:
    before = gc.get_threshold()
    try:
        collect_seldom()
        knot = weakref.ref(Knot())
        assert knot() is not None
        many = [[number] for number in range(300_000)]
        assert knot() is None
        assert len(many) == 300_000
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
