"""A ruling in plain forms: each step, what is refused, what is read back, and that it is made once."""

import re
from datetime import timedelta
from typing import Any

import pytest
from werkzeug.test import TestResponse

from services.access.sign_in_links import SignInLinks
from tests.api.conftest import ID, SESSION, House, start
from tests.api.docket_page.given import CASE, OTHER, TABLE, seats
from tests.api.signing_in.browser import Browser

RULING = f"{CASE}/ruling"
WHY = {
    "finding": "The joker was counted as 25.",
    "reason": "Both players saw the rack.",
    "cites": "HK rules 3",
}
FIGURES = {
    "points_A": "0",
    "tiles_A": "0",
    "points_B": "12",
    "tiles_B": "2",
    "points_C": "5",
    "tiles_C": "1",
} | {
    "points_D": "20",
    "tiles_D": "3",
    "ended_by": "cleared",
}


JOKERS = "A joker left on a rack counts 30 points."
"""What stands at HK rules 3, which the rulings cite."""


class Chief(Browser):
    """The Chief Referee, who fills in a ruling step by step."""

    def __init__(self, house: House, path: str = RULING) -> None:
        super().__init__(house)
        self.path = path
        self.sign_in()

    def answers(self, step: str, **fields: str) -> TestResponse:
        """Answer a step; the page that comes next, or the same one with what is wrong."""
        answer = self.post(self.path, {"form": self.word(self.path), "step": step, **fields})
        return self.get(answer.headers["Location"]) if answer.status_code == 303 else answer

    def drafts(self, effect: str, *steps: tuple[str, dict[str, str]]) -> str:
        """A ruling up to its read-back; the page that reads it back."""
        self.answers("effect", effect=effect)
        for step, fields in steps:
            answer = self.answers(step, **fields)
            assert answer.status_code == 200, answer.get_data(as_text=True)
        answer = self.answers("why", **WHY)
        assert answer.status_code == 200, answer.get_data(as_text=True)
        return str(answer.get_data(as_text=True))

    def confirms(self, page: str, **more: str) -> TestResponse:
        """Press [Confirm] on a page that was read."""
        return self.post(self.path, {**hidden(page), **more})

    def is_told(self, page: str, **more: str) -> str:
        """What is said where a page that was read does not go through."""
        answer = self.confirms(page, **more)
        assert answer.status_code == 303
        return str(self.get(answer.headers["Location"]).get_data(as_text=True))


def hidden(page: str) -> dict[str, str]:
    """What the form that confirms brings along."""
    form = page[page.index('name="step" value="confirm"') - 400 :]
    found = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))
    return {name: found[name] for name in ("form", "step", "draft", "mark")}


def rulings(house: House) -> list[Any]:
    return [made for _, made in sorted(house.desk.state(ID).rulings.items())]


def test_a_game_is_amended_step_by_step_and_the_preview_says_what_it_changes(disputed_on_each: House) -> None:
    house = disputed_on_each
    chief = Chief(house)
    assert "Rule" in chief.page(CASE)
    page = chief.drafts("amend_game", ("figures", FIGURES))
    assert "Is this your ruling?" in page
    assert "Amend a game" in page
    assert "Game 2, now" in page
    assert "HK rules 3" in page
    assert JOKERS in page
    before = house.head
    answer = chief.confirms(page)
    assert answer.status_code == 303
    assert answer.headers["Location"].startswith(f"{CASE}?done=table")
    (made,) = rulings(house)
    assert (made.dispute, made.effects, made.by) == ("D-0001", ("amend_game",), "chief_referee:CR")
    assert house.head[0] > before[0]
    game = house.desk.state(ID).sheets[TABLE].games[1]
    assert game is not None
    figures = {figure.entrant: figure.count for figure in game.figures}
    assert [figures[number] for number in seats(house)] == [0, 12, 5, 20]
    page = chief.page(answer.headers["Location"])
    assert "Ruling R-0001 on D-0001 is made" in page
    assert "The joker was counted as 25." in page
    assert "What the rule says" in page
    assert JOKERS in page


@pytest.mark.parametrize(
    ("effect", "steps", "kind"),
    [
        ("none", (), "none"),
        ("void_game", (), "void_game"),
        ("replay_game", (), "replay_game"),
        ("charge", (("entrant", "1"), ("charge", "knocked_down")), "charge"),
        ("warning", (("entrant", "0"),), "warning"),
        ("disqualify", (("entrant", "2"),), "disqualify"),
    ],
)
def test_every_effect_has_its_steps(
    disputed: House, effect: str, steps: tuple[tuple[str, str], ...], kind: str
) -> None:
    if effect == "charge":
        count_anew(disputed)
    chief = Chief(disputed)
    named = seats(disputed)
    filled = [(step, {step: named[int(value)] if step == "entrant" else value}) for step, value in steps]
    page = chief.drafts(effect, *filled)
    assert chief.confirms(page).status_code == 303
    (made,) = rulings(disputed)
    assert made.effects == (kind,)


def count_anew(house: House) -> None:
    """Let game 2 have counts, not scores alone."""
    counts = (("A", 0, 0), ("B", 5, 1), ("C", 10, 2), ("D", 15, 3))
    figures = [{"seat": seat, "count": count, "tiles": tiles} for seat, count, tiles in counts]
    correction = {"sheet": TABLE, "game": 2, "ended_by": "cleared", "reason": "counted anew"}
    house.done("correct-game", {**correction, "seats": figures})


def test_a_case_about_no_game_asks_for_one(in_play: House) -> None:
    in_play.done("raise-dispute", {"sheet": TABLE, "statement": "Tiles fell."})
    chief = Chief(in_play)
    assert "Which game?" in chief.answers("effect", effect="void_game").get_data(as_text=True)
    assert "Finding" in chief.answers("game", game="1").get_data(as_text=True)
    for game in ("0", "9", "x", ""):
        assert 'role="alert"' in chief.answers("game", game=game).get_data(as_text=True), game


def test_a_charge_that_follows_from_a_rack_is_proposed(disputed: House) -> None:
    rack = {"rack": ["R10", "B10", "K10", "R1"], "last_drawn": "R1"}
    count_anew(disputed)
    disputed.done("present-evidence", {"dispute": "D-0001", "entrant": seats(disputed)[1], "rack": rack})
    chief = Chief(disputed)
    page = chief.page(RULING)
    (value,) = re.findall(r'value="(charge:[^"]+)"', page)
    assert value == f"charge:could_have_melded:{seats(disputed)[1]}"
    answer = chief.answers("effect", effect=value)
    assert "Finding, rule and reason" in answer.get_data(as_text=True), "who and what are said with it"


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
        assert "Figures of game 2" in text
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
        {**WHY, "reason": "rang \u0007 twice"},
    ):
        assert 'role="alert"' in chief.answers("why", **wrong).get_data(as_text=True), wrong
    assert disputed.head == before


def test_a_game_that_would_stand_as_it_does_is_not_amended(disputed: House) -> None:
    chief = Chief(disputed)
    page = chief.answers("effect", effect="amend_game").get_data(as_text=True)
    same = dict(re.findall(r'name="((?:points|tiles)_[A-D])" value="([^"]*)"', page))
    text = chief.answers("figures", **same, won_A="1").get_data(as_text=True)
    assert "Nothing is changed: game 2 stands with these figures." in text
    assert "Figures of game 2" in text
    assert ">A cleared rack</option>" in text
    assert "Finding" in chief.answers("figures", **FIGURES).get_data(as_text=True)


def test_pages_show_whole_names_and_whole_texts(disputed: House) -> None:
    number, name = seats(disputed)[1], "Bartholomew Featherstonehaugh-Cholmondeley"
    disputed.done("amend-details", {"entrant": number, "name_en": name})
    chief = Chief(disputed)
    assert f"B {number} {name}" in chief.answers("effect", effect="warning").get_data(as_text=True)
    page = chief.drafts("amend_game", ("figures", FIGURES))
    assert name in page[page.index('id="impact"') :]
    finding = "The joker was counted as 25 where 30 is written, " * 6
    chief.answers("why", **{**WHY, "finding": finding.strip()})
    chief.confirms(chief.page(f"{RULING}?step=confirm"))
    page = chief.page(CASE)
    assert finding.strip() in page
    assert f"B {number} {name}" in page


@pytest.mark.parametrize("effect", ["", "amend", "charge:", "charge:x:0001", "none'", "x" * 3000, "\x00"])
def test_an_effect_that_is_none_is_refused(disputed: House, effect: str) -> None:
    chief, before = Chief(disputed), disputed.head
    assert chief.answers("effect", effect=effect).status_code == 200
    assert disputed.head == before
    assert rulings(disputed) == []


def test_what_was_said_is_kept_for_the_next_device_and_the_steps_lead_back(disputed: House) -> None:
    chief = Chief(disputed)
    chief.drafts("amend_game", ("figures", FIGURES))
    laptop = Chief(disputed)
    page = laptop.page(f"{RULING}?step=why")
    assert "The joker was counted as 25." in page
    assert f'href="{RULING}?step=figures&lang=en"' in page
    assert 'name="points_B" value="12"' in laptop.page(f"{RULING}?step=figures")
    organizer = Browser(disputed).sign_in("organizer", "office")
    assert "The joker" not in organizer.page(RULING), "nobody else sees it"
    with disputed.desk.log.database.connection() as driver:
        (row,) = driver.execute("SELECT * FROM page_draft").fetchall()
    assert "joker" not in str(row), "nor who reads the database"
    laptop.answers("drop")
    assert "The joker" not in chief.page(RULING)


def test_a_draft_is_gone_after_a_day(disputed: House) -> None:
    Chief(disputed).drafts("none")
    disputed.clock.advance(timedelta(hours=25))
    assert "What shall the ruling do?" in Chief(disputed).page(RULING)


def test_a_step_cannot_be_passed_by(disputed: House) -> None:
    chief = Chief(disputed)
    assert "What shall the ruling do?" in chief.page(f"{RULING}?step=confirm")
    chief.answers("effect", effect="amend_game")
    assert "Figures of game 2" in chief.page(f"{RULING}?step=confirm")
    answer = chief.post(RULING, {"form": chief.word(), "step": "confirm"})
    assert answer.status_code == 303
    assert rulings(disputed) == []


def test_pressed_twice_it_is_made_once(disputed: House) -> None:
    chief = Chief(disputed)
    page = chief.drafts("none")
    answers = [chief.confirms(page) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [303, 303, 303]
    assert answers[1].headers["Location"].startswith(CASE)
    assert len(rulings(disputed)) == 1


def test_what_would_be_another_ruling_by_now_is_read_back_anew(disputed: House) -> None:
    chief, laptop = Chief(disputed), Chief(disputed)
    page = chief.drafts("amend_game", ("figures", FIGURES))
    laptop.answers("figures", **{**FIGURES, "points_B": "13"})
    text = chief.is_told(page)
    assert "Something has changed since" in text
    assert rulings(disputed) == []
    laptop.answers("effect", effect="replay_game")
    assert chief.confirms(text).status_code == 303, "with another effect the rule is asked for anew"
    assert rulings(disputed) == []


def test_what_would_change_something_else_by_now_is_read_back_anew(disputed: House) -> None:
    chief = Chief(disputed)
    page = chief.drafts("amend_game", ("figures", FIGURES))
    count_anew(disputed)
    text = chief.is_told(page)
    assert "Something has changed since" in text
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
    assert "The case was ruled on meanwhile" in text
    assert "R-0001 was made by Organizer" in text
    assert "It was right." in text
    assert len(rulings(disputed)) == 1
    back = chief.answers("supersede").get_data(as_text=True)
    assert "In place of" in back
    assert chief.confirms(back).status_code == 303
    first, second = rulings(disputed)
    assert (first.superseded_by, second.effects) == ("R-0002", ("void_game",))


def test_a_ruled_case_is_ruled_anew_in_place_of_the_last(disputed: House) -> None:
    chief = Chief(disputed)
    chief.confirms(chief.drafts("void_game"))
    page = chief.drafts("none")
    assert "taken back" in page
    chief.confirms(page)
    assert [made.superseded_by for made in rulings(disputed)] == ["R-0002", None]


def test_long_after_signing_in_a_code_is_asked_for_and_nothing_is_lost(disputed: House) -> None:
    chief = Chief(disputed)
    for _ in range(2):
        disputed.clock.advance(timedelta(hours=2))
        chief.page()
    page = chief.drafts("none")
    assert 'name="code"' in page
    text = chief.is_told(page, code="00000000")
    assert "This code does not hold" in text
    assert "The joker was counted as 25." in text
    assert rulings(disputed) == []
    code = SignInLinks(disputed.desk.sign_ins).make("chief_referee", "CR", ID, "telegram").code
    assert chief.confirms(text, code=code).status_code == 303
    assert len(rulings(disputed)) == 1


@pytest.mark.parametrize("role", ["referee", "organizer"])
def test_who_may_rule_is_who_the_table_of_rights_says(disputed: House, role: str) -> None:
    subject = {"referee": "REF-1", "organizer": "office"}[role]
    browser = Browser(disputed).sign_in(role, subject)
    assert browser.get(RULING).status_code == (403 if role == "referee" else 200)
    assert ("Rule" in browser.page(CASE).split("<main", 1)[1]) == (role == "organizer")
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


@pytest.mark.parametrize("step", ["effect", "figures", "why", "confirm"])
def test_every_step_reads_in_chinese(disputed: House, step: str) -> None:
    chief = Chief(disputed)
    chief.drafts("amend_game", ("figures", FIGURES))
    answer = chief.get(f"{RULING}?step={step}&lang=zh")
    assert answer.status_code == 200
    main = (
        answer.get_data(as_text=True).split('<main id="content" tabindex="-1">', 1)[1].split("</main>", 1)[0]
    )
    plain = re.sub(
        r"<[^>]*>|D-0001|Player|Number\d|Judge|Chief|The joker was.*|Both players.*|HK|[A-D] ", "", main
    )
    assert not re.findall(r"[A-Za-z]{4,}", plain), plain


def test_a_swiss_table_and_other_rules_have_their_charges(founded: House) -> None:
    house = start(founded)
    house.done("raise-dispute", {"sheet": OTHER, "statement": "A rack fell."})
    chief = Chief(house, f"/t/{ID}/docket/D-0001/ruling")
    chief.answers("effect", effect="charge")
    chief.answers("game", game="1")
    page = chief.answers("entrant", entrant=seats(house, OTHER)[0]).get_data(as_text=True)
    assert SESSION in str(house.desk.state(ID).disputes["D-0001"].sheet)
    assert 'value="knocked_down"' in page
    assert 'role="alert"' in chief.answers("charge", charge="x").get_data(as_text=True)


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
        assert "Nothing is changed" in same.get_data(as_text=True)
        answer = chief.answers("figures", **{**untouched, "points_D": "21"}, ended_by=ended_by)
        assert answer.status_code == 200, answer.get_data(as_text=True)
        assert "pool exhausted" in chief.answers("why", **WHY).get_data(as_text=True)


def test_the_rules_to_choose_from_stand_in_the_order_of_their_numbers(disputed: House) -> None:
    chief = Chief(disputed)
    chief.answers("effect", effect="none")
    page = chief.page(f"{RULING}?step=why")
    conduct = re.findall(r'<option value="HK code of conduct (\d+)">', page)
    assert conduct == sorted(conduct, key=int)
    listed = re.findall(r'<option value="([^"]+)">', page)
    assert listed.index("HK code of conduct 15") < listed.index("HK rules 3")
    assert " selected" not in page


def test_a_long_name_stands_whole_beside_the_cells_of_its_seat(disputed: House) -> None:
    name = "Wong-Fitzgerald Alexandra Konstantina"
    disputed.done("amend-details", {"entrant": seats(disputed)[0], "name_en": name})
    chief = Chief(disputed)
    answer = chief.answers("effect", effect="amend_game")
    assert name in answer.get_data(as_text=True)
