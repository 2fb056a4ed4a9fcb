"""A tournament as a database: every view at a moment, with names for officials, and what anyone may see."""

import pytest

from services.access.principal import Principal
from services.desk.forgetting import forget
from services.desk.params import NoParams, StandingsParams
from services.desk.sqlite_export import sqlite_export
from services.projections.models import MODELS
from services.tournament.definition.founding import DefineTournament
from services.tournament.docket.breaches import GiveWarning
from services.tournament.docket.disputes import RaiseDispute
from services.tournament.docket.effects import VoidGame
from services.tournament.docket.rulings import MakeRuling
from services.tournament.people.consents import SetConsent
from services.tournament.people.families import DeclareFamilyUnit
from services.tournament.play.timing import EndSession
from shared.clock import ManualClock
from shared.database import Database
from shared.vault import Vault
from tests.exported import about, exported
from tests.refusing import refusing
from tests.unit.desk.conftest import ID, Counter, principal
from tests.unit.desk.test_submitting import SHEET, seated
from tests.unit.projections.breaking import failing
from tests.unit.tournament.figures import EXAMPLE_1, EXAMPLE_2, counted
from tests.unit.tournament.specs import CHILD, S1, S2, definition, hk_rules, registration

WORDS = "Look at the joker."


@pytest.fixture
def played(database: Database, vault: Vault, clock: ManualClock) -> Counter:
    """A session in play on either database: a sheet of three games, a warning, a case with its ruling."""
    counter = Counter(database, vault, clock)
    counter.submit(DefineTournament(definition=definition(capacity=8, tables=2), ruleset=hk_rules()))
    counter.submit(
        registration("0001", born=CHILD, name_en="Little Wing"),
        registration("0002", name_en="Big Wing"),
        registration("0003", name_en="Ho Mei", name_zh="何美", consent=True),
        DeclareFamilyUnit(child="0001", parent="0002"),
    )
    seated(counter, first=4)
    counter.submit(counted(*EXAMPLE_1), counted(*EXAMPLE_2, game=2), counted(*EXAMPLE_1, game=3))
    first, second, *_ = counter.desk.state(ID).sheets[SHEET].seats
    counter.submit(
        GiveWarning(entrant=first, breach="talking"),
        RaiseDispute(sheet=SHEET, game=2, entrant=second, statement=WORDS),
        MakeRuling(
            dispute="D-0001", effects=(VoidGame(2),), finding="f", cites="HK rules 2", reason="A reason."
        ),
    )
    return counter


def test_every_view_is_a_table_with_its_rows_and_the_moment_is_told(played: Counter) -> None:
    tables, state, head = exported(played.desk, ID), played.desk.state(ID), played.desk.head(ID)
    for model in MODELS:
        assert len(tables[model.name]) == len(model.view(state)), model.name
    told = about(tables)
    assert (told["tournament"], told["seq"], told["hash"]) == (ID, str(head.seq), head.hash.hex())
    assert told["moment"] == "2026-03-28T04:30:00+00:00"
    assert told["public"].startswith("no")
    assert (len(tables["sheet_games"]), len(tables["sheet_games_figures"])) == (3, 12)
    assert [row["effects"] for row in tables["docket_rulings"]] == ['["void_game"]']
    answer = played.desk.ask(ID, "standings", StandingsParams(), principal())
    assert {row["entrant_no"]: (row["place"], row["score"], row["tied"]) for row in tables["standing"]} == {
        row.entrant_no: (row.place, row.score, int(bool(row.tied))) for row in answer.rows
    }


def test_as_of_a_moment_it_shows_what_was_then_under_its_hash(played: Counter) -> None:
    seq = next(event.seq for event in played.desk.log.read(ID, 0, 100) if event.type == "session-started")
    tables = exported(played.desk, ID, as_of=str(seq))
    assert (tables["sheet_games"], tables["docket"]) == ([], [])
    assert len(tables["seating"]) == 2
    told, (event,) = about(tables), played.desk.stored(ID, [seq])
    assert (told["seq"], told["hash"]) == (str(seq), event.hash.hex())
    assert about(exported(played.desk, ID, as_of="2026-03-28 12:10"))["seq"] < str(seq)


def test_officials_get_all_names_and_the_public_those_with_consent(played: Counter) -> None:
    names = {row["entrant_no"]: row["name_en"] for row in exported(played.desk, ID)["entrant"]}
    assert (names["0001"], names["0003"]) == ("Little Wing", "Ho Mei")
    in_play = exported(played.desk, ID, public=True)
    assert {row["name_en"] for row in in_play["entrant"]} == {None}, "it would tell where they sit"
    played.submit(EndSession(session=S1))
    public = exported(played.desk, ID, public=True)
    named = [(row["entrant_no"], row["name_en"], row["name_zh"]) for row in public["entrant"]]
    assert [line for line in named if any(line[1:])] == [("0003", "Ho Mei", "何美")]
    assert about(public)["public"].startswith("yes")
    played.submit(SetConsent(entrant="0003", shown=False))
    past = exported(played.desk, ID, public=True, as_of=played.desk.head(ID).seq - 1)
    assert {row["name_en"] for row in past["entrant"]} == {None}, "consent is judged as of now"


def test_the_public_gets_nothing_that_officials_alone_read_of_people(played: Counter) -> None:
    public = exported(played.desk, ID, public=True)
    assert not {name for name in public if name.startswith(("docket", "sheet_signatures", "sheet_conflicts"))}
    assert set(public["entrant"][0]) == {
        "entrant_no", "status", "unit", "team", "qualified", "name_en", "name_zh",
    }  # fmt: skip
    assert "open_points" not in public["sheet"][0]
    assert (public["family"], {row["unit"] for row in public["entrant"]}) == ([], {None})
    for number in ("0001", "0002"):
        played.submit(SetConsent(entrant=number, shown=True, scope="family_award", by="form"))
    played.submit(EndSession(session=S1))
    public = exported(played.desk, ID, public=True)
    assert [row["unit"] for row in public["family"]] == ["0001+0002"]
    assert {row["name_en"] for row in public["entrant"]} == {None, "Ho Mei"}


def test_a_number_that_nobody_has_met_has_no_name_for_the_public(counter: Counter) -> None:
    counter.submit(registration("0001", name_en="Ho Mei", consent=True))
    public = exported(counter.desk, ID, public=True)
    assert [(row["entrant_no"], row["name_en"]) for row in public["entrant"]] == [("0001", None)], (
        "it would tell where she is to play, before anybody is seated"
    )
    assert exported(counter.desk, ID)["entrant"][0]["name_en"] == "Ho Mei"


@pytest.mark.parametrize("public", [False, True])
def test_no_words_of_the_vault_are_in_it_and_of_whoever_was_forgotten_no_name(
    played: Counter, public: bool
) -> None:
    forget(played.desk, f"{ID}:0003", principal())
    content = sqlite_export(played.desk, ID, public=public).content
    for text in (WORDS, "A reason.", "Ho Mei", "何美", "2015"):
        assert text.encode() not in content
    assert sqlite_export(played.desk, ID, public=public).content == content, "the same bytes each time"
    assert any(row["entrant_no"] == "0003" for row in exported(played.desk, ID, public=public)["entrant"])


def test_a_view_that_fails_costs_its_own_answer_and_names_the_seq(played: Counter) -> None:
    seq = played.desk.head(ID).seq
    with failing("docket"):
        with refusing("view-failed") as refused:
            sqlite_export(played.desk, ID)
        assert refused.value.params["seq"] == seq
        with refusing("view-failed") as refused:
            played.desk.ask(ID, "docket", NoParams(), Principal("t", "organizer", "o", ID))
        assert refused.value.params["view"] == "docket"
        assert "Chan" not in refused.value.text("en") + refused.value.text("zh")
        assert len(played.desk.ask(ID, "sessions", NoParams(), principal()).rows) > 1
        assert played.submit(registration("0099", S2)).first_seq == seq + 1
        assert played.desk.tournaments.of(played.desk, set())[ID].statuses
    assert exported(played.desk, ID)["docket"]


def test_what_is_no_tournament_or_no_moment_is_refused(counter: Counter) -> None:
    for tournament, as_of, code in (("nowhere", None, "tournament-unknown"), (ID, "999", "moment-after-end"),
                                    (ID, "soon", "moment-unclear")):  # fmt: skip
        with refusing(code):
            sqlite_export(counter.desk, tournament, as_of)
