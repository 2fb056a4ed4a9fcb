"""Tournaments of sessions by chance at a desk that is listened to: rulings, leavers, ties, new dates."""

from collections.abc import Iterator
from random import Random

from services.tournament.amendments import AmendDetails, CancelRegistration, MergeEntrants, MoveEntrant
from services.tournament.awards import MakeAwards, RevokeAwards
from services.tournament.conduct import (
    DisqualifyEntrant,
    GiveWarning,
    ReinstateEntrant,
    ReportBreach,
    WithdrawEntrant,
)
from services.tournament.conflicts import SubmitSheet
from services.tournament.disputes import RaiseDispute
from services.tournament.families import DeclareFamilyUnit
from services.tournament.finalists import WithdrawQualifier
from services.tournament.forgetting import ForgetPerson
from services.tournament.kernel import Command
from services.tournament.paper import ImportResults
from services.tournament.publication import PublishResults
from services.tournament.qualification import ConcludeQualification, DecideCutTie, UndoQualification
from services.tournament.results import CorrectGame, RecordGameResult
from services.tournament.rulings import MakeRuling
from services.tournament.seating import ExchangeSeats
from services.tournament.state import State
from services.tournament.suspension import SuspendDay, SuspendRemaining
from shared.database import Database
from shared.vault import Vault
from tests.golden.comparison.documents import Document
from tests.golden.comparison.recorder import Recorder
from tests.simulation.desk_door import ID, DeskDoor
from tests.simulation.mischief import Mischief
from tests.simulation.run import Run

STEPS = 900

BEFORE_PLAY: tuple[type[Command], ...] = (
    AmendDetails,
    CancelRegistration,
    MoveEntrant,
    MergeEntrants,
    SuspendDay,
)
IN_PLAY: tuple[type[Command], ...] = (
    RecordGameResult,
    RecordGameResult,
    CorrectGame,
    CorrectGame,
    SubmitSheet,
    ImportResults,
    GiveWarning,
    ReportBreach,
    WithdrawEntrant,
    WithdrawEntrant,
    DisqualifyEntrant,
    ReinstateEntrant,
    ExchangeSeats,
    SuspendRemaining,
)
AT_THE_CUT: tuple[type[Command], ...] = (
    ConcludeQualification,
    CorrectGame,
    UndoQualification,
    WithdrawQualifier,
    WithdrawQualifier,
    DisqualifyEntrant,
    ReinstateEntrant,
    ForgetPerson,
    PublishResults,
)


def in_sessions(seed: int, tied: bool, name: str, log: Database, vault: Vault) -> Document:
    """A small tournament in Hong Kong's format, on which an organizer and mischief take turns."""
    door = DeskDoor(log, vault, seed)
    with Recorder(door.desk, ID).listening() as recorder:
        play_sessions(door, seed, tied=tied)
    return recorder.document(name)


def play_sessions(door: DeskDoor, seed: int, *, tied: bool = False) -> None:
    """Play a tournament to its awards, or for so many steps.

    Args:
        tied: all tables play alike, so that many tie, and a tie at the cut is decided in every way.
    """
    dice = Random(f"sessions {seed}")
    run = Run(door, dice, noise=dice.choice([0.1, 0.2, 0.3]))
    run.found()
    run.organizer.entrants = dice.choice([16, 20, 26, 28])
    run.organizer.alike = run.organizer.alike or tied
    mischief = Mischief(dice, odd=0.02)
    for _ in range(STEPS):
        run.step()
        if tied and door.state.qualification.status == "held" and dice.random() < 0.7:
            door.submit(mischief.of(DecideCutTie, door.state), "chief_referee", run.now)
        for command in _interfering(mischief, door.state):
            door.submit(command, "chief_referee" if _by_chief(command) else "organizer", run.now)
        if run.over:
            break
    if door.state.awards is not None and dice.random() < 0.5:
        for command in (RevokeAwards(reason="a sheet was missing"), MakeAwards()):
            door.submit(command, "chief_referee", run.now)


def _by_chief(command: Command) -> bool:
    chief = RaiseDispute, MakeRuling, DisqualifyEntrant, CorrectGame, WithdrawEntrant, RecordGameResult
    return isinstance(command, chief)


def _interfering(mischief: Mischief, state: State) -> Iterator[Command]:
    """What else happens on this state, if anything."""
    chance = mischief.dice.random()
    if chance < 0.1 and not state.qualification.qualified:
        yield from _unit(mischief, state)
    elif chance < 0.15 and state.sheets:
        yield from _case_and_ruling(mischief, state)
    elif chance < 0.24 and state.sheets:
        yield mischief.of(mischief.dice.choice(IN_PLAY), state)
    elif chance < 0.17 and not state.sheets:
        yield mischief.of(mischief.dice.choice(BEFORE_PLAY), state)
    elif chance < 0.32 and state.qualification.status != "open":
        yield mischief.of(mischief.dice.choice(AT_THE_CUT), state)


def _unit(mischief: Mischief, state: State) -> Iterator[Command]:
    free = [own for own in state.entrants.values() if own.unit is None and own.status == "registered"]
    children = sorted(own.entrant_no for own in free if "child" in own.may_be)
    parents = sorted(own.entrant_no for own in free if "parent" in own.may_be)
    if children and parents:
        yield DeclareFamilyUnit(child=mischief.dice.choice(children), parent=mischief.dice.choice(parents))


def _case_and_ruling(mischief: Mischief, state: State) -> Iterator[Command]:
    """A case with a ruling on it, or a ruling in place of an earlier one."""
    standing = sorted(ruling.ruling for ruling in state.rulings.values() if ruling.superseded_by is None)
    if standing and mischief.dice.random() < 0.4:
        earlier = mischief.dice.choice(standing)
        yield _ruling(mischief, state, state.rulings[earlier].dispute, earlier)
        return
    played = sorted(sheet.sheet for sheet in state.sheets.values() if any(sheet.games))
    if played:
        sheet = mischief.dice.choice(played)
        game = mischief.dice.choice([None, 1, 2, 3])
        yield RaiseDispute(sheet=sheet, game=game, statement="seen from the desk")
        yield _ruling(mischief, state, f"D-{len(state.disputes) + 1:04d}", None)


def _ruling(mischief: Mischief, state: State, dispute: str, supersedes: str | None) -> MakeRuling:
    mischief.state = state
    return MakeRuling(
        dispute=dispute,
        finding="seen",
        cites="HK rules 2.1",
        reason="as seen",
        effects=tuple(mischief.effect(dispute) for _ in range(mischief.dice.choice([1, 1, 2]))),
        supersedes=supersedes,
    )
