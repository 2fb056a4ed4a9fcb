"""A desk at which commands are previewed before they are given, and held to what was foreseen."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from random import Random

import msgspec
import sqlalchemy as sa

from services.desk.comparing import compare
from services.desk.desk import Desk
from services.desk.previewing import ForeseenNotice, Preview, preview
from services.notices.audiences import of_any_event
from services.tournament.docket.breaches import ReportBreach
from services.tournament.docket.disputes import RaiseDispute
from services.tournament.docket.effects import Disqualify
from services.tournament.docket.rulings import MakeRuling
from services.tournament.kernel.facts import Command
from services.tournament.people.amendments import CancelRegistration
from services.tournament.people.registration import RegisterEntrant
from services.tournament.state import State
from shared.codec import canonical
from shared.database import Database
from shared.eventlog.tables import command as command_table
from shared.problems import Problem
from shared.vault import Vault
from shared.vault.tables import subject_key
from tests.simulation.desk_door import ID, DeskDoor
from tests.simulation.mischief import Mischief
from tests.simulation.run import Run

PREVIEWED = (MakeRuling, RegisterEntrant, CancelRegistration)
"""Rulings, and what leads to notices."""


class Ruled(msgspec.Struct, frozen=True):
    """A ruling that came out as foreseen: what it was, and on what.

    Attributes:
        effects: the tags of its effects.
        refused: the code it was refused with, in the preview and when it was given.
        published: whether results were published before.
        cut_moved, places_moved: whether the cut or anyone's line differed after it.
    """

    effects: tuple[str, ...]
    supersedes: bool
    refused: str | None
    published: bool
    cut_moved: bool
    places_moved: bool


class ForeseeingDoor(DeskDoor):
    """Previews what it is given; `notices` counts those that were foreseen and written."""

    def __init__(self, database: Database, vault: Vault, seed: int) -> None:
        super().__init__(database, vault, seed)
        self.ruled: list[Ruled] = []
        self.notices = 0

    def submit(self, command: Command, role: str, moment: datetime) -> Problem | None:
        if not isinstance(command, PREVIEWED):
            return super().submit(command, role, moment)
        state = self.state
        foreseen, came = self._held_to_preview(command, role, moment)
        if isinstance(command, MakeRuling):
            self._note(command, state, foreseen)
        return came

    def _held_to_preview(
        self, command: Command, role: str, moment: datetime
    ) -> tuple[Preview | Problem, Problem | None]:
        desk, who, at = self.desk, self.sender(role), self.stated(moment)
        foreseen: Preview | Problem
        with leaving_no_trace(desk):
            try:
                foreseen = preview(desk, ID, command, who, occurred_at=at)
            except Problem as refused:
                foreseen = refused
        try:
            answer = desk.submit(ID, command, who, occurred_at=at)
        except Problem as refused:
            if not isinstance(foreseen, Problem) or _sentences(foreseen) != _sentences(refused):
                raise AssertionError(f"the preview did not see this refusal coming: {foreseen}") from refused
            return foreseen, refused
        assert not isinstance(foreseen, Problem), foreseen
        assert foreseen.events == tuple(event.type for event in answer.events)
        assert foreseen.remarks == answer.remarks
        written = tuple(
            ForeseenNotice(notice.kind, of_any_event(notice.audience), notice.template)
            for notice in desk.notices.read(ID, foreseen.seq)
        )
        assert foreseen.notices == written
        self.notices += len(written)
        if answer.events:
            assert foreseen.seq == answer.first_seq - 1
            outcome = compare(desk, ID, foreseen.seq, answer.last_seq).difference
            assert canonical(foreseen.difference) == canonical(outcome)
        return foreseen, None

    def _note(self, command: MakeRuling, state: State, foreseen: Preview | Problem) -> None:
        difference = None if isinstance(foreseen, Problem) else foreseen.difference
        self.ruled.append(
            Ruled(
                tuple(str(effect.__struct_config__.tag) for effect in command.effects),
                command.supersedes is not None,
                foreseen.code if isinstance(foreseen, Problem) else None,
                bool(state.publications),
                difference is not None and difference.cut is not None,
                difference is not None and bool(difference.stages),
            )
        )


@contextmanager
def leaving_no_trace(desk: Desk) -> Iterator[None]:
    """Head, commands, notices and keys of the vault are the same at the end of the block."""
    before = _traces(desk)
    yield
    assert _traces(desk) == before


def _traces(desk: Desk) -> object:
    database, keys = desk.log.database, desk.vault.database
    commands = database.fetch(database.prepare(sa.select(sa.func.count()).select_from(command_table)))
    return (
        desk.log.head(ID),
        commands[0][0],
        desk.notices.read(ID, 0, 100_000),
        keys.fetch(keys.prepare(sa.select(subject_key))),
    )


def _sentences(problem: Problem) -> tuple[str, str, str]:
    return problem.code, problem.text("en"), problem.text("zh")


def play_with_rulings(door: DeskDoor, dice: Random) -> None:
    """Play a tournament of its own, with rulings all along on cases of all kinds."""
    run = Run(door, dice, noise=0.25)
    run.found()
    for _ in range(1500):
        run.step()
        if door.state.sheets and dice.random() < 0.2:
            for command in _case_and_ruling(run.mischief, door.state):
                door.submit(command, "chief_referee", run.now)
        if run.over:
            return


def _case_and_ruling(mischief: Mischief, state: State) -> Iterator[Command]:
    """A ruling on whatever there is, one in place of an earlier one, or a case with a ruling on it."""
    way = mischief.dice.random()
    standing = sorted(ruling.ruling for ruling in state.rulings.values() if ruling.superseded_by is None)
    if way < 0.25:
        yield mischief.of(ReportBreach, state)
        yield mischief.of(MakeRuling, state)
    elif way < 0.5 and standing:
        earlier = mischief.dice.choice(standing)
        yield _ruling(mischief, state, state.rulings[earlier].dispute, earlier)
    else:
        sheet = mischief.dice.choice(sorted(state.sheets))
        game = mischief.dice.choice([None, 1, 2, 3])
        yield RaiseDispute(sheet=sheet, game=game, statement="seen from the desk")
        yield _ruling(mischief, state, f"D-{len(state.disputes) + 1:04d}", None, sheet)


def _ruling(
    mischief: Mischief, state: State, dispute: str, supersedes: str | None, sheet: str = ""
) -> MakeRuling:
    mischief.state = state
    effects = [mischief.effect(dispute) for _ in range(mischief.dice.choice([1, 1, 2]))]
    qualified = [
        entrant_no for entrant_no in state.cut_into("final").qualified if entrant_no in _seats(state, sheet)
    ]
    if qualified and mischief.chance(0.4):
        effects[0] = Disqualify(mischief.dice.choice(qualified))
    return MakeRuling(
        dispute=dispute,
        finding="seen",
        cites="HK rules 2.1",
        reason="by the book",
        effects=tuple(effects),
        supersedes=supersedes,
    )


def _seats(state: State, sheet: str) -> tuple[str, ...]:
    return state.sheets[sheet].seats if sheet in state.sheets else ()
