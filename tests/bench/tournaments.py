"""Tournaments to measure on: a session in play, a whole preliminary, and a long history."""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from functools import partial

import msgspec

from infra.migrations import migrate, migrate_vault
from services.access.principal import Principal
from services.demo.definitions import demo_definition
from services.desk.desk import Desk
from services.desk.imports import import_results
from services.desk.parts import Parts
from services.rules.ruleset import load
from services.tournament.definition.founding import AppointReferee, DefineTournament
from services.tournament.kernel.facts import Command, Event
from services.tournament.kernel.registry import event_types
from services.tournament.people.importing import ImportEntrants
from services.tournament.people.registration import RegisterEntrant
from services.tournament.play.figures import SeatResult
from services.tournament.play.incidents import IncidentNoted
from services.tournament.play.paper import ResultRow
from services.tournament.play.results import RecordGameResult
from services.tournament.play.signatures import SignSheet
from services.tournament.play.timing import StartSession
from services.tournament.seating.presence import CheckIn
from services.tournament.seating.seats import AssignReferees, DrawSeats
from shared.clock import ManualClock, to_micros
from shared.codec import canonical
from shared.database import Database
from shared.eventlog import Batch, EventLog, Head, Pending, Recorded
from shared.lottery import Lottery
from shared.vault import Vault
from tests.eventlog.given import transact

ORGANIZER = Principal("bench", "organizer", "bench")
DEFINITION = msgspec.structs.replace(demo_definition(), timer_guide_file=None)
SESSION = "2026-03-28/1"
REGISTRATION = datetime(2026, 3, 28, 4, 0, tzinfo=UTC)
SEATING = datetime(2026, 3, 28, 4, 31, tzinfo=UTC)
SECRET = b"a secret of the web, for measuring only"


class Venue:
    """A desk on a fresh database."""

    def __init__(self, url: str, vault_url: str) -> None:
        self._database = Database(url)
        self._vault_database = Database(vault_url, journal="DELETE", secure_delete=True)
        migrate(self._database)
        migrate_vault(self._vault_database)
        self.clock = ManualClock(REGISTRATION)
        self.log = EventLog(self._database, self.clock)
        self.vault = Vault(self._vault_database, SECRET)
        self.desk = self.another_desk()

    def another_desk(self) -> Desk:
        """A desk that knows nothing yet, on the same databases."""
        return Desk(Parts.over(self.log, self.vault, self.clock, SECRET))

    def do(self, tournament: str, command: Command) -> None:
        self.desk.submit(tournament, command, ORGANIZER)

    def found(self, tournament: str, zone: str = DEFINITION.zone) -> None:
        definition = msgspec.structs.replace(DEFINITION, id=tournament, zone=zone)
        self.do(tournament, DefineTournament(definition=definition, ruleset=load("hk-2026")))

    def in_play(self, tournament: str, present: int = 100) -> None:
        """Bring session 1 of a new tournament into play."""
        self.clock.set(REGISTRATION)
        self.found(tournament)
        for number in range(-(-present // 8)):
            self.do(tournament, AppointReferee(referee=f"R{number:02}", name="Referee"))
        self.do(tournament, ImportEntrants(entrants=tuple(entrants(SESSION, 1, present))))
        for number in range(1, present + 1):
            self.do(tournament, CheckIn(entrant=f"{number:04}"))
        self.clock.set(SEATING)
        self.do(tournament, DrawSeats(session=SESSION, seed="bench"))
        self.do(tournament, AssignReferees(session=SESSION))
        self.do(tournament, StartSession(session=SESSION))

    def preliminary(self, tournament: str, zone: str = DEFINITION.zone) -> None:
        """Found a tournament and bring all 1,200 entrants and their 3,600 games in from paper."""
        self.found(tournament, zone)
        plans = DEFINITION.stages[0].sessions
        for index, plan in enumerate(plans):
            first = index * 100 + 1
            self.do(tournament, ImportEntrants(entrants=tuple(entrants(plan.id, first, 100))))
            import_results(self.desk, tournament, list(result_rows(plan.id, first)), ORGANIZER)

    def lengthen(self, tournament: str, until: int) -> None:
        """Append notes at the tables until the tournament has so many events."""
        sheet = f"{SESSION}/1"
        entrant = self.desk.state(tournament).sheets[sheet].seats[0]
        note = pending(IncidentNoted(sheet, 1, "reshuffle_granted", entrant), to_micros(SEATING))
        head = self.log.head(tournament)
        while head.seq < until:
            size = min(1000, until - head.seq)
            batch = Batch([note] * size, "organizer:bench", f"lengthen-{head.seq}", bytes(32))
            head = transact(self.log, tournament, head, partial(_decided, batch)).head

    def close(self) -> None:
        self._database.close()
        self._vault_database.close()


def _decided(batch: Batch, _head: Head, _tail: Sequence[Recorded] | None) -> Batch:
    return batch


def pending(event: Event, at: int) -> Pending:
    """The event as the log takes it, without anything about people.

    Args:
        at: when it happened, in microseconds.
    """
    known = event_types()[type(event)]
    return Pending(known.name, known.version, canonical(event), None, None, at)


def entrants(session: str, first: int, count: int) -> Iterator[RegisterEntrant]:
    for number in range(first, first + count):
        yield RegisterEntrant(
            session=session,
            birth_date=date(1990, 1, 1),
            entrant_no=f"{number:04}",
            name_en=f"Player {number}",
        )


def result_rows(session: str, first: int) -> Iterator[ResultRow]:
    """A full session of believable figures."""
    lottery = Lottery(session)
    for table in range(25):
        for game in (1, 2, 3):
            counts = [lottery.below(60) + 1 for _ in range(4)]
            counts[lottery.below(4)] = 0
            pot = sum(counts)
            for seat, count in enumerate(counts):
                alone = counts.count(0)
                score = f"{pot // alone}" if count == 0 else f"-{count}"
                entrant = f"{first + table * 4 + seat:04}"
                yield ResultRow(
                    session, table + 1, game, "ABCD"[seat], entrant, int(count == 0), score, -(-count // 10)
                )


def games(tournament_sheets: int = 25) -> Iterator[Command]:
    """Three games at each table."""
    for table in range(1, tournament_sheets + 1):
        for game in (1, 2, 3):
            yield RecordGameResult(sheet=f"{SESSION}/{table}", game=game, ended_by="time", seats=SEATS)


SEATS = tuple(
    SeatResult(seat=seat, count=count, tiles=tiles)
    for seat, count, tiles in (("A", 5, 1), ("B", 10, 1), ("C", 15, 3), ("D", 20, 4))
)


def signatures(desk: Desk, tournament: str) -> Iterator[Command]:
    """Everyone at every table signs."""
    state = desk.state(tournament)
    for sheet in state.sheets.values():
        for entrant in sheet.seats:
            yield SignSheet(sheet=sheet.sheet, entrant=entrant, medium="device")
