"""How a tournament is defined, and what those who run it look up: tables, officials, weather, audiences."""

from collections.abc import Iterator, Mapping
from datetime import date, datetime
from typing import Literal

import msgspec

from services.desk.directory import NOBODY, shown_name
from services.desk.params import Named, NoParams, Params
from services.desk.query_context import QueryContext
from services.desk.scopes import own_sheets
from services.desk.views import UNSET, Name
from services.notices.audiences import recipients
from services.notices.phones_off import night_over, read_out_by, seated
from services.projections.rows import GameCell, SheetRow
from services.rules.key_sets import keys_named
from services.rules.ruleset import Ruleset
from services.tournament.definition.as_played import as_played
from services.tournament.definition.plan import Competition
from services.tournament.definition.stages import Stage
from services.tournament.kernel.ids import TableId
from services.tournament.seating.order_of_play import in_order_of_play
from services.tournament.seating.sessions import SessionStatus
from services.tournament.standings.reached import both_won, points_rank
from services.tournament.weather.dangers import ended, in_force, over_since
from services.tournament.weather.policy import Doubt
from services.tournament.weather.update_promises import sessions_held
from shared.clock import from_micros


class TournamentAnswer(msgspec.Struct, frozen=True):
    """A tournament as it was defined, and where its log ends.

    Attributes:
        seq, hash, recorded_at: of the last event at the moment asked for; the hash proves all before it.
        ruleset_hash: of the ruleset's content as it stands in the event that holds the plan.
        stage_rulesets: by stage, the rules of those that are played by their own.
    """

    id: str
    seq: int
    hash: str
    recorded_at: datetime
    definition: Competition
    ruleset: Ruleset
    ruleset_hash: str
    stage_rulesets: Mapping[Stage, Ruleset] | msgspec.UnsetType = UNSET

    def rules_in(self, stage: Stage) -> Ruleset:
        """The rules that a stage is played by."""
        return self.ruleset if self.stage_rulesets is UNSET else self.stage_rulesets.get(stage, self.ruleset)

    def rules_played(self, stage: Stage) -> Ruleset:
        """The same with the figures of the stage in place of those of the document, to be read."""
        return as_played(self.rules_in(stage), self.definition.by_id[stage])

    def is_drawn(self, sheet: SheetRow, game: GameCell | None) -> bool:
        """Whether standings count half a point of a game for both who sit at its table."""
        if game is None or len(sheet.seats) != 2 or not both_won(cell.game_won for cell in game.figures):
            return False
        ranking = self.definition.by_id[sheet.stage].ranking
        return points_rank(keys_named(ranking, self.rules_in(sheet.stage)))


class SessionTables(msgspec.Struct, frozen=True):
    """The tables of a session that have a score sheet the asker may open."""

    session: str
    stage: Stage
    day: date | None
    number: int
    status: SessionStatus
    tables: tuple[int, ...]


class TablesAnswer(msgspec.Struct, frozen=True):
    """Sessions with score sheets that the asker may open, in order of play."""

    seq: int
    rows: tuple[SessionTables, ...]


class WhoAmI(msgspec.Struct, frozen=True):
    """Who asks, as the tournament knows them.

    Attributes:
        number: the entrant's or referee's; null for whoever acts without one.
        name: in the language asked for; `details` is what a participant gave.
    """

    role: str
    number: str | None
    name: Name = UNSET
    details: Mapping[str, str] | msgspec.UnsetType = UNSET


class OfficialView(msgspec.Struct, frozen=True):
    """A referee or Chief Referee; the name is not there once it is forgotten."""

    referee: str
    chief: bool
    active: bool
    name: Name = UNSET


class OfficialsAnswer(msgspec.Struct, frozen=True):
    """The referees by number, those dismissed included."""

    seq: int
    rows: tuple[OfficialView, ...]


class WeatherView(msgspec.Struct, frozen=True):
    """What was proposed for a day on grounds of the weather, and what became of that.

    Attributes:
        codes: of the warnings that were in force.
        escalated: how often it was put again because nobody had answered.
        fetched_at: when the Observatory's answers were last read as a whole before it; None if never.
        in_part: it rests on a warning that was read while they could not be read as a whole.
        over_since: when the last of these warnings ended; None while one that stops play is in force.
    """

    proposal: str
    day: date
    outcome: str
    sessions: tuple[str, ...]
    codes: tuple[str, ...]
    status: Literal["open", "confirmed", "refused", "superseded"]
    escalated: int
    seq: int
    fetched_at: datetime | None = None
    in_part: bool = False
    over_since: datetime | None = None


class WarningView(msgspec.Struct, frozen=True):
    """A warning that stops play, as the Observatory dated it.

    Attributes:
        code: the signal that it is now, or was last.
        begin: since when without a break, whatever signal it was then.
        until: when it ended; None while it is in force.
        doubt: that it ended, as one of the Observatory's two answers says, while the other cannot be read.
    """

    code: str
    begin: datetime
    until: datetime | None = None
    doubt: Doubt | None = None


class WeatherAnswer(msgspec.Struct, frozen=True):
    """Weather proposals, oldest first, and the warnings in force that stop play, by when they began.

    Attributes:
        held: the days on which people were told to stay in the hall, of sessions that have a new date.
        ended: those that are not in force any more, by when they ended.
    """

    seq: int
    rows: tuple[WeatherView, ...]
    in_force: tuple[WarningView, ...] = ()
    held: tuple[date, ...] = ()
    ended: tuple[WarningView, ...] = ()


class AudienceParams(Params, frozen=True, kw_only=True):
    """Whom: "everyone", "session:2026-03-28/1", "finalists", …, as notices name them."""

    audience: Named


class AudienceAnswer(msgspec.Struct, frozen=True):
    """Who is meant by an audience now, by the keys that links have: "entrant:0007".

    Attributes:
        with_email: those of them who gave an e-mail address.
        seated: those of them who sit at a table now, and read what is announced after their session.
        read_out_by: the officials who read it out to these.
        by_day: those of them who read what is announced only when the night is over.
        night_over: when that is; None by day.
    """

    seq: int
    recipients: tuple[str, ...]
    with_email: tuple[str, ...]
    seated: tuple[str, ...] = ()
    read_out_by: tuple[str, ...] = ()
    by_day: tuple[str, ...] = ()
    night_over: datetime | None = None


def tournament(look: QueryContext, params: NoParams) -> TournamentAnswer:
    """The definition as of the moment looked at."""
    state = look.state
    (last,) = look.desk.recorded(look.tournament_id, state.seq - 1, state.seq)
    stage_rules = {
        stage.id: state.rules_in(stage.id) for stage in state.plan.stages if stage.ruleset is not None
    }
    return TournamentAnswer(
        look.tournament_id,
        state.seq,
        last.hash.hex(),
        from_micros(last.recorded_at),
        state.plan,
        state.rules,
        state.ruleset_hash,
        stage_rules or UNSET,
    )


def tables(look: QueryContext, params: NoParams) -> TablesAnswer:
    """Every session of which the asker may open a sheet."""
    state = look.state
    allowed = state.sheets if look.scope == "any" else own_sheets(state, look.visibility)
    found: dict[str, list[int]] = {}
    for sheet in allowed:
        found.setdefault(state.sheets[sheet].session, []).append(TableId.of(sheet).number)
    views = []
    for session in in_order_of_play(state):
        key, shown = session.plan.id, tuple(sorted(found.get(session.plan.id, ())))
        if not shown:
            continue
        views.append(SessionTables(key, session.stage, session.day, session.number, session.status, shown))
    return TablesAnswer(state.seq, tuple(views))


def whoami(look: QueryContext, params: NoParams) -> WhoAmI:
    """Who asks."""
    role, number, state = look.visibility.role, look.visibility.subject, look.present
    if role == "participant":
        known = look.directory.details(look.tournament_id, [state.entrants[number]])[number]
        return WhoAmI(role, number, shown_name(known, look.language) or UNSET, known)
    if role in ("referee", "chief_referee"):
        referee = state.referees[number]
        texts = look.directory.texts(look.tournament_id, [referee.seq])
        name = shown_name(texts[referee.seq].get(referee.person, NOBODY), look.language)
        return WhoAmI(role, number, name or UNSET)
    return WhoAmI(role, None)


def officials(look: QueryContext, params: NoParams) -> OfficialsAnswer:
    """Everyone who was ever appointed."""
    return OfficialsAnswer(look.state.seq, tuple(_officials(look)))


def _officials(look: QueryContext) -> Iterator[OfficialView]:
    known = look.state.referees
    texts: Mapping[int, Mapping[str, Mapping[str, str]]] = look.directory.texts(
        look.tournament_id, [other.seq for other in known.values()]
    )
    for number in sorted(known):
        referee = known[number]
        name = shown_name(texts[referee.seq].get(referee.person, NOBODY), look.language)
        yield OfficialView(referee.referee, referee.chief, referee.active, name or UNSET)


def weather(look: QueryContext, params: NoParams) -> WeatherAnswer:
    """Every proposal, whatever became of it."""
    return WeatherAnswer(
        look.state.seq,
        tuple(
            WeatherView(
                proposal.proposal,
                proposal.day,
                proposal.outcome,
                proposal.sessions,
                proposal.codes,
                proposal.status,
                proposal.escalated,
                proposal.seq,
                proposal.fetched_at,
                proposal.in_part,
                over_since(look.state, proposal),
            )
            for proposal in sorted(look.state.proposals.values(), key=lambda proposal: proposal.seq)
        ),
        tuple(
            WarningView(warning.code, warning.begin, None, warning.doubt) for warning in in_force(look.state)
        ),
        tuple(dict.fromkeys(held.day for _, held in sessions_held(look.state) if held.day is not None)),
        tuple(WarningView(warning.code, warning.begin, warning.until) for warning in ended(look.state)),
    )


def audience(look: QueryContext, params: AudienceParams) -> AudienceAnswer:
    """Who is meant; raises Problem: not-found, for an audience that no notice has."""
    recipients_of, state = recipients(look.state, params.audience), look.state
    entrants = [
        state.entrants[recipient.number] for recipient in recipients_of if recipient.kind == "entrant"
    ]
    known = look.directory.details(look.tournament_id, entrants)
    mailed = {f"entrant:{number}" for number, fields in known.items() if "@" in fields.get("email", "")}
    keys = tuple(recipient.key for recipient in recipients_of)
    sitting = seated(state, recipients_of)
    officials = recipients(state, read_out_by(sitting.values())) if sitting else ()
    now = look.desk.clock.now()
    nights = {
        each.key: night_over(state, "announcement", (each,), now)
        for each in recipients_of
        if each.kind != "entrant" or each.number not in sitting
    }
    waiting = {key: over for key, over in nights.items() if over is not None}
    return AudienceAnswer(
        state.seq,
        keys,
        tuple(key for key in keys if key in mailed),
        tuple(
            recipient.key
            for recipient in recipients_of
            if recipient.kind == "entrant" and recipient.number in sitting
        ),
        tuple(official.key for official in officials),
        tuple(waiting),
        next(iter(waiting.values()), None),
    )
