"""Names and other personal data, resolved at the moment of reading, through the vault.

What is shown is judged as of now: consent given or withdrawn later also holds for the past, and whoever was
forgotten has no name at any moment.
"""

import threading
from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from services.tournament.state import Entrant, State
from shared.eventlog import EventLog
from shared.vault import Vault

Details = Mapping[str, str]
NOBODY: Details = {}


class Directory:
    """Personal data of one database's tournaments, cached in memory for one vault epoch."""

    def __init__(self, log: EventLog, vault: Vault) -> None:
        self._log = log
        self._vault = vault
        self._guard = threading.Lock()
        self._epoch = -1
        self._texts: dict[tuple[str, int], Mapping[str, Details]] = {}

    def details(self, tournament_id: str, entrants: Iterable[Entrant]) -> dict[str, Details]:
        """What is known of each entrant, by number; nothing for whoever was forgotten."""
        wanted = list(entrants)
        texts = self._load(tournament_id, [seq for entrant in wanted for seq in entrant.details])
        found: dict[str, Details] = {}
        for entrant in wanted:
            merged: dict[str, str] = {}
            for seq in entrant.details:
                merged.update(texts[seq].get(entrant.person, NOBODY))
            found[entrant.entrant_no] = merged
        return found

    def birth_date(self, tournament_id: str, state: State, person: str) -> date | None:
        """The birth date of a person of this tournament, None if unknown or forgotten."""
        number = state.persons.get(person)
        if number is None:
            return None
        text = self.details(tournament_id, [state.entrants[number]])[number].get("birth_date")
        return date.fromisoformat(text) if text else None

    def texts(self, tournament_id: str, seqs: Sequence[int]) -> Mapping[int, Mapping[str, Details]]:
        """The personal data of these events by subject, such as the reason given in a ruling."""
        return self._load(tournament_id, seqs)

    def _load(self, tournament_id: str, seqs: Sequence[int]) -> dict[int, Mapping[str, Details]]:
        epoch = self._vault.epoch()
        with self._guard:
            if epoch != self._epoch:
                self._texts, self._epoch = {}, epoch
            known = self._texts
        missing = sorted({seq for seq in seqs if (tournament_id, seq) not in known})
        for start in range(0, len(missing), 2000):
            part = missing[start : start + 2000]
            records = [one for one in self._log.read_seqs(tournament_id, part) if one.personal is not None]
            opened = self._vault.open_many([one.personal or b"" for one in records])
            for seq in part:
                known[tournament_id, seq] = {}
            for one, fields in zip(records, opened, strict=True):
                known[tournament_id, one.seq] = {
                    subject: own for subject, own in fields.items() if own is not None
                }
        return {seq: known[tournament_id, seq] for seq in seqs}


def shown_name(details: Details, language: str) -> str:
    """The name in the language asked for, else in the other; "" if there is none."""
    first, second = ("name_zh", "name_en") if language == "zh" else ("name_en", "name_zh")
    return details.get(first) or details.get(second) or details.get("name") or ""
