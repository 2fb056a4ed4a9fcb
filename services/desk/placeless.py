"""Who takes part and has no place in a stage, of those whom somebody looks for in its standings."""

from collections.abc import Collection, Iterator
from itertools import islice
from typing import TYPE_CHECKING

import msgspec

from services.access.visibility import Visibility
from services.desk.directory import shown_name
from services.desk.moments import AsOf
from services.tournament.definition.stages import Stage
from services.tournament.people.entrants import Entrant
from shared.finding import holds, sought

if TYPE_CHECKING:
    from services.desk.desk import Desk

_MOST = 12
_NAMES = ("name_en", "name_zh")


class Placeless(msgspec.Struct, frozen=True):
    """Someone without a place: by number, or by name where a number would tell where that person sits."""

    words: str
    number: str | None


def placeless(
    desk: "Desk",
    tournament_id: str,
    seen: Visibility,
    stage: Stage,
    as_of: AsOf,
    wanted: str,
    ranked: Collection[str],
    language: str,
) -> list[Placeless]:
    """The first of them: of the stage by number, and by name for who sees all names.

    To others a number would tell where a named person sits: they find by name who agreed to be named, in
    whichever stage.

    Args:
        ranked: the numbers of those who have a place.
    """
    words = sought(wanted)
    numbered = islice(_numbered(desk, tournament_id, seen, stage, as_of, words, ranked), _MOST)
    found = [Placeless(number, number) for number in numbered]
    return found or [*islice(_named(desk, tournament_id, seen, words, ranked, language), _MOST)]


def _numbered(
    desk: "Desk",
    tournament_id: str,
    seen: Visibility,
    stage: Stage,
    as_of: AsOf,
    words: list[str],
    ranked: Collection[str],
) -> Iterator[str]:
    now = desk.state(tournament_id)
    state = desk.state(tournament_id, as_of)
    others = [
        now.entrants[number]
        for number, entrant in state.entrants.items()
        if number not in ranked and number in now.entrants and _is_in(entrant, stage)
    ]
    sees_names = seen.scope("names") == "any"
    details = desk.directory.details(tournament_id, others) if sees_names else {}
    called = {number: [known.get(name, "") for name in _NAMES] for number, known in details.items()}
    for entrant in others:
        if holds(entrant.entrant_no, called.get(entrant.entrant_no, ()), words):
            yield entrant.entrant_no


def _named(
    desk: "Desk",
    tournament_id: str,
    seen: Visibility,
    words: list[str],
    ranked: Collection[str],
    language: str,
) -> Iterator[Placeless]:
    agreed = [
        entrant
        for entrant in desk.state(tournament_id).entrants.values()
        if entrant.status == "registered"
        and entrant.shown_in(seen.place)
        and entrant.entrant_no not in ranked
    ]
    for details in desk.directory.details(tournament_id, agreed).values():
        if (name := shown_name(details, language)) and holds(
            "", [details.get(known, "") for known in _NAMES], words
        ):
            yield Placeless(name, None)


def _is_in(entrant: Entrant, stage: Stage) -> bool:
    part = entrant.participation(stage)
    return entrant.status == "registered" and part is not None and not part.waits
