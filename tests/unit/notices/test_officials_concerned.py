"""Whoever raised, reported, presented or called in a matter hears once what came of it; not who ruled."""

import pytest

from services.notices.audiences import recipients
from services.notices.policies import notices_due
from services.rules.melding.possibility import RackInput
from services.tournament.definition.founding import AppointReferee
from services.tournament.docket.breaches import GiveWarning, ReportBreach
from services.tournament.docket.disputes import RaiseDispute, WithdrawDispute
from services.tournament.docket.effects import Disqualify, NoEffect, VoidGame
from services.tournament.docket.evidence import PresentEvidence
from services.tournament.docket.leaving import DisqualifyEntrant
from services.tournament.docket.reinstating import ReinstateEntrant
from services.tournament.kernel.facts import Command
from services.tournament.play.conflicts import SettleSheetConflict, SheetGame, SubmitSheet
from services.tournament.play.incidents import CallChiefReferee
from services.tournament.play.results import CorrectGame
from services.tournament.play.setting_out import SetOutForTable
from services.tournament.play.timing import CallTime, EndSession
from services.tournament.seating.seats import AssignReferees
from shared.i18n import LANGUAGES
from tests.unit.notices.test_rulings_told import read, ruling
from tests.unit.tournament.figures import EXAMPLE_1, EXAMPLE_2, EXAMPLE_3, counts
from tests.unit.tournament.specs import S1, Tournament, in_play, recorded, sign

SHEET = f"{S1}/1"
CHIEF, TABLE, OTHER = "chief_referee:CR1", "referee:R01", "referee:R07"
RAISED = RaiseDispute(sheet=SHEET, game=2, statement="The count is wrong.")
RACK = PresentEvidence(dispute="D-0001", rack=RackInput(("R10", "B10", "K10")))
OVER = (CallTime(session=S1), EndSession(session=S1))
CORRECTION = CorrectGame(
    sheet=SHEET, game=1, ended_by="time", seats=counts(*EXAMPLE_3), reason="A seven read as a one."
)
Steps = list[tuple[Command, str]]


def officials(tournament: Tournament, steps: Steps, command: Command, by: str) -> dict[str, str]:
    """The officials told of a command, each with the template, once each."""
    tournament.given(
        AppointReferee(referee="CR1", name="Chief", chief=True),
        AppointReferee(referee="R07", name="Seven"),
    )
    for step, actor in steps:
        tournament.given(step, by=actor)
    events = tournament.when(command, by=by).events
    seqs = list(enumerate(events, tournament.state.seq - len(events) + 1))
    heard = [
        (recipient.number, notice.template)
        for notice in notices_due(tournament.state, seqs, tournament.context(by).actor)
        for recipient in recipients(tournament.state, notice.audience)
        if recipient.kind in ("referee", "organizer") and notice.template != "disputed-game-corrected"
    ]
    assert len(dict(heard)) == len(heard), f"somebody is told twice: {heard}"
    return dict(heard)


def test_a_chief_referee_whose_own_table_it_is_hears_of_a_case_once_and_not_that_they_come() -> None:
    own_table: Steps = [(AssignReferees(session=S1, assignments={"CR1": (1,)}), "organizer:O1")]
    assert officials(in_play(4), own_table, RAISED, CHIEF) == {"CR1": "dispute-raised"}
    coming = SetOutForTable(sheet=SHEET)
    assert officials(in_play(4), [*own_table, (CallChiefReferee(sheet=SHEET), TABLE)], coming, CHIEF) == {}


@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize(
    ("steps", "by", "heard"),
    [
        ([(RAISED, TABLE)], CHIEF, {"R01"}),
        ([(RAISED, OTHER)], CHIEF, {"R01", "R07"}),
        ([(RAISED, OTHER), (RACK, OTHER), (RACK, TABLE)], CHIEF, {"R01", "R07"}),
        ([(RAISED, TABLE), (RACK, "organizer:office")], CHIEF, {"R01", "organizer"}),
        ([(CallChiefReferee(sheet=SHEET), OTHER), (RAISED, TABLE)], CHIEF, {"R01", "R07"}),
        ([(RAISED, TABLE), (RACK, CHIEF)], CHIEF, {"R01"}),
        ([(RAISED, CHIEF), (RACK, "organizer:office")], "organizer:office", {"CR1", "R01"}),
    ],
)
def test_the_ruling_is_heard_by_whoever_had_a_part_in_it(
    over: bool, steps: Steps, by: str, heard: set[str]
) -> None:
    tournament = recorded(4)
    if over:
        tournament.given(*OVER)
    found = officials(tournament, steps, ruling(VoidGame(2)), by)
    assert found.keys() == heard
    at_table = "ruling-for-official" if over else "ruling-for-referee"
    assert found == {**dict.fromkeys(heard, "ruling-for-official"), "R01": at_table}


def test_a_ruling_that_supersedes_is_heard_by_who_made_the_one_before() -> None:
    steps: Steps = [(RAISED, TABLE), (ruling(VoidGame(2)), CHIEF)]
    later = ruling(NoEffect(), supersedes="R-0001")
    assert officials(recorded(4), steps, later, "organizer:office").keys() == {"R01", "CR1"}


def breach(tournament: Tournament) -> tuple[str, Steps]:
    """Somebody at the table who was warned twice and is reported by a referee from elsewhere."""
    entrant = tournament.sheet().seats[0]
    warning = GiveWarning(entrant=entrant, breach="talking")
    reported = ReportBreach(entrant=entrant, description="Looked at another rack.")
    return entrant, [(warning, TABLE), (warning, TABLE), (reported, OTHER)]


@pytest.mark.parametrize("direct", [False, True])
def test_who_reported_a_breach_hears_what_came_of_it(direct: bool) -> None:
    tournament = recorded(4)
    entrant, steps = breach(tournament)
    out = DisqualifyEntrant(entrant=entrant, reason="a note") if direct else ruling(Disqualify(entrant))
    found = officials(tournament, steps, out, CHIEF)
    about = "conduct" if direct else "ruling"
    at_table = "conduct-read-out" if direct else "ruling-for-referee"
    assert found == {"R01": at_table, "R07": f"{about}-for-official"}


@pytest.mark.parametrize("by", [CHIEF, TABLE])
def test_a_warning_at_a_table_is_heard_by_its_referee_unless_it_is_theirs(by: str) -> None:
    tournament = recorded(4)
    warning = GiveWarning(entrant=tournament.sheet().seats[0], breach="talking")
    found = officials(tournament, [], warning, by)
    assert found == ({} if by == TABLE else {"R01": "conduct-for-official"})


@pytest.mark.parametrize("over", [False, True])
def test_who_is_in_again_is_told_by_the_referee_while_they_sit_at_the_table(over: bool) -> None:
    tournament = recorded(4).given(*(OVER if over else ()))
    entrant = tournament.sheet().seats[0]
    steps: Steps = [(DisqualifyEntrant(entrant=entrant, reason="a note"), CHIEF)]
    back = ReinstateEntrant(entrant=entrant, reason="a mistake")
    assert officials(tournament, steps, back, CHIEF) == ({} if over else {"R01": "conduct-read-out"})


def test_a_dispute_that_is_withdrawn_waits_for_nobody() -> None:
    steps: Steps = [(RAISED, TABLE), (RACK, OTHER)]
    found = officials(recorded(4), steps, WithdrawDispute(dispute="D-0001", reason="solved"), TABLE)
    assert found == dict.fromkeys(("CR1", "R07"), "dispute-withdrawn")


def whole(third: tuple[tuple[int, int], ...]) -> SubmitSheet:
    games = enumerate((EXAMPLE_1, EXAMPLE_2, third), 1)
    return SubmitSheet(
        sheet=SHEET,
        games=tuple(SheetGame(game, counts(*figures), "time") for game, figures in games),
    )


@pytest.mark.parametrize("take", ["first", "second"])
def test_who_handed_a_second_sheet_in_hears_which_counts(take: str) -> None:
    settled = SettleSheetConflict(sheet=SHEET, conflict=1, take=take, reason="seen")  # type: ignore[arg-type]
    steps: Steps = [(whole(EXAMPLE_1), TABLE), (whole(EXAMPLE_2), OTHER)]
    found = officials(in_play(4), steps, settled, CHIEF)
    assert found == {"R01": "corrected-read-out", "R07": "corrected-for-official"}


@pytest.mark.parametrize(
    ("steps", "by", "heard"),
    [
        ([], CHIEF, {"R01": "corrected-read-out"}),
        ([(RaiseDispute(sheet=SHEET, game=1, statement="41, not 42"), OTHER)], CHIEF, {"R01", "R07"}),
        ([(CallChiefReferee(sheet=SHEET), OTHER)], CHIEF, {"R01", "R07"}),
        ([], TABLE, set()),
    ],
)
def test_a_correction_is_heard_by_the_referee_and_by_whoever_asked_for_it(
    steps: Steps, by: str, heard: set[str]
) -> None:
    assert officials(recorded(4), steps, CORRECTION, by).keys() == set(heard)


@pytest.mark.parametrize("over", [False, True])
def test_an_official_reads_what_was_ruled_why_and_who_signs_again(over: bool) -> None:
    tournament = sign(recorded(4))
    if over:
        tournament.given(*OVER)
    tournament.given(RAISED, by=OTHER).given(AppointReferee(referee="R07", name="Seven"))
    events = tournament.when(ruling(VoidGame(2)), by=CHIEF).events
    seqs = list(enumerate(events, tournament.state.seq - len(events) + 1))
    due = [n for n in notices_due(tournament.state, seqs, CHIEF) if n.template == "ruling-for-official"]
    en, zh = (read(tournament, due, language)["R07"] for language in LANGUAGES)
    assert "Game 2 is void" in en
    assert "Seat A (" in en
    assert ("with the referee at the table" in en) is not over
    assert "before the results come out on Thursday, 9 April 2026" in en or not over
    assert "須" in zh
    assert "重新簽署：A 座（" in zh


def test_who_holds_an_office_no_longer_hears_nothing() -> None:
    tournament = recorded(4).given(RAISED, by="referee:R09")
    assert "R09" not in officials(tournament, [], ruling(NoEffect()), CHIEF)
