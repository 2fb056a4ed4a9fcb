"""Who decided what, when, and what was found: what stands beside an event on the terminal.

Officials are called by office, number and name as far as whoever asks may see them. What was found is free
text of a case in the vault; once that is forgotten nothing of it is shown.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import msgspec

from services.cli.asking import asked
from services.cli.printing import translated
from services.rules.citing import Cited
from shared.catalogue import say

if TYPE_CHECKING:
    from services.desk.answers import TimelineEntry
    from services.wiring import Wiring

_OFFICES = ("referee", "chief_referee", "organizer")
_AT = 16
"""Characters of a moment, to the minute."""
_BEFORE = " " * (7 + 2 + _AT + 2)
"""What stands before a text without seq and moment."""


class Found(msgspec.Struct, frozen=True):
    """A ruling's finding and reason, and what it rests on; texts are "" once they are forgotten."""

    finding: str
    reason: str
    cites: str


class Deciders:
    """Those who decided in a tournament, as far as whoever is at the terminal may see.

    Args:
        language: that of what is said of them.
    """

    def __init__(self, wiring: "Wiring", tournament: str, language: str) -> None:
        self._wiring, self._tournament, self.language = wiring, tournament, language
        self._zone = ZoneInfo(wiring.desk.state(tournament).plan.zone)
        self._names: dict[str, str] = {}
        self._found: dict[int, Found] = {}
        self.refresh()

    def refresh(self) -> None:
        """Look up again who holds an office and what was found."""
        officials = asked(self._wiring, self._tournament, "officials", {}, None, self.language).rows
        self._names = {
            official.referee: official.name for official in officials if isinstance(official.name, str)
        }
        self._found = {}
        for row in asked(self._wiring, self._tournament, "docket", {}, None, self.language).rows:
            for made in row.case.rulings:
                ruled: Mapping[str, str] = row.rulings.get(made.ruling, {})
                self._found[made.seq] = Found(ruled.get("finding", ""), ruled.get("reason", ""), made.cites)

    def entry(self, seq: int) -> "TimelineEntry":
        """An event in plain words."""
        desk = self._wiring.desk
        return desk.timeline(
            self._tournament, desk.stored(self._tournament, [seq]), self.language, str, typed=True
        )[0]

    def at(self, moment: datetime) -> str:
        """A moment as people at the venue say it."""
        return f"{moment.astimezone(self._zone):%Y-%m-%d %H:%M}"

    def who(self, actor: str) -> str:
        """An official by office, number and name; "" for whoever holds no office."""
        role, _, number = actor.partition(":")
        if role not in _OFFICES:
            return ""
        office = say(f"bot-role-{role.replace('_', '-')}", self.language)
        named = () if role == "organizer" else (number, self._names.get(number, ""))
        return " ".join(part for part in (office, *named) if part)

    def lines(self, entry: "TimelineEntry", text: str | None = None) -> list[str]:
        """An event with its moment and who decided; of a ruling what was found below it.

        Args:
            text: what to say of it, in place of its own words.
        """
        by = self.who(entry.actor)
        sentence = entry.text if text is None else text
        decided = by and translated("decided-by", self.language, who=by)
        lines = [f"{entry.seq:>7}  {self.at(entry.occurred_at)}  {_in_column(sentence + decided)}"]
        found = self._found.get(entry.seq)
        if found is not None and found.finding:
            shown = translated(
                "found", self.language, finding=found.finding, reason=found.reason, cites=Cited(found.cites)
            )
            lines.append(self.without(shown))
        return lines

    def without(self, text: str) -> str:
        """A line of a fact that follows from others."""
        return f"{_BEFORE}{_in_column(text)}"


def _in_column(text: str) -> str:
    """A text below itself where it has several lines."""
    first, *more = text.splitlines() or [""]
    return "\n".join([first, *(f"{_BEFORE}{line}".rstrip() for line in more)])
