"""A ruling is made once, as it was read back, and takes the place of the one before."""

from datetime import timedelta

from services.access.sign_ins import make_link
from shared.catalogue import say
from tests.api.conftest import ID, House
from tests.api.docket_page.given import CASE, count_anew, seats
from tests.api.docket_page.ruling_forms import FIGURES, RULING, Chief, rulings
from tests.wording import fixed


def test_pressed_twice_it_is_made_once(disputed: House) -> None:
    chief = Chief(disputed)
    page = chief.drafts("none")
    answers = [chief.confirms(page) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [303, 303, 303]
    assert answers[1].headers["Location"].startswith(CASE)
    assert len(rulings(disputed)) == 1
    page = chief.page(answers[1].headers["Location"])
    assert say("page-docket-ruled-already", "en") in page
    assert "Nothing was ruled:" not in page


def test_a_draft_that_was_dropped_on_another_page_is_said_to_have_made_no_ruling(disputed: House) -> None:
    chief, laptop = Chief(disputed), Chief(disputed)
    page = chief.drafts("none")
    laptop.answers("drop")
    assert say("page-docket-draft-dropped", "en") in chief.page_after_confirming(page)
    laptop.answers("effect", effect="void_game")
    again = chief.confirms(page)
    assert say("page-docket-draft-dropped", "zh") in chief.page(
        again.headers["Location"].replace("lang=en", "lang=zh")
    )
    assert rulings(disputed) == []


def test_a_draft_that_was_changed_on_another_page_says_so_above_what_is_asked_next(disputed: House) -> None:
    chief, laptop = Chief(disputed), Chief(disputed)
    page = chief.drafts("none")
    laptop.answers("effect", effect="charge")
    asked = chief.page_after_confirming(page)
    assert say("page-docket-draft-changed", "en") in asked
    assert 'name="entrant"' in asked
    assert "Nothing was ruled" not in chief.page(RULING)
    assert rulings(disputed) == []


def test_what_would_be_another_ruling_by_now_is_read_back_anew(disputed: House) -> None:
    chief, laptop = Chief(disputed), Chief(disputed)
    page = chief.drafts("amend_game", ("figures", FIGURES))
    laptop.answers("figures", **{**FIGURES, "points_B": "13"})
    text = chief.page_after_confirming(page)
    assert say("bot-read-back-changed", "en") in text
    assert rulings(disputed) == []
    laptop.answers("effect", effect="replay_game")
    assert chief.confirms(text).status_code == 303, "with another effect the rule is asked for anew"
    assert rulings(disputed) == []


def test_a_finding_that_was_changed_on_another_page_is_shown_alone(disputed: House) -> None:
    chief, laptop = Chief(disputed), Chief(disputed)
    page = chief.drafts("none")
    words = {"finding": "He could not meld at all.", "reason": "Three saw it.", "cites": "HK rules 3"}
    laptop.answers("why", **words)
    text = chief.page_after_confirming(page)
    assert "Was: Finding: " in text
    assert "Now: Finding: He could not meld at all." in text
    assert "Effect: " not in text
    assert 'id="impact"' not in text
    assert rulings(disputed) == []
    assert chief.confirms(text).status_code == 303
    assert len(rulings(disputed)) == 1


def test_what_would_change_something_else_by_now_is_read_back_anew(disputed: House) -> None:
    chief = Chief(disputed)
    page = chief.drafts("amend_game", ("figures", FIGURES))
    count_anew(disputed)
    text = chief.page_after_confirming(page)
    assert say("bot-read-back-changed", "en") in text
    assert rulings(disputed) == []
    assert chief.confirms(text).status_code == 303
    assert len(rulings(disputed)) == 1


def test_a_draft_overtaken_by_another_ruling_shows_it_and_can_take_its_place(disputed: House) -> None:
    chief = Chief(disputed)
    page = chief.drafts("void_game")
    ruling = {"dispute": "D-0001", "finding": "It was right.", "reason": "The sheet.", "cites": "HK rules 3"}
    disputed.done("make-ruling", ruling)
    answer = chief.confirms(page)
    shown = chief.get(answer.headers["Location"])
    text = shown.get_data(as_text=True)
    assert say("page-docket-overtaken", "en") in text
    assert fixed("bot-ruling-made-by", by="Organizer", ruling="R-0001") in text
    assert fixed("bot-case-ruling", finding="It was right.") in text
    assert len(rulings(disputed)) == 1
    back = chief.answers("supersede").get_data(as_text=True)
    assert say("page-docket-replaces", "en") in back
    assert chief.confirms(back).status_code == 303
    first, second = rulings(disputed)
    assert (first.superseded_by, second.effects) == ("R-0002", ("void_game",))


def test_a_ruled_case_is_ruled_anew_in_place_of_the_last(disputed: House) -> None:
    chief = Chief(disputed)
    chief.confirms(chief.drafts("void_game"))
    page = chief.drafts("none")
    assert fixed("page-docket-undone") in page
    chief.confirms(page)
    assert [made.superseded_by for made in rulings(disputed)] == ["R-0002", None]


def test_long_after_signing_in_a_code_is_asked_for_and_nothing_is_lost(disputed: House) -> None:
    chief = Chief(disputed)
    for _ in range(2):
        disputed.clock.advance(timedelta(hours=2))
        chief.page()
    page = chief.drafts("none")
    assert 'name="code"' in page
    text = chief.page_after_confirming(page, code="00000000")
    assert fixed("problem-sign-in-code-wrong") in text
    for _ in range(6):
        text = chief.page_after_confirming(text, code="1234")
        assert say("problem-code-unfinished", "en", digits=8) in text
    assert "The joker was counted as 25." in text
    assert rulings(disputed) == []
    code = make_link(disputed.desk.grants, "chief_referee", "CR", ID, "telegram").code
    assert chief.confirms(text, code=code).status_code == 303
    assert len(rulings(disputed)) == 1


def test_a_case_that_ended_meanwhile_says_so_with_who_ended_it_and_why(disputed: House) -> None:
    chief = Chief(disputed)
    page = chief.drafts("void_game")
    disputed.done("withdraw-dispute", {"dispute": "D-0001", "reason": "They agree by now."})
    answer = chief.confirms(page)
    led_to = chief.get(answer.headers["Location"]).headers["Location"]
    shown = chief.page(led_to)
    assert say("bot-ruling-of-ended", "en") in shown
    assert "D-0001 ended without a ruling: dispute withdrawn, Organizer, 6 March 2027" in shown
    assert "They agree by now." in shown
    plain = chief.page(CASE)
    assert "Nothing was ruled" not in plain
    assert "Nothing was ruled" not in chief.page(f"{CASE}?done=ended"), "an address alone says nothing"
    assert "They agree by now." in plain
    zh = chief.page(led_to.replace("lang=en", "lang=zh"))
    assert say("bot-ruling-of-ended", "zh") in zh
    assert fixed("bot-case-ended", "zh", dispute="D-0001", what="撤回爭議") in zh
    assert rulings(disputed) == []


def test_once_nobody_of_the_table_sits_there_any_more_all_are_told_now(disputed: House) -> None:
    chief = Chief(disputed)
    *others, last = seats(disputed)
    for number in others:
        disputed.done("disqualify-entrant", {"entrant": number, "reason": "a phone"})
    answer = chief.confirms(chief.drafts("disqualify", ("entrant", {"entrant": last})))
    page = chief.page(answer.headers["Location"])
    assert fixed("bot-ruled", night_over="none", where="over") in page
    assert "once their session is over" not in page
