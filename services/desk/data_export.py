"""Everything held on one person in a tournament, in clear, for themselves or for the organizer to hand on.

Only what is theirs: details, figures, and free text that they gave or that is about them alone, which is
what forgetting them would destroy. Others are in it by neither name nor number, and without their figures.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

import msgspec

from services.access.grant_rows import Grant
from services.access.kinds import TOKEN
from services.access.rights import Role
from services.access.visibility import Visibility
from services.desk.consents import consents_of
from services.desk.decoding import CATALOGUE
from services.desk.directory import free_text
from services.desk.participant_view import qualified_shown, tells_places
from services.desk.redaction import actor_of, notice_of, told_of
from services.desk.views import ConsentView
from services.notices.notice import Notice
from services.projections import rows
from services.projections.models import model
from services.tournament.definition.plan import Competition
from services.tournament.kernel.facts import Event
from services.tournament.lookups import entrant_in
from services.tournament.people.forgetting import cases_about, numbers_of
from services.tournament.state import State
from shared.clock import from_micros
from shared.eventlog import Recorded

if TYPE_CHECKING:
    from services.desk.desk import Desk

Texts = Mapping[str, str]
OFFICIAL = Visibility("organizer")
_STROKE = "stroke"
"""What they drew to sign, beside the event that says so."""


class DetailsGiven(msgspec.Struct, frozen=True):
    """Details as they were given at one time."""

    seq: int
    recorded_at: datetime
    fields: Texts


class EventAbout(msgspec.Struct, frozen=True):
    """An event that names them, in a plain sentence, with free text that is theirs."""

    seq: int
    type: str
    occurred_at: datetime
    actor: str
    sentence: str
    text: Texts


class OwnGame(msgspec.Struct, frozen=True):
    """Their own figures in one game."""

    sheet: str
    game: int
    status: str
    figures: rows.FigureCell


class DisputeAbout(msgspec.Struct, frozen=True):
    """A case that they raised or that concerns them; `statement` is null where it is not theirs."""

    dispute: str
    kind: str
    status: str
    sheet: str | None
    raised_by_them: bool
    statement: str | None


class RulingAbout(msgspec.Struct, frozen=True):
    """A ruling on such a case; finding and reason are there where the case is theirs alone."""

    ruling: str
    dispute: str
    cites: str
    effects: tuple[str, ...]
    seq: int
    text: Texts


class TokenRecord(msgspec.Struct, frozen=True):
    """What is known of a granted token; its text is not."""

    token_id: str
    role: Role
    subject: str
    tournament_id: str | None
    granted_at: datetime
    expires_at: datetime
    revoked_at: datetime | None


class SubjectData(msgspec.Struct, frozen=True):
    """What is held on a person.

    Attributes:
        numbers: their entrant numbers; several, if registrations were merged.
        person: their id in the vault.
        seq: the moment shown.
        personal_held: whether anything personal is still held; after forgetting only ids and figures are.
        forgotten_seq: the event that forgot them.
        consents: where their name may be shown, who said so, when, and under which statement.
        details: as they hold now; `history` as they were given.
        tokens: what is known of tokens issued for them; their text is not.
    """

    tournament: str
    numbers: tuple[str, ...]
    person: str
    seq: int
    personal_held: bool
    forgotten_seq: int | None
    details: Texts
    history: tuple[DetailsGiven, ...]
    consents: tuple[ConsentView, ...]
    entries: tuple[rows.EntrantRow, ...]
    standings: tuple[rows.StandingRow, ...]
    games: tuple[OwnGame, ...]
    disputes: tuple[DisputeAbout, ...]
    rulings: tuple[RulingAbout, ...]
    notices: tuple[Notice, ...]
    tokens: tuple[TokenRecord, ...]
    events: tuple[EventAbout, ...]


def subject_data(
    desk: "Desk",
    tournament_id: str,
    entrant_no: str,
    language: str = "en",
    seen: Visibility | None = None,
) -> SubjectData:
    """Everything held on an entrant. Who may have it is asked before.

    Args:
        seen: what whoever asks may see, by which places that are not seen yet are left out; None for all.

    Raises:
        Problem: tournament-unknown, not-found.
    """
    state = desk.state(tournament_id)
    entrant_no = desk.number_known(tournament_id, entrant_no)
    entrant = entrant_in(state, entrant_no)
    seen = (OFFICIAL if seen is None else seen).at_present(state)
    numbers = numbers_of(state, entrant_no)
    persons = {state.entrants[number].person for number in numbers}
    forgotten = [seq for person, seq in state.forgotten.items() if person in persons]
    named = [
        (recorded, event)
        for recorded in desk.recorded(tournament_id, 0, state.seq)
        for event in (CATALOGUE.decode(recorded),)
        if any(value in numbers for value in _values(msgspec.to_builtins(event)))
        or getattr(event, "dispute", None) in _disputes(state, numbers)
        if all(seen.hides(stage) is None for stage in tells_places(state, event, entrant_no))
    ]
    type_of = {recorded.seq: type(event) for recorded, event in named}
    mentioned = {_STROKE, *persons, *cases_about(state, (event for _, event in named), persons)}
    opened = {**desk.directory.texts(tournament_id, [each.seq for each, _ in named])} if not forgotten else {}
    for person in () if forgotten else persons:
        for stroke in desk.strokes.of_person(tournament_id, person):
            opened[stroke.seq] = {**opened.get(stroke.seq, {}), _STROKE: {_STROKE: stroke.lines}}

    def texts(seq: int) -> Mapping[str, Texts]:
        return {
            subject: fields if subject in persons else free_text(fields, type_of[seq], language)
            for subject, fields in opened.get(seq, {}).items()
            if subject in mentioned
        }

    details = [
        (own_seq, fields)
        for own_seq in sorted({seq for number in numbers for seq in state.entrants[number].held})
        for subject, fields in texts(own_seq).items()
        if subject in persons
    ]
    times = {recorded.seq: from_micros(recorded.recorded_at) for recorded, _ in named}
    return SubjectData(
        tournament_id,
        tuple(numbers),
        entrant.person,
        state.seq,
        any(texts(recorded.seq) for recorded, _ in named),
        max(forgotten, default=None),
        {name: text for _, fields in details for name, text in fields.items()},
        tuple(DetailsGiven(seq, times[seq], fields) for seq, fields in details),
        consents_of(desk.directory, tournament_id, entrant, language),
        tuple(
            msgspec.structs.replace(row, qualified=_goes_on(state, seen, row.entrant_no))
            for row in _rows(state, "entrant", numbers, rows.EntrantRow)
        ),
        tuple(
            row if seen.hides(row.stage) is None else msgspec.structs.replace(row, qualified=None)
            for row in _rows(state, "standing", _standing_keys(state, numbers), rows.StandingRow)
        ),
        tuple(_games(state, numbers)),
        tuple(_dispute(state, key, numbers, texts) for key in _disputes(state, numbers)),
        tuple(_rulings(state, numbers, texts)),
        tuple(_notices(desk, tournament_id, numbers)),
        tuple(
            _token_record(token)
            for token in desk.grants.listed(TOKEN)
            if token.scope == "participant"
            and token.whose in numbers
            and token.tournament_id in (None, tournament_id)
        ),
        tuple(
            _about(recorded, event, language, texts(recorded.seq), persons, numbers, state.plan)
            for recorded, event in named
        ),
    )


def _token_record(token: Grant) -> TokenRecord:
    assert token.expires_at is not None, "every token ends"
    return TokenRecord(
        token.grant_id,
        token.principal.role,
        token.whose,
        token.tournament_id,
        token.issued_at,
        token.expires_at,
        token.revoked_at,
    )


def _goes_on(state: State, seen: Visibility, number: str) -> bool | None:
    return qualified_shown(state, seen, state.entrants[number].stage, number)


def _values(value: Any) -> Iterator[str]:
    """Every text in an event, keys of maps included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, content in value.items():
            yield from _values(key)
            yield from _values(content)
    elif isinstance(value, list | tuple):
        for content in value:
            yield from _values(content)


def _about(
    recorded: Recorded,
    event: Event,
    language: str,
    texts: Mapping[str, Texts],
    persons: set[str],
    numbers: list[str],
    plan: Competition,
) -> EventAbout:
    # Details stand in the history; here is what was said of them or by them.
    texts_shown = {
        name: text
        for subject, fields in texts.items()
        if subject not in persons
        for name, text in fields.items()
    }
    sentence, actor = told_of(event, numbers, language, plan), actor_of(recorded.actor, numbers)
    return EventAbout(
        recorded.seq, recorded.type, from_micros(recorded.occurred_at), actor, sentence, texts_shown
    )


def _rows(state: State, name: str, keys: Iterable[str], kind: type[Any]) -> Iterator[Any]:
    found = (model(name).row(state, key) for key in keys)
    return (row for row in found if isinstance(row, kind))


def _standing_keys(state: State, numbers: Iterable[str]) -> list[str]:
    return [f"{stage}/{number}" for stage in state.stages for number in numbers]


def _games(state: State, numbers: list[str]) -> Iterator[OwnGame]:
    keys = [key for key, sheet in sorted(state.sheets.items()) if set(numbers) & set(sheet.seats)]
    for row in _rows(state, "sheet", keys, rows.SheetRow):
        for game in row.games:
            for figure in game.figures if game is not None else ():
                if figure.entrant_no in numbers:
                    yield OwnGame(row.sheet, game.game, game.status, figure)


def _disputes(state: State, numbers: list[str]) -> list[str]:
    """The cases that they raised, that name them, or that are about a game at their table."""

    def concerns(key: str) -> bool:
        dispute = state.disputes[key]
        sheet = state.sheets.get(dispute.sheet or "")
        named = {dispute.raised_by, dispute.leaver, *dispute.entrants, *(sheet.seats if sheet else ())}
        return bool(named & set(numbers))

    return [key for key in sorted(state.disputes) if concerns(key)]


def _dispute(state: State, key: str, numbers: list[str], texts: Any) -> DisputeAbout:
    dispute = state.disputes[key]
    case_texts = texts(dispute.seq).get(dispute.case or "", {})
    return DisputeAbout(
        key,
        dispute.kind,
        dispute.status,
        dispute.sheet,
        dispute.raised_by in numbers,
        case_texts.get("statement"),
    )


def _rulings(state: State, numbers: list[str], texts: Any) -> Iterator[RulingAbout]:
    concerned = set(_disputes(state, numbers))
    for made in sorted(state.rulings.values(), key=lambda ruling: ruling.seq):
        if made.dispute in concerned:
            case_texts = texts(made.seq).get(made.case, {})
            yield RulingAbout(made.ruling, made.dispute, made.cites, made.effects, made.seq, case_texts)


def _notices(desk: "Desk", tournament_id: str, numbers: list[str]) -> Iterator[Notice]:
    audiences = {f"entrant:{number}" for number in numbers}
    found = (notice for notice in desk.notices.all(tournament_id) if notice.audience in audiences)
    return (notice_of(notice, numbers) for notice in found)
