"""Listen at a desk: commands carried out become inputs, and now and then a moment is kept."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any
from unittest.mock import patch

import msgspec

from services.access.tokens import Principal
from services.desk.answers import Answer
from services.desk.decoding import CATALOGUE
from services.desk.desk import Desk
from services.tournament.catalogue import INITIAL
from services.tournament.conduct import DisqualifyEntrant, WithdrawEntrant
from services.tournament.formats import Rooms, Swiss, rounds_format
from services.tournament.kernel import Command
from services.tournament.results import CorrectGame
from services.tournament.round_games import CorrectRoundGame
from services.tournament.round_standing import incomplete_tables
from services.tournament.state import State
from shared.codec import canonical
from tests.golden.comparison.documents import Difference, Document, Moment, Sections, changed
from tests.golden.comparison.inputs import Led, input_of, utc
from tests.golden.comparison.outcomes import sections

EVERY = 60
"""Moments are kept at least after so many inputs."""

ROOMS_EVERY = 10

TELLING = frozenset(
    {
        "draw",
        "draw_undone",
        "seats_exchanged",
        "merged",
        "moved",
        "session_ended",
        "session_reopened",
        "correction",
        "game_ruled",
        "sheet_conflict_settled",
        "paper",
        "ruling",
        "withdrawal",
        "disqualification",
        "reinstatement",
        "suspension",
        "suspension_lifted",
        "new_date",
        "weather_answer",
        "publication",
        "cut",
        "tie_decided",
        "cut_undone",
        "finalists_placed",
        "place_given_up",
        "awards",
        "awards_revoked",
        "forgotten",
    }
)
"""Inputs after each of which a moment is kept."""

LEAVER = "swiss-leaver"
CHARGED = "charged-correction"


class Recorder:
    """Inputs and moments of one tournament at one desk."""

    def __init__(self, desk: Desk, tournament_id: str) -> None:
        self.desk = desk
        self.id = tournament_id
        self.inputs: list[dict[str, Any]] = []
        self.moments: list[Moment] = []
        self.differs: list[Difference] = []
        self._submit = desk.submit
        self._kept: Sections = {}
        self._games = 0

    @contextmanager
    def listening(self) -> Iterator["Recorder"]:
        with patch.object(self.desk, "submit", self.submit):
            yield self
        if not self.moments or self.moments[-1].after != len(self.inputs) - 1:
            self._keep()

    def submit(
        self,
        tournament_id: str,
        command: Command,
        principal: Principal,
        *,
        occurred_at: datetime | None = None,
        **how: Any,
    ) -> Answer:
        """Let the desk do it, and note it."""
        before = self.desk.state(self.id) if self.desk.log.head(self.id).seq else INITIAL
        at = occurred_at or self.desk.clock.now()
        answer = self._submit(tournament_id, command, principal, occurred_at=occurred_at, **how)
        if not answer.repeated:
            self._note(before, command, principal.actor, at)
        return answer

    def document(self, name: str) -> Document:
        definition = self.desk.state(self.id).plan
        built = msgspec.json.decode(canonical(definition))
        return Document(name, built, definition.ruleset, self.inputs, self.moments, self.differs)

    def _note(self, before: State, command: Command, by: str, at: datetime) -> None:
        stored = self.desk.log.read(self.id, before.seq, 10_000)
        correction = isinstance(command, CorrectGame | CorrectRoundGame)
        if not stored and not correction:
            return
        events = [(event.type, msgspec.json.decode(canonical(CATALOGUE.decode(event)))) for event in stored]
        entry = input_of(command, Led(before, events))
        if entry is None:
            return
        self.inputs.append({**entry, "at": utc(at), "by": by})
        self._mark(before, command, entry, dropped=not stored)
        if self._is_telling(entry):
            self._keep()

    def _mark(self, before: State, command: Command, entry: dict[str, Any], *, dropped: bool) -> None:
        """Say where a later version is expected to come to something else."""
        index = len(self.inputs) - 1
        if isinstance(command, CorrectRoundGame) and dropped:
            current = before.rounds[command.round].tables[command.table].games[command.game - 1]
            if any("charges" in seat for seat in entry["seats"]) or any(
                figure.charge for figure in current.figures
            ):
                self.differs.append(Difference(index, CHARGED))
        if isinstance(command, WithdrawEntrant | DisqualifyEntrant) and before.rounds:
            last = before.rounds[max(before.rounds)]
            waiting = (
                table
                for table in last.tables.values()
                if not table.games and command.entrant in table.entrants
            )
            if isinstance(rounds_format(before.plan), Swiss) and any(waiting):
                self.differs.append(Difference(index, LEAVER))

    def _is_telling(self, entry: dict[str, Any]) -> bool:
        if entry["do"] in TELLING or len(self.inputs) - 1 - self._last() >= EVERY:
            return True
        if entry["do"] != "game" or "round" not in entry:
            return False
        self._games += 1
        state = self.desk.state(self.id)
        if isinstance(rounds_format(state.plan), Rooms):
            return self._games % ROOMS_EVERY == 0
        return not incomplete_tables(state, state.rounds[entry["round"]])

    def _last(self) -> int:
        return self.moments[-1].after if self.moments else -1

    def _keep(self) -> None:
        now = sections(self.desk, self.id)
        # As a reader will have it: through JSON, so that no key or tuple differs.
        now = msgspec.json.decode(canonical(now))
        self.moments.append(Moment(len(self.inputs) - 1, changed(self._kept, now)))
        self._kept = now
