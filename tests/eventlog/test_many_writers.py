"""Many writers of two processes at once: whatever happens to some, the log is one command after the other."""

from collections import Counter
from random import Random

import pytest
import sqlalchemy as sa

from shared.database import Database
from shared.eventlog import (
    Alone,
    Appended,
    CommandAlreadyRecorded,
    Head,
    Intent,
    Write,
    tables,
)
from shared.problems import Problem
from shared.working import TOOK_TOO_LONG
from tests.eventlog.given import a_log
from tests.eventlog.sharing import Counting, Sent, bases
from tests.profiles import examples

SHARES = {"plain": 8, "refused": 1, "alone": 1, "bad": 1, "same": 1, "empty": 1}
"""How often each kind of command is sent."""


@pytest.mark.parametrize("seed", range(examples(2, in_all=16)))
def test_many_writers_of_two_processes_are_one_after_the_other(database: Database, seed: int) -> None:
    """Whatever is refused, repeated, alone, broken or late: the log is what each was decided on, in order."""
    random, ledgers = Random(seed), ("one", "two")
    logs = [a_log(database), a_log(database.anew())]
    bad = [Write(logs[0].database.prepare(sa.update(tables.event).values(actor="somebody")), [()])]

    def odd(intent: Counting, before: Intent | None) -> None:
        if intent.command_id.startswith("refused"):
            raise TOOK_TOO_LONG(most=1, seconds=1)
        if intent.command_id.startswith("alone") and before is not None:
            raise Alone

    sent: list[Sent] = []
    for log in logs:
        counted: dict[str, tuple[Head, int]] = {}
        for number in range(80):
            kind = random.choices([*SHARES], [*SHARES.values()])[0]
            id_ = f"same-{number // 10}" if kind == "same" else f"{kind}-{id(log)}-{number}"
            writes, events = bad if kind == "bad" else (), int(kind != "empty")
            ledger = random.choice(ledgers)
            intent = Counting(log, counted, id_, ledger=ledger, meanwhile=odd, writes=writes, events=events)
            sent.append(Sent([intent]))
    outcomes = [(id_, outcome) for each in sent for id_, outcome in each.answered().items()]
    stored = {ledger: logs[0].read(ledger) for ledger in ledgers}
    for ledger in ledgers:
        assert bases(logs[0], ledger) == [{"commands": n, "seq": n} for n in range(len(stored[ledger]))]
    written = Counter(event.command_id for events in stored.values() for event in events)
    told = Counter(id_ for id_, outcome in outcomes if isinstance(outcome, Appended) and outcome.events)
    assert written == told
    became = {(id_.partition("-")[0], type(outcome)) for id_, outcome in outcomes}
    refusals = {each for each in became if each[1] is not Appended}
    assert {kind for kind, _ in became - refusals} <= SHARES.keys() - {"bad", "refused"}
    assert {each for each in refusals if each[0] != "bad"} <= {
        ("refused", Problem),
        ("same", CommandAlreadyRecorded),
    }
    logs[1].database.close()
