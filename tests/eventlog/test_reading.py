"""Reading, replaying and finding a moment in the log."""

from datetime import timedelta

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shared.clock import ManualClock, to_micros
from shared.database import Database
from shared.eventlog import Catalogue
from tests.eventlog.given import LEDGER, NOON, a_batch, a_log, an_event, append, history
from tests.profiles import examples
from tests.refusing import refusing


class Played(msgspec.Struct, frozen=True):
    command: int
    event: int
    name: str


def a_catalogue() -> Catalogue[Played]:
    catalogue: Catalogue[Played] = Catalogue()
    catalogue.register("game_result_recorded", 1, Played)
    return catalogue


def test_pages_follow_each_other_without_gap(database: Database) -> None:
    log = a_log(database)
    history(log)
    seen, page = [], log.read(LEDGER, limit=5)
    while page:
        seen += [event.seq for event in page]
        page = log.read(LEDGER, page[-1].seq, limit=5)
    assert seen == list(range(1, 13))
    assert [event.seq for event in log.read(LEDGER, after=3, until=6)] == [4, 5, 6]
    assert log.read("unknown") == []


def test_single_events_are_found_by_seq(database: Database) -> None:
    log = a_log(database)
    history(log)
    assert log.read_seqs(LEDGER, [9, 2, 99, 2]) == [log.read_one(LEDGER, 2), log.read_one(LEDGER, 9)]
    assert log.read_one(LEDGER, 13) is None
    assert log.read_one(LEDGER, 0) is None
    assert log.read_seqs(LEDGER, []) == []


def test_a_replay_gives_every_event_typed_and_in_order(database: Database) -> None:
    log = a_log(database)
    history(log)
    replayed = list(log.replay(LEDGER, a_catalogue()))
    assert [seq for seq, *_ in replayed] == list(range(1, 13))
    stored = log.read(LEDGER)
    for (seq, event, occurred_at, recorded_at, actor), record in zip(replayed, stored, strict=True):
        assert event == a_catalogue().decode(record)
        assert (seq, occurred_at, recorded_at, actor) == (
            record.seq,
            record.occurred_at,
            record.recorded_at,
            record.actor,
        )
    part = log.replay(LEDGER, a_catalogue(), after=2, until=4)
    assert [(seq, event.command) for seq, event, *_ in part] == [(3, 0), (4, 1)]


def test_a_replay_of_many_pages_misses_nothing(database: Database) -> None:
    log = a_log(database)
    pending = an_event(b'{"command":1,"event":2,"name":"n"}')
    for size in (1999, 1, 2000, 1):
        append(log, a_batch(*[pending] * size))
        replayed = [seq for seq, *_ in log.replay(LEDGER, a_catalogue())]
        assert replayed == list(range(1, log.head(LEDGER).seq + 1))


def test_a_replay_stops_at_an_event_it_cannot_decode(database: Database) -> None:
    log = a_log(database)
    history(log)
    append(log, a_batch(an_event(b'{"of":"another kind"}')))
    with refusing("event-unreadable", "seq 13"):
        list(log.replay(LEDGER, a_catalogue()))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=examples(20))
@given(gaps=st.lists(st.integers(0, 2), min_size=1, max_size=20), shift=st.integers(-2, 45))
def test_a_moment_leads_to_the_last_event_recorded_by_then(
    database: Database, gaps: list[int], shift: int
) -> None:
    clock = ManualClock(NOON)
    log = a_log(database, clock)
    ledger = f"{len(log.tournaments())}"
    for gap in gaps:
        clock.advance(timedelta(microseconds=gap))
        append(log, ledger=ledger)
    moment = to_micros(NOON) + shift
    expected = sum(event.recorded_at <= moment for event in log.read(ledger))
    assert log.seq_at(ledger, moment) == expected


def test_a_moment_is_found_by_halving(database: Database) -> None:
    """As many probes as the length has binary digits: a longer search would be right too, only slow."""
    log = a_log(database)
    append(log, a_batch(*[an_event()] * 1000))
    steps = log.statements.seq_at.text.replace("SELECT span.low \n", "SELECT count(*) \n")
    steps = steps.replace("\nWHERE span.high = span.low", "")
    with database.connection() as driver:
        row = log.statements.seq_at.row({"ledger": LEDGER, "moment": to_micros(NOON) - 1})
        assert driver.execute(steps, row).fetchone()[0] <= 11


def test_an_unknown_tournament_has_no_moment(database: Database) -> None:
    assert a_log(database).seq_at("unknown", to_micros(NOON)) == 0


@settings(max_examples=examples(12, in_all=80), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(-3, 3), st.booleans()), max_size=12))
def test_all_heads_are_those_of_each_log_whatever_the_clocks_say(
    database: Database, appends: list[tuple[str, int, bool]]
) -> None:
    """Also of another process, whose clock is behind; and as long as nothing is appended they are kept."""
    here, elsewhere = a_log(database), a_log(database, ManualClock(NOON))
    for name, hours, is_here in appends:
        log = here if is_here else elsewhere
        assert isinstance(log.clock, ManualClock)
        log.clock.set(NOON + timedelta(hours=hours))
        append(log, ledger=name)
        heads = here.heads()
        assert heads == {name: here.head(name) for name in heads}
        assert name in heads
        assert here.heads() is heads
    assert here.heads() == a_log(database).heads()
