"""The story of a tournament in rounds: who comes, what happens at the tables, who wins in the end.

Told for every format. People register over weeks, one comes late, one leaves; each round is drawn when its
time has come, and its games end one after the other. One game is typed wrongly and put right, and where the
rules leave an ending open, one is ruled. Online, rooms are taken all day for days.
"""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta

from services.access.rights import Role
from services.demo.agenda import Activity
from services.demo.chance import Dice
from services.demo.director import Director, data_of
from services.demo.games import Player, as_counts, won_by
from services.demo.people import Kind, Person, Town
from services.demo.story import Point
from services.rules.ruleset import load
from services.tournament.awards import MakeAwards
from services.tournament.conduct import WithdrawEntrant
from services.tournament.field import RoundTable
from services.tournament.figures import SeatResult
from services.tournament.formats import (
    Format,
    Medals,
    PointsTarget,
    Rooms,
    RoundsOfGames,
    Swiss,
    rounds_format,
    rounds_of,
)
from services.tournament.founding import AppointReferee, DefineTournament
from services.tournament.kernel import Command
from services.tournament.publication import PublishResults
from services.tournament.registration import RegisterEntrant
from services.tournament.round_games import CorrectRoundGame, RecordRoundGame, RuleRoundGame
from services.tournament.round_standing import active_at, is_complete, playing_in
from services.tournament.rounds import DrawRound, TakeRoom

POINTS: Mapping[str, int] = {"registration": 30, "mid": 65, "awards": 100}
"""Where the story may stop, in order, and how much of it has been told by then, in percent."""

_FIELD: Mapping[type[Format], int] = {Swiss: 25, RoundsOfGames: 22, PointsTarget: 8, Medals: 18, Rooms: 24}
"""How many come."""

_KINDS: tuple[Kind, ...] = ("adult", "adult", "adult", "teenager", "elder", "couple")
_CONDOS = 6
_OUT_OF_TIME, _BLOCKED = (2, 1), (3, 2)
"""The round and table of a Swiss tournament at which someone's time runs out, or nobody can move."""

_ROOMS = 90
_ROUND_MINUTES = 45
_MORNING = time(9)
_ROOM_DAYS = 9


class RoundsStory:
    """The story on the calendar of one tournament."""

    def __init__(self, director: Director) -> None:
        self._director = director
        self._definition = director.definition
        format = rounds_format(self._definition)
        assert format is not None, "sessions of tables have a story of their own"
        self._format = format
        self._plan = self._definition.sessions[0]
        self._town = Town(self._definition, director.dice("town"))
        self._strengths: dict[str, int] = {}

    def point(self, name: str) -> Point:
        """A point of `POINTS` at which the story may stop."""
        begin, end = self._begins, self._ends
        if isinstance(self._format, Rooms):
            end = begin + timedelta(days=_ROOM_DAYS)
        moment = {
            "registration": self._definition.opens(self._day, self._plan),
            "mid": begin + (end - begin) / 2,
            "awards": end + timedelta(hours=8),
        }[name]
        return Point(moment, 220 * POINTS[name] // 100)

    def plan(self) -> None:
        """Put everything on the agenda."""
        opens = self._at(time(9)) - timedelta(days=40)
        self._director.plan(opens - timedelta(days=3), self._found())
        self._director.plan(opens, self._register())
        self._director.plan(self._begins, self._play())

    # Before play

    def _found(self) -> Activity:
        director = self._director
        director.scene("the tournament is founded")
        command = DefineTournament(definition=self._definition, ruleset=load(self._definition.ruleset))
        self._organizer(command)
        yield director.after(30)
        for referee, chief in (("CR1", True), ("R01", False)):
            name = self._town.household("adult").members[0].name
            self._organizer(AppointReferee(referee=referee, name=name.en, chief=chief))

    def _register(self) -> Activity:
        dice = self._director.dice("registration")
        self._director.scene("registration")
        for place in range(_FIELD[type(self._format)]):
            self._enter(place)
            # All of them within 35 days, by day.
            yield self._director.awake(dice.between(60, 35 * 24 * 60 // _FIELD[type(self._format)]))

    def _enter(self, place: int) -> str:
        dice = self._director.dice(f"entrant {place}")
        person = self._town.household(dice.pick(_KINDS)).members[0]
        if isinstance(self._format, Swiss) and place % 5 == 4:
            person = self._town.household("grandparent").members[1]
        return self._send(
            person, f"Condo {dice.between(1, _CONDOS)}" if isinstance(self._format, Medals) else None
        )

    def _send(self, person: Person, team: str | None) -> str:
        command: RegisterEntrant = person.registration(self._plan.id, None, team)
        answer = self._director.submit("service", "registration-form", command)
        number: str = data_of(answer, "entrant-registered")["entrant_no"]
        self._director.people[number] = person
        self._strengths[number] = person.strength
        return number

    # Play

    def _play(self) -> Activity:
        if isinstance(self._format, Rooms):
            yield from self._rooms()
        else:
            yield from self._rounds(rounds_of(self._format))
        yield self._director.after(20)
        self._director.scene("results and awards")
        self._organizer(PublishResults(stage=self._definition.first_stage))
        yield self._director.after(15)
        self._director.chief(MakeAwards())

    def _rounds(self, rounds: int) -> Activity:
        minutes = (self._ends - self._begins).total_seconds() / 60
        for number in range(1, rounds + 1):
            self._director.scene(f"round {number}")
            if number == 2:
                yield from self._between()
            self._director.chief(DrawRound())
            yield from self._round(number, 0.7 * minutes / rounds)
            yield self._begins + timedelta(minutes=minutes * number / rounds)

    def _between(self) -> Activity:
        """After the first round someone leaves, and someone who had been on a train enters late."""
        leaver = min(playing_in(self._director.state), key=lambda number: (self._strengths[number], number))
        self._director.chief(WithdrawEntrant(entrant=leaver, grounds="health", reason="Felt unwell."))
        yield self._director.after(2)
        if isinstance(self._format, Swiss):
            self._enter(99)

    def _round(self, number: int, minutes: float) -> Activity:
        """The tables of a round play on until all of them are complete."""
        corrected = False
        turn = 0
        while waiting := [own for own in self._tables(number) if not is_complete(self._director.state, own)]:
            turn += 1
            for table in waiting:
                yield self._director.after(minutes / (len(waiting) * max(4, turn)))
                command = self._game(table)
                self._recorded("referee", "R01", command)
                if not corrected and isinstance(command, RecordRoundGame) and command.ended_by == "cleared":
                    corrected = True
                    yield from self._typed_wrongly(command)

    def _rooms(self) -> Activity:
        director, dice = self._director, self._director.dice("rooms")
        director.scene("rooms")
        pause = _ROOM_DAYS * 24 * 60 * 3 // 4 // _ROOMS
        for room in range(1, _ROOMS + 1):
            size = dice.weighted((2, 3, 4), (3, 3, 4))
            players = tuple(dice.shuffle(playing_in(director.state))[:size])
            director.submit("service", "rooms", TakeRoom(entrants=players))
            for _ in range(dice.weighted((1, 2, 3), (5, 3, 1))):
                yield director.after(dice.between(8, 25))
                self._recorded("service", "rooms", self._game(director.state.rounds[1].tables[room]))
            yield director.after(dice.between(pause // 2, pause))

    # A game

    def _game(self, table: RoundTable) -> Command:
        """The next game of a table, as it ended."""
        number = len(table.games) + 1
        dice = self._director.dice(f"game {table.id} {number}")
        players = active_at(self._director.state, table)
        out = [
            no
            for no in players
            if not self._director.state.entrants[no].plays_in(self._definition.first_stage)
        ]
        if isinstance(self._format, Swiss) and (out or (table.round, table.number) == _OUT_OF_TIME):
            return self._forfeit(table, number, out[0] if out else dice.pick(players), dice)
        nobody_can = (
            (table.round, table.number) == _BLOCKED if isinstance(self._format, Swiss) else number == 3
        )
        if isinstance(self._format, Swiss | Rooms) and nobody_can:
            return self._ruled(table, number, players, dice)
        finished = won_by(
            [Player(no, self._strengths[no]) for no in players],
            dice.weighted(players, [self._strengths[no] for no in players]),
            dice,
        )
        seats = as_counts(finished, racks=True)
        return RecordRoundGame(round=table.round, table=table.number, game=number, seats=seats)

    def _forfeit(self, table: RoundTable, game: int, loser: str, dice: Dice) -> Command:
        """Someone's time ran out; the rack in front of her counts."""
        seats = tuple(
            SeatResult(
                entrant=number,
                count=dice.between(12, 60),
                tiles=dice.between(3, 9),
                forfeited=number == loser,
            )
            for number in table.entrants
        )
        return RecordRoundGame(
            round=table.round, table=table.number, game=game, ended_by="forfeit", seats=seats
        )

    def _ruled(self, table: RoundTable, game: int, players: Sequence[str], dice: Dice) -> Command:
        """Nobody could play any more, which the rules leave open."""
        seats = tuple(
            SeatResult(entrant=number, count=dice.between(10, 30), tiles=dice.between(2, 5))
            for number in players
        )
        lowest = min(seats, key=lambda own: (own.count or 0, own.tiles or 0))
        cites = self._director.state.rules.endings.blocked.cite
        return RuleRoundGame(
            round=table.round,
            table=table.number,
            game=game,
            winners=(lowest.entrant or "",),
            seats=seats,
            cites=cites,
            reason="Nobody could make a move; the lowest rack wins.",
        )

    def _typed_wrongly(self, command: RecordRoundGame) -> Activity:
        """A rack was read wrongly; the Chief Referee puts the game right."""
        seats = tuple(
            own if not own.rack else SeatResult(entrant=own.entrant, rack=(*own.rack[:-1], _other(own.rack)))
            for own in command.seats
        )
        yield self._director.after(2)
        self._director.chief(
            CorrectRoundGame(
                round=command.round,
                table=command.table,
                game=command.game,
                seats=seats,
                reason="The last tile of a rack was misread.",
            )
        )

    def _tables(self, round: int) -> list[RoundTable]:
        tables = self._director.state.rounds[round].tables
        return [tables[number] for number in sorted(tables)]

    # Acting

    @property
    def _day(self) -> date:
        return self._definition.days(self._definition.first_stage)[0]

    @property
    def _begins(self) -> datetime:
        return self._at(self._plan.start or _MORNING)

    @property
    def _ends(self) -> datetime:
        """When all is over: the end in the file, else after so many minutes for each round."""
        if self._plan.end is not None:
            return self._at(self._plan.end)
        return self._begins + timedelta(minutes=_ROUND_MINUTES * rounds_of(self._format))

    def _at(self, clock: time) -> datetime:
        return self._definition.moment(self._day, clock)

    def _organizer(self, command: Command) -> None:
        self._director.submit("organizer", "organizer", command)

    def _recorded(self, role: Role, subject: str, command: Command) -> None:
        """A game is sent by whoever sees it end; a ruling only by the Chief Referee."""
        if isinstance(command, RuleRoundGame):
            self._director.chief(command)
        else:
            self._director.submit(role, subject, command)


def _other(rack: Sequence[str]) -> str:
    """A tile that could be mistaken for the last of a rack, and is not in it twice."""
    last = rack[-1]
    number = 13 if last == "J" else int(last[1:])
    colour = "K" if last == "J" else last[0]
    return next(
        f"{colour}{other}"
        for other in (*range(number + 1, 14), *range(1, 14))
        if f"{colour}{other}" not in rack and f"{colour}{other}" != last
    )
