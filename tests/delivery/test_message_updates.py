"""Messages that are changed in chats: the buttons of what was answered go, what is in force is pinned."""

from datetime import timedelta

import pytest

from services.delivery.channel import Mark, Outcome
from services.delivery.lease import LeaseLost
from services.delivery.message_updates import Marked
from services.notices.notice import Notice
from services.notices.policies import notices_due
from services.tournament.definition.founding import AppointReferee
from services.tournament.kernel.facts import Command
from services.tournament.people.families import DeclareFamilyUnit
from services.tournament.people.parent_calls import AnswerParentCall, CallParent
from services.tournament.weather.rescheduling import RescheduleSessions
from services.tournament.weather.suspension import LiftSuspension, SuspendDay
from services.tournament.weather.update_promises import GiveFurtherWord, RemindOfNextWord
from services.tournament.weather.watching import EscalateWeatherProposal
from shared.database import Database
from shared.vault import Vault
from tests.delivery.given import ID, Book, Office, Recording
from tests.unit.tournament.specs import CHILD, S1, S2, check_in, registered, registration
from tests.unit.tournament.test_watching import DAY, answer, propose, report, seen

SUSPEND = SuspendDay(day=DAY, grounds="signal_8_or_above")
DONE = Outcome("sent", remote="1")


class Marker(Recording):
    """A channel that notes which messages it changes, and says what it is told to say."""

    def __init__(self) -> None:
        super().__init__()
        self.marks: list[tuple[str, str]] = []
        self.outcome = DONE

    async def mark(self, address: str, remote: str, mark: Mark) -> Outcome:
        self.marks.append((address, mark))
        return self.outcome


class Hall(Office):
    """An office whose notices are those that commands lead to."""

    def __init__(self, database: Database, vault: Vault) -> None:
        super().__init__(database, vault, Book(registered(4)))
        self.marker = Marker()
        self.telegram = self.marker

    def do(self, *commands: Command) -> list[Notice]:
        """Carry commands out, and send what they lead to."""
        tournament, found = self.book.tournament, []
        for command in commands:
            before = len(tournament.record)
            tournament.given(command)
            new = [(step.seq, step.event) for step in tournament.record[before:]]
            found += notices_due(tournament.state, new)
        self.write(*found)
        self.drain()
        return found


@pytest.fixture
def hall(database: Database, vault: Vault) -> Hall:
    return Hall(database, vault)


def ten_o_clock(hall: Hall) -> None:
    tournament = hall.book.tournament
    tournament.given(report(seen("TC8NE", "2026-03-27 23:10"))).at("2026-03-28 10:00")
    hall.clock.set(tournament.now)
    hall.book.recorded = tournament.now


def test_a_suspension_is_pinned_while_it_is_in_force(hall: Hall) -> None:
    hall.chat("1", "0001")
    hall.do(SUSPEND)
    assert hall.marker.marks == [("1", "pinned")]
    hall.drain()
    assert hall.marker.marks == [("1", "pinned")], "once"
    hall.do(LiftSuspension(day=DAY, reason="a mistake"))
    assert hall.marker.marks == [("1", "pinned"), ("1", "unpinned")]


def test_a_new_date_ends_the_pin_and_a_second_suspension_has_its_own(hall: Hall) -> None:
    hall.chat("1", "0001")
    later = DAY.replace(day=30)
    hall.do(SUSPEND, RescheduleSessions(day=DAY, new_day=later))
    assert "pinned" not in [mark for _, mark in hall.marker.marks][1:]
    hall.marker.marks.clear()
    hall.do(SuspendDay(day=later, grounds="black_rainstorm"))
    assert hall.marker.marks == [("1", "pinned")]


def test_the_buttons_of_a_proposal_go_in_every_chat_that_was_asked(hall: Hall) -> None:
    hall.vault.create([f"organizer-{ID}"])
    for chat in ("7", "8"):
        hall.links.link(ID, "organizer:organizer", "telegram", chat, "en")
    ten_o_clock(hall)
    hall.do(propose())
    hall.do(EscalateWeatherProposal(proposal="W-0001", step=1))
    assert len(hall.marker.sent) == 4
    assert hall.marker.marks == []
    hall.do(answer("refuse"))
    assert sorted(hall.marker.marks) == [(chat, "plain") for chat in ("7", "7", "8", "8")]
    assert "refused" in hall.marker.sent[-1].message.bodies[0]
    hall.drain()
    assert len(hall.marker.marks) == 4


def test_what_is_refused_is_let_be_and_what_is_not_known_is_tried_again(hall: Hall) -> None:
    hall.chat("1", "0001")
    hall.marker.outcome = Outcome("unknown")
    hall.do(SUSPEND)
    hall.drain()
    assert len(hall.marker.marks) == 2
    hall.marker.outcome = Outcome("refused", why="message to pin not found")
    hall.drain()
    hall.drain()
    assert len(hall.marker.marks) == 3


def test_who_was_cut_off_after_the_call_pins_once_more_and_no_harm_is_done(hall: Hall) -> None:
    hall.chat("1", "0001")
    hall.marker.outcome = Outcome("not_sent")
    hall.do(SUSPEND)
    cut_off = Marked("x", "a", "1", "1", "pinned")
    hall.marker.outcome = DONE
    hall.drain()
    assert [mark for _, mark in hall.marker.marks] == ["pinned", "pinned"]
    other = hall.dispatcher("other")
    with pytest.raises(LeaseLost):
        other._marking.settle([cut_off])


def test_a_chat_of_the_whole_family_is_called_once_and_its_button_goes_everywhere(hall: Hall) -> None:
    hall.book.tournament.given(
        registration("0005", S2, born=CHILD), DeclareFamilyUnit(child="0005", parent="0001")
    )
    hall.vault.create(["person-5"])
    for chat, number in (("1", "0001"), ("1", "0005"), ("2", "0001")):
        hall.chat(chat, number)
    hall.do(CallParent(entrant="0005", grounds="unwell"))
    assert sorted(sent.address for sent in hall.marker.sent) == ["1", "2"]
    assert hall.marker.marks == []
    hall.do(AnswerParentCall(call="P-0001"))
    assert sorted(hall.marker.marks) == [("1", "plain"), ("2", "plain")]


def test_what_was_read_out_leaves_no_button_on_the_other_phone_of_the_same_referee(hall: Hall) -> None:
    tournament = hall.book.tournament
    check_in(tournament, S1, "0004")
    tournament.given(AppointReferee(referee="R01", name="Chan"), AppointReferee(referee="R02", name="Wong"))
    hall.vault.create([known.person for known in tournament.state.referees.values()])
    for chat, referee in (("1", "R01"), ("2", "R01"), ("3", "R02")):
        hall.links.link(ID, f"referee:{referee}", "telegram", chat, "en")
    hall.do(SUSPEND)
    (read,) = [
        sent.key for sent in hall.marker.sent if (sent.message.kind, sent.address) == ("hall-word", "1")
    ]
    hall.deliveries.acknowledge(read, hall.clock.now())
    hall.drain()
    plain = sorted(chat for chat, mark in hall.marker.marks if mark == "plain")
    assert plain == ["1", "2"]
    hall.drain()
    assert sorted(chat for chat, mark in hall.marker.marks if mark == "plain") == plain, "once"


def test_a_further_word_is_pinned_in_the_place_of_the_suspension(hall: Hall) -> None:
    hall.chat("1", "0001")
    hall.do(SUSPEND)
    hall.marker.marks.clear()
    hall.do(GiveFurtherWord(day=DAY, en="The hall is open.", zh="場地開放。"))
    assert sorted(hall.marker.marks) == [("1", "pinned"), ("1", "unpinned")]


def test_the_button_of_a_promise_goes_once_a_word_is_given(hall: Hall) -> None:
    hall.vault.create([f"organizer-{ID}"])
    hall.links.link(ID, "organizer:organizer", "telegram", "7", "en")
    hall.do(SUSPEND)
    hall.clock.advance(timedelta(minutes=1))
    hall.do(RemindOfNextWord(day=DAY))
    assert [sent.message.kind for sent in hall.marker.sent] == ["suspended", "word-due"]
    hall.marker.marks.clear()
    hall.clock.advance(timedelta(minutes=1))
    hall.do(GiveFurtherWord(day=DAY, en="The hall is open.", zh="場地開放。"))
    assert ("7", "plain") in hall.marker.marks
