"""The tournament desk, the one door: every command comes in here, every read of the past starts here.

What it is made of is handed to it; how a command is carried out stands in `submitting`.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from services.access.principal import Principal
from services.access.rights import Role, require
from services.access.visibility import Visibility, admit, gave_back, office_of, visibility
from services.desk.answers import EventView, TimelineEntry, event_view
from services.desk.cache import EVERY, PAGE, Held, Progress
from services.desk.decoding import CATALOGUE, fold
from services.desk.forgetting import destroy_keys
from services.desk.history.keeping import History
from services.desk.moments import AsOf, resolve
from services.desk.params import Params
from services.desk.parts import Parts, key_for
from services.desk.queries import QUERIES
from services.desk.query_context import NOT_OF_THE_LOG, QueryContext
from services.desk.sheet_views import corrected_from
from services.desk.submitting import Submitting
from services.desk.typed_reasons import typed_reasons
from services.desk.view_failures import answering
from services.projections.timeline import Label, event_text
from services.tournament.catalogue import INITIAL
from services.tournament.definition.founding import NOT_DEFINED
from services.tournament.kernel.facts import Event
from services.tournament.people.numbers import as_known, known_number, known_unit
from services.tournament.state import State, at_rest
from shared.clock import from_micros
from shared.eventlog import Head, Recorded
from shared.plain_text import narrow
from shared.text_forms import plain
from shared.working import still_time


class Desk:
    """Commands in, answers out."""

    def __init__(self, parts: Parts) -> None:
        self.log = parts.log
        self.vault = parts.vault
        self.clock = parts.clock
        self.directory = parts.directory
        self.titles = parts.titles
        self.tournaments = parts.tournaments
        self.news = parts.news
        self.attachments = parts.attachments
        self.listings = parts.listings
        self.notices = parts.notices
        self.seals = parts.seals
        self.grants = parts.grants
        self.strokes = parts.strokes
        self._cache = parts.cache
        self.state_kept = parts.cache.held_at
        """The state of a tournament as it is kept, if its log ends at a head; looks nothing up."""
        self._histories = parts.histories
        self._secret = parts.secret
        submitting = Submitting(parts, partial(destroy_keys, self))
        self.submit = submitting.submit
        """Carries a command out, once: see there."""
        self.foresee = submitting.foresee

    def recorded(self, tournament_id: str, after: int, until: int) -> Iterator[Recorded]:
        """Stored events with after < seq ≤ until, read in pages.

        Raises:
            Problem: took-too-long, from time to time while what is done with them takes too long.
        """
        while after < until:
            page = self.log.read(tournament_id, after, PAGE, until)
            if not page:
                return
            for start in range(0, len(page), EVERY):
                still_time()
                yield from page[start : start + EVERY]
            after = page[-1].seq

    def state(self, tournament_id: str, as_of: AsOf | None = None, progress: Progress | None = None) -> State:
        """The state now, or as of a seq or time.

        Raises:
            Problem: tournament-unknown, or a moment that cannot be understood.
        """
        held = self._present(tournament_id)
        if as_of is None:
            return held.state
        seq = resolve(self.log, tournament_id, held.state, as_of, self.clock.now())
        if seq >= held.state.seq and progress is None:
            return held.state
        return self._cache.at(tournament_id, seq, progress)

    def around(self, tournament_id: str, seqs: Sequence[int]) -> Iterator[tuple[State, State]]:
        """The states right before and after the events at these rising seqs, all of them in the log.

        What lies near is folded on from one to the next, what lies far from the nearest checkpoint.
        """
        state = INITIAL
        for seq in seqs:
            if seq - 1 - state.seq > EVERY:
                state = self._cache.at(tournament_id, seq - 1)
            before = at_rest(fold(state, self.recorded(tournament_id, state.seq, seq - 1)))
            state = at_rest(fold(before, self.recorded(tournament_id, seq - 1, seq)))
            yield before, state

    def stored(self, tournament_id: str, seqs: Sequence[int]) -> list[Recorded]:
        """The events at these seqs as they are stored, by rising seq."""
        return self.log.read_seqs(tournament_id, seqs)

    def moment(self, tournament_id: str, as_of: AsOf) -> int:
        """The seq that a seq or time means.

        Raises:
            Problem: tournament-unknown, or a moment that cannot be understood.
        """
        return resolve(self.log, tournament_id, self.state(tournament_id), as_of, self.clock.now())

    def head(self, tournament_id: str) -> Head:
        """Where the tournament's log ends.

        Raises:
            Problem: tournament-unknown.
        """
        head = self._cache.head(tournament_id)
        if head.seq == 0:
            raise NOT_DEFINED(id=tournament_id)
        return head

    def history(self, tournament_id: str) -> History:
        """What is kept of the tournament's log to look back on it.

        Raises:
            Problem: tournament-unknown, took-too-long, database-busy.
        """
        return self._histories.of(tournament_id, self._present(tournament_id).head)

    def events(
        self, tournament_id: str, after: int = 0, limit: int = 100, until: int | None = None
    ) -> list[EventView]:
        """A page of events after a seq, as shown outside."""
        self.head(tournament_id)
        return [event_view(recorded) for recorded in self.log.read(tournament_id, after, limit, until)]

    def visibility(self, tournament_id: str, principal: Principal) -> Visibility:
        """What a principal may see of a tournament now.

        Raises:
            Problem: tournament-unknown, where that depends on the tournament.
        """
        return visibility(principal, tournament_id, lambda: self.state(tournament_id))

    def number_known(self, tournament_id: str, typed: str) -> str:
        """The number of an entrant as it was first written, from however it was typed; as it is for nobody's.

        Raises:
            Problem: tournament-unknown.
        """
        number = narrow(typed)
        return known_number(self.state(tournament_id).entrants, number) or number

    def unit_known(self, tournament_id: str, typed: str) -> str:
        """A family unit by the numbers as they were first written; as it is for what names none.

        Raises:
            Problem: tournament-unknown.
        """
        return known_unit(self.state(tournament_id), narrow(typed))

    def office(self, tournament_id: str, recipient: str) -> Role | None:
        """The role in which a linked recipient ("referee:R01") acts now; None without an office.

        Raises:
            Problem: tournament-unknown.
        """
        return office_of(self.state(tournament_id), recipient)

    def gave_back(self, tournament_id: str, number: str) -> bool:
        """Whether an entrant gave the place back, and something is held on them still.

        Raises:
            Problem: tournament-unknown.
        """
        return gave_back(self.state(tournament_id), number)

    def admit(self, tournament_id: str, principal: Principal, action: str) -> Visibility:
        """Let a principal do `action` in a tournament as far as the visibility returned, or refuse.

        Raises:
            Problem: forbidden, office-ended, tournament-unknown.
        """
        seen = visibility(principal, tournament_id, lambda: self.state(tournament_id))
        admit(principal, tournament_id, seen, action)
        return seen

    def ask(
        self,
        tournament_id: str,
        query: str,
        params: Params,
        asker: Principal | Visibility,
        *,
        as_of: AsOf | None = None,
        language: str = "en",
    ) -> Any:
        """Answer a query, now or as of a moment.

        Args:
            query: its name in `QUERIES`; `params` is of the type named there.
            asker: who asks; or what they may see in this tournament, where that is known already.

        Raises:
            Problem: not allowed, unknown, a moment that cannot be understood, or view-failed.
        """
        kind = QUERIES[query]
        seen = asker if isinstance(asker, Visibility) else self.admit(tournament_id, asker, query)
        scope = require(seen.role, query)
        if as_of is not None and not kind.of_log:
            raise NOT_OF_THE_LOG(query=query)
        present = self.state(tournament_id)
        params = as_known(present, plain(params))
        state = present if as_of is None else self.state(tournament_id, as_of)
        seen = seen.at_present(present)
        look = QueryContext(tournament_id, state, present, seen, scope, language, self.directory, self)
        with answering(tournament_id, query, state.seq):
            return kind.run(look, params)

    def timeline(
        self, tournament_id: str, stored: Sequence[Recorded], language: str, label: Label, *, typed: bool
    ) -> list[TimelineEntry]:
        """These events in plain words.

        Args:
            typed: whether the reasons that officials typed are shown.
        """
        present = self.state(tournament_id)
        events = dict(_decoded(stored))
        reasons = typed_reasons(self.directory, tournament_id, events, language) if typed else {}
        return [
            TimelineEntry(
                record.seq,
                record.type,
                from_micros(record.occurred_at),
                record.actor,
                event_text(
                    events[record.seq],
                    language,
                    label,
                    present.plan,
                    reasons.get(record.seq, ""),
                    partial(present.moved_to, before=record.seq),
                    corrected_from(present, events[record.seq], record.seq),
                ),
                from_micros(record.recorded_at),
                record.caused_by,
            )
            for record in stored
        ]

    def decoded(self, tournament_id: str, seqs: Sequence[int]) -> list[tuple[int, Event]]:
        """The events at these seqs, by rising seq, as they read today."""
        return _decoded(self.log.read_seqs(tournament_id, seqs))

    def _present(self, tournament_id: str) -> Held:
        held = self._cache.current(tournament_id)
        if held.state.definition is None:
            raise NOT_DEFINED(id=tournament_id)
        return held

    def key_for(self, purpose: str) -> bytes:
        """A key for signing that serves one purpose and tells nothing of the secret."""
        return key_for(self._secret, purpose)


def _decoded(stored: Iterable[Recorded]) -> list[tuple[int, Event]]:
    return [(record.seq, CATALOGUE.decode(record)) for record in stored]
