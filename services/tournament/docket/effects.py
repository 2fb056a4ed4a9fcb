"""What a ruling can do to a game: amend it, void it, have it played again, charge a seat."""

import msgspec
from msgspec import UNSET, UnsetType, structs

from services.rules.game import ENDINGS, EndedBy
from services.rules.lengths import Word
from services.rules.ruleset import Ruleset
from services.tournament.docket.cases import Dispute
from services.tournament.docket.disputes import sheet_of
from services.tournament.kernel.lengths import EntrantNo, EntrantNos
from services.tournament.lookups import players_in
from services.tournament.play.endings import ending_kept
from services.tournament.play.figures import (
    SeatResult,
    SeatResults,
    as_written,
    ending_of,
    results_of,
    ruled_results,
    void_results,
)
from services.tournament.play.results import game_in
from services.tournament.play.scores import Result, Sheet
from services.tournament.state import State
from shared.catalogue import Phrase
from shared.problems import INVALID_INPUT, ProblemType

NO_SHEET_IN_DISPUTE = ProblemType("no-sheet-in-dispute", 422)
WINNER_NOT_THERE = ProblemType("winner-not-there", 422)
RULED = "ruling"
"""How a game ended whose winners a ruling names."""
COUNTS_UNKNOWN = ProblemType("counts-unknown", 422)


class NoEffect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="none"):
    """The results stand."""


class AmendGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="amend_game"):
    """The game stands with these figures; `winners` where the ruling, not the rules, says who has won it.

    With `winners` the others pay what they were left with; an empty list says that nobody has won.

    Attributes:
        game: its number on the sheet of the dispute.
        seats: the figures of each seat, as for `record-game-result`.
        ended_by: how it ended; left out with scores, as before.
        winners: the entrants who have won it, by number.
    """

    game: int
    seats: SeatResults
    ended_by: EndedBy | UnsetType = UNSET
    winners: EntrantNos | UnsetType = UNSET  # left out where none are named


class VoidGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="void_game"):
    """The game counts as completed with nothing for anyone.

    Attributes:
        game: its number on the sheet of the dispute.
    """

    game: int


class ReplayGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="replay_game"):
    """The game is played again.

    Attributes:
        game: its number on the sheet of the dispute.
    """

    game: int


class ChargeSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="charge"):
    """An entrant is charged in a game, which is scored anew.

    Attributes:
        game: its number on the sheet of the dispute.
        entrant: who is charged, by number.
        charge: a charge of the ruleset, such as `could_not_meld`.
    """

    game: int
    entrant: EntrantNo
    charge: Word


class Warn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="warning"):
    """An entrant gets a verbal warning.

    Attributes:
        entrant: who, by number.
    """

    entrant: EntrantNo


class Disqualify(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="disqualify"):
    """An entrant is disqualified; opponents' results stand.

    Attributes:
        entrant: who, by number.
    """

    entrant: EntrantNo


Effect = NoEffect | AmendGame | VoidGame | ReplayGame | ChargeSeat | Warn | Disqualify
GameEffect = AmendGame | VoidGame | ReplayGame | ChargeSeat


def games_after(
    state: State, dispute: Dispute, effect: GameEffect, *, strict: bool = True
) -> tuple[int, str, str, tuple[Result, ...]]:
    """Game number, status, ending and results after the effect; `strict` is as in `results_of`.

    Raises:
        Problem: the dispute has no sheet, the sheet no such game, or the figures do not fit.
    """
    sheet = sheet_of(state, dispute)
    if sheet is None:
        raise NO_SHEET_IN_DISPUTE(dispute=dispute.dispute)
    current = game_in(sheet, effect.game)
    entrants = players_in(state, sheet, current)
    if isinstance(effect, VoidGame):
        return effect.game, "voided", "ruling", void_results(entrants)
    if isinstance(effect, ReplayGame):
        return effect.game, "replay", "ruling", ()
    if isinstance(effect, AmendGame):
        given = {seat.entrant for seat in effect.seats if seat.entrant}
        rules = state.rules_in(sheet.stage)
        wanted = entrants if not given else tuple(no for no in sheet.seats if no in given | set(entrants))
        if effect.winners is not UNSET:
            return effect.game, "amended", RULED, _as_ruled(rules, sheet, wanted, effect, strict=strict)
        ending = ending_kept(current, effect.ended_by, effect.seats, strict=strict)
        results = results_of(rules, sheet.seats, wanted, ending, effect.seats, strict=strict)
        return effect.game, "amended", ending_of(ending, effect.seats), results
    if current is None or not current.figures or any(figure.count is None for figure in current.figures):
        scores_alone = current is not None and bool(current.figures)
        raise COUNTS_UNKNOWN(game=effect.game, scores_alone=scores_alone)
    if effect.entrant not in entrants:
        raise INVALID_INPUT(
            detail=Phrase("part-did-not-play", {"entrant": effect.entrant, "game": effect.game})
        )
    charged = tuple(
        _charged(figure, effect.charge if figure.entrant == effect.entrant else None)
        for figure in current.figures
    )
    ended_by: EndedBy = next((known for known in ENDINGS if known == current.ended_by), "time")
    rules = state.rules_in(sheet.stage)
    # What a charge is worked into stands in the log; whether it can have been is not asked again.
    results = results_of(rules, sheet.seats, entrants, ended_by, charged, strict=False)
    return effect.game, "amended", current.ended_by, results


def _as_ruled(
    rules: Ruleset, sheet: Sheet, players: tuple[str, ...], effect: AmendGame, *, strict: bool
) -> tuple[Result, ...]:
    """The results of a game whose winners the ruling names."""
    winners = effect.winners or ()
    for winner in winners:
        if winner not in players or winners.count(winner) > 1:
            raise WINNER_NOT_THERE(winner=winner, players=[*players])
    return ruled_results(rules, sheet.seats, players, winners, effect.seats, strict=strict)


def _charged(figure: Result, charge: str | None) -> SeatResult:
    """The seat as it was before scoring, its rack as a count, with one more charge, if any; several on one
    seat count as one rule says (the larger)."""
    charges = [written for written in (figure.charge, *figure.more_charges, charge) if written is not None]
    return structs.replace(
        as_written(structs.replace(figure, rack=None)),
        charge=charges[0] if charges else None,
        more_charges=tuple(dict.fromkeys(charges[1:])),
    )
