"""A tie across the last place that enters: who of those tied goes on.

Places are never split at random unless the tournament file or an official says so. By the word of the file:
"decided" leaves the tie to an official, who chooses as `decide` says; "all" lets everyone tied go on; "lot"
shuffles their numbers, sorted, with `shared.lottery`, and the first of them go on.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import msgspec

from shared.lottery import Lottery
from shared.problems import ProblemType

TIE_RULE_UNKNOWN = ProblemType("tie-rule-unknown", 422)
TIE_CHOICE_UNKNOWN = ProblemType("tie-choice-unknown", 422)
STAGE_TOO_SMALL = ProblemType("final-too-small", 409)
WINNERS_WRONG = ProblemType("play-off-wrong", 422)


class Tie(msgspec.Struct, frozen=True):
    """Equals of whom not all can enter.

    Attributes:
        tied: in the order of the standings, which says nothing between equals.
        free: how many of them can enter.
        table: the table they are tied at; "" for a tie across the last place of all.
    """

    tied: tuple[str, ...]
    free: int
    table: str = ""


class Decision(msgspec.Struct, frozen=True):
    """How a tie was decided.

    Attributes:
        tie: as it was when it was decided; a decision holds only for it.
        admitted: who enters, in order.
        rest: the others, in order.
        by_lot: whether a lot has put the rest in order.
    """

    tie: Tie
    admitted: tuple[str, ...]
    rest: tuple[str, ...]
    by_lot: bool = False

    def holds_for(self, tie: Tie) -> bool:
        """Whether it is this tie that was decided."""
        return (frozenset(self.tie.tied), self.tie.free, self.tie.table) == (
            frozenset(tie.tied),
            tie.free,
            tie.table,
        )


TieRule = Callable[[Tie, Lottery], Decision | None]


def _left_to_an_official(tie: Tie, lottery: Lottery) -> None:
    return None


def _all(tie: Tie, lottery: Lottery) -> Decision:
    return Decision(tie, tie.tied, ())


def _lot(tie: Tie, lottery: Lottery) -> Decision:
    order = tuple(lottery.shuffle(sorted(tie.tied)))
    return Decision(tie, order[: tie.free], order[tie.free :], by_lot=True)


_RULES: Mapping[str, TieRule] = {"decided": _left_to_an_official, "all": _all, "lot": _lot}


def tie_rules() -> Mapping[str, TieRule]:
    """What happens to a tie, by the word of the tournament file."""
    return MappingProxyType(_RULES)


def tie_rule(word: str) -> TieRule:
    """What happens to a tie under this word; refuses an unknown word."""
    if word not in _RULES:
        raise TIE_RULE_UNKNOWN(word=word, known=sorted(_RULES))
    return _RULES[word]


CHOICES = ("admit_all", "admit_none", "play_off", "lot")


def decide(
    tie: Tie,
    choice: str,
    *,
    seed: str = "",
    play_off: Sequence[str] = (),
    entered: int = 0,
    room: int | None = None,
) -> Decision:
    """Decide a tie as an official chooses.

    Args:
        choice: one of `CHOICES`.
        seed: of the lot.
        play_off: who won it, best first: as many as can enter.
        entered: how many enter besides; room: how many the stage has room for, None for any number.

    Raises:
        Problem: tie-choice-unknown; final-too-small where not all tied fit; play-off-wrong.
    """
    if choice not in CHOICES:
        raise TIE_CHOICE_UNKNOWN(choice=choice, known=[*CHOICES])
    if choice == "lot":
        return _lot(tie, Lottery(seed))
    if choice == "admit_all":
        total = entered + len(tie.tied)
        if room is not None and total > room:
            raise STAGE_TOO_SMALL(tied=len(tie.tied), total=total, room=room)
        return _all(tie, Lottery(seed))
    if choice == "admit_none":
        return Decision(tie, (), tie.tied)
    if len(play_off) != tie.free or len(set(play_off)) != tie.free or set(play_off) - set(tie.tied):
        raise WINNERS_WRONG(free=tie.free, given=[*play_off] or "–")
    return Decision(tie, tuple(play_off), tuple(number for number in tie.tied if number not in play_off))
