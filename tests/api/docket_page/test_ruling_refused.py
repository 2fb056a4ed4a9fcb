"""What the forms of a ruling do not take: wrong figures and words, steps passed by, and who may not rule."""

import re

import pytest

from shared.catalogue import say
from tests.api.conftest import ID, House
from tests.api.docket_page.given import CASE, TABLE
from tests.api.docket_page.ruling_forms import FIGURES, RULING, WHY, Chief, hidden, rulings
from tests.api.signing_in.browser import Browser
from tests.wording import fixed


def test_what_is_refused_is_said_beside_what_was_typed(disputed: House) -> None:
    chief, before = Chief(disputed), disputed.head
    chief.answers("effect", effect="amend_game")
    for wrong in (
        {"points_A": "x"},
        {"points_A": "0, B 5"},
        {"points_A": "0", "tiles_A": "-1"},
        {"tiles_A": "3"},
        {},
        {"points_A": "0", "points_B": "1"},
        {**FIGURES, "ended_by": "thunder"},
        {**FIGURES, "points_D": "99999"},
        {**FIGURES, "points_A": "7", "tiles_A": "1"},
    ):
        text = chief.answers("figures", **wrong).get_data(as_text=True)
        assert 'role="alert"' in text, wrong
        assert say("page-docket-figures", "en", game="2") in text
    for wrong, field, words in (
        ({**FIGURES, "points_C": "abc", "tiles_C": "2"}, "points_C", "“abc” are neither points nor a score."),
        ({**FIGURES, "points_C": "12½"}, "points_C", "“12½” are neither"),
        ({**FIGURES, "points_C": ""}, "points_C", "The points of seat C are missing."),
        ({**FIGURES, "tiles_C": "x"}, "tiles_C", "“x” is not a number of tiles."),
        ({**FIGURES, "points_C": "+5", "tiles_B": ""}, "tiles_B", "The tiles of seat B are missing."),
        ({}, "points_A", "The points of seat A are missing."),
    ):
        text = chief.answers("figures", **wrong).get_data(as_text=True)
        beside = text[text.index(f'name="{field}"') :].partition("</div>")[0]
        assert 'aria-invalid="true"' in beside, wrong
        assert words in beside
        assert text.count('role="alert"') == 1
    assert 'value="99999"' in chief.answers("figures", **{**FIGURES, "points_D": "99999"}).get_data(
        as_text=True
    )
    chief.answers("figures", **FIGURES)
    for wrong in (
        {**WHY, "finding": ""},
        {**WHY, "finding": "x"},
        {**WHY, "finding": "A 0, B 12/3, C 7/2, D 20/5"},
        {**WHY, "cites": ""},
        {**WHY, "cites": "the law"},
        {**WHY, "finding": "a word " * 1000},
    ):
        assert 'role="alert"' in chief.answers("why", **wrong).get_data(as_text=True), wrong
    assert disputed.head == before


def test_a_game_that_would_stand_as_it_does_is_not_amended(disputed: House) -> None:
    chief = Chief(disputed)
    page = chief.answers("effect", effect="amend_game").get_data(as_text=True)
    same = dict(re.findall(r'name="((?:points|tiles)_[A-D])" value="([^"]*)"', page))
    text = chief.answers("figures", **same, won_A="1").get_data(as_text=True)
    assert fixed("problem-figures-unchanged", game="2") in text
    assert say("page-docket-figures", "en", game="2") in text
    assert ">A cleared rack</option>" in text
    assert say("page-docket-finding", "en") in chief.answers("figures", **FIGURES).get_data(as_text=True)


def test_a_game_that_ended_without_a_cleared_rack_keeps_its_ending_where_that_is_not_touched(
    disputed: House,
) -> None:
    counts = [
        {"seat": seat, "count": count, "tiles": 2} for seat, count in zip("ABCD", (3, 12, 7, 20), strict=True)
    ]
    ended = {"sheet": TABLE, "game": 2, "ended_by": "pool_exhausted", "reason": "x"}
    disputed.done("correct-game", {**ended, "seats": counts})
    chief = Chief(disputed)
    chief.answers("effect", effect="amend_game")
    page = chief.page(f"{RULING}?step=figures")
    assert '<option value="pool_exhausted" selected>' in page
    untouched = dict(re.findall(r'name="((?:points|tiles)_\w)" value="([^"]*)"', page))
    for ended_by in ("pool_exhausted", ""):
        same = chief.answers("figures", **untouched, ended_by=ended_by)
        assert fixed("problem-figures-unchanged", game="2") in same.get_data(as_text=True)
        answer = chief.answers("figures", **{**untouched, "points_D": "21"}, ended_by=ended_by)
        assert answer.status_code == 200, answer.get_data(as_text=True)
        assert say("answer-pool-exhausted", "en") in chief.answers("why", **WHY).get_data(as_text=True)


@pytest.mark.parametrize("effect", ["", "amend", "charge:", "charge:x:0001", "none'", "x" * 3000, "\x00"])
def test_an_effect_that_is_none_is_refused(disputed: House, effect: str) -> None:
    chief, before = Chief(disputed), disputed.head
    assert chief.answers("effect", effect=effect).status_code == 200
    assert disputed.head == before
    assert rulings(disputed) == []


def test_a_step_cannot_be_passed_by(disputed: House) -> None:
    chief = Chief(disputed)
    assert say("bot-ruling-effect", "en") in chief.page(f"{RULING}?step=confirm")
    chief.answers("effect", effect="amend_game")
    assert say("page-docket-figures", "en", game="2") in chief.page(f"{RULING}?step=confirm")
    answer = chief.post(RULING, {"form": chief.word(), "step": "confirm"})
    assert answer.status_code == 303
    assert rulings(disputed) == []


@pytest.mark.parametrize("role", ["referee", "organizer"])
def test_who_may_rule_is_who_the_table_of_rights_says(disputed: House, role: str) -> None:
    subject = {"referee": "REF-1", "organizer": "office"}[role]
    browser = Browser(disputed).sign_in(role, subject)
    assert browser.get(RULING).status_code == (403 if role == "referee" else 200)
    assert (say("page-docket-rule", "en") in browser.page(CASE).split("<main", 1)[1]) == (role == "organizer")
    before = disputed.head
    fields = {"form": browser.word(), "step": "effect", "effect": "none"}
    assert browser.post(RULING, fields).status_code == (403 if role == "referee" else 303)
    assert disputed.head == before


def test_a_case_of_no_table_and_one_that_is_not_there(disputed: House) -> None:
    assert Browser(disputed).sign_in().get(f"/t/{ID}/docket/D-0099/ruling").status_code == 404
    disputed.done("withdraw-dispute", {"dispute": "D-0001"})
    assert Browser(disputed).sign_in().get(RULING).status_code == 303, "nothing is ruled on a case withdrawn"


def test_a_ruling_from_another_site_or_another_sign_in_is_not_taken(disputed: House) -> None:
    chief, before = Chief(disputed), disputed.head
    page = chief.drafts("none")
    fields = hidden(page)
    assert chief.post(RULING, fields, origin="https://evil.example").status_code == 403
    assert chief.post(RULING, {**fields, "form": "x"}).status_code == 403
    other = Chief(disputed)
    assert other.post(RULING, fields).status_code == 403
    assert disputed.head == before


def test_a_finding_is_asked_for_and_may_be_short_beside_a_reason(disputed: House) -> None:
    chief = Chief(disputed)
    chief.answers("effect", effect="none")
    rule = {"cites": "HK rules 3"}
    empty = chief.answers("why", finding=" ", reason="Both saw it.", **rule).get_data(as_text=True)
    assert 'role="alert"' in empty
    assert "“” is all" not in empty
    assert "finding" in empty[empty.index('role="alert"') :].partition("</p>")[0].lower()
    alone = chief.answers("why", finding="round 0", **rule).get_data(as_text=True)
    assert fixed("problem-finding-too-short", text="round 0") in alone
    reasoned = chief.answers("why", finding="round 0", reason="It never began.", **rule)
    assert say("page-docket-read-back", "en") in reasoned.get_data(as_text=True)
