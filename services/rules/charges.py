"""Charges: points in place of a count, for not having melded or for a rack knocked down.

Whether a charge takes the place of the count, is added to it, or counts where it is larger, and what two
charges on one seat come to, are strategies that the ruleset names.
"""

from collections.abc import Callable, Collection, Sequence
from itertools import combinations

from services.rules.game import CHARGE_UNKNOWN, SEAT_CONTRADICTORY, SEAT_INCOMPLETE, Note, SeatInput, remark
from services.rules.ruleset import Charge, Ruleset
from shared.catalogue import Phrase, Word

CHARGE_MODES: dict[str, Callable[[int, int], int]] = {
    "add": lambda count, charge: count + charge,
    "max": max,
}
REPLACE = "replace"  # apart from the others: it alone needs no count, as a knocked-down rack may have none
TWO_CHARGES: dict[str, Callable[[Sequence[int]], int]] = {"larger": max, "sum": sum}


def charged_count(ruleset: Ruleset, seat: SeatInput, count: int | None, tiles: int) -> int:
    """The count to score for a seat: its rack's, or what its charges make of it.

    Raises:
        Problem: charge-unknown; seat-incomplete when the count is needed and not there;
            seat-contradictory for a charge that what is known of the seat rules out.
    """
    names = [name for name in (seat.charge, *seat.more_charges) if name is not None]
    if not names and count is not None:
        return count  # as of most seats
    charges = [_charge(ruleset, seat, name) for name in names]
    for charge in charges:
        _check_possible(seat, charge, tiles)
    mode = ruleset.scoring.charge_mode.value
    if count is None and not (charges and mode == REPLACE):
        raise SEAT_INCOMPLETE(seat=seat.seat, missing=Word("figure", "count")).at(
            seat=seat.seat, field="count"
        )
    points = TWO_CHARGES[ruleset.scoring.two_charges.value]([charge.points for charge in charges])
    if mode == REPLACE:
        return points
    assert count is not None
    return CHARGE_MODES[mode](count, points)


def counts_with_charges(ruleset: Ruleset, tiles: int, counts: Collection[int]) -> frozenset[int]:
    """What a seat can be scored with when it is charged and its tiles count one of `counts`."""
    points = [charge.points for charge in ruleset.scoring.charges]
    if not tiles or not points:
        return frozenset()
    if ruleset.scoring.two_charges.value == "sum":
        several = range(1, len(points) + 1)
        points = [sum(chosen) for number in several for chosen in combinations(points, number)]
    mode = ruleset.scoring.charge_mode.value
    if mode == REPLACE:
        return frozenset(points)
    return frozenset(CHARGE_MODES[mode](count, charged) for count in counts for charged in points)


def unmelded_notes(ruleset: Ruleset, seats: Sequence[SeatInput], won: Sequence[bool]) -> tuple[Note, ...]:
    """What a referee should look at: an unmelded winner, and an unmelded player who is not charged."""
    notes: list[Note] = []
    for seat, winner in zip(seats, won, strict=True):
        if seat.charge is None and not seat.more_charges and seat.melded is not False:
            continue  # as most seats are
        unmelded_charges = [charge.name for charge in ruleset.scoring.charges if charge.unmelded]
        charged = any(name in unmelded_charges for name in (seat.charge, *seat.more_charges))
        if winner and (charged or seat.melded is False):
            notes.append(remark("unmelded-winner", at=seat.seat, seat=seat.seat))
        if seat.melded is False and not charged and unmelded_charges:
            charges = [Word("charge", name) for name in unmelded_charges]
            notes.append(remark("unmelded-not-charged", at=seat.seat, seat=seat.seat, known=charges))
    return tuple(notes)


def _charge(ruleset: Ruleset, seat: SeatInput, name: str) -> Charge:
    for charge in ruleset.scoring.charges:
        if charge.name == name:
            return charge
    known = [Word("charge", charge.name) for charge in ruleset.scoring.charges] or "–"
    unknown = Word("charge", name)
    raise CHARGE_UNKNOWN(ruleset=ruleset.title, charge=unknown, seat=seat.seat, known=known).at(
        seat=seat.seat, field="charge"
    )


def _check_possible(seat: SeatInput, charge: Charge, tiles: int) -> None:
    if not charge.unmelded:
        return
    if seat.melded:
        raise SEAT_CONTRADICTORY(
            seat=seat.seat,
            why=Phrase("part-charges-melded-charged", {"name": Word("charge", charge.name)}),
        ).at(seat=seat.seat, field="charge")
    if tiles == 0:
        raise SEAT_CONTRADICTORY(
            seat=seat.seat,
            why=Phrase("part-charges-cleared-rack-charged", {"name": Word("charge", charge.name)}),
        ).at(seat=seat.seat, field="charge")
