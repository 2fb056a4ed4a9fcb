"""One table of a session: its games, whatever happens in between, and the signatures at the foot."""

from datetime import datetime, timedelta

from services.demo.agenda import Activity
from services.demo.director import Attempt, Director
from services.demo.games import Finished, Hand, as_counts, as_recorded, play_game, sign_sheet
from services.demo.scenario import Case
from services.demo.steps import Scene
from services.tournament.kernel.ids import TableId
from services.tournament.lookups import active_seats
from services.tournament.play.conflicts import SheetGame
from services.tournament.play.scores import Sheet
from services.tournament.play.sheets import can_be_signed, may_play_on
from shared.logs import logger
from shared.problems import Problem

log = logger(__name__)

_INCIDENTS = (
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


class Table(Attempt):
    """A table at play: which game it is at, and what the script has for it."""

    def __init__(self, director: Director, session_id: str, number: int) -> None:
        super().__init__(director, session_id)
        session, named = self.session, self.script.tables.get(str(number))
        self._case = Case() if named is None else director.cases[named]
        self._told = False
        self._last: Finished | None = None
        self._dice = director.dice(f"table {session_id} {number} {session.attempt}")
        self._end = director.state.plan.ends(director.day_of(session), session.plan)
        self._rules = director.state.rules_in(self.stage.id)
        self._wanted = self._dice.weighted((1, 2, 3), (5, 3, 1)) if self.stage.draw == "open" else 0
        self._written: list[SheetGame] = []
        self.id = str(TableId(session_id, number))

    def play(self) -> Activity:
        """The activity."""
        director = self.director
        yield from self._tell("sheet", self._case.game)
        while (game := self._next_game()) is not None:
            if self.script.style == "counts" and self.session.status != "ended":
                self._who_begins(game)
            yield from self.until(self._over())
            if self._sheet.length.word != "games" and director.clock.now() > self._end:
                break  # time is up in the midst of a game that need not be played to its end
            yield from self._tell("during", game)
            if self._next_game() == game:
                self._last = self._finished(game)
                self._write(game, self._last)
                yield from self._tell("after", game)
        yield from self._tell("signing", self._case.game)
        if self.stage.draw == "open":
            director.act(self._players[0], "close-table", sheet=self.id)
        if self.stage.signatures != "none":
            while not can_be_signed(self._sheet):
                yield from self.until(director.after(2))
            yield from self.until(director.after(self._dice.between(1, 3)))
            yield from sign_sheet(director, self.id, self._dice)

    @property
    def _sheet(self) -> Sheet:
        return self.director.sheet(self.id)

    @property
    def _players(self) -> list[str]:
        return list(active_seats(self.director.state, self._sheet))

    def _tell(self, when: str, game: int) -> Activity:
        """What the script has for the table; a game that is played again does not bring it again."""
        if self._case.when == when and self._case.game == game and not self._told:
            self._told = True
            at_table = {"session": self.session_id, "sheet": self.id, "game": game}
            yield from Scene(self.director, at_table, self._last).play(self._case.steps)
            self.check()

    def _next_game(self) -> int | None:
        sheet = self._sheet
        if sheet.deserted:
            return None
        if sheet.length.word == "games":
            missing = (number for number, game in enumerate(sheet.games, 1) if game is None)
            return next((number for number in missing if number > len(self._written)), None)
        # Where no number is set, until the target, or as long as the table likes.
        enough = sheet.length.word == "any" and len(sheet.games) >= self._wanted
        if enough or not may_play_on(sheet) or self.director.clock.now() >= self._end:
            return None
        return len(sheet.games) + 1

    def _over(self) -> datetime:
        """When the game is over: before time is called, or just after it."""
        now = self.director.clock.now()
        took = timedelta(minutes=self._dice.between(*_GAME_MINUTES), seconds=self._dice.below(60))
        late = self._end + timedelta(seconds=self._dice.between(40, 150))
        again = now + timedelta(minutes=_REPLAY_MINUTES, seconds=self._dice.below(60))
        return now + took if now + took <= self._end else late if now < late else again

    def _who_begins(self, game: int) -> None:
        """Everyone draws before the first game; two winners of the last draw again (HK rules 1)."""
        drawers = self._players
        if game > 1:
            before = self._sheet.games[game - 2]
            winners = [figure.entrant for figure in before.figures if figure.game_won] if before else []
            drawers = [number for number in winners if number in drawers]
            if self._rules.seats.next_to_begin.value != "last_winner" or len(drawers) < 2:
                return
        draws = dict(zip(drawers, self._dice.shuffle(range(1, len(drawers) + 1)), strict=True))
        self._note("determine-first-player", game, draws=draws)
        if self._dice.chance(4):
            self._note(
                "note-incident", game, kind=self._dice.pick(_INCIDENTS), entrant=self._dice.pick(drawers)
            )

    def _note(self, command: str, game: int, **fields: object) -> None:
        """The referee of the table writes something down about a game."""
        self.director.act(self.director.referee(self.id), command, sheet=self.id, game=game, **fields)

    def _finished(self, game: int) -> Finished:
        players, case = self._players, self._case
        if case.racks and case.game == game:
            hands = [
                Hand(number, tuple(rack.split()), forfeited=seat == case.forfeited)
                for seat, (number, rack) in enumerate(zip(players, case.racks, strict=False))
            ]
            return Finished(case.ended_by, tuple(hands))
        in_time = self.session.status == "playing" or game < 3
        strengths = {number: self.director.strength(number) for number in players}
        return play_game(self._rules, strengths, self._dice, in_time=in_time)

    def _write(self, game: int, finished: Finished) -> None:
        director, style, sheet, ended_by = self.director, self.script.style, self.id, finished.ended_by
        referee, writer = director.referee(sheet), self._dice.pick(finished.hands).entrant
        if style in ("counts", "racks"):
            seats = as_counts(finished, self._rules, racks=style == "racks" or self._dice.chance(30))
        else:
            short = len(finished.hands) < len(self._sheet.seats)
            seats = as_recorded(finished, self._rules, short=short)
        if style != "sheets":
            who = referee if style == "counts" else writer
            director.act(who, "record-game-result", sheet=sheet, game=game, ended_by=ended_by, seats=seats)
            return
        self._written.append(SheetGame(game, seats, ended_by))
        if len(self._written) == len(self._sheet.games):
            director.act(referee, "submit-sheet", sheet=sheet, games=tuple(self._written))
