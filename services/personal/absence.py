"""Who cannot come: the places that can be given back, what each way says, and the command that it is."""

from collections.abc import Iterator, Sequence

import msgspec

from services.desk.params import EntrantParams
from services.desk.programme import TournamentAnswer
from services.desk.views import EntrantView, ReserveView
from services.personal.after_the_cut import goes_on_to
from services.personal.person import Person
from services.personal.read_back import Part, part
from services.personal.reader import Reader
from services.personal.reserves import reserve_waiting
from services.personal.schedule import Appearance, appearances
from services.personal.sessions import UNDER_WAY
from services.projections.rows import EntrantRow
from services.tournament.definition.plan import Competition
from services.tournament.definition.stages import Stage
from services.tournament.kernel.facts import Command
from services.tournament.people.amendments import CancelRegistration
from services.tournament.standings.finalists import WithdrawQualifier

OF_A_CUT = ("qualifier", "reserve")
"""Places that follow from a cut."""


class GiveBack(msgspec.Struct, frozen=True):
    """A place that can be given back.

    Attributes:
        what: "cancel" the registration, one "stage" of several, the place of a "qualifier" or "reserve".
    """

    what: str
    stage: str

    def command(self, number: str) -> Command:
        """What gives it back, for an entrant."""
        if self.what in OF_A_CUT:
            return WithdrawQualifier(entrant=number, stage=self.stage)
        return CancelRegistration(entrant=number, stage=self.stage if self.what == "stage" else None)


def ways(
    plan: Competition,
    row: EntrantRow,
    coming: Sequence[Appearance],
    reserve: ReserveView | None,
    goes_on: Stage | None = None,
) -> Iterator[GiveBack]:
    """The places that can be given back: those registered for before any arrival, later stages, as a reserve.

    Args:
        coming: what is still to come for the entrant (`to_come`).
        reserve: for what they may move up (`reserve_waiting`).
        goes_on: what they go on to without a session yet (`goes_on_to`).
    """
    arrived = [row.presence, row.final_presence or "expected", *(entry.presence for entry in row.entries)]
    stages = dict.fromkeys(appearance.row.stage for appearance in coming)
    several = len([stage for stage in stages if stage in plan.registered_stages]) > 1
    for stage in stages:
        if stage not in plan.registered_stages:
            yield GiveBack("qualifier", stage)
        elif several or set(arrived) == {"expected"}:
            yield GiveBack("stage" if several else "cancel", stage)
    if goes_on is not None:
        yield GiveBack("qualifier", goes_on)
    if reserve is not None:
        yield GiveBack("reserve", reserve.stage)


def may_stay_away(reader: Reader, person: Person) -> bool:
    """Whether there is anything that the participant could say not to come to."""
    return bool(
        to_come(reader, person) or reserve_waiting(reader, person) or goes_on_to(reader, person) is not None
    )


def read_back(reader: Reader, person: Person, way: GiveBack) -> str:
    """What giving a place back means, and the question whether that is sure."""
    row = row_of(reader, person)
    return reader.text(
        f"absence_read_{way.what}",
        name=person.name,
        stage=plan_of(reader, person).stage_name(way.stage),
        family=row.unit is not None,
        waiting=row.status == "waiting",
    )


def parts_read(reader: Reader, person: Person, way: GiveBack) -> list[Part]:
    """What counts of that: whether the place is held or waited for, and a family unit that ends with it."""
    row = row_of(reader, person)
    if way.what != "cancel":
        return []
    waiting = row.status == "waiting"
    leaves = part("leaves", waiting, reader.text("absence_leaves", name=person.name, waiting=waiting))
    dissolved = [part("family", True, reader.text("absence_dissolves"))] if row.unit is not None else []
    return [leaves, *dissolved]


def to_come(reader: Reader, person: Person) -> list[Appearance]:
    """What is still to be played, or waited for, and not under way."""
    found = appearances(reader, person, plan_of(reader, person))
    return [
        appearance
        for appearance in found
        if not appearance.is_over and appearance.row.status in ("scheduled", "suspended")
    ]


def is_at_a_table(reader: Reader, person: Person) -> bool:
    """Whether a participant sits at a table in play, where a doubt about a game is for its referee."""
    plan = plan_of(reader, person)
    return any(
        appearance.table is not None
        and appearance.row.status in UNDER_WAY
        and plan.by_id[appearance.row.stage].draw != "open"
        for appearance in appearances(reader, person, plan)
    )


def plan_of(reader: Reader, person: Person) -> Competition:
    """The plan of a person's tournament."""
    answer: TournamentAnswer = reader.ask(person, "tournament")
    return answer.definition


def row_of(reader: Reader, person: Person) -> EntrantRow:
    """The row of a participant."""
    view: EntrantView = reader.ask(person, "entrant", EntrantParams(entrant=person.number))
    return view.entrant
