"""A chat that is about two tournaments reads of each by its title, and chooses which one it writes to."""

import pytest

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


def test_an_organizer_of_two_chooses_where_an_announcement_is_made(both: Office) -> None:
    phone = linked(both, "organizer:organizer", "en")
    assert say("bot-announce-tournament", "en") in phone.say("/announce")
    assert "Autumn Cup\nWhom do you tell?" in phone.press("Autumn Cup")
    phone.press("Everyone")
    phone.say("The doors open late")
    phone.say("延遲入場")
    assert "1 person" in phone.wait_for("This goes to")
    phone.press("Send")
    made = [notice for notice in both.desk.notices.read(OTHER) if notice.kind == "announcement"]
    assert [notice.audience for notice in made] == ["everyone"]
    assert not [notice for notice in both.desk.notices.read(ID) if notice.kind == "announcement"]
