"""One table of a session: its games, whatever happens in between, and the signatures at the foot."""

from datetime import datetime, timedelta

from services.demo.agenda import Activity
from services.demo.director import Director, SheetGone
from services.demo.games import Finished, Hand, as_counts, as_recorded, play_game
from services.demo.papers import ready_to_sign, sign_sheet
from services.demo.scenario import Case
from services.demo.steps import Scene
from services.rules.ruleset import Ruleset
from services.tournament.kernel.ids import TableId
from services.tournament.lookups import active_seats
from services.tournament.play.conflicts import SheetGame, SubmitSheet
from services.tournament.play.incidents import DetermineFirstPlayer, IncidentKind, NoteIncident
from services.tournament.play.open_tables import CloseTable
from services.tournament.play.results import RecordGameResult
from services.tournament.play.scores import Sheet
from services.tournament.play.sheets import may_play_on
from services.tournament.seating.sessions import Session
from shared.logs import logger
from shared.problems import Problem

log = logger(__name__)

_INCIDENTS: tuple[IncidentKind, ...] = (
    "break_permitted",
    "reshuffle_granted",
    "flipped_tile_exchanged",
    "overturned_tile_returned",
    "pool_tile_touched",
)
_GAME_MINUTES = (13, 21)
_REPLAY_MINUTES = 12
_AGAIN_AFTER = timedelta(seconds=20)


def play_table(director: Director, session_id: str, number: int) -> Activity:
    """All that happens at a table, until its sheet is signed or the session suspended.

    Where somebody else recorded or signed meanwhile, the table looks again and goes on.
    """
    for left in reversed(range(director.tries)):
        try:
            yield from Table(director, session_id, number).play()
        except Problem as problem:
            if not left:
                raise
            log.info("crowd_waits", session=session_id, table=number, code=problem.code)
            yield director.clock.now() + _AGAIN_AFTER
        else:
            return


class Table:
    """A table at play: which game it is at, and what the script has for it."""

    def __init__(self, director: Director, session_id: str, number: int) -> None:
        session = director.session(session_id)
        self._director, self._session_id = director, session_id
        self._attempt = session.attempt
        self._script = director.script(session)
        named = self._script.tables.get(str(number))
        self._case = Case() if named is None else director.case(named)
        self._told = False
        self._last: Finished | None = None
        self._dice = director.dice(f"table {session_id} {number} {session.attempt}")
        self._end = director.state.plan.ends(director.day_of(session), session.plan)
        self._plan = director.stage(session)
        self._wanted = self._dice.weighted((1, 2, 3), (5, 3, 1)) if self._plan.draw == "open" else 0
        self._written: list[SheetGame] = []
        self.id = str(TableId(session_id, number))

    def play(self) -> Activity:
        """The activity."""
        yield from self._tell("sheet", self._case.game)
        while (game := self._next_game()) is not None:
            if self._script.style == "counts" and self._session.status != "ended":
                self._who_begins(game)
            yield self._over()
            self._check()
            if self._sheet.length.word != "games" and self._director.clock.now() > self._end:
                break  # time is up in the midst of a game that need not be played to its end
            yield from self._tell("during", game)
            if self._next_game() == game:
                self._last = self._finished(game)
                self._write(game, self._last)
                yield from self._tell("after", game)
        yield from self._tell("signing", self._case.game)
        if self._plan.draw == "open":
            self._director.submit(self._players[0], CloseTable(sheet=self.id))
        while self._plan.signatures != "none" and not ready_to_sign(self._sheet):
            yield self._director.after(2)
            self._check()
        if self._plan.signatures != "none":
            yield self._director.after(self._dice.between(1, 3))
            self._check()
            yield from sign_sheet(self._director, self.id, self._dice)

    @property
    def _session(self) -> Session:
        return self._director.session(self._session_id)

    @property
    def _sheet(self) -> Sheet:
        return self._director.sheet(self.id)

    @property
    def _rules(self) -> Ruleset:
        return self._director.state.rules_in(self._plan.id)

    @property
    def _players(self) -> list[str]:
        return list(active_seats(self._director.state, self._sheet))

    def _check(self) -> None:
        """Raise SheetGone where the session was suspended, or has begun again."""
        if self._session.attempt != self._attempt or self._session.status == "suspended":
            raise SheetGone(self.id)

    def _tell(self, when: str, game: int) -> Activity:
        """What the script has for the table; a game that is played again does not bring it again."""
        if self._case.when == when and self._case.game == game and not self._told:
            self._told = True
            at_table = {"session": self._session_id, "sheet": self.id, "game": game}
            yield from Scene(self._director, at_table, self._last).play(self._case.steps)
            self._check()

    def _next_game(self) -> int | None:
        sheet = self._sheet
        if sheet.deserted:
            return None
        if sheet.length.word == "games":
            return next(
                (n for n, game in enumerate(sheet.games, 1) if game is None and n > len(self._written)), None
            )
        # Where no number is set, until the target, or as long as the table likes.
        enough = sheet.length.word == "any" and len(sheet.games) >= self._wanted
        if enough or not may_play_on(sheet) or self._director.clock.now() >= self._end:
            return None
        return len(sheet.games) + 1

    def _over(self) -> datetime:
        """When the game is over: before time is called, or just after it."""
        now = self._director.clock.now()
        took = timedelta(minutes=self._dice.between(*_GAME_MINUTES), seconds=self._dice.below(60))
        late = self._end + timedelta(seconds=self._dice.between(40, 150))
        again = now + timedelta(minutes=_REPLAY_MINUTES, seconds=self._dice.below(60))
        return now + took if now + took <= self._end else late if now < late else again

    def _who_begins(self, game: int) -> None:
        """Everyone draws before the first game; two winners of the last draw again (HK rules 1)."""
        director, drawers = self._director, self._players
        if game > 1:
            before = self._sheet.games[game - 2]
            winners = [figure.entrant for figure in before.figures if figure.game_won] if before else []
            drawers = [number for number in winners if number in drawers]
            if self._rules.seats.next_to_begin.value != "last_winner" or len(drawers) < 2:
                return
        draws = dict(zip(drawers, self._dice.shuffle(range(1, len(drawers) + 1)), strict=True))
        referee = director.referee(self.id)
        director.submit(referee, DetermineFirstPlayer(sheet=self.id, game=game, draws=draws))
        if self._dice.chance(4):
            kind, entrant = self._dice.pick(_INCIDENTS), self._dice.pick(drawers)
            director.submit(referee, NoteIncident(sheet=self.id, game=game, kind=kind, entrant=entrant))

    def _finished(self, game: int) -> Finished:
        players, case = self._players, self._case
        if case.racks and case.game == game:
            hands = [
                Hand(number, tuple(rack.split()), forfeited=seat == case.forfeited)
                for seat, (number, rack) in enumerate(zip(players, case.racks, strict=False))
            ]
            return Finished(case.ended_by, tuple(hands))
        in_time = self._session.status == "playing" or game < 3
        strengths = {number: self._director.strength(number) for number in players}
        return play_game(self._rules, strengths, self._dice, in_time=in_time)

    def _write(self, game: int, finished: Finished) -> None:
        director, style = self._director, self._script.style
        referee, writer = director.referee(self.id), self._dice.pick(finished.hands).entrant
        if style in ("counts", "racks"):
            seats = as_counts(finished, self._rules, racks=style == "racks" or self._dice.chance(30))
        else:
            short = len(finished.hands) < len(self._sheet.seats)
            seats = as_recorded(finished, self._rules, short=short)
        if style != "sheets":
            result = RecordGameResult(sheet=self.id, game=game, ended_by=finished.ended_by, seats=seats)
            director.submit(referee if style == "counts" else writer, result)
            return
        self._written.append(SheetGame(game, seats, finished.ended_by))
        if len(self._written) == len(self._sheet.games):
            director.submit(referee, SubmitSheet(sheet=self.id, games=tuple(self._written)))
