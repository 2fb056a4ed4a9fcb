"""Cases of a session that was suspended: they are read as history, also after a new date."""

import pytest

from shared.catalogue import Word, say
from tests.api.conftest import ID, SESSION, House
from tests.api.docket_page.given import CASE, DOCKET, OTHER
from tests.api.docket_page.ruling_forms import Chief

DAY = SESSION.partition("/")[0]
RULED = {"dispute": "D-0001", "finding": "f", "cites": "HK rules 3", "reason": "r"}


def suspend(house: House) -> None:
    house.done("suspend-remaining", {"day": DAY, "grounds": "signal_8_or_above"})


@pytest.mark.parametrize("language", ["en", "zh"])
def test_an_open_case_is_closed_by_the_suspension_and_is_still_read(disputed: House, language: str) -> None:
    suspend(disputed)
    chief = Chief(disputed)
    assert "/docket/D-0001?" in chief.page(DOCKET)
    page = chief.page(f"{CASE}?lang={language}")
    assert Word("event", "sessions-suspended").in_language(language) in page
    assert say("page-docket-sheet-void", language) in page
    assert "/docket/D-0001/ruling" not in page


def test_who_confirms_a_ruling_on_it_reads_what_became_of_it(disputed: House) -> None:
    chief = Chief(disputed)
    read = chief.drafts("none")
    suspend(disputed)
    answer = chief.confirms(read)
    while answer.status_code == 303:
        answer = chief.get(answer.headers["Location"])
    assert say("bot-ruling-of-ended", "en") in answer.get_data(as_text=True)
    assert not disputed.desk.state(ID).rulings


def test_a_case_ruled_before_is_read_also_after_a_new_date_and_a_new_draw(disputed: House) -> None:
    disputed.done("make-ruling", {**RULED, "effects": [{"type": "void_game", "game": 2}]})
    suspend(disputed)
    chief = Chief(disputed)
    for new_date in (False, True):
        if new_date:
            moved = {"day": DAY, "new_day": "2027-03-07", "sessions": [SESSION]}
            disputed.done("reschedule-sessions", moved)
        page = chief.page(CASE)
        assert say("page-docket-sheet-void", "en") in page
        assert "HK rules 3" in page
        assert f"/t/{ID}/tables/" not in page
        assert "void_game" not in chief.page(f"{CASE}/ruling"), "there is no game to rule on"


def test_a_breach_is_still_ruled_on_where_the_sheet_is_void(disputed: House) -> None:
    number = disputed.desk.state(ID).sheets[OTHER].seats[0]
    for breach in ("talking", "talking"):
        disputed.done("give-warning", {"entrant": number, "breach": breach})
    disputed.done("report-breach", {"entrant": number, "description": "A tile was hidden."})
    suspend(disputed)
    (case,) = (case.dispute for case in disputed.desk.state(ID).disputes.values() if case.status == "open")
    chief = Chief(disputed, f"{DOCKET}/{case}/ruling")
    assert chief.get(f"{DOCKET}/{case}").status_code == 200
    page = chief.drafts("disqualify", ("entrant", {"entrant": number}))
    assert chief.confirms(page).status_code == 303
    assert disputed.desk.state(ID).disputes[case].status == "ruled"
