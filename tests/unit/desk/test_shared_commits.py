"""Commands of many threads at the desk: each is decided on what went before, whatever shares its commit."""

import os
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from functools import partial
from time import monotonic

import pytest

from services.desk.answers import Answer
from services.desk.carrying import Carried
from services.desk.decoding import fold
from services.desk.desk import Desk
from services.desk.parts import Parts
from services.desk.submission import Expected, ExpectedHead
from services.desk.vault_log_heads import behind
from services.limits import PARTICIPANT_PREFERENCES
from services.tournament.catalogue import INITIAL
from services.tournament.definition.founding import DefineTournament
from services.tournament.kernel.facts import Command
from services.tournament.people.amendments import ChooseLanguage
from services.tournament.state import at_rest
from shared.clock import ManualClock, from_micros
from shared.database import Database
from shared.eventlog import Batch, EventLog, Head, Intent, Recorded
from shared.eventlog.committing import Commit
from shared.problems import Problem
from shared.vault import Vault
from tests.unit.desk.conftest import ID, SECRET, principal
from tests.unit.tournament.specs import definition, hk_rules, registration

Do = Callable[[], Answer]
SECONDS = 20.0


@pytest.fixture
def desks(database: Database, vault: Vault, clock: ManualClock) -> list[Desk]:
    """Two processes at a tournament with two entrants."""
    desks = [Desk(Parts.over(EventLog(database, clock), vault, clock, SECRET, os.urandom)) for _ in range(2)]
    for command in (
        DefineTournament(definition=definition(capacity=200, tables=50), ruleset=hk_rules()),
        registration("0001"),
        registration("0002"),
    ):
        desks[0].submit(ID, command, principal())
    return desks


def at_once(doing: list[Do]) -> list[Answer | Problem]:
    """What becomes of each, as all are begun together."""

    def tried(do: Do) -> Answer | Problem:
        try:
            return do()
        except Problem as problem:
            return problem

    with ThreadPoolExecutor(len(doing)) as pool:
        return [*pool.map(tried, doing)]


def of_participant(desk: Desk, command: Command, number: str) -> Answer:
    return desk.submit(ID, command, principal("participant", number))


def test_each_is_decided_on_what_went_before_it(desks: list[Desk], vault: Vault) -> None:
    doing: list[Do] = []
    for number in range(10, 34):
        desk = desks[number % 2]
        doing += [
            partial(desk.submit, ID, registration(f"{number:04}"), principal(), command_id=f"enter-{number}"),
            partial(desk.submit, ID, registration("0001"), principal()),
            partial(desk.submit, ID, ChooseLanguage(entrant="0002", language="en"), principal()),
        ]
    became = Counter(
        outcome.code if isinstance(outcome, Problem) else "done" for outcome in at_once(doing + doing[::3])
    )
    log = desks[0].log
    stored = log.read(ID)
    assert log.verify(ID).fault is None
    for desk in desks:
        assert desk.state(ID) == at_rest(fold(INITIAL, stored))
    assert became.keys() == {"done", "entrant-number-taken"}
    assert became["entrant-number-taken"] == 24
    assert Counter(event.type for event in stored)["language-chosen"] == 1
    assert len(desks[0].state(ID).entrants) == 26
    assert behind(log, vault) is None


def test_of_several_that_expect_one_head_one_is_carried_out(desks: list[Desk]) -> None:
    head = desks[0].log.head(ID)
    expected = Expected((ExpectedHead(head.seq, head.hash.hex()),))
    doing: list[Do] = [
        partial(
            desks[number % 2].submit,
            ID,
            registration(f"{number:04}"),
            principal(),
            expected=expected,
        )
        for number in range(10, 30)
    ]
    became = Counter(outcome.code if isinstance(outcome, Problem) else "done" for outcome in at_once(doing))
    assert became == {"done": 1, "precondition-failed": 19}


def test_what_a_participant_may_write_is_counted_in_shared_commits_too(desks: list[Desk]) -> None:
    desk = desks[0]
    doing: list[Do] = []
    for turn in range(3 * PARTICIPANT_PREFERENCES):
        language = "en" if turn % 2 == 0 else "zh"
        doing.append(partial(of_participant, desk, ChooseLanguage(entrant="0001", language=language), "0001"))
        other = ChooseLanguage(entrant="0002", language=language)
        doing.append(partial(desk.submit, ID, other, principal()))
    at_once(doing)
    for language in ("en", "zh") * PARTICIPANT_PREFERENCES:
        at_once([partial(of_participant, desk, ChooseLanguage(entrant="0001", language=language), "0001")])
    written = Counter(event.actor for event in desk.log.read(ID) if event.type == "language-chosen")
    assert written["participant:0001"] == PARTICIPANT_PREFERENCES


def test_store_time_and_command_ids_are_each_ones_own(desks: list[Desk], clock: ManualClock) -> None:
    ids = [f"enter-{number}" for number in range(10, 30)]
    doing: list[Do] = [
        partial(desks[0].submit, ID, registration(f"{number:04}"), principal(), command_id=id_)
        for number, id_ in enumerate(ids, 10)
    ]
    answers = at_once(doing)
    again = at_once(doing)
    for id_, answer, repeated in zip(ids, answers, again, strict=True):
        assert isinstance(answer, Answer)
        assert isinstance(repeated, Answer)
        assert answer.command_id == id_
        assert repeated.repeated
        assert [event.seq for event in repeated.events] == [event.seq for event in answer.events]
    moments: list[datetime] = [from_micros(event.recorded_at) for event in desks[0].log.read(ID)]
    assert moments == sorted(moments)


def test_nothing_is_decided_on_what_is_decided_again_meanwhile(
    desks: list[Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process has registered somebody: whoever follows a commit that notices sees them, too."""
    here, elsewhere = desks
    write, leads_to, decide = Commit.write, Carried.leads_to, Carried.decide
    again, followed = threading.Event(), threading.Event()
    written: list[Commit] = []

    def write_after_another(commit: Commit) -> None:
        written.append(commit)
        if len(written) == 1:
            elsewhere.submit(ID, registration("0003"), principal())
        write(commit)

    def leads_to_late(carried: Carried, head: Head) -> None:
        if carried.command_id == "first" and len(written) > 1:
            again.set()
            assert followed.wait(SECONDS)
        leads_to(carried, head)

    def decide_noted(
        carried: Carried, head: Head, tail: Sequence[Recorded] | None, before: Intent | None
    ) -> Batch:
        try:
            return decide(carried, head, tail, before)
        finally:
            if carried.command_id == "second":
                followed.set()

    monkeypatch.setattr(Commit, "write", write_after_another)
    monkeypatch.setattr(Carried, "leads_to", leads_to_late)
    monkeypatch.setattr(Carried, "decide", decide_noted)

    def second() -> Answer:
        assert again.wait(SECONDS)
        return here.submit(
            ID, ChooseLanguage(entrant="0003", language="en"), principal(), command_id="second"
        )

    first = partial(
        here.submit, ID, ChooseLanguage(entrant="0001", language="en"), principal(), command_id="first"
    )
    assert all(isinstance(outcome, Answer) for outcome in at_once([first, second]))
    assert here.state(ID) == at_rest(fold(INITIAL, here.log.read(ID)))


def test_what_has_to_be_known_of_people_is_read_from_the_log(
    desks: list[Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A language is personal: who follows one who has chosen it in the same commit is decided after that."""
    desk, decide = desks[0], Carried.decide
    begun, all_there = threading.Event(), threading.Event()

    def hold_the_first(
        carried: Carried, head: Head, tail: Sequence[Recorded] | None, before: Intent | None
    ) -> Batch:
        if carried.command_id == "first":
            begun.set()
            assert all_there.wait(SECONDS)
        return decide(carried, head, tail, before)

    monkeypatch.setattr(Carried, "decide", hold_the_first)

    def chosen(entrant: str, language: str, id_: str) -> Answer:
        if id_ != "first":
            assert begun.wait(SECONDS)
        command = ChooseLanguage(entrant=entrant, language=language)
        return desk.submit(ID, command, principal(), command_id=id_)

    def released() -> Answer:
        end = monotonic() + SECONDS
        while sum(len(lane._waiting) for lane in desk.log._sharing._lanes.there()) < 2:
            assert monotonic() < end
        all_there.set()
        return chosen("0001", "zh", "last")

    doing = [
        ("0001", "en", "first"),
        ("0002", "en", "second"),
        ("0002", "en", "again"),
    ]
    at_once([*(partial(chosen, *each) for each in doing), released])
    entrants = desk.state(ID).entrants
    written = [event.command_id for event in desk.log.read(ID) if event.type == "language-chosen"]
    assert written[0] == "first"
    assert ("second" in written) != ("again" in written), "the other of the two changed nothing"
    details = desk.directory.details(ID, entrants.values())
    fresh = Desk(Parts.over(desk.log, desk.vault, desk.clock, SECRET, os.urandom))
    assert details == fresh.directory.details(ID, entrants.values())
    assert details["0001"]["language"] == "zh"
    assert all(details[number]["name_en"] for number in ("0001", "0002"))


def test_whoever_shared_a_commit_whose_answer_was_lost_is_told_what_it_led_to(
    desks: list[Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also without an id of the sender's: what stands in the log is refused to nobody on its own ground."""
    desk, write, decide = desks[0], Commit.write, Carried.decide
    begun, all_there = threading.Event(), threading.Event()

    def lose_the_answer(commit: Commit) -> None:
        write(commit)
        if len(commit.taken) > 1:
            raise OSError("the connection is gone")

    def hold_the_first(
        carried: Carried, head: Head, tail: Sequence[Recorded] | None, before: Intent | None
    ) -> Batch:
        if not begun.is_set():
            begun.set()
            assert all_there.wait(SECONDS)
        return decide(carried, head, tail, before)

    monkeypatch.setattr(Commit, "write", lose_the_answer)
    monkeypatch.setattr(Carried, "decide", hold_the_first)

    def chosen(entrant: str) -> Answer:
        return desk.submit(ID, ChooseLanguage(entrant=entrant, language="en"), principal())

    def following() -> Answer:
        assert begun.wait(SECONDS)
        return chosen("0002")

    def released() -> Answer:
        end = monotonic() + SECONDS
        while not sum(len(lane._waiting) for lane in desk.log._sharing._lanes.there()):
            assert monotonic() < end
        all_there.set()
        return following()

    answers = at_once([partial(chosen, "0001"), following, released])
    assert all(isinstance(answer, Answer) for answer in answers), answers
    written = [event.actor for event in desk.log.read(ID) if event.type == "language-chosen"]
    assert len(written) == 2


def test_the_listing_follows_a_shared_commit_to_its_end(desks: list[Desk]) -> None:
    desk = desks[0]
    numbers = ["0001", "0002"] * 6
    doing: list[Do] = [
        partial(
            desk.submit, ID, ChooseLanguage(entrant=number, language=("en", "zh")[turn % 3 // 2]), principal()
        )
        for turn, number in enumerate(numbers)
    ]
    at_once(doing)
    head = desk.log.head(ID)
    assert ID in desk.listings.read({ID: head.seq})
    assert not desk.listings.read({ID: head.seq + 1})
