"""What may be asked of a tournament: each query with its parameters, its answer and the function between.

Every answer comes from the state at a moment. Names are shown by consent, and to whoever may ask for `names`;
who they are is judged as of now, also when looking at the past.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from services.access.rights import forbidden_of_others
from services.desk.answers import EventsAnswer, NoticesAnswer, NoticeView, TimelineAnswer
from services.desk.comparing import DiffAnswer, compare
from services.desk.consents import consents_of
from services.desk.cross_table import CrossAnswer, CrossParams, cross_table
from services.desk.directory import shown_name
from services.desk.docket import docket
from services.desk.docket_views import DocketAnswer
from services.desk.duplicates import DuplicatesAnswer, duplicates
from services.desk.explained import explained
from services.desk.explaining import Explanation
from services.desk.family_awards import awards, families
from services.desk.history.case_file import CaseFile, CaseFileParams, case_file
from services.desk.history.changes import HistoryAnswer, HistoryParams, history
from services.desk.history.curves import CurvesAnswer, CurvesParams, curves
from services.desk.history.marks import MarksAnswer, MarksParams, MomentsAnswer, marks, moments
from services.desk.own_sessions import held, is_pardoned, suspended, waiting_place, warned
from services.desk.params import (
    DiffParams,
    EntrantParams,
    ExplainParams,
    NoParams,
    PageParams,
    Params,
    PublicationParams,
    SheetParams,
    StandingsParams,
    TimelineParams,
)
from services.desk.participant_view import qualified_shown
from services.desk.posts import PostsAnswer, posts
from services.desk.programme import (
    AudienceAnswer,
    AudienceParams,
    OfficialsAnswer,
    TablesAnswer,
    TournamentAnswer,
    WeatherAnswer,
    WhoAmI,
    audience,
    officials,
    tables,
    tournament,
    weather,
    whoami,
)
from services.desk.query_context import QueryContext, limit_of, page_of, seq_after, seq_next
from services.desk.questions import QuestionsAnswer, questions, unanswered
from services.desk.scopes import own_sheets
from services.desk.sheet_record import sheet_record
from services.desk.stage_tables import stage_standings
from services.desk.timeline import timeline, timeline_between
from services.desk.views import (
    UNSET,
    AwardsAnswer,
    ConsentView,
    EntrantsAnswer,
    EntrantView,
    FamiliesAnswer,
    Hidden,
    ProposalView,
    PublicationsAnswer,
    PublicationView,
    ReserveView,
    SeatView,
    SessionsAnswer,
    SessionView,
    SheetsAnswer,
    SheetView,
    StandingsAnswer,
    TableView,
)
from services.notices.about_parents import asked_to_come
from services.notices.audiences_of_cuts import RESERVES_TOLD
from services.notices.signing_again import asked_to_sign
from services.notices.unplayed_games import asked_to_play
from services.projections import rows
from services.projections.models import model
from services.tournament.kernel.ids import TableId
from services.tournament.lookups import stage_in
from services.tournament.people.family_proposals import proposals_of
from services.tournament.play.remarks import sheet_notes
from services.tournament.seating.order_of_play import in_order_of_play
from services.tournament.seating.sessions import SEATS
from services.tournament.standings.places_seen import told_by_tables
from services.tournament.standings.reserves import has_begun, may_give_up
from services.tournament.state import State
from shared.catalogue import Phrase
from shared.problems import not_found

LISTED = 50
"""Events between two moments that a difference tells in plain words."""


class QueryType(msgspec.Struct, frozen=True):
    """A query.

    Attributes:
        of_log: whether it can be asked as of a moment.
        refusals: statuses with which it refuses, beside 404.
    """

    name: str
    params: type[Params]
    answer: type[msgspec.Struct]
    run: Callable[[QueryContext, Any], Any]
    of_log: bool = True
    refusals: tuple[int, ...] = ()


def _sessions(look: QueryContext, params: NoParams) -> SessionsAnswer:
    """List the sessions in the order of play."""
    sessions = model("session").view(look.state)
    tables = model("seating").view(look.state)
    by_session: dict[str, list[rows.TableRow]] = {}
    for row in tables.values():
        assert isinstance(row, rows.TableRow)
        by_session.setdefault(row.session, []).append(row)
    names = look.names(no for rows in by_session.values() for row in rows for no in row.entrants)
    views = []
    for known in in_order_of_play(look.state):
        key = known.plan.id
        session = sessions[key]
        assert isinstance(session, rows.SessionRow)
        hidden = look.hidden(*told_by_tables(look.state, session.stage))
        table_rows = sorted(by_session.get(key, ()), key=lambda row: row.number)
        shown = [row for row in table_rows if not hidden or look.visibility.subject in row.entrants]
        laid = tuple(_table_view(look, row, names) for row in shown)
        byes, unpaired = (_sitting_out(look, who, hidden) for who in (known.byes, known.unpaired))
        theirs = (
            suspended(look, known),
            held(look, known),
            warned(look, known),
            waiting_place(look, known),
            is_pardoned(look, known),
            look.state.played_from(known) or UNSET,
            look.state.played_until(known) or UNSET,
        )
        views.append(SessionView(session, laid, byes, unpaired, hidden, *theirs))
    return SessionsAnswer(look.state.seq, tuple(views))


def _sitting_out(look: QueryContext, numbers: tuple[str, ...], hidden: Hidden) -> tuple[str, ...]:
    """Those of them who are shown: as with tables, only the reader while places are hidden."""
    return tuple(number for number in numbers if not hidden or number == look.visibility.subject)


def _table_view(look: QueryContext, row: rows.TableRow, names: Mapping[str, str]) -> TableView:
    stage = look.state.sessions[row.session].stage
    # Why someone is out is for who may read what is held on every entrant.
    reasons = look.visibility.scope("entrants") is not None
    seats = []
    for letter, number in zip(SEATS, row.entrants, strict=False):
        out = look.state.entrants[number].out_of(stage)
        shown = out if reasons or out is None else "not_ranked"
        seats.append(SeatView(letter, number, shown, names.get(number, UNSET)))
    return TableView(row.number, row.referee, tuple(seats))


def _entrants(look: QueryContext, params: PageParams) -> EntrantsAnswer:
    page, following = page_of(sorted(look.state.entrants), params)
    names = look.names(page)
    views = tuple(EntrantView(_entrant_row(look, number), names.get(number, UNSET)) for number in page)
    return EntrantsAnswer(look.state.seq, views, following)


def _entrant(look: QueryContext, params: EntrantParams) -> EntrantView:
    entrant = look.state.entrants.get(params.entrant)
    if not look.visibility.reaches("entrant", params.entrant):
        raise forbidden_of_others(look.visibility.role, "entrant")
    if entrant is None:
        raise not_found("entrant", params.entrant)
    details = look.directory.details(look.tournament_id, [entrant])[params.entrant]
    full = look.visibility.reaches("contacts", params.entrant)
    return EntrantView(
        _entrant_row(look, params.entrant),
        shown_name(details, look.language) or UNSET,
        details if full else UNSET,
        _proposals(look.state, params.entrant) if full else UNSET,
        _consents(look, params.entrant) if full else UNSET,
        _reserve(look, params.entrant) if full else UNSET,
        _without_session(look, params.entrant) if full else UNSET,
        _asked(look, asked_to_sign(look.state, params.entrant)) if full else UNSET,
        _asked(look, asked_to_play(look.state, params.entrant)) if full else UNSET,
        _asked(look, asked_to_come(look.state, params.entrant)) if full else UNSET,
        unanswered(look, params.entrant) or UNSET if full else UNSET,
    )


def _asked(look: QueryContext, asked: Iterable[Phrase]) -> tuple[str, ...] | msgspec.UnsetType:
    """What the entrant is asked to do, in words; unset where that is nothing."""
    return tuple(phrase.in_language(look.language) for phrase in asked) or UNSET


def _reserve(look: QueryContext, number: str) -> ReserveView | msgspec.UnsetType:
    """Of the last stage that the entrant is told of being a reserve for."""
    state = look.state
    for plan in reversed(state.plan.stages):
        reserves = state.cut_into(plan.id).reserves[:RESERVES_TOLD]
        if number not in reserves or plan.source is None or look.hidden(plan.source.stage):
            continue
        return ReserveView(plan.id, reserves.index(number) + 1, has_begun(state, plan.id))
    return UNSET


def _without_session(look: QueryContext, number: str) -> str | msgspec.UnsetType:
    """The last stage that the entrant is told of going on to, while they have no session in it."""
    state = look.state
    for plan in reversed(state.plan.stages):
        if plan.source is None or look.hidden(plan.source.stage):
            continue
        if may_give_up(state, plan.id, number) and state.entrants[number].at(plan.id) is None:
            return plan.id
    return UNSET


def _proposals(state: State, number: str) -> tuple[ProposalView, ...]:
    found = proposals_of(state, number)
    return tuple(
        ProposalView(proposal.child, proposal.parent, proposal.by, proposal.seq) for proposal in found
    )


def _consents(look: QueryContext, number: str) -> tuple[ConsentView, ...]:
    """Each consent as it stands now, also when looking at the past."""
    entrant = look.present.entrants.get(number)
    return consents_of(look.directory, look.tournament_id, entrant, look.language) if entrant else ()


def _entrant_row(look: QueryContext, number: str) -> rows.EntrantRow:
    row = model("entrant").row(look.state, number)
    assert isinstance(row, rows.EntrantRow)
    return msgspec.structs.replace(row, qualified=_goes_on(look, number))


def _goes_on(look: QueryContext, number: str) -> bool | None:
    return qualified_shown(look.state, look.visibility, look.state.entrants[number].stage, number)


def _sheets(look: QueryContext, params: SheetParams) -> SheetsAnswer:
    allowed = set(look.state.sheets) if look.scope == "any" else set(own_sheets(look.state, look.visibility))
    if params.sheet is not None and params.sheet not in look.state.sheets:
        raise not_found("score-sheet", params.sheet)
    keys = sorted(
        (key for key in allowed if _wanted(look.state, key, params)),
        key=TableId.of,
    )
    page, following = page_of(keys, params)
    views = []
    for key in page:
        row = model("sheet").row(look.state, key)
        assert isinstance(row, rows.SheetRow)
        notes = sheet_notes(look.state, look.state.sheets[key])
        record = sheet_record(look, key) if params.sheet is not None else UNSET
        views.append(SheetView(row, look.names(row.seats), tuple(notes), record))
    return SheetsAnswer(look.state.seq, tuple(views), following)


def _wanted(state: State, key: str, params: SheetParams) -> bool:
    if params.sheet is not None:
        return key == params.sheet
    return params.session is None or state.sheets[key].session == params.session


def _publications(look: QueryContext, params: PublicationParams) -> PublicationsAnswer:
    stage, views = stage_in(look.state, params.stage), []
    for row in model("publication").view(look.state).values():
        assert isinstance(row, rows.PublicationRow)
        if row.stage != stage or params.version not in (None, row.version):
            continue
        table = row.rows if params.version is not None else UNSET
        views.append(PublicationView(stage, row.version, row.digest, row.seq, table))
    if params.version is not None and not views:
        raise not_found("published-version", params.version)
    views.sort(key=lambda publication: publication.version)
    return PublicationsAnswer(look.state.seq, tuple(views))


def _events(look: QueryContext, params: PageParams) -> EventsAnswer:
    after = seq_after(params)
    page = look.desk.events(look.tournament_id, after, limit_of(params), look.state.seq)
    return EventsAnswer(look.state.seq, tuple(page), seq_next(look, page[-1].seq if page else after))


def _notices(look: QueryContext, params: PageParams) -> NoticesAnswer:
    after, limit = seq_after(params), limit_of(params)
    page = look.desk.notices.read(look.tournament_id, after, limit)
    views = tuple(
        NoticeView(
            notice.seq, notice.kind, notice.audience, notice.template, notice.parameters, notice.reference
        )
        for notice in page
    )
    return NoticesAnswer(look.state.seq, views, str(page[-1].seq) if len(page) >= limit else None)


def _diff(look: QueryContext, params: DiffParams) -> DiffAnswer:
    before, after = (look.desk.moment(look.tournament_id, at) for at in (params.before, params.after))
    answer = compare(look.desk, look.tournament_id, before, after)
    between = timeline_between(look, answer.before, answer.after, LISTED)
    return msgspec.structs.replace(answer, between=tuple(between))


QUERIES: Mapping[str, QueryType] = {
    query.name: query
    for query in (
        QueryType("tournament", NoParams, TournamentAnswer, tournament),
        QueryType("standings", StandingsParams, StandingsAnswer, stage_standings, refusals=(422,)),
        QueryType("cross-table", CrossParams, CrossAnswer, cross_table),
        QueryType("families", NoParams, FamiliesAnswer, families),
        QueryType("sessions", NoParams, SessionsAnswer, _sessions),
        QueryType("entrants", PageParams, EntrantsAnswer, _entrants),
        QueryType("entrant", EntrantParams, EntrantView, _entrant),
        QueryType("sheets", SheetParams, SheetsAnswer, _sheets),
        QueryType("whoami", NoParams, WhoAmI, whoami, of_log=False),
        QueryType("tables", NoParams, TablesAnswer, tables),
        QueryType("officials", NoParams, OfficialsAnswer, officials),
        QueryType("weather", NoParams, WeatherAnswer, weather),
        QueryType("questions", NoParams, QuestionsAnswer, questions),
        QueryType("duplicates", NoParams, DuplicatesAnswer, duplicates, of_log=False),
        QueryType("audience", AudienceParams, AudienceAnswer, audience),
        QueryType("docket", NoParams, DocketAnswer, docket),
        QueryType("publications", PublicationParams, PublicationsAnswer, _publications),
        QueryType("awards", NoParams, AwardsAnswer, awards),
        QueryType("timeline", TimelineParams, TimelineAnswer, timeline),
        QueryType("marks", MarksParams, MarksAnswer, marks),
        QueryType("moments", NoParams, MomentsAnswer, moments),
        QueryType("curves", CurvesParams, CurvesAnswer, curves, refusals=(422,)),
        QueryType("history", HistoryParams, HistoryAnswer, history, refusals=(422,)),
        QueryType("case-file", CaseFileParams, CaseFile, case_file, refusals=(422,)),
        QueryType("events", PageParams, EventsAnswer, _events),
        QueryType("explain", ExplainParams, Explanation, explained),
        QueryType("diff", DiffParams, DiffAnswer, _diff, of_log=False),
        QueryType("posts", NoParams, PostsAnswer, posts),
        QueryType("notices", PageParams, NoticesAnswer, _notices, of_log=False),
    )
}
