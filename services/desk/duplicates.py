"""Who may be registered twice: the same name and birth date, or the same contact. It refuses nothing.

Where a birth date is not known, the same name alone is remarked, and not listed.

Names and contacts are compared as the vault opens them at the moment of asking, in memory alone; who was
forgotten is like nobody. Members of one family have one address as a matter of course.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

import msgspec

from services.access.rights import right
from services.desk.directory import Details, Directory
from services.desk.params import NoParams
from services.desk.query_context import QueryContext
from services.desk.views import UNSET, Name
from services.rules.game import Note, remark
from services.tournament.kernel.facts import Entry, Event
from services.tournament.people.amendments import DetailsAmended
from services.tournament.people.entrants import Entrant
from services.tournament.people.registration import EntrantRegistered
from services.tournament.state import State
from shared.catalogue import Listed, Word
from shared.finding import sought
from shared.telephones import same_telephone

Alike = Literal["name_and_birth_date", "email", "phone"]
Same = Alike | Literal["name"]
_NAMED = 6
"""So many numbers are named in a remark; a list has all."""


class Twin(msgspec.Struct, frozen=True):
    """An entrant who is like another."""

    entrant_no: str
    name: Name = UNSET


class DuplicateView(msgspec.Struct, frozen=True):
    """Entrants who may be one person, by number, and what they have the same."""

    entrants: tuple[Twin, ...]
    same: tuple[Alike, ...]


class DuplicatesAnswer(msgspec.Struct, frozen=True):
    """Who may be registered twice, likelier ones first; `merge-entrants` makes one of two."""

    seq: int
    rows: tuple[DuplicateView, ...]


def duplicates(look: QueryContext, params: NoParams) -> DuplicatesAnswer:
    """List who may be registered twice now."""
    groups = _Groups(look.directory, look.tournament_id, look.state)
    found = [*groups.among(groups.known.numbers)]
    names = look.names(number for numbers, _ in found for number in numbers)
    rows = [
        DuplicateView(tuple(Twin(number, names.get(number) or UNSET) for number in numbers), alike)
        for numbers, same in found
        if (alike := tuple(kind for kind in same if kind != "name"))
    ]
    return DuplicatesAnswer(look.state.seq, tuple(rows))


class AlikeGroup(NamedTuple):
    """Entrants who may be one person: the code of the remark, who, and what they have the same."""

    code: str
    numbers: Sequence[str]
    same: Sequence[Word]


def duplicate_notes(
    directory: Directory, tournament_id: str, role: str, state: State, events: Iterable[Event]
) -> list[Note]:
    """Remarks on whom these events are about, where somebody else may be the same; for officials alone.

    Args:
        state: the one after the events.
    """
    concerned = _concerned(role, events)
    if not concerned:
        return []
    return [_note(each) for each in _alike(_Groups(directory, tournament_id, state), concerned)]


def foreseen_notes(
    directory: Directory, tournament_id: str, role: str, before: State, after: State, entries: Iterable[Entry]
) -> list[Note]:
    """The same remarks on a decision whose personal data are in no log yet."""
    return [_note(each) for each in foreseen_alike(directory, tournament_id, role, before, after, entries)]


def foreseen_alike(
    directory: Directory, tournament_id: str, role: str, before: State, after: State, entries: Iterable[Entry]
) -> list[AlikeGroup]:
    """Who would be alike after a decision whose personal data are in no log yet; for officials alone."""
    written = [*entries]
    concerned = _concerned(role, [entry.event for entry in written])
    if not concerned:
        return []
    given: dict[str, dict[str, str]] = {}
    for entry in written:
        for person, fields in entry.personal.items():
            given.setdefault(person, {}).update(fields)
    return [*_alike(_Groups(directory, tournament_id, after, before, given), concerned)]


def _concerned(role: str, events: Iterable[Event]) -> list[str]:
    """The entrants whose details these events gave, for a role that may read everybody's."""
    if right(role, "contacts") != "any":
        return []
    return [
        event.entrant_no if isinstance(event, EntrantRegistered) else event.entrant
        for event in events
        if isinstance(event, EntrantRegistered | DetailsAmended)
    ]


def _alike(groups: "_Groups", concerned: Iterable[str]) -> Iterator[AlikeGroup]:
    for numbers, same in groups.among(groups.values_of(concerned)):
        likely = "name_and_birth_date" in same
        code = "likely-duplicate" if likely else "same-name" if same == ("name",) else "same-contact"
        yield AlikeGroup(code, numbers, [Word("alike", each) for each in same])


def _note(alike: AlikeGroup) -> Note:
    shown = [*alike.numbers[:_NAMED], *(["…"] if len(alike.numbers) > _NAMED else [])]
    return remark(alike.code, entrants=Listed(shown), same=alike.same)


class _Groups:
    """Entrants by what makes them alike.

    Args:
        state: in which they stand.
        before: up to which the log has their details; `state` if None.
        given: by person, details that are in no log yet.
    """

    def __init__(
        self,
        directory: Directory,
        tournament_id: str,
        state: State,
        before: State | None = None,
        given: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        self._directory, self._tournament_id, self._state = directory, tournament_id, state
        self._before = before or state
        kept = directory.by_value(tournament_id, self._before.entrants, "alike", _values)
        self._given = {
            number: {**self._logged(number), **fields}
            for person, fields in (given or {}).items()
            if (number := state.persons.get(person)) is not None
        }
        self.known = kept.of(
            {number: state.entrants[number] for number in {**kept.entrants, **self._given}},
            _values,
            lambda entrants: {each.entrant_no: self._details(each) for each in entrants},
        )

    def values_of(self, numbers: Iterable[str]) -> list[str]:
        """The values of these entrants, each once."""
        return [*dict.fromkeys(value for number in numbers for value in self.known.values.get(number, ()))]

    def among(self, values: Iterable[str]) -> Iterator[tuple[tuple[str, ...], tuple[Same, ...]]]:
        """Groups of entrants who share one of these values, with all that they share; likelier ones first."""
        found: dict[tuple[str, ...], list[Same]] = {}
        for value in values:
            numbers = tuple(sorted(filter(self._stands, self.known.numbers.get(value, ()))))
            kind: Same = _KINDS[value.partition(" ")[0]]
            if len(numbers) > 1 and self._counts(kind, numbers):
                found.setdefault(numbers, []).append(kind)
        # Three who share a name in any order are said once, not again as the two who write it alike.
        found = {each: kinds for each, kinds in found.items() if not _is_in_another(each, kinds, found)}
        likely = sorted(found.items(), key=lambda group: ("name_and_birth_date" not in group[1], group[0]))
        for numbers, kinds in likely:
            yield numbers, tuple(dict.fromkeys(kinds))

    def _counts(self, kind: Same, numbers: tuple[str, ...]) -> bool:
        """Whether it says something that these have it the same."""
        if kind == "name":
            return not all(self._details(self._state.entrants[each]).get("birth_date") for each in numbers)
        return kind == "name_and_birth_date" or not self._is_family(numbers)

    def _stands(self, number: str) -> bool:
        entrant = self._state.entrants[number]
        return entrant.status in ("registered", "waiting") and entrant.person not in self._state.forgotten

    def _is_family(self, numbers: tuple[str, ...]) -> bool:
        """Whether these are declared members of one family: of one unit, or registered under one name."""
        entrants = [self._state.entrants[number] for number in numbers]
        units = {entrant.unit for entrant in entrants}
        if len(units) == 1 and None not in units:
            return True
        families = {"".join(sought(self._details(entrant).get("family", ""))) for entrant in entrants}
        return len(families) == 1 and "" not in families

    def _details(self, entrant: Entrant) -> Details:
        given = self._given.get(entrant.entrant_no)
        return self._logged(entrant.entrant_no) if given is None else given

    def _logged(self, number: str) -> Details:
        entrant = self._before.entrants.get(number)
        return {} if entrant is None else self._directory.details(self._tournament_id, [entrant])[number]


def _is_in_another(
    numbers: tuple[str, ...], kinds: Sequence[Same], found: Mapping[tuple[str, ...], Sequence[Same]]
) -> bool:
    """Whether a larger group says all that this one says."""
    return any({*numbers} < {*other} and {*kinds} <= {*found[other]} for other in found)


_BETWEEN = re.compile(r"[^\w\s]")
_KINDS: Mapping[str, Same] = {
    "name": "name_and_birth_date",
    "called": "name",
    "email": "email",
    "phone": "phone",
}


def _values(details: Details) -> Iterator[str]:
    """What somebody is alike in: names in any order, also with the birth date, and contacts."""
    born = details.get("birth_date")
    for field in ("name_en", "name_zh"):
        parts = sought(_BETWEEN.sub(" ", details.get(field, "")))
        for ordered in (parts, sorted(parts)) if parts else ():
            name = "".join(ordered)
            yield from (f"name {born} {name}", f"called {name}") if born else (f"called {name}",)
    if details.get("email"):
        yield f"email {details['email'].casefold()}"
    if number := same_telephone(details.get("phone", "")):
        yield f"phone {number}"
