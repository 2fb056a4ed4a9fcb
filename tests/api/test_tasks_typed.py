"""What is typed into the forms of tasks: how it is read, and what is said of what cannot be."""

from datetime import date, timedelta
from html import unescape
from zoneinfo import ZoneInfo

import pytest

from services.tasks.listed import tasks_of
from services.tasks.plain import ANSWER_NOT_READ, command_of, people_typed, read_answer
from services.tasks.questions import questions_of
from services.tournament.catalogue import commands
from services.tournament.kernel.facts import Command
from shared.catalogue import say
from shared.i18n import Language
from shared.problems import Problem, quoted
from tests.api.conftest import ID, SEATING, SESSION, House, scores
from tests.api.docket_page.given import TABLE
from tests.api.docket_page.ruling_forms import Chief, kept
from tests.api.test_closing import last_sheet as last_sheet
from tests.api.test_closing import settle
from tests.api.test_tasks import TASKS, confirmed, done, sent, text_of
from tests.wording import fixed


@pytest.mark.parametrize("typed", ["--5", "-", "+5", "٥", "5.0", "1_0", "9" * 12])
def test_what_is_no_number_is_refused_at_its_question(in_play: House, typed: str) -> None:
    chief = Chief(in_play, TASKS)
    page = sent(chief, "record-game-result", sheet=TABLE, game=typed, seats="[]")
    assert page.status_code == 422
    text = page.get_data(as_text=True)
    assert 'id="wrong-game"' in text
    assert say("part-task-number-wanted", "en") in text


@pytest.mark.parametrize("typed", [" 3 ", "３"])
def test_a_number_may_have_blanks_around_it_and_full_width_figures(in_play: House, typed: str) -> None:
    read = sent(Chief(in_play, TASKS), "record-game-result", sheet=TABLE, game=typed, seats="[]")
    assert 'id="wrong-game"' not in read.get_data(as_text=True)


@pytest.mark.parametrize("typed", ["soon", "2027-13-01T10:00", "0001-01-01T00:00"])
def test_what_is_no_moment_is_refused_at_its_question(in_play: House, typed: str) -> None:
    chief = Chief(in_play, TASKS)
    page = sent(chief, "suspend-day", day="2027-03-06", grounds="signal_8_or_above", since=typed)
    assert page.status_code == 422
    assert 'id="wrong-since"' in page.get_data(as_text=True)


def test_a_day_is_read_however_it_is_written_where_one_alone_fits(founded: House) -> None:
    chief = Chief(founded, TASKS)
    chief.sign_in("organizer", "org-2")
    for typed in ("2000-01-25", "25/1/2000", "２０００年１月２５日"):
        said = text_of(sent(chief, "amend-details", entrant="1", birth_date=typed))
        assert "25 January 2000" in said
    refused = sent(chief, "amend-details", entrant="1", birth_date="2/3/2000")
    days = {"first": date(2000, 2, 3), "second": date(2000, 3, 2)}
    assert say("part-importing-day-two-ways", "en", **days) in refused.get_data(as_text=True)


def test_figures_are_written_as_referees_write_them_and_a_sheet_has_a_line_for_each_game(
    in_play: House,
) -> None:
    chief = Chief(in_play, TASKS)
    refused = sent(chief, "record-game-result", sheet=TABLE, game="1", seats="A 0, B twelve")
    assert 'id="wrong-seats"' in refused.get_data(as_text=True)
    read = sent(chief, "submit-sheet", sheet=TABLE, games="A 0, B 12/3, C 7/2, D 20/5\n" * 3)
    assert text_of(read).count("B 12/3") == 3
    assert confirmed(chief, "submit-sheet", read).status_code == 303
    assert None not in in_play.desk.state(ID).sheets[TABLE].games


def test_seats_and_tables_are_written_a_line_each(founded: House) -> None:
    founded.clock.set(SEATING - timedelta(minutes=10))
    chief = Chief(founded, TASKS)
    for number in range(1, 9):
        done(chief, "check-in", entrant=str(number))
    founded.clock.set(SEATING)
    done(chief, "draw-seats", session=SESSION)
    wrong = sent(chief, "assign-referees", session=SESSION, assignments="REF-1: one")
    assert say("part-task-shares-wanted", "en") in unescape(wrong.get_data(as_text=True))
    tables = next(each for each in questions_of(commands()["draw-seats"]) if each.name == "tables")
    rows = read_answer(tables, "0008 0007 0006 0005\n\n1, 2, 3, 4\n５、６，７", ZoneInfo("Asia/Hong_Kong"))
    assert rows == [["0008", "0007", "0006", "0005"], ["1", "2", "3", "4"], ["５", "６", "７"]]
    for assignments in ("REF-1：２\nREF-2：１", "ref-1：2；REF-2: 1", "REF-1 ２\n\nREF-2、１"):
        said = text_of(sent(chief, "assign-referees", session=SESSION, assignments=assignments))
        assert '<dd class="lines">2</dd>' in said.partition("REF-1")[2].partition("REF-2")[0]


def test_a_refusal_of_who_is_late_leads_to_the_time_of_arrival(founded: House) -> None:
    founded.clock.set(SEATING + timedelta(minutes=5))
    chief = Chief(founded, TASKS)
    refused = sent(chief, "check-in", entrant="1").get_data(as_text=True)
    assert 'id="wrong-arrived"' in refused
    assert 'name="arrived"' in refused.partition('id="wrong-arrived"')[2]
    assert 'id="wrong-arrived"' in sent(chief, "check-in", entrant="1", arrived="soon").get_data(as_text=True)
    before = (SEATING - timedelta(minutes=3)).astimezone(ZoneInfo("Asia/Hong_Kong"))
    done(chief, "check-in", entrant="1", arrived=f"{before:%H:%M}")
    assert founded.desk.events(ID, 0, 1000)[-1].occurred_at == before


def too_long(kind: type[Command]) -> Problem | None:
    """What refuses a command whose texts are all too long."""
    typed = {"words": "x" * 5000, "text": "x" * 5000, "number": "1", "day": "2026-11-01"}
    answers = {
        each.name: each.options[0] if each.kind == "choice" else typed.get(each.kind, "")
        for each in questions_of(kind)
    }
    try:
        command_of(kind, answers, ZoneInfo("Asia/Hong_Kong"))
    except Problem as problem:
        return problem if problem.kind is ANSWER_NOT_READ else None
    return None


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_is_too_long_is_named_by_its_question(language: Language) -> None:
    refused = list(filter(None, map(too_long, commands().values())))
    assert len(refused) > 30
    for problem in refused:
        field = str(problem.where["field"]).replace("_", "-")
        assert say(f"question-{field}", language) in problem.text(language)


def test_a_box_that_was_not_checked_stays_so(in_play: House) -> None:
    chief = Chief(in_play, TASKS)
    box = 'name="game_in_progress" value="yes"'
    assert f"{box} checked" in chief.page(f"{TASKS}/withdraw-entrant")
    refused = sent(chief, "withdraw-entrant", entrant="nobody", grounds="left").get_data(as_text=True)
    assert f"{box}>" in refused
    read = sent(chief, "withdraw-entrant", entrant="0001", grounds="left")
    fields = kept(read.get_data(as_text=True))
    changed = chief.post(f"{TASKS}/withdraw-entrant", {**fields, "step": "change"})
    assert f"{box}>" in changed.get_data(as_text=True)


def test_what_is_wrong_stands_at_its_question_and_nothing_typed_is_lost(in_play: House) -> None:
    in_play.done("record-game-result", {"sheet": TABLE, "game": 1, "seats": scores(30, -5, -10, -15)})
    chief = Chief(in_play, TASKS)
    refused = sent(chief, "correct-game", sheet=TABLE, game="one", seats="[]", reason="Misread")
    page = refused.get_data(as_text=True)
    assert refused.status_code == 422
    assert 'id="wrong-game"' in page
    assert "Misread" in page
    assert 'id="wrong-breach"' in sent(chief, "give-warning", entrant="0001").get_data(as_text=True)


def test_a_number_under_which_nobody_can_sign_in_is_refused_at_its_question(founded: House) -> None:
    organizer = Chief(founded, TASKS)
    organizer.sign_in("organizer", "organizer")
    refused = sent(organizer, "appoint-referee", referee="總裁 1", name="陳大文")
    page = unescape(refused.get_data(as_text=True))
    assert (refused.status_code, 'id="wrong-referee"' in page) == (422, True)
    assert say("problem-number-unfit", "en", number=quoted("總裁 1")) in page


def test_a_number_is_taken_with_the_name_behind_it() -> None:
    kinds = {
        question.name: question
        for task in ("decide-cut-tie", "open-table", "ask-organizer", "draw-seats")
        for question in questions_of(commands()[task])
    }
    zone = ZoneInfo("Asia/Hong_Kong")
    for name in ("play_off", "entrants", "beside"):
        for typed in ("010 郭嘉欣\n018 Ann Lee", "010 郭嘉欣、018 Ann Lee", "010, 018"):
            assert read_answer(kinds[name], typed, zone) == ["010", "018"]
    assert read_answer(kinds["tables"], "001 Amy 002 Bob\n003 Cy, 004", zone) == [
        ["001", "002"],
        ["003", "004"],
    ]
    assert read_answer(kinds["play_off"], "010 O18", zone) == ["010", "O18"], "a slip is refused"
    assert read_answer(kinds["play_off"], "Ann Lee", zone) == ["Ann"], "a name alone is no number"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_how_many_win_a_play_off_is_read_beside_the_question(last_sheet: House, language: Language) -> None:
    settle(last_sheet)
    last_sheet.done("conclude-qualification", {"stage": "final"})
    cut = last_sheet.desk.state(ID).cut_into("final")
    organizer = Chief(last_sheet, TASKS)
    organizer.sign_in("organizer", "org-1")
    page = organizer.page(f"{TASKS}/decide-cut-tie?lang={language}")
    assert say("task-play-off", language, places=cut.free_places, tied=[*cut.tied]) in unescape(page)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_somebody_is_named_by_number_or_name_wherever_a_task_asks_for_a_person(
    founded: House, language: str
) -> None:
    chief = Chief(founded, TASKS)
    chief.sign_in("organizer", "org-2")
    by_name = text_of(sent(chief, "amend-details", entrant="Player Number2", phone="9123 4567"))
    assert "0002 Player Number2" in by_name
    several = sent(chief, "amend-details", entrant="Player", phone="9123 4567")
    assert (several.status_code, 'id="wrong-entrant"' in several.get_data(as_text=True)) == (422, True)
    assert fixed("part-task-one-person-wanted") in several.get_data(as_text=True)
    assert say("task-how-person", language) in chief.page(f"/t/{ID}/tasks/amend-details?lang={language}")


def test_several_people_are_named_by_number_or_name_each_in_a_line(last_sheet: House) -> None:
    typed = "Chan Tai Man\n3, 李小明；0005 Lee Ka\n\n6 7、陳小華"
    assert people_typed(typed) == ["Chan Tai Man", "3", "李小明", "0005", "6", "7", "陳小華"]
    settle(last_sheet)
    last_sheet.done("conclude-qualification", {"stage": "final"})
    first, *_ = last_sheet.desk.state(ID).cut_into("final").tied
    chief = Chief(last_sheet, TASKS)
    chief.sign_in("organizer", "org-1")
    play_off = {"stage": "final", "choice": "play_off"}
    named = f"Player Number{int(first)}"
    for answer in (named, f"{int(first)}"):
        read = text_of(sent(chief, "decide-cut-tie", **play_off, play_off=f"{answer}\n"))
        assert f"{first} {named}" in read, answer
    several = sent(chief, "decide-cut-tie", **play_off, play_off="Player").get_data(as_text=True)
    assert 'id="wrong-play_off"' in several
    assert fixed("part-task-one-person-wanted") in several
    assert say("task-how-people", "en") in chief.page(f"{TASKS}/decide-cut-tie?lang=en")


def test_a_task_is_found_by_a_word_beside_which_a_number_stands() -> None:
    for word in ("signal 8", "八號風球", "thunderstorm", "雷暴"):
        assert [name for name, _ in tasks_of("organizer", "en", word)] == ["suspend-day", "suspend-remaining"]
    assert tasks_of("organizer", "en", "8") == []
