"""Tournament tests as sentences: given what happened, when a command comes, then events, or a refusal.

No database and no desk: commands go to `decide`, events to `evolve`. Every decision made here is also held to
what must always be true: its events, stored and read back, fold to the state that the decision gave.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any, Self, TypeVar, cast

import msgspec

from services.rules.game import EndedBy
from services.rules.ruleset import content_hash
from services.tournament.catalogue import INITIAL, decide, evolve
from services.tournament.counterfactual.recorded_facts import Told
from services.tournament.counterfactual.replay import Changes, Story, tell
from services.tournament.definition.founding import AppointReferee, DefineTournament, TournamentDefined
from services.tournament.definition.places_called import session_called
from services.tournament.kernel.facts import Command, Context, Entry, Event, Personal, Stamp
from services.tournament.kernel.ids import TableId
from services.tournament.people.entrants import Entrant
from services.tournament.people.forgetting import PersonForgotten
from services.tournament.people.registration import RegisterEntrant
from services.tournament.play.scores import Sheet
from services.tournament.play.signatures import SignSheet
from services.tournament.play.timing import CallTime, EndSession, StartSession
from services.tournament.seating.presence import CheckIn
from services.tournament.seating.seats import AssignReferees, DrawSeats
from services.tournament.state import State, at_rest
from shared.catalogue import shown
from shared.codec import canonical
from shared.problems import Problem
from tests.unit.tournament.built_once import built_once
from tests.unit.tournament.figures import EXAMPLE_1, EXAMPLE_2, EXAMPLE_3, counted
from tests.unit.tournament.hk_plan import definition as definition
from tests.unit.tournament.hk_plan import hk_definition as hk_definition
from tests.unit.tournament.hk_plan import hk_rules as hk_rules

S1, S2, S3, S4 = (f"2026-03-28/{number}" for number in (1, 2, 3, 4))
T1 = "2026-04-06/1"
F1, F2 = "2026-04-12/1", "2026-04-12/2"
ADULT = date(1990, 5, 17)
CHILD = date(2015, 8, 30)

E = TypeVar("E", bound=Event)
Step = Command | Event


class Outcome:
    """What a command led to."""

    def __init__(self, tournament: "Tournament", before: State, result: Sequence[Entry] | Problem) -> None:
        self._tournament = tournament
        self._before = before
        self._result = result

    @property
    def entries(self) -> Sequence[Entry]:
        assert not isinstance(self._result, Problem), f"refused: {self._result.code}: {self._result}"
        return self._result

    @property
    def events(self) -> list[Event]:
        return [entry.event for entry in self.entries]

    @property
    def code(self) -> str | None:
        """Why it was refused; None where it was not."""
        return self._result.code if isinstance(self._result, Problem) else None

    @property
    def problem(self) -> Problem:
        assert isinstance(self._result, Problem), f"not refused: {self._result}"
        return self._result

    def then(self, *expected: Event | type[Event]) -> Self:
        """Exactly these events, in this order; a class stands for any event of it."""
        assert [type(event) for event in self.events] == [
            kind if isinstance(kind, type) else type(kind) for kind in expected
        ]
        for event, wanted in zip(self.events, expected, strict=True):
            assert isinstance(wanted, type) or event == wanted
        return self

    def nothing(self) -> Self:
        """The command is answered without any event: there was nothing to do."""
        assert self.events == []
        return self

    def refused(self, code: str, *phrases: str) -> Self:
        """The command is refused with this code, and the sentence holds these words; nothing has changed.

        A session's id stands for what people call it.
        """
        assert self.problem.code == code, f"{self.problem.code}: {self.problem}"
        plan, text = self._before.definition, self.problem.text()
        for words in phrases:
            called = str(shown(session_called(words, plan), "en"))
            assert any(known in text for known in (words, called, called.capitalize())), text
        assert self.problem.text("zh")
        assert self._tournament.state is self._before
        return self

    def only(self, cls: type[E]) -> E:
        """The only event of that class."""
        (found,) = (event for event in self.events if isinstance(event, cls))
        return found

    def all(self, cls: type[E]) -> list[E]:
        return [event for event in self.events if isinstance(event, cls)]


class Known:
    """What a vault that is a dictionary knows of persons."""

    def __init__(self, vault: Mapping[str, Mapping[str, str]]) -> None:
        self._vault = vault

    def details(self, persons: Iterable[str]) -> Personal:
        return {person: self._vault[person] for person in persons if self._vault.get(person)}

    def with_value(self, field: str, value: str) -> list[str]:
        return [person for person, known in self._vault.items() if known.get(field) == value]


class Tournament:
    """A tournament as its events made it, with a clock that is set by hand and a vault that is a dictionary.

    `by` says whose command comes next: a role, or one with its number, as in "participant:0001".
    """

    def __init__(self) -> None:
        self.state = INITIAL
        self.now = hong_kong("2026-03-01 12:00")
        self.vault: dict[str, dict[str, str]] = {}
        self.entries: list[Entry] = []
        self.stamps: list[Stamp] = []
        self.command_of: list[int] = []
        self._made: Counter[str] = Counter()

    def copied(self) -> "Tournament":
        """One that goes on from here by itself."""
        copy = Tournament()
        copy.state, copy.now = self.state, self.now
        copy.vault = {person: dict(known) for person, known in self.vault.items()}
        copy.entries, copy.stamps = [*self.entries], [*self.stamps]
        copy.command_of, copy._made = [*self.command_of], Counter(self._made)
        return copy

    @property
    def history(self) -> list[Event]:
        return [entry.event for entry in self.entries]

    @property
    def record(self) -> list[Told]:
        """What happened as the log would have it, each command under an id of its own."""
        return [
            Told(stamp.seq, entry.event, stamp.occurred_at, stamp.actor, f"c-{command}", entry.caused_by)
            for entry, stamp, command in zip(self.entries, self.stamps, self.command_of, strict=True)
        ]

    def told_again(self, changes: Changes) -> Story:
        """The whole record told again."""
        return tell(INITIAL, self.record, self.state, changes, Known(self.vault), self.now)

    def at(self, moment: str) -> Self:
        """Set the clock, in Hong Kong time: "2026-03-28 12:05"."""
        self.now = hong_kong(moment)
        return self

    def given(self, *steps: Step, by: str = "organizer") -> Self:
        """Events that happened, and commands that were accepted."""
        for step in steps:
            if isinstance(step, Event):
                self._adopt([Entry(step, {}, None)])
            else:
                assert self.when(step, by=by).entries is not None
        return self

    def when(self, command: Command, *, by: str = "organizer", at: str | None = None) -> Outcome:
        """The command is decided now; if it is accepted, its events have happened."""
        before = self.state
        context = self.context(by, self.now if at is None else hong_kong(at))
        try:
            decision = decide(before, command, context)
        except Problem as problem:
            return Outcome(self, before, problem)
        self._adopt(decision.entries, context)
        assert self.state == at_rest(decision.state), "the events do not fold to the state of the decision"
        return Outcome(self, before, decision.entries)

    def context(self, by: str = "organizer", at: datetime | None = None) -> Context:
        role, _, subject = by.partition(":")
        actor = f"{role}:{subject or 'test'}"
        return Context(at or self.now, actor, role, self._subject, self._seed, Known(self.vault))

    def entrant(self, number: str) -> Entrant:
        return self.state.entrants[number]

    def sheet(self, table: int = 1, session: str = S1) -> Sheet:
        return self.state.sheets[str(TableId(session, table))]

    def _adopt(self, entries: Iterable[Entry], context: Context | None = None) -> None:
        context = context or self.context()
        command = self.command_of[-1] + 1 if self.command_of else 1
        for entry in entries:
            stored = canonical(entry.event)
            event = msgspec.json.decode(stored, type=type(entry.event))
            assert event == entry.event
            assert canonical(event) == stored
            assert entry.caused_by is None or entry.caused_by <= self.state.seq
            stamp = Stamp(self.state.seq + 1, context.occurred_at, context.actor)
            self.state = at_rest(evolve(self.state, event, stamp))
            self.entries.append(entry)
            self.stamps.append(stamp)
            self.command_of.append(command)
            for subject, fields in entry.personal.items():
                self.vault.setdefault(subject, {}).update(fields)
            if isinstance(event, PersonForgotten):
                self.vault.pop(event.person, None)

    def _subject(self, kind: str) -> str:
        self._made[kind] += 1
        return f"{kind}-{self._made[kind]}"

    def _seed(self) -> str:
        self._made["seed"] += 1
        return f"seed-{self._made['seed']}"


def hong_kong(moment: str) -> datetime:
    """A moment of Hong Kong as an aware one; only the date and it is noon."""
    text = moment if " " in moment else f"{moment} 12:00"
    return datetime.fromisoformat(f"{text}+08:00")


# Builders: the smallest tournament in which something can be tried


@built_once
def founded(*, unchecked: bool = False, **changes: Any) -> Tournament:
    """The Hong Kong tournament, founded and empty; figures can be changed as in `definition`.

    Unchecked is founded by its event alone, whatever its figures say.
    """
    tournament = Tournament()
    if unchecked:
        rules = hk_rules()
        return tournament.given(TournamentDefined(definition(**changes), rules, content_hash(rules)))
    return tournament.given(DefineTournament(definition=definition(**changes), ruleset=hk_rules()))


def number(place: int) -> str:
    return f"{place:04d}"


def numbers(count: int, first: int = 1) -> list[str]:
    return [number(place) for place in range(first, first + count)]


def registration(entrant: str, session: str = S1, born: date = ADULT, **fields: Any) -> RegisterEntrant:
    fields = {"name_en": f"Entrant {entrant}", **fields}
    return RegisterEntrant(entrant_no=entrant, session=session, birth_date=born, **fields)


def registered(
    count: int, session: str = S1, first: int = 1, into: Tournament | None = None, **changes: Any
) -> Tournament:
    """`count` entrants registered for a session."""
    if into is None:
        return _registered(count, session, first, **changes)
    return into.given(*(registration(number, session) for number in numbers(count, first)))


@built_once
def _registered(count: int, session: str, first: int, **changes: Any) -> Tournament:
    return registered(count, session, first, founded(**changes))


@built_once
def arrived(count: int, session: str = S1, **changes: Any) -> Tournament:
    """`count` entrants registered and checked in."""
    return check_in(registered(count, session, **changes), session)


def check_in(tournament: Tournament, session: str, *others: str) -> Tournament:
    """Everyone expected in the session arrives as registration opens; `others` do not."""
    opening = tournament.state.sessions[session]
    tournament.now = tournament.state.plan.opens(opening.known_day, opening.plan)
    for entrant in sorted(opening.entrants):
        if entrant not in others and tournament.entrant(entrant).plays_in(opening.stage):
            tournament.given(CheckIn(entrant=entrant))
    return tournament


def draw(tournament: Tournament, session: str = S1, seed: str | None = None) -> Tournament:
    """The seats are drawn at the seating time, and every table has a referee."""
    tournament.now = tournament.state.seated_at(tournament.state.sessions[session]) or tournament.now
    tournament.given(DrawSeats(session=session, seed=seed))
    needed = -(-len(tournament.state.sessions[session].tables) // tournament.state.plan.tables_per_official)
    for place in range(1, needed + 1):
        if f"R{place:02d}" not in tournament.state.referees:
            tournament.given(AppointReferee(referee=f"R{place:02d}", name=f"Referee {place}"))
    return tournament.given(AssignReferees(session=session))


@built_once
def drawn(count: int, session: str = S1, **changes: Any) -> Tournament:
    """A session of `count` with its seats drawn."""
    return draw(arrived(count, session, **changes), session)


def start(tournament: Tournament, session: str = S1) -> Tournament:
    tournament.now = tournament.state.starts_at(tournament.state.sessions[session]) or tournament.now
    return tournament.given(StartSession(session=session))


@built_once
def in_play(count: int = 4, session: str = S1, **changes: Any) -> Tournament:
    """A session of `count` in play; with the seats of table 1 in the order of the draw."""
    return start(drawn(count, session, **changes), session)


def record(tournament: Tournament, sheet: str = f"{S1}/1", *games: Sequence[tuple[int, int]]) -> Tournament:
    """Three games on a sheet, by default HK Examples 1, 2 and 3 cut to the size of the table."""
    seats = len(tournament.state.sheets[sheet].seats)
    for place, game in enumerate(games or (EXAMPLE_1, EXAMPLE_2, EXAMPLE_3), 1):
        ended_by: EndedBy = "cleared" if (0, 0) in game[:seats] else "time"
        tournament.given(counted(*game[:seats], game=place, sheet=sheet, ended_by=ended_by))
    return tournament


def sign(tournament: Tournament, sheet: str = f"{S1}/1", *others: str, medium: str = "device") -> Tournament:
    """Everyone at the table who still plays signs; `others` do not."""
    for entrant in tournament.state.sheets[sheet].seats:
        plays = tournament.state.entrants[entrant].plays_in(tournament.state.sheets[sheet].stage)
        if entrant not in others and plays:
            tournament.given(SignSheet(sheet=sheet, entrant=entrant, medium=cast(Any, medium)))
    return tournament


@built_once
def recorded(count: int = 4, **changes: Any) -> Tournament:
    """A session of `count` in play, the sheet of table 1 complete and unsigned."""
    return record(in_play(count, **changes))


@built_once
def closed_sheet(count: int = 4, medium: str = "device", **changes: Any) -> Tournament:
    """As `recorded`, and everyone at table 1 has signed."""
    return sign(recorded(count, **changes), medium=medium)


def finished(tournament: Tournament, session: str = S1) -> Tournament:
    """Every sheet of the session is recorded and signed, and the session ended."""
    for table in sorted(tournament.state.sessions[session].tables):
        sheet = str(TableId(session, table))
        if tournament.state.sheets[sheet].games[0] is None:
            record(tournament, sheet)
        if tournament.state.sheets[sheet].closed_seq is None:
            sign(tournament, sheet)
    return tournament.given(CallTime(session=session), EndSession(session=session))
