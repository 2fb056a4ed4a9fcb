"""A chat that is about two tournaments reads of each by its title, and chooses which one it writes to."""

from datetime import timedelta

import pytest

from services.access.principal import Principal
from services.tournament.people.parent_calls import CallParent
from services.web.api.examples import TOURNAMENT_FILE
from shared.catalogue import say
from shared.language_choice import choose_language
from tests.api.conftest import ID, entrants
from tests.bots.conftest import Office, Phone

OTHER = "autumn-cup"
TITLES = {"en": ("Spring Cup", "Autumn Cup"), "zh-hant": ("春季盃", "秋季盃")}


@pytest.fixture
def both(office: Office) -> Office:
    """Beside the tournament in play another one, in which entrant 0001 has a place as well."""
    file = {**TOURNAMENT_FILE, "id": OTHER, "title": {"en": "Autumn Cup", "zh": "秋季盃"}}
    made = office.house.organizer.post("/api/v1/tournaments", file)
    assert made.status_code == 201, made.get_json()
    path = f"/api/v1/tournaments/{OTHER}/commands/register-entrant"
    registered = office.house.organizer.post(path, entrants(1)[0])
    assert registered.status_code in (200, 201), registered.get_json()
    return office


def linked(office: Office, recipient: str, language: str) -> Phone:
    phone = office.phone(recipient, language=language)
    office.links.link(OTHER, recipient, "telegram", str(phone.chat), choose_language(language))
    return phone


@pytest.mark.parametrize("language", TITLES)
def test_what_is_read_stands_below_the_title_of_its_tournament(both: Office, language: str) -> None:
    spring, autumn = TITLES[language]
    phone = linked(both, "entrant:0001", language)
    for command in ("/me", "/schedule", "/standings", "/results"):
        lines = phone.answers(command, spring, autumn).splitlines()
        assert {spring, autumn} <= set(lines), command


@pytest.mark.parametrize("language", TITLES)
def test_every_message_of_an_answer_names_the_tournament_and_ends_with_no_heading(
    both: Office, language: str
) -> None:
    phone = linked(both, "entrant:0001", language)
    for number in ("0002", "0003", "0004"):
        both.links.link(ID, f"entrant:{number}", "telegram", str(phone.chat), choose_language(language))
    split = 0
    for command in ("/me", "/schedule", "/standings", "/results"):
        before = len(phone.telegram.messages(phone.chat))
        phone.answers(command, *TITLES[language])
        messages = [str(new["text"]) for new in phone.telegram.messages(phone.chat)[before:]]
        shown = [text for text in messages if not text.startswith("/")]
        split += len(shown) > 1
        for text in shown:
            assert any(title in text for title in TITLES[language]), (command, text)
            assert text.splitlines()[-1] not in TITLES[language], (command, text)
            assert not text.splitlines()[-1].endswith((":", "："))
    assert split


def test_an_organizer_of_two_reads_of_which_each_answer_is(both: Office) -> None:
    phone = linked(both, "organizer:organizer", "en")
    for command in ("/deliveries", "/unreached"):
        assert phone.answers(command, *TITLES["en"]), command


@pytest.mark.parametrize("language", TITLES)
def test_in_one_tournament_its_title_goes_without_saying(both: Office, language: str) -> None:
    phone = both.phone("entrant:0001", language=language)
    for command in ("/me", "/standings"):
        assert not set(TITLES[language]) & set(phone.say(command).splitlines())


@pytest.mark.parametrize("language", TITLES)
def test_a_cry_for_help_goes_to_the_organizers_of_both(both: Office, language: str) -> None:
    linked(both, "organizer:organizer", "en")
    answer = linked(both, "entrant:0001", language).say("🆘")
    assert all(title in answer for title in TITLES[language])
    for tournament in (ID, OTHER):
        assert [asked.urgent for asked in both.desk.state(tournament).questions.values()] == [True]


@pytest.mark.parametrize(
    ("language", "complaint"), [("en", "The score is wrong"), ("zh-hant", "分數錯咗，我想投訴")]
)
def test_what_follows_a_call_for_a_parent_goes_to_its_tournament_alone(
    both: Office, language: str, complaint: str
) -> None:
    """A cry by its words goes to both for all that."""
    linked(both, "organizer:organizer", "en")
    phone = linked(both, "entrant:0001", language)
    called = Principal("test", "organizer", "organizer", OTHER)
    both.desk.submit(OTHER, CallParent(entrant="0001", grounds="unwell"), called)
    spring, autumn = TITLES[language]
    way = say("bot-object", language.partition("-")[0], until="signing")
    answer = phone.say(complaint)
    assert (autumn in answer, spring in answer) == (True, False)
    assert way in answer, "also at a table of the other tournament"
    assert way not in phone.say("We come by lift 搭緊升降機")
    asked = {id: [each.urgent for each in both.desk.state(id).questions.values()] for id in (ID, OTHER)}
    assert asked == {ID: [], OTHER: [True, True]}
    answer = phone.say("HELP")
    assert (autumn in answer, spring in answer) == (True, True)
    assert [len(both.desk.state(id).questions) for id in (ID, OTHER)] == [1, 3]


def test_a_cry_after_a_call_does_not_reach_a_tournament_without_play_today(both: Office) -> None:
    linked(both, "organizer:organizer", "en")
    phone = linked(both, "entrant:0001", "zh-hant")
    called = Principal("test", "organizer", "organizer", OTHER)
    both.house.clock.advance(timedelta(days=3))
    both.desk.submit(OTHER, CallParent(entrant="0001", grounds="unwell"), called)
    phone.say("救命，佢點呀？我五分鐘後到")
    assert [len(both.desk.state(id).questions) for id in (ID, OTHER)] == [0, 1]


def test_words_for_the_other_tournament_go_there_too(both: Office) -> None:
    """Whoever pressed [Write to the organizer] of one tournament is not read in another alone."""
    linked(both, "organizer:organizer", "en")
    phone = linked(both, "entrant:0001", "en")
    called = Principal("test", "chief_referee", "CHIEF", ID)
    both.desk.submit(ID, CallParent(entrant="0001", grounds="unwell"), called)
    phone.answers("/schedule", "Autumn Cup", "Spring Cup")
    phone.press(say("bot-action-cannot-come", "en"))
    phone.press(say("bot-absence-write", "en"))
    phone.say("We come an hour later")
    assert [len(both.desk.state(id).questions) for id in (ID, OTHER)] == [1, 1]


def test_an_organizer_of_two_chooses_where_an_announcement_is_made(both: Office) -> None:
    phone = linked(both, "organizer:organizer", "en")
    assert say("bot-announce-tournament", "en") in phone.say("/announce")
    assert "Autumn Cup\nWhom do you tell?" in phone.press("Autumn Cup")
    phone.press("bot-audience-everyone")
    phone.say("The doors open late")
    phone.say("延遲入場")
    assert "1 person" in phone.wait_for("bot-announce-read-back")
    phone.press("bot-send")
    made = [notice for notice in both.desk.notices.read(OTHER) if notice.kind == "announcement"]
    assert [notice.audience for notice in made] == ["everyone"]
    assert not [notice for notice in both.desk.notices.read(ID) if notice.kind == "announcement"]


@pytest.fixture
def family(both: Office) -> Phone:
    """The chat of a parent: one child plays in both tournaments, another in one."""
    phone = linked(both, "entrant:0001", "en")
    both.links.link(ID, "entrant:0002", "telegram", str(phone.chat), choose_language("en"))
    for tournament in (ID, OTHER):
        both.links.link(tournament, "organizer:organizer", "telegram", "77", choose_language("en"))
    return phone


CHILDREN = ("Player Number1 · Spring Cup", "Player Number2 · Spring Cup", "Player Number1 · Autumn Cup")
"""The children of the family as they are told apart."""


def test_whom_a_choice_is_about_is_told_with_the_tournament(both: Office, family: Phone) -> None:
    family.say("The joker was counted wrongly.")
    for child in CHILDREN:
        assert family.button(child)
    assert CHILDREN[2] in family.press(CHILDREN[2])
    asked = {id: len(both.desk.state(id).questions) for id in (ID, OTHER)}
    assert asked == {ID: 0, OTHER: 1}
    family.answers("/me", say("bot-quiet-22-8", "en"))
    for child in CHILDREN:
        name, _, title = child.partition(" · ")
        assert family.button(f"{say('bot-consents-of', 'en', name=name)} · {title}")
    family.press("Autumn Cup")
    assert "Player Number1 · Autumn Cup" in family.read


def test_what_is_stopped_or_forgotten_names_the_tournament(both: Office, family: Phone) -> None:
    text = family.say("/stop")
    for child in CHILDREN:
        assert child in text
        assert family.button(say("bot-stop-only", "en", name=child))
    family.press(say("bot-forget-ask", "en"))
    for child in CHILDREN:
        assert family.button(child)
    assert CHILDREN[2] in family.press(CHILDREN[2])


def test_what_is_given_back_names_the_tournament(both: Office, family: Phone) -> None:
    family.say("My child is ill.")
    offered = family.press(say("bot-action-cannot-come", "en"))
    assert CHILDREN[2] in offered
    assert CHILDREN[0] not in offered, "who plays now gives nothing back"
    assert CHILDREN[2] in family.press(say("bot-absence-give-back", "en", what="cancel", stage="x")[:9])


def test_an_organizer_of_two_reads_of_which_a_choice_is(both: Office) -> None:
    phone = linked(both, "organizer:organizer", "en")
    for title in TITLES["en"]:
        phone.say("/weather")
        assert phone.button(f"{say('bot-storm-begin', 'en')} · {title}")
        phone.say("/tasks warning")
        assert phone.button(title)


@pytest.mark.parametrize("word", ["The joker was counted wrongly.", "/stop"])
def test_in_one_tournament_a_choice_names_none(both: Office, word: str) -> None:
    phone = both.phone("entrant:0001", "entrant:0002")
    assert "Cup" not in phone.say(word)
    with pytest.raises(AssertionError):
        phone.button("Cup")
