"""Marks and moments: what stands out in a log, and when every event was recorded."""

from datetime import date, timedelta
from itertools import accumulate
from typing import Any

import pytest

from services.desk.history import marks
from services.desk.history.marked import KIND_OF, MARK_KINDS
from services.tournament.catalogue import event_types
from services.tournament.people.registration import RegisterEntrant
from shared.catalogue import say
from shared.clock import from_micros
from tests.refusing import refusing
from tests.unit.desk.conftest import ID, Counter, principal
from tests.unit.desk.history.conftest import Past
from tests.unit.tournament.specs import hong_kong


def test_every_event_that_stands_out_is_marked_and_no_other(past: Past) -> None:
    stored = {event.seq: event for event in past.desk.log.read(past.id, 0, 100_000)}
    found = {mark.seq: mark for mark in past.ask("marks").rows}
    assert [*found] == [seq for seq, event in stored.items() if event.type in KIND_OF]
    for seq, mark in found.items():
        assert (mark.type, mark.actor, mark.caused_by) == (
            stored[seq].type,
            stored[seq].actor,
            stored[seq].caused_by,
        )
        assert mark.recorded_at == from_micros(stored[seq].recorded_at)
        assert mark.occurred_at == from_micros(stored[seq].occurred_at)
        assert mark.kind == KIND_OF[mark.type]
        assert mark.text.endswith(".")
    assert {mark.kind for mark in found.values()} == set(MARK_KINDS)


def test_a_mark_names_what_it_is_about(past: Past) -> None:
    by_type = {mark.type: mark.about for mark in past.ask("marks").rows}
    assert by_type["tournament-defined"] == {}
    assert [*by_type["seats-drawn"]] == ["session"]
    assert {*by_type["ruling-made"]} >= {"dispute", "ruling"}
    assert by_type["results-published"] == {"stage": ("final",)}
    assert all("entrant" not in about for about in by_type.values())


def test_marks_of_one_kind_are_listed_alone(past: Past) -> None:
    every = past.ask("marks").rows
    for kind in MARK_KINDS:
        assert past.ask("marks", kind=kind).rows == tuple(mark for mark in every if mark.kind == kind)


def test_marks_as_of_a_moment_are_those_until_then(past: Past) -> None:
    every = past.ask("marks").rows
    middle = every[len(every) // 2].seq
    assert past.ask("marks", as_of=middle).rows == tuple(mark for mark in every if mark.seq <= middle)
    assert past.ask("marks", as_of=1).rows == every[:1]


def test_marked_are_types_that_there_are() -> None:
    assert set(KIND_OF) <= {known.name for known in event_types().values()}


def assert_moments_are_true(past: Past, as_of: int | None = None) -> None:
    answer = past.ask("moments", as_of=as_of)
    stored = past.desk.log.read(past.id, 0, 100_000, answer.seq)
    listed = [event for event in stored if (event.seq - 1) % answer.every == 0 or event.seq == answer.seq]
    second = timedelta(seconds=1)
    told = [answer.start + seconds * second for seconds in accumulate(answer.recorded)]
    assert told == [from_micros(event.recorded_at).replace(microsecond=0) for event in listed]
    assert [answer.types[number].type for number in answer.type_of] == [event.type for event in listed]
    apart = {
        event.seq: (event.recorded_at - event.occurred_at) // 1_000_000
        for event in listed
        if abs(event.recorded_at - event.occurred_at) > 1_000_000
    }
    assert dict(answer.apart) == apart


def test_moments_say_when_every_event_was_recorded_and_what_it_is(past: Past) -> None:
    assert_moments_are_true(past)
    assert past.ask("moments").every == 1
    words = {kind.type: kind.words for kind in past.ask("moments").types}
    assert words["game-result-recorded"] == say("word-event-game-result-recorded", "en")


def test_what_was_recorded_later_than_it_happened_is_apart(counter: Counter) -> None:
    counter.at("2026-03-02 12:00")
    for minutes, number in ((0, "1"), (30, "2")):
        counter.desk.submit(
            ID,
            RegisterEntrant(
                entrant_no=number,
                name_en=f"Player {number}",
                birth_date=date(1980, 5, 17),
                session="2026-03-28/1",
            ),
            principal(),
            occurred_at=hong_kong("2026-03-02 12:00") - timedelta(minutes=minutes),
        )
    past = Past(ID, counter.desk)
    assert_moments_are_true(past)
    seqs = [event.seq for event in counter.desk.events(ID) if event.type == "entrant-registered"]
    assert (seqs[1], 30 * 60) in past.ask("moments").apart
    assert seqs[0] not in dict(past.ask("moments").apart)


@pytest.mark.parametrize("as_of", [1, 2, 3, 700])
def test_moments_as_of_a_moment_end_there(past: Past, as_of: int) -> None:
    assert past.ask("moments", as_of=as_of).seq == as_of
    assert_moments_are_true(past, as_of)


@pytest.mark.parametrize("most", [1, 2, 300, 1000])
def test_of_a_long_log_some_moments_are_listed_and_the_last(
    past: Past, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(marks, "MOST_MOMENTS", most)
    assert past.ask("moments").every > 1
    assert len(past.ask("moments").recorded) <= most + 1
    assert_moments_are_true(past)


def test_the_timeline_of_a_thing_has_what_names_or_changed_it(past: Past) -> None:
    rulings = past.ask("timeline", kind="ruling").rows
    assert [entry.seq for entry in rulings] == [mark.seq for mark in past.ask("marks", kind="ruling").rows]
    entry = past.ask("timeline", kind="ruling-made").rows[0]
    (mark,) = [mark for mark in past.ask("marks").rows if mark.seq == entry.seq]
    (dispute,) = mark.about["dispute"]
    of_case = past.ask("timeline", dispute=dispute).rows
    assert of_case[0].type == "dispute-raised"
    assert entry in of_case


def test_the_timeline_of_a_thing_goes_in_pages(past: Past) -> None:
    whole = past.ask("timeline", entrant="0005").rows
    assert len(whole) > 5
    walked, after = [], ""
    while True:
        page = past.ask("timeline", entrant="0005", after=after, limit=2)
        walked += page.rows
        if page.next is None:
            break
        after = page.next
    assert tuple(walked) == whole
    kinds = {entry.type for entry in whole}
    assert {"entrant-registered", "game-result-recorded", "sheet-signed"} <= kinds
    assert past.ask("timeline", entrant="0005", kind="entrant-registered").rows == whole[:1]
    assert past.ask("timeline", entrant="nobody").rows == ()


@pytest.mark.parametrize("asked", [{}, {"entrant": "0001"}, {"kind": "ruling"}])
def test_the_newest_come_first_where_that_is_asked_for(past: Past, asked: dict[str, Any]) -> None:
    rising = [*past.ask("timeline", 900, limit=1000, **asked).rows]
    assert len(rising) > 3
    walked: list[Any] = []
    after = ""
    while True:
        page = past.ask("timeline", 900, order="falling", limit=300, after=after, **asked)
        walked += page.rows
        if page.next is None:
            break
        after = page.next
    assert walked == rising[::-1]


def test_a_kind_of_event_that_there_is_none_of_is_refused(past: Past) -> None:
    with refusing("not-found"):
        past.ask("timeline", kind="joy")
