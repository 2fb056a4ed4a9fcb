"""Which round a session is, for what is added up round by round.

Where everyone plays every session, each one that is drawn is a round. Where everyone plays one, the stage is
a round. Where people come as they like, each meeting is a round of those two alone.
"""

from collections import Counter

from services.tournament.definition.stages import Stage
from services.tournament.seating.sessions import Session
from services.tournament.state import State


class Rounds:
    """Counts rounds over sessions that are gone through in their order, stage by stage.

    Attributes:
        last: how many there are so far.
    """

    def __init__(self, state: State) -> None:
        self._state = state
        self._stage: Stage | None = None
        self._before = 0
        self._by_meeting = False
        self._meetings: Counter[str] = Counter()
        self.last = 0

    def go_on(self, session: Session) -> None:
        """Go on to the next session."""
        plan = self._state.stage_plan(session.stage)
        new_stage = session.stage != self._stage
        if new_stage:
            self._stage, self._before = session.stage, self.last
            self._by_meeting = plan.attend == "some" or plan.draw == "open"
            self._meetings.clear()
        if self._by_meeting or not (session.tables or session.sitting_out):
            return
        if plan.attend == "all" or self.last == self._before:
            self.last += 1

    def of(self, number: str) -> int:
        """The round of what comes next for an entrant in this session."""
        if not self._by_meeting:
            return self.last
        self._meetings[number] += 1
        round_no = self._before + self._meetings[number]
        self.last = max(self.last, round_no)
        return round_no
