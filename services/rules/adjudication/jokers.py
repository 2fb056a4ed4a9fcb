"""What may become of a joker: may its set be changed, may it leave, and with what must it be used again.

Where jokers may go anywhere (HK rules 2.2, Examples 1 to 7; MSO; online) nothing here applies. Elsewhere a
joker stays the tile it is until a rack tile takes its place (Pressman, The Joker; BSG, Playing).
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import msgspec

from services.rules.adjudication.explanations import Explanation, Travel, explanations
from services.rules.adjudication.findings import Finding, breach, silence, weight
from services.rules.adjudication.turn import Turn
from services.rules.ruleset import UNSPECIFIED, Ruleset
from services.rules.sets import SMALLEST
from services.rules.tiles import Tile

FREE = "free_while_sets_stay_legitimate"
REPLACED = "replaced_from_the_rack"
RETRIEVALS = frozenset((FREE, REPLACED))
MANIPULATIONS = frozenset(("free",))


class Reuse(msgspec.Struct, frozen=True):
    """With what a retrieved joker must be used: so many further rack tiles, in a new set or in any."""

    further: int
    new_set: bool


REUSES = {
    "same_turn_with_one_rack_tile": Reuse(0, new_set=False),
    "same_turn_with_two_rack_tiles": Reuse(2, new_set=False),
    "same_turn_new_set_with_two_rack_tiles": Reuse(2, new_set=True),
}
HAND_JOKERS = {"anywhere": 0, "with_two_hand_tiles": 2}
"""How many other rack tiles the set needs in which a joker from the rack is laid."""


def _stays_whole(explanation: Explanation, travel: Travel) -> bool:
    """Whether the joker's set lies on whole, tiles added at most (Pressman tournament rules, 3)."""
    holding = Counter(explanation.turn.after[travel.went[0]].tiles)
    return explanation.as_left(travel.came[0]) <= holding and explanation.kept_in(travel.came[0]) == {
        travel.went[0]
    }


SETS_WITH_JOKER: dict[str, Callable[[Explanation, Travel], bool]] = {
    "like_any_set": lambda explanation, travel: True,
    "add_split_or_reduce": lambda explanation, travel: True,
    "add_only": _stays_whole,
}


def judge_jokers(ruleset: Ruleset, turn: Turn) -> list[Finding]:
    """What stands against a turn on account of jokers and of tiles moved on the table, told in the best way.

    The sets after the turn must be legitimate and all tiles accounted for.
    """
    if _nothing_to_judge(ruleset):
        return []
    best: list[Finding] | None = None
    for explanation in explanations(turn):
        found = list(_against(ruleset, explanation))
        if not found:
            return found
        if best is None or weight(found) < weight(best):
            best = found
    return best or []


def must_have_retrieved(turn: Turn) -> bool:
    """Whether in every way the turn can be told a joker left its set on the table, replaced or not."""
    return any(table_set.jokers for table_set in turn.before) and not any(
        all(travel.replaced_by is None and _stays(explanation, travel) for travel in explanation.travels)
        for explanation in explanations(turn)
    )


def _stays(explanation: Explanation, travel: Travel) -> bool:
    """Whether the joker is still what it was, and did not leave a set that stays."""
    stood_for = explanation.turn.before[travel.came[0]].standing_for(travel.came[1])
    stands_for = explanation.turn.after[travel.went[0]].standing_for(travel.went[1])
    return bool(stood_for & stands_for) and not _left_behind(explanation, travel)


def _nothing_to_judge(ruleset: Ruleset) -> bool:
    jokers = ruleset.jokers
    return (
        jokers.retrieval.value == FREE
        and ruleset.sets.manipulation.value != UNSPECIFIED
        and not _needed_beside_hand_joker(ruleset)
    )


def _needed_beside_hand_joker(ruleset: Ruleset) -> int:
    axis = ruleset.jokers.from_hand
    return 0 if axis is None else HAND_JOKERS.get(axis.value, 0)


def _against(ruleset: Ruleset, explanation: Explanation) -> Iterator[Finding]:
    for travel in explanation.travels:
        if travel.replaced_by is not None:
            yield from _retrieved(ruleset, explanation, travel)
        elif ruleset.jokers.retrieval.value != FREE:
            yield from _kept(ruleset, explanation, travel)
    needed = _needed_beside_hand_joker(ruleset)
    for index, place in sorted(explanation.laid):
        others = [free_place for free_place in explanation.free_rack_places(index) if free_place != place]
        if len(others) < needed:
            axis = ruleset.jokers.from_hand
            assert axis is not None  # nothing is needed where it is not stated
            yield breach("hand_joker_alone", axis.cite, set=explanation.turn.after[index], least=needed)
    manipulation = ruleset.sets.manipulation
    if manipulation.value == UNSPECIFIED and not only_added_to(explanation):
        yield silence("moving_not_stated", manipulation.cite)


def _kept(ruleset: Ruleset, explanation: Explanation, travel: Travel) -> Iterator[Finding]:
    retrieval, whole = ruleset.jokers.retrieval, ruleset.jokers.sets_with_joker
    was = explanation.turn.before[travel.came[0]]
    if not _stays(explanation, travel):
        stood_for = was.standing_for(travel.came[1])
        if retrieval.value == UNSPECIFIED:
            yield silence("joker_retrieval_not_stated", retrieval.cite, set=was)
        else:
            tiles = " / ".join(map(str, sorted(stood_for))) or "-"
            yield breach("joker_not_replaced", retrieval.cite, set=was, tiles=tiles)
    elif whole.value == UNSPECIFIED:
        # Where moving tiles is not stated at all, that is the silent point, and is said once.
        if ruleset.sets.manipulation.value != UNSPECIFIED and not _stays_whole(explanation, travel):
            yield silence("joker_set_not_stated", whole.cite, set=was)
    elif not SETS_WITH_JOKER[whole.value](explanation, travel):
        yield breach("joker_set_split", whole.cite, set=was)


def _left_behind(explanation: Explanation, travel: Travel) -> bool:
    """Whether the other tiles of the joker's set lie together in another set, and none of it with the joker.

    A set may be taken apart altogether while the joker stays the tile it is (HK Example 6); but a joker that
    goes while its set stays has left it, whatever it stands for now.
    """
    others = Counter(tile for tile in explanation.turn.before[travel.came[0]].tiles if not tile.is_joker)
    if others <= Counter(explanation.turn.after[travel.went[0]].tiles):
        return False
    return any(others <= Counter(after.tiles) for after in explanation.turn.after)


def _retrieved(ruleset: Ruleset, explanation: Explanation, travel: Travel) -> Iterator[Finding]:
    axis = ruleset.jokers.reuse
    was = explanation.turn.before[travel.came[0]]
    reuse = REUSES[axis.value]
    places = explanation.free_rack_places(travel.went[0])
    if len(places) < reuse.further:
        yield breach("joker_reuse_too_few", axis.cite, set=was, least=reuse.further)
    elif reuse.new_set and not _in_new_set(explanation, travel, places):
        yield breach("joker_not_in_new_set", axis.cite, set=was)


def _in_new_set(explanation: Explanation, travel: Travel, places: Sequence[int]) -> bool:
    """Whether the joker and rack tiles make a set of their own, or one that continues no other."""
    index, place = travel.went
    after = explanation.turn.after[index]
    if after.readings[0].kind == "group":
        alone = len(places) + 1
    else:
        first = last = place
        while first - 1 in places:
            first -= 1
        while last + 1 in places:
            last += 1
        alone = last - first + 1
    if alone >= SMALLEST:
        return True
    now = Counter(after.tiles)
    return not any(explanation.as_left(other) <= now for other in range(len(explanation.turn.before)))


def only_added_to(explanation: Explanation) -> bool:
    """Whether each set of before lies whole in a set of its own: nothing moved between sets.

    Found by augmenting paths: a set of before and the set of after that it can have become.
    """
    now = [Counter(table_set.tiles) for table_set in explanation.turn.after]
    fits = [_may_become(explanation, index, now) for index in range(len(explanation.turn.before))]
    taken: dict[int, int] = {}

    def place(index: int, tried: set[int]) -> bool:
        for target in fits[index]:
            if target in tried:
                continue
            tried.add(target)
            if target not in taken or place(taken[target], tried):
                taken[target] = index
                return True
        return False

    return all(place(index, set()) for index in range(len(fits)))


def _may_become(explanation: Explanation, index: int, now: Sequence[Counter[Tile]]) -> list[int]:
    left, kept = explanation.as_left(index), explanation.kept_in(index)
    return [target for target, tiles in enumerate(now) if kept <= {target} and left <= tiles]
