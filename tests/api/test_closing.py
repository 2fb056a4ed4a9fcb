"""Closing a stage: what is open, the cut, who plays on, results and awards, each done from one page."""

import json
import re
from collections.abc import Iterable, Iterator
from datetime import timedelta
from functools import partial
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest

from services.rules.game import remark
from services.tournament.definition.places_called import session_called
from services.tournament.standings.qualification import CUT_CHANGED
from services.web.api.examples import TOURNAMENT_FILE
from shared.catalogue import say
from shared.catalogue.titles import task_title
from tests.api.conftest import ID, SESSION, START, House, found, later, opened, scores, start
from tests.api.courses import CHILD, FINAL, begin
from tests.api.courses import start as start_session
from tests.api.docket_page.given import OTHER, TABLE
from tests.api.docket_page.ruling_forms import Chief
from tests.api.following import follow
from tests.api.personal.phone import Phone
from tests.made_once import MadeOnce

CONSOLE = f"/t/{ID}/sessions/{SESSION}/console"
PARENT = "0004"
CLOSING, FINALLY = (f"/t/{ID}/stages/{stage}/closing" for stage in ("preliminary", "final"))


@pytest.fixture
def last_sheet(moments: dict[str, Path], made_once: MadeOnce, tmp_path: Path) -> Iterator[House]:
    """As `play_first`."""
    with opened(later(made_once, moments["house"], "last sheet", play_first), tmp_path) as house:
        house.clock.set(START)
        yield house


@pytest.fixture
def clear_cut(moments: dict[str, Path], made_once: MadeOnce, tmp_path: Path) -> Iterator[House]:
    """As `play_first`, with two places of the final for the two who are equal in front."""
    of_two = partial(play_first, places=2)
    with opened(later(made_once, moments["house"], "clear cut", of_two), tmp_path) as house:
        house.clock.set(START)
        yield house


@pytest.fixture
def small_final(moments: dict[str, Path], made_once: MadeOnce, tmp_path: Path) -> Iterator[House]:
    """As `play_first`, with no room in the final beyond its places."""
    of_three = partial(play_first, room=3)
    with opened(later(made_once, moments["house"], "small final", of_three), tmp_path) as house:
        house.clock.set(START)
        yield house


@pytest.fixture
def no_reserves(moments: dict[str, Path], made_once: MadeOnce, tmp_path: Path) -> Iterator[House]:
    """As `clear_cut`, and nobody follows those who go on."""
    of_two = partial(play_first, places=2, reserves=False)
    with opened(later(made_once, moments["house"], "no reserves", of_two), tmp_path) as house:
        house.clock.set(START)
        yield house


def play_first(
    house: House, places: int = 3, room: int | None = None, *, reserves: bool | None = None
) -> None:
    """All is played and one signature missing; second at each table are equal, for one place of the final."""
    file = json.loads(json.dumps(TOURNAMENT_FILE))
    file["stage"][1]["enter"]["places"] = places
    if reserves is not None:
        file["stage"][1]["enter"]["reserves"] = reserves
    for session in file["stage"][1]["sessions"] if room else ():
        session["capacity"] = room
    found(house, file)
    house.done("amend-details", {"entrant": CHILD, "birth_date": "2012-05-17"})
    house.done("declare-family-unit", {"child": CHILD, "parent": PARENT})
    start(house)
    for sheet in (TABLE, OTHER):
        play(house, sheet, best=(CHILD, PARENT))
    missing = house.desk.state(ID).sheets[OTHER].seats[-1]
    for sheet in (TABLE, OTHER):
        sign(house, sheet, but=missing)


def play(house: House, sheet: str, best: tuple[str, ...]) -> None:
    """Whoever of `best` sits there wins every game, else who sits at A; the next in order are second."""
    for game in (1, 2, 3):
        house.done("record-game-result", {"sheet": sheet, "game": game, "seats": figures(house, sheet, best)})


def figures(house: House, sheet: str, best: tuple[str, ...]) -> list[dict[str, Any]]:
    seats = house.desk.state(ID).sheets[sheet].seats
    order = sorted(seats, key=lambda number: (number not in best, number))
    points = dict(zip(order, (30, -5, -10, -15), strict=True))
    return [
        {**each, "game_won": int(number == order[0]), "tiles": 0 if number == order[0] else 2}
        for number, each in zip(seats, scores(*(points[number] for number in seats)), strict=True)
    ]


def sign(house: House, sheet: str, but: str = "") -> None:
    for number in house.desk.state(ID).sheets[sheet].seats:
        if number != but:
            house.done("sign-sheet", {"sheet": sheet, "entrant": number, "medium": "paper"})


def settle(house: House) -> str:
    """The session ends and the last signature is there; whose it is."""
    house.done("end-session", {"session": SESSION})
    return settle_sheet(house)


def settle_sheet(house: House) -> str:
    missing = house.desk.state(ID).sheets[OTHER].seats[-1]
    house.done("sign-sheet", {"sheet": OTHER, "entrant": missing, "medium": "paper"})
    return missing


def organizer_of(house: House) -> Chief:
    organizer = Chief(house, CLOSING)
    organizer.sign_in("organizer", "org-1")
    return organizer


def event(house: House, type: str) -> Any:
    return [each for each in house.desk.events(ID, 0, 1000) if each.type == type][-1]


def words_near(page: str) -> list[str]:
    """What is said of each of those near the cut of who goes on."""
    words = {say(f"page-goes-{name}", "en"): name for name in ("in", "out", "tied", "open")}
    found = re.findall(r'<li><b>\d+</b>.*?<small class="soft">(.*?)</small></li>', page, re.DOTALL)
    return [next(name for word, name in words.items() if line.rstrip().endswith(word)) for line in found]


def test_only_who_is_equal_across_the_line_is_said_to_be_tied(last_sheet: House) -> None:
    settle(last_sheet)
    organizer = organizer_of(last_sheet)
    assert words_near(organizer.page(CLOSING)) == ["tied", "tied"], "before the cut is made, too"
    follow(organizer, CLOSING, "conclude-qualification")
    assert words_near(organizer.page(CLOSING)) == ["tied", "tied"]


def test_two_who_are_equal_above_a_clear_line_are_not_tied(clear_cut: House) -> None:
    settle(clear_cut)
    organizer = organizer_of(clear_cut)
    assert words_near(organizer.page(CLOSING)) == ["open"] * 4
    follow(organizer, CLOSING, "conclude-qualification")
    assert words_near(organizer.page(CLOSING)) == ["in", "in", "out", "out"]


def test_a_tie_that_results_have_changed_since_leads_to_undoing_the_cut_at_once(last_sheet: House) -> None:
    settle(last_sheet)
    organizer = organizer_of(last_sheet)
    follow(organizer, CLOSING, "conclude-qualification")
    tied = last_sheet.desk.state(ID).cut_into("final").tied
    last_sheet.done("disqualify-entrant", {"entrant": tied[0], "reason": "A phone."})
    for path in (CLOSING, f"/t/{ID}/staff"):
        page = organizer.page(path)
        assert "/tasks/undo-qualification?stage=final" in page, path
        assert "/tasks/decide-cut-tie" not in page, path
    assert unescape(CUT_CHANGED(freed=False).for_people("en")) in unescape(organizer.page(CLOSING))
    follow(organizer, CLOSING, "undo-qualification", reason="Results have changed.")
    follow(organizer, CLOSING, "conclude-qualification")
    assert last_sheet.desk.state(ID).cut_into("final").status == "concluded"


def test_a_stage_is_closed_from_the_last_sheet_to_results_and_awards(last_sheet: House) -> None:
    house, organizer = last_sheet, organizer_of(last_sheet)
    page = organizer.page(CLOSING)
    assert f'href="{CONSOLE}?lang=en"' in page
    assert say("word-session-playing", "en") in page
    assert "/tasks/" not in page.partition("<main")[2], "nothing can be done before"
    follow(organizer, CONSOLE, "end-session")
    open_still = say("page-waits-tables", "en", state=say("word-wall-unsigned", "en"), count=1)
    assert open_still in organizer.page(CLOSING)
    follow(organizer, CONSOLE, "sign-sheet", medium="paper")

    page = follow(organizer, CLOSING, "conclude-qualification")
    assert open_still not in page
    tied = house.desk.state(ID).cut_into("final").tied
    assert len(tied) == 2
    assert all(f"{number} Player Number{int(number)}" in page for number in tied)
    assert "/tasks/place-finalists?" not in page
    assert "/tasks/decide-cut-tie?stage=final" in organizer.page(f"/t/{ID}/staff")
    page = follow(organizer, CLOSING, "decide-cut-tie", choice="lot")
    assert json.loads(bytes(event(house, "cut-tie-decided").data))["seed"] in page
    follow(organizer, CLOSING, "undo-qualification", reason="One table more.")
    follow(organizer, CLOSING, "conclude-qualification")
    follow(organizer, CLOSING, "decide-cut-tie", choice="admit_all")
    page = follow(organizer, CLOSING, "place-finalists")
    assert "/tasks/undo-qualification?" in page
    page = follow(organizer, CLOSING, "publish-results")
    assert say("page-closing-version", "en", version=1) in page
    assert "/tasks/publish-results?" not in page

    begin(house, FINAL, sorted(house.desk.state(ID).sessions[FINAL].entrants))
    organizer = organizer_of(house)
    assert "/tasks/undo-qualification?" not in organizer.page(CLOSING), "the final rests on it"
    start_session(house, FINAL, {"REF-1": [1]})
    play(house, f"{FINAL}/1", best=(CHILD,))
    sign(house, f"{FINAL}/1")
    house.done("end-session", {"session": FINAL})
    page = follow(organizer, FINALLY, "publish-results")
    assert f'<tr data-key="{next(iter(house.desk.state(ID).units))}"><td>1' in page, "the sums of families"
    now = f">{say('page-console-next', 'en')}<"
    assert now in page
    page = follow(organizer, FINALLY, "make-awards")
    champion = say("page-closing-award", "en", title="Champion", who=[f"{CHILD} Player Number3"])
    assert champion in page
    assert "/tasks/revoke-awards?" not in page, "the results that they rest on are out"
    assert now not in page


def test_after_the_cut_the_reasons_of_each_stage_stand_one_after_the_other(last_sheet: House) -> None:
    house = last_sheet
    settle(house)
    house.done("conclude-qualification", {})
    house.done("decide-cut-tie", {"choice": "admit_all"})
    house.done("place-finalists", {})
    plan = house.desk.state(ID).plan
    text = unescape(Phone(house, CHILD).text()).partition(say("page-way-why", "en"))[2]
    names = [plan.stage_name(stage).in_language("en") for stage in ("preliminary", "final")]
    first, second = (text.index(f"<h4>{name}</h4>") for name in names)
    registered = say("explain-registered-session", "en", session=session_called(SESSION, plan))
    assert first < text.index(registered) < second
    assert text.count(registered) == 1
    assert plan.by_id["final"].sessions[0].id == FINAL
    values = {"session": session_called(FINAL, plan), "split": "alone", "seed": "", "start": None}
    assert text[first:].partition("</details>")[0].count(say("explain-placed", "en", **values)) == 1
    goes_on = say("explain-goes-on", "en", stage=plan.stage_name("final"), seed=None)
    assert text.partition("</details>")[0].count(goes_on) == 1
    why = organizer_of(house).page(f"/t/{ID}/history/why?of=entrant&id={CHILD}")
    assert "stage=preliminary" in why.partition('<nav class="choices')[2].partition("</nav>")[0]


def test_a_cut_made_by_former_figures_says_so_and_one_that_is_decided_asks_for_nothing(
    last_sheet: House,
) -> None:
    house, organizer, needed = last_sheet, organizer_of(last_sheet), "a decision is needed"
    settle(house)
    assert needed in follow(organizer, CLOSING, "conclude-qualification")
    page = follow(organizer, CLOSING, "decide-cut-tie", choice="lot")
    former = remark("cut-made-before").text("en").partition(" (")[0]
    assert needed not in page
    assert former not in unescape(page)
    cut = house.desk.state(ID).cut_into("final")
    better = next(number for number in house.desk.state(ID).sheets[OTHER].seats if number in cut.reserves)
    for game in (1, 2, 3):
        corrected = {"seats": figures(house, OTHER, (better,)), "reason": "Misread."}
        house.done("correct-game", {"sheet": OTHER, "game": game, **corrected})
    assert former in unescape(organizer.page(CLOSING))


def test_a_cut_without_reserves_says_that_it_was_made_by_former_figures_too(no_reserves: House) -> None:
    house, organizer = no_reserves, organizer_of(no_reserves)
    settle(house)
    former = remark("cut-made-before").text("en").partition(" (")[0]
    assert former not in unescape(follow(organizer, CLOSING, "conclude-qualification"))
    assert not house.desk.state(ID).cut_into("final").reserves
    better = house.desk.state(ID).sheets[OTHER].seats[-1]
    for game in (1, 2, 3):
        corrected = {"seats": figures(house, OTHER, (better,)), "reason": "Misread."}
        house.done("correct-game", {"sheet": OTHER, "game": game, **corrected})
    assert former in unescape(organizer.page(CLOSING))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_was_published_is_beside_what_would_be_and_who_would_hear_of_it(
    last_sheet: House, language: str
) -> None:
    house, organizer = last_sheet, organizer_of(last_sheet)
    missing = settle(house)
    house.done("publish-results", {"stage": "preliminary"})
    address = f"{CLOSING}?lang={language}"
    assert say("page-differs-nowhere", language) in organizer.page(address)
    house.done("disqualify-entrant", {"entrant": missing, "stage": "preliminary", "reason": "Fouls."})
    page = organizer.page(address)
    assert f'data-entrant="{missing}"' in page
    assert "/tasks/publish-results?" in page
    nobody = {"people": 0, "now": None, "later": None, "night": None, "night_over": None}
    notices = say("bot-impact-notices", language, count=0, **nobody).partition("0")[0]
    assert notices in page.partition('data-key="results-preliminary"')[2]
    assert say("page-closing-cut", language, stage={"en": "Final", "zh": "決賽"}[language]) in page


def test_it_is_reached_from_where_a_stage_is_over_and_by_whom_it_concerns(last_sheet: House) -> None:
    organizer, link = organizer_of(last_sheet), f'href="{CLOSING}?lang=en"'
    staff, standings = f"/t/{ID}/staff", f"/t/{ID}/standings?stage=preliminary"
    assert link not in organizer.page(staff)
    last_sheet.done("end-session", {"session": SESSION})
    referee = Chief(last_sheet, CLOSING)
    referee.sign_in("referee", "REF-1")
    for page in (staff, standings, CONSOLE):
        assert link in organizer.page(page)
        assert link not in referee.page(page)
    settle_sheet(last_sheet)
    chief = Chief(last_sheet, CLOSING)
    for official, task, offered in (
        (organizer, "publish-results", True),
        (chief, "conclude-qualification", True),
        (chief, "publish-results", False),
    ):
        assert (f"/tasks/{task}?" in official.page(CLOSING)) == offered
    assert referee.get(CLOSING).status_code == 403
    assert last_sheet.anyone.get(CLOSING).status_code == 401
    assert organizer.get(f"/t/{ID}/stages/none/closing").status_code == 404


def test_nobody_reads_how_a_lot_falls_before_it_is_drawn(last_sheet: House) -> None:
    house, organizer = last_sheet, organizer_of(last_sheet)
    settle(house)
    cut = say("bot-impact-cut", "en", came_in="", fell_out="").partition(":")[0]
    page = follow(organizer, CLOSING, "conclude-qualification")
    for _ in range(2):  # at the cut, and for a place that is freed later
        tied = house.desk.state(ID).cut_into("final").tied
        assert len(tied) == 2
        read = {choice: read_back(organizer, choice) for choice in ("admit_all", "lot")}
        assert f"{cut}:" in read["admit_all"]
        assert f"{cut}:" not in read["lot"]
        assert remark("drawn-anew").text("en") in read["lot"]
        assert not [number for number in tied if number in read["lot"]]
        page = follow(organizer, CLOSING, "decide-cut-tie", choice="lot")
        assert json.loads(bytes(event(house, "cut-tie-decided").data))["seed"] in page
        for number in house.desk.state(ID).cut_into("final").qualified[:2]:
            house.done("withdraw-qualifier", {"entrant": number, "stage": "final"})


def read_back(organizer: Chief, choice: str) -> str:
    """What a decision on the tie would lead to, without the form that carries it out."""
    path = f"/t/{ID}/tasks/decide-cut-tie"
    fields = {"form": organizer.word(path), "stage": "final", "choice": choice, "step": "look"}
    page = unescape(organizer.post(path, fields).get_data(as_text=True))
    return page.partition("<main")[2].partition("<form")[0]


def test_nothing_waits_between_the_evenings_of_a_league_until_the_last_is_over(house: House) -> None:
    file = json.loads(json.dumps(TOURNAMENT_FILE))
    evening = file["stage"][0]["sessions"][0]
    other = {**evening, "id": "2027-03-07/1", "day": "2027-03-07"}
    league = {"attend": "some", "ranked": "played", "check_in": "each", "sessions": [evening, other]}
    file["stage"] = [{**file["stage"][0], **league}]
    file["award"] = [{**file["award"][0], "stage": "preliminary"}]
    start(found(house, file))
    for sheet in (TABLE, OTHER):
        play(house, sheet, best=())
        sign(house, sheet)
    house.done("end-session", {"session": SESSION})
    organizer, staff = organizer_of(house), f"/t/{ID}/staff"
    assert "/tasks/publish-results?" in organizer.page(CLOSING)
    assert "/tasks/publish-results?" not in organizer.page(staff)
    house.clock.advance(timedelta(days=2))
    assert "/tasks/publish-results?" in organizer_of(house).page(staff)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_who_is_level_on_the_cut_and_who_no_longer_goes_on_is_read_by_name(
    last_sheet: House, language: str
) -> None:
    house, organizer = last_sheet, organizer_of(last_sheet)
    settle(house)

    def read(task: str, **answers: str) -> str:
        path, form = f"/t/{ID}/tasks/{task}", {"step": "look", "stage": "final", **answers}
        answer = organizer.post(path, {"form": organizer.word(), **form})
        page = organizer.get(answer.request.url.replace("lang=en", f"lang={language}"))
        return unescape(page.get_data(as_text=True))

    def named(numbers: Iterable[str]) -> list[str]:
        called = {"en": "Player Number{}", "zh": "玩家{}號"}[language]
        return [f"{number} {called.format(int(number))}" for number in sorted(numbers)]

    concluding = read("conclude-qualification")
    house.done("conclude-qualification", {"stage": "final"})
    cut = house.desk.state(ID).cut_into("final")
    tied = named(cut.tied)
    assert say("bot-impact-cut-tied", language, tied=tied, places=1) in concluding
    left = read("decide-cut-tie", choice="admit_none")
    assert say("bot-impact-cut", language, came_in="–", fell_out=tied) in left
    house.done("decide-cut-tie", {"stage": "final", "choice": "admit_all"})
    assert all(
        name in read("undo-qualification", reason="A slip") for name in named(house.desk.state(ID).entrants)
    ), "who is told"
    house.done("undo-qualification", {"stage": "final", "reason": "A slip"})
    house.done("conclude-qualification", {"stage": "final"})
    again = read("decide-cut-tie", choice="admit_none")
    assert say("bot-impact-cut", language, came_in="–", fell_out=tied) in again, "who went on before"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_is_to_be_undone_first_is_named_in_order_with_a_link_that_leads_back(
    last_sheet: House, language: str
) -> None:
    house, organizer = last_sheet, organizer_of(last_sheet)
    settle(house)
    house.done("conclude-qualification", {"stage": "final"})
    house.done("decide-cut-tie", {"stage": "final", "choice": "admit_all"})
    house.done("place-finalists", {"stage": "final"})
    begin(house, FINAL, sorted(house.desk.state(ID).sessions[FINAL].entrants))
    organizer, path = organizer_of(house), f"/t/{ID}/tasks/undo-qualification"
    fields = {"form": organizer.word(), "step": "look", "stage": "final", "reason": "A slip"}
    answer = organizer.post(path, fields)
    page = organizer.get(answer.request.url.replace("lang=en", f"lang={language}")).get_data(as_text=True)
    links = re.findall(rf'href="/t/{ID}/tasks/([a-z-]+)\?([^"]*)"', page.partition("<form")[2])
    assert [task for task, _ in links] == ["undo-seat-draw", "undo-check-in"]
    for task, query in links:
        assert task_title(task, language) in unescape(page)
        asked = dict(parse_qsl(unescape(query)))
        assert asked.get("session", FINAL) == FINAL
        assert "A slip</textarea>" in organizer.page(asked["back"])


@pytest.mark.parametrize("language", ["en", "zh"])
def test_who_gave_up_the_place_is_read_by_name_where_the_cut_is_opened_and_made_again(
    last_sheet: House, language: str
) -> None:
    house, organizer = last_sheet, organizer_of(last_sheet)
    settle(house)
    about = {"stage": "final"}
    house.done("conclude-qualification", about)
    house.done("decide-cut-tie", {**about, "choice": "admit_all"})
    house.done("place-finalists", about)
    house.done("withdraw-qualifier", {"entrant": CHILD, "reason": "Ill.", **about})
    who = {"en": "Player Number{}", "zh": "玩家{}號"}[language].format(int(CHILD))
    stays = say("bot-impact-cut-given-up", language, who=f"{CHILD} {who}")
    for task, answers in (("undo-qualification", {"reason": "A slip"}), ("conclude-qualification", {})):
        form = {"form": organizer.word(), "step": "look", **about, **answers}
        answer = organizer.post(f"/t/{ID}/tasks/{task}", form)
        page = organizer.get(answer.request.url.replace("lang=en", f"lang={language}"))
        assert stays in unescape(page.get_data(as_text=True))
        house.done(task, {**about, **answers})
    assert CHILD not in house.desk.state(ID).cut_into("final").qualified


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("room", ["last_sheet", "small_final"])
def test_a_choice_that_is_refused_whatever_else_is_answered_is_not_offered(
    request: pytest.FixtureRequest, room: str, language: str
) -> None:
    house: House = request.getfixturevalue(room)
    missing = house.desk.state(ID).sheets[OTHER].seats[-1]
    house.done("sign-sheet", {"sheet": OTHER, "entrant": missing, "medium": "paper"})
    house.done("end-session", {"session": SESSION})
    house.done("conclude-qualification", {})
    organizer = Chief(house, CLOSING)
    organizer.sign_in("organizer", "org-2")
    page = organizer.page(f"/t/{ID}/tasks/decide-cut-tie?lang={language}")
    choice = page.partition('name="choice"')[2].partition("</select>")[0]
    every = ["admit_all", "admit_none", "lot", "play_off"]
    assert re.findall(r'<option value="(\w+)"', choice) == every[room == "small_final" :]
    undoing = organizer.page(f"/t/{ID}/tasks/undo-qualification?lang={language}")
    label = undoing.partition('<label for="q-reason">')[2].partition("</label>")[0]
    assert say("page-task-needed", language) in label
