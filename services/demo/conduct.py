"""Warnings, leaving and disqualification at the tables."""

from services.demo.agenda import Activity
from services.demo.director import Director, data_of
from services.demo.docket import rule
from services.demo.games import Player, as_counts, play_game, possible
from services.tournament.docket.breaches import GiveWarning, ReportBreach
from services.tournament.docket.effects import AmendGame, Disqualify, ReplayGame
from services.tournament.docket.leaving import DisqualifyEntrant, WithdrawEntrant
from services.tournament.docket.reinstating import ReinstateEntrant
from services.tournament.lookups import active_seats


def two_warnings_then_out(director: Director, sheet: str) -> Activity:
    """Two verbal warnings, a third breach investigated, and disqualification (HK code of conduct 9)."""
    entrant = weakest(director, sheet)
    director.referee(sheet, GiveWarning(entrant=entrant, breach="Ate biscuits at the table."))
    yield director.after(2)
    director.referee(sheet, GiveWarning(entrant=entrant, breach="飲汽水，勸喻無效。"))
    yield director.after(2)
    again = GiveWarning(entrant=entrant, breach="Shouted at the neighbour.")
    director.refused("warnings-used-up", "chief_referee", "CR1", again)
    description = "Shouted at the child at the next table and shook the table."
    answer = director.referee(sheet, ReportBreach(entrant=entrant, description=description))
    dispute = data_of(answer, "dispute-raised")["dispute"]
    yield director.after(6)
    finding = "Referee, two players and a parent say the same."
    cites = "HK code of conduct 1, 9"
    rule(director, dispute, finding, cites, "A further breach after two warnings.", Disqualify(entrant))
    yield from _interrupted(director, sheet)


def taken_ill(director: Director, sheet: str) -> Activity:
    """Someone feels unwell and leaves; the game in progress is ruled, the others play on."""
    entrant = weakest(director, sheet)
    reason = "感到頭暈，由家人接走。"
    director.referee(sheet, WithdrawEntrant(entrant=entrant, grounds="health", reason=reason))
    yield from _interrupted(director, sheet)


def aid_found(director: Director, sheet: str) -> Activity:
    """A table of sums in a sleeve: disqualified at once (HK code of conduct 3)."""
    entrant = weakest(director, sheet)
    reason = "A card with notes on melds was found in the sleeve."
    director.chief(DisqualifyEntrant(entrant=entrant, reason=reason))
    dispute = director.sheet(sheet).open_disputes[-1]
    game = director.state.disputes[dispute].game
    assert game is not None, "a game was in progress"
    yield director.after(3)
    finding = "The three others agree to begin the game anew."
    rule(
        director, dispute, finding, "HK code of conduct 3", "Begun under unfair conditions.", ReplayGame(game)
    )
    yield director.after(15)


def misheard(director: Director, sheet: str) -> Activity:
    """The referee took a washroom break for a farewell, and the withdrawal is taken back."""
    entrant = weakest(director, sheet)
    director.referee(sheet, WithdrawEntrant(entrant=entrant, grounds="own_wish", reason="Said goodbye."))
    yield director.after(4)
    director.chief(ReinstateEntrant(entrant=entrant, reason="只是去洗手間，已返回座位。"))


def _interrupted(director: Director, sheet: str) -> Activity:
    """The Chief Referee rules on the game in progress: the remaining racks are counted as they are."""
    for dispute in director.sheet(sheet).open_disputes:
        case = director.state.disputes[dispute]
        if case.kind != "game_interrupted" or case.game is None:
            continue
        yield director.after(7)
        players = [Player(number, 1) for number in active_seats(director.state, director.sheet(sheet))]
        rules = director.state.rules_in(director.sheet(sheet).stage)
        counted = possible(rules, play_game(players, director.dice(f"interrupted {sheet}"), in_time=False))
        amend = AmendGame(case.game, as_counts(counted), "time")
        finding = "Racks of those who remain counted as they were when the game broke off."
        cites = rules.endings.forfeit.cite
        rule(director, dispute, finding, cites, "The game cannot go on.", amend)


def weakest(director: Director, sheet: str) -> str:
    """Who of the table is missed least in the story: never a master."""
    active = active_seats(director.state, director.sheet(sheet))
    return min(active, key=lambda number: (director.people[number].strength, number))
