"""Erasing a person, and answering what people wrote, on the pages of the organizer."""

from html import unescape

import pytest

from services.personal.texts import clipped
from shared.catalogue import say
from tests.api.conftest import ID, House, assert_problem
from tests.api.docket_page.ruling_forms import Chief
from tests.api.test_tasks import TASKS, confirmed, sent
from tests.api.test_tasks_found import offered


def organizer_of(house: House) -> Chief:
    browser = Chief(house, TASKS)
    browser.sign_in("organizer", "organizer")
    return browser


def asked(house: House, words: str, **more: object) -> str:
    """The number of what somebody wrote."""
    answer = house.client("participant", "0002").command(
        "ask-organizer", {"entrant": "0002", "question": words, **more}
    )
    assert answer.status_code == 201, answer.get_json()
    return max(house.desk.state(ID).questions)


@pytest.mark.parametrize("typed", ["0002", "2", "Number2", "玩家2號"])
def test_who_is_erased_is_named_as_people_are_and_read_back_with_what_goes_and_what_stays(
    in_play: House, typed: str
) -> None:
    organizer = organizer_of(in_play)
    read = sent(organizer, "forget-person", person=typed, grounds="error")
    page = unescape(read.get_data(as_text=True))
    for said in (
        "0002 Player Number2",
        say("answer-error", "en"),
        say("bot-forget-for-good", "en"),
        say("bot-forget-goes", "en"),
        say("bot-forget-stays", "en", number="0002"),
    ):
        assert said in page
    assert confirmed(organizer, "forget-person", read).status_code == 303
    state = in_play.desk.state(ID)
    assert state.entrants["0002"].person in state.forgotten


def test_an_official_is_erased_by_number_and_by_the_id_in_the_log(in_play: House) -> None:
    organizer, person = organizer_of(in_play), in_play.desk.state(ID).referees["REF-1"].person
    for typed in ("REF-1", person):
        page = sent(organizer, "forget-person", person=typed, grounds="request").get_data(as_text=True)
        assert f'{say("task-erase-who", "en")}</dt><dd class="lines">REF-1 ' in page, typed
    read = sent(organizer, "forget-person", person="ref-1", grounds="request")
    assert confirmed(organizer, "forget-person", read).status_code == 303
    assert person in in_play.desk.state(ID).forgotten


def test_of_a_name_that_several_have_nobody_is_erased(in_play: House) -> None:
    answer = sent(organizer_of(in_play), "forget-person", person="Player", grounds="request")
    assert answer.status_code == 422
    page = unescape(answer.get_data(as_text=True))
    assert 'id="wrong-person"' in page
    assert "0001 Player Number1" in page
    assert not in_play.desk.state(ID).forgotten


def test_erasing_is_offered_about_whoever_is_not_erased_yet_where_the_role_may(in_play: House) -> None:
    organizer, wanted = organizer_of(in_play), ("forget-person", {"person": "0002", "lang": "en"})
    assert wanted in offered(organizer.page(f"{TASKS}?find=0002"))
    assert wanted not in offered(Chief(in_play, TASKS).page(f"{TASKS}?find=0002"))
    in_play.done("forget-person", {"person": "0002"})
    assert wanted not in offered(organizer.page(f"{TASKS}?find=0002"))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_was_written_is_read_above_the_answer_and_with_it(in_play: House, language: str) -> None:
    words = "May my mother watch from the gallery?\nShe <walks> slowly, and would like a seat by the door."
    id = asked(in_play, words, urgent=True)
    organizer = organizer_of(in_play)
    form = unescape(organizer.page(f"{TASKS}/answer-question?question={id}&lang={language}"))
    path = f"{TASKS}/answer-question"
    fields = {"form": organizer.word(path), "step": "look", "question": id, "answer": "Yes."}
    read = organizer.post(f"{path}?lang={language}", fields).headers["Location"]
    for page in (form, unescape(organizer.page(read))):
        assert words in page
    assert say("bot-kind-urgent-question", language) in form
    listed = unescape(organizer.page(f"{TASKS}/answer-question?lang={language}"))
    begun = say(
        "task-question-begins",
        language,
        called="0002 Player Number2" if language == "en" else "0002 玩家2號",
        urgent=True,
        words=clipped(words.replace("\n", " "), 60),
    )
    staff = unescape(organizer.page(f"/t/{ID}/staff?lang={language}"))
    assert begun in staff
    assert clipped(words.replace("\n", " "), 60) in listed


@pytest.mark.parametrize("language", ["en", "zh"])
def test_who_wishes_to_be_forgotten_is_erased_from_there(in_play: House, language: str) -> None:
    organizer = organizer_of(in_play)
    wished, other = asked(in_play, say("bot-forget-words", language)), asked(in_play, "Where is it?")
    in_own_words = {
        "en": "Hello, please DELETE my data and that of Amy.",
        "zh": "你好，請刪除我及女兒的所有資料，謝謝。",
    }[language]
    address = f"{TASKS}/answer-question?question="
    erased = ("forget-person", "0002")

    def led(question: str) -> list[tuple[str, str]]:
        return [
            (task, known.get("person", "")) for task, known in offered(organizer.page(address + question))
        ]

    assert erased in led(wished)
    assert erased in led(asked(in_play, in_own_words))
    assert erased not in led(other)


def test_of_what_a_forgotten_person_wrote_it_is_said_so(in_play: House) -> None:
    organizer, id = organizer_of(in_play), asked(in_play, "Where is the gallery?")
    in_play.done("forget-person", {"person": "0002"})
    page = unescape(organizer.page(f"{TASKS}/answer-question?question={id}"))
    assert say("problem-asker-forgotten", "en", question=id) in page
    assert "gallery" not in page
    answer = in_play.organizer.command("answer-question", {"question": id, "answer": "Here."})
    assert_problem(answer, 409, "asker-forgotten")
