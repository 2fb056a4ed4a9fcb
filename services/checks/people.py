"""Whether the vault has the keys that the logs need, and whether everything sealed opens."""

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import islice

from services.checks.check import Check, Installation
from services.delivery.links import linked_subjects
from services.desk.keys_held import subjects_needed, unmatched
from services.desk.known_heads import behind
from services.desk.left_over import orphans
from services.tournament.state import State
from shared.eventlog import EventLog
from shared.vault import Unreadable, Vault

LISTED = 10
_PAGE = 500
_WAY_OUT = "tileledger restore-vault FILE, with a dump in which they are sound"
_WHY = {
    "key": "the key is damaged, or was made with another secret",
    "record": "what was sealed is damaged",
    "missing": "the key is missing, though nobody was forgotten",
}


def vault_matches_log(installation: Installation) -> Iterator[Check]:
    """Whether an empty vault stands beside people who were never forgotten."""
    finding, vault = partial(Check, name="vault matches log"), installation.vault()
    if vault is None:
        return
    tournament = unmatched(installation.log(), vault, installation.state)
    if tournament is None:
        yield finding(state="ok", detail="it has keys, or none are needed")
        return
    yield finding(
        state="failed",
        detail=f"it holds no key, though {tournament} has people who were never forgotten",
        way_out="bring its file back, or tileledger restore-vault FILE; until then nothing is written",
    )


def personal_data(installation: Installation) -> Iterator[Check]:
    """Whose names and texts cannot be read, in each tournament."""
    vault, log = installation.vault(), installation.log()
    if vault is None:
        return
    for tournament in log.tournaments():
        finding, state = partial(Check, name="personal data", of=tournament), installation.state(tournament)
        damaged = damages(log, vault, tournament, state)
        if not damaged:
            yield finding(state="ok", detail="everything opens")
            continue
        named = [f"{_named(state, subject)} ({_WHY[damage.why]})" for subject, damage in damaged.items()]
        more = f"; and {len(named) - LISTED} more" if len(named) > LISTED else ""
        detail = f"{len(named)} unreadable: {'; '.join(named[:LISTED])}{more}"
        # Under another secret no key opens, and no dump is needed: those keys are as sound as ever.
        way_out = _WAY_OUT if vault.secret_check.fits() else "set the secret that the vault was made under"
        yield finding(state="failed", detail=detail, way_out=way_out)


def left_over_keys(installation: Installation) -> Iterator[Check]:
    """Keys that no event names, as crashed registrations leave them, and those that wait in quarantine."""
    finding, vault, log = partial(Check, name="left-over keys"), installation.vault(), installation.log()
    if vault is None:
        return
    waiting = vault.quarantine.waiting()
    left = [
        orphan
        for orphan in orphans(log, vault, lambda: linked_subjects(log.database))
        if orphan not in waiting
    ]
    quarantined = f"{len(waiting)} wait in quarantine" if waiting else ""
    if not left:
        yield finding(state="ok", detail=quarantined or "none")
        return
    more = f" and {len(left) - LISTED} more" if len(left) > LISTED else ""
    detail = f"no event names {', '.join(left[:LISTED])}{more}"
    head = behind(log, vault)
    if head is None:
        way_out = "tileledger vault quarantine puts them aside, and destroys them after 30 days"
    else:
        way_out = f"let them be: the log of {head.ledger} may be older than the vault"
    yield finding(state="warning", detail=f"{detail}; {quarantined}".removesuffix("; "), way_out=way_out)


def damages(log: EventLog, vault: Vault, tournament_id: str, state: State) -> Mapping[str, Unreadable]:
    """What is damaged of what the log needs, by subject; by event where its subjects cannot be read."""
    needed = subjects_needed(log, tournament_id, state)
    found: dict[str, Unreadable] = {}
    records = log.personal(tournament_id)
    while page := list(islice(records, _PAGE)):
        opened = vault.open_many([personal for _, personal in page])
        for (seq, _), fields in zip(page, opened, strict=True):
            if isinstance(fields, Unreadable):
                found[f"seq {seq}"] = fields
                continue
            for subject, field in fields.items():
                if subject in needed and isinstance(field, Unreadable):
                    found.setdefault(subject, field)
    return found


def _named(state: State, subject: str) -> str:
    number = state.persons.get(subject)
    if number is not None:
        return f"{subject}, entrant {number}"
    referees = (other.referee for other in state.referees.values() if other.person == subject)
    referee = next(referees, None)
    return subject if referee is None else f"{subject}, referee {referee}"
