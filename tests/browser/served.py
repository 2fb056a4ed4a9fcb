"""A web server of this process with a tournament for every state that a page can be in, each at its moment.

Played once in a run and then copied. The server is the real front on a socket of loopback; its clock stands
still at the moment of the tournament that is looked at, so that "now playing" is true of it.
"""

import shutil
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from infra.migrations import migrate, migrate_vault
from services.access.board_links import BoardChoice
from services.access.principal import Principal
from services.access.rights import Role
from services.access.sign_ins import make_link
from services.demo.definitions import demo_definition
from services.demo.playing import play
from services.demo.story import Story
from services.personal.person import Person
from services.tasks.handover import Handover
from services.tournament.definition.plan import Competition
from services.tournament.definition.texts import Text
from services.tournament.docket.disputes import RaiseDispute
from services.tournament.kernel.ids import TableId
from services.tournament.standings.standing import standings
from services.wiring.wiring import Wiring
from shared.clock import ManualClock
from shared.database import Database
from shared.settings import Loaded, Settings
from tests.api.fronted import fronted
from tests.api.outcomes import three_outcomes
from tests.demo.conftest import small
from tests.unit.tournament.specs import hong_kong

SECRET = "a secret of the pages in tests, never used elsewhere"
SEAL_KEY = "11" * 32
SEED = 2026

REGISTERING = "hk-registering"
SEATED = "hk-seated"
PLAYING = "hk-playing"
SUSPENDED = "hk-suspended"
OVER = "hk-2026"
SWISS = "swiss"
SWISS_IN_PLAY = "swiss-in-play"
ROUND_ROBIN = "round-robin"
LEAGUE = "league"
KNOCK_OUT = "knock-out"
TEAMS = "teams"
ONLINE = "online"


class State(msgspec.Struct, frozen=True):
    """A tournament as it is kept: what is played, and up to where.

    Attributes:
        like: a template; "" for Hong Kong 2026 with six tables a session, "whole" for all of it.
        until: a point of its story.
        at: stop at this moment in Hong Kong instead.
        title: in the place of that of its file.
    """

    like: str = ""
    until: str = "awards"
    at: datetime | None = None
    title: Text | None = None

    def definition(self, id: str) -> Competition:
        named = {"": small, "whole": demo_definition}
        found = named[self.like]() if self.like in named else demo_definition(self.like)
        return msgspec.structs.replace(found, id=id, title=self.title or found.title)


STATES: Mapping[str, State] = {
    REGISTERING: State(until="registration", title=Text("Kowloon Families Cup 2026", "九龍家庭盃 2026")),
    SEATED: State(at=hong_kong("2026-04-07 14:20"), title=Text("Harbour Cup 2026", "海港盃 2026")),
    PLAYING: State(at=hong_kong("2026-04-07 15:10"), title=Text("Tile Masters 2026", "牌王大賽 2026")),
    SUSPENDED: State(at=hong_kong("2026-04-06 10:30"), title=Text("Island Open 2026", "港島公開賽 2026")),
    OVER: State(),
    SWISS: State("swiss"),
    SWISS_IN_PLAY: State("swiss", until="mid"),
    ROUND_ROBIN: State("round-robin"),
    LEAGUE: State("league", until="mid"),
    KNOCK_OUT: State("knock-out"),
    TEAMS: State("teams"),
    ONLINE: State("rummikub-online"),
}


class Site(msgspec.Struct, frozen=True):
    """The server: where it is, and everything behind it.

    Attributes:
        moments: of each tournament, when it was left.
        signed_in: the cookies of visits that are over, by tournament and office.
    """

    origin: str
    wiring: Wiring
    clock: ManualClock
    moments: Mapping[str, datetime]
    signed_in: dict[tuple[str, str], list[Any]] = {}

    def look_at(self, tournament: str) -> None:
        """Have it be the moment at which this tournament was left."""
        self.clock.set(self.moments[tournament])

    def family(self, tournament: str) -> tuple[str, str]:
        """The numbers of two people of a tournament who are one family."""
        unit = min(self.wiring.desk.state(tournament).units.values(), key=lambda unit: unit.unit)
        return unit.child, unit.parent

    def seated(self, tournament: str) -> str:
        """The number of somebody who sits at the first table of a session that is about to begin, or has."""
        sessions = self.wiring.desk.state(tournament).sessions.values()
        (running,) = (session for session in sessions if session.status in ("drawn", "playing"))
        return running.tables[1][0]

    def session(self, tournament: str) -> str:
        """The session that is played, else the first that is still to be played."""
        sessions = self.wiring.desk.state(tournament).sessions.values()
        on = [each.plan.id for each in sessions if each.status in ("playing", "time_called", "drawn")]
        return (on or sorted(each.plan.id for each in sessions if each.status == "scheduled"))[0]

    def sheet(self, tournament: str) -> str:
        """A sheet with a game that was amended; without one the latest sheet."""
        sheets = self.wiring.desk.state(tournament).sheets
        amended = (
            each.sheet
            for each in sheets.values()
            if any(game is not None and (game.before or game.ruling) for game in each.games)
        )
        return min(amended, default=max(sheets))

    def ranked(self, tournament: str) -> str:
        """The first of the last stage in which somebody is ranked."""
        state = self.wiring.desk.state(tournament)
        tables = (standings(state, stage) for stage in reversed(state.stages))
        return next(table[0].entrant_no for table in tables if table)

    def official(self, tournament: str, role: Role) -> str:
        """Who holds an office of a tournament: the number of a referee, or an id for the organizer."""
        referees = self.wiring.desk.state(tournament).referees.values()
        held = (each.referee for each in referees if each.active and each.chief == (role == "chief_referee"))
        return "organizer" if role == "organizer" else min(held)

    def sign_in_link(self, tournament: str, role: Role) -> str:
        """The path of a link that signs an official in, once."""
        subject = self.official(tournament, role)
        return make_link(self.wiring.grants, role, subject, tournament, "cli").path

    def draft(self, tournament: str) -> str:
        """A warning that the Chief Referee began in a chat."""
        principal = Principal("page", "chief_referee", self.official(tournament, "chief_referee"), tournament)
        chief = Person(tournament, f"referee:{principal.subject}", "", None, principal, "")
        answers = {"entrant": self.ranked(tournament), "breach": "Talks during the game"}
        return Handover(self.wiring.desk, chief).keep("give-warning", answers)

    def founding_link(self) -> str:
        """The path of a link that signs in whoever may found tournaments, once."""
        return make_link(self.wiring.grants, "organizer", "office", None, "cli").path

    def board_link(self, tournament: str) -> str:
        """The last part of a link that sets up a board."""
        return self.wiring.board_links.make(tournament, BoardChoice(("now", "results"), "both", "8"))

    def name(self, tournament: str, entrant: str) -> str:
        """What an entrant is called in English."""
        return self.details(tournament, entrant)["name_en"]

    def numbers(self, tournament: str) -> Collection[str]:
        """The numbers of all entrants."""
        return self.wiring.desk.state(tournament).entrants.keys()

    def details(self, tournament: str, entrant: str) -> Mapping[str, str]:
        """What is known of an entrant."""
        desk = self.wiring.desk
        return desk.directory.details(tournament, [desk.state(tournament).entrants[entrant]])[entrant]

    def case(self, tournament: str) -> str:
        """The number of a case about game 1 at the first table of the session that is played."""
        desk, statement = self.wiring.desk, "A joker was counted as 25."
        state = desk.state(tournament)
        (session,) = (each for each in state.sessions.values() if each.status == "playing")
        sheet = str(TableId(session.plan.id, 1))
        known = [each.dispute for each in state.disputes.values() if (each.sheet, each.game) == (sheet, 1)]
        if not known:
            command = RaiseDispute(sheet=sheet, game=1, statement=statement)
            desk.submit(tournament, command, self.wiring.operator)
        return next(
            each.dispute
            for each in desk.state(tournament).disputes.values()
            if (each.sheet, each.game) == (sheet, 1)
        )

    def notice(self, tournament: str) -> str:
        """The reference of a notice of which one message was read, one given up, one reaches nobody."""
        return three_outcomes(self.wiring.log.database, tournament, self.clock.now())

    def personal_page(self, tournament: str, *entrants: str) -> str:
        """The path of a new link to the page of these entrants."""
        people = [f"entrant:{number}" for number in entrants]
        (page,) = self.wiring.pages.make(tournament, people, together=True)
        return f"/me/{page.link.rpartition('/')[2]}"


@contextmanager
def site(played: Path, folder: Path) -> Iterator[Site]:
    """Serve tournaments as long as the block lasts.

    Args:
        played: where `play_all` left them; they stay as they are.
        folder: for copies.
    """
    for file in played.iterdir():
        shutil.copyfile(file, folder / file.name)
    moments = msgspec.json.decode((folder / "moments.json").read_bytes(), type=dict[str, datetime])
    clock = ManualClock(max(moments.values()))
    wiring = Wiring(Loaded(_settings(folder), {}), clock=clock)
    try:
        with fronted(wiring.web, rate_limits=0) as front:
            yield Site(f"http://127.0.0.1:{front.port}", wiring, clock, moments)
    finally:
        wiring.close()


def _settings(folder: Path) -> Settings:
    return Settings(
        database_url=f"sqlite:///{folder / 'log.db'}",
        vault_url=f"sqlite:///{folder / 'vault.db'}",
        secret_key=SECRET,
        seal_key=SEAL_KEY,
        public_url="http://127.0.0.1",
        web_push_contact="mailto:ops@example.org",
        smtp_url="smtp://127.0.0.1:9",
        retention_days=0,
    )


def play_all(folder: Path, states: Mapping[str, State] = STATES) -> None:
    """Play tournaments into two databases in a folder, which wait for no disk meanwhile."""
    wiring = Wiring(Loaded(_settings(folder), {}))
    log = Database(f"sqlite:///{folder / 'log.db'}", synchronous="OFF")
    vault = Database(f"sqlite:///{folder / 'vault.db'}", journal="DELETE", synchronous="OFF")
    migrate(log)
    migrate_vault(vault)
    moments = {}
    for id, state in states.items():
        definition = state.definition(id)
        demo = Story(log, vault, wiring.secret.content, definition, SEED, lambda: wiring.seal_key)
        play(demo, state.until, at=state.at)
        moments[id] = demo.clock.now()
    log.close()
    vault.close()
    (folder / "moments.json").write_bytes(msgspec.json.encode(moments))
