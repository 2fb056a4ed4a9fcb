"""Asking changes nothing: no row of the log's database and no key of the vault differs after any question."""

import hashlib
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from random import Random

import pytest

from infra.migrations import migrate_vault
from services.access.principal import Principal
from services.access.rights import ROLES, right
from services.access.visibility import OFFICES_GIVEN, holders
from services.desk.comparing import compare
from services.desk.cross_table import CrossParams
from services.desk.desk import Desk
from services.desk.explaining import explain
from services.desk.history.case_file import CaseFileParams
from services.desk.history.changes import HistoryParams
from services.desk.history.curves import CurvesParams
from services.desk.history.marks import MarksParams
from services.desk.params import (
    DiffParams,
    EntrantParams,
    ExplainParams,
    NoParams,
    PageParams,
    Params,
    PublicationParams,
    SheetParams,
    StageParams,
    StandingsParams,
    TimelineParams,
)
from services.desk.previewing import preview
from services.desk.programme import AudienceParams
from services.desk.queries import QUERIES
from services.tournament.state import State
from shared.database import Database
from shared.eventlog.transfer import export
from shared.problems import Problem
from shared.vault import Vault
from tests.profiles import examples
from tests.sampling import mostly_wide
from tests.simulation.copies import cold_desk
from tests.simulation.desk_door import ID, DeskDoor
from tests.simulation.foresight import play_with_rulings
from tests.simulation.mischief import KINDS, Mischief

MOMENTS = examples(3, in_all=12)

DRAWN: Mapping[type[Params], Callable[[Random, State], Params]] = {
    NoParams: lambda dice, state: NoParams(),
    PageParams: lambda dice, state: PageParams(limit=dice.choice([1, 7, 1000])),
    StageParams: lambda dice, state: StageParams(stage=dice.choice(["preliminary", "final"])),
    StandingsParams: lambda dice, state: StandingsParams(stage=dice.choice(["preliminary", "final"])),
    CrossParams: lambda dice, state: CrossParams(
        stage=dice.choice(["preliminary", "final"]), entrant=dice.choice([None, min(state.entrants)])
    ),
    EntrantParams: lambda dice, state: EntrantParams(entrant=dice.choice(sorted(state.entrants))),
    ExplainParams: lambda dice, state: ExplainParams(
        entrant=dice.choice(sorted(state.entrants)), stage=dice.choice([None, "preliminary", "final"])
    ),
    DiffParams: lambda dice, state: DiffParams(
        before=str(dice.randint(1, state.seq)), after=str(dice.randint(1, state.seq))
    ),
    SheetParams: lambda dice, state: SheetParams(sheet=dice.choice([None, *sorted(state.sheets)])),
    AudienceParams: lambda dice, state: AudienceParams(
        audience=dice.choice(["everyone", "waiting", "referees", f"session:{min(state.sessions)}", "round:x"])
    ),
    TimelineParams: lambda dice, state: TimelineParams(
        kind=dice.choice([None, "ruling", "game-result-recorded"]),
        entrant=dice.choice([None, min(state.entrants)]),
        limit=5,
    ),
    CurvesParams: lambda dice, state: CurvesParams(entrants=",".join(dice.sample(sorted(state.entrants), 3))),
    CaseFileParams: lambda dice, state: CaseFileParams(
        entrant=dice.choice(sorted(state.entrants)), before=dice.choice([None, "3"])
    ),
    HistoryParams: lambda dice, state: HistoryParams(of="entrant", id=dice.choice(sorted(state.entrants))),
    MarksParams: lambda dice, state: MarksParams(kind=dice.choice([None, "ruling"])),
    PublicationParams: lambda dice, state: PublicationParams(version=dice.choice([None, 1])),
}
"""Parameters by chance. A query with parameters of another type says here how they are drawn."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("asking")


@pytest.fixture(scope="module")
def played(folder: Path, _sqlite_template: Path) -> Iterator[DeskDoor]:
    """A tournament by chance, played to its awards."""
    path = folder / "log.db"
    path.write_bytes(_sqlite_template.read_bytes())
    database, vault = Database(f"sqlite:///{path}"), _vault(folder)
    door = DeskDoor(database, vault, seed=5)
    play_with_rulings(door, Random(5))
    assert door.desk.notices.read(ID)
    assert door.state.rulings
    assert door.state.publications
    yield door
    database.close()
    vault.database.close()


def _vault(folder: Path) -> Vault:
    vault = Vault(f"sqlite:///{folder / 'vault.db'}", b"a secret for simulations only")
    migrate_vault(vault.database)
    return vault


@contextmanager
def changing_nothing(folder: Path) -> Iterator[None]:
    """Every row of both databases is the same at the end of the block."""
    before = _content(folder)
    yield
    assert _content(folder) == before


def _content(folder: Path) -> dict[str, str]:
    return {name: _rows(folder / name, _bytes_of(folder / name)) for name in ("log.db", "vault.db")}


@cache
def _rows(file: Path, stored: str) -> str:
    """A digest of all that is in a database; where the bytes stored are the same, so is that."""
    with closing(sqlite3.connect(file)) as connection:
        lines = "\n".join(connection.iterdump())
    assert "INSERT INTO" in lines
    return hashlib.sha256(lines.encode()).hexdigest()


def _bytes_of(file: Path) -> str:
    """A digest of the file, and of its write-ahead log if it has one."""
    log = file.with_name(f"{file.name}-wal")
    return hashlib.sha256(file.read_bytes() + (log.read_bytes() if log.exists() else b"")).hexdigest()


def desks(played: DeskDoor) -> tuple[Desk, Desk]:
    """The desk that played it, and one that knows nothing yet."""
    return played.desk, cold_desk(played.desk.log.database, played.desk.vault)


@pytest.mark.parametrize("query", mostly_wide(sorted(QUERIES), sorted(QUERIES)[::4]))
def test_no_query_changes_anything_whoever_asks_and_of_whatever_moment(
    played: DeskDoor, folder: Path, query: str
) -> None:
    dice, state, kind = Random(query), played.state, QUERIES[query]
    moments = [None, *(dice.randint(1, state.seq) for _ in range(MOMENTS))] if kind.of_log else [None]
    answered = 0
    refused: set[str] = set()
    with changing_nothing(folder):
        for desk in desks(played):
            for role in ROLES:
                held = holders(state, role) if role in OFFICES_GIVEN else ["x"]
                who = Principal("t", role, dice.choice(held), ID)
                for as_of in moments:
                    params = DRAWN[kind.params](dice, state)
                    try:
                        desk.ask(ID, query, params, who, as_of=as_of, language=dice.choice(["en", "zh"]))
                        answered += 1
                    except Problem as problem:
                        refused.add(problem.code)
    assert refused <= {"forbidden", "not-found"}
    allowed = sum(right(role, query) is not None for role in ROLES)
    assert answered >= allowed, "the question was answered at all"


def test_no_explanation_changes_anything(played: DeskDoor, folder: Path) -> None:
    with changing_nothing(folder):
        for desk in desks(played):
            for number in played.state.entrants:
                assert explain(desk.state(ID), number, None, "en").chain


def test_no_difference_changes_anything(played: DeskDoor, folder: Path) -> None:
    dice = Random("diff")
    with changing_nothing(folder):
        for desk in desks(played):
            for _ in range(MOMENTS):
                before, after = sorted(dice.randint(1, played.state.seq) for _ in range(2))
                assert compare(desk, ID, before, after).events == after - before


def test_no_preview_of_any_command_changes_anything(played: DeskDoor, folder: Path) -> None:
    mischief, foreseen = Mischief(Random("preview")), 0
    with changing_nothing(folder):
        for kind in KINDS:
            for role in ("organizer", "chief_referee", "referee"):
                with suppress(Problem):
                    preview(played.desk, ID, mischief.of(kind, played.state), played.sender(role))
                    foreseen += 1
    assert foreseen >= 10


def test_neither_verifying_nor_exporting_changes_anything(played: DeskDoor, folder: Path) -> None:
    lines: list[bytes] = []
    with changing_nothing(folder):
        assert played.desk.log.verify(ID).fault is None
        for personal in (True, False):
            export(played.desk.log, ID, lines.append, personal=personal)
    assert len(lines) > 2 * played.state.seq
