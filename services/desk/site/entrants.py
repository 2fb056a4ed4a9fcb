"""Who takes part, as far as they agreed to be named on pages: names alone, no numbers, seats or sessions.

A number would tell whoever reads a seat plan where a named person plays.
"""

from typing import TYPE_CHECKING

import msgspec

from services.desk.directory import shown_name
from services.tournament.people.places import still_waiting

if TYPE_CHECKING:
    from services.desk.desk import Desk


class EntrantShown(msgspec.Struct, frozen=True):
    """Somebody who takes part and agreed to be named, and their team where there are teams."""

    name: str
    team: str | None


class EntrantsShown(msgspec.Struct, frozen=True):
    """How many take part, and a page of those who agreed to be named, in the order of their names.

    Attributes:
        named: how many agreed to be named.
        following: after how many of them the next page begins; None for no more.
    """

    seq: int
    registered: int
    waiting: int
    named: int
    rows: tuple[EntrantShown, ...]
    following: int | None


def shown_entrants(desk: "Desk", tournament_id: str, language: str, after: int, limit: int) -> EntrantsShown:
    """Who takes part now.

    Args:
        after: how many names the pages before had.

    Raises:
        Problem: tournament-unknown.
    """
    state = desk.state(tournament_id)
    standing = [entrant for entrant in state.entrants.values() if entrant.status == "registered"]
    consenting = [
        entrant for entrant in standing if entrant.consent and entrant.person not in state.forgotten
    ]
    details = desk.directory.details(tournament_id, consenting)
    named = [
        EntrantShown(name, entrant.team)
        for entrant in consenting
        if (name := shown_name(details[entrant.entrant_no], language))
    ]
    named.sort(key=lambda shown: (shown.name.casefold(), shown.name, shown.team or ""))
    return EntrantsShown(
        state.seq,
        len(standing),
        len(still_waiting(state)),
        len(named),
        tuple(named[after : after + limit]),
        after + limit if after + limit < len(named) else None,
    )
