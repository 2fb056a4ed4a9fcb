"""One table of a session: its games, whatever happens in between, and the signatures at the foot."""

from datetime import datetime, timedelta

from services.demo.agenda import Activity
from services.demo.chance import Dice
from services.demo.director import Director
from services.demo.games import Finished, Player, as_counts, as_recorded, play_under, possible
from services.demo.scripts import Case, SessionScript, When
from services.rules.ruleset import Ruleset
from services.tournament.kernel.ids import TableId
from services.tournament.lookups import active_seats
from services.tournament.play.conflicts import SheetGame, SubmitSheet
from services.tournament.play.incidents import DetermineFirstPlayer, IncidentKind, NoteIncident
from services.tournament.play.open_tables import CloseTable
from services.tournament.play.results import RecordGameResult
from services.tournament.play.scores import Sheet
from services.tournament.play.sheets import (
    complete,
    figures_digest,
    may_play_on,
    open_conflict,
    unsigned,
)
from services.tournament.play.signatures import SignSheet

_INCIDENTS: tuple[IncidentKind, ...] = (
    "break_permitted",
    "reshuffle_granted",
    "flipped_tile_exchanged",
    "overturned_tile_returned",
    "pool_tile_touched",
)
_GAME_MINUTES = (13, 21)
_REPLAY_MINUTES = 12


def play_table(director: Director, session_id: str, number: int, script: SessionScript) -> Activity:
    """All that happens at a table, until its sheet is signed or the session suspended."""
    return Table(director, session_id, number, script).play()


class Table:
    """A table at play: which game it is at, and what the script has for it."""

    def __init__(self, director: Director, session_id: str, number: int, script: SessionScript) -> None:
        session = director.session(session_id)
        self._director = director
        self._session_id = session_id
        self._number = number
        self._attempt = session.attempt
        self._script = script
        self._dice = director.dice(f"table {session_id} {number} {session.attempt}")
        self._end = director.state.plan.ends(director.day_of(session), session.plan)
        self._plan = director.state.stage_plan(session.stage)
        self._wanted = self._dice.weighted((1, 2, 3), (5, 3, 1)) if self._plan.draw == "open" else 0
        self._written: list[SheetGame] = []
        self._raised: list[Case] = []
        self.id = str(TableId(session_id, number))

    def play(self) -> Activity:
        """The activity."""
        while (game := self._next_game()) is not None:
            if self._script.style == "counts" and self._in_session():
                self._who_begins(game)
            yield self._finish(game)
            if self._stopped():
                return
            if self._breaks_off():
                break
            yield from self._tell("during", game)
            if self._stopped():
                return
            if self._next_game() != game:
                continue
            self._write(game)
            yield from self._tell("after", game)
            if self._stopped():
                return
        yield from self._tell("signing", 0)
        if self._plan.draw == "open":
            self._director.participant(self._players()[0].entrant, CloseTable(sheet=self.id))
        if self._plan.signatures == "none":
            return
        while not self._stopped() and not _ready_to_sign(self._director.sheet(self.id)):
            yield self._director.after(2)
        if not self._stopped():
            yield self._director.after(self._dice.between(1, 3))
            yield from sign_sheet(self._director, self.id, self._dice)

    def _next_game(self) -> int | None:
        sheet = self._director.sheet(self.id)
        if sheet.deserted:
            return None
        if sheet.length.word != "games":
            return self._beyond(sheet)
        ahead = len(self._written) if self._script.style == "sheets" else 0
        return next((n for n, game in enumerate(sheet.games, 1) if game is None and n > ahead), None)

    def _beyond(self, sheet: Sheet) -> int | None:
        """The next game where no number is set: until the target, or as long as the table likes."""
        enough = sheet.length.word == "any" and len(sheet.games) >= self._wanted
        if enough or not may_play_on(sheet) or self._director.clock.now() >= self._end:
            return None
        return len(sheet.games) + 1

    def _breaks_off(self) -> bool:
        """Whether time is up in the midst of a game that need not be played to its end."""
        sheet = self._director.sheet(self.id)
        return sheet.length.word != "games" and self._director.clock.now() > self._end

    def _finish(self, game: int) -> datetime:
        """When the game is over: before time is called, or just after it."""
        now = self._director.clock.now()
        if now >= self._end:
            return now + timedelta(minutes=_REPLAY_MINUTES, seconds=self._dice.below(60))
        took = timedelta(minutes=self._dice.between(*_GAME_MINUTES), seconds=self._dice.below(60))
        if now + took <= self._end:
            return now + took
        return self._end + timedelta(seconds=self._dice.between(40, 150))

    @property
    def _rules(self) -> Ruleset:
        return self._director.state.rules_in(self._plan.id)

    def _players(self) -> list[Player]:
        director = self._director
        seats = active_seats(director.state, director.sheet(self.id))
        return [Player(number, director.people[number].strength) for number in seats]

    def _who_begins(self, game: int) -> None:
        """Everyone draws before the first game; two winners of the last draw again (HK rules 1)."""
        director = self._director
        drawers = [player.entrant for player in self._players()]
        before = director.sheet(self.id).games[game - 2] if game > 1 else None
        if game > 1 and self._rules.seats.next_to_begin.value != "last_winner":
            return
        if game > 1:
            winners = [f.entrant for f in before.figures if f.game_won] if before is not None else []
            drawers = [number for number in winners if number in drawers]
            if len(drawers) < 2:
                return
        tiles = self._dice.shuffle(range(1, len(drawers) + 1))
        draws = dict(zip(drawers, tiles, strict=True))
        director.referee(self.id, DetermineFirstPlayer(sheet=self.id, game=game, draws=draws))
        if self._dice.chance(4):
            kind = self._dice.pick(_INCIDENTS)
            entrant = self._dice.pick(drawers)
            director.referee(self.id, NoteIncident(sheet=self.id, game=game, kind=kind, entrant=entrant))

    def _write(self, game: int) -> None:
        director, dice = self._director, self._dice
        finished = self._finished(game)
        style = self._script.style
        if style == "racks":
            seats = as_counts(finished, racks=True)
            command = RecordGameResult(sheet=self.id, game=game, ended_by=finished.ended_by, seats=seats)
            director.participant(dice.pick(finished.hands).entrant, command)
            return
        if style == "counts":
            seats = as_counts(finished, racks=dice.chance(30))
            command = RecordGameResult(sheet=self.id, game=game, ended_by=finished.ended_by, seats=seats)
            director.referee(self.id, command)
            return
        sheet = director.sheet(self.id)
        short = len(finished.hands) < len(sheet.seats)
        seats = as_recorded(finished, self._rules, short=short)
        if style == "recorded":
            writer = dice.pick(finished.hands).entrant
            command = RecordGameResult(sheet=self.id, game=game, ended_by=finished.ended_by, seats=seats)
            director.participant(writer, command)
            return
        self._written.append(SheetGame(game, seats, finished.ended_by))
        if len(self._written) == len(sheet.games):
            director.referee(self.id, SubmitSheet(sheet=self.id, games=tuple(self._written)))

    def _finished(self, game: int) -> Finished:
        outcome = self._script.outcomes.get((self._number, game))
        players = self._players()
        if outcome is not None:
            return possible(self._rules, outcome(self._director, players, self._dice))
        in_time = self._director.session(self._session_id).status == "playing" or game < 3
        return possible(self._rules, play_under(self._rules, players, self._dice, in_time=in_time))

    def _tell(self, when: When, game: int) -> Activity:
        cases: list[Case] = [
            case
            for case in self._script.cases.get(self._number, ())
            if case.when == when and (when == "signing" or case.game == game) and case not in self._raised
        ]
        for case in cases:
            # A game that is played again does not bring its story again.
            self._raised.append(case)
            yield from case.tale(self._director, self.id)

    def _in_session(self) -> bool:
        return self._director.session(self._session_id).status != "ended"

    def _stopped(self) -> bool:
        session = self._director.session(self._session_id)
        return session.attempt != self._attempt or session.status == "suspended"


def sign_sheet(director: Director, sheet_id: str, dice: Dice) -> Activity:
    """Everyone who still has to signs: on the paper, or on the referee's device."""
    while True:
        sheet = director.sheet(sheet_id)
        waiting = [number for number in unsigned(director.state, sheet) if number not in sheet.signatures]
        if not waiting or not _ready_to_sign(sheet):
            return
        entrant = waiting[0]
        if dice.chance(60):
            director.referee(sheet_id, SignSheet(sheet=sheet_id, entrant=entrant, medium="paper"))
        else:
            shown = figures_digest(sheet, entrant)
            director.participant(
                entrant, SignSheet(sheet=sheet_id, entrant=entrant, medium="device", digest=shown)
            )
        yield director.clock.now() + timedelta(seconds=dice.between(10, 35))


def _ready_to_sign(sheet: Sheet) -> bool:
    return complete(sheet) and not sheet.open_disputes and not open_conflict(sheet)
