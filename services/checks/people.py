"""Whether the vault has the keys that the logs need, and whether everything sealed opens."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import islice

from services.checks.check import CHAINS, Check, Installation, NotHere, some_of
from services.checks.databases import lost_database
from services.checks.keys_needed import lost
from services.delivery.links import linked_subjects
from services.desk.orphan_keys import HELD, orphans
from services.desk.vault_guard import subjects_needed, unmatched
from services.desk.vault_log_heads import behind
from services.tournament.state import State
from shared.catalogue import Listed, Phrase
from shared.eventlog import EventLog
from shared.vault import Unreadable, Vault

LISTED = 10
_PAGE = 500


def vault_matches_log(installation: Installation) -> Iterator[Check]:
    """Whether a vault without their keys stands beside people never forgotten, or keys beside no log."""
    name = "vault matches log"
    for chain in CHAINS:
        try:
            installation.migrated(chain)
        except NotHere as missing:
            if lost(installation, chain):
                yield lost_database(chain, name, missing.why)
            return
    finding, vault = partial(Check, name=name), installation.vault()
    if vault is None:
        return
    if (
        not installation.log().tournaments()
        and set(vault.quarantine.subjects()) - vault.quarantine.waiting().keys()
    ):
        yield finding(
            state="failed", detail=Phrase("check-keys-without-log"), way_out=Phrase("check-way-log-back")
        )
        return
    found = unmatched(installation.log(), vault, installation.state)
    if found is None:
        yield finding(state="ok", detail=Phrase("check-vault-matches"))
        return
    key = "check-vault-of-another" if found.others else "check-vault-without-keys"
    yield finding(
        state="failed",
        detail=Phrase(key, {"tournament": found.tournament}),
        way_out=Phrase("check-way-own-vault-back" if found.others else "check-way-vault-back"),
    )


def personal_data(installation: Installation) -> Iterator[Check]:
    """Whose names and texts cannot be read, in each tournament."""
    vault, log = installation.vault(), installation.log()
    if vault is None:
        return
    for tournament in log.tournaments():
        finding = partial(Check, name="personal data", of=tournament)
        damaged = damages(log, vault, tournament, partial(installation.state, tournament))
        if not damaged:
            yield finding(state="ok", detail=Phrase("check-everything-opens"))
            continue
        state = installation.state(tournament)
        named = [
            Phrase("check-unreadable-of", {"whose": _named(state, subject), "why": damage.why})
            for subject, damage in damaged.items()
        ]
        detail = Phrase("check-unreadable", {"count": len(named), "named": some_of(named, LISTED)})
        yield finding(state="failed", detail=detail, way_out=Phrase(_way_to_read(installation, vault)))


def _way_to_read(installation: Installation, vault: Vault) -> str:
    found = unmatched(installation.log(), vault, installation.state)
    if found is not None and found.others:
        return "check-way-own-vault-back"
    # Under another secret no key opens, and no dump is needed: those keys are as sound as ever.
    return "check-way-restore-vault" if vault.secret_check.fits() else "check-way-set-the-vaults-secret"


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
    quarantined = [Phrase("check-quarantined", {"count": len(waiting)})] if waiting else []
    if not left:
        yield finding(state="ok", detail=quarantined[0] if quarantined else Phrase("check-no-left-over-keys"))
        return
    detail = Phrase("check-left-over-keys", {"keys": some_of(left, LISTED, "list-between")})
    head = behind(log, vault)
    if head is None:
        way_out = Phrase("check-way-quarantine", {"days": HELD.days})
    else:
        way_out = Phrase("check-way-let-keys-be", {"tournament": head.ledger})
    parts = Listed([detail, *quarantined], "list-between-sentences")
    yield finding(state="warning", detail=parts, way_out=way_out)


def damages(
    log: EventLog, vault: Vault, tournament_id: str, state: Callable[[], State]
) -> Mapping[str, Unreadable]:
    """What is damaged of what the log needs, by subject; by event where its subjects cannot be read.

    Args:
        state: that of the tournament; asked for only where something does not open.
    """
    found: dict[str, Unreadable] = {}
    of_subjects: dict[str, Unreadable] = {}
    records = log.personal(tournament_id)
    while page := list(islice(records, _PAGE)):
        opened = vault.open_many([personal for _, personal in page])
        for (seq, _), fields in zip(page, opened, strict=True):
            if isinstance(fields, Unreadable):
                found[f"seq {seq}"] = fields
                continue
            for subject, field in fields.items():
                if isinstance(field, Unreadable):
                    of_subjects.setdefault(subject, field)
    if of_subjects:
        needed = subjects_needed(log, tournament_id, state())
        found |= {subject: field for subject, field in of_subjects.items() if subject in needed}
    return found


def _named(state: State, subject: str) -> str | Phrase:
    number = state.persons.get(subject)
    if number is not None:
        return Phrase("check-key-of-entrant", {"subject": subject, "entrant": number})
    referees = (other.referee for other in state.referees.values() if other.person == subject)
    referee = next(referees, None)
    return (
        subject
        if referee is None
        else Phrase("check-key-of-referee", {"subject": subject, "referee": referee})
    )
