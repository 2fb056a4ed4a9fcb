"""What a chat hears that nobody is linked to, and what one hears that has just been linked."""

from tests.api.conftest import ID
from tests.bots.conftest import Office


def test_a_chief_referee_is_greeted_with_her_own_commands(office: Office) -> None:
    phone = office.phone()
    phone.say(f"/start {office.links.invite(ID, 'referee:CHIEF')}")
    assert "open cases: evidence, preview, rule" in phone.press("Yes, link")


def test_who_is_not_linked_hears_how_to_link_and_not_that_it_is_for_others(office: Office) -> None:
    phone = office.phone()
    for command in ("/docket", "/weather", "/sheet"):
        assert "To link this chat" in phone.say(command)
