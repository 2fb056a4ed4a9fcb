"""Remarks on what was just recorded: things a referee should look at; they refuse nothing.

They follow from the event and the state alone, so a command sent twice gets the same remarks twice.
"""

from collections.abc import Sequence

from services.rules.charges import unmelded_notes
from services.rules.exact import parse_score
from services.rules.game import Note, SeatInput
from services.rules.ruleset import Ruleset
from services.rules.self_recorded import RecordedSeat, check_self_recorded
from services.tournament.docket.rulings import GameRuled
from services.tournament.kernel.facts import Event
from services.tournament.people.registration import WaitingListJoined
from services.tournament.play.conflicts import ScoreSheetRecorded, SheetConflictFound
from services.tournament.play.figures import Result
from services.tournament.play.results import GameCorrected, GameResultRecorded
from services.tournament.play.scores import Sheet
from services.tournament.seating.seats import SeatsDrawn
from services.tournament.state import State


def remarks(state: State, events: Sequence[Event]) -> list[Note]:
    """Everything to look at in these events, in their order."""
    return [note for event in events for note in _of(state, event)]


def sheet_notes(state: State, sheet: Sheet) -> list[Note]:
    """What a reader of a sheet should know: results of a smaller table stand as played (a reading)."""
    if len(sheet.seats) == state.stage_plan(sheet.stage).table.most:
        return []
    return [
        Note(
            "smaller-table",
            f"{len(sheet.seats)} sat at this table. Its results stand as played and are not adjusted.",
            f"此桌由 {len(sheet.seats)} 人作賽，結果按實際計算，不作調整。",
        )
    ]


def _of(state: State, event: Event) -> Sequence[Note]:
    if isinstance(event, GameResultRecorded | GameCorrected | GameRuled):
        return _of_results(_rules(state, event.sheet), event.results)
    if isinstance(event, ScoreSheetRecorded | SheetConflictFound):
        notes = [
            note for game in event.games for note in _of_results(_rules(state, event.sheet), game.results)
        ]
        return notes + _CONFLICT * isinstance(event, SheetConflictFound)
    if isinstance(event, SeatsDrawn):
        return _families_sharing(state, event)
    if isinstance(event, WaitingListJoined):
        return _on_waiting_list(event)
    return ()


def _rules(state: State, sheet: str) -> Ruleset:
    found = state.sheets.get(sheet)
    return state.rules if found is None else state.rules_in(found.stage)


def _of_results(rules: Ruleset, results: Sequence[Result]) -> Sequence[Note]:
    if not results:
        return ()
    if any(own.count is not None for own in results):
        seats = [
            SeatInput(
                own.entrant,
                count=own.count,
                tiles=own.tiles,
                charge=own.charge,
                more_charges=own.more_charges,
            )
            for own in results
        ]
        return unmelded_notes(rules, seats, [bool(own.game_won) for own in results])
    recorded = [RecordedSeat(own.entrant, parse_score(own.score), own.game_won, own.tiles) for own in results]
    return check_self_recorded(rules, recorded, after_withdrawal=True).notes


_CONFLICT = [
    Note(
        "sheet-conflict",
        "A different sheet for this table is recorded already. Both are kept until a referee settles it.",
        "此桌已有另一份不同的記分紙。兩份均予保留，待裁判處理。",
    )
]


def _families_sharing(state: State, event: SeatsDrawn) -> Sequence[Note]:
    notes = []
    for own in event.tables:
        groups: dict[str, list[str]] = {}
        for number in own.entrants:
            group = state.entrants[number].group
            if group is not None:
                groups.setdefault(group, []).append(number)
        for members in sorted(sorted(numbers) for numbers in groups.values() if len(numbers) > 1):
            together = ", ".join(members)
            notes.append(
                Note(
                    "family-shares-table",
                    f"{together} are of one family and share table {own.table}; there was no other way.",
                    f"{together} 同屬一個家庭，同在第 {own.table} 桌；無法另行編排。",
                )
            )
    return notes


def _on_waiting_list(event: WaitingListJoined) -> Sequence[Note]:
    return [
        Note(
            "on-waiting-list",
            f"Session {event.session} is full; entrant {event.entrant} is on the waiting list.",
            f"場次 {event.session} 已滿；參賽者 {event.entrant} 列入候補名單。",
        )
    ]
