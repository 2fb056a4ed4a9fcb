"""A log as version 1 of its events wrote it: ages, languages and family names stand in clear in its bytes."""

from collections.abc import Mapping, Sequence
from typing import Any

from shared.clock import to_micros
from shared.codec import canonical
from shared.eventlog import Batch, EventLog, Head, Pending, Recorded
from shared.vault import Vault

LABEL = "Clan of Wong"
"""The family name that version 1 wrote in clear."""

AGES = (17, 43, 61, 62, 44)
S1, S2 = "2026-03-28/1", "2026-03-28/2"
_BIRTHS = ("2009-01-02", "1982-05-17", "1964-08-30", "1981-11-11")


def write_version_1(
    log: EventLog, vault: Vault, tournament: str, first: str = S1, second: str | None = S2
) -> None:
    """Append four registrations with what followed: units called after a family, an amendment, a move.

    Args:
        first, second: the sessions that people are registered for and someone moves to.
    """
    persons = [f"person-{place:020x}" for place in range(1, 5)]
    cases = [f"case-{place:020x}" for place in range(1, 3)]
    vault.create([*persons, *cases])
    now = to_micros(log.clock.now())

    def of(seq: int) -> list[Pending]:
        events: list[Pending] = []

        def add(
            type_: str,
            data: Mapping[str, Any],
            personal: Mapping[str, Mapping[str, str]] | None = None,
            cause: int | None = None,
        ) -> int:
            sealed = vault.seal_all(personal) if personal else None
            events.append(Pending(type_, 1, canonical(data), sealed, cause, now))
            return seq + len(events)

        def register(place: int, family: str | None, role: str | None) -> int:
            number = f"{place:04d}"
            data = {
                "entrant_no": number,
                "person": persons[place - 1],
                "session": first,
                "age": AGES[place - 1] if place < 4 else AGES[4],
                "language": "en" if place == 2 else "zh",
                "consent": False,
                "family": family,
                "family_role": role,
                "team": None,
            }
            details = {"name_en": f"Entrant {number}", "birth_date": _BIRTHS[place - 1]}
            at = add("entrant-registered", data, {persons[place - 1]: details})
            add(
                "place-confirmed", {"entrant": number, "session": first, "from_waiting_list": False}, None, at
            )
            return at

        register(1, LABEL, "child")
        at = register(2, LABEL, "parent")
        unit = {"unit": LABEL, "child": "0001", "parent": "0002", "child_age": 17, "parent_age": 43}
        add("family-unit-declared", unit, None, at)
        register(3, None, None)
        register(4, LABEL, None)
        add("language-chosen", {"entrant": "0001", "language": "en"})
        amended = {"entrant": "0003", "fields": ["birth_date"], "age": AGES[3]}
        add("details-amended", amended, {persons[2]: {"birth_date": "1963-08-30"}})
        if second is not None:
            way = {"from_session": first, "to_session": second}
            moved = {"entrant": "0003", **way, "case": cases[0], "age": AGES[3]}
            add("entrant-moved", moved, {cases[0]: {"reason": "works then"}})
        add("family-unit-dissolved", {"unit": LABEL, "case": cases[1]}, {cases[1]: {"reason": "an aunt"}})
        # Another pair under the same name.
        again = {"unit": LABEL, "child": "0001", "parent": "0004", "child_age": 17, "parent_age": 44}
        add("family-unit-declared", again)
        return events

    def build(head: Head, tail: Sequence[Recorded] | None) -> Batch:
        return Batch(of(head.seq), "organizer:test", "c-of-version-1", b"of version 1")

    log.transact(tournament, log.head(tournament), build)
