"""The page that closes a stage step by step: what is open, the cut, who plays on, results and awards."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from services.desk.params import NoParams, StandingsParams, TimelineParams
from services.desk.views import AwardsAnswer, FamiliesAnswer, StandingsAnswer, StandingView
from services.officials.impact import award_changed, notices_told
from services.officials.meaning import foreseen
from services.officials.people_named import PeopleNamed
from services.officials.tables import note_said, problem_said
from services.rules.exact import figure_shown
from services.rules.game import remark
from services.tasks.closing import ClosingStep, closing_steps, still_open
from services.tasks.offered import Offer
from services.tasks.plain import command_of
from services.tasks.questions import questions_of
from services.tasks.refusals import refusal
from services.tasks.subjects import Subjects
from services.tournament.catalogue import commands, event_types
from services.tournament.definition.stages import Stage
from services.tournament.publication.made_before import awards_differ
from services.tournament.publication.publishing import published_rows, unsettled
from services.tournament.standings.columns import columns_of
from services.tournament.standings.cut import QualificationHeld, source_of
from services.tournament.standings.qualification import CUT_CHANGED, how_cut_stands
from services.tournament.standings.reserves import has_begun
from services.tournament.state import State
from services.web.docket.page_reader import PageReader
from services.web.etags import Answer
from services.web.parts import Parts
from services.web.rendering import PageParameters
from services.web.results.page import Differences, differences
from services.web.routes import Call
from services.web.signing_in.just_done import done_said
from services.web.signing_in.page import answer_of_log, zone_of
from services.web.standings.table import cell_of
from services.web.subject_pages import record_of
from services.web.tasks.links import Link, link
from shared.catalogue import say
from shared.problems import Problem, not_found, quoted

_MOST_NAMED = 12
_HELD = event_types()[QualificationHeld].name
_MOST_FAMILIES = 5
_MOST_COLUMNS = 3


class ClosingParameters(PageParameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the page takes: what whoever asks has just done, signed."""

    done: str | None = None


class StepShown(msgspec.Struct, frozen=True):
    """A step as it is shown.

    Attributes:
        called: what it is called, with the stage that is entered by it.
        lines: how it stands.
        near: those on both sides of the cut, or equal across it.
        across: who of them is equal across it, so that it does not part them.
        links: the ways to do it, or to what is still open.
        hindered: why it cannot be done now, in words.
    """

    step: ClosingStep
    called: str
    lines: Sequence[str]
    near: Sequence[StandingView]
    across: Collection[str]
    links: Sequence[Link]
    undo: Link | None
    hindered: Sequence[str]


class Closing:
    """A stage, for whoever is signed in; raises Problem: not-found."""

    def __init__(self, parts: Parts, call: Call) -> None:
        self.parts, self.call, self.stage = parts, call, call.path["stage"]
        self.state: State = parts.desk.state(call.tournament)
        if self.stage not in self.state.stages:
            raise not_found("stage", quoted(self.stage))
        self.reader = PageReader(parts, call)
        self.person = self.reader.person
        self.subjects = Subjects(self.state, self.reader, self.person, call.visibility)
        self.people = PeopleNamed(self.reader, self.person)
        self.standings: StandingsAnswer = self.reader.ask(
            self.person, "standings", StandingsParams(stage=self.stage)
        )
        self.names = {row.entrant_no: row.name or "" for row in self.standings.rows}

    def shown(self) -> Answer:
        """The page."""
        steps = closing_steps(self.state, self.call.visibility, self.stage)
        return answer_of_log(
            self.parts,
            self.call,
            "tasks/closing.html",
            called=self.subjects.title(f"stage:{self.stage}"),
            stage=self.stage,
            done=done_said(self.parts, self.call),
            steps=[self._step(step) for step in steps],
            names=self.names,
            version=self.state.versions.get(self.stage, 0),
            differing=self._differences(),
            figure_words=figure_shown,
            columns=columns_of(self.state, self.stage)[:_MOST_COLUMNS],
            **(self._families() if steps[-1].step == "awards" else {}),
        )

    def _step(self, step: ClosingStep) -> StepShown:
        """A step with what would refuse it; where it can be done, who would be told."""
        links, hindered = [*self._open()] if step.step == "open" else [], dict[str, None]()
        for offer in step.offers:
            refused = self._refused(offer)
            if refused is None:
                links.append(self._link(offer))
            elif step.progress != "done":
                hindered[problem_said(self.reader, refused)] = None
        undo = step.undo
        if undo is not None and self._refused(undo) is not None:
            undo = None
        stage = self.state.plan.stage_name(step.stage)
        lines = [*_LINES[step.step](self, step.stage)]
        if step.progress != "done" and len(step.offers) == len(links) == 1 and not _asks(step.offers[0]):
            lines += self._foreseen(step.offers[0])
        near: Sequence[StandingView] = ()
        across: Collection[str] = ()
        if step.step == "cut" and step.progress != "later":
            near, across = self._near(step.stage)
        return StepShown(
            step,
            say(f"page-closing-{step.step}", self.call.language, stage=stage),
            lines,
            near,
            across,
            links,
            None if undo is None else self._link(undo),
            [*hindered],
        )

    def _refused(self, offer: Offer) -> Problem | None:
        return refusal(self.parts.desk, self.call.tournament, self.call.principal, offer)

    def _link(self, offer: Offer) -> Link:
        return link(self.call.tournament, offer, self.people, closing_path(self.call.tournament, self.stage))

    def _open(self) -> Iterator[Link]:
        for key, status in still_open(self.state, self.stage):
            address = f"{record_of(self.call.tournament, key)}?lang={self.call.language}"
            yield Link(self.subjects.title(key), status.in_language(self.call.language), address)

    def _foreseen(self, offer: Offer) -> Iterator[str]:
        """Which awards it makes, and who would be told."""
        command = command_of(commands()[offer.task], offer.answers, zone_of(self.parts, self.call))
        look = foreseen(self.reader, self.person, command)
        for award in look.preview.difference.awards:
            yield award_changed(self.reader, self.person, award)
        yield notices_told(self.reader, self.person, look.preview, look.told)

    def _near(self, stage: Stage) -> tuple[Sequence[StandingView], frozenset[str]]:
        """Who is tied across the cut; else those on the last place that enters, and on the next.

        Who is tied comes twice: of a cut that is not made, whoever would be.
        """
        (cut,) = (each for each in self.standings.cuts or () if each.stage == stage)
        rows, across = self.standings.rows, frozenset(cut.tied)
        edges: list[int | None] = []
        if not across and cut.places is not None and cut.per_table is None:
            edges = [row.place for row in rows[cut.places - 1 : cut.places + 1]]
        near = [row for row in rows if row.entrant_no in across or row.place in edges]
        if len(edges) == 2 and edges[0] == edges[1]:
            across = frozenset(row.entrant_no for row in near)
        return near, across

    def _differences(self) -> Differences | None:
        """What differs from the version published last."""
        version = self.state.versions.get(self.stage)
        if not version:
            return None
        before = self.state.publications[f"{self.stage}/{version}"].rows
        columns = columns_of(self.state, self.stage)
        return differences(before, published_rows(self.state, self.stage), columns)

    def _families(self) -> Mapping[str, Any]:
        """The first families with their sums, where there is an award for them."""
        award = self.state.plan.family_award
        if award is None:
            return {}
        answer: FamiliesAnswer = self.reader.ask(self.person, "families", NoParams())
        return {
            "families": answer,
            "lines": [row for row in answer.rows if row.place is not None][:_MOST_FAMILIES],
            "award": award.name.in_language(self.call.language),
            "family_stage": self.state.plan.stage_name(award.stage).in_language(self.call.language),
            "figure": cell_of,
        }

    # How each step stands, in words

    def open_lines(self, stage: Stage) -> Iterator[str]:
        """That nothing is open, or that nothing was played."""
        if not any(still_open(self.state, stage)):
            for point in unsettled(self.state, stage):
                words = point.in_language(self.call.language)
                yield words[:1].upper() + words[1:]

    def cut_lines(self, stage: Stage) -> Iterator[str]:
        """What led to the cut as it is: ties, and how they were decided, with the seed of a lot."""
        seq = self.state.cut_into(stage).seq
        found: list[str] = []
        while seq is not None:
            asked = TimelineParams(after=str(seq - 1), limit=1)
            (entry,) = self.reader.ask(self.person, "timeline", asked).rows
            if not found or entry.type != _HELD:  # Once it is decided, no decision is needed.
                found.append(entry.text)
            seq = entry.caused_by
        yield from reversed(found)
        if how_cut_stands(self.state, stage) == "changed":
            freed = bool(self.state.cut_into(stage).vacancies)
            yield problem_said(self.reader, CUT_CHANGED(freed=freed))
        if self._by_former_figures(stage):
            yield note_said(remark("cut-made-before"), self.call.language)

    def _by_former_figures(self, stage: Stage) -> bool:
        """Whether somebody who plays on stands behind or level with who does not, by places alone."""
        cut = self.state.cut_into(stage)
        (view,) = (each for each in self.standings.cuts or () if each.stage == stage)
        places = {row.entrant_no: row.place for row in self.standings.rows if row.place is not None}
        lowest = max((places[number] for number in cut.qualified if number in places), default=0)
        others = {number: places[number] for number in places.keys() - {*cut.qualified, *cut.given_up}}
        # A tie that was decided, or drawn, leaves equals on both sides.
        equals = cut.decided is None and source_of(self.state, stage).ties != "lot"
        before = any(place < lowest or (equals and place == lowest) for place in others.values())
        return cut.status == "concluded" and view.per_table is None and before

    def places_lines(self, stage: Stage) -> Iterator[str]:
        """How many play on in which session, and who follows."""
        language, cut = self.call.language, self.state.cut_into(stage)
        for session in self.state.sessions_of(stage):
            if session.entrants:
                called = self.subjects.title(f"session:{session.plan.id}")
                yield say("page-closing-session", language, session=called, count=len(session.entrants))
        if cut.vacancies:
            yield say("page-closing-free", language, count=len(cut.vacancies))
        if cut.reserves and not has_begun(self.state, stage):
            first = [
                f"{number} {self.names.get(number, '')}".rstrip() for number in cut.reserves[:_MOST_NAMED]
            ]
            more = len(cut.reserves) - len(first)
            yield say("page-closing-reserves", language, count=len(cut.reserves), first=first, more=more)

    def results_lines(self, stage: Stage) -> Iterator[str]:
        """Which version was published last."""
        version = self.state.versions.get(stage)
        if version:
            yield say("page-closing-version", self.call.language, version=version)

    def awards_lines(self, stage: Stage) -> Iterator[str]:
        """Who was awarded what; and that it would be others now."""
        answer: AwardsAnswer = self.reader.ask(self.person, "awards", NoParams())
        for award in answer.rows:
            title = award.title_zh if self.call.language == "zh" else award.title_en
            holders = [self.people.entrant(number) for number in award.holders]
            who = award.team or holders
            yield say("page-closing-award", self.call.language, title=title, who=who)
        if self.state.awards is not None and awards_differ(self.state):
            yield note_said(remark("awards-made-before"), self.call.language)


def _asks(offer: Offer) -> bool:
    """Whether something is still to be answered, such as a reason."""
    questions = questions_of(commands()[offer.task])
    return any(question.needed and question.name not in offer.answers for question in questions)


_LINES = {
    "open": Closing.open_lines,
    "cut": Closing.cut_lines,
    "places": Closing.places_lines,
    "results": Closing.results_lines,
    "awards": Closing.awards_lines,
}


def closing_path(tournament: str, stage: Stage) -> str:
    """The address of the closing of a stage."""
    return record_of(tournament, f"stage:{stage}")


def closing_page(parts: Parts, call: Call) -> Answer:
    """The closing of a stage as it stands."""
    return Closing(parts, call).shown()
