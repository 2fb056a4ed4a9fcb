"""Tasks about figures of a sheet: they are read with what is confirmed, and only what was read is."""

from html import unescape
from typing import Any

import pytest

from shared.catalogue import say
from tests.api.conftest import ID, START, House, scores
from tests.api.docket_page.given import TABLE, seats
from tests.api.docket_page.ruling_forms import Chief
from tests.api.test_tasks import TASKS, confirmed, sent


def text_of(answer: Any) -> str:
    return unescape(answer.get_data(as_text=True))


def sheet_of(house: House, *leads: int) -> None:
    """A game for each, of which A won so many points."""
    house.clock.set(START)
    for game, lead in enumerate(leads, 1):
        seats_then = scores(lead, -3, -4, 7 - lead)
        house.done("record-game-result", {"sheet": TABLE, "game": game, "seats": seats_then})


def corrected(house: House, lead: int) -> None:
    now = {"sheet": TABLE, "game": 2, "seats": scores(lead, -3, -4, 7 - lead), "reason": "Misread."}
    house.done("correct-game", now)


@pytest.mark.parametrize(
    ("task", "answers"),
    [
        ("sign-sheet", {"medium": "device"}),
        ("record-missing-signature", {"kind": "refused", "reason": "Does not agree."}),
    ],
)
def test_a_signature_binds_the_figures_that_were_read_alone(
    in_play: House, task: str, answers: dict[str, str]
) -> None:
    sheet_of(in_play, 10, 20, 30)
    chief, signer = Chief(in_play, TASKS), seats(in_play)[0]
    read = sent(chief, task, sheet=TABLE, entrant=signer, **answers)
    assert all(f"A {lead}/0★" in text_of(read) for lead in (10, 20, 30))
    corrected(in_play, 25)
    head = in_play.head
    again = confirmed(chief, task, read)
    assert again.status_code == 200
    assert in_play.head == head
    assert "25/0" in text_of(again)
    assert confirmed(chief, task, again).status_code == 303
    assert signer in in_play.desk.state(ID).sheets[TABLE].signatures


def test_a_signature_goes_through_at_once_where_its_sheet_stays_as_it_was(in_play: House) -> None:
    sheet_of(in_play, 10, 20, 30)
    chief, signer = Chief(in_play, TASKS), seats(in_play)[0]
    read = sent(chief, "sign-sheet", sheet=TABLE, entrant=signer, medium="device")
    in_play.done("ask-organizer", {"entrant": signer, "question": "May I go?"})
    assert confirmed(chief, "sign-sheet", read).status_code == 303


def test_both_sheets_are_read_before_and_with_the_answer_which_counts(in_play: House) -> None:
    sheet_of(in_play, 10, 20, 30)
    for lead in (11, 12):
        games = [{"game": game, "seats": scores(lead, -3, -4, 7 - lead)} for game in (1, 2, 3)]
        in_play.done("submit-sheet", {"sheet": TABLE, "games": games})
    chief = Chief(in_play, TASKS)
    page = chief.page(f"{TASKS}/settle-sheet-conflict?sheet={TABLE}&conflict=1")
    assert all(f"A {lead}/0★" in page for lead in (10, 11, 12))
    read = sent(
        chief, "settle-sheet-conflict", sheet=TABLE, conflict="2", take="first", reason="The paper says so."
    )
    assert "A 12/0★" in text_of(read)
    assert "A 11/0★" not in text_of(read)
    corrected(in_play, 25)
    assert confirmed(chief, "settle-sheet-conflict", read).status_code == 200


@pytest.mark.parametrize("points", ["+11½", "＋１１½", "+11.5", "+23/2", " + 11½ "])
def test_a_score_in_a_cell_is_read_however_it_is_written(in_play: House, points: str) -> None:
    cells = {"points_A": points, "tiles_A": "２", "won_A": "yes", "points_B": "+11.5", "tiles_B": "2"}
    cells |= {"won_B": "yes", "points_C": "-8", "tiles_C": "2", "points_D": "−１５", "tiles_D": "3"}
    chief = Chief(in_play, TASKS)
    read = sent(chief, "record-game-result", sheet=TABLE, game="1", ended_by="pool_exhausted", **cells)
    assert read.status_code == 200, text_of(read)
    confirmed(chief, "record-game-result", read)
    (game, *_) = in_play.desk.state(ID).sheets[TABLE].games
    assert game is not None
    assert [figure.score for figure in game.figures] == ["23/2", "23/2", "-8", "-15"]


def test_a_case_that_is_ruled_is_ruled_anew_by_naming_what_is_replaced(in_play: House) -> None:
    sheet_of(in_play, 10, 20, 30)
    in_play.done("raise-dispute", {"sheet": TABLE, "game": 2, "statement": "A joker."})
    ruling = {"dispute": "D-0001", "finding": "As written.", "cites": "HK rules 3", "reason": "Seen."}
    chief = Chief(in_play, TASKS)
    read = sent(chief, "make-ruling", **ruling)
    assert confirmed(chief, "make-ruling", read).status_code == 303
    refused = sent(chief, "make-ruling", **ruling)
    assert refused.status_code == 422
    assert 'id="wrong-supersedes"' in refused.get_data(as_text=True)
    assert say("word-case-ruled", "en") in unescape(chief.page(f"{TASKS}/make-ruling"))
    assert "/docket/D-0001/ruling" in chief.page(f"{TASKS}?about=case:D-0001")
