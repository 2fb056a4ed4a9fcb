"""Which stage is shown of a tournament where none is named: the latest of which there is something to see.

Programs and files go on meaning the first stage; people who open a page look for what is played now. Of those
whom somebody looks for in its standings it says who takes part and has no place.
"""

from collections.abc import Collection, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

import msgspec

from services.access.visibility import Visibility
from services.desk.directory import shown_name
from services.desk.moments import AsOf
from services.tournament.definition.stages import Stage
from services.tournament.kernel.ids import TableId
from services.tournament.people.entrants import Entrant
from services.tournament.seating.sessions import Session
from services.tournament.state import State
from shared.finding import holds, sought

if TYPE_CHECKING:
    from services.desk.desk import Desk


def stage_played(desk: "Desk", tournament_id: str, as_of: AsOf | None, visibility: Visibility) -> Stage:
    """The latest stage in which something has been played and whose places are seen; else the first stage.

    Args:
        visibility: of whoever looks: what is seen at present counts, also for the past.

    Raises:
        Problem: tournament-unknown, or a moment that cannot be understood.
    """
    state, present = desk.state(tournament_id, as_of), visibility.at_present(desk.state(tournament_id))
    seen = (stage for stage in state.plan.stage_ids if present.hides(stage) is None)
    return _latest(
        state,
        (stage for stage in seen if any(_played(state, session) for session in state.sessions_of(stage))),
    )


def stage_published(desk: "Desk", tournament_id: str, as_of: AsOf | None) -> Stage:
    """The latest stage of which results are published; else the first stage.

    Raises:
        Problem: tournament-unknown, or a moment that cannot be understood.
    """
    state = desk.state(tournament_id, as_of)
    return _latest(state, (stage for stage in state.plan.stage_ids if state.versions.get(stage)))


def stage_of_session(desk: "Desk", tournament_id: str, as_of: AsOf | None, session: str) -> Stage | None:
    """The stage that a session belongs to; None for a session that there is not.

    Raises:
        Problem: tournament-unknown, or a moment that cannot be understood.
    """
    known = desk.state(tournament_id, as_of).sessions.get(session)
    return None if known is None else known.stage


def _played(state: State, session: Session) -> bool:
    """Whether a session is over, or a game of it is recorded."""
    if session.status == "ended":
        return True
    sheets = (state.sheets.get(str(TableId(session.plan.id, number))) for number in session.tables)
    return any(game is not None for sheet in sheets if sheet is not None for game in sheet.games)


def _latest(state: State, stages: Iterable[Stage]) -> Stage:
    """The latest of some stages: none that leads to another of them, and of those side by side the first."""
    found = list(stages)
    ends = (stage for stage in found if not set(state.plan.stages_after(stage)) & set(found))
    return max(ends, key=lambda stage: _last_day(state, stage), default=state.plan.first_stage)


def _last_day(state: State, stage: Stage) -> str:
    """The last day on which something was played in a stage, as texts are in order; "" for none."""
    days = (session.day for session in state.sessions_of(stage) if _played(state, session))
    return max((day.isoformat() for day in days if day is not None), default="")


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
        for number, entrant in sorted(state.entrants.items())
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
