"""The weather of a rehearsal, answered as the Observatory answers, by a clock that is moved."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

import msgspec

from services.weather.listed import Fetched, Page
from services.weather.observatory import Unreachable
from shared.clock import Clock


class Spell(msgspec.Struct, frozen=True):
    """A warning of a family, or the Observatory's silence, from a moment until another."""

    what: Literal["WTCSGNL", "WRAIN", "silence"]
    code: str
    begin: datetime
    until: datetime


class Sky:
    """Called, it answers both questions as of the clock.

    Args:
        spells: at most one of each family.
    """

    def __init__(self, clock: Clock, spells: Sequence[Spell]) -> None:
        self._clock = clock
        self._spells = spells

    def __call__(self) -> Fetched:
        """Both answers now; raises Unreachable while the Observatory is silent."""
        now = self._clock.now()
        begun = [spell for spell in self._spells if spell.begin <= now]
        if any(spell.what == "silence" and now < spell.until for spell in begun):
            raise Unreachable("silent, as the script has it")
        listed = {spell.what: _entry(spell, now) for spell in begun if spell.what != "silence"}
        return Fetched(_page(msgspec.json.encode(listed)), _page(b"{}"))


def _entry(spell: Spell, now: datetime) -> dict[str, str]:
    over = spell.until <= now
    written = spell.until if over else spell.begin
    return {
        "code": spell.code,
        "actionCode": "CANCEL" if over else "ISSUE",
        "issueTime": spell.begin.isoformat(),
        "updateTime": written.isoformat(),
    }


def _page(content: bytes) -> Page:
    return Page(200, "application/json", content)
