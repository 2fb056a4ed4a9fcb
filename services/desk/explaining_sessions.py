"""What became of an entrant's session: put off and why, check-in, the draw, signatures under its sheets."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from functools import partial

from services.desk.decided import SEATING, Decided, given_in
from services.desk.explaining_decisions import Decisions
from services.desk.reasons import Reason
from services.tournament.definition.places_called import session_called
from services.tournament.kernel.facts import Event
from services.tournament.play.conflicts import SheetConflictSettled
from services.tournament.play.open_tables import TableOpened
from services.tournament.play.scores import Signature
from services.tournament.play.signatures import (
    SheetSigned,
    SignatureClosed,
    SignatureMissing,
    SignaturesVoided,
)
from services.tournament.seating.presence import CheckInUndone, EntrantCheckedIn
from services.tournament.seating.seats import SeatDrawUndone, SeatsExchanged
from services.tournament.weather.dangers import codes_of
from services.tournament.weather.suspension import SessionsSuspended, SuspensionLifted
from services.tournament.weather.watching import WarningsReported

_ARRIVING = EntrantCheckedIn | CheckInUndone | SeatDrawUndone
_OF_SIGNATURES = SheetSigned | SignatureMissing | SignatureClosed


class Attending:
    """One session of an entrant, as the decisions about them have it.

    What a suspension voided of it is not among them: the session began again.
    """

    def __init__(self, decisions: Decisions, session: str) -> None:
        self._decisions, self._words, self._session = decisions, decisions.words, session
        voided = (
            seq
            for seq, event in decisions.decided
            if isinstance(event, SessionsSuspended) and session in event.voided
        )
        begun = max(voided, default=0)
        self._of_it = [known for known in decisions.decided if known[0] > begun]

    def put_off(self) -> Iterator[Reason]:
        """Since the entrant has it: by what it was suspended, and its new dates."""
        state, words = self._decisions.state, self._words
        given = self._given()
        if given is None:
            return
        found = [*self._suspensions(given)]
        for seq, day in state.sessions[self._session].moves:
            if seq > given:
                called = session_called(self._session, state.plan, partial(state.moved_to, before=seq))
                found.append(Reason(words.say("session-moved", session=called, day=day), seq))
        yield from sorted(found, key=lambda reason: reason.seq or 0)

    def arrival(self) -> Iterator[Reason]:
        """Check-in, and that it or the seat draw was taken back."""
        for seq, event in self._of_it:
            if not isinstance(event, _ARRIVING) or event.session != self._session:
                continue
            if isinstance(event, SeatDrawUndone) or event.entrant in self._decisions.mine:
                yield Reason(self._decisions.as_it_happened(seq, event), seq)

    def seated_by(self) -> int | None:
        """The last event that gave the entrant a table, or none."""
        seqs = [seq for seq, event in self._of_it if self._seats(event)]
        return seqs[-1] if seqs else None

    def exchanged(self) -> Iterator[Reason]:
        """The exchanges of the entrant's seat since seats were drawn."""
        drawn, mine = self.seated_by() or 0, self._decisions.mine
        for seq, event in self._of_it:
            if not isinstance(event, SeatsExchanged) or event.session != self._session or seq < drawn:
                continue
            if not mine.isdisjoint((event.first, event.second)):
                yield Reason(self._decisions.as_it_happened(seq, event), seq)

    def settled(self, sheet: str) -> Iterator[Reason]:
        """Which of two sheets that differed holds for a table of the session."""
        for seq, event in self._of_it:
            if isinstance(event, SheetConflictSettled) and event.sheet == sheet:
                yield Reason(self._decisions.as_it_happened(seq, event), seq)

    def signatures(self, sheet: str, stands: Signature | None) -> Iterator[Reason]:
        """How the entrant signed a sheet of the session or did not, and by what that became void.

        Args:
            stands: the signature that is on it now.
        """
        mine, last = self._decisions.mine, 0
        for seq, event in self._of_it:
            if isinstance(event, SignaturesVoided) and event.sheet == sheet:
                if not mine.isdisjoint(event.entrants):
                    yield Reason(self._words.say("signature-voided"), seq)
            elif isinstance(event, _OF_SIGNATURES) and event.sheet == sheet and event.entrant in mine:
                last = seq
                if isinstance(event, SheetSigned):
                    yield self._signature("medium", event.medium, seq)
                else:
                    yield Reason(self._decisions.as_it_happened(seq, event), seq)
        if stands is not None and stands.seq > last:
            about = "medium" if stands.medium in ("paper", "device") else "signature"
            yield self._signature(about, stands.medium, stands.seq)

    def _signature(self, about: str, medium: str, seq: int) -> Reason:
        return Reason(self._words.say("signature", medium=self._words.of(about, medium)), seq)

    def _given(self) -> int | None:
        """The event that gave the entrant the session last; any of the stage where they play in several."""
        state, mine = self._decisions.state, self._decisions.mine
        stage = state.sessions[self._session].stage
        several = state.stage_plan(stage).attend != "one"
        meant = {each.plan.id for each in state.sessions_of(stage)} if several else {self._session}
        given = [seq for seq, event in self._decisions.decided if not meant.isdisjoint(given_in(event, mine))]
        return given[-1] if given else None

    def _suspensions(self, given: int) -> Iterator[Reason]:
        """That the session was suspended, with the warning it rests on, where that was not taken back."""
        reported, found, off = list[Decided](), list[Decided](), list[Decided]()
        for seq, event in self._decisions.decided:
            if isinstance(event, WarningsReported):
                reported.append((seq, event))
            if not isinstance(event, SessionsSuspended | SuspensionLifted) or seq <= given:
                continue
            if self._session not in event.sessions:
                continue
            if isinstance(event, SessionsSuspended):
                off = [*self._warnings(seq, event, reported), (seq, event)]
                found += off
            else:  # it is taken back only where nothing rests on it
                del found[len(found) - len(off) :]
                off = []
        for seq, event in found:
            yield Reason(self._decisions.as_it_happened(seq, event), seq)

    def _seats(self, event: Event) -> bool:
        if isinstance(event, TableOpened) and self._decisions.mine.isdisjoint(event.entrants):
            return False
        return isinstance(event, SEATING) and event.session == self._session

    def _warnings(self, at: int, event: SessionsSuspended, reported: Sequence[Decided]) -> list[Decided]:
        """The report by which a warning that a suspension rests on was known to be in force.

        It is the last one before the proposal that was confirmed, where there is one: what came after it
        changed nothing, unless it brought the danger that the suspension names.
        """
        codes = codes_of(event.grounds)
        found: list[Decided] = [
            (seq, report)
            for seq, report in reported
            if isinstance(report, WarningsReported)
            and report.fetched_at.date() >= event.day - timedelta(days=1)
            and any(
                signal.code in codes and (signal.until, signal.doubt) == (None, None)
                for signal in report.signals
            )
        ]
        proposals = self._decisions.state.proposals.values()
        proposed = next((each.seq for each in proposals if each.decided_seq == at - 1), at)
        return [known for known in found if known[0] < proposed][-1:] or found[:1]
