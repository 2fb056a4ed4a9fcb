"""Who is in a stage and has no place there, of those whom somebody looks for in its standings."""

from collections.abc import Collection
from itertools import islice
from typing import TYPE_CHECKING

from services.access.visibility import Visibility
from services.desk.moments import AsOf
from services.tournament.definition.stages import Stage
from services.tournament.people.entrants import Entrant
from shared.finding import holds, sought

if TYPE_CHECKING:
    from services.desk.desk import Desk

_MOST = 12
_NAMES = ("name_en", "name_zh")


def placeless(
    desk: "Desk",
    tournament_id: str,
    seen: Visibility,
    stage: Stage,
    as_of: AsOf,
    wanted: str,
    ranked: Collection[str],
) -> list[str]:
    """The numbers of the first of them; found by name only for who sees all names.

    To others a number would tell where a named person sits.

    Args:
        ranked: the numbers of those who have a place.
    """
    words, now = sought(wanted), desk.state(tournament_id)
    state = desk.state(tournament_id, as_of)
    others = [
        now.entrants[number]
        for number, entrant in state.entrants.items()
        if number not in ranked and number in now.entrants and _is_in(entrant, stage)
    ]
    sees_names = seen.scope("names") == "any"
    details = desk.directory.details(tournament_id, others) if sees_names else {}
    called = {number: [known.get(name, "") for name in _NAMES] for number, known in details.items()}
    found = (
        entrant.entrant_no
        for entrant in others
        if holds(entrant.entrant_no, called.get(entrant.entrant_no, ()), words)
    )
    return list(islice(found, _MOST))


def _is_in(entrant: Entrant, stage: Stage) -> bool:
    part = entrant.participation(stage)
    return entrant.status == "registered" and part is not None and not part.waits
