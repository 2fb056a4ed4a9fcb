"""Whose keys the logs need, and whether this vault can be the one that belongs to them."""

from collections.abc import Callable, Mapping
from itertools import islice

import msgspec

from services.desk.decoding import CATALOGUE
from services.tournament.kernel.facts import Command
from services.tournament.people.forgetting import ForgetPerson, cases_about
from services.tournament.state import State
from shared.eventlog import EventLog
from shared.problems import Problem, ProblemType
from shared.vault import Vault, subjects_in
from shared.vault.secret_check import SECRET_DOES_NOT_FIT

VAULT_DOES_NOT_MATCH_LOG = ProblemType("vault-does-not-match-log", 503)

States = Callable[[str], State]
_PAGE = 50
"""Events after which the vault is asked: mostly it has the keys that the first ones need."""


def subjects_needed(log: EventLog, tournament_id: str, state: State) -> Mapping[str, int]:
    """The subjects whose keys the events of a tournament need, with the first seq that needs each.

    Not among them are people who were forgotten, and the cases that were forgotten with them.
    """
    needed: dict[str, int] = {}
    for seq, personal in log.personal(tournament_id):
        for subject in subjects_in(personal) or ():
            needed.setdefault(subject, seq)
    if needed and state.forgotten:
        events = (event for _, event, *_ in log.replay(tournament_id, CATALOGUE))
        for subject in (*state.forgotten, *cases_about(state, events, state.forgotten)):
            needed.pop(subject, None)
    return needed


class Mismatch(msgspec.Struct, frozen=True):
    """A vault that has none of the keys that the logs need.

    Attributes:
        tournament: the first that needs keys.
        others: whether it has other keys; then it is the vault of another installation.
    """

    tournament: str
    others: bool

    def problem(self) -> Problem:
        """The refusal to write."""
        holds = "others" if self.others else "nothing"
        return VAULT_DOES_NOT_MATCH_LOG(tournament=self.tournament, holds=holds)


def unmatched(log: EventLog, vault: Vault, states: States) -> Mismatch | None:
    """That none of the keys that the logs need is in the vault; None if one is, or none is needed.

    The vault is asked after the log: keys are made before the event that needs them, so whoever sees the
    first event of another process sees its keys then.
    """
    tournaments = log.tournaments()
    if any(_holds_any(log, vault, tournament) for tournament in tournaments):
        return None
    for tournament in tournaments:
        if next(log.personal(tournament), None) is None:
            continue
        needed = subjects_needed(log, tournament, states(tournament))
        if needed and not vault.holds_any(needed):
            return Mismatch(tournament, vault.holds_keys())
    return None


def _holds_any(log: EventLog, vault: Vault, tournament_id: str) -> bool:
    sealed = log.personal(tournament_id)
    while page := [personal for _, personal in islice(sealed, _PAGE)]:
        if vault.holds_any({subject for personal in page for subject in subjects_in(personal) or ()}):
            return True
    return False


class VaultGuard:
    """Lets nothing be written while the vault at hand cannot be the one that belongs to the logs.

    Args:
        states: gives the present state of a tournament.
    """

    def __init__(self, log: EventLog, vault: Vault, states: States) -> None:
        self._log = log
        self._vault = vault
        self._states = states
        self._matched = b""

    def require_secret(self) -> bool:
        """Refuse another secret than the vault was made under.

        Returns:
            Whether the vault holds a key of anyone.

        Raises:
            Problem: secret-does-not-fit; of the vault of another installation vault-does-not-match-log.
        """
        try:
            return self._vault.secret_check.require()
        except Problem as refused:
            if refused.kind is SECRET_DOES_NOT_FIT:
                found = unmatched(self._log, self._vault, self._states)
                if found is not None and found.others:
                    raise found.problem() from None
            raise

    def require(self, command: Command | None = None) -> None:
        """Refuse another secret, another vault, and an empty one beside people, who may be forgotten there.

        Raises:
            Problem: secret-does-not-fit, vault-does-not-match-log.
        """
        holds_keys = self.require_secret()
        of_vault = self._vault.secret_check.of_vault
        if of_vault == self._matched if holds_keys else isinstance(command, ForgetPerson):
            return
        found = unmatched(self._log, self._vault, self._states)
        if found is not None:
            raise found.problem()
        if holds_keys:
            self._matched = of_vault
