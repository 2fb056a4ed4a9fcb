"""What is sent of a session that was suspended meanwhile is refused for just that, with its hour."""

import pytest

from services.tournament.lookups import SESSION_NOT_IN_PLAY
from shared.catalogue import Word
from tests.api.conftest import ID, SESSION, House, assert_problem, scores
from tests.api.docket_page.given import TABLE, seats
from tests.api.docket_page.ruling_forms import Chief, kept

DAY = SESSION.partition("/")[0]
GAME = f"/t/{ID}/tasks/record-game-result"
WON = {"sheet": TABLE, "game": "1", "points_A": "0", "tiles_A": "0", "points_B": "12", "tiles_B": "2"}
WON |= {"points_C": "5", "tiles_C": "1", "points_D": "20", "tiles_D": "3", "ended_by": "cleared"}


def suspend(house: House) -> None:
    house.done("suspend-remaining", {"day": DAY, "grounds": "signal_8_or_above"})


def text(step: str) -> str:
    return {"en": "was suspended (", "zh": "暫停；成績作廢"}[step]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_result_that_was_read_back_is_refused_because_of_the_suspension(
    in_play: House, language: str
) -> None:
    referee = Chief(in_play, GAME)
    referee.sign_in("referee", "REF-1")
    form = {**WON, "form": referee.word(f"{GAME}?sheet={TABLE}&game=1"), "step": "look"}
    read = referee.post(GAME, form)
    assert read.status_code == 200
    suspend(in_play)
    sent = {**kept(read.get_data(as_text=True)), "step": "confirm"}
    for fields in (sent, form):
        answer = referee.client.post(
            f"{GAME}?lang={language}",
            data=fields,
            headers={"Accept": "text/html", "Origin": "http://localhost"},
            follow_redirects=True,
        )
        assert answer.status_code == 422, answer.get_data(as_text=True)
        assert text(language) in answer.get_data(as_text=True)
    assert "A 0/0, B 12/2, C 5/1, D 20/3" in answer.get_data(as_text=True), "what was typed is still there"


def test_whatever_was_sent_of_its_tables_is_refused_for_that(in_play: House) -> None:
    number = seats(in_play)[0]
    in_play.done("raise-dispute", {"sheet": TABLE, "statement": "A tile fell."})
    suspend(in_play)
    referee, player = in_play.client("referee", "REF-1"), in_play.client("participant", number)
    at = {"sheet": TABLE}
    for client, command, body in (
        (referee, "record-game-result", {**at, "game": 1, "seats": scores(30, -5, -10, -15)}),
        (referee, "sign-sheet", {**at, "entrant": number, "medium": "paper"}),
        (player, "sign-sheet", {**at, "entrant": number, "medium": "device"}),
        (player, "raise-dispute", {**at, "statement": "It counts."}),
        (referee, "raise-dispute", {**at, "statement": "It counts."}),
        (referee, "call-chief-referee", at),
        (referee, "withdraw-dispute", {"dispute": "D-0001"}),
    ):
        problem = assert_problem(client.command(command, body), 409, SESSION_NOT_IN_PLAY.code)
        assert text("en") in problem["detail"], command


@pytest.mark.parametrize("moved", [True, False])
def test_after_a_new_date_or_an_undone_draw_it_is_said_how_the_session_stands(
    in_play: House, moved: bool
) -> None:
    if moved:
        suspend(in_play)
        in_play.done("reschedule-sessions", {"day": DAY, "new_day": "2027-03-07"})
    else:
        for step in ("undo-session-start", "undo-seat-draw"):
            in_play.done(step, {"session": SESSION, "reason": "Too soon."})
    referee = in_play.client("referee", "REF-1")
    sent = referee.command(
        "record-game-result", {"sheet": TABLE, "game": 1, "seats": scores(30, -5, -10, -15)}
    )
    problem = assert_problem(sent, 409, SESSION_NOT_IN_PLAY.code)
    assert Word("session", "scheduled").in_language("en") in problem["detail"]


def test_the_code_of_a_table_leads_to_what_became_of_its_session(in_play: House) -> None:
    suspend(in_play)
    for client in (in_play.anyone, in_play.organizer):
        answer = client.get(f"/t/{ID}/at/{TABLE}", {"Accept": "text/html"})
        page = client.get(answer.headers["Location"], {"Accept": "text/html"})
        assert page.status_code == 409
        assert Word("session", "suspended").in_language("en") in page.get_data(as_text=True)
        assert SESSION not in page.get_data(as_text=True).partition("<main")[2]
