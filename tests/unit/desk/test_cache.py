"""What the desk keeps of its tournaments: checkpoints near every seq, no lock on the past, and a bound."""

import threading
from random import Random
from typing import Any

import msgspec
import pytest

from services.access.principal import Principal
from services.desk.cache import CHECKPOINT, EVERY, RECENT, StateCache, at_one_moment
from services.desk.decoding import fold
from services.tournament.catalogue import INITIAL
from services.tournament.definition.founding import DefineTournament
from services.tournament.people.consents import SetConsent
from services.tournament.people.importing import ImportEntrants
from services.tournament.people.registration import RegisterEntrant
from services.tournament.state import State, at_rest
from tests.unit.desk.conftest import ID, Counter
from tests.unit.tournament.specs import ADULT, S1, definition, hk_rules

ENTRANTS = 3 * EVERY // 2 + 10
WITHIN = 30
"""Seconds after which a thread that hangs is given up."""


@pytest.fixture
def busy(counter: Counter) -> Counter:
    """A tournament with a long log: registrations, two events each, that came in one command."""
    entrants = tuple(
        RegisterEntrant(entrant_no=f"{number:04}", session=S1, birth_date=ADULT, name_en="Name")
        for number in range(1, ENTRANTS + 1)
    )
    counter.submit(ImportEntrants(entrants=entrants))
    return counter


def folded(counter: Counter, seq: int) -> State:
    return at_rest(fold(INITIAL, counter.desk.log.read(ID, 0, seq)))


def cold(counter: Counter, **how: int) -> StateCache:
    return StateCache(counter.desk.log, **how)


def test_every_seq_is_found_from_any_checkpoint(busy: Counter) -> None:
    cache = cold(busy)
    last = cache.current(ID).head.seq
    for seq in Random(1).sample(range(1, last + 1), 60):
        assert cache.at(ID, seq) == folded(busy, seq)


def test_a_checkpoint_is_near_every_seq_of_a_log_that_was_read(busy: Counter) -> None:
    cache = cold(busy)
    last = cache.current(ID).head.seq
    assert cache.checkpoints(ID) == list(range(EVERY, last + 1, EVERY))


def test_a_look_into_a_wide_gap_leaves_checkpoints_there(busy: Counter) -> None:
    cache = cold(busy)
    head = busy.desk.log.head(ID)
    held = cache.advance(ID, cache.held(ID), head, busy.desk.log.read(ID, 0, head.seq))
    cache.drop(ID)
    cache.adopt(ID, held)
    assert cache.checkpoints(ID) == [head.seq]
    assert cache.at(ID, head.seq - 1) == folded(busy, head.seq - 1)
    assert cache.checkpoints(ID) == [EVERY, 2 * EVERY, head.seq]


def test_what_is_read_at_one_moment_stays_as_it_was_first_seen(counter: Counter) -> None:
    desk = counter.desk
    with at_one_moment():
        before, head = desk.state(ID), desk.head(ID)
        counter.submit(RegisterEntrant(entrant_no="0001", session=S1, birth_date=ADULT, name_en="Name"))
        assert (desk.state(ID), desk.head(ID)) == (before, head)
        with at_one_moment():
            assert desk.state(ID).entrants.get("0001"), "a moment of its own"
        assert not desk.state(ID).entrants
    assert desk.head(ID) == desk.log.head(ID) != head
    assert desk.state(ID).entrants.get("0001")


def test_a_slow_look_at_the_past_delays_no_command(busy: Counter) -> None:
    looking, go_on = threading.Event(), threading.Event()
    seen: list[State] = []

    def wait(_done: int, _total: int) -> None:
        looking.set()
        assert go_on.wait(WITHIN)

    def look() -> None:
        seen.append(busy.desk.state(ID, EVERY - 1, wait))

    looker = threading.Thread(target=look)
    looker.start()
    assert looking.wait(WITHIN)
    writer = threading.Thread(target=busy.submit, args=(SetConsent(entrant="0001", shown=True),))
    before = busy.desk.log.head(ID).seq
    writer.start()
    writer.join(WITHIN)
    done = busy.desk.log.head(ID).seq
    go_on.set()
    looker.join(WITHIN)
    writer.join(WITHIN)
    assert done == before + 1, "the command was carried out while someone looked at the past"
    assert seen == [folded(busy, EVERY - 1)]


def test_whoever_moves_on_through_the_past_folds_only_what_lies_between(
    busy: Counter, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = cold(busy)
    cache.current(ID)
    read: list[int] = []
    replay = busy.desk.log.replay

    def counted(tournament_id: str, catalogue: Any, after: int, until: int) -> Any:
        read.append(until - after)
        return replay(tournament_id, catalogue, after, until)

    monkeypatch.setattr(busy.desk.log, "replay", counted)
    for seq in (EVERY + 200, EVERY + 203, EVERY + 203, EVERY + 201, EVERY + 210):
        assert cache.at(ID, seq) == folded(busy, seq)
    assert read == [200, 3, 0, 1, 7]


def test_so_many_of_the_past_are_kept_as_were_asked_for_last(busy: Counter) -> None:
    cache = cold(busy)
    cache.current(ID)
    before = cache.size
    for seq in range(1, 3 * RECENT):
        cache.at(ID, seq)
    assert cache.size == before + RECENT * CHECKPOINT
    assert cache.at(ID, 3 * RECENT - 1) == folded(busy, 3 * RECENT - 1)


def test_what_was_dropped_meanwhile_leaves_no_checkpoints(busy: Counter) -> None:
    cache = cold(busy)
    state = cache.current(ID).state
    assert cache.at(ID, EVERY - 1, lambda done, total: cache.drop(ID)) == folded(busy, EVERY - 1)
    assert cache.checkpoints(ID) == []
    assert cache.size == 0
    assert cache.current(ID).state == state


def test_what_is_kept_of_one_tournament_is_bounded(busy: Counter) -> None:
    roomy = cold(busy)
    last = roomy.current(ID).head.seq
    most = roomy.size - 1
    cache = cold(busy, most=most)
    cache.current(ID)
    assert 0 < len(cache.checkpoints(ID)) < len(roomy.checkpoints(ID))
    for seq in range(1, last, 40):
        assert cache.at(ID, seq) == folded(busy, seq)
        assert cache.size <= most


def test_of_many_tournaments_the_one_not_asked_for_longest_is_let_go(busy: Counter) -> None:
    for other in ("one", "two"):
        plan = msgspec.structs.replace(definition(), id=other)
        anyone = Principal("t", "organizer", "test")
        busy.desk.submit(other, DefineTournament(definition=plan, ruleset=hk_rules()), anyone)
        entrant = RegisterEntrant(session=S1, birth_date=ADULT, name_en="Name")
        busy.desk.submit(other, entrant, anyone)
    roomy = cold(busy)
    states = {tournament_id: roomy.current(tournament_id).state for tournament_id in (ID, "one", "two")}
    cache = cold(busy, most=roomy.size - 1)
    for tournament_id in (ID, "one", ID, "two"):
        assert cache.current(tournament_id).state == states[tournament_id]
    assert cache.held("one").state == INITIAL
    assert cache.held(ID).state == states[ID]
    assert cache.current("one").state == states["one"]
    assert cache.size < roomy.size
