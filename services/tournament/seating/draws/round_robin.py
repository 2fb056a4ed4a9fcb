"""The round robin: everyone meets everyone once, in pairs, by the Berger tables.

With the seed of the stage's first draw the entrant numbers, sorted, are shuffled with `shared.lottery`: the
first has pairing number 1, the next 2, and so on, for the whole stage. The table of `berger_pairs` then says
who meets whom in each session and who has seat A. Later seeds change nothing.
By that table (FIDE Handbook C.05, Annex 1) each of an odd number sits out once, and everyone has seat A as
often as seat B, or once more or less.

Who is not there keeps their pairing number: whoever would meet them sits out, and if neither is there, no
table is laid. So where two or more are there of whom no two meet in this session, all of them sit out and the
next session can be drawn. After the first draw nobody new can enter, since no session has a place for them.
"""

from collections.abc import Sequence

from services.tournament.seating.draws.registry import Drawn, DrawPlan, Entry, draw
from services.tournament.seating.draws.sizes import cannot_be_seated
from shared.lottery import Lottery
from shared.problems import ProblemType

METHOD = "berger-1"
Pairs = tuple[tuple[int, int], ...]

PAIRS_ONLY = ProblemType("pairs-only", 409)
SESSIONS_TOO_FEW = ProblemType("sessions-too-few", 409)
EVERYONE_HAS_MET = ProblemType("everyone-has-met", 409)
ENTERED_TOO_LATE = ProblemType("entered-too-late", 409)


@draw("round_robin", goes_by="lot", fixes_field=True)
def everyone_once(entries: Sequence[Entry], plan: DrawPlan) -> Drawn:
    """The pairs of a session of the round robin."""
    present = {entry.number for entry in entries}
    field = plan.first_field or tuple(present)
    assert not plan.session or (plan.first_field and plan.stage_seed), "later draws go by the first"
    _refuse(present, field, plan)
    by_lot = Lottery(plan.stage_seed or plan.seed).shuffle(sorted(field))
    pairing = dict(enumerate(by_lot, 1))
    tables = tuple(
        (pairing[first], pairing[second]) for first, second in berger_pairs(len(field), plan.session)
    )
    laid = tuple(both for both in tables if present.issuperset(both))
    seated = {number for both in laid for number in both}
    return Drawn(laid, tuple(sorted(present - seated)), METHOD)


def _refuse(present: set[str], field: Sequence[str], plan: DrawPlan) -> None:
    if not plan.pairs:
        raise PAIRS_ONLY(most=plan.most)
    if len(field) < 2:
        raise cannot_be_seated(len(field), plan.most, plan.fewest)
    needed = sessions_needed(len(field))
    if plan.sessions < needed:
        raise SESSIONS_TOO_FEW(entrants=len(field), needed=needed, sessions=plan.sessions)
    if plan.session >= needed:
        raise EVERYONE_HAS_MET(needed=needed)
    late = sorted(present.difference(field))
    if late:
        raise ENTERED_TOO_LATE(entrants=[*late])


def sessions_needed(players: int) -> int:
    """How many sessions let so many players meet each other once, in pairs."""
    return players - 1 if players % 2 == 0 else players


def berger_pairs(players: int, session: int) -> Pairs:
    """Who meets whom in a session, by pairing numbers from 1, tables in order, seat A first.

    Of an odd number, the highest number of the next even table stands for nobody: whoever would meet it
    sits out.

    The first session pairs the first with the last, the second with the last but one, and so on. From
    session to session every number but the last goes on by half the even number, beyond the last but one
    starting again at 1. The last keeps its table, in seat B and A by turns.

    Args:
        session: from 0, below `sessions_needed`.
    """
    even = players + players % 2
    circle, step = even - 1, even // 2
    pairs = []
    for table in range(step):
        first = _turned(table + 1, session * step, circle)
        second = even if table == 0 else _turned(even - table, session * step, circle)
        pairs.append((second, first) if table == 0 and session % 2 else (first, second))
    return tuple(both for both in pairs if max(both) <= players)


def _turned(number: int, by: int, circle: int) -> int:
    return (number - 1 + by) % circle + 1
