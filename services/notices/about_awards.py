"""The awards: each is told once, and of awards made again after they were revoked what is another."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from services.notices.notice import Notice
from services.notices.registry import note, policy
from services.tournament.publication.awards import AwardsMade, FamilyAwardMade
from services.tournament.standings.outcomes import AwardedPlace, OtherAward
from services.tournament.standings.places_seen import waits_for_publication
from services.tournament.state import State


class _Won(NamedTuple):
    """A title of an entrant; `award` is "" for the places of the main one."""

    entrant: str
    award: str
    place: str

    @property
    def topic(self) -> str:
        """What a word about it takes the place of."""
        return f"award:{self.entrant}:{self.award or 'place'}:{self.place}"


@policy(AwardsMade)
def _awarded(state: State, event: AwardsMade, seq: int) -> Iterable[Notice]:
    if not waits_for_publication(state, state.plan.titled_stage):
        yield from of_places(state, event.places, seq)
    for number, award in enumerate(_awards(state, event.others), 1 + len(event.places)):
        if not waits_for_publication(state, state.plan.awards[award].stage):
            given = [other for other in event.others if other.award == award]
            yield from of_another(state, award, given, number, seq)


def _awards(state: State, others: Iterable[OtherAward]) -> list[int]:
    """The awards beside the main one that somebody has, or had before they were revoked."""
    revoked = state.awards_revoked.others if state.awards_revoked is not None else ()
    return sorted({given.award for given in (*others, *revoked)})


def of_places(state: State, places: Iterable[AwardedPlace], seq: int) -> Iterable[Notice]:
    """What is told of the titles for places."""
    revoked = state.awards_revoked.places if state.awards_revoked is not None else ()
    before = [won for place in revoked for won in _of_place(place)]
    yield from _told([won for place in places for won in _of_place(place)], before, 1, seq)


def of_another(
    state: State, award: int, given: Iterable[OtherAward], number: int, seq: int
) -> Iterable[Notice]:
    """What is told of one award beside them."""
    revoked = state.awards_revoked.others if state.awards_revoked is not None else ()
    before = [won for other in revoked if other.award == award for won in _of_other(other)]
    yield from _told([won for other in given for won in _of_other(other)], before, number, seq)


def _of_place(awarded: AwardedPlace) -> Iterator[_Won]:
    return (_Won(entrant, "", str(awarded.place)) for entrant in awarded.entrants)


def _of_other(given: OtherAward) -> Iterator[_Won]:
    return (_Won(holder, str(given.award), str(given.place)) for holder in given.holders)


def _told(won: list[_Won], before: list[_Won], number: int, seq: int) -> Iterable[Notice]:
    """Who has won, or lost, something that they were not told before."""
    holders = {title.entrant for title in won}
    lost = [title for title in before if title.entrant not in holders]
    for title in won:
        if title not in before:
            yield _note(title, "awards-corrected" if before else "awards", number, seq)
    for title in lost:
        yield _note(title, "awards-taken-back", number, seq)


def _note(title: _Won, template: str, number: int, seq: int) -> Notice:
    named = {"award": title.award} if title.award else {}
    return note(
        seq,
        "awards",
        f"entrant:{title.entrant}",
        template,
        named,
        number=number,
        topic=title.topic,
        place=title.place,
    )


@policy(FamilyAwardMade)
def _family(state: State, event: FamilyAwardMade, seq: int) -> Iterable[Notice]:
    if not waits_for_publication(state, state.plan.family_stage):
        yield from of_families(state, event.units, seq)


def of_families(state: State, units: Iterable[str], seq: int) -> Iterable[Notice]:
    """What is told of the family award."""
    before = state.awards_revoked.family_units if state.awards_revoked is not None else ()
    won = tuple(units)
    for name in (*won, *before):
        if name not in state.units or (name in won and name in before):
            continue
        template = "family-award-taken-back" if name not in won else "family-award"
        if name in won and before:
            template = "family-award-corrected"
        unit = state.units[name]
        # One notice for both, so that a chat that stands for both reads it once.
        both = {"child": unit.child, "parent": unit.parent}
        yield note(seq, "awards", f"unit:{name}", template, both, topic=f"award:{name}:family")
