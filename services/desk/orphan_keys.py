"""Keys that no event names: what registrations leave behind that crash between the vault and the log.

They are let be until someone says so, wait thirty days, and are looked at once more before they go. Nothing
is done while the vault may be newer than the logs (`vault_log_heads`).
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta
from typing import Any

import msgspec

from services.desk.proving import refuse_touched
from services.desk.vault_log_heads import heads_of, refuse_behind
from shared.clock import Clock, to_micros
from shared.eventlog import EventLog
from shared.vault import Vault, subjects_in

HELD = timedelta(days=30)
_MICROSECOND = timedelta(microseconds=1)
_PAGE = 1000

Linked = Callable[[], Iterable[str]]
"""The subjects of those whose addresses are linked."""


class LeftOver(msgspec.Struct, frozen=True):
    """How many keys that nothing names wait since now, are needed after all, are gone, and wait in all."""

    moved: int
    released: int
    destroyed: int
    waiting: int


def orphans(log: EventLog, vault: Vault, linked: Linked) -> list[str]:
    """The subjects whose keys no event and no link names, sorted; of logs that are as they were written."""
    # The keys first: one made meanwhile is not among them, and its event may not be there yet.
    keys = set(vault.quarantine.subjects())
    keys -= set(linked())
    for tournament in log.tournaments():
        after = 0
        while keys and (page := log.read(tournament, after, _PAGE)):
            for event in page:
                keys.difference_update(_texts(msgspec.json.decode(event.data)))
                keys.difference_update(subjects_in(event.personal or b"{}") or ())
            after = page[-1].seq
    return sorted(keys)


def quarantine(
    log: EventLog, vault: Vault, linked: Linked, clock: Clock, *, complete: bool = False
) -> LeftOver:
    """Let keys that nothing names wait, and destroy those that have waited long enough.

    Args:
        complete: someone said that the logs here are the newest there are.

    Raises:
        Problem: vault-newer-than-log, log-touched, secret-does-not-fit.
    """
    vault.secret_check.require()
    if complete:
        vault.quarantine.know_only(heads_of(log))
    refuse_behind(log, vault)
    return _settle(log, vault, linked, clock, move=True)


def expire(log: EventLog, vault: Vault, linked: Linked, clock: Clock) -> LeftOver:
    """Destroy what has waited long enough and give back what is needed; nothing new is moved.

    Raises:
        Problem: vault-newer-than-log, log-touched, secret-does-not-fit.
    """
    if not vault.quarantine.waiting():
        return LeftOver(0, 0, 0, 0)
    vault.secret_check.require()
    refuse_behind(log, vault)
    return _settle(log, vault, linked, clock, move=False)


def _settle(log: EventLog, vault: Vault, linked: Linked, clock: Clock, *, move: bool) -> LeftOver:
    for tournament in log.tournaments():
        # What an event that was touched named nobody knows.
        refuse_touched(log.verify(tournament))
    now, left = to_micros(clock.now()), set(orphans(log, vault, linked))
    waiting = vault.quarantine.waiting()
    needed = waiting.keys() - left
    due = {key for key, since in waiting.items() if key in left and now - since >= HELD // _MICROSECOND}
    fresh = left - waiting.keys() if move else set[str]()
    vault.quarantine.release(needed)
    vault.quarantine.destroy(due)
    vault.quarantine.put(fresh, now)
    return LeftOver(len(fresh), len(needed), len(due), len(waiting) - len(needed) - len(due) + len(fresh))


def _texts(value: Any) -> Iterator[str]:
    """Every text in the data of an event, names of fields included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield name
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)
