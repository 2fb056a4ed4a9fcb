"""Awards: champion, runners-up, and the Super Family Award (HK awards).

With two champions there is no 1st runner-up: places are never split. Family units with equal sums share.
"""

from datetime import date

from msgspec import structs

from services.tournament.definition.ages import age_on
from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Command, Event, Stamp
from services.tournament.kernel.lengths import Reason
from services.tournament.kernel.registry import decides, event, evolves
from services.tournament.lookups import required_text, rests_on_it
from services.tournament.people.families import final_day, sides_at
from services.tournament.publication.other_awards import other_awards
from services.tournament.publication.publishing import ending_stages, not_over
from services.tournament.standings.outcomes import AwardedPlace, Awards, OtherAward
from services.tournament.standings.places_seen import waits_for_publication
from services.tournament.standings.standing import family_standings, standings
from services.tournament.state import State
from shared.problems import ProblemType

AWARDS_MADE = ProblemType("awards-made", 409)
NO_AWARDS = ProblemType("no-awards", 409)


@event("awards-made", "conclusion")
class AwardsMade(Event, frozen=True):
    """Who is champion and runner-up; several share a place when equal on every key. `others` are all else."""

    places: tuple[AwardedPlace, ...]
    others: tuple[OtherAward, ...]


@event("family-award-made", "conclusion")
class FamilyAwardMade(Event, frozen=True):
    """The best family unit by the sums of both members' final results; none if no unit completed it."""

    units: tuple[str, ...]


@event("awards-revoked")
class AwardsRevoked(Event, frozen=True):
    """The awards were made in error."""

    case: str


class MakeAwards(Command, frozen=True, kw_only=True):
    """Make the awards from the standings, once every stage that nothing follows from is settled."""


class RevokeAwards(Command, frozen=True, kw_only=True):
    """Take the awards back, until the last stages are published; after that, where they would be others."""

    reason: Reason


@decides(MakeAwards)
def make_awards(draft: Draft, command: MakeAwards) -> None:
    problem = not_over(draft.state) if draft.state.awards is None else None
    if problem is not None:
        raise problem
    award(draft)


def award(draft: Draft) -> None:
    """Make the awards from the standings as they are."""
    if draft.state.awards is not None:
        raise AWARDS_MADE(published=_are_out(draft))
    seq = draft.record(AwardsMade(places_awarded(draft.state), other_awards(draft.state)))
    if draft.state.plan.family_award is None:
        return
    draft.record(FamilyAwardMade(_family_units(draft)), caused_by=seq)


@decides(RevokeAwards, AwardsRevoked)
def revoke_awards(draft: Draft, command: RevokeAwards) -> None:
    if draft.state.awards is None:
        raise NO_AWARDS()
    if _are_out(draft):
        raise rests_on_it("part-awards-published-results", "part-awards-correct-game-raise-dispute-have")
    case, text = draft.case(reason=required_text(command.reason))
    draft.record(AwardsRevoked(case), personal=text)


def _are_out(draft: Draft) -> bool:
    """Whether the awards are as the standings have them, and published with these."""
    awards = draft.state.awards
    now = (places_awarded(draft.state), _family_units(draft), other_awards(draft.state))
    as_now = awards is not None and now == (awards.places, awards.family_units, awards.others)
    return as_now and all(draft.state.versions.get(stage) for stage in ending_stages(draft.state))


def places_awarded(state: State) -> tuple[AwardedPlace, ...]:
    """The places with a title, from the standings as they are."""
    titles = len(state.plan.titles)
    by_place: dict[int, list[str]] = {}
    for line in standings(state, state.plan.titled_stage):
        if line.place <= titles:
            by_place.setdefault(line.place, []).append(line.entrant_no)
    return tuple(AwardedPlace(place, tuple(numbers)) for place, numbers in by_place.items())


def _family_units(draft: Draft) -> tuple[str, ...]:
    units = [standing for standing in family_standings(draft.state) if _of_age(draft, standing.unit)]
    best = min((unit.place for unit in units), default=0)
    return tuple(unit.unit for unit in units if unit.place == best)


def _of_age(draft: Draft, unit_name: str) -> bool:
    """Whether both members fit the unit on the award's day, else that on which the final was played.

    Whose birth date is not known any more fits as the unit was declared.
    """
    state = draft.state
    unit = state.units[unit_name]
    for side, number in (("child", unit.child), ("parent", unit.parent)):
        birth = draft.birth_date(state.entrants[number].person)
        attendance = state.entrants[number].at(state.plan.family_stage)
        if birth is not None and attendance is not None:
            day = _ages_on(state) or state.sessions[attendance.session].day or final_day(state)
            age = age_on(birth, day)
            if side not in sides_at(state.plan, age):
                return False
    return True


def _ages_on(state: State) -> date | None:
    """The day that the family award says ages count on, if it says one."""
    award = state.plan.family_award
    return None if award is None else award.ages_on


@evolves(AwardsMade)
def _made(state: State, event: AwardsMade, stamp: Stamp) -> State:
    return structs.replace(state, awards=Awards(event.places, (), stamp.seq, event.others))


@evolves(FamilyAwardMade)
def _family(state: State, event: FamilyAwardMade, stamp: Stamp) -> State:
    assert state.awards is not None
    awards = structs.replace(state.awards, family_units=event.units)
    return structs.replace(state, awards=awards)


@evolves(AwardsRevoked)
def _revoked(state: State, event: AwardsRevoked, stamp: Stamp) -> State:
    revoked = None if state.awards is None else _as_seen(state, state.awards)
    return structs.replace(state, awards=None, awards_revoked=revoked)


def _as_seen(state: State, awards: Awards) -> Awards:
    """The awards without those whose places participants did not see."""
    plan = state.plan
    others = tuple(
        given for given in awards.others if not waits_for_publication(state, plan.awards[given.award].stage)
    )
    places = () if waits_for_publication(state, plan.titled_stage) else awards.places
    family_units = () if waits_for_publication(state, plan.family_stage) else awards.family_units
    return structs.replace(awards, places=places, family_units=family_units, others=others)
