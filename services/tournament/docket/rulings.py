"""Rulings: the Chief Referee's decision on a dispute, final, never edited; a later one may supersede it.

A ruling is one event; what it changes follows as further events that name it: games as they stand after it,
warnings, disqualifications, signatures that no longer bind.
"""

from typing import Annotated

from immutables import Map
from msgspec import structs

from services.tournament.definition.stages import Stage
from services.tournament.docket.breaches import warn
from services.tournament.docket.cases import Dispute, Ruling
from services.tournament.docket.clauses import clause_cited
from services.tournament.docket.disputes import DISPUTE_NOT_OPEN, off_sheet, sheet_of
from services.tournament.docket.effects import (
    AmendGame,
    ChargeSeat,
    Disqualify,
    Effect,
    GameEffect,
    NoEffect,
    ReplayGame,
    VoidGame,
    Warn,
    games_after,
)
from services.tournament.docket.leaving import disqualify
from services.tournament.docket.reinstating import reinstate, settle_tables
from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Command, Event, Stamp
from services.tournament.kernel.ids import TableId
from services.tournament.kernel.lengths import MOST_SEATS, Cite, Id, SharedReason, SharedStatement
from services.tournament.kernel.registry import decides, event, evolves
from services.tournament.lookups import (
    active_seats,
    dispute_in,
    entrant_in,
    required_text,
    rests_on_it,
    ruling_in,
    stage_begun,
)
from services.tournament.play.completion import FEWEST_TO_PLAY
from services.tournament.play.forfeits import forfeit_unplayed, who_forfeited
from services.tournament.play.scores import Game, GameStatus, Result, Sheet
from services.tournament.play.sheets import figures_differ, game_on, with_game, with_games
from services.tournament.play.signatures import close_when_settled, void_signatures
from services.tournament.state import State
from shared.bounds import many
from shared.catalogue import Phrase, Word
from shared.problems import INVALID_INPUT, ProblemType

SUPERSEDED_ALREADY = ProblemType("superseded-already", 409)
WRONG_DISPUTE = ProblemType("wrong-dispute", 422)
GAME_LEFT_OPEN = ProblemType("game-left-open", 422)
TOO_FEW_TO_REPLAY = ProblemType("too-few-to-replay", 409)


@event("ruling-made", text=("finding", "reason"))
class RulingMade(Event, frozen=True):
    """The Chief Referee ruled; finding and reason are in the vault under `case`."""

    ruling: str
    dispute: str
    cites: str
    effects: tuple[Effect, ...]
    case: str


@event("ruling-superseded")
class RulingSuperseded(Event, frozen=True):
    """A later ruling on new grounds took the place of this one; both stay on record."""

    ruling: str
    by: str


@event("game-ruled")
class GameRuled(Event, frozen=True):
    """A game stands as the ruling says: amended, voided, or to be played again."""

    sheet: str
    game: int
    status: str
    ended_by: str
    results: tuple[Result, ...]
    ruling: str


@event("game-restored")
class GameRestored(Event, frozen=True):
    """A superseded ruling no longer changes this game: it stands as before that ruling."""

    sheet: str
    game: int
    ruling: str


class MakeRuling(Command, frozen=True, kw_only=True):
    """Rule on a dispute. With `supersedes`, on new grounds, in place of an earlier ruling on it.

    Attributes:
        dispute: its id on the docket.
        finding: what happened, as found; only those concerned read it.
        cites: the rule it rests on, of those that are played by; everyone reads it.
        reason: why; only those concerned read it.
        effects: what follows, in this order.
        supersedes: the id of the earlier ruling.
    """

    dispute: Id
    finding: SharedStatement
    cites: Cite
    reason: SharedReason
    effects: Annotated[tuple[Effect, ...], many(MOST_SEATS)] = (NoEffect(),)
    supersedes: Id | None = None


@decides(MakeRuling)
def make_ruling(draft: Draft, command: MakeRuling) -> None:
    dispute = _to_rule(draft.state, command)
    if not command.effects or not command.cites.strip():
        raise INVALID_INPUT(detail=Phrase("part-ruling-cites"))
    cites = clause_cited(draft.state, dispute, command.cites) if draft.strict else command.cites
    number = draft.number("R", len(draft.state.rulings))
    case, text = draft.case(
        finding=required_text(command.finding, "finding"), reason=required_text(command.reason)
    )
    made = RulingMade(number, command.dispute, cites, command.effects, case)
    seq = draft.record(made, personal=text, caused_by=dispute.seq)
    sheet = sheet_of(draft.state, dispute)
    returned: list[tuple[int, list[Sheet]]] = []
    if command.supersedes is not None:
        returned = _set_aside(draft, draft.state.rulings[command.supersedes], sheet, number, seq)
    for effect in command.effects:
        if isinstance(effect, Disqualify):
            _put_out(draft, dispute, effect.entrant, made, seq, sheet)
        else:
            _apply(draft, dispute, effect, number, seq)
    for caused_by, before in returned:
        settle_tables(draft, caused_by, before)
    if sheet is not None and command.supersedes is not None:
        _open_lapsed(draft, draft.state.rulings[command.supersedes], sheet.sheet, number, seq)
        # A game that stood by the earlier ruling may be unplayed again, and its opponent gone meanwhile.
        forfeit_unplayed(draft, draft.state.sheets[sheet.sheet], seq)
    if sheet is not None:
        after = draft.state.sheets[sheet.sheet].games
        _check_settled(draft.state, command.dispute, draft.state.sheets[sheet.sheet])
        void_signatures(draft, sheet.sheet, figures_differ(sheet.games, after), seq)
        close_when_settled(draft, sheet.sheet, seq)


def _to_rule(state: State, command: MakeRuling) -> Dispute:
    dispute = dispute_in(state, command.dispute)
    if command.supersedes is None:
        if dispute.status != "open":
            status = Word("case", dispute.status)
            refused = DISPUTE_NOT_OPEN(dispute=command.dispute, status=status, ruling=dispute.ruling)
            raise refused.at(field="supersedes") if dispute.ruling else refused
        return dispute
    earlier = ruling_in(state, command.supersedes)
    if earlier.superseded_by is not None:
        raise SUPERSEDED_ALREADY(ruling=command.supersedes, by=earlier.superseded_by)
    if earlier.dispute != command.dispute:
        raise WRONG_DISPUTE(ruling=command.supersedes, own=earlier.dispute, dispute=command.dispute).at(
            field="supersedes"
        )
    return dispute


def _check_settled(state: State, dispute: str, sheet: Sheet) -> None:
    """No game is left without a result unless another case, which only a ruling ends, is open on it."""
    cases = [state.disputes[number] for number in sheet.open_disputes]
    others = {case.game for case in cases if case.kind != "dispute"}
    for game in sheet.games:
        if game is not None and game.status == "awaiting_ruling" and game.number not in others:
            raise GAME_LEFT_OPEN(dispute=dispute, game=game.number).at(field="effects")


def _set_aside(
    draft: Draft, earlier: Ruling, sheet: Sheet | None, number: str, seq: int
) -> list[tuple[int, list[Sheet]]]:
    """Take back what the earlier ruling did: games stand as before it, and who it put out is in again.

    Returns:
        what `reinstate` returns of each of these.
    """
    draft.record(RulingSuperseded(earlier.ruling, number), caused_by=seq)
    for game_no in sorted(earlier.before):
        if sheet is None:  # the session started again, so its games stand for nothing now
            break
        if game_no in earlier.lapsed and earlier.made[game_no] is None:
            continue  # with or without that ruling it was to be played
        game = sheet.games[game_no - 1]
        if game is not None and game.ruling not in (None, earlier.ruling):
            raise rests_on_it(
                "part-rulings-ruling-on-game",
                "part-rulings-supersede-ruling-first",
                ruling=game.ruling,
                game_no=game_no,
            )
        draft.record(GameRestored(sheet.sheet, game_no, earlier.ruling), caused_by=seq)
    return [
        reinstate(draft, entrant_no, stage, None, None, seq)
        for entrant_no, stage in earlier.disqualified
        if draft.state.entrants[entrant_no].out_of(stage) == "disqualified"
    ]


def _open_lapsed(draft: Draft, earlier: Ruling, sheet: str, number: str, seq: int) -> None:
    """Have played what came back as forfeited by somebody who is in again since."""
    for game_no in sorted(earlier.lapsed):
        now = draft.state.sheets[sheet]
        game, staying = game_on(now, game_no), active_seats(draft.state, now)
        restored = game is not None and game == earlier.before.get(game_no)
        if game is not None and restored and who_forfeited(game) in staying:
            draft.record(GameRuled(sheet, game_no, "replay", "ruling", (), number), caused_by=seq)


def _put_out(
    draft: Draft, dispute: Dispute, entrant_no: str, made: RulingMade, seq: int, before: Sheet | None
) -> None:
    """Disqualify an entrant by a ruling: a game that the same ruling settles is not interrupted by it."""
    stage = _stage(draft.state, dispute, entrant_no)
    settled = {effect.game for effect in made.effects if isinstance(effect, GameEffect)}
    disqualify(draft, entrant_no, stage, "ruling", "", seq, made.ruling, before=before, settled=settled)


def _apply(draft: Draft, dispute: Dispute, effect: Effect, ruling: str, seq: int) -> None:
    if isinstance(effect, Warn):
        warn(draft, effect.entrant, None, ruling, seq)
    elif isinstance(effect, AmendGame | VoidGame | ReplayGame | ChargeSeat):
        game, status, ended_by, results = games_after(draft.state, dispute, effect, strict=draft.strict)
        sheet = dispute.sheet
        assert sheet is not None, "games_after refuses a dispute without a sheet"
        if status == "replay" and draft.strict:
            _check_enough_play(draft.state, draft.state.sheets[sheet], game)
        draft.record(GameRuled(sheet, game, status, ended_by, results, ruling), caused_by=seq)


def _check_enough_play(state: State, sheet: Sheet, game: int) -> None:
    """Refuse to have a game played again that nobody could record, as too few of the table are in."""
    staying = active_seats(state, sheet)
    if len(staying) < FEWEST_TO_PLAY:
        out = [number for number in sheet.seats if number not in staying]
        raise TOO_FEW_TO_REPLAY(game=game, sheet=sheet.sheet, out=out)


def _stage(state: State, dispute: Dispute, entrant_no: str) -> Stage:
    """The stage a case is about: that of its sheet, else the one the entrant is playing in."""
    if dispute.sheet is not None:
        return state.sessions[TableId.of(dispute.sheet).session].stage
    return stage_begun(state, entrant_in(state, entrant_no))


@evolves(RulingMade)
def _made(state: State, event: RulingMade, stamp: Stamp) -> State:
    kinds = tuple(effect.__struct_config__.tag for effect in event.effects)
    ruling = Ruling(
        event.ruling,
        event.dispute,
        event.cites,
        tuple(str(kind) for kind in kinds),
        event.case,
        stamp.seq,
        stamp.actor,
        charges=tuple(
            (effect.entrant, effect.charge) for effect in event.effects if isinstance(effect, ChargeSeat)
        ),
        warned=tuple(effect.entrant for effect in event.effects if isinstance(effect, Warn)),
        made_at=stamp.occurred_at,
    )
    dispute = structs.replace(state.disputes[event.dispute], status="ruled", ruling=event.ruling)
    return off_sheet(state.with_ruling(ruling).with_dispute(dispute), dispute)


@evolves(RulingSuperseded)
def _superseded(state: State, event: RulingSuperseded, stamp: Stamp) -> State:
    earlier, later = state.rulings[event.ruling], state.rulings[event.by]
    state = state.with_ruling(structs.replace(earlier, superseded_by=event.by))
    state = state.with_ruling(structs.replace(later, supersedes=event.ruling, lapsed=earlier.lapsed))
    for entrant in state.entrants.values():
        kept = tuple(warned for warned in entrant.warnings if warned.ruling != earlier.ruling)
        if kept != entrant.warnings:
            state = state.with_entrant(structs.replace(entrant, warnings=kept))
    return state


@evolves(GameRuled)
def _ruled(state: State, event: GameRuled, stamp: Stamp) -> State:
    sheet = state.sheets[event.sheet]
    ruling = state.rulings[event.ruling]
    if event.game not in ruling.before:
        before: Map[int, Game | None] = ruling.before.set(event.game, game_on(sheet, event.game))
        state = state.with_ruling(structs.replace(ruling, before=before))
    if event.status == "replay":
        games = list(sheet.games)
        games.extend([None] * (event.game - len(games)))
        games[event.game - 1] = None
        return _standing(state, ruling.ruling, sheet, with_games(sheet, games), event.game)
    status: GameStatus = "voided" if event.status == "voided" else "recorded"
    game = Game(event.game, status, event.ended_by, event.results, "ruling", stamp.seq, event.ruling)
    return _standing(state, ruling.ruling, sheet, with_game(sheet, game), event.game)


@evolves(GameRestored)
def _restored(state: State, event: GameRestored, stamp: Stamp) -> State:
    sheet, earlier = state.sheets[event.sheet], state.rulings[event.ruling]
    games = list(sheet.games)
    games[event.game - 1] = earlier.before[event.game]
    assert earlier.superseded_by is not None, "a game is restored by what supersedes the ruling on it"
    return _standing(state, earlier.superseded_by, sheet, with_games(sheet, games), event.game)


def _standing(state: State, number: str, before: Sheet, after: Sheet, game: int) -> State:
    """The sheet after a ruling, which keeps how the game stood until then and what became of it."""
    ruling = state.rulings[number]
    stood = ruling.stood if game in ruling.stood else ruling.stood.set(game, game_on(before, game))
    kept = structs.replace(ruling, stood=stood, made=ruling.made.set(game, game_on(after, game)))
    return state.with_ruling(kept).with_sheet(after)
