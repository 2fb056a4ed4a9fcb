"""Evidence in plain forms: as typed, judged at once, kept once the verdict was read."""

import re
from typing import Any

import pytest
from werkzeug.test import TestResponse

from tests.api.conftest import ID, House
from tests.api.docket_page.given import CASE, seats
from tests.api.signing_in.browser import Browser
from tests.wording import fixed

EVIDENCE = f"{CASE}/evidence"
TURN = {"melded": "1", "before": "R6 R7 R8", "rack": "R9", "after": "R6 R7 R8 R9"}


def sends(browser: Browser, **fields: str) -> TestResponse:
    word = browser.word()
    answer = browser.post(EVIDENCE, {"form": word, "step": "judge", **fields})
    return browser.get(answer.headers["Location"]) if answer.status_code == 303 else answer


def keeps(browser: Browser, page: str) -> TestResponse:
    (draft,) = re.findall(r'name="draft" value="([^"]+)"', page)
    return browser.post(EVIDENCE, {"form": browser.word(), "step": "keep", "draft": draft})


def exhibits(house: House) -> Any:
    return house.desk.state(ID).disputes["D-0001"].evidence


def test_a_rack_is_judged_read_back_and_kept_once(disputed: House) -> None:
    house = disputed
    referee, whose = Browser(house).sign_in("referee", "REF-1"), seats(house)[1]
    assert f'href="{EVIDENCE}?kind=rack&lang=en"' in referee.page(CASE)
    page = sends(referee, kind="rack", rack="r10 b10, K10 R1", last="R1", entrant=whose).get_data(
        as_text=True
    )
    assert "Rack: R10 B10 K10 R1" in page
    assert fixed("bot-evidence-told-last", tiles="R1") in page
    assert "best 30" in page
    assert exhibits(house) == ()
    for _ in range(2):
        assert keeps(referee, page).status_code == 303
    (kept,) = exhibits(house)
    assert kept.judged.entrant == whose
    assert "1. Rack" in referee.page(CASE)


@pytest.mark.parametrize(
    ("rack", "verdict"),
    [
        (
            "R10 B10 K10",
            "could not have melded, whichever of these tiles was drawn last. That one is not known, and it "
            "does not count; all of them together reach 30.",
        ),
        ("R10 B10 K10 O10 R11 R12 R13", "could have melded, whichever of these tiles was drawn last."),
        ("R10 B10 K10 R1", "the referee decides. It is not known which of these tiles that was"),
    ],
)
def test_of_a_rack_with_the_tile_drawn_last_unknown_it_is_said_what_was_decided(
    disputed: House, rack: str, verdict: str
) -> None:
    chief = Browser(disputed).sign_in()
    page = sends(chief, kind="rack", rack=rack, last="").get_data(as_text=True)
    assert verdict in page
    assert "best" not in page.partition('role="status">')[2].partition("</p>")[0]
    keeps(chief, page)
    assert verdict.partition(".")[0] in chief.page(CASE)
    chinese = chief.page(f"{CASE}?lang=zh")
    assert "最後抽到的" in chinese


def test_a_turn_is_judged_and_what_was_typed_is_kept_for_mending(disputed: House) -> None:
    chief = Browser(disputed).sign_in()
    page = sends(chief, kind="turn", **TURN).get_data(as_text=True)
    assert "Before: R6 R7 R8" in page
    assert ">R6 R7 R8 R9</textarea>" in chief.page(f"{EVIDENCE}?kind=turn")
    assert keeps(chief, page).status_code == 303
    assert len(exhibits(disputed)) == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "rack", "rack": ""},
        {"kind": "rack", "rack": "Z9"},
        {"kind": "rack", "rack": "R1 R1 R1"},
        {"kind": "rack", "rack": "R1", "last": "B2"},
        {"kind": "rack", "rack": "R1 J", "last": "J", "as_it_is": "1"},
        {"kind": "rack", "rack": "R1", "entrant": "9999"},
        {"kind": "rack", "rack": "R1 " * 600},
        {"kind": "turn", **TURN, "before": ""},
        {"kind": "turn", **TURN, "before": "R9 R9 R9"},
        {"kind": "turn", **TURN, "after": "what"},
    ],
)
def test_what_cannot_be_is_said_beside_what_was_typed(disputed: House, wrong: dict[str, str]) -> None:
    chief, before = Browser(disputed).sign_in(), disputed.head
    text = sends(chief, **wrong).get_data(as_text=True)
    assert 'role="alert"' in text
    assert wrong["rack"][:20].strip() in text
    assert ("nothing drawn. Leave" in text) == ("as_it_is" in wrong), "neither is dropped"
    assert disputed.head == before


def test_only_who_may_present_evidence_sees_the_forms_and_while_the_case_is_open(disputed: House) -> None:
    other = Browser(disputed).sign_in("referee", "REF-2")
    assert other.get(EVIDENCE).status_code == 403
    assert sends(other, kind="rack", rack="R1").status_code == 403
    disputed.done("withdraw-dispute", {"dispute": "D-0001"})
    chief = Browser(disputed).sign_in()
    assert chief.get(EVIDENCE).status_code == 409
    assert sends(chief, kind="rack", rack="R1").status_code == 409
    assert exhibits(disputed) == ()


@pytest.mark.parametrize("kind", ["rack", "turn", "x"])
def test_the_forms_read_in_both_languages(disputed: House, kind: str) -> None:
    chief = Browser(disputed).sign_in()
    for language in ("en", "zh"):
        answer = chief.get(f"{EVIDENCE}?kind={kind}&lang={language}")
        assert (answer.status_code, answer.headers["Content-Language"]) == (200, language)


def test_the_language_is_switched_with_what_is_typed(disputed: House) -> None:
    chief, before = Browser(disputed).sign_in(), disputed.head
    answer = sends(chief, kind="turn", switch="zh", **{**TURN, "after": "what"})
    page = answer.get_data(as_text=True)
    assert 'lang="zh-Hant-HK"' in page
    assert ">what</textarea>" in page
    assert 'role="alert"' not in page, "it is not read yet"
    assert disputed.head == before
