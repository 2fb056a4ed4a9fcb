"""The whole tournament of 1,200, played once: what must be true of every log, seen on this one."""

import re
import shutil
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from infra.documents.led_to import leads
from services import demo
from services.access.principal import Principal
from services.desk.decoding import fold
from services.desk.desk import Desk
from services.desk.params import NoParams
from services.desk.views import AwardsAnswer
from services.projections.listing import listing_of
from services.rules.exact import score_of
from services.tournament.catalogue import INITIAL, commands, event_types
from services.tournament.standings.standing import family_standings, standings
from services.tournament.state import State, at_rest
from services.wiring import wired
from shared.eventlog import Recorded
from tests.demo.of_the_program import NAME, at_home_in, play_whole_demo
from tests.demo.test_any_plan import OF_OTHER_FORMATS
from tests.made_once import MadeOnce

pytestmark = pytest.mark.wide(whole=True)
"""Smaller ones are played in `make test`; this one takes half a minute."""

ID = "hk-2026"
ORGANIZER = Principal("test", "organizer", "test", ID)
DEMO = Path(demo.__file__).parent
OF_MORE_STAGES = {"stage-left"}
"""What only a tournament with several stages to enter has, as `OF_OTHER_FORMATS` are what others have."""


@pytest.fixture(scope="module")
def whole(made_once: MadeOnce, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """A desk that opens the whole tournament, as `tileledger demo` left it."""
    folder = tmp_path_factory.mktemp("whole")
    shutil.copytree(made_once(NAME, play_whole_demo), folder, dirs_exist_ok=True)
    with at_home_in(folder), wired(existing=True) as wiring:
        yield wiring.desk


@pytest.fixture(scope="module")
def events(whole: Desk) -> list[Recorded]:
    return whole.log.read(ID, 0, 100_000)


@pytest.fixture(scope="module")
def folded(events: list[Recorded]) -> State:
    """The state as a fold of the stored events from zero, without anything the desk has kept."""
    return at_rest(fold(INITIAL, events))


def test_it_has_twelve_hundred_entrants_and_a_final_of_120(folded: State) -> None:
    assert 1190 <= folded.registered <= 1200
    assert len(folded.cut_into("final").qualified) == 120
    finals = [session for session in folded.sessions.values() if session.stage == "final"]
    assert [len(session.entrants) for session in finals] == [60, 60]
    assert [dispute for dispute in folded.disputes.values() if dispute.status == "open"] == []


def test_every_fact_happens_to_which_only_commands_of_the_demo_lead(events: list[Recorded]) -> None:
    """Nothing that is written down for the demo waits for a table or a day that never comes to it."""
    written = "".join(
        file.read_text("utf-8") for file in DEMO.rglob("*.*") if file.suffix in {".py", ".toml"}
    )
    done = {
        name
        for name, command in commands().items()
        if f'"{name}"' in written or f"{command.__name__}(" in written
    }
    led_to = {event_types()[event] for event, by in leads().items() if done.issuperset(by)}
    facts = {kind.name for kind in led_to if kind.nature == "fact"}
    assert len(facts) > len(event_types()) // 2
    assert facts - {event.type for event in events} <= OF_OTHER_FORMATS | OF_MORE_STAGES


def test_every_effect_a_ruling_can_have_occurs(folded: State) -> None:
    effects = {effect for ruling in folded.rulings.values() for effect in ruling.effects}
    assert effects == {"none", "amend_game", "void_game", "replay_game", "charge", "warning", "disqualify"}
    assert any(ruling.superseded_by for ruling in folded.rulings.values())


def test_the_desk_keeps_the_state_that_the_log_folds_to(whole: Desk, folded: State) -> None:
    assert whole.state(ID) == folded


def test_the_stored_listing_is_that_of_the_folded_state(whole: Desk, folded: State) -> None:
    assert whole.listings.read({ID: folded.seq}) == {ID: listing_of(folded)}


def test_the_log_is_as_it_was_written(whole: Desk, events: list[Recorded]) -> None:
    verified = whole.log.verify(ID)
    assert verified.fault is None
    assert verified.events == len(events)


def test_every_game_sums_to_zero(folded: State) -> None:
    for sheet in folded.sheets.values():
        for game in sheet.games:
            assert game is not None
            assert sum(figure.sixths for figure in game.figures) == 0


def test_pots_were_shared_in_halves_and_thirds(folded: State) -> None:
    scores = {
        Fraction(score_of(figure.sixths)).denominator
        for sheet in folded.sheets.values()
        for game in sheet.games
        if game is not None
        for figure in game.figures
    }
    assert scores == {1, 2, 3}


@pytest.mark.parametrize("stage", ["preliminary", "final"])
def test_as_many_are_better_as_a_place_says(stage: str, folded: State) -> None:
    table = standings(folded, "preliminary" if stage == "preliminary" else "final")
    keys = [
        (-standing.totals.games_won, -standing.totals.score_sixths, standing.totals.tiles)
        for standing in table
    ]
    assert len(table) >= 100
    for standing, key in zip(table, keys, strict=True):
        assert standing.place == 1 + sum(other < key for other in keys)


def test_the_lot_decided_the_last_place_with_its_seed_on_record(events: list[Recorded]) -> None:
    decided = [event.data.decode() for event in events if event.type == "cut-tie-decided"]
    assert len(decided) == 1
    assert '"choice":"lot"' in decided[0]
    assert '"seed":"' in decided[0]


def test_members_of_a_family_sit_apart(folded: State) -> None:
    together = 0
    for session in folded.sessions.values():
        # Sessions from paper were drawn by hand, by the same rule.
        for seats in session.tables.values():
            groups = [folded.entrants[number].group for number in seats]
            known = [group for group in groups if group is not None]
            together += len(known) - len(set(known))
    assert together == 0


def test_the_family_award_goes_to_two_finalists_of_one_unit(whole: Desk, folded: State) -> None:
    assert folded.awards is not None
    assert folded.awards.family_units == tuple(
        standing.unit for standing in family_standings(folded) if standing.place == 1
    )
    assert len(family_standings(folded)) > 1
    shown: AwardsAnswer = whole.ask(ID, "awards", NoParams(), ORGANIZER, language="en")
    assert [row.award for row in shown.rows][-1] == "family"
    assert all(row.names[number] for row in shown.rows for number in row.holders)


def test_nothing_personal_stands_in_any_byte_of_the_log(whole: Desk, folded: State) -> None:
    # All runs of letters, digits and what else names, addresses and dates are made of; each of those holds
    # one of the marks that plain ids and ciphertext do not have.
    runs = re.compile(rb"[A-Za-z0-9]*(?:[ .@\-\x80-\xff][A-Za-z0-9]*)+")
    files = [file.read_bytes() for file in _files(whole)]
    assert sum(map(len, files)) > 4_000_000
    texts = b"\n".join({run for content in files for run in runs.findall(content)})
    assert b"2026-03-28" in texts, "dates of play may stand there"
    details = whole.directory.details(ID, folded.entrants.values())
    fields = {"name_en", "name_zh", "birth_date", "email"}
    personal = {text for sealed in details.values() for field, text in sealed.items() if field in fields}
    assert len(personal) > 3000
    assert not [text for text in personal if text.encode() in texts]


def test_nothing_said_in_a_case_stands_in_any_byte_of_the_log(whole: Desk, events: list[Recorded]) -> None:
    bytes_ = b"".join(file.read_bytes() for file in _files(whole))
    texts = whole.directory.texts(ID, [event.seq for event in events])
    case_texts = {
        text
        for by_subject in texts.values()
        for subject, fields in by_subject.items()
        if subject.startswith("case-")
        for text in fields.values()
    }
    assert len(case_texts) > 40
    assert not [text for text in case_texts if text.encode() in bytes_]


def _files(whole: Desk) -> list[Path]:
    """The database with its write-ahead log."""
    path = Path(whole.log.database.path or "")
    return sorted(path.parent.glob(f"{path.name}*"))
