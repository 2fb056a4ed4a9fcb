"""Steering: to mute what is sent, and to send or drop what waits; each a decision of somebody, taken once.

Two people may be asked at the same time. Decisions about what waits have numbers, so that whoever is second
is refused and reads who decided what; send and drop never mix. A decision is one transaction.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Literal, get_args
from zoneinfo import ZoneInfo

import msgspec
import sqlalchemy as sa

from services.delivery.holding import Holding
from services.delivery.muting import Muting
from services.delivery.tables import delivery_steering
from services.tournament.state import State
from shared.catalogue import Phrase, Word
from shared.clock import from_micros, to_micros
from shared.database import Database, Driver, Statement
from shared.problems import Problem, ProblemType

HELD_DECIDED = ProblemType("held-decided", 409)

Pile = Literal["held", "muted"]
"""What waits after a long silence; what waits in a tournament that is muted."""
PILES: tuple[Pile, ...] = get_args(Pile)
Decision = Literal["send", "drop"]
Way = Literal["chat", "http", "command-line"]


class Decider(msgspec.Struct, frozen=True):
    """Who decides.

    Attributes:
        actor: "role:subject", as events have it; "" on the command line, where nobody is known.
    """

    way: Way
    actor: str = ""

    @property
    def shown(self) -> Phrase:
        """The decider as people call them."""
        role, _, subject = self.actor.partition(":")
        if not role:
            return Phrase("part-steered-on-command-line")
        values = {"role": Word("role", role.replace("_", "-")), "subject": subject}
        return Phrase("part-steered-in-chat" if self.way == "chat" else "part-steered-over-http", values)


ON_COMMAND_LINE = Decider("command-line")


class Steered(msgspec.Struct, frozen=True):
    """A decision that was taken."""

    number: int
    step: Literal["mute", "send", "drop"]
    by: Decider
    at: datetime


class _NothingWaited(Exception):
    """Nothing was there to be decided; the transaction is taken back."""


class Steering:
    """The decisions on what is sent, in the database of the log.

    Args:
        state_of: gives a tournament, in whose time zone people read when something was decided.
    """

    def __init__(
        self, database: Database, holding: Holding, muting: Muting, state_of: Callable[[str], State]
    ) -> None:
        self._database = database
        self._state_of = state_of
        self._holding = holding
        self._muting = muting
        column, bind = delivery_steering.c, sa.bindparam
        of_pile = (column.tournament_id == bind("t"), column.pile == bind("pile_is"))
        read = sa.select(column.number, column.step, column.way, column.actor, column.decided_at)
        self._last = database.prepare(read.where(*of_pile).order_by(column.number.desc()).limit(1))
        decided = column.step != "mute"
        self._last_decided = database.prepare(
            read.where(*of_pile, decided).order_by(column.number.desc()).limit(1)
        )
        self._insert = database.prepare(database.insert(delivery_steering).on_conflict_do_nothing())

    def number(self, tournament: str, pile: Pile) -> int:
        """How many decisions there were: by it a question knows whether one came in between."""
        last = self._read(self._last, tournament, pile)
        return 0 if last is None else last.number

    def decided(self, tournament: str, pile: Pile) -> Steered | None:
        """The last decision to send or drop; None for none."""
        return self._read(self._last_decided, tournament, pile)

    def muted_by(self, tournament: str) -> Decider | None:
        """Who muted the tournament, or everything ("") last; None where nobody did by hand."""
        last = self._read(self._last, tournament, "muted")
        return last.by if last is not None and last.step == "mute" else None

    def mute(self, why: str, tournament: str, by: Decider, now: datetime) -> None:
        """Send nothing from now on, of a tournament or of all (""); who muted it first stays."""
        with self._database.writing() as driver:
            if self._muting.begin(driver, why, tournament or None):
                number = self.number(tournament, "muted") + 1
                self._note(driver, tournament, "muted", number, "mute", by, now)

    def decide(
        self,
        tournament: str,
        pile: Pile,
        decision: Decision,
        by: Decider,
        now: datetime,
        *,
        asked: int | None = None,
    ) -> int:
        """Send what waits, or never send it; how much, 0 where nothing waits or it was decided so before.

        Args:
            asked: how many decisions there were when the question was asked; None for no question.

        Raises:
            Problem: held-decided, where somebody decided since, or otherwise; nothing was changed then.
        """
        try:
            with self._database.writing() as driver:
                number = self.number(tournament, pile)
                claimed = asked in (None, number) and self._note(
                    driver, tournament, pile, number + 1, decision, by, now
                )
                count = self._carry_out(driver, tournament, pile, decision, now) if claimed else 0
                if not count:
                    raise _NothingWaited
                return count
        except _NothingWaited:
            before = self.decided(tournament, pile)
        overtaken = asked not in (None, self.number(tournament, pile))
        if before is not None and (overtaken or before.step != decision):
            raise self.refusal(tournament, before)
        return 0

    def send_all(self, tournament: str, by: Decider, now: datetime) -> int:
        """Send all that waits in a tournament, for whatever reason; how much.

        Raises:
            Problem: held-decided, where nothing waits as it was dropped before.
        """
        count, refused = 0, None
        for pile in PILES:
            try:
                count += self.decide(tournament, pile, "send", by, now)
            except Problem as problem:
                if problem.is_of_the_machine:
                    raise
                refused = problem
        if refused is not None and not count:
            raise refused
        return count

    def release(self, tournament: str | None, by: Decider, now: datetime) -> bool:
        """Send again what is muted, of a tournament or of all, and what is held; False where nothing waits.

        Raises:
            Problem: held-decided, as `send_all`.
        """
        if tournament is not None:
            return self.send_all(tournament, by, now) > 0
        waiting = {held.tournament for held in self._holding.held()}
        waiting |= {muted.tournament for muted in self._muting.muted()}
        sent = sum(self.send_all(name, by, now) for name in sorted(waiting))
        return self._muting.release() or sent > 0

    def refusal(self, tournament: str, before: Steered) -> Problem:
        """Why what waited cannot be decided any more."""
        at = before.at.astimezone(ZoneInfo(self._state_of(tournament).plan.zone))
        return HELD_DECIDED(step=before.step, by=before.by.shown, at=at)

    def _carry_out(
        self, driver: Driver, tournament: str, pile: Pile, decision: Decision, now: datetime
    ) -> int:
        if pile == "held":
            return self._holding.decide(driver, tournament, decision, now)
        dropped = self._holding.drop_unsent(driver, tournament, now) if decision == "drop" else 0
        return dropped + self._muting.end(driver, tournament)

    def _note(
        self,
        driver: Driver,
        tournament: str,
        pile: Pile,
        number: int,
        step: str,
        by: Decider,
        now: datetime,
    ) -> bool:
        """Write a decision down; False where another took its number at the same moment."""
        row = {
            "tournament_id": tournament,
            "pile": pile,
            "number": number,
            "step": step,
            "actor": by.actor,
            "way": by.way,
            "decided_at": to_micros(now),
        }
        return self._database.change(driver, self._insert, row) == 1

    def _read(self, statement: Statement, tournament: str, pile: Pile) -> Steered | None:
        rows = self._database.fetch(statement, {"t": tournament, "pile_is": pile})
        if not rows:
            return None
        number, step, way, actor, decided_at = rows[0]
        return Steered(number, step, Decider(way, actor), from_micros(decided_at))
