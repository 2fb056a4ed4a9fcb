"""The console of a session: the steps of its day, who is missing, and its tables as on a wall plan."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import time
from typing import Any

import msgspec
from msgspec import structs

from services.desk.views import EntrantView
from services.officials.people_named import PeopleNamed, everyone, shown_name
from services.officials.tables import problem_said
from services.tasks.closing import CLOSE
from services.tasks.offered import Offer, StepOffered, about_session, about_table, first_of, steps_of
from services.tasks.refusals import refusal
from services.tasks.wall import TableOnWall, counted, wall
from services.tournament.definition.places_called import session_called
from services.tournament.play.timing import TABLES_WITHOUT_REFEREE
from services.tournament.seating.drawing import SESSION_BEFORE_OPEN
from services.tournament.seating.presence import present_and_missing
from services.tournament.seating.seats import TOO_EARLY_TO_DRAW
from services.tournament.seating.sessions import Session
from services.tournament.state import State
from services.web.docket.page_reader import PageReader
from services.web.etags import Answer
from services.web.parts import Parts
from services.web.rendering import PageParameters
from services.web.routes import Call
from services.web.signing_in.just_done import done_said, just_done
from services.web.signing_in.page import answer_of_log, sign_in_of, zone_of
from services.web.site.times import Times
from services.web.tasks.closing_page import closing_path
from services.web.tasks.links import Link, link
from services.web.tasks.walk_in import TASK as WALK_IN
from services.web.tasks.walk_in import WalkInDesk
from shared.catalogue import Listed, Word, say
from shared.catalogue.titles import title_of
from shared.problems import Problem, not_found, quoted

_MINUTE = 60
_LONGEST_ASKED = 100


class ConsoleParameters(PageParameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the page takes.

    Attributes:
        done: what whoever asks has just done, signed.
        who: whom the check-in desk is asked about, to be confirmed there.
    """

    done: str | None = None
    who: str | None = None


class Step(msgspec.Struct, frozen=True):
    """A step of the day as it is shown.

    Attributes:
        does: the way to it, if it is next and nothing hinders it.
        hindered: why not, in words, and `clears` the way to what clears it.
    """

    step: str
    progress: str
    does: Link | None = None
    undo: Link | None = None
    hindered: str = ""
    clears: Link | None = None


class Tile(msgspec.Struct, frozen=True):
    """A table on the wall: what it waits for is `next`, and who sits there is shown until play begins."""

    table: TableOnWall
    words: str
    referee: str
    seats: Sequence[str]
    next: Link | None


class Console:
    """A session, for whoever is signed in; raises Problem: not-found."""

    def __init__(self, parts: Parts, call: Call) -> None:
        self.parts, self.call = parts, call
        self.state: State = parts.desk.state(call.tournament)
        session = self.state.sessions.get(call.path["session"])
        if session is None:
            raise not_found("session", quoted(call.path["session"]))
        self.session: Session = session
        self.reader = PageReader(parts, call)
        self.names = PeopleNamed(self.reader, self.reader.person)
        self.path = console_path(call.tournament, session.plan.id)

    def shown(self, **more: Any) -> Answer:
        """The page; `more` is what came of the check-in desk."""
        present, absent = present_and_missing(self.state, self.session)
        missing = [number for number in absent if not self._has_forfeited(number)]
        people = len(present) + len(missing)
        tables = wall(self.state, self.session)
        missing = missing if self.session.status == "scheduled" else []
        done = self.call.parameters is not None and self.call.parameters.done is not None
        # Names are read where any is shown: of 1,200 people that takes a while.
        named = missing or done or self.session.status == "drawn"
        everybody = everyone(self.reader, self.reader.person, self.call.language) if named else {}
        return answer_of_log(
            self.parts,
            self.call,
            "tasks/console.html",
            path=self.path,
            handouts=f"{self.path.removesuffix('console')}handouts",
            session=self.session.plan.id,
            called=self.called,
            status=self.session.status,
            status_said=Word("session", self.session.status).in_language(self.call.language),
            when=Times(str(zone_of(self.parts, self.call)), self.call.language),
            starts=self.state.starts_at(self.session),
            due=self.state.is_due_at(self.session),
            steps=list(self._steps()),
            also=[
                *self._links(self._beside_steps()),
                *self._closing(),
            ],
            checks_in=self.checks_in,
            late_by=self._late_by,
            present=len(present),
            people=people,
            missing=[(number, shown_name(everybody[number])) for number in missing],
            tiles=list(self._tiles(tables, everybody)),
            counts=[
                (state, Word("wall", state).in_language(self.call.language), count)
                for state, count in counted(tables).items()
            ],
            **{
                "done": self._done(everybody),
                "wrong": "",
                "typed": self._asked_about,
                "several": (),
                # As long as it is not changed it holds for whoever comes next.
                "arrived": (*just_done(self.parts, self.call), "", "", "", "")[3],
                **({} if "walk_in" in more else {"walk_in": self.walk_in()}),
                **more,
            },
        )

    def _beside_steps(self) -> list[Offer]:
        """What else is offered about the session; a walk-in has a form of its own here."""
        offers = about_session(self.state, self.call.visibility, self.session)
        return [offer for offer in offers if offer.task != WALK_IN and self._refused(offer) is None]

    def _refused(self, offer: Offer) -> Problem | None:
        return refusal(self.parts.desk, self.call.tournament, self.call.principal, offer)

    def _closing(self) -> Iterator[Link]:
        """The way to close the stage, from the session with which it is over."""
        others = (each for each in self.state.sessions_of(self.session.stage) if each != self.session)
        may = self.call.visibility.scope(CLOSE) is not None
        if may and self.session.tables and all(each.status == "ended" for each in others):
            address = f"{closing_path(self.call.tournament, self.session.stage)}?lang={self.call.language}"
            yield Link(say("page-closing", self.call.language), "", address)

    @property
    def checks_in(self) -> bool:
        """Whether the check-in desk is open to whoever is signed in."""
        word = self.state.stage_plan(self.session.stage).check_in
        may = self.call.visibility.scope("check-in") is not None
        return self.session.status == "scheduled" and word != "none" and may

    def walk_in(self, sent: Mapping[str, str] = {}, wrong: Problem | None = None) -> WalkInDesk | None:
        """The form of a walk-in, with what was typed; None where there is none."""
        if not self.checks_in or self.call.visibility.scope(WALK_IN) is None:
            return None
        desk = WalkInDesk(self.reader, self.reader.person, self.session, sent, wrong)
        return desk if desk.is_offered else None

    @property
    def _late_by(self) -> time | None:
        """When people were to be seated, where that is past: whoever checks in now is late."""
        seated = self.state.seated_at(self.session)
        return seated.time() if seated is not None and seated < self.parts.clock.now() else None

    @property
    def _asked_about(self) -> str:
        asked = self.call.parameters
        return "" if asked is None else (asked.who or "")[:_LONGEST_ASKED]

    @property
    def called(self) -> str:
        """The session as people call it, beginning with a capital."""
        return self._session_called(self.session.plan.id)

    def _session_called(self, id: str) -> str:
        named = session_called(id, self.state.plan, self.state.moved_to)
        text = Listed([named]).in_language(self.call.language)
        return text[:1].upper() + text[1:]

    def _has_forfeited(self, number: str) -> bool:
        """Whether somebody who is not there has no way back in."""
        attendance = self.state.entrants[number].in_session(self.session.stage, self.session.plan.id)
        return attendance is not None and attendance.presence == "forfeited"

    def _done(self, everybody: Mapping[str, EntrantView]) -> Mapping[str, object]:
        """What was done just now: a task, or somebody's check-in, which can be undone."""
        task, _, number = (*just_done(self.parts, self.call), "", "", "")[:3]
        view = everybody.get(number)
        if view is None:
            said = done_said(self.parts, self.call)
            return {"said": said} if said else {}
        row, came = view.entrant, task in ("check-in", WALK_IN)
        may_undo = came and self._refused(Offer("undo-check-in", {"entrant": number})) is None
        return {
            "task": task,
            "who": f"{number} {shown_name(view)}".rstrip(),
            "table": (row.table or "").rpartition("/")[2],
            "seat": row.seat or "",
            "undo": number if may_undo else "",
        }

    def _steps(self) -> Iterator[Step]:
        for offered in steps_of(self.state, self.call.visibility, self.session):
            yield self._step(offered)

    def _step(self, offered: StepOffered) -> Step:
        is_over = offered.step == "check_in" and offered.progress == "next" and self._late_by is not None
        step = Step(offered.step, "over" if is_over else offered.progress)
        if offered.undo is not None and self._refused(offered.undo) is None:
            step = structs.replace(step, undo=self._link(offered.undo))
        if offered.offer is None:
            return step
        refused = self._refused(offered.offer)
        if refused is None:
            return structs.replace(step, does=self._link(offered.offer))
        said = problem_said(self.reader, refused)
        return structs.replace(step, hindered=said, clears=self._clearing(refused))

    def _clearing(self, refused: Problem) -> Link | None:
        """The way to what clears a refusal of the next step; None where it says all there is to do."""
        if refused.kind is TABLES_WITHOUT_REFEREE:
            return self._link(Offer("assign-referees", {"session": self.session.plan.id}))
        if refused.kind is TOO_EARLY_TO_DRAW and self.checks_in:
            return Link(title_of("check-in", self.call.language) or "", "", "#desk")
        before = self._open_before() if refused.kind is SESSION_BEFORE_OPEN else None
        if before is None:
            return None
        address = f"{console_path(self.call.tournament, before)}?lang={self.call.language}"
        return Link(self._session_called(before), "", address)

    def _open_before(self) -> str | None:
        """The first session of the stage before this one that is not over, or has a sheet that is open."""
        for each in self.state.sessions_of(self.session.stage):
            if each.plan.id == self.session.plan.id:
                return None
            if each.status != "ended" or any(table.state != "closed" for table in wall(self.state, each)):
                return each.plan.id
        return None

    def _tiles(self, tables: Sequence[TableOnWall], everybody: Mapping[str, EntrantView]) -> Iterator[Tile]:
        def named(number: str) -> str:
            return f"{number} {shown_name(everybody[number])}".rstrip()

        for table in tables:
            offers = about_table(self.state, self.call.visibility, self.session, table.number)
            first = first_of(offers, table)
            referee = "" if table.referee is None else self.names.referee(table.referee)
            words = Word("wall", table.state).in_language(self.call.language)
            seats = [named(number) for number in table.seats] if table.state == "waiting" else []
            seats += [
                f"{self.names.entrant(number)}{self._refusal(table.sheet, number)}"
                for number in table.refused
            ]
            yield Tile(table, words, referee, seats, None if first is None else self._link(first))

    def _refusal(self, sheet: str, number: str) -> str:
        """How somebody's signature is missing that was written down as missing."""
        medium, language = self.state.sheets[sheet].signatures[number].medium, self.call.language
        return f"{say('page-colon', language)}{Word('signature', medium).in_language(language)}"

    def _links(self, offers: Sequence[Offer]) -> list[Link]:
        return [self._link(offer) for offer in offers]

    def _link(self, offer: Offer) -> Link:
        return link(self.call.tournament, offer, self.names, self.path)


def console_path(tournament: str, session: str) -> str:
    """The address of a session's console."""
    return f"/t/{tournament}/sessions/{session}/console"


def console_page(parts: Parts, call: Call) -> Answer:
    """The console as it stands."""
    return Console(parts, call).shown()


def follows_from(parts: Parts, call: Call) -> str:
    """What the page follows from beside the log: whose sign-in it is, and the minute."""
    return f"{sign_in_of(call).grant_id} {int(parts.clock.now().timestamp()) // _MINUTE}"
