"""The impact of a command that was not yet given: computed by the same decide and evolve, without a trace."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

import msgspec

from services.access.principal import Principal
from services.access.visibility import visibility
from services.desk.amending import PlanChange, changes_of
from services.desk.comparing import Difference, affected, difference, seen_by
from services.desk.desk import Desk
from services.desk.duplicates import AlikeGroup, foreseen_alike, foreseen_notes
from services.desk.participant_view import is_shown, notices_shown, own_number
from services.desk.submission import Expected
from services.desk.view_failures import answering
from services.notices.audiences import PUBLIC_CHANNEL, of_any_event, recipients
from services.notices.notice import Notice
from services.notices.policies import notices_due
from services.notices.signing_again import signers
from services.projections.rows import GameCell
from services.projections.sheet_rows import game_cell
from services.rules.game import Note, remark
from services.tournament.definition.amending import AmendTournament
from services.tournament.definition.stages import Stage
from services.tournament.docket.leaving import sheets_of
from services.tournament.docket.reinstating import EntrantReinstated
from services.tournament.docket.rulings import GameRestored, GameRuled, RulingMade
from services.tournament.kernel.deciding import Decision, evolve
from services.tournament.kernel.facts import Command, Event, Stamp
from services.tournament.kernel.registry import event_types
from services.tournament.play.conflicts import SheetConflictSettled
from services.tournament.play.forfeits import GamesForfeited, forfeits
from services.tournament.play.remarks import remarks
from services.tournament.play.results import GameCorrected
from services.tournament.play.sheets import game_on
from services.tournament.play.signatures import SignaturesVoided
from services.tournament.state import State

_DRAWN_ANEW = "drawn-anew"


class ForeseenNotice(msgspec.Struct, frozen=True):
    """A notice that would be written."""

    kind: str
    audience: str
    template: str


class GameChange(msgspec.Struct, frozen=True):
    """A recorded game that would stand with other figures; None for a game that does not stand."""

    sheet: str
    game: int
    before: GameCell | None
    after: GameCell | None


class Preview(msgspec.Struct, frozen=True):
    """What a command would lead to, were it given now; for a participant without what is about others alone,
    and without places that are not seen yet.

    Attributes:
        seq: the moment it was computed on; the outcome is the same as long as nothing else comes in between.
        events: types of the events that would follow, in order.
        remarks: what someone should look at, the same as with the command itself; they refuse nothing.
        plan: what another plan says otherwise, where the command is one.
        games: recorded or forfeited games that would stand otherwise, or no longer.
        people: how many the notices are for, each once.
        sign_again: entrants who would be asked to sign the sheets it is about, as their signatures no longer
            bind or are missing; by seat.
    """

    seq: int
    events: tuple[str, ...]
    difference: Difference
    notices: tuple[ForeseenNotice, ...]
    remarks: tuple[Note, ...] = ()
    plan: tuple[PlanChange, ...] | msgspec.UnsetType = msgspec.UNSET
    games: tuple[GameChange, ...] = ()
    people: int = 0
    sign_again: tuple[str, ...] = ()

    @property
    def is_drawn_anew(self) -> bool:
        """Whether chance decides it, and decides again when it counts."""
        return any(note.code == _DRAWN_ANEW for note in self.remarks)


def try_out(desk: Desk, tournament_id: str, command: Command, principal: Principal) -> bool:
    """Let a command be decided without a trace, so that what is wrong with it is known before it is given.

    Returns:
        whether it would change anything.

    Raises:
        Problem: as the command itself would.
    """
    _, decision = desk.foresee(tournament_id, command, principal)
    return bool(decision.entries)


def preview(
    desk: Desk,
    tournament_id: str,
    command: Command,
    principal: Principal,
    *,
    occurred_at: datetime | None = None,
    expected: Expected | None = None,
) -> Preview:
    """What `command` would change: ranks, cut, awards, notices.

    Raises:
        Problem: as the command itself would; view-failed.
    """
    held, decision = desk.foresee(
        tournament_id, command, principal, occurred_at=occurred_at, expected=expected
    )
    at = occurred_at or desk.clock.now()
    with answering(tournament_id, "preview", held.state.seq):
        found = previewed(tournament_id, held.state, decision, command, principal, at)
    return with_alike(desk, tournament_id, principal, held.state, decision, found)


def alike_with(
    desk: Desk, tournament_id: str, command: Command, principal: Principal, occurred_at: datetime | None
) -> list[AlikeGroup]:
    """Who would be alike, of whom a command registers; raises Problem: as the command itself would."""
    held, decision = desk.foresee(tournament_id, command, principal, occurred_at=occurred_at)
    return foreseen_alike(
        desk.directory, tournament_id, principal.role, held.state, decision.state, decision.entries
    )


def with_alike(
    desk: Desk,
    tournament_id: str,
    principal: Principal,
    before: State,
    decision: Decision,
    found: Preview,
) -> Preview:
    """The preview with its remarks on who may be registered already, which rest on names and addresses."""
    alike = foreseen_notes(
        desk.directory, tournament_id, principal.role, before, decision.state, decision.entries
    )
    return msgspec.structs.replace(found, remarks=(*found.remarks, *alike))


def previewed(
    tournament_id: str,
    before: State,
    decision: Decision,
    command: Command,
    principal: Principal,
    at: datetime,
) -> Preview:
    """The preview of what was decided on a state."""
    seen = visibility(principal, tournament_id, lambda: before).at_present(before)
    causes: dict[tuple[Stage, str], list[int]] = {}
    state = before
    for seq, entry in enumerate(decision.entries, before.seq + 1):
        after = evolve(state, entry.event, Stamp(seq, at, principal.actor))
        for who in affected(state, after):
            causes.setdefault(who, []).append(seq)
        state = after
    types = event_types()
    due = notices_due(
        decision.state,
        [(seq, entry.event) for seq, entry in enumerate(decision.entries, before.seq + 1)],
        principal.actor,
    )
    number = own_number(principal.actor)
    shown = [
        entry.event
        for entry in decision.entries
        if number is None or is_shown(number, entry.event, entry.caused_by, before.seq + 1, decision.state)
    ]
    return Preview(
        before.seq,
        tuple(types[type(event)].name for event in shown),
        seen_by(seen, decision.state.plan, difference(before, decision.state, causes)),
        tuple(
            ForeseenNotice(notice.kind, of_any_event(notice.audience), notice.template)
            for notice in sorted(
                notices_shown(principal.actor, due), key=lambda notice: (notice.seq, notice.dedupe_key)
            )
        ),
        (
            *remarks(decision.state, shown, at),
            *_chance(command, shown),
        ),
        changes_of(before, command) if isinstance(command, AmendTournament) else msgspec.UNSET,
        _games(before, decision.state, shown),
        _people(decision.state, notices_shown(principal.actor, due)),
        tuple(dict.fromkeys(_signers(decision.state, shown))),
    )


def _signers(state: State, shown: Sequence[Event]) -> Iterator[str]:
    """Who would be asked to sign the sheets that these events rule on, correct or open again."""
    for event in shown:
        sheet = None
        if isinstance(event, RulingMade):
            sheet = state.disputes[event.dispute].sheet
        elif isinstance(event, GameCorrected | SheetConflictSettled | SignaturesVoided):
            sheet = event.sheet
        elif isinstance(event, EntrantReinstated):
            at = state.entrants[event.entrant].at(event.stage)
            sheet = None if at is None else at.table
        if sheet is not None and sheet in state.sheets:
            yield from signers(state, state.sheets[sheet])


def _people(state: State, notices: Iterable[Notice]) -> int:
    """How many people notices are for; what is posted for everybody is for nobody in particular."""
    meant = {recipient for notice in notices for recipient in recipients(state, notice.audience)}
    return len(meant - {PUBLIC_CHANNEL})


def _chance(command: Command, shown: Sequence[Event]) -> tuple[Note, ...]:
    """That a draw comes out otherwise when it counts, unless the command brings its seed along."""
    seeds = {getattr(event, "seed", None) for event in shown} - {None, getattr(command, "seed", None)}
    return (remark(_DRAWN_ANEW),) if seeds else ()


def _games(before: State, after: State, shown: Sequence[Event]) -> tuple[GameChange, ...]:
    """Every game that these events change once it was recorded or forfeit, as it was and as it will be.

    Those of sheets that are taken from the tables, too: a start that is undone, a session that is suspended.
    """
    changed = {
        (event.sheet, event.game)
        for event in shown
        if isinstance(event, GameCorrected | GameRuled | GameRestored)
    }
    changed |= {
        (name, game.number)
        for name, sheet in (before.sheets.items() if shown else ())
        if name not in after.sheets
        for game in sheet.games
        if game is not None
    }
    for event in shown:
        if isinstance(event, GamesForfeited):
            changed |= {(event.sheet, number) for number in event.games}
        elif isinstance(event, EntrantReinstated):
            changed |= {
                (sheet.sheet, number)
                for sheet in sheets_of(before, event.entrant, event.stage)
                for number in forfeits(sheet)
                if game_on(after.sheets[sheet.sheet], number) is None
            }
    games = (
        GameChange(sheet, game, _game_of(before, sheet, game), _game_of(after, sheet, game))
        for sheet, game in sorted(changed)
    )
    return tuple(change for change in games if change.before is not None or change.after is not None)


def _game_of(state: State, sheet: str, number: int) -> GameCell | None:
    found = state.sheets.get(sheet)  # none yet where the command itself lays it on the table
    game = None if found is None else game_on(found, number)
    return None if game is None else game_cell(game)
