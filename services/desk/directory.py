"""Names and other personal data, resolved at the moment of reading, through the vault.

What is shown is judged as of now: consent given or withdrawn later also holds for the past, and whoever was
forgotten has no name at any moment. What is damaged costs that person's name or that text, and nothing else.
"""

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

import msgspec

from services.tournament.kernel.facts import Event
from services.tournament.kernel.registry import event_types
from services.tournament.people.entrants import Entrant
from services.tournament.state import State
from shared.eventlog import Alone, EventLog
from shared.plain_text import words
from shared.vault import Opened, Unreadable, Vault

Lookup = Callable[[Sequence[Entrant]], Mapping[str, Mapping[str, str]]]
"""What is known of each of these entrants, by number."""
Values = Callable[[Mapping[str, str]], Iterable[str]]
"""The values by which somebody is found, of what is known of them."""


class PersonIndex(msgspec.Struct, frozen=True):
    """Entrants by their values, as they stand in one state; never changed, so that many may read it.

    Attributes:
        entrants: by number, who was looked at.
        values: by number, their values; without those who have none.
        numbers: by value, who has it.
    """

    entrants: dict[str, Entrant] = {}
    values: dict[str, tuple[str, ...]] = {}
    numbers: dict[str, frozenset[str]] = {}

    def of(self, entrants: Mapping[str, Entrant], values_of: Values, look_up: Lookup) -> "PersonIndex":
        """The same for the entrants of another state; only those who differ are looked up."""
        differing = [
            entrant for number, entrant in entrants.items() if self.entrants.get(number) is not entrant
        ]
        gone = [number for number in self.entrants if number not in entrants]
        if not differing and not gone:
            return self
        seen, values, numbers = dict(self.entrants), dict(self.values), dict(self.numbers)
        for number in (*gone, *(entrant.entrant_no for entrant in differing)):
            seen.pop(number, None)
            for before in values.pop(number, ()):
                numbers[before] -= {number}
        details = look_up(differing)
        for entrant in differing:
            number = entrant.entrant_no
            seen[number] = entrant
            found = tuple(dict.fromkeys(values_of(details[number])))
            if found:
                values[number] = found
            for value in found:
                numbers[value] = numbers.get(value, frozenset()) | {number}
        return PersonIndex(seen, values, numbers)


Details = Mapping[str, str]
NOBODY: Details = {}
UNREADABLE = {"en": "unreadable", "zh": "（無法讀取）"}
"""Stands for what is damaged."""
DAMAGED: Details = {"name_en": UNREADABLE["en"], "name_zh": UNREADABLE["zh"]}
"""What is known of a person, or stands in a case, where it cannot be read."""


class Directory:
    """Personal data of one database's tournaments, cached in memory for one vault epoch."""

    def __init__(self, log: EventLog, vault: Vault) -> None:
        self._log = log
        self._vault = vault
        self._guard = threading.Lock()
        self._epoch = -1
        self._texts: dict[tuple[str, int], Mapping[str, Details]] = {}
        self._person_index: dict[tuple[str, str], PersonIndex] = {}

    def details(self, tournament_id: str, entrants: Iterable[Entrant]) -> dict[str, Details]:
        """What is known of each entrant, by number; nothing for whoever was forgotten."""
        wanted = list(entrants)
        texts = self._load(tournament_id, [seq for entrant in wanted for seq in entrant.held])
        found: dict[str, Details] = {}
        for entrant in wanted:
            if len(entrant.details) == 1 and entrant.language_seq is None:
                # Given once and never amended, as for almost everyone: nothing to lay over it.
                found[entrant.entrant_no] = texts[entrant.details[0]].get(entrant.person, NOBODY)
            else:
                found[entrant.entrant_no] = _laid_over(entrant, texts)
        return found

    def by_value(
        self, tournament_id: str, entrants: Mapping[str, Entrant], called: str, values: Values
    ) -> PersonIndex:
        """All these entrants by values of what is known of them.

        Args:
            called: what the values are called, under which the answer is kept in memory.
        """
        self._of_this_epoch()
        kept = self._person_index
        found = kept.get((tournament_id, called), PersonIndex()).of(
            entrants, values, partial(self.details, tournament_id)
        )
        kept[tournament_id, called] = found
        return found

    def texts(self, tournament_id: str, seqs: Sequence[int]) -> Mapping[int, Mapping[str, Details]]:
        """The personal data of these events by subject, such as the reason given in a ruling."""
        return self._load(tournament_id, seqs)

    def _load(self, tournament_id: str, seqs: Sequence[int]) -> dict[int, Mapping[str, Details]]:
        known = self._of_this_epoch()
        missing = sorted({seq for seq in seqs if (tournament_id, seq) not in known})
        for start in range(0, len(missing), 2000):
            part = missing[start : start + 2000]
            stored = self._log.read_seqs(tournament_id, part)
            records = [event for event in stored if event.personal is not None]
            opened = self._vault.open_many([record.personal or b"" for record in records])
            texts: dict[int, Mapping[str, Details]] = {event.seq: {} for event in stored}
            for record, fields in zip(records, opened, strict=True):
                texts[record.seq] = _readable(tournament_id, record.seq, fields)
            known.update({(tournament_id, seq): text for seq, text in texts.items()})
        return {seq: known.get((tournament_id, seq), {}) for seq in seqs}

    def _of_this_epoch(self) -> dict[tuple[str, int], Mapping[str, Details]]:
        """The texts that are kept; all that is kept is let go once someone was forgotten."""
        epoch = self._vault.epoch()
        with self._guard:
            if epoch != self._epoch:
                self._texts, self._person_index, self._epoch = {}, {}, epoch
            return self._texts


def _laid_over(entrant: Entrant, texts: Mapping[int, Mapping[str, Details]]) -> Details:
    """What is known of an entrant: what was given first, with what was amended since laid over it."""
    merged: dict[str, str] = {}
    for seq in entrant.details:
        given = texts[seq].get(entrant.person, NOBODY)
        if given is DAMAGED:
            # It may have changed what was given before: a contact from then may be another's by now.
            merged.clear()
        merged.update(given)
    if entrant.language_seq is not None and merged:
        given = texts[entrant.language_seq].get(entrant.person, NOBODY)
        merged.update(given if given is not DAMAGED else NOBODY)
    return merged


class Persons:
    """What is known of the persons of a tournament as they stand in a state.

    Args:
        in_log: up to which seq the log is written; what is known of people is read from it.
    """

    def __init__(
        self, directory: Directory, tournament_id: str, state: State, in_log: int | None = None
    ) -> None:
        self._directory, self._tournament_id, self._state = directory, tournament_id, state
        self._in_log = state.seq if in_log is None else in_log

    def details(self, persons: Iterable[str]) -> dict[str, Details]:
        """What is known of these, by person; who is unknown or forgotten is left out.

        Raises:
            Alone: some of it is not in the log yet.
        """
        state = self._state
        numbers = {state.persons[person]: person for person in persons if person in state.persons}
        entrants = [state.entrants[number] for number in numbers]
        self._require_in_log(entrants)
        details = self._directory.details(self._tournament_id, entrants)
        return {numbers[number]: fields for number, fields in details.items() if fields}

    def with_value(self, field: str, value: str) -> list[str]:
        """The persons for whom `field` is known to be `value`, in no order; raises as `details`."""
        entrants = self._state.entrants
        self._require_in_log(entrants.values())
        values = partial(_value, field)
        known = self._directory.by_value(self._tournament_id, entrants, field, values).numbers
        return [entrants[number].person for number in known.get(words(value), ())]

    def _require_in_log(self, entrants: Iterable[Entrant]) -> None:
        if self._in_log < self._state.seq and any(
            seq > self._in_log for entrant in entrants for seq in entrant.held
        ):
            raise Alone


def _value(field: str, details: Details) -> Iterable[str]:
    """The value of a field as it is compared."""
    if (value := details.get(field)) is not None:
        yield words(value)


class _AllDamaged(dict[str, Details]):
    """What an event says of anyone, when not even its subjects can be read."""

    def get(self, subject: str, default: object = None) -> Details:
        return DAMAGED


def _readable(tournament_id: str, seq: int, opened: Opened) -> Mapping[str, Details]:
    """What an event says of whoever was not forgotten; what is damaged is counted and logged."""
    if isinstance(opened, Unreadable):
        _tell(tournament_id, seq, opened)
        return _AllDamaged()
    found: dict[str, Details] = {}
    for subject, fields in opened.items():
        if isinstance(fields, Unreadable):
            _tell(tournament_id, seq, fields)
            found[subject] = DAMAGED
        elif fields is not None:
            found[subject] = fields
    return found


def _tell(tournament_id: str, seq: int, damage: Unreadable) -> None:
    # Imported here: a command line call that has nothing to tell starts without logs and metrics.
    from services.desk import alarms

    alarms.unreadable(tournament_id, seq, damage)


def free_text(details: Details, kind: type[Event], language: str) -> Details:
    """The free text of an event's case as given; where that is damaged, a word for it in every field."""
    if details is not DAMAGED:
        return details
    return dict.fromkeys(event_types()[kind].text, UNREADABLE.get(language, UNREADABLE["en"]))


def shown_name(details: Details, language: str) -> str:
    """The name in the language asked for, else in the other; "" if there is none."""
    first, second = ("name_zh", "name_en") if language == "zh" else ("name_en", "name_zh")
    return details.get(first) or details.get(second) or details.get("name") or ""
