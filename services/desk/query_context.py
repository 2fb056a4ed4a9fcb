"""One look at a tournament: the state at a moment, who looks, and the pages of a list."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

import msgspec

from services.access.rights import Scope
from services.access.visibility import Visibility
from services.desk.answers import EventView, TimelineEntry
from services.desk.directory import Directory, shown_name
from services.desk.history.keeping import History
from services.desk.moments import AsOf
from services.desk.params import PageParams
from services.desk.proving import ProvingDesk
from services.desk.views import (
    MOST,
    UNSET,
    Hidden,
    PlacesHidden,
)
from services.notices.store import NoticeStore
from services.projections.timeline import Label
from services.tournament.kernel.facts import Event
from services.tournament.people.entrants import Entrant, FamilyUnit
from services.tournament.people.whereabouts import tells_where
from services.tournament.state import State
from shared.eventlog import Recorded
from shared.problems import ProblemType, not_found

NOT_OF_THE_LOG = ProblemType("not-of-the-log", 400)


class Shelves(ProvingDesk, Protocol):
    """What a query may fetch beside the state."""

    notices: NoticeStore

    def events(self, tournament_id: str, after: int, limit: int, until: int | None) -> list[EventView]: ...

    def state(self, tournament_id: str, as_of: AsOf | None = None) -> State: ...

    def moment(self, tournament_id: str, as_of: AsOf) -> int: ...

    def recorded(self, tournament_id: str, after: int, until: int) -> Iterator[Recorded]: ...

    def timeline(
        self, tournament_id: str, stored: Sequence[Recorded], language: str, label: Label, *, typed: bool
    ) -> list[TimelineEntry]: ...

    def history(self, tournament_id: str) -> History: ...

    def stored(self, tournament_id: str, seqs: Sequence[int]) -> list[Recorded]: ...

    def decoded(self, tournament_id: str, seqs: Sequence[int]) -> list[tuple[int, Event]]: ...

    def around(self, tournament_id: str, seqs: Sequence[int]) -> Iterator[tuple[State, State]]: ...


class QueryContext(msgspec.Struct, frozen=True):
    """One look at a tournament: the state at the moment asked for, and who asks, how far.

    Attributes:
        present: the state now, by which consent and names are judged.
        visibility: what may be seen now, and `scope` how far the right to this query goes.
    """

    tournament_id: str
    state: State
    present: State
    visibility: Visibility
    scope: Scope
    language: str
    directory: Directory
    desk: Shelves

    def names(self, numbers: Iterable[str]) -> Mapping[str, str]:
        """Names that may be shown beside the number, by entrant number."""
        place, reaches = self.visibility.place, self.visibility.reaches
        entrants = self._present(numbers)
        # The right is looked up once, not for each of 1,200.
        if not self.sees_all_names:
            entrants = [
                entrant
                for entrant in entrants
                if reaches("names", entrant.entrant_no)
                or (entrant.shown_in(place) and not tells_where(self.present, entrant))
            ]
        return self._names_of(entrants)

    def family_names(self, unit: FamilyUnit) -> Mapping[str, str]:
        """The names of a family unit that may be shown, by entrant number.

        The name of one would say who the other is: while it tells where either is, both wait.
        """
        both = self._present((unit.child, unit.parent))
        if not self._shows_as_family(unit) or (
            not self._is_of(unit) and any(tells_where(self.present, entrant) for entrant in both)
        ):
            both = [entrant for entrant in both if self.visibility.reaches("names", entrant.entrant_no)]
        return self._names_of(both)

    def shows_family(self, unit: FamilyUnit) -> bool:
        """Whether a family unit is shown: the public sees those alone in which both consent to it.

        Its members see it in any case.
        """
        return self._is_of(unit) or self._shows_as_family(unit)

    def _is_of(self, unit: FamilyUnit) -> bool:
        """Whether the reader is a member of the unit, or sees every name."""
        return any(self.visibility.reaches("names", number) for number in (unit.child, unit.parent))

    def _shows_as_family(self, unit: FamilyUnit) -> bool:
        if self.sees_all_names:
            return True
        known = self._present((unit.child, unit.parent))
        return len(known) == 2 and all(entrant.shown_in("family_award") for entrant in known)

    @property
    def sees_all_names(self) -> bool:
        """Whether names are shown whoever consented."""
        return self.visibility.scope("names") == "any"

    def _present(self, numbers: Iterable[str]) -> list[Entrant]:
        found = (self.present.entrants.get(number) for number in numbers)
        return [entrant for entrant in found if entrant is not None]

    def _names_of(self, entrants: Iterable[Entrant]) -> Mapping[str, str]:
        details = self.directory.details(self.tournament_id, entrants)
        return {number: shown_name(fields, self.language) for number, fields in details.items()}

    def hidden(self, *stages: str) -> Hidden:
        """What is said where the places of one of these stages are not seen; UNSET where all are."""
        for unseen in map(self.visibility.hides, stages):
            if unseen is not None:
                text = unseen.sentence.in_language(self.language)
                return PlacesHidden(unseen.until, unseen.awaits, text)
        return UNSET


def page_of(keys: list[str], params: PageParams) -> tuple[list[str], str | None]:
    """The page of a sorted list, and the key to go on after; None at its end."""
    limit = limit_of(params)
    start = keys.index(params.after) + 1 if params.after in keys else 0
    if params.after and not start:
        raise not_found("place-in-the-list", params.after)
    page = keys[start : start + limit]
    return page, page[-1] if start + limit < len(keys) else None


def limit_of(params: PageParams) -> int:
    """How many rows the page has at the most."""
    return max(1, min(params.limit, MOST))


def seq_after(params: PageParams) -> int:
    """The seq a page of the log begins after.

    Raises:
        Problem: not-found, if it is no seq.
    """
    text = params.after or "0"
    if not (text.isascii() and text.isdigit() and len(text) < 18):
        raise not_found("seq", text[:40])
    return int(text)


def seq_next(look: QueryContext, last: int) -> str | None:
    """The seq to go on after; None at the end of the log as of the moment looked at."""
    return str(last) if last < look.state.seq else None
