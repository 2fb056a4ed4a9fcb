"""One look through the time machine: who looks, at which view and moment, and what the desk says then."""

from collections.abc import Container, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime
from functools import partial
from zoneinfo import ZoneInfo

import msgspec
from flask import request
from msgspec import structs

from services.desk.answers import TimelineAnswer, TimelineEntry
from services.desk.moments import time_meant
from services.desk.params import PageParams, Params, TimelineParams
from services.desk.queries import QUERIES
from services.desk.views import (
    MOST,
    EntrantsAnswer,
)
from services.tournament.definition.plan import Competition
from services.web.framing import Frame, frame
from services.web.history.asked import View, listed, refuse_strange
from services.web.parts import Parts
from services.web.problem_pages import wants_page
from services.web.routes import Call
from shared.catalogue import languages
from shared.finding import holds, sought
from shared.i18n import Language
from shared.problems import Problem

_KEPT_STATUSES = (400, 404, 422)
"""Statuses of what somebody can write otherwise in the same field."""


class WrongFields:
    """What was wrong with fields of a page: said beside them, while the page shows everything else.

    The sentences about fields, by field, and the status that the page is answered with.

    Args:
        kept: whether problems are kept for the page; a program gets the problem itself.
    """

    def __init__(self, language: Language, *, kept: bool) -> None:
        self._language, self._kept = language, kept
        self.sentences: dict[str, str] = {}
        self.status = 200

    def __contains__(self, field: object) -> bool:
        return field in self.sentences

    def add(self, field: str, problem: Problem | None) -> None:
        """Keep a problem of a field.

        Raises:
            Problem: the same, where it is not for the page.
        """
        if problem is None:
            return
        if not self._kept or problem.status not in _KEPT_STATUSES:
            raise problem
        self.status = problem.status if self.status == 200 else self.status
        self.sentences.setdefault(field, problem.text(self._language))

    @contextmanager
    def beside(self, field: str) -> Iterator[None]:
        """Keep a problem that is raised meanwhile."""
        try:
            yield
        except Problem as problem:
            self.add(field, problem)


class Looking(msgspec.Struct, frozen=True):
    """One look through the time machine: who looks, at which view, up to which event.

    Attributes:
        seq: the last event that is looked at; `last` is the last one there is.
        frame: what stands around the page, with the plan as of then.
        wrong: what could not be understood, for the page to say it beside its field.
    """

    parts: Parts
    call: Call
    view: View
    seq: int
    last: int
    frame: Frame
    wrong: WrongFields = msgspec.field(default_factory=lambda: WrongFields("en", kept=False))

    @property
    def plan(self) -> Competition:
        return self.frame.plan

    @property
    def tournament(self) -> str:
        return self.call.tournament

    @property
    def language(self) -> Language:
        return self.call.language

    @property
    def past(self) -> bool:
        return self.seq < self.last

    @property
    def zone(self) -> ZoneInfo:
        """Where the tournament is."""
        return ZoneInfo(self.plan.zone)

    def ask(self, query: str, **params: object) -> object:
        """The answer of the desk to a query, at the moment looked at where it can be asked of one."""
        kind = QUERIES[query]
        asked: Params = msgspec.convert(params, kind.params)
        moment = str(self.seq) if kind.of_log and self.past else None
        return self.parts.desk.ask(
            self.tournament, query, asked, self.call.visibility, as_of=moment, language=self.language
        )

    def timeline(self, **params: object) -> TimelineAnswer:
        """A page of the timeline up to the moment looked at."""
        answer = self.ask("timeline", **params)
        assert isinstance(answer, TimelineAnswer)
        return answer

    def events(self, **params: object) -> tuple[TimelineEntry, ...]:
        """Events of the timeline up to the moment looked at."""
        return self.timeline(**params).rows

    def entry(self, seq: int) -> TimelineEntry:
        """One event, wherever in the log it is."""
        asked = TimelineParams(after=str(seq - 1), limit=1)
        answer: TimelineAnswer = self.parts.desk.ask(
            self.tournament, "timeline", asked, self.call.visibility, language=self.language
        )
        return answer.rows[0]

    def number_meant(self, text: str) -> str:
        """The number of an entrant as it was first written, from however it was typed."""
        return self.parts.desk.number_known(self.tournament, text)

    def beyond(self, moment: str) -> datetime | None:
        """When the last event was recorded, where a moment is a time after it; else None."""
        if not moment or moment.isdigit():
            return None
        last = self.entry(self.last).recorded_at
        meant = time_meant(moment, self.plan.zone, self.parts.clock.now()).replace(microsecond=0)
        return last if meant > last else None

    def found(self, typed: str) -> frozenset[str]:
        """The numbers of those whom somebody types: whose number it is, else all by number or name."""
        number, wanted = self.number_meant(typed), sought(typed)
        called = [self._called(language) for language in languages()]
        if number in called[0] or not wanted:
            return frozenset({number} & {*called[0]})
        return frozenset(
            known for known in called[0] if holds(known, [each.get(known, "") for each in called], wanted)
        )

    def names(self) -> Mapping[str, str]:
        """How everybody is called whose name is known, by number."""
        return {number: name for number, name in self._called(self.language).items() if name}

    def _called(self, language: Language) -> Mapping[str, str]:
        """How everybody is called, by number; "" where no name is known."""
        names: dict[str, str] = {}
        after: str | None = ""
        while after is not None:
            answer = self.parts.desk.ask(
                self.tournament,
                "entrants",
                PageParams(after=after, limit=MOST),
                self.call.visibility,
                language=language,
            )
            assert isinstance(answer, EntrantsAnswer)
            names |= {row.entrant.entrant_no: row.name or "" for row in answer.rows}
            after = answer.next
        return names


def looking(parts: Parts, call: Call, further: Container[str] = (), *, kept: bool = False) -> Looking:
    """The look that an address asks for.

    Args:
        further: what the page takes beside a view.
        kept: whether a moment that cannot be understood is said beside its field, and the one before shown.

    Raises:
        Problem: tournament-unknown, a parameter that is not taken, or a moment that cannot be understood.
    """
    refuse_strange(request.args, further)
    view = View.read(request.args)
    wrong = WrongFields(call.language, kept=kept and wants_page(request))
    last = parts.desk.head(call.tournament).seq
    number = partial(parts.desk.number_known, call.tournament)
    unit = partial(parts.desk.unit_known, call.tournament)
    view = structs.replace(
        view,
        person=number(view.person),
        entrants=",".join(map(number, view.chosen)),
        units=",".join(map(unit, listed(view.units))),
    )
    seq = last
    with wrong.beside("as_of"):
        seq = parts.desk.moment(call.tournament, view.as_of) if view.as_of else last
    if "as_of" in wrong:
        view = structs.replace(view, as_of="")
        if view.here:
            with suppress(Problem):
                seq = parts.desk.moment(call.tournament, view.here)
                view = structs.replace(view, as_of=str(seq) if seq < last else "")
    return Looking(parts, call, view, seq, last, frame(parts, call, "staff", seq), wrong)
