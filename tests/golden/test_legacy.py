"""Logs that earlier versions wrote still verify and restore; those in sessions also read as they did.

Rounds were once a model of their own: what was logged of them can be kept and proved, and is read no more.
"""

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from services.access.rights import Role
from services.access.tokens import Principal
from services.desk.desk import Desk
from services.desk.params import NoParams, StandingsParams
from services.desk.parts import Parts
from services.desk.site.tournaments import complete_listings
from services.desk.what_if import Question, what_if
from services.tournament.catalogue import RETIRED
from services.tournament.kernel.registry import event_types
from services.tournament.people.registration import RegisterEntrant
from shared.clock import ManualClock, from_micros
from shared.database import Database
from shared.eventlog import EventLog
from shared.eventlog.transfer import export, restore, verify_export
from shared.problems import Problem
from shared.vault import Vault
from tests.golden.comparison.documents import Sections, applied
from tests.golden.legacy import kept

NAMES = kept.names()
IN_SESSIONS = tuple(name for name in NAMES if name.startswith("hk-2026"))
IN_ROUNDS = tuple(name for name in NAMES if name not in IN_SESSIONS)
NEWER = {
    "attachment-kept",
    "chief-referee-set-out",
    "further-word-given",
    "next-word-due",
    "games-forfeited",
    "question-answered",
    "question-asked",
    "parent-call-answered",
    "parent-call-heard",
    "parent-call-escalated",
    "parent-called",
    "people-invited",
    "people-invited-again",
    "ratings-changed",
    "reserve-passed-over",
    "sessions-dropped",
    "stage-entered",
    "stage-left",
    "table-closed",
    "table-opened",
    "tournament-amended",
}
"""Event types that came after the logs in sessions were written."""


class Restored(msgspec.Struct, frozen=True):
    """An export that was brought to a desk which knew no tournament and no person."""

    name: str
    expected: kept.Expected
    desk: Desk


@pytest.fixture(scope="module", params=IN_SESSIONS)
def restored(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    _sqlite_template: Path,
    _vault_template: Path,
) -> Iterator[Restored]:
    yield from brought(request.param, tmp_path_factory, _sqlite_template, _vault_template)


@pytest.fixture(scope="module", params=IN_ROUNDS)
def retired(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    _sqlite_template: Path,
    _vault_template: Path,
) -> Iterator[Restored]:
    yield from brought(request.param, tmp_path_factory, _sqlite_template, _vault_template)


def brought(
    name: str, folders: pytest.TempPathFactory, sqlite_template: Path, vault_template: Path
) -> Iterator[Restored]:
    """The export of that name, brought to a desk of its own."""
    folder = folders.mktemp("legacy")
    shutil.copyfile(sqlite_template, folder / "log.db")
    shutil.copyfile(vault_template, folder / "vault.db")
    log = Database(f"sqlite:///{folder / 'log.db'}", synchronous="OFF")
    keys = Database(f"sqlite:///{folder / 'vault.db'}", journal="DELETE", synchronous="OFF")
    secret, clock = b"the secret of a desk that reads old logs", ManualClock(from_micros(2 * 10**15))
    desk = Desk(Parts.over(EventLog(log, clock), Vault(keys, secret), clock, secret))
    restore(desk.log, kept.lines(name))
    yield Restored(name, kept.expected(name), desk)
    log.close()
    keys.close()


@pytest.mark.parametrize("public", [False, True], ids=["full", "public"])
@pytest.mark.parametrize("name", NAMES)
def test_an_export_verifies_with_the_key_of_its_seals(name: str, public: bool) -> None:
    expected = kept.expected(name)
    verified = verify_export(kept.lines(name, public=public), key=kept.public_key())
    assert (verified.fault, verified.tournament_id) == (None, expected.tournament)
    assert (verified.events, verified.head.hash.hex()) == (expected.events, expected.head)
    assert (verified.sealed, verified.unchecked) == (expected.sealed, 0)


@pytest.mark.parametrize("name", NAMES)
def test_a_digit_changed_anywhere_in_an_export_is_found(name: str) -> None:
    lines = kept.lines(name, public=True)
    for number in range(0, len(lines) - 1, max(1, len(lines) // 6)):
        other = re.sub(rb"[0-9](?=[^0-9]*$)", lambda digit: b"2" if digit[0] == b"1" else b"1", lines[number])
        assert other != lines[number]
        with pytest.raises(Problem):
            verify_export([*lines[:number], other, *lines[number + 1 :]], key=kept.public_key())


def test_restored_it_has_the_same_head_and_is_listed(restored: Restored) -> None:
    expected, desk = restored.expected, restored.desk
    complete_listings(desk)
    assert desk.listings.read(expected.tournament, expected.events) is not None
    verified = desk.log.verify(expected.tournament)
    assert (verified.fault, verified.events) == (None, expected.events)
    assert desk.log.head(expected.tournament).hash.hex() == expected.head


def test_restored_it_is_exported_in_the_same_bytes(restored: Restored) -> None:
    assert_exported_in_the_same_bytes(restored)


def assert_exported_in_the_same_bytes(restored: Restored) -> None:
    for public in (False, True):
        lines: list[bytes] = []
        export(restored.desk.log, restored.expected.tournament, lines.append, personal=not public)
        assert lines == kept.lines(restored.name, public=public)


def test_a_log_of_rounds_verifies_and_is_exported_in_the_same_bytes(retired: Restored) -> None:
    expected, log = retired.expected, retired.desk.log
    verified = log.verify(expected.tournament)
    assert (verified.fault, verified.events) == (None, expected.events)
    assert log.head(expected.tournament).hash.hex() == expected.head
    assert_exported_in_the_same_bytes(retired)


def test_a_log_of_rounds_is_read_no_more_and_says_so(retired: Restored) -> None:
    tournament = retired.expected.tournament
    organizer = Principal("legacy", "organizer", "legacy", tournament)
    reads: tuple[Callable[[], object], ...] = (
        lambda: retired.desk.state(tournament),
        lambda: retired.desk.ask(tournament, "standings", StandingsParams(), organizer),
        lambda: retired.desk.ask(tournament, "awards", NoParams(), organizer),
        lambda: what_if(retired.desk, tournament, Question(), organizer),
        lambda: retired.desk.submit(tournament, RegisterEntrant(name_en="Late"), organizer),
    )
    for read in reads:
        with pytest.raises(Problem) as refused:
            read()
        assert refused.value.code == "event-retired", refused.value
    assert_exported_in_the_same_bytes(retired)


def test_standings_are_what_they_were_at_every_seq_kept(restored: Restored) -> None:
    expected, standing = restored.expected, Sections()
    for seq in sorted(map(int, expected.standings)):
        standing = applied(standing, dict(expected.standings[str(seq)]))
        found = kept.standing_at(restored.desk, expected.tournament, seq)
        assert found.keys() == standing.keys()
        for section in standing:
            assert found[section] == standing[section], f"{section} as of {seq}"
    assert standing["awards"], "there is something to compare"


def test_a_family_is_awarded_in_public_by_consent_of_both_alone(restored: Restored) -> None:
    desk, tournament = restored.desk, restored.expected.tournament
    state = desk.state(tournament)
    assert state.awards is not None
    units = [state.units[name] for name in state.awards.family_units]
    shown = [
        {unit.child, unit.parent}
        for unit in units
        if all(state.entrants[number].shown_in("family_award") for number in (unit.child, unit.parent))
    ]

    def families(role: Role) -> list[set[str]]:
        answer = desk.ask(tournament, "awards", NoParams(), Principal("legacy", role, "legacy", tournament))
        return [set(row.holders) for row in answer.rows if row.award == "family"]

    assert families("display") == shown
    assert families("service") == [{unit.child, unit.parent} for unit in units]


def test_published_tables_and_signatures_have_the_digests_they_had(restored: Restored) -> None:
    expected = restored.expected
    assert kept.publications(restored.desk, expected.tournament) == expected.publications
    assert kept.signatures(restored.desk, expected.tournament) == expected.signatures


def test_told_again_with_nothing_changed_it_leads_to_the_same_events(restored: Restored) -> None:
    tournament = restored.expected.tournament
    organizer = Principal("legacy", "organizer", "legacy", tournament)
    answer = what_if(restored.desk, tournament, Question(), organizer)
    assert answer.misfits == ()
    assert (answer.commands_differing, answer.difference.empty) == (0, True)
    assert answer.commands > 0


def test_every_type_of_event_stands_in_one_of_them() -> None:
    seen = {type_ for name in IN_SESSIONS for type_ in kept.expected(name).first_of_type}
    assert {kind.name for kind in event_types().values()} - seen == NEWER


def test_every_retired_type_of_event_stands_in_one_of_rounds() -> None:
    seen = {type_ for name in IN_ROUNDS for type_ in kept.expected(name).first_of_type}
    assert set(RETIRED) <= seen
    assert not set(RETIRED) & {kind.name for kind in event_types().values()}


@pytest.mark.parametrize("restored", ["hk-2026-demo"], indirect=True)
def test_what_seldom_happens_stands_in_the_demo_of_hong_kong(restored: Restored) -> None:
    state, expected = restored.desk.state(restored.expected.tournament), restored.expected
    assert (expected.seals, len(expected.publications)) == (3, 3)
    assert len(state.forgotten) > 1
    assert any(ruling.superseded_by for ruling in state.rulings.values())
    assert any(session.day != session.plan.day for session in state.sessions.values())
    assert any(session.attempt > 1 for session in state.sessions.values())
    assert "disqualified" in {entrant.out_of("preliminary") for entrant in state.entrants.values()}
    assert state.unit_proposals
    assert "open" in {proposal.status for proposal in state.proposals.values()}
    assert state.awards is not None
    assert state.awards.family_units
