"""What goes wrong at the tables of any tournament, and which of it a stage's rules make possible."""

from collections.abc import Sequence

from services.demo.agenda import Activity
from services.demo.chance import Dice
from services.demo.conduct import taken_ill, weakest
from services.demo.director import Director, data_of
from services.demo.docket import rule, slip_of_the_pen
from services.demo.games import Finished, Hand, Player, fitting_tiles
from services.demo.scripts import Case, Outcome, SessionScript, Style
from services.rules.ruleset import UNSPECIFIED, Ruleset
from services.tournament.definition.stages import StagePlan
from services.tournament.docket.disputes import RaiseDispute
from services.tournament.docket.effects import AmendGame, NoEffect
from services.tournament.docket.leaving import WithdrawEntrant
from services.tournament.lookups import active_seats
from services.tournament.play.figures import SeatResult

_STYLES: tuple[Style, ...] = ("counts", "recorded", "sheets")
_LOWEST = "lowest_count"
_MAY_STAY_AWAY = 20
"""Percent of those who stay away where people come as they like."""


def script_of(plan: StagePlan, rules: Ruleset, session: int) -> SessionScript:
    """What happens in a session of a stage.

    Args:
        session: which of the stage it is, from 0.
    """
    return SessionScript(
        _style(plan, rules, session),
        absent=_MAY_STAY_AWAY if plan.attend == "some" else 0 if plan.source is not None else 2,
        cases=dict(_cases(plan, rules, session)),
        outcomes=_outcomes(plan, rules, session),
    )


def _style(plan: StagePlan, rules: Ruleset, session: int) -> Style:
    if plan.signatures != "required":
        return "racks"
    # Scores that participants write down can be checked only where the rules settle every ending.
    scored = rules.endings.time.value == _LOWEST and plan.games_each is not None
    return _STYLES[session % len(_STYLES)] if scored else "counts"


def _cases(plan: StagePlan, rules: Ruleset, session: int) -> Sequence[tuple[int, list[Case]]]:
    found: list[tuple[int, list[Case]]] = []
    if session == 0:
        found.append((1, [Case(slip_of_the_pen, game=1)]))
    if plan.signatures == "required" and session == 0:
        found.append((2, [Case(complaint, game=1)]))
    leaves = session == (1 if plan.attend == "all" else 0)
    if leaves and plan.ranked == "complete" and rules.endings.time.value == _LOWEST:
        found.append((3, [Case(taken_ill, "during", 2)]))
    if leaves and plan.ranked == "played" and plan.draw != "open":
        # Of two at a table whoever leaves has lost; at larger ones the others play on.
        found.append((3, [Case(goes_home, "during", 1 if plan.games_each == 1 else 2)]))
    nobody_can = session == (2 if plan.attend == "all" else 0)
    if nobody_can and rules.endings.blocked.value == UNSPECIFIED:
        found.append((4, [Case(nobody_can_move, "during", 1)]))
    return found


def _outcomes(plan: StagePlan, rules: Ruleset, session: int) -> dict[tuple[int, int], Outcome]:
    if session == 1 and rules.endings.forfeit.value != UNSPECIFIED and plan.table.most == 2:
        return {(2, 1): out_of_time}
    return {}


def complaint(director: Director, sheet: str) -> Activity:
    """Someone thinks the rack laid first was counted wrongly; it was not."""
    entrant = weakest(director, sheet)
    statement = "數牌時有一隻牌可能重複計算。"
    command = RaiseDispute(sheet=sheet, entrant=entrant, game=1, statement=statement)
    dispute = data_of(director.participant(entrant, command), "dispute-raised")["dispute"]
    yield director.after(4)
    cites = director.state.rules_in(director.sheet(sheet).stage).endings.cleared.cite
    rule(director, dispute, "Counted again together.", cites, "The count was right.", NoEffect())


def goes_home(director: Director, sheet: str) -> Activity:
    """Someone feels unwell and goes home; whoever is left goes on."""
    if len(active_seats(director.state, director.sheet(sheet))) > 1:
        command = WithdrawEntrant(entrant=weakest(director, sheet), grounds="health", reason="Felt unwell.")
        director.referee(sheet, command)
    yield director.after(1)


def nobody_can_move(director: Director, sheet: str) -> Activity:
    """Nobody can play any more, and the rules name no winner: a ruling does, the lowest rack."""
    stage = director.sheet(sheet).stage
    game = sum(known is not None for known in director.sheet(sheet).games) + 1
    dice = director.dice(f"blocked {sheet} {game}")
    players = active_seats(director.state, director.sheet(sheet))
    if len(players) < 2:
        return
    statement = "No tile can be laid any more, and the pool is empty."
    command = RaiseDispute(sheet=sheet, game=game, statement=statement)
    dispute = data_of(director.referee(sheet, command), "dispute-raised")["dispute"]
    yield director.after(5)
    rules = director.state.rules_in(stage)
    seats = tuple(
        SeatResult(entrant=number, count=count, tiles=fitting_tiles(rules, count, dice.between(2, 5)))
        for number in players
        for count in (dice.between(10, 30),)
    )
    lowest = min(seats, key=lambda seat: (seat.count or 0, seat.tiles or 0))
    amend = AmendGame(game, seats, winners=(lowest.entrant or "",))
    cites = rules.endings.blocked.cite
    rule(director, dispute, "Racks laid open and counted.", cites, "The lowest rack wins.", amend)


def out_of_time(director: Director, players: Sequence[Player], dice: Dice) -> Finished:
    """The time of one of them has run out; the rack left in front of them counts."""
    loser = dice.pick(players)
    hands = (
        Hand(
            player.entrant,
            dice.between(12, 60),
            dice.between(3, 9),
            forfeited=player.entrant == loser.entrant,
        )
        for player in players
    )
    return Finished("forfeit", tuple(hands))
