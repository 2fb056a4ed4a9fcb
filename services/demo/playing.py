"""Playing the demo: a desk whose time and chance come from a seed, and the story on it up to a point."""

from collections.abc import Callable
from datetime import datetime, timedelta

import msgspec

from services.access.principal import Principal
from services.demo.story import Story
from services.desk.params import NoParams
from services.desk.views import AwardsAnswer, AwardView
from services.tournament.people.places import still_waiting
from services.tournament.state import State
from shared.problems import ProblemType

SEED = 2026
_HOUR = timedelta(hours=1)

Progress = Callable[[int, int], None]
"""How many hours of those that are to be told have been told, of how many."""

DEMO_EXISTS = ProblemType("demo-exists", 409)
UNTIL_UNKNOWN = ProblemType("demo-until-unknown", 422, misuse=True)


class Summary(msgspec.Struct, frozen=True):
    """The tournament as the demo left it.

    Attributes:
        until: the point of the story at which it stopped.
        counts: entrants, sheets, games, signatures, disputes and rulings that there are, and byes and
            ratings where there are any.
        podium: champion, runners-up and family award, once made, in English.
    """

    tournament: str
    seed: int
    until: str
    head_hash: str
    events: int
    commands: int
    counts: dict[str, int]
    podium: tuple[AwardView, ...]


def play(
    story: Story, until: str = "awards", progress: Progress | None = None, at: datetime | None = None
) -> Summary:
    """Play the tournament from its founding up to a point of its story.

    Args:
        at: stop at this moment instead.

    Raises:
        Problem: demo-exists or demo-until-unknown.
    """
    desk, id, clock = story.desk, story.id, story.clock
    if until not in story.points:
        raise UNTIL_UNKNOWN(until=until, known=[*story.points])
    if desk.log.head(id).seq:
        raise DEMO_EXISTS(id=id)
    begin, end = clock.now(), at or story.stop(until)
    if progress is not None:
        story.after_command = lambda: progress(*((moment - begin) // _HOUR for moment in (clock.now(), end)))
    story.tell()
    story.agenda.run(end)
    head, viewer = desk.head(id), Principal("demo", "organizer", "demo", id)
    awards: AwardsAnswer = desk.ask(id, "awards", NoParams(), viewer, language="en")
    counts = _counts(story.state)
    return Summary(id, story.seed, until, head.hash.hex(), head.seq, story.commands, counts, awards.rows)


def _counts(state: State) -> dict[str, int]:
    sheets, disputes = state.sheets.values(), state.disputes.values()
    # What only some tournaments have is counted where it occurs.
    sometimes = {
        "byes": sum(len(session.byes) for session in state.sessions.values()),
        "ratings": len(state.ratings),
    }
    return {
        "entrants": state.registered,
        "waiting": len(still_waiting(state)),
        "family_units": len(state.units),
        "sheets": len(sheets),
        "sheets_closed": sum(sheet.closed_seq is not None for sheet in sheets),
        "games": sum(game is not None for sheet in sheets for game in sheet.games),
        "signatures": sum(len(sheet.signatures) for sheet in sheets),
        "disputes": len(disputes),
        "disputes_open": sum(dispute.status == "open" for dispute in disputes),
        "rulings": len(state.rulings),
        **{name: many for name, many in sometimes.items() if many},
    }
