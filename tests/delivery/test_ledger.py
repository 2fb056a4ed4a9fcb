"""What became of notices: done only once nothing waits, and each notice once."""

from datetime import timedelta

import msgspec
import pytest

from services.delivery.by_phone import ByPhone
from services.delivery.channel import Outcome
from services.delivery.holding import Holding
from services.delivery.ledger import Ledger
from services.delivery.muting import Muting
from services.delivery.reasons import reason
from services.delivery.release_decisions import ON_COMMAND_LINE, Steering
from services.notices.registry import note
from shared.catalogue import Word, say
from tests.delivery.given import ID, Office
from tests.unit.tournament.specs import S1, hong_kong

WAIT = Outcome("wait", seconds=600)


def progress(office: Office) -> list[str]:
    return [counts.progress for counts in Ledger(office.database).counts(ID)]


def test_while_messages_wait_a_notice_is_not_done(office: Office) -> None:
    office.chat("chat-1", "0001")
    office.telegram.says = lambda address, message: Outcome("not_sent", why="offline")
    office.notify("announcement", "entrant:0001")
    assert progress(office) == []
    office.drain()
    (counts,) = Ledger(office.database).counts(ID)
    assert (counts.progress, counts.pending) == ("sending", 1)
    assert counts.due_at == office.all()[0].due_at > office.clock.now()
    (latest,) = Ledger(office.database).latest(ID, 5)
    assert (latest.people, latest.messages, latest.reached) == (1, 1, {"pending": 1})
    office.telegram.says = lambda address, message: Outcome("sent", remote="1")
    office.clock.advance(timedelta(minutes=2))
    office.drain()
    (counts,) = Ledger(office.database).counts(ID)
    assert (counts.progress, counts.pending, counts.due_at) == ("done", 0, None)


def test_what_waits_behind_quiet_hours_of_an_address_or_is_held_says_so(office: Office) -> None:
    office.chat("chat-1", "0001")
    address_id = office.chat("chat-2", "0002")
    office.links.preferences.be_quiet(ID, address_id, "20-9")
    office.clock.set(hong_kong("2026-03-20 20:15"))
    office.notify("announcement", "everyone")
    office.drain()
    (counts,) = Ledger(office.database).counts(ID)
    assert (counts.progress, counts.sent, counts.pending) == ("sending", 1, 1)
    assert counts.due_at is not None
    assert counts.due_at == hong_kong("2026-03-21 09:00")
    with office.database.writing() as driver:
        driver.execute("UPDATE delivery SET status = 'held' WHERE status = 'pending'")
    assert progress(office) == ["held"]


def test_what_went_to_two_audiences_under_one_reference_is_listed_once(office: Office) -> None:
    office.chat("chat-1", "0001")
    first = note(7, "suspended", "entrant:0001", session=S1, grounds="other")
    second = note(7, "suspended", "entrant:0002", session=S1, grounds="other")
    apart = note(7, "announcement", "entrant:0001")
    office.write(first, second, apart)
    assert first.reference == second.reference
    office.drain()
    counts = Ledger(office.database).counts(ID)
    assert [(line.reference, line.kind) for line in counts] == [
        ("N-7", "announcement"),
        ("N-7", "suspended"),
    ]
    assert (counts[1].sent, counts[1].unlinked, counts[1].progress) == (1, 1, "done")
    assert len(Ledger(office.database).counts(ID, "N-7")) == 2
    with office.database.writing() as driver:
        driver.execute(f"UPDATE fan_out SET status = 'open' WHERE notice = '{second.dedupe_key}'")
    (line,) = [line for line in Ledger(office.database).counts(ID) if line.kind == "suspended"]
    assert (line.progress, line.due_at is not None) == ("open", True)
    assert msgspec.json.encode(line), "as the interface gives it"


@pytest.mark.parametrize("made_out", [True, False])
def test_whom_a_message_did_not_reach_as_it_was_dropped_is_named_with_the_reason(
    office: Office, made_out: bool
) -> None:
    office.chat("chat-1", "0001")
    database = office.database
    holding, muting = Holding(database), Muting(database, office.clock)
    steering = Steering(database, holding, muting, office.book.state)
    steering.mute("a pause", ID, ON_COMMAND_LINE, office.clock.now())
    office.notify("suspended", "entrant:0001", session=S1, grounds="other")
    if made_out:
        office.drain()
    else:
        dispatcher = office.dispatcher()
        assert dispatcher.lease.acquire()
        dispatcher.fan_out.take_in(dispatcher.lease)
        dispatcher.lease.release()
    assert steering.decide(ID, "muted", "drop", ON_COMMAND_LINE, office.clock.now()) > 0
    office.drain()
    assert office.telegram.sent == []
    ledger = Ledger(database)
    (counts,) = ledger.counts(ID)
    assert counts.cancelled == 1
    assert made_out or counts.progress == "dropped"
    (missed,) = ledger.unreached(ID, counts.reference)
    assert (missed.recipient, reason(missed.why)) == ("entrant:0001", Word("why-not", "dropped"))
    (to_ring,) = ByPhone(database, office.book, office.clock).outstanding(ID)
    assert (to_ring.recipient, to_ring.missing) == ("entrant:0001", "unreached")


def test_people_are_counted_once_by_what_reached_them_and_messages_apart(office: Office) -> None:
    family = office.chat("family", "0001", "0002")
    office.chat("second", "0001")
    assert family
    office.notify("suspended", f"session:{S1}", session=S1, grounds="other")
    office.drain()
    by_phone = ByPhone(office.database, office.book, office.clock)
    silent = next(person for person in by_phone.outstanding(ID) if person.missing == "unreached")
    by_phone.note(ID, silent, reached=False)
    (latest,) = Ledger(office.database).latest(ID, 5)
    everyone = len(office.book.state(ID).sessions[S1].entrants)
    assert (latest.people, latest.messages) == (everyone, 2)
    assert latest.reached["sent"] == 2
    assert sum(latest.reached.values()) == everyone


def test_an_announcement_of_before_play_was_stopped_is_not_read_after_it_in_the_hall(office: Office) -> None:
    office.chat("inside", "0001")
    office.chat("outside", "0002")
    announced = office.notify("announcement", "everyone")
    office.book.suspend(S1, announced.seq + 1, office.clock.now())
    state = office.book.tournament.state
    stopped = state.sessions[S1]
    assert stopped.suspension is not None
    suspension = msgspec.structs.replace(stopped.suspension, inside=frozenset({"0001"}))
    office.book.tournament.state = state.with_session(msgspec.structs.replace(stopped, suspension=suspension))
    office.drain()
    became = {made.recipients[0]: (made.status, made.why) for made in office.all() if made.channel}
    assert became["entrant:0001"] == ("expired", say("word-why-not-stopped-since", "en"))
    assert became["entrant:0002"][0] == "sent"
