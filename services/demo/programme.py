"""The programme: which session is written down how, and what happens in it, at which table.

By day and place in the day: 0 to 2 are the preliminary days as planned, 3 is what was started again, 4 the
final. Tables 1 to 5 are those the tales are told at; every session has that many.
"""

from collections.abc import Mapping, Sequence

from services.demo.agenda import Activity
from services.demo.aiming import TABLES, Tie
from services.demo.chance import Dice
from services.demo.conduct import aid_found, misheard, taken_ill, two_warnings_then_out
from services.demo.director import Director
from services.demo.docket import (
    could_have_melded,
    given_up,
    new_grounds,
    no_effect,
    noisy,
    not_begun,
    pending_until,
    recount,
    slip_of_the_pen,
    tiles_mixed,
    wrong_tiles,
)
from services.demo.games import Finished, Hand, Player, shared_pot, won_by
from services.demo.papers import gone_home, refuses_to_sign, second_sheet, sent_twice
from services.demo.scripts import Beat, Case, SessionScript
from services.demo.undoing import (
    called_too_soon,
    closed_too_soon,
    draw_again,
    exchange_seats,
    mistaken_check_in,
    started_too_soon,
)


def three_share(director: Director, players: Sequence[Player], dice: Dice) -> Finished:
    """Three hold the lowest count: the pot goes in thirds (HK rules 3, as in Example 2)."""
    return shared_pot(players, 3, dice)


def two_win(director: Director, players: Sequence[Player], dice: Dice) -> Finished:
    """Two hold the lowest count with as many tiles: both have won (HK rules 3, Example 3)."""
    return shared_pot(players, 2, dice, winners=2)


def one_never_melded(director: Director, players: Sequence[Player], dice: Dice) -> Finished:
    """Someone still has her first fourteen tiles when another goes out."""
    return won_by(players, players[0].entrant, dice, [Hand(players[-1].entrant, 96, 14)])


SCRIPTS: Mapping[tuple[int, int], SessionScript] = {
    (0, 0): SessionScript(
        absent=4,
        late=2,
        cases={1: [Case(no_effect, game=1)], 2: [Case(recount, game=2)], 4: [Case(given_up, game=1)]},
        outcomes={(3, 2): three_share, (5, 1): two_win},
        beats=[Beat(12, mistaken_check_in), Beat(36, draw_again)],
    ),
    (0, 1): SessionScript(
        absent=2,
        cases={1: [Case(tiles_mixed, game=2)], 2: [Case(wrong_tiles, game=1)], 3: [Case(could_have_melded)]},
        outcomes={(3, 3): one_never_melded, (4, 1): two_win},
        beats=[Beat(75, called_too_soon)],
    ),
    (0, 2): SessionScript(
        "recorded",
        cases={
            1: [Case(sent_twice, "signing")],
            2: [Case(second_sheet("first"), "signing")],
            3: [Case(second_sheet("second"), "signing")],
        },
        outcomes={(4, 2): three_share},
    ),
    (0, 3): SessionScript(
        "sheets",
        absent=5,
        late=1,
        cases={1: [Case(refuses_to_sign, "signing")], 2: [Case(gone_home, "signing")]},
        beats=[Beat(109, closed_too_soon)],
    ),
    (1, 0): SessionScript(
        cases={1: [Case(aid_found, "during", 2)], 2: [Case(slip_of_the_pen, game=1)]},
        outcomes={(3, 1): three_share},
        beats=[Beat(35, exchange_seats)],
    ),
    (1, 1): SessionScript(
        absent=6,
        late=1,
        cases={
            1: [Case(not_begun, "during", 3)],
            2: [Case(misheard, "during", 2)],
            3: [Case(new_grounds, game=2)],
        },
    ),
    (1, 3): SessionScript("sheets", absent=2),
    (2, 0): SessionScript(
        absent=2,
        cases={1: [Case(two_warnings_then_out, "during", 2)], 2: [Case(noisy, game=1)]},
        outcomes={(4, 2): two_win},
        beats=[Beat(45.5, started_too_soon)],
    ),
    (2, 1): SessionScript(
        absent=4,
        late=1,
        cases={1: [Case(taken_ill, "during", 2)], 2: [Case(pending_until("15:33"), game=2)]},
    ),
    # Black rain breaks this session off; the dispute at table 1 falls with it.
    (2, 2): SessionScript("recorded", cases={1: [Case(pending_until("17:00"), game=1)]}),
    (3, 2): SessionScript("recorded", absent=6),
    (4, 0): SessionScript(absent=0, cases={1: [Case(no_effect, game=1)]}),
    (4, 1): SessionScript("recorded", absent=1),
}


def tie_at_the_cut(session: str) -> SessionScript:
    """The last session: some tables are the last to finish, and make the tie (see `aiming`)."""
    wait = Case(_last_to_finish, "during", 3)
    return SessionScript(
        absent=3, cases={number: [wait] for number in TABLES}, outcomes=Tie(session).outcomes()
    )


def _last_to_finish(director: Director, sheet: str) -> Activity:
    session = director.session(director.sheet(sheet).session)
    yield max(director.after(0), director.state.plan.ends(director.day_of(session), session.plan))
    yield director.after(7)
