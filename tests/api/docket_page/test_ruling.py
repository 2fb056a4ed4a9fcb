"""A ruling in plain forms: the steps of each effect, what they show, and how long they are kept."""

import re
from datetime import timedelta

import pytest

from shared.catalogue import say
from tests.api.conftest import ID, SESSION, START, House, start
from tests.api.docket_page.given import CASE, DOCKET, OTHER, TABLE, count_anew, seats
from tests.api.docket_page.ruling_forms import FIGURES, RULING, WHY, Chief, rulings
from tests.api.signing_in.browser import Browser

JOKERS = "A joker left on a rack counts 30 points."
"""What stands at HK rules 3, which the rulings cite."""


def test_a_game_is_amended_step_by_step_and_the_preview_says_what_it_changes(disputed_on_each: House) -> None:
    house = disputed_on_each
    chief = Chief(house)
    assert say("page-docket-rule", "en") in chief.page(CASE)
    page = chief.drafts("amend_game", ("figures", FIGURES))
    assert say("page-docket-read-back", "en") in page
    assert say("bot-effect-amend-game", "en") in page
    assert "Game 2, now" in page
    assert "HK rules 3" in page
    assert JOKERS in page
    before = house.head
    answer = chief.confirms(page)
    assert answer.status_code == 303
    assert answer.headers["Location"].startswith(f"{CASE}?done=")
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
    assert say("page-clause-words", "en") in page
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


def test_a_case_about_no_game_asks_for_one(in_play: House) -> None:
    in_play.done("raise-dispute", {"sheet": TABLE, "statement": "Tiles fell."})
    chief = Chief(in_play)
    assert say("bot-ruling-game", "en") in chief.answers("effect", effect="void_game").get_data(as_text=True)
    assert say("page-docket-finding", "en") in chief.answers("game", game="1").get_data(as_text=True)
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
    assert say("page-docket-why", "en") in answer.get_data(as_text=True), "who and what are said with it"


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
    asked = page.partition("<details><summary")[2]
    assert say("page-docket-drop-lost", "en") in asked
    assert "The joker was counted as 25." in asked, "it says what is lost"
    assert asked.count('value="drop"') == page.count('value="drop"') == 1, "it takes one more press"
    laptop.answers("drop")
    assert "The joker" not in chief.page(RULING)


def test_the_language_of_each_step_is_switched_with_what_is_typed(disputed: House) -> None:
    chief = Chief(disputed)
    page = chief.answers("effect", effect="void_game", switch="zh").get_data(as_text=True)
    assert 'lang="zh-Hant-HK"' in page
    assert 'value="void_game" required checked' in page
    chief.answers("effect", effect="amend_game")
    page = chief.answers("figures", **{**FIGURES, "points_B": "many"}, switch="zh").get_data(as_text=True)
    assert 'value="many"' in page
    assert 'role="alert"' not in page, "it is not read yet"
    chief.answers("figures", **FIGURES)
    page = chief.answers("why", finding="It was", switch="zh").get_data(as_text=True)
    assert 'lang="zh-Hant-HK"' in page
    assert ">It was</textarea>" in page


def test_a_draft_is_gone_after_a_day(disputed: House) -> None:
    Chief(disputed).drafts("none")
    disputed.clock.advance(timedelta(hours=25))
    assert say("bot-ruling-effect", "en") in Chief(disputed).page(RULING)


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


def test_the_rules_to_choose_from_stand_in_the_order_of_their_numbers(disputed: House) -> None:
    chief = Chief(disputed)
    chief.answers("effect", effect="none")
    page = chief.page(f"{RULING}?step=why")
    conduct = re.findall(r'<option value="HK code of conduct (\d+)">', page)
    assert conduct == sorted(conduct, key=int)
    listed = re.findall(r'<option value="([^"]+)">', page)
    assert listed.index("HK code of conduct 15") < listed.index("HK rules 3")
    assert " selected" not in page


def test_rules_stand_by_document_and_none_is_chosen_but_that_of_a_charge(disputed: House) -> None:
    count_anew(disputed)
    chief = Chief(disputed)
    page = chief.answers("effect", effect="void_game").get_data(as_text=True)
    assert '<optgroup label="HK rules">' in page
    assert ">HK rules 2.1: The first tiles that a player lays down" in page
    assert " selected" not in page
    chief.answers("effect", effect="charge")
    chief.answers("entrant", entrant=seats(disputed)[1])
    page = chief.answers("charge", charge="could_not_meld").get_data(as_text=True)
    (chosen,) = re.findall(r'<option value="([^"]+)" selected', page)
    assert chosen.startswith("HK rules 3")
    assert '<optgroup label="香港規則">' in chief.page(f"{RULING}?step=why&lang=zh")


def test_a_long_name_stands_whole_beside_the_cells_of_its_seat(disputed: House) -> None:
    name = "Wong-Fitzgerald Alexandra Konstantina"
    disputed.done("amend-details", {"entrant": seats(disputed)[0], "name_en": name})
    chief = Chief(disputed)
    answer = chief.answers("effect", effect="amend_game")
    assert name in answer.get_data(as_text=True)


def test_a_game_that_somebody_left_asks_nothing_of_their_seat(in_play: House) -> None:
    in_play.clock.set(START)
    leaver = seats(in_play)[3]
    in_play.done("withdraw-entrant", {"entrant": leaver, "grounds": "health"})
    in_play.done("raise-dispute", {"sheet": TABLE, "game": 2, "statement": "A joker was counted as 25."})
    chief = Chief(in_play, f"{DOCKET}/D-0002/ruling")
    page = chief.answers("effect", effect="amend_game").get_data(as_text=True)
    assert 'name="points_A"' in page
    assert 'name="points_D"' not in page
    of_three = {name: value for name, value in FIGURES.items() if not name.endswith("_D")}
    assert say("page-docket-finding", "en") in chief.answers("figures", **of_three).get_data(as_text=True)
    counts = (("A", 0, 0), ("B", 5, 1), ("C", 10, 2))
    figures = [{"seat": seat, "count": count, "tiles": tiles} for seat, count, tiles in counts]
    game = {"sheet": TABLE, "game": 2, "ended_by": "cleared", "seats": figures}
    in_play.done("record-game-result", game)
    page = chief.answers("effect", effect="charge").get_data(as_text=True)
    offered = re.findall(r'name="entrant"[^>]* value="(\d+)"', page)
    assert offered == [*seats(in_play)[:3]]
    for task, game_no in (("record-game-result", 3), ("correct-game", 2), ("submit-sheet", 2)):
        page = chief.page(f"/t/{ID}/tasks/{task}?sheet={TABLE}&game={game_no}")
        assert re.search(r'name="(game2-)?points_A"', page), task
        assert not re.search(r'name="(game2-)?points_D"', page), task
