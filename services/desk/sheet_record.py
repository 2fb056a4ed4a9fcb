"""The record of one score sheet: each game with what stood before it, and when everything was done."""

from collections.abc import Iterable, Mapping

import msgspec

from services.desk.query_context import QueryContext
from services.desk.sheet_views import GameVersion, Made, SheetRecord, SheetRuling, SheetSignature, versions
from services.projections.sheet_rows import game_cell
from services.tournament.kernel.ids import TableId
from services.tournament.play.scores import Game, Sheet
from services.tournament.play.sheets import open_points
from shared.clock import from_micros


def sheet_record(look: QueryContext, key: str) -> SheetRecord:
    """How a sheet came to be what it is, as far as whoever reads the sheet may know it."""
    state, sheet = look.state, look.state.sheets[key]
    table = TableId.of(key)
    session = state.sessions[table.session]
    stood = [tuple(versions(state, game)) for game in sheet.games]
    numbers = list(dict.fromkeys(game.ruling for games in stood for game in games if game.ruling is not None))
    made = _made(look, _seqs(look, sheet, stood, numbers))
    return SheetRecord(
        session.status,
        session.referees.get(table.number),
        session.started_at,
        session.ended_at,
        None if sheet.closed_seq is None else made[sheet.closed_seq],
        tuple(tuple(GameVersion(game_cell(game), made[game.seq]) for game in games) for games in stood),
        tuple(_signatures(sheet, made)),
        {number: _ruling(look, number, made) for number in numbers},
        tuple(point.in_language(look.language) for point in open_points(state, sheet)),
    )


def _seqs(
    look: QueryContext, sheet: Sheet, stood: Iterable[Iterable[Game]], rulings: Iterable[str]
) -> Iterable[int]:
    yield from (game.seq for games in stood for game in games)
    yield from (signature.seq for signature in sheet.signatures.values())
    yield from (look.state.rulings[number].seq for number in rulings)
    if sheet.closed_seq is not None:
        yield sheet.closed_seq


def _made(look: QueryContext, seqs: Iterable[int]) -> Mapping[int, Made]:
    """When the events at these seqs happened; for officials also who is responsible for them."""
    named = look.visibility.scope("officials") is not None
    return {
        record.seq: Made(
            record.seq, from_micros(record.occurred_at), record.actor if named else msgspec.UNSET
        )
        for record in look.desk.stored(look.tournament_id, sorted(set(seqs)))
    }


def _signatures(sheet: Sheet, made: Mapping[int, Made]) -> Iterable[SheetSignature]:
    for number in sheet.seats:
        signature = sheet.signatures.get(number)
        if signature is not None:
            yield SheetSignature(number, signature.medium, signature.closed, made[signature.seq])


def _ruling(look: QueryContext, number: str, made: Mapping[int, Made]) -> SheetRuling:
    ruling = look.state.rulings[number]
    # Whoever reads the docket of the table reads its cases there; players read the figures alone.
    if look.visibility.scope("docket") not in ("any", "own_table"):
        return SheetRuling(made[ruling.seq])
    return SheetRuling(made[ruling.seq], ruling.dispute, ruling.cites, ruling.effects)
