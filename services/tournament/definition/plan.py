"""A whole tournament as planned: its stages, awards, places and readings.

A Competition stands in the founding event as canonical JSON for good, so that a replay never depends on a
later file. A field that comes later needs a default, which is left out of the canonical form, so that the
hash of a plan stays the same; a default never changes.
"""

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from functools import cached_property
from typing import Annotated
from zoneinfo import ZoneInfo

import msgspec

from services.tournament.definition.ages import age_on
from services.tournament.definition.attachments import USES, Attachment, Attachments, Use
from services.tournament.definition.awards import Award, FamilyAward, PlacesAward, Titles
from services.tournament.definition.categories import Category
from services.tournament.definition.sessions import SessionPlan
from services.tournament.definition.stages import StagePlan
from services.tournament.definition.texts import Text
from services.tournament.kernel.lengths import MOST_READINGS, Cite, Colour, Id, Languages, Line, Places
from shared.bounds import entries, many
from shared.catalogue import Listed
from shared.codec import digest
from shared.zones import moment_in

WHOLE = Text("tournament", "賽事")
MOST_STAGES = 100
MOST_AWARDS = 50
MOST_CATEGORIES = 50


class Venue(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where it takes place.

    Attributes:
        name: of the venue.
        address: of the venue.
        travel: how to get there.
        map: the address of a page that shows it on a map, beginning with https://.
    """

    name: Text
    address: Text | None = None
    travel: Text | None = None
    map: Text | None = None


class Reading(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A point the rule document leaves open, as this tournament reads it.

    Attributes:
        value: what was chosen.
        cites: the place in the rule document.
        note: what it means, for people.
    """

    value: Line | int | bool
    cites: Cite
    note: Text


class Competition(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True, dict=True
):
    """A whole tournament as planned.

    Attributes:
        id: lower-case letters, digits, dots, dashes; at most 63.
        title: what people call it.
        ruleset: the rules it is played by: an id, or on the command line the path of a file beside this one.
        zone: IANA time zone of the venue.
        languages: those it speaks, the first one first.
        organizer: who holds it.
        venue: where it takes place.
        contact: how to reach the organizer.
        timer_guide: the address of the guide to the timer, beginning with https://; reminders link to it.
        timer_guide_file: the guide itself, the name of a file beside this one: PDF, PNG, JPEG or plain text
            in UTF-8, at most 300,000 bytes. Reminders bring it by e-mail and Telegram; without an address it
            is also a page of the public site. Without either, reminders say where to ask for the guide.
        banner: the colour at the head of its pages, as #0a5f57; what is written on it is black or white,
            whichever reads better.
        logo_file: the logo at the head of its pages, the name of a file beside this one: SVG without scripts,
            links or anything from elsewhere, or PNG; at most 50,000 bytes.
        privacy: the statement on collecting personal data, its address or a short text; shown before linking.
        quota: how many may register in all; by default as many as there is room for.
        minimum_age: the birthday that must lie before the day of the entrant's own session; 0 for none.
        verbal_warnings: how many before a further breach is investigated.
        tables_per_official: how many tables one referee supervises.
        categories: groups with places of their own in the same standings.
        results_published_on: the day on which results are announced.
        results_published_at: where they are announced.
        readings: points that the rule document leaves open, as this tournament reads them.
        stages: in order, each under its heading; each is entered by registration or from an earlier one.
        awards: what is awarded.
    """

    id: Id
    title: Text
    ruleset: Id
    zone: Id
    languages: Languages = ("en", "zh")
    organizer: Text | None = None
    venue: Venue | None = None
    contact: Text | None = None
    timer_guide: Text | None = None
    timer_guide_file: Attachments | None = None
    banner: Colour | None = None
    logo_file: Attachments | None = None
    privacy: Text | None = None
    quota: int | None = None
    minimum_age: int = 0
    verbal_warnings: int = 2
    tables_per_official: int = 2
    categories: Annotated[tuple[Category, ...], many(MOST_CATEGORIES)] = ()
    results_published_on: date | None = None
    results_published_at: Places = ()
    readings: Annotated[dict[Id, Reading], entries(MOST_READINGS)] = {}
    stages: Annotated[tuple[StagePlan, ...], many(MOST_STAGES)] = msgspec.field(name="stage")
    awards: Annotated[tuple[Award, ...], many(MOST_AWARDS)] = msgspec.field(name="award", default=())

    @cached_property
    def privacy_version(self) -> str:
        """A digest that tells the statement on personal data from earlier ones; "" where there is none."""
        return "" if self.privacy is None else digest(self.privacy)[:12]

    @cached_property
    def attached(self) -> tuple[tuple[Use, Attachment], ...]:
        """The files it names, each once, with what they are for."""
        named = ((use, getattr(self, field)) for field, use in USES.items())
        return tuple((use, file) for use, files in named if files is not None for file in files.files)

    @property
    def attachments(self) -> tuple[Attachment, ...]:
        """The files it names, each once."""
        return tuple(dict.fromkeys(file for _, file in self.attached))

    @cached_property
    def sessions(self) -> tuple[SessionPlan, ...]:
        """Every session, stage by stage, in order."""
        return tuple(session for stage in self.stages for session in stage.sessions)

    def stage(self, id: str) -> StagePlan | None:
        return self.by_id.get(id)

    def session(self, id: str) -> SessionPlan | None:
        found = self._places.get(id)
        return None if found is None else found[1]

    def stage_of(self, session: str) -> StagePlan | None:
        """The stage that a session belongs to."""
        found = self._places.get(session)
        return None if found is None else found[0]

    @cached_property
    def stage_ids(self) -> tuple[str, ...]:
        """The ids of the stages, in the order in which they are played."""
        return tuple(self.by_id)

    @property
    def first_stage(self) -> str:
        """The id of the stage that is played first, and meant where none is named."""
        return self.stage_ids[0]

    @property
    def last_stage(self) -> str:
        """The id of the stage that is played last."""
        return self.stage_ids[-1]

    @cached_property
    def registered_stages(self) -> tuple[str, ...]:
        """The ids of the stages that people register for, in order."""
        return tuple(stage.id for stage in self.stages if stage.source is None)

    @cached_property
    def last_stages(self) -> tuple[str, ...]:
        """The ids of the stages that no other follows from, in order; the tournament ends with them."""
        return tuple(stage.id for stage in self.stages if not self.leads_to(stage.id))

    @cached_property
    def cut_stages(self) -> tuple[str, ...]:
        """The ids of the first stages that are entered by a cut, one for each stage that people register for
        and that leads on."""
        following = (self.leads_to(stage) for stage in self.registered_stages)
        return tuple(stages[0].id for stages in following if stages)

    def stages_from(self, stage: str) -> tuple[str, ...]:
        """The ids of a stage and of those that follow from it: who is out of the one is out of these."""
        return self._stages_from.get(stage, (stage,))

    def stages_after(self, stage: str) -> tuple[str, ...]:
        """The ids of the stages that follow from a stage."""
        return self.stages_from(stage)[1:]

    def registered_for(self, stage: str) -> str:
        """The id of the stage that people register for to come to this one: it, or one before it."""
        source = self.by_id[stage].source
        return stage if source is None else self.registered_for(source.stage)

    def stage_name(self, stage: str) -> Text:
        """What people call a stage; the only one is the tournament itself."""
        if len(self.stages) == 1:
            return WHOLE
        named = self.by_id[stage].name
        return Text(both=stage) if named is None else named

    def stages_called(self, stages: Iterable[str]) -> Listed:
        """What people call these stages, one after the other."""
        return Listed([self.stage_name(stage) for stage in stages])

    @property
    def stage_names(self) -> dict[str, Text]:
        """What people call each stage, in the order in which they are played."""
        return {stage: self.stage_name(stage) for stage in self.stage_ids}

    @cached_property
    def main_award(self) -> PlacesAward | None:
        """The award for places that comes last in the file: what the tournament itself is won by."""
        places = [award for award in self.awards if isinstance(award, PlacesAward)]
        return places[-1] if places else None

    @property
    def titles(self) -> Titles:
        """The titles for the first places, in order, of `titled_stage`."""
        return self.main_award.titles if self.main_award is not None else ()

    @property
    def titled_stage(self) -> str:
        """The id of the stage whose first places have `titles`; where there are none the last."""
        return self.main_award.stage if self.main_award is not None else self.last_stage

    @cached_property
    def family_award(self) -> FamilyAward | None:
        """The award for a child and a parent, if there is one."""
        return next((award for award in self.awards if isinstance(award, FamilyAward)), None)

    @property
    def family_stage(self) -> str:
        """The id of the stage whose results a family unit adds up: that of its award."""
        award = self.family_award
        return self.last_stage if award is None else award.stage

    @cached_property
    def award_stages(self) -> tuple[str, ...]:
        """The ids of the stages on whose places an award rests, that of the main one first."""
        resting = (award.stage for award in self.awards)
        return tuple(dict.fromkeys((self.titled_stage, self.family_stage, *resting)))

    def days(self, stage: str) -> tuple[date, ...]:
        """The days on which a stage is played as planned, in order."""
        planned = self.by_id[stage].sessions
        return tuple(sorted({session.day for session in planned if session.day is not None}))

    def number(self, session: str) -> int:
        """Which session of its day it is as planned, from 1; without a day, which of its stage."""
        stage, plan = self._places[session]
        like = stage.sessions if plan.day is None else self.sessions
        return 1 + [other.id for other in like if other.day == plan.day].index(session)

    def session_needs_stage(self, session: str) -> bool:
        """Whether what people call a session could be one of another stage.

        Numbers run over all stages of a day, and two stages may each have a "Round 1".
        """
        _, plan = self._places[session]
        like = (
            stage.id
            for stage, other in self._places.values()
            if (other.day == plan.day if plan.name is None else other.name == plan.name)
        )
        return len(set(like)) > 1

    def counted_in(self, stage: str) -> tuple[str, ...]:
        """The stages whose results count in one, in the order in which they are played."""
        return self._counted_in[stage]

    def leads_to(self, stage: str) -> tuple[StagePlan, ...]:
        """The stages that are entered from this one, in order; none from a stage that is not of the plan."""
        return self._leads_to.get(stage, ())

    def ruleset_of(self, stage: StagePlan) -> str:
        """The id of the rules a stage is played by."""
        return stage.ruleset or self.ruleset

    def category(self, id: str) -> Category | None:
        return next((category for category in self.categories if category.id == id), None)

    @property
    def rulesets(self) -> tuple[str, ...]:
        """The ids of all rules that are played by, each once, the tournament's first."""
        return tuple(dict.fromkeys((self.ruleset, *(self.ruleset_of(stage) for stage in self.stages))))

    @property
    def places(self) -> int | None:
        """How many may register: the quota, else the room of stages with registration; None: unbounded."""
        if self.quota is not None:
            return self.quota
        rooms = [stage.room for stage in self.stages if stage.source is None]
        known = [room for room in rooms if room is not None]
        return sum(known) if rooms and len(known) == len(rooms) else None

    @property
    def needs_birth_dates(self) -> bool:
        """Whether anything is decided by ages: who may enter, categories, or families."""
        by_age = any(category.by_age for category in self.categories)
        return by_age or self.minimum_age > 0 or any(award.needs_ages for award in self.awards)

    def first_day(self, stage: StagePlan) -> date | None:
        """The first day of a stage as planned; a suspension may move it."""
        return min((session.day for session in stage.sessions if session.day is not None), default=None)

    def moment(self, day: date, at: time) -> datetime:
        """A local day and time of the tournament as an aware moment."""
        return moment_in(ZoneInfo(self.zone), day, at)

    def opens(self, day: date, session: SessionPlan) -> datetime:
        """When a session takes the hall on a day: when check-in opens; without hours, with the day."""
        return self.moment(day, session.opens_at or time(0))

    def ends(self, day: date, session: SessionPlan) -> datetime:
        """When a session leaves the hall on a day: its end; without one, with the day."""
        if session.end is None:
            return self.moment(day + timedelta(days=1), time(0))
        return self.moment(day, session.end)

    def lasts(self, day: date, session: SessionPlan) -> timedelta | None:
        """How long play of a session lasts on a day; None where the start or the end is left out."""
        if session.start is None or session.end is None:
            return None
        return self.moment(day, session.end) - self.moment(day, session.start)

    def categories_of(self, birth: date, day: date | None) -> tuple[str, ...]:
        """The ids of the categories that someone falls into.

        Args:
            birth: the day of birth.
            day: of the first session of the entrant, on which ages count unless the category says another.
        """
        counted = [(category, category.ages_on or day) for category in self.categories if category.by_age]
        return tuple(
            category.id for category, on in counted if on is not None and category.holds(age_on(birth, on))
        )

    def local_day(self, moment: datetime) -> date:
        """The day that a moment falls on in the tournament's zone."""
        return moment.astimezone(ZoneInfo(self.zone)).date()

    @cached_property
    def by_id(self) -> dict[str, StagePlan]:
        """The stages by id, in the order in which they are played."""
        return {stage.id: stage for stage in self.stages}

    @cached_property
    def _counted_in(self) -> dict[str, tuple[str, ...]]:
        counted: dict[str, tuple[str, ...]] = {}
        for stage in self.stages:
            before = counted[stage.source.stage] if stage.carry and stage.source is not None else ()
            counted[stage.id] = (*before, stage.id)
        return counted

    @cached_property
    def _leads_to(self) -> dict[str, tuple[StagePlan, ...]]:
        later = [(plan.source.stage, plan) for plan in self.stages if plan.source is not None]
        return {
            stage.id: tuple(plan for source, plan in later if source == stage.id) for stage in self.stages
        }

    @cached_property
    def _stages_from(self) -> dict[str, tuple[str, ...]]:
        return {stage.id: tuple(self._reached_from(stage.id)) for stage in self.stages}

    def _reached_from(self, stage: str) -> list[str]:
        found = [stage]
        for later in self.stages:
            if later.source is not None and later.source.stage in found:
                found.append(later.id)
        return found

    @cached_property
    def _places(self) -> dict[str, tuple[StagePlan, SessionPlan]]:
        return {session.id: (stage, session) for stage in self.stages for session in stage.sessions}
