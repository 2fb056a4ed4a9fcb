"""What a participant sends is answered alike whatever they may not see of others: ages, units, cases."""

import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest

from services.access.principal import Principal
from services.access.rights import COMMAND_RIGHTS
from services.desk.previewing import preview
from services.rules.melding.possibility import RackInput
from services.tournament.catalogue import commands
from services.tournament.definition.founding import DefineTournament
from services.tournament.docket.breaches import GiveWarning, ReportBreach
from services.tournament.docket.disputes import RaiseDispute, ReportGameNotBegun, WithdrawDispute
from services.tournament.docket.evidence import PresentEvidence
from services.tournament.docket.leaving import DisqualifyEntrant, WithdrawEntrant
from services.tournament.kernel.facts import Command
from services.tournament.people.amendments import (
    AmendDetails,
    CancelRegistration,
    ChooseLanguage,
    MergeEntrants,
)
from services.tournament.people.consents import SetConsent
from services.tournament.people.families import DeclareFamilyUnit, DissolveFamilyUnit
from services.tournament.people.family_proposals import AgreeToFamilyUnit, DeclineFamilyUnit
from services.tournament.people.forgetting import ForgetPerson
from services.tournament.people.parent_calls import AnswerParentCall, CallParent
from services.tournament.people.questions import AskOrganizer
from services.tournament.play.conflicts import SettleSheetConflict, SubmitSheet
from services.tournament.play.incidents import CallChiefReferee, DetermineFirstPlayer, NoteIncident
from services.tournament.play.open_tables import CloseTable, OpenTable
from services.tournament.play.results import CorrectGame, RecordGameResult
from services.tournament.play.signatures import RecordMissingSignature, SignSheet
from services.tournament.play.timing import CallTime
from services.tournament.seating.presence import CheckIn
from services.tournament.standings.finalists import WithdrawQualifier
from shared.clock import ManualClock
from shared.database import Database
from shared.problems import Problem
from shared.vault import Vault
from tests.conftest import VAULT_SECRET
from tests.unit.desk.conftest import ID, Counter, principal
from tests.unit.desk.test_submitting import seated
from tests.unit.tournament.figures import counts
from tests.unit.tournament.specs import CHILD, S1, S2, definition, hk_rules, hong_kong, registration

ASKER, TABLE, OTHER_TABLE = "0001", f"{S1}/1", f"{S1}/2"
STRANGER, STRANGERS_CHILD, AT_OTHER_TABLE = "0021", "0022", "0006"
"""Nobody of these sits at the asker's table."""

Step = tuple[Command, str]


def by(role: str, *steps: Command) -> list[Step]:
    return [(step, role) for step in steps]


HIDDEN: Mapping[str, Sequence[Step]] = {
    "an age": by("organizer", AmendDetails(entrant=STRANGER, birth_date=date(2014, 1, 1))),
    "another age": by("organizer", AmendDetails(entrant=STRANGERS_CHILD, birth_date=date(1980, 1, 1))),
    "a unit": by("organizer", DeclareFamilyUnit(child=STRANGERS_CHILD, parent=STRANGER)),
    "a proposal to another": by(
        f"participant:{STRANGER}", DeclareFamilyUnit(child=STRANGERS_CHILD, parent=STRANGER)
    ),
    "a status": by("organizer", CancelRegistration(entrant=STRANGER)),
    "a merger": by("organizer", MergeEntrants(keep=STRANGERS_CHILD, drop=STRANGER)),
    "who is forgotten": by("organizer", ForgetPerson(person=STRANGER)),
    "a language": by("organizer", ChooseLanguage(entrant=STRANGER, language="en")),
    "a case": by("organizer", RaiseDispute(sheet=OTHER_TABLE, statement="x")),
    "a warning": by("organizer", GiveWarning(entrant=AT_OTHER_TABLE, breach="x")),
    "who withdrew": by("organizer", WithdrawEntrant(entrant="0005", grounds="health")),
    "who is out": by("organizer", DisqualifyEntrant(entrant=AT_OTHER_TABLE, reason="x")),
    "another entrant": by("organizer", registration("4711", S2)),
}

NAMED = (STRANGER, STRANGERS_CHILD, AT_OTHER_TABLE, "4711", "9999", "x+y")
GAMES = counts((1, 1), (2, 1), (3, 1), (0, 0))


def of_every_kind(entrant_no: str) -> Iterator[Command]:
    """Every command that a participant may send, as far as it can name others or what is theirs."""
    yield from (CancelRegistration(entrant=entrant_no), WithdrawQualifier(entrant=entrant_no))
    yield from (ChooseLanguage(entrant=entrant_no, language="en"), SetConsent(entrant=entrant_no, shown=True))
    for other in NAMED:
        for entrant in (entrant_no, other):
            yield CancelRegistration(entrant=entrant)
            yield ChooseLanguage(entrant=entrant, language="en")
            yield SetConsent(entrant=entrant, shown=True)
            yield SetConsent(entrant=entrant, shown=True, scope="board", by="self")
            yield SetConsent(entrant=entrant, shown=True, guardian="x")
            yield SetConsent(entrant=entrant, shown=True, by="form")
            yield WithdrawQualifier(entrant=entrant)
            yield AskOrganizer(entrant=entrant, question="x")
            yield AskOrganizer(entrant=entrant, session=S2)
        for pair in ((entrant_no, other), (other, entrant_no), (other, STRANGER)):
            for kind in (DeclareFamilyUnit, AgreeToFamilyUnit, DeclineFamilyUnit):
                yield kind(child=pair[0], parent=pair[1])
            yield DissolveFamilyUnit(unit="+".join(pair), reason="x")
    for sheet in (TABLE, OTHER_TABLE, f"{S1}/9", f"{S2}/1", "no/1"):
        for entrant in (entrant_no, AT_OTHER_TABLE, STRANGER):
            yield SignSheet(sheet=sheet, entrant=entrant, medium="device")
            yield RaiseDispute(sheet=sheet, entrant=entrant, statement="x")
        yield RaiseDispute(sheet=sheet, statement="x")
        yield RecordGameResult(sheet=sheet, game=1, ended_by="time", seats=GAMES)
        yield SubmitSheet(sheet=sheet, games=())
        yield DetermineFirstPlayer(sheet=sheet, game=1, draws={STRANGER: 5})
        yield CloseTable(sheet=sheet)
    for dispute in ("D-0001", "D-0002"):
        yield WithdrawDispute(dispute=dispute)
    for call in ("P-0001", "P-0009"):
        yield AnswerParentCall(call=call)


def test_every_command_of_a_participant_is_tried() -> None:
    sent = {type(command) for command in of_every_kind(ASKER)}
    assert sent == {commands()[name] for name, row in COMMAND_RIGHTS.items() if "participant" in row}


def of_every_kind_of_a_referee() -> Iterator[Command]:
    """What a referee without a table may send, about people anywhere and tables that are another's."""
    yield CallTime(session=S1)
    yield AnswerParentCall(call="P-0001")
    for entrant in ("0001", AT_OTHER_TABLE, *NAMED):
        yield CheckIn(entrant=entrant)
        yield GiveWarning(entrant=entrant, breach="x")
        yield ReportBreach(entrant=entrant, description="x")
        yield WithdrawEntrant(entrant=entrant, grounds="health")
        yield CallParent(entrant=entrant, grounds="unwell")
    for sheet in (TABLE, OTHER_TABLE, "no/1"):
        yield CallChiefReferee(sheet=sheet)
        yield NoteIncident(sheet=sheet, game=1, kind="break_permitted", entrant=AT_OTHER_TABLE)
        yield CorrectGame(sheet=sheet, game=1, ended_by="time", seats=GAMES, reason="x")
        yield SettleSheetConflict(sheet=sheet, conflict=1, take="first", reason="x")
        yield RecordMissingSignature(sheet=sheet, entrant=AT_OTHER_TABLE, kind="absent")
        yield ReportGameNotBegun(sheet=sheet, game=1)
        yield RaiseDispute(sheet=sheet, entrant=AT_OTHER_TABLE, statement="x")
        yield SignSheet(sheet=sheet, entrant=AT_OTHER_TABLE, medium="paper")
        yield RecordGameResult(sheet=sheet, game=1, ended_by="time", seats=GAMES)
        yield SubmitSheet(sheet=sheet, games=())
        yield DetermineFirstPlayer(sheet=sheet, game=1, draws={})
    for dispute in ("D-0001", "D-0002"):
        yield WithdrawDispute(dispute=dispute)
        yield PresentEvidence(dispute=dispute, rack=RackInput(rack=("R7",)))
    yield OpenTable(session=S1, entrants=(STRANGER, "0001"))
    yield CloseTable(sheet=TABLE)


HIDDEN_FROM_REFEREES = ("an age", "another age", "a proposal to another", "a language", "a case")


def test_every_command_of_a_referee_is_tried() -> None:
    sent = {type(command) for command in of_every_kind_of_a_referee()}
    theirs = {commands()[name] for name, row in COMMAND_RIGHTS.items() if "referee" in row}
    assert sent == theirs, "what they may send is yielded by of_every_kind_of_a_referee"


def answer(counter: Counter, command: Command, who: Principal) -> Any:
    """What someone reads when previewing a command; not the seq, which is no secret."""
    try:
        shown = preview(counter.desk, ID, command, who)
    except Problem as problem:
        return problem.code, problem.text(), problem.text("zh"), problem.where
    return msgspec.to_builtins(msgspec.structs.replace(shown, seq=0))


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory, _sqlite_template: Path, _vault_template: Path) -> Path:
    """A session in play at two tables, and people in the next one."""
    folder = tmp_path_factory.mktemp("base")
    shutil.copyfile(_sqlite_template, folder / "log.db")
    shutil.copyfile(_vault_template, folder / "vault.db")
    with_counter(folder, _played)
    return folder


def _played(counter: Counter) -> None:
    counter.submit(DefineTournament(definition=definition(capacity=8, tables=2), ruleset=hk_rules()))
    counter.submit(*(registration(f"{number:04d}", S1) for number in range(1, 9)))
    counter.submit(registration(STRANGER, S2), registration(STRANGERS_CHILD, S2, CHILD))
    seated(counter, first=9)


def with_counter(folder: Path, do: Callable[[Counter], Any], seed: str = "telling nothing") -> Any:
    log, keys = Database(f"sqlite:///{folder / 'log.db'}"), Database(f"sqlite:///{folder / 'vault.db'}")
    try:
        clock = ManualClock(hong_kong("2026-03-01 12:00"))
        return do(Counter(log, Vault(keys, VAULT_SECRET), clock, seed))
    finally:
        log.close()
        keys.close()


def after(base: Path, folder: Path, steps: Sequence[Step]) -> list[Any]:
    """What the asker is answered to everything after these steps."""
    folder.mkdir()
    for name in ("log.db", "vault.db"):
        shutil.copyfile(base / name, folder / name)

    def asked(counter: Counter) -> list[Any]:
        counter.at("2026-03-28 12:50")
        for command, who in steps:
            role, _, subject = who.partition(":")
            counter.desk.submit(ID, command, principal(role, subject or "test"))  # type: ignore[arg-type]
        participant, referee = principal("participant", ASKER), principal("referee", "R02")
        return [
            [answer(counter, command, participant) for command in of_every_kind(ASKER)],
            [answer(counter, command, referee) for command in of_every_kind_of_a_referee()],
        ]

    answers: list[Any] = with_counter(folder, asked, "what is hidden")
    return answers


@pytest.fixture(scope="module")
def usual(base: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    return after(base, tmp_path_factory.mktemp("usual") / "copy", ())


@pytest.mark.parametrize("hidden", HIDDEN)
def test_what_is_hidden_changes_no_answer_to_them_or_a_referee(
    base: Path, usual: list[Any], tmp_path: Path, hidden: str
) -> None:
    given, referees = after(base, tmp_path / "copy", HIDDEN[hidden])
    assert differing(of_every_kind(ASKER), usual[0], given) == []
    if hidden in HIDDEN_FROM_REFEREES:
        assert differing(of_every_kind_of_a_referee(), usual[1], referees) == []


def differing(sent: Iterable[Command], before: list[Any], now: list[Any]) -> list[Any]:
    return [triple for triple in zip(sent, before, now, strict=True) if triple[1] != triple[2]]


def test_some_of_it_is_taken_and_some_refused(usual: list[Any]) -> None:
    codes = {outcome[0] if isinstance(outcome, tuple) else tuple(outcome["events"]) for outcome in usual[0]}
    assert {("family-unit-proposed",), ("language-chosen",), ("dispute-raised",)} <= codes
    assert {"forbidden", "not-found", "family-age", "already-arrived", "not-ready-to-sign"} <= codes


def test_who_gives_a_place_back_is_not_told_who_gets_it(counter: Counter) -> None:
    counter.submit(*(registration(f"{number:04d}") for number in range(1, 9)))
    counter.submit(registration("0031", name_en="Waits Patiently"))
    cancelling = CancelRegistration(entrant="0001")
    seen = preview(counter.desk, ID, cancelling, principal("participant", "0001"))
    assert seen.events == ("registration-cancelled",)
    assert [notice.audience for notice in seen.notices] == ["entrant:0001"]
    assert "place-confirmed" in preview(counter.desk, ID, cancelling, principal()).events
    given = counter.submit(cancelling, role="participant", subject="0001", id="mine")
    again = counter.submit(cancelling, role="participant", subject="0001", id="mine")
    assert (
        [event.type for event in given.events]
        == [event.type for event in again.events]
        == ["registration-cancelled"]
    )
    assert counter.desk.state(ID).entrants["0031"].status == "registered"


@pytest.mark.parametrize("sheet", [OTHER_TABLE, f"{S1}/9", f"{S2}/1", "no/1"])
def test_a_refusal_says_that_the_right_ends_at_their_own_tables_whichever_other_is_named(
    base: Path, tmp_path: Path, sheet: str
) -> None:
    record = RecordGameResult(sheet=sheet, game=1, ended_by="time", seats=GAMES)
    sign = SignSheet(sheet=sheet, entrant=ASKER, medium="device")
    asked = (
        (record, principal("participant", ASKER), "at the table where they sit", "其入座的賽桌"),
        (sign, principal("participant", ASKER), "at the table where they sit", "其入座的賽桌"),
        (record, principal("referee", "R02"), "at tables that they supervise", "其負責的賽桌"),
    )
    for name in ("log.db", "vault.db"):
        shutil.copyfile(base / name, tmp_path / name)

    def refusals(counter: Counter) -> list[Any]:
        counter.at("2026-03-28 12:50")
        return [answer(counter, command, who) for command, who, _, _ in asked]

    for (code, en, zh, _), (_, _, text, said_zh) in zip(with_counter(tmp_path, refusals), asked, strict=True):
        assert code == "forbidden"
        assert f"(only {text}). Ask someone who may: " in en
        assert f"在{said_zh}以外" in zh
