"""What somebody raises in one chat is told in the others that stand for the same entrant."""

from tests.bots.conftest import Office
from tests.bots.test_agreed import tap
from tests.bots.test_office import fanned_out
from tests.bots.test_ruling import TABLE, with_a_game
from tests.bots.test_tasks import begun


def test_the_chat_that_raised_a_dispute_is_not_told_of_it_again(office: Office) -> None:
    with_a_game(office)
    number = office.state.sheets[TABLE].seats[0]
    own, other = office.phone(f"entrant:{number}"), office.phone(f"entrant:{number}")
    begun(own, "raise-dispute")
    for answer in (TABLE, "1", "It fell."):
        own.say(answer)
    tap(own, "bot-confirm")
    fanned_out(office)
    (link,) = office.links.of_address("telegram", str(other.chat))
    due = office.deliveries.due(("telegram",), office.house.clock.now(), 100)
    assert [(each.kind, each.address_id) for each in due] == [("case-raised", link.address_id)]
