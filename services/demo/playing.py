"""Playing the demo: a desk whose time and chance come from a seed, and the story on it up to a point."""

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime, time, timedelta

import msgspec

from services.access.principal import Principal
from services.demo.agenda import Agenda
from services.demo.chance import SeededBytes
from services.demo.days import Calendar
from services.demo.story import Story
from services.desk.desk import Desk
from services.desk.params import NoParams
from services.desk.parts import Parts
from services.desk.views import AwardsAnswer, AwardView
from services.rules.ruleset import Ruleset
from services.tournament.definition.plan import Competition
from services.tournament.definition.playable import check_playable
from services.tournament.people.places import still_waiting
from services.tournament.state import State
from shared.clock import ManualClock
from shared.database import Database
from shared.eventlog import EventLog
from shared.eventlog.seal import SealKey
from shared.problems import ProblemType
from shared.vault import Vault

SEED = 2026
_HOUR = timedelta(hours=1)

Progress = Callable[[int, int], None]
"""How many hours of those that are to be told have been told, of how many."""

DEMO_EXISTS = ProblemType("demo-exists", 409)
UNTIL_UNKNOWN = ProblemType("demo-until-unknown", 422)


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


class DemoDesk:
    """A desk for one demo, with the clock it goes by.

    Everything that enters the log follows from seed and tournament id. Keys of people follow from them too,
    so nobody real may be registered through this desk; they are wrapped under `secret`, the installation's
    own, and what wraps them is not part of the log. Afterwards any desk on the same databases can go on.
    A vault that still has the keys of an earlier run with this seed and id gives another head hash.

    Args:
        database, vault_database: brought up to date, and not closed here.
        secret: what the installation derives its keys from.
        seal_key: gets the key that seals publications, which is not part of the log either.
        rulesets, attachments: as `Story` takes them.
        calendar: when it is played; by default as planned.
    """

    def __init__(
        self,
        database: Database,
        vault_database: Database,
        secret: bytes,
        definition: Competition,
        seed: int,
        seal_key: Callable[[], SealKey] | None = None,
        rulesets: Sequence[Ruleset] = (),
        calendar: Calendar | None = None,
        attachments: Sequence[str] = (),
    ) -> None:
        label = f"tileledger demo {seed} {definition.id}"
        # Long before anything happens; the story moves it on.
        self.calendar = calendar or Calendar(definition)
        first = self.calendar.first_day()
        self.clock = ManualClock(definition.moment(first - timedelta(days=365), time(8)))
        log = EventLog(database, self.clock)
        vault = Vault(vault_database, secret, SeededBytes(f"{label} vault"))
        self.desk = Desk(Parts.over(log, vault, self.clock, secret, SeededBytes(f"{label} desk"), seal_key))
        self.definition, self.seed = definition, seed
        self.rulesets, self.attachments = rulesets, attachments


def play(
    demo: DemoDesk, until: str = "awards", progress: Progress | None = None, at: datetime | None = None
) -> Summary:
    """Play the tournament from its founding up to a point of its story.

    Args:
        at: stop at this moment instead.

    Raises:
        Problem: demo-exists, demo-until-unknown, or not-played-yet.
    """
    definition, agenda = demo.definition, Agenda(demo.clock)
    check_playable(definition)
    story = Story(demo.desk, agenda, definition, demo.seed, demo.calendar, demo.rulesets, demo.attachments)
    if until not in story.points:
        raise UNTIL_UNKNOWN(until=until, known=[*story.points])
    if demo.desk.log.head(definition.id).seq:
        raise DEMO_EXISTS(id=definition.id)
    begin, moment = demo.clock.now(), at or story.stop(until)
    if progress is not None:
        story.after_command = lambda: progress(*((at - begin) // _HOUR for at in (demo.clock.now(), moment)))
    story.tell()
    agenda.run(moment)
    head, viewer = demo.desk.head(definition.id), Principal("demo", "organizer", "demo", definition.id)
    awards: AwardsAnswer = demo.desk.ask(definition.id, "awards", NoParams(), viewer, language="en")
    counts = _counts(story.state)
    return Summary(
        definition.id, demo.seed, until, head.hash.hex(), head.seq, story.commands, counts, awards.rows
    )


def _counts(state: State) -> dict[str, int]:
    sheets, disputes = state.sheets.values(), state.disputes.values()
    # What only some tournaments have is counted where it occurs.
    sometimes = {
        "byes": sum(len(session.byes) for session in state.sessions.values()),
        "ratings": len(state.ratings),
    }
    return {
        "entrants": Counter(entrant.status for entrant in state.entrants.values())["registered"],
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
