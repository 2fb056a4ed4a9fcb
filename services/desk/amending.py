"""Changing a tournament's plan: reading the new one, and telling whom each change concerns."""

from collections.abc import Callable

import msgspec

from services.access.principal import Principal
from services.desk.desk import Desk
from services.rules.ruleset import Ruleset, load
from services.tournament.definition.amend_constraints import refusals
from services.tournament.definition.amending import AmendTournament, changes_to
from services.tournament.definition.difference import Change
from services.tournament.definition.faults import Fault
from services.tournament.definition.reading import FindRules, TournamentFile
from services.tournament.state import State
from shared.catalogue import Phrase
from shared.problems import Problem, ProblemType

FILE_OF_ANOTHER = ProblemType("file-of-another", 409)
Read = Callable[[FindRules], TournamentFile]
"""Reads a tournament file, given what finds the rules that it names."""


class PlanChange(msgspec.Struct, frozen=True):
    """One thing that the new plan says otherwise, and how many it concerns.

    Attributes:
        entrants: who is registered or waiting where it lies: in the session, in the stage, at all.
        officials: referees of the session's tables, else all who are appointed.
    """

    change: Change
    entrants: int
    officials: int


class Intended(msgspec.Struct, frozen=True):
    """What a new plan would change, and why that is not possible; nothing is written.

    Attributes:
        refused: the refusal of each change that something rests on.
    """

    command: AmendTournament
    changes: tuple[PlanChange, ...]
    refused: tuple[Problem, ...]


def intended(
    desk: Desk, tournament_id: str, principal: Principal, read: Read, find_rules: FindRules = load
) -> Intended:
    """What a tournament file would change.

    Rules that the tournament is played by already are those of its log, as long as a file names no others.

    Args:
        find_rules: finds all others.

    Raises:
        Problem: forbidden, tournament-unknown, or the first fault of the file.
    """
    desk.admit(tournament_id, principal, "amend-tournament")
    state = desk.state(tournament_id)
    command = _command(read(_known_first(state, find_rules)))
    rulesets = {ruleset.id: ruleset for ruleset in (command.ruleset, *command.stage_rules)}
    changes = changes_to(state, command.definition, rulesets)
    refused = tuple(refusals(state, command.definition, changes))
    return Intended(command, plan_changes(state, changes), refused)


def id_of_another(desk: Desk, tournament_id: str, named: str) -> Fault | None:
    """A remark on a file that names another id; a tournament founded under its own has such a file.

    Raises:
        Problem: file-of-another, where a tournament of that id is here, too.
    """
    if named in ("", tournament_id):
        return None
    if desk.log.head(named).seq:
        raise FILE_OF_ANOTHER(named=named, id=tournament_id)
    phrase = Phrase("part-id-of-another", {"named": named, "id": tournament_id})
    return Fault("id", str(phrase), phrase.in_language("zh"))


def plan_changes(state: State, changes: tuple[Change, ...]) -> tuple[PlanChange, ...]:
    """The changes to the plan of a state, each with how many it concerns."""
    return tuple(PlanChange(change, *_concerned(state, change)) for change in changes)


def changes_of(state: State, command: AmendTournament) -> tuple[PlanChange, ...]:
    """What a command would change in the plan of a state, each with how many it concerns."""
    rulesets = {ruleset.id: ruleset for ruleset in (command.ruleset, *command.stage_rules)}
    return plan_changes(state, changes_to(state, command.definition, rulesets))


def _known_first(state: State, find_rules: FindRules) -> FindRules:
    known = {state.rules.id: state.rules, **state.stage_rules}

    def found(named: str) -> Ruleset:
        return known[named] if named in known else find_rules(named)

    return found


def _command(read: TournamentFile) -> AmendTournament:
    definition = read.whole()
    others = tuple(read.rulesets[id] for id in definition.rulesets[1:])
    ruleset = read.rulesets[definition.ruleset]
    return AmendTournament(
        definition=definition, ruleset=ruleset, stage_rules=others, attachments=read.attachments
    )


def _concerned(state: State, change: Change) -> tuple[int, int]:
    """How many entrants and officials a change concerns."""
    active = [referee.referee for referee in state.referees.values() if referee.active]
    session = state.sessions.get(change.session or "")
    if session is not None:
        assigned = set(session.referees.values())
        return len(session.entrants) + len(session.waiting), len(assigned or active)
    if change.session is not None:
        return 0, len(active)
    there = [entrant for entrant in state.entrants.values() if entrant.status in ("registered", "waiting")]
    if change.stage is not None:
        there = [entrant for entrant in there if entrant.plays_in(change.stage)]
    return len(there), len(active)
