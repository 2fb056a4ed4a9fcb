"""Of two who leave a table and come back in any order the game is never left to nobody, and both know so."""

import re
from collections.abc import Iterator

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from services.notices.audiences import recipients
from services.notices.fields import filled
from services.notices.look import Look
from services.notices.notice import Notice
from services.notices.overtaken import overtaken
from services.notices.policies import notices_due
from services.tournament.docket.disputes import RaiseDispute
from services.tournament.docket.effects import AmendGame, Disqualify, ReplayGame
from services.tournament.docket.leaving import DisqualifyEntrant, WithdrawEntrant
from services.tournament.docket.reinstating import ReinstateEntrant
from services.tournament.docket.rulings import TOO_FEW_TO_REPLAY
from services.tournament.kernel.facts import Command
from services.tournament.lookups import RESTS_ON_IT, active_seats
from services.tournament.play.forfeits import LEFT, who_forfeited
from services.tournament.play.timing import EndSession, StartSession, UndoSessionStart
from tests.profiles import examples
from tests.unit.notices.test_rulings_told import due, read
from tests.unit.tournament.given_formats import (
    MSO,
    cleared,
    draw_round,
    drawn,
    play_round,
    round_id,
    ruled,
    seats_at,
    sheet_at,
    start_round,
)
from tests.unit.tournament.specs import Tournament

SAID = {
    "won by them": "lost",
    "won by you": "won",
    "is to be played": "to play",
    "counts no longer": "void",
    "Game 1: 15 (": "amended",
    "Game 1: −15 (": "amended",
    "Game 1: 10 (": "played",
    "Game 1: −10 (": "played",
    "is played again": "to play",
    "as before ruling R-0001: 10 ": "played",
    "as before ruling R-0001: −10 ": "played",
    "as before ruling R-0001: 15 ": "amended",
    "as before ruling R-0001: −15 ": "amended",
}


class Pair:
    """Two who sit at a table, what waits to be read by them, and what each was last told of their game."""

    def __init__(self, later: bool) -> None:
        """With `later` the game was played, and its two sit at tables of the next round, which is in play."""
        self.tournament = drawn(MSO, 4, signatures="required")
        self.two = seats_at(self.tournament)
        self.told: dict[str, str] = {}
        self.waiting: list[Notice] = []
        self.later = later
        if later:
            start_round(draw_round(play_round(self.tournament), 2), 2)

    @property
    def known(self) -> set[str | None]:
        return {self.told.get(number) for number in self.two}

    def do(self, what: str, entrant: str, *, read: bool = True) -> None:
        """Let something happen, if it can; of what is read then, nothing is untrue, and both know."""
        for command in self._commands(what, entrant):
            self._write(command)
        if read:
            self.read()
            if self.tournament.state.sheets:
                self.check()

    def read(self) -> None:
        """What waits is read, as late as it is."""
        said: dict[str, set[tuple[str, str]]] = {}
        for reader, ruling, text in self._texts():
            text = re.sub(r"as before ruling R-\d+", "as before ruling R-0001", text)
            found = [means for words, means in SAID.items() if words in text]
            assert len(found) < 2, "one thing of one game"
            for means in found:
                self._check_truth(reader, means, text)
                self.told[reader] = means
                said.setdefault(reader, set()).add((means, ruling))
        for meant in said.values():
            beside = [means for means, ruling in meant if not ruling]
            assert len(beside) < 2, "nobody reads two things of one game, unless of two rulings"

    def _check_truth(self, reader: str, means: str, text: str) -> None:
        sheet = self.tournament.state.sheets.get(round_table(self.tournament))
        if means == "void":
            assert sheet is None or not active_seats(self.tournament.state, sheet)
            return
        assert sheet is not None
        (game,) = sheet.games
        forfeited = game is not None and game.ended_by == LEFT
        is_in = self._is_in(reader)
        assert not (is_in and "you are out" in text)
        if means == "to play":
            assert game is None
            assert active_seats(self.tournament.state, sheet) == sheet.seats
        elif means in ("won", "lost"):
            assert forfeited
            assert (game is not None and who_forfeited(game) == reader) == (means == "lost")
        elif "instead" not in text:
            assert not forfeited

    def check(self) -> None:
        tournament = self.tournament
        sheet = sheet_at(tournament)
        (game,), staying = sheet.games, active_seats(tournament.state, sheet)
        if game is not None and game.ruling is not None:
            assert self.known == {"amended"}
        elif game is not None and game.ended_by != LEFT:
            assert self.known <= {None, "played"}
        elif len(staying) == 2:
            assert game is None, "it is to be played"
            assert self.known <= {None, "to play"}
        elif game is None:
            assert not staying, "both left before it began"
        else:
            assert game.ended_by == LEFT
            leaver = who_forfeited(game)
            assert leaver not in staying
            (winner,) = {*self.two} - {leaver}
            assert self.told.get(winner) == "won"
            assert self.told.get(leaver) != "won"

    def _commands(self, what: str, entrant: str) -> Iterator[Command]:
        state, session = self.tournament.state, round_id(self.tournament)
        stand = [each for each in state.rulings.values() if each.superseded_by is None]
        put_out = [number for ruling in stand for number, _ in ruling.disqualified]
        case = "D-0002" if what.endswith("beside") else "D-0001"
        standing = next((ruling for ruling in stand if ruling.dispute == case), None)
        if what == "start" and state.sessions[session].status == "drawn":
            yield StartSession(session=session)
        elif what == "undo" and state.sessions[session].status == "playing" and not state.disputes:
            yield UndoSessionStart(session=session, reason="too early")
        elif what == "end" and state.sessions[session].status == "playing":
            yield EndSession(session=session)
        elif what == "withdraw" and self._is_in(entrant):
            yield WithdrawEntrant(entrant=entrant, grounds="left")
        elif what == "disqualify" and self._is_in(entrant):
            yield DisqualifyEntrant(entrant=entrant, reason="a solver")
        elif what == "reinstate" and not self._is_in(entrant) and entrant not in put_out:
            yield ReinstateEntrant(entrant=entrant, reason="a mistake")
        elif what.startswith(("rule", "amend", "replay")) and state.sheets:
            if what.startswith("replay") and (sheet_at(self.tournament).games == (None,) or not self.later):
                return
            one = ("rule", "amend and rule", "rule beside")
            meant = self.two if what == "rule on both" else (entrant,) if what in one else ()
            theirs = [] if standing is None else [number for number, _ in standing.disqualified]
            out = [number for number in meant if number in theirs or self._is_in(number)]
            amended = [AmendGame(1, cleared(entrant, self.two, 15), "cleared")] * what.startswith("amend")
            while case not in self.tournament.state.disputes:
                yield RaiseDispute(sheet=sheet_at(self.tournament).sheet, statement="a phone")
            superseded = None if standing is None else standing.ruling
            again = [ReplayGame(1)] * what.startswith("replay")
            yield ruled(*amended, *again, *map(Disqualify, out), dispute=case, supersedes=superseded)

    def _is_in(self, number: str) -> bool:
        return self.tournament.entrant(number).plays_in(self.tournament.state.plan.first_stage)

    def _write(self, command: Command) -> None:
        """What a command leads to waits to be read; a later one of a topic takes an earlier one's place."""
        outcome = self.tournament.when(command, by="chief_referee")
        if outcome.code in (RESTS_ON_IT.code, TOO_FEW_TO_REPLAY.code):
            return  # another ruling stands on the game, or one of them is out
        events = outcome.events
        state = self.tournament.state
        found = notices_due(state, [*enumerate(events, state.seq - len(events) + 1)])
        keys = [notice.dedupe_key for notice in found]
        assert len({*keys}) == len(keys), "of two with the same key one is lost"
        last = {(notice.kind, notice.topic): notice.seq for notice in (*self.waiting, *found)}
        self.waiting = [
            notice
            for notice in (*self.waiting, *found)
            if notice.topic is None or last[notice.kind, notice.topic] == notice.seq
        ]

    def _texts(self) -> Iterator[tuple[str, str, str]]:
        """What the two read of what waits, of the game between them, with the ruling that it is about."""
        waiting, self.waiting = self.waiting, []
        state, about = self.tournament.state, {round_table(self.tournament), ""}
        for notice in waiting:
            if notice.parameters.get("sheet", "") in about and not overtaken(state, notice):
                for reader in recipients(state, notice.audience):
                    if reader.number in self.two:
                        text = filled(Look(state, notice, reader, "en"))
                        yield reader.number, notice.parameters.get("ruling", ""), text


def round_table(tournament: Tournament) -> str:
    """The table of the two in the first round, also while nobody plays there."""
    return f"{round_id(tournament)}/1"


LEAVING = ("start", "undo", "end", "withdraw", "disqualify", "reinstate")
RULING = (
    "rule",
    "rule on both",
    "rule on none",
    "rule beside",
    "amend",
    "amend and rule",
    "amend beside",
    "replay",
    "replay beside",
)
WHAT = (*LEAVING, *RULING)
FIRST, LATER = {"begun": True, "later": False}, {"begun": True, "later": True}
STEPS = st.lists(st.tuples(st.sampled_from(WHAT), st.integers(0, 1), st.booleans()), max_size=12)


def at_once(*steps: tuple[str, int]) -> list[tuple[str, int, bool]]:
    return [(*step, True) for step in steps]


def late(*steps: tuple[str, int]) -> list[tuple[str, int, bool]]:
    return [(*step, False) for step in steps]


@settings(max_examples=examples(60), deadline=None)
@example(**FIRST, steps=at_once(("withdraw", 0), ("rule", 1), ("reinstate", 0)))
@example(**FIRST, steps=at_once(("rule", 1), ("rule on both", 0)))
@example(**FIRST, steps=at_once(("withdraw", 0), ("amend", 1), ("reinstate", 0), ("rule on none", 0)))
@example(**FIRST, steps=at_once(("amend", 0), ("rule beside", 0), ("rule", 0)))
@example(**LATER, steps=at_once(("replay", 0), ("withdraw", 0), ("reinstate", 0)))
@example(**LATER, steps=at_once(("rule", 0), ("replay", 0), ("withdraw", 1), ("reinstate", 1)))
@example(**LATER, steps=late(("replay", 0), ("withdraw", 0), ("reinstate", 0), ("withdraw", 1)))
@example(**FIRST, steps=late(("rule on both", 0), ("rule on none", 0)))
@given(begun=st.booleans(), steps=STEPS, later=st.booleans())
def test_the_game_is_always_to_play_or_won_by_who_is_in_and_both_know(
    begun: bool, steps: list[tuple[str, int, bool]], later: bool
) -> None:
    """Whenever they read: at once, or only after much else happened."""
    pair = Pair(later)
    for what, which, is_read in [("start", 0, True)] * begun + steps:
        pair.do(what, pair.two[which], read=is_read)
    pair.do("read", pair.two[0])


@pytest.mark.parametrize("back", ["reinstate", "rule on none"])
@pytest.mark.parametrize("out", ["withdraw", "disqualify"])
def test_the_first_of_both_who_left_to_be_in_again_has_won_and_the_other_reads_so(
    out: str, back: str
) -> None:
    pair = Pair(later=False)
    first, second = pair.two
    for what, entrant in (("start", first), ("rule" if back != "reinstate" else out, first), (out, second)):
        pair.do(what, entrant)
    assert pair.told == {first: "lost", second: "won"}
    pair.do(back, first)
    assert pair.told == {first: "won", second: "lost"}
    pair.do("reinstate", second)
    assert pair.told == dict.fromkeys(pair.two, "to play")


def test_who_never_had_won_is_not_told_that_they_no_longer_have() -> None:
    tournament = drawn(MSO, 4)
    first, second = seats_at(tournament)
    for number in (first, second):
        tournament.given(WithdrawEntrant(entrant=number, grounds="left"))
    tournament.given(StartSession(session=round_id(tournament)))
    assert sheet_at(tournament).games == (None,), "nobody was there to win it"
    notices = due(tournament, ReinstateEntrant(entrant=first, reason="a mistake"))
    english, chinese = read(tournament, notices)[second], read(tournament, notices, "zh")[second]
    assert f"Entrant {first} is back in the" in english
    assert "game 1 counts as won by them, as you are out." in english
    assert "第 1 局判對方勝出，因你已不再參賽。" in chinese
