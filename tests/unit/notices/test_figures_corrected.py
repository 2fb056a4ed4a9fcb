"""Whose figures a correction changes is told both, and where, how and until when they sign again."""

import re
from typing import Any

import pytest
from msgspec.structs import replace

from services.notices.notice import Notice
from services.notices.signing_again import asked_to_sign
from services.tournament.definition.plan import Venue
from services.tournament.definition.texts import Text
from services.tournament.docket.disputes import RaiseDispute
from services.tournament.docket.effects import VoidGame
from services.tournament.play.conflicts import SettleSheetConflict, SheetGame, SubmitSheet
from services.tournament.play.results import CorrectGame
from services.tournament.play.scores import Sheet
from services.tournament.play.signatures import CloseSignature, RecordMissingSignature, SignSheet
from services.tournament.play.timing import CallTime, EndSession
from shared.i18n import LANGUAGES, Language
from tests.unit.notices.test_rulings_told import due, read, ruling
from tests.unit.tournament.figures import EXAMPLE_1, EXAMPLE_2, counts
from tests.unit.tournament.given_formats import sheet_at
from tests.unit.tournament.specs import S1, Tournament, closed_sheet, recorded, sign
from tests.unit.tournament.stages import preliminary, published
from tests.unit.tournament.test_publication import slip
from tests.unit.tournament.test_signatures_by_stage import recorded as recorded_in_a_round

SHEET = f"{S1}/1"
OVER = (CallTime(session=S1), EndSession(session=S1))


def exchanged() -> CorrectGame:
    """Game 1 with the figures of seats C and D exchanged; A and B keep theirs."""
    seats = counts((5, 1), (10, 1), (20, 4), (15, 3))
    return CorrectGame(sheet=SHEET, game=1, ended_by="time", seats=seats, reason="Read from the wrong line.")


def won_by(count: int, winner: str, sheet: Sheet) -> CorrectGame:
    seats = counts(*((0, 0) if number == winner else (count, 2) for number in sheet.seats))
    return CorrectGame(sheet=sheet.sheet, game=1, ended_by="cleared", seats=seats, reason="typed 12")


def players(tournament: Tournament, notices: list[Notice], language: Language = "en") -> dict[str, str]:
    return read(tournament, [n for n in notices if n.template == "figures-corrected"], language)


@pytest.mark.parametrize("medium", ["device", "paper"])
def test_both_figures_are_told_to_those_whose_signatures_are_void(medium: str) -> None:
    tournament = closed_sheet(4, medium=medium).given(*OVER)
    _, _, third, last = tournament.sheet().seats
    notices = due(tournament, exchanged())
    en, zh = (players(tournament, notices, language) for language in LANGUAGES)
    assert en.keys() == {third, last}
    assert en[third].startswith("Your figures at table 1, Saturday, 28 March 2026, session 1 were corrected.")
    assert "Game 1: −15 (4 tiles) instead of −10 (3 tiles)." in en[third]
    assert "Your signature is void. Please sign again with an official" in en[third]
    assert "before the results come out on Thursday, 9 April 2026." in en[third]
    assert "由 −10 分（3 隻牌）改為 −15 分（4 隻牌）" in zh[third]
    assert "你的簽署已失效，請於2026年4月9日星期四公布成績之前" in zh[third]
    tournament.given(SignSheet(sheet=SHEET, entrant=third, medium="device"))
    assert "sign" not in players(tournament, notices)[third], "who has signed by then need not"


def test_what_stood_just_before_is_what_it_is_told_instead_of() -> None:
    tournament = closed_sheet(4).given(*OVER)
    last = tournament.sheet().seats[3]
    first = due(tournament, exchanged())
    seats = counts((5, 1), (10, 1), (20, 4), (16, 3))
    second = due(tournament, replace(exchanged(), seats=seats))
    assert "−10 (3 tiles) instead of −15 (4 tiles)" in players(tournament, first)[last]
    assert "−11 (3 tiles) instead of −10 (3 tiles)" in players(tournament, second)[last]


def test_the_last_word_is_what_stands_however_often_it_is_corrected_once_all_signatures_are_void() -> None:
    tournament = closed_sheet(4).given(*OVER)
    first, second, third, last = tournament.sheet().seats
    for seats, changed in (
        (counts((6, 1), (12, 1), (22, 4), (16, 3)), {first, second, third, last}),
        (counts((5, 1), (10, 1), (22, 4), (18, 3)), {first, second, third, last}),
        (counts((5, 1), (10, 1), (21, 4), (18, 3)), {first, third}),
    ):
        told = players(tournament, due(tournament, replace(exchanged(), seats=seats)))
        assert told.keys() == changed
    assert not tournament.sheet().signatures


def test_once_people_have_left_a_slip_is_told_also_where_nobody_has_signed() -> None:
    tournament = recorded(4).given(*OVER)
    _, _, third, last = tournament.sheet().seats
    assert players(tournament, due(tournament, exchanged())).keys() == {third, last}


def test_before_anybody_signs_a_slip_is_put_right_at_the_table() -> None:
    assert players(recorded(4), due(recorded(4), exchanged())) == {}


def test_who_was_closed_as_absent_is_told_but_has_no_signature_to_give_again() -> None:
    tournament = recorded(4)
    last = tournament.sheet().seats[3]
    tournament.given(
        RecordMissingSignature(sheet=SHEET, entrant=last, kind="absent"),
        CloseSignature(sheet=SHEET, entrant=last, reason="went home"),
    )
    sign(tournament, SHEET, last)
    text = players(tournament, due(tournament, exchanged()))[last]
    assert "instead of" in text
    assert "sign" not in text


@pytest.mark.parametrize("signatures", ["optional", "none"])
def test_where_nobody_has_to_sign_the_figures_alone_are_told(signatures: str) -> None:
    tournament, winner, loser = recorded_in_a_round(signatures)
    sheet = sheet_at(tournament)
    if signatures == "optional":
        tournament.given(
            *(SignSheet(sheet=sheet.sheet, entrant=each, medium="device") for each in (winner, loser))
        )
    texts = players(tournament, due(tournament, won_by(13, winner, sheet)))
    assert texts.keys() == {winner, loser}
    asked = "Please sign again" in texts[loser]
    assert asked is (signatures == "optional"), "while the session goes on, those who signed may sign again"


def whole(third: tuple[tuple[int, int], ...]) -> SubmitSheet:
    games = enumerate((EXAMPLE_1, EXAMPLE_2, third), 1)
    return SubmitSheet(
        sheet=SHEET,
        games=tuple(SheetGame(game, counts(*figures), "time") for game, figures in games),
    )


@pytest.mark.parametrize(("take", "told"), [("first", False), ("second", True)])
def test_a_second_sheet_that_counts_is_a_correction_too(take: Any, told: bool) -> None:
    tournament = sign(recorded(4)).given(whole(EXAMPLE_1))
    settle = SettleSheetConflict(sheet=SHEET, conflict=1, take=take, reason="The carbon copy.")
    texts = players(tournament, due(tournament, settle))
    assert bool(texts) is told
    assert all("instead of" in text and "Please sign" in text for text in texts.values())


def test_once_published_it_is_signed_before_the_stage_that_goes_by_it_begins() -> None:
    tournament = slip(published(preliminary(8)))
    tournament.given(RaiseDispute(sheet=SHEET, game=2, statement="so"))
    tournament.given(ruling(VoidGame(2)), by="chief_referee")
    (line,) = (str(line) for line in asked_to_sign(tournament.state, tournament.sheet().seats[0]))
    assert "Please sign for table 1, Saturday, 28 March 2026, session 1 again with an official" in line
    assert re.search(r"by 12 April 2026, \d+:\d+ [a-z]+ at the latest", line)


@pytest.mark.parametrize(("version", "before"), [(0, "the results"), (1, "the corrected results")])
def test_where_no_date_is_known_it_is_signed_before_the_results(version: int, before: str) -> None:
    tournament, winner, loser = recorded_in_a_round("required")
    sheet = sheet_at(tournament)
    sign(tournament, sheet.sheet).given(EndSession(session=sheet.session))
    tournament.state = replace(tournament.state, versions=tournament.state.versions.set(sheet.stage, version))
    tournament.given(won_by(13, winner, sheet), by="chief_referee")
    (line,) = (str(line) for line in asked_to_sign(tournament.state, loser))
    assert f", before {before} come out" in line


def test_the_venue_is_named_where_there_is_one() -> None:
    tournament = closed_sheet(4).given(*OVER)
    venue = Venue(name=Text("The Mills", "南豐紗廠"), address=Text("Tsuen Wan", "荃灣"))
    tournament.state = replace(tournament.state, definition=replace(tournament.state.plan, venue=venue))
    last = tournament.sheet().seats[3]
    notices = due(tournament, exchanged())
    assert "with an official at The Mills" in players(tournament, notices)[last]
    assert "到南豐紗廠向工作人員" in players(tournament, notices, "zh")[last]


def test_a_sheet_that_is_signed_anew_asks_for_nothing_more() -> None:
    tournament = closed_sheet(4)
    assert not [*asked_to_sign(tournament.state, tournament.sheet().seats[3])]
    tournament.given(exchanged(), by="chief_referee")
    last = tournament.sheet().seats[3]
    (line,) = asked_to_sign(tournament.state, last)
    assert "before leaving the table" in str(line)
    tournament.given(SignSheet(sheet=SHEET, entrant=last, medium="paper"))
    assert not [*asked_to_sign(tournament.state, last)]
