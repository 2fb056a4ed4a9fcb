"""The copy that a rehearsal plays on: of a tournament here, or of a file with invented people."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, time, timedelta
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from services.cli.demo import ToPlay
    from services.rules.ruleset import Ruleset
    from services.tournament.definition.plan import Competition
    from services.wiring import Wiring
    from shared.clock import ManualClock

    Simulated = tuple[str, str]

SEED = 2026
_REGISTERED_BEFORE = timedelta(days=5)
"""When everyone invented is registered, before the first day: nothing is due yet."""
_EVERYTHING = frozenset({"telegram", "web_push", "email"})
_LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
_BEFORE = timedelta(days=1, hours=8)
"""How long before a day that is past its rehearsal begins: before the reminder of the day before."""


class Copy(NamedTuple):
    """A scratch installation, the tournament in it, the day to play, its clock, and the channels."""

    wiring: "Wiring"
    tournament: str
    day: date
    clock: "ManualClock"
    channels: frozenset[str]


@contextmanager
def copied(target: str, day: date | None, simulated: "Simulated | None" = None) -> Iterator[Copy]:
    """A copy of the tournament with this id, or of this file, gone at the end.

    The clock stands at now, at the last event if that lies later, and the day before for a day that is past.

    Args:
        day: which; None for the next one.
        simulated: token and address of a simulated Telegram. Then a tournament here is played with invented
            people as well, for its phones are there for anyone to see.

    Raises:
        Problem: tournament-unknown, nothing-to-rehearse, or what is wrong with the file.
    """
    if target.endswith(".toml"):
        from services.cli.demo import read_to_play

        copy = _invented(*read_to_play(target, None), day, simulated)
    elif simulated is not None:
        copy = _invented(*_as_it_is_planned(target), day, simulated)
    else:
        copy = _from_log(target, day)
    with copy as made:
        yield made


@contextmanager
def _from_log(tournament: str, wanted: date | None) -> Iterator[Copy]:
    from services.demo.chance import SeededBytes
    from services.rehearsal.walking import day_to_rehearse
    from services.wiring import wired
    from services.wiring.scratch import copy_into, scratch
    from shared.clock import ManualClock, from_micros

    with wired(existing=True) as source:
        state = source.desk.state(tournament)
        day = day_to_rehearse(state, wanted)
        last = source.log.read_one(tournament, source.desk.head(tournament).seq)
        assert last is not None, "a head is the last event"
        eve = state.plan.moment(day, datetime.min.time()) - _BEFORE
        now = max(min(source.clock.now(), eve), from_micros(last.occurred_at))
        clock, random = ManualClock(now), SeededBytes(f"tileledger rehearse {tournament}")
        settings = source.settings
        with scratch(source.loaded, source.secret.content, clock, random) as wiring:
            copy_into(wiring, source, tournament)
            yield Copy(wiring, tournament, day, clock, frozenset(settings.channels))


def _as_it_is_planned(tournament: str) -> "ToPlay":
    from services.projections.attachments import contents_of
    from services.wiring import wired

    with wired(existing=True) as source:
        state = source.desk.state(tournament)
        attachments = contents_of(source.log, tournament, state)
    assert state.ruleset is not None, "a tournament that was founded has rules"
    # House rules may be among them.
    return state.plan, (state.ruleset, *map(itemgetter(1), sorted(state.stage_rules.items()))), attachments


@contextmanager
def _invented(
    definition: "Competition",
    rulesets: "tuple[Ruleset, ...]",
    attachments: tuple[str, ...],
    wanted: date | None,
    simulated: "Simulated | None",
) -> Iterator[Copy]:
    from services.demo.chance import SeededBytes
    from services.demo.playing import play
    from services.demo.story import Story
    from services.rehearsal.walking import day_to_rehearse
    from services.wiring.scratch import scratch
    from shared.clock import ManualClock
    from shared.settings import load_settings

    clock, random = ManualClock(_LONG_AGO), SeededBytes(f"tileledger rehearse {definition.id}")
    secret_key = random(24).hex().encode()
    with scratch(load_settings(), secret_key, clock, random, simulated) as wiring:
        databases, secret = (wiring.database, wiring.vault_database), wiring.secret.content
        demo = Story(*databases, secret, definition, SEED, rulesets=rulesets, attachments=attachments)
        registered = demo.calendar.first_day() - _REGISTERED_BEFORE
        play(demo, "registration", at=definition.moment(registered, time(0)))
        day = day_to_rehearse(wiring.desk.state(definition.id), wanted)
        clock.set(demo.clock.now())
        yield Copy(wiring, definition.id, day, clock, _EVERYTHING)
