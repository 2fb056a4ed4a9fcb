"""Rebuilding and going back: a generation beside the live one, no event, no notice, nothing is lost."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from services.desk.rebuilding import build, rebuild, roll_back, stale
from services.projections.generations import Former, Live, generations_in, live, written
from services.projections.models import MODELS, model
from services.tournament.definition.founding import DefineTournament
from services.tournament.people.consents import SetConsent
from shared.clock import ManualClock
from shared.database import Database
from shared.problems import Problem
from shared.vault import Vault
from tests.eventlog.test_verify import tamper
from tests.unit.desk.conftest import ID, Counter
from tests.unit.projections.breaking import code, knows
from tests.unit.tournament.specs import definition, hk_rules, registration

ENTRANT = model("entrant")
PRESENT = ENTRANT.version
NEWER = PRESENT + 1


@pytest.fixture
def desk(database: Database, vault: Vault, clock: ManualClock) -> Counter:
    """Three entrants, on each kind of database."""
    counter = Counter(database, vault, clock, "rebuilding")
    counter.submit(DefineTournament(definition=definition(capacity=8, tables=2), ruleset=hk_rules()))
    counter.submit(*map(registration, ("0001", "0002", "0003")))
    return counter


def kept(desk: Counter, name: str = "entrant") -> Live:
    return live(generations_in(desk.desk.head(ID).generations), name)


def rows(desk: Counter, name: str = "entrant", generation: int | None = None) -> Any:
    generation_read = kept(desk, name).generation if generation is None else generation
    return desk.desk.projections.read(ID, model(name), generation_read)


def check_live_rows(desk: Counter) -> None:
    for read_model in MODELS:
        assert rows(desk, read_model.name) == read_model.view(desk.desk.state(ID)), read_model.name


def damage(desk: Counter, statement: str) -> None:
    with desk.desk.log.database.writing() as driver:
        driver.execute(statement)


def everything_else(desk: Counter) -> Any:
    """Log, command records, notices and seals, as they are stored."""
    with desk.desk.log.database.connection() as driver:
        return [
            driver.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()
            for table in ("event", "command", "notice", "seal")
        ]


def during_the_fill(monkeypatch: pytest.MonkeyPatch, desk: Counter, meanwhile: Callable[[], object]) -> None:
    """Do something once, after the first rows of a rebuild were written."""
    put, done = desk.desk.projections.put, False

    def interrupted(*given: Any) -> Any:
        nonlocal done
        if not done:
            done = True
            meanwhile()
        return put(*given)

    monkeypatch.setattr(desk.desk.projections, "put", interrupted)


def test_a_rebuild_and_a_rollback_write_no_event_and_no_notice(desk: Counter) -> None:
    before, head = everything_else(desk), desk.desk.head(ID)
    assert before[2], "there are notices"
    rebuild(desk.desk, ID)
    for read_model in MODELS:
        roll_back(desk.desk, ID, read_model)
    assert everything_else(desk) == before
    assert (desk.desk.head(ID).seq, desk.desk.head(ID).hash) == (head.seq, head.hash)


def test_it_tells_which_rows_differed_in_which_columns(desk: Counter) -> None:
    damage(desk, "UPDATE read_entrant SET status = 'cancelled', team = 'x' WHERE key = '0002'")
    damage(desk, "DELETE FROM read_entrant WHERE key = '0003'")
    damage(desk, "UPDATE read_entrant SET key = '0009' WHERE key = '0001'")
    [done] = rebuild(desk.desk, ID, [ENTRANT])
    assert [(difference.key, difference.how, difference.columns) for difference in done.differing] == [
        ("0001", "new", ()),
        ("0002", "changed", ("status", "team")),
        ("0003", "new", ()),
        ("0009", "gone", ()),
    ]
    assert (done.generation, done.rows) == (2, 3)
    check_live_rows(desk)


def test_progress_counts_rows_up_to_all_of_them(desk: Counter) -> None:
    reports: list[tuple[int, int]] = []
    done = rebuild(desk.desk, ID, report=lambda now, total: reports.append((now, total)))
    total = sum(rebuilt.rows for rebuilt in done)
    assert reports[0] == (0, total)
    assert reports[-1] == (total, total)


def test_what_is_appended_while_rows_are_filled_is_added_before_the_flip(
    desk: Counter, monkeypatch: pytest.MonkeyPatch
) -> None:
    during_the_fill(monkeypatch, desk, lambda: desk.submit(registration("0004")))
    done = rebuild(desk.desk, ID)
    assert not any(rebuilt.differing for rebuilt in done)
    check_live_rows(desk)
    assert "0004" in rows(desk)


def test_of_two_rebuilds_at_once_the_later_wins_and_the_other_says_so(
    desk: Counter, monkeypatch: pytest.MonkeyPatch
) -> None:
    during_the_fill(monkeypatch, desk, lambda: rebuild(desk.desk, ID, [ENTRANT]))
    with pytest.raises(Problem) as raised:
        rebuild(desk.desk, ID, [ENTRANT])
    assert raised.value.code == "rebuilt-meanwhile"
    assert kept(desk).generation == 3
    check_live_rows(desk)
    assert rebuild(desk.desk, ID, [ENTRANT])[0].generation == 4
    check_live_rows(desk)


def test_only_the_live_generation_and_the_one_before_are_kept(desk: Counter) -> None:
    for _ in range(3):
        rebuild(desk.desk, ID, [ENTRANT])
    assert [bool(rows(desk, generation=generation)) for generation in (1, 2, 3, 4)] == [
        False,
        False,
        True,
        True,
    ]


def test_going_back_brings_the_rows_that_were_live_before_with_what_came_since(desk: Counter) -> None:
    damage(desk, "UPDATE read_entrant SET team = 'as it was' WHERE key IN ('0001', '0002')")
    rebuild(desk.desk, ID, [ENTRANT])
    assert rows(desk)["0001"].team is None
    desk.submit(registration("0004"), SetConsent(entrant="0002", shown=True))
    done = roll_back(desk.desk, ID, ENTRANT)
    assert (done.generation, done.caught_up) == (1, 2)
    found = rows(desk)
    assert (found["0001"].team, found["0002"].team) == ("as it was", None)
    assert (found["0002"].consent, found["0004"].entrant_no) == (True, "0004")
    # And forward again, which is a rollback, too.
    desk.submit(registration("0005"))
    assert roll_back(desk.desk, ID, ENTRANT).generation == 2
    check_live_rows(desk)
    assert rebuild(desk.desk, ID, [ENTRANT])[0].generation == 3
    check_live_rows(desk)


def test_without_a_generation_before_there_is_nothing_to_go_back_to(desk: Counter) -> None:
    head = desk.desk.head(ID)
    with pytest.raises(Problem) as raised:
        roll_back(desk.desk, ID, ENTRANT)
    assert raised.value.code == "nothing-to-roll-back"
    assert desk.desk.head(ID) == head


def test_a_model_that_fails_during_a_rebuild_leaves_the_live_rows(
    desk: Counter, monkeypatch: pytest.MonkeyPatch
) -> None:
    rebuild(desk.desk, ID, [ENTRANT])
    before = rows(desk)
    with code("entrant", fails=lambda state, key: key == "0003"), pytest.raises(Problem) as raised:
        rebuild(desk.desk, ID, [ENTRANT])
    assert raised.value.code == "view-stalled"
    with code("entrant", fails=knows("0004")):
        # Here it fails only on what is appended while the rows are filled.
        during_the_fill(monkeypatch, desk, lambda: desk.submit(registration("0004")))
        with pytest.raises(Problem) as raised:
            rebuild(desk.desk, ID, [ENTRANT])
    assert raised.value.code == "view-stalled"
    assert (kept(desk).generation, rows(desk)) == (2, before)
    rebuild(desk.desk, ID, stale(desk.desk, ID))
    check_live_rows(desk)


# Version stamps


def test_a_stamp_is_stored_with_each_generation_and_tells_when_code_is_newer(desk: Counter) -> None:
    assert stale(desk.desk, ID) == []
    with code("entrant", version=NEWER, changes={"team": "v2"}):
        assert stale(desk.desk, ID) == [ENTRANT]
        [done] = rebuild(desk.desk, ID, stale(desk.desk, ID))
        assert {difference.columns for difference in done.differing} == {("team",)}
        assert stale(desk.desk, ID) == []
        assert kept(desk) == Live(2, NEWER, former=Former(1, PRESENT, desk.desk.head(ID).seq))
        assert roll_back(desk.desk, ID, ENTRANT).version == PRESENT
        assert {row.team for row in rows(desk).values()} == {None}
        assert stale(desk.desk, ID) == [ENTRANT]
    assert stale(desk.desk, ID) == []


def test_an_older_process_that_still_appends_lowers_the_stamp(desk: Counter) -> None:
    with code("entrant", version=NEWER):
        rebuild(desk.desk, ID, [ENTRANT])
    assert kept(desk).version == NEWER
    desk.submit(registration("0004"))
    assert kept(desk).version == PRESENT
    with code("entrant", version=NEWER):
        assert stale(desk.desk, ID) == [ENTRANT]


def test_a_new_tournament_has_the_stamps_of_the_code_that_founded_it(
    database: Database, vault: Vault, clock: ManualClock
) -> None:
    with code("entrant", version=NEWER):
        counter = Counter(database, vault, clock)
        counter.submit(DefineTournament(definition=definition(), ruleset=hk_rules()))
        stamps = json.loads(counter.desk.head(ID).generations)
        assert stamps["entrant"] == {"version": NEWER}
        assert stamps == {model.name: {"version": model.version} for model in MODELS if model.version > 1} | {
            "entrant": {"version": NEWER}
        }
        counter.submit(registration("0001"))
        assert stale(counter.desk, ID) == []


def test_what_an_earlier_release_wrote_of_generations_is_understood() -> None:
    assert generations_in('{"entrant":2}') == {"entrant": Live(2)}
    assert written({"entrant": Live(2), "sheet": Live()}) == '{"entrant":{"generation":2}}'
    assert live(generations_in("{}"), "entrant") == Live(1, 1)


@pytest.mark.parametrize("seq", [1, 3, 5])
def test_nothing_is_built_from_a_log_in_which_an_event_is_missing(desk: Counter, seq: int) -> None:
    rebuild(desk.desk, ID, [ENTRANT])
    before, head = {model.name: rows(desk, model.name) for model in MODELS}, desk.desk.head(ID)
    tamper(desk.desk.log.database, f"DELETE FROM event WHERE seq = {seq}")
    with pytest.raises(Problem, match=f"no event {seq}") as refused:
        rebuild(desk.desk, ID)
    assert refused.value.code == "event-missing"
    with pytest.raises(Problem, match=f"no event {seq}"):
        build(desk.desk, ID)
    with pytest.raises(Problem, match=f"no event {seq}"):
        roll_back(desk.desk, ID, ENTRANT)
    assert ({model.name: rows(desk, model.name) for model in MODELS}, desk.desk.head(ID)) == (before, head)
