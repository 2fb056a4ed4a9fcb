"""What a role may do stands on a page: every command has one, in both languages, and does what it says."""

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest

from services.access.rights import COMMAND_RIGHTS, right
from services.rules.game import remark
from services.tasks.day_questions import DECIDE_DAY, known_of
from services.tasks.listed import BY_FILE
from services.tasks.questions import questions_of
from services.tournament.catalogue import commands
from services.web.api.examples import EXAMPLES, FIELDS
from shared.catalogue import Listed, Word, say
from shared.catalogue.titles import title_of
from tests.api.conftest import ID, SEATING, SESSION, House
from tests.api.docket_page.given import TABLE, seats
from tests.api.docket_page.ruling_forms import Chief, kept

TASKS = f"/t/{ID}/tasks"


def sent(chief: Chief, task: str, **answers: str) -> Any:
    path = f"{TASKS}/{task}"
    return chief.post(path, {"form": chief.word(path), "step": "look", **answers})


def confirmed(chief: Chief, task: str, read: Any) -> Any:
    return chief.post(f"{TASKS}/{task}", {**kept(read.get_data(as_text=True)), "step": "confirm"})


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_command_of_the_role_is_listed_and_asks_for_all_its_fields(
    in_play: House, language: str
) -> None:
    chief = Chief(in_play, TASKS)
    listed = chief.page(f"{TASKS}?lang={language}")
    for name in COMMAND_RIGHTS:
        may = name not in BY_FILE and right("chief_referee", name) is not None
        found = chief.page(f"{TASKS}?lang={language}&find={name}")
        assert (f"/tasks/{name}?" in found) == may
        opened = chief.page(f"{TASKS}/{name}?lang={language}") if may else ""
        # Without a word those alone that are not refused as they are opened.
        assert (f"/tasks/{name}?" in listed) == (may and '<form id="asked"' in opened)
        if may:
            page = chief.page(f"{TASKS}/{name}?lang={language}")
            # What is described is asked one after another (test_weather_page.py).
            # Seats are asked for where a stage has them given, and nothing where all would be refused.
            assert (
                known_of(name)
                or '<form id="asked"' not in page
                or all(
                    (f'name="{question.name}"' in page) == ((name, question.name) != ("draw-seats", "tables"))
                    for question in questions_of(commands()[name])
                )
            )


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_question_and_each_of_its_answers_is_called_something(language: str) -> None:
    assert title_of(DECIDE_DAY, language)
    for name, kind in commands().items():
        title = str(title_of(name, language))
        assert not {"this", "此"} & {*title.split(), *title}, "a title is of no one thing"
        for question in () if name in BY_FILE else questions_of(kind):
            assert say(f"question-{question.name.replace('_', '-')}", language)
            for option in question.options:
                assert say(f"answer-{option.replace('_', '-').replace(':', '-')}", language)


def test_a_warning_is_read_back_carried_out_once_and_stands_in_the_log(in_play: House) -> None:
    chief = Chief(in_play, TASKS)
    read = sent(chief, "give-warning", entrant="0001", breach="talking")
    assert read.status_code == 200
    assert in_play.desk.state(ID).entrants["0001"].warnings == ()
    answer = confirmed(chief, "give-warning", read)
    assert answer.status_code == 303
    assert f"{title_of('give-warning', 'en')}: {say('page-task-done', 'en')}" in chief.page(
        answer.headers["Location"]
    )
    assert len(in_play.desk.state(ID).entrants["0001"].warnings) == 1


def test_what_this_draft_did_is_not_done_again_and_can_be_begun_anew(founded: House) -> None:
    founded.clock.set(SEATING - timedelta(minutes=10))
    chief = Chief(founded, TASKS)
    read = sent(chief, "check-in", entrant="1")
    confirmed(chief, "check-in", read)
    founded.done("undo-check-in", {"entrant": "0001", "reason": "Somebody else."})
    again = confirmed(chief, "check-in", read)
    assert again.status_code == 409
    page = again.get_data(as_text=True)
    assert say("page-task-already-about", "en") in page
    assert founded.desk.state(ID).entrants["0001"].participation("preliminary") is not None
    anew = chief.post(f"{TASKS}/check-in", {**kept(page), "step": "look"})
    assert confirmed(chief, "check-in", anew).status_code == 303


def test_what_else_is_sent_with_the_draft_of_something_done_is_not_done_and_can_be_begun_anew(
    in_play: House,
) -> None:
    chief = Chief(in_play, TASKS)
    read = sent(chief, "give-warning", entrant="0001", breach="Shouting.")
    assert confirmed(chief, "give-warning", read).status_code == 303
    head = in_play.head
    fields = {**kept(read.get_data(as_text=True)), "breach": "Running.", "step": "confirm"}
    again = chief.post(f"{TASKS}/give-warning", fields)
    assert again.status_code == 409
    assert 'name="breach" value="Running."' in again.get_data(as_text=True)
    assert in_play.head == head


def test_no_address_says_that_something_was_done(in_play: House) -> None:
    chief = Chief(in_play, TASKS)
    read = sent(chief, "give-warning", entrant="0001", breach="talking")
    led_to = confirmed(chief, "give-warning", read).headers["Location"]
    done = say("page-task-done", "en")
    assert done in chief.page(led_to)
    assert done not in chief.page(f"{TASKS}?done=done&task=give-warning")
    assert done not in chief.page(led_to.replace("done=", "done=x"))
    assert done not in Chief(in_play, TASKS).page(led_to)
    in_play.clock.advance(timedelta(minutes=6))
    assert done not in chief.page(led_to)


def test_what_is_still_open_is_said_before_a_session_ends(in_play: House) -> None:
    read = sent(Chief(in_play, TASKS), "end-session", session=SESSION).get_data(as_text=True)
    assert say("remark-games-still-open", "en", tables=Listed([1, 2]), count=2) in unescape(read)


def test_who_gets_which_table_is_read_back_where_nobody_wrote_it_and_is_what_counts(founded: House) -> None:
    founded.clock.set(SEATING - timedelta(minutes=10))
    chief = Chief(founded, TASKS)
    for number in range(1, 9):
        done(chief, "check-in", entrant=str(number))
    founded.clock.set(SEATING)
    done(chief, "draw-seats", session=SESSION)
    read = sent(chief, "assign-referees", session=SESSION)
    said = text_of(read)
    assert "REF-1" in said
    assert "REF-2" not in said, "two tables are for one"
    founded.done("appoint-referee", {"referee": "REF-0", "name": "Fung"})
    again = confirmed(chief, "assign-referees", read)
    assert (again.status_code, "REF-0 Fung" in again.get_data(as_text=True)) == (200, True)


def test_where_referees_are_too_few_it_leads_to_appointing_one(founded: House) -> None:
    founded.clock.set(SEATING - timedelta(minutes=10))
    chief = Chief(founded, TASKS)
    chief.sign_in("organizer", "org-2")
    for number in range(1, 9):
        done(chief, "check-in", entrant=str(number))
    founded.clock.set(SEATING)
    done(chief, "draw-seats", session=SESSION)
    for referee in ("REF-1", "REF-2"):
        if founded.desk.state(ID).referees.get(referee):
            founded.done("dismiss-referee", {"referee": referee, "reason": "Ill."})
    assert "/tasks/appoint-referee?" in chief.page(f"{TASKS}/assign-referees?session={SESSION}")


def test_an_ending_is_called_the_same_where_it_is_chosen_and_where_it_is_read() -> None:
    for ending in ("pool_exhausted", "blocked", "forfeit"):
        assert say(f"answer-{ending.replace('_', '-')}", "zh") == Word("ending", ending).in_language("zh")
    assert title_of("define-tournament", "zh") == Word("event", "tournament-defined").in_language("zh")


def test_what_means_something_else_by_now_is_read_back_again(in_play: House) -> None:
    chief = Chief(in_play, TASKS)
    read = sent(chief, "disqualify-entrant", entrant="0001", reason="a solver")
    in_play.done("withdraw-entrant", {"entrant": "0002", "grounds": "health"})
    again = confirmed(chief, "disqualify-entrant", read)
    assert again.status_code in (200, 303)


def test_a_task_that_the_role_may_not_do_has_no_page(in_play: House) -> None:
    chief = Chief(in_play, TASKS)
    for name in ("define-tournament", "nothing"):
        assert chief.get(f"{TASKS}/{name}").status_code == 404
    for language in ("en", "zh"):
        refused = chief.get(f"{TASKS}/register-entrant?lang={language}")
        assert refused.status_code == 403
        assert Word("role", "organizer").in_language(language).removeprefix("the ") in refused.get_data(
            as_text=True
        )
        assert "register-entrant" not in refused.get_data(as_text=True).partition("<main")[2]
    for name in ("import-entrants", "amend-tournament"):
        assert chief.get(f"{TASKS}/{name}").status_code == 403, "it has a page of its own"


def done(chief: Chief, task: str, **answers: str) -> None:
    """From the form over what is read back to the log."""
    read = sent(chief, task, **answers)
    assert read.status_code == 200, read.get_data(as_text=True)
    answer = confirmed(chief, task, read)
    assert answer.status_code == 303, answer.get_data(as_text=True)


def text_of(read: Any) -> str:
    assert read.status_code == 200, read.get_data(as_text=True)
    return unescape(read.get_data(as_text=True)).partition("<dl>")[2].partition("</dl>")[0]


def test_what_is_read_back_stands_in_words_with_who_is_behind_a_number(in_play: House) -> None:
    chief = Chief(in_play, TASKS)
    text = text_of(sent(chief, "withdraw-entrant", entrant="1", grounds="left", stage="preliminary"))
    assert '<dd class="lines">0001 Player Number1</dd>' in text
    assert say("answer-left", "en") in text
    assert f">{say('page-task-no', 'en')}<" in text
    assert ">left<" not in text
    assert ">preliminary<" not in text
    suspended = text_of(
        sent(chief, "suspend-day", day="2027-03-06", grounds="signal_8_or_above", since="2027-03-06T12:40")
    )
    assert "6 March 2027" in suspended
    assert "2027-03-06" not in suspended


def test_a_referee_is_no_session_of_the_same_id(in_play: House) -> None:
    organizer = Chief(in_play, TASKS)
    organizer.sign_in("organizer", "organizer")
    refused = sent(organizer, "dismiss-referee", referee=SESSION, reason="Away.")
    assert refused.status_code == 422
    assert f"referee {SESSION}" in unescape(refused.get_data(as_text=True))


def test_every_question_about_what_the_tournament_has_offers_it(in_play: House) -> None:
    organizer = Chief(in_play, TASKS)
    organizer.sign_in("organizer", "organizer")
    assert f'<option value="{TABLE}">' in organizer.page(f"{TASKS}/raise-dispute")
    assert "<select" not in organizer.page(f"{TASKS}/appoint-referee")


def test_of_a_table_that_is_known_whoever_sits_there_is_chosen_by_name(in_play: House) -> None:
    chief, path = Chief(in_play, TASKS), f"{TASKS}/note-incident"
    assert '<select id="q-entrant"' not in chief.page(path)
    page = chief.page(f"{path}?sheet={TABLE}&entrant={seats(in_play)[1].lstrip('0')}")
    assert '<select id="q-entrant"' in page
    for letter, number in zip("ABCD", seats(in_play), strict=True):
        chosen = " selected" if letter == "B" else ""
        name = f"Player Number{int(number)}"
        assert f'<option value="{number}"{chosen}>{letter} {number} {name}</option>' in page


def test_refusals_call_tasks_by_their_titles(founded: House) -> None:
    chief = Chief(founded, TASKS)
    form = {"form": chief.word(), "step": "look", "session": SESSION}
    refused = chief.post(f"{TASKS}/call-time", form)
    text = unescape(refused.get_data(as_text=True))
    assert str(title_of("start-session", "en")) in text
    assert "start-session" not in re.sub(r'href="[^"]*"', "", text)


def test_who_may_be_registered_already_is_read_back_and_each_text_as_it_is_taken(founded: House) -> None:
    chief = Chief(founded, TASKS)
    chief.sign_in("organizer", "organizer")
    given = {"session": SESSION, "name_en": "Player  Number1", "birth_date": "1961-05-17"}
    read = sent(chief, "register-entrant", **given, email="Ｐ１＠example.org")
    page = unescape(read.get_data(as_text=True))
    same = [Word("alike", "name_and_birth_date")]
    assert remark("likely-duplicate", entrants=Listed(["0001", "0009"]), same=same).text("en") in page
    assert "P1@example.org" in text_of(read)
    assert "Player Number1" in text_of(read)
    assert confirmed(chief, "register-entrant", read).status_code == 303


@pytest.mark.parametrize("language", ["en", "zh"])
def test_an_invitation_is_read_back_with_who_has_no_address(founded: House, language: str) -> None:
    for number in range(3, 9):
        founded.done("amend-details", {"entrant": f"{number:04d}", "email": ""})
    organizer = Chief(founded, TASKS)
    organizer.sign_in("organizer", "org-1")
    path = f"{TASKS}/invite-people"
    outlook = founded.organizer.get(f"/api/v1/tournaments/{ID}/invitations/letters").get_json()
    letters, people, without = outlook["letters"], outlook["people"], len(outlook["no_address"])
    assert without > people
    page = organizer.client.post(
        f"{path}?lang={language}",
        data={"form": organizer.word(path), "step": "look"},
        headers={"Accept": "text/html", "Origin": "http://localhost"},
        follow_redirects=True,
    )
    said = say("task-invited", language, letters=letters, people=people, without=without)
    assert said in page.get_data(as_text=True)


def test_what_a_task_recorded_is_named_with_the_way_to_it(in_play: House) -> None:
    chief = Chief(in_play, f"/t/{ID}/tasks")
    for task, answers, path, called in (
        ("raise-dispute", {"sheet": f"{SESSION}/1", "statement": "A joker fell."}, "docket", "D-0001"),
        ("give-warning", {"entrant": "0001", "breach": "Shouting"}, "entrants", "0001"),
    ):
        done = confirmed(chief, task, sent(chief, task, **answers)).headers["Location"]
        assert f'href="/t/{ID}/{path}/{called}?lang=en">{called}</a>' in chief.page(done)
    done = confirmed(chief, "call-chief-referee", sent(chief, "call-chief-referee", sheet=f"{SESSION}/1"))
    page = chief.page(done.headers["Location"])
    assert f'href="/t/{ID}/tables/{SESSION}/1?lang=en">Table 1 in ' in page


def test_a_message_is_named_with_the_page_that_says_whom_it_reached(in_play: House) -> None:
    organizer = Chief(in_play, TASKS)
    organizer.sign_in("organizer", "org-1")
    for task, answers in (
        ("make-announcement", {"audience": "everyone", "en": "Bring water.", "zh": "請帶水。"}),
        ("invite-people", {}),
    ):
        done = confirmed(organizer, task, sent(organizer, task, **answers)).headers["Location"]
        assert re.search(rf'href="/t/{ID}/deliveries\?lang=en">N-[0-9.]+</a>', organizer.page(done)), task


def test_whatever_is_typed_as_json_has_an_example() -> None:
    typed = {
        (name, question.name)
        for name, command in commands().items()
        for question in questions_of(command)
        if question.kind == "written" and name not in BY_FILE
    }
    shown = {(name, field) for name, field in typed if field in {**FIELDS, **EXAMPLES.get(name, {})}}
    assert typed - shown == set(), "an example of the command, or FIELDS of web/api/examples.py"
