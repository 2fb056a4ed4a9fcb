"""What waits: for the morning after quiet hours, for the end of a session that somebody sits in."""

from datetime import timedelta

from msgspec import structs

from services.delivery.channel import Outcome
from services.delivery.ledger import Ledger
from services.notices.phones_off import OVERRUN
from services.tournament.definition.founding import AppointReferee
from services.tournament.docket.leaving import WithdrawEntrant
from services.tournament.play.timing import EndSession
from tests.delivery.given import ID, SENT, Office
from tests.refusing import refusing
from tests.unit.tournament.specs import S1, finished, hong_kong, in_play, record, sign


def test_quiet_hours_hold_back_all_but_safety(office: Office) -> None:
    office.chat("chat", "0001")
    office.clock.set(hong_kong("2026-03-20 23:30"))
    office.notify("ruling", "entrant:0001", dispute="D-1", ruling="R-1", cites="3")
    office.notify("suspended", "entrant:0001", grounds="other")
    office.drain()
    assert [sent.message.kind for sent in office.telegram.sent] == ["suspended"]
    counts = {other.kind: other for other in Ledger(office.database).counts(ID)}
    assert counts["ruling"].due_at == hong_kong("2026-03-21 08:00")
    assert counts["suspended"].due_at is None
    office.clock.set(hong_kong("2026-03-21 07:59"))
    office.drain()
    assert len(office.telegram.sent) == 1
    office.clock.set(hong_kong("2026-03-21 08:00"))
    office.drain()
    assert [sent.message.kind for sent in office.telegram.sent] == ["suspended", "ruling"]


def test_quiet_hours_are_not_for_whoever_is_at_a_session_that_is_on(small: Office) -> None:
    """Who has gone home is told in the morning; where one sits anew says what it replaces."""
    playing = in_play(4)
    seated, *_, away = playing.sheet().seats
    playing.given(WithdrawEntrant(entrant=away, grounds="health"))
    session = playing.state.sessions[S1]
    playing.state = playing.state.with_session(structs.replace(session, day=None))
    small.book.tournament = playing
    small.chat("seated", seated)
    small.chat("away", away)
    small.clock.set(hong_kong("2026-03-28 23:30"))
    small.book.recorded = small.clock.now()
    small.notify("ruling", f"entrant:{away}", dispute="D-1", ruling="R-1", cites="3")
    for _ in range(2):
        where = {"round": "1", "topic": f"drawn:{S1}"}
        small.notify("round-drawn", f"entrant:{seated}", **where)
        small.drain()
        small.clock.advance(timedelta(seconds=2))
    sent = [(each.message.kind, bool(each.message.replaces)) for each in small.telegram.sent]
    assert sent == [("round-drawn", False), ("round-drawn", True)]


def test_the_chief_referee_is_called_at_any_hour(small: Office) -> None:
    small.book.tournament = ended = in_play(4).at("2026-03-28 23:30").given(EndSession(session=S1))
    ended.given(AppointReferee(referee="CR", name="Chief", chief=True))
    small.vault.create([ended.state.referees["CR"].person])
    small.links.link(ID, "referee:CR", "telegram", "chief", "en")
    small.clock.set(ended.now + OVERRUN)
    small.book.recorded = small.clock.now()
    small.notify("chief-called", "role:chief_referee", session=S1, table="1", referee="-")
    small.notify("ruling", "role:chief_referee", dispute="D-1", ruling="R-1", cites="3")
    small.drain()
    assert [sent.message.kind for sent in small.telegram.sent] == ["chief-called"]


def test_an_address_may_choose_longer_quiet_hours_and_safety_comes_all_the_same(small: Office) -> None:
    place = small.chat("chat", "0001")
    small.chat("other", "0002")
    small.links.preferences.be_quiet(ID, place, "20-9")
    small.clock.set(hong_kong("2026-03-20 20:30"))
    for number in ("0001", "0002"):
        small.notify("ruling", f"entrant:{number}", dispute="D-1", ruling="R-1", cites="3")
    small.notify("suspended", "entrant:0001", grounds="other")
    small.drain()
    sent = [(other.message.kind, other.message.names) for other in small.telegram.sent]
    assert sorted(sent) == [("ruling", ("Player 0002",)), ("suspended", ("Player 0001",))]
    small.clock.set(hong_kong("2026-03-21 08:30"))
    small.drain()
    assert len(small.telegram.sent) == 2
    small.clock.set(hong_kong("2026-03-21 09:00"))
    small.drain()
    assert len(small.telegram.sent) == 3


def test_quiet_hours_are_one_of_those_there_are_and_can_be_given_up(small: Office) -> None:
    place = small.chat("chat", "0001")
    preferences = small.links.preferences
    preferences.be_quiet(ID, place, "21-8")
    preferences.be_quiet(ID, place, "20-9")
    assert preferences.quiet(ID, [place, "a-other"]) == {place: "20-9"}
    with refusing("quiet-hours-unknown", "20-9"):
        preferences.be_quiet(ID, place, "always")
    preferences.be_quiet(ID, place, "22-8")
    assert preferences.quiet(ID, [place]) == {}


def test_what_was_waiting_when_the_night_came_waits_for_the_morning(small: Office) -> None:
    small.chat("chat", "0001")
    small.telegram.says = lambda address, message: Outcome("not_sent")
    small.notify("ruling", "entrant:0001", dispute="D-1", ruling="R-1", cites="3")
    small.drain()
    small.telegram.says = lambda address, message: SENT
    small.clock.set(hong_kong("2026-03-20 22:00"))
    small.drain()
    assert len(small.telegram.sent) == 1
    small.clock.set(hong_kong("2026-03-21 08:00"))
    small.drain()
    assert len(small.telegram.sent) == 2


def test_who_sits_at_a_table_hears_only_what_is_about_safety_until_the_session_is_over(
    office: Office,
) -> None:
    playing = in_play(4)
    office.book.tournament = playing
    office.chat("player", "0001")
    office.book.recorded = hong_kong("2026-03-28 13:00")
    office.clock.set(office.book.recorded)
    office.notify("ruling", "entrant:0001", dispute="D-1", ruling="R-1", cites="3")
    office.notify("suspended", "entrant:0001", grounds="other")
    office.drain()
    assert [sent.message.kind for sent in office.telegram.sent] == ["suspended"]
    assert office.statuses() == {"sent": 1, "pending": 1}
    finished(sign(record(playing)))
    office.drain()
    assert len(office.telegram.sent) == 1, "it is looked at again after half a minute"
    office.clock.advance(timedelta(seconds=30))
    office.drain()
    assert [sent.message.kind for sent in office.telegram.sent] == ["suspended", "ruling"]


def test_what_waited_for_the_end_of_a_session_goes_out_in_the_order_in_which_it_happened(
    office: Office,
) -> None:
    playing = in_play(4)
    office.book.tournament = playing
    office.chat("player", "0001")
    office.book.recorded = hong_kong("2026-03-28 13:00")
    office.clock.set(office.book.recorded)
    notices = []
    for number in range(5):
        of_case = {"dispute": f"D-{number}", "ruling": f"R-{number}", "cites": "3"}
        notices.append(office.notify("ruling", "entrant:0001", **of_case))
        office.drain()
        office.clock.advance(timedelta(seconds=7))
        office.drain()
    assert office.telegram.sent == []
    finished(sign(record(playing)))
    for _ in range(60):
        office.clock.advance(timedelta(seconds=1))
        office.drain()
    references = [sent.message.reference for sent in office.telegram.sent]
    assert references == [notice.reference for notice in notices]


def test_what_waited_for_the_end_of_a_session_comes_before_the_result_that_follows_from_it(
    small: Office,
) -> None:
    playing = in_play(4)
    small.book.tournament = playing
    small.chat("player", "0001")
    small.book.recorded = hong_kong("2026-03-28 13:00")
    small.clock.set(small.book.recorded)
    ruling = small.notify("ruling", "entrant:0001", dispute="D-1", ruling="R-1", cites="3")
    small.drain()
    small.clock.advance(timedelta(seconds=7))
    finished(sign(record(playing)))
    result = small.notify("correction-published", "entrant:0001", stage="preliminary", version="1")
    for _ in range(40):
        small.drain()
        small.clock.advance(timedelta(seconds=1))
    references = [sent.message.reference for sent in small.telegram.sent]
    assert references == [ruling.reference, result.reference]
