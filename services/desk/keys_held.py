"""Whose keys the logs need, and whether this vault can be the one that belongs to them."""

from collections.abc import Callable, Mapping

from services.desk.decoding import CATALOGUE
from services.tournament.kernel.facts import Command
from services.tournament.people.forgetting import ForgetPerson, cases_about
from services.tournament.state import State
from shared.eventlog import EventLog
from shared.problems import ProblemType
from shared.vault import Vault, subjects_in

VAULT_DOES_NOT_MATCH_LOG = ProblemType("vault-does-not-match-log", 503)

States = Callable[[str], State]


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


def unmatched(log: EventLog, vault: Vault, states: States) -> str | None:
    """A tournament with people whose keys are gone, all at once; None if the vault is not empty.

    The vault is asked again after the log: keys are made before the event that needs them, so whoever sees
    the first event of another process sees its keys then.
    """
    if vault.holds_keys():
        return None
    found = next(
        (tournament for tournament in log.tournaments() if _needs_keys(log, tournament, states)), None
    )
    return None if found is None or vault.holds_keys() else found


def _needs_keys(log: EventLog, tournament_id: str, states: States) -> bool:
    if next(log.personal(tournament_id), None) is None:
        return False
    return bool(subjects_needed(log, tournament_id, states(tournament_id)))


class VaultGuard:
    """Lets nothing be written while the vault at hand cannot be the one that belongs to the logs.

    Args:
        states: gives the present state of a tournament.
    """

    def __init__(self, log: EventLog, vault: Vault, states: States) -> None:
        self._log = log
        self._vault = vault
        self._states = states

    def require(self, command: Command) -> None:
        """Refuse another secret, and an empty vault beside people; to forget them is allowed there.

        Raises:
            Problem: secret-does-not-fit, vault-does-not-match-log.
        """
        holds_keys = self._vault.secret_check.require()
        if holds_keys or isinstance(command, ForgetPerson):
            return
        tournament = unmatched(self._log, self._vault, self._states)
        if tournament is not None:
            raise VAULT_DOES_NOT_MATCH_LOG(tournament=tournament)
