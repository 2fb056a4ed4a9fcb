"""Remarks on what was just recorded: things a referee should look at; they refuse nothing.

They follow from the events, their time and the state after them alone, so a command sent twice gets the same
remarks twice, and its preview has them too.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, time
from typing import Any
from zoneinfo import ZoneInfo

from services.rules.charges import unmelded_notes
from services.rules.contradictions import Held
from services.rules.exact import SIXTHS
from services.rules.game import Note, SeatInput, remark
from services.rules.oddities import odd_ending, odd_figures
from services.rules.ruleset import Ruleset
from services.tournament.definition.awards import CategoryAward, TeamAward
from services.tournament.definition.founding import RefereeDismissed
from services.tournament.definition.places_called import session_called
from services.tournament.definition.texts import Text
from services.tournament.docket.reinstating import EntrantReinstated, to_be_played_with
from services.tournament.docket.ruling_remarks import of_ruled, rulings_kept
from services.tournament.docket.rulings import GameRuled
from services.tournament.kernel.facts import Event
from services.tournament.kernel.ids import TableId
from services.tournament.people.consents import OF_AGE, ConsentChanged
from services.tournament.people.registration import WaitingListJoined
from services.tournament.play.conflicts import ScoreSheetRecorded, SheetConflictFound, SheetConflictSettled
from services.tournament.play.paper import SessionPlayedOnPaper
from services.tournament.play.results import GameCorrected, GameResultRecorded
from services.tournament.play.scores import Result, Sheet
from services.tournament.play.sheets import complete
from services.tournament.play.timing import SessionEnded, SessionStarted
from services.tournament.publication.awards import AwardsMade, FamilyAwardMade
from services.tournament.publication.made_before import made_before
from services.tournament.publication.publishing import ResultsPublished
from services.tournament.seating.presence import EntrantCheckedIn, opening
from services.tournament.seating.seats import SeatsDrawn
from services.tournament.seating.sessions import BEGUN
from services.tournament.state import State
from services.tournament.weather.dangers import danger_over, in_force, in_the_way
from services.tournament.weather.rescheduling import SessionsRescheduled
from services.tournament.weather.suspension import WARNINGS, SessionsSuspended, SuspensionLifted
from services.tournament.weather.warning_lines import doubt_said, over_said, since_said
from services.tournament.weather.watching import PlayGoesAhead, WeatherProposalAnswered
from shared.catalogue import Listed
from shared.zones import moment_in


def remarks(state: State, events: Sequence[Event], at: datetime) -> list[Note]:
    """Everything to look at in these events, in their order.

    Args:
        state: the one after all of them.
        at: when they happened.
    """
    found = [note for event in events for note in _of(state, event, at)]
    return [*found, *made_before(state, events)]


def sheet_notes(state: State, sheet: Sheet) -> list[Note]:
    """What a reader of a sheet should know: results of a smaller table stand as played (a reading)."""
    if len(sheet.seats) == state.stage_plan(sheet.stage).table.most:
        return []
    return [remark("smaller-table", count=len(sheet.seats))]


def _of(state: State, event: Event, at: datetime) -> Iterable[Note]:
    about = _ABOUT.get(type(event))
    return () if about is None else about(state, event, at)


def _of_recorded(state: State, event: GameResultRecorded | GameCorrected, at: datetime) -> Iterable[Note]:
    return _of_game(state, event.sheet, event.ended_by, event.results, at)


def _of_ruled_game(state: State, event: GameRuled, at: datetime) -> Iterable[Note]:
    return [*of_ruled(state, event), *_of_game(state, event.sheet, event.ended_by, event.results, at)]


def _of_games(state: State, event: ScoreSheetRecorded | SheetConflictFound, at: datetime) -> Iterable[Note]:
    games = [_of_game(state, event.sheet, game.ended_by, game.results, at) for game in event.games]
    notes = {note: None for game in games for note in game}
    return [*notes, *_two_sheets(state, event)]


def _of_consent(_state: State, event: ConsentChanged, _at: datetime) -> Iterable[Note]:
    return [remark("consent-unchecked", age=OF_AGE, entrant=event.entrant)] if event.unchecked else []


def _of_family_award(state: State, event: FamilyAwardMade, _at: datetime) -> Iterable[Note]:
    award = state.plan.family_award
    return [] if event.units or award is None else [_nobody_gets("family", award.name)]


def _of_going_ahead(state: State, event: PlayGoesAhead, at: datetime) -> Iterable[Note]:
    sessions = [id for id, each in state.sessions.items() if each.day == event.day]
    return [*_under_warnings(state, sessions, at), *_at_past_hours(state, sessions, at)]


def _of_refusal(state: State, event: WeatherProposalAnswered, at: datetime) -> Iterable[Note]:
    day = state.proposals[event.proposal].day
    sessions = [id for id, each in state.sessions.items() if each.day == day]
    return () if event.confirmed else _under_warnings(state, sessions, at)


def _two_sheets(state: State, event: ScoreSheetRecorded | SheetConflictFound) -> Iterator[Note]:
    if isinstance(event, SheetConflictFound):
        yield remark("sheet-conflict", table=TableId.of(event.sheet).number)
        sheet = state.sheets[event.sheet]
        yield from rulings_kept(sheet, sheet.conflicts[event.conflict - 1].games)


def _of_settled(state: State, event: SheetConflictSettled) -> Iterable[Note]:
    """What a ruling decides, though the sheet that is taken says otherwise."""
    sheet = state.sheets[event.sheet]
    return rulings_kept(sheet, sheet.conflicts[event.conflict - 1].games) if event.taken == "second" else ()


def _after_session(state: State, event: EntrantReinstated) -> Iterator[Note]:
    """That somebody who is in again has to play a game whose session is over."""
    for sheet in to_be_played_with(state, event.entrant, event.stage):
        if state.sessions[sheet.session].status == "ended":
            first, second = sheet.seats
            yield remark("games-after-session", first=first, second=second)


def _nothing_but_the_cut(event: ResultsPublished) -> Sequence[Note]:
    return [remark("only-cut-published", version=event.version - 1)] if event.only_who_goes_on else []


def _of_game(
    state: State, sheet: str, ended_by: str, results: Sequence[Result], at: datetime
) -> Iterator[Note]:
    if not results:
        return
    found = state.sheets.get(sheet)
    rules = state.rules if found is None else state.rules_in(found.stage)
    if ended_by == "time" and not _time_is_up(state, sheet, at):
        yield remark("time-not-called")
    yield from odd_ending(rules, ended_by)
    charged = [False] * len(results)
    if any(result.charge or result.more_charges for result in results):
        if any(result.count is not None for result in results):
            won = [bool(result.game_won) for result in results]
            yield from unmelded_notes(rules, [_seat(result) for result in results], won)
        unmelded = {charge.name for charge in rules.scoring.charges if charge.unmelded}
        charged = [bool(unmelded & {result.charge, *result.more_charges}) for result in results]
    yield from odd_figures(rules, _held(rules, results), charged)


def _seat(result: Result) -> SeatInput:
    return SeatInput(
        result.entrant,
        count=result.count,
        tiles=result.tiles,
        charge=result.charge,
        more_charges=result.more_charges,
    )


def _held(rules: Ruleset, results: Sequence[Result]) -> list[Held]:
    """What everyone was left with, as far as known: of scores alone the counts, where a rack was cleared."""
    cleared = any(result.tiles == 0 for result in results)
    held = []
    for result in results:
        count = result.own_count if result.charge or result.more_charges else result.count
        if result.count is None and cleared and result.tiles:
            below = max(0, -result.sixths // SIXTHS)
            points = {charge.points for charge in rules.scoring.charges}
            count = below if below and below not in points else None
        held.append(Held(result.entrant, result.tiles, count))
    return held


def _time_is_up(state: State, sheet: str, at: datetime) -> bool:
    """Whether time was called in the session of the sheet, or is due by its own length from its start."""
    session = state.sessions[sheet.rpartition("/")[0]]
    if session.status != "playing" or session.started_at is None:
        return True
    due = state.is_due_at(session)
    return due is not None and at >= due


def _still_open(state: State, session: str) -> Iterator[Note]:
    """What is still to come of the tables of a session that is over: games, then whatever else is open."""
    sheets = {
        table: state.sheets.get(str(TableId(session, table)))
        for table in sorted(state.sessions[session].tables)
    }
    waiting = {
        table: sheet for table, sheet in sheets.items() if sheet is not None and sheet.closed_seq is None
    }
    unplayed = [table for table, sheet in waiting.items() if not complete(sheet)]
    if unplayed:
        yield remark("games-still-open", tables=unplayed, count=len(unplayed))
    others = [table for table in waiting if table not in unplayed]
    if others:
        yield remark("sheets-still-open", tables=others, count=len(others))


def _families_sharing(state: State, event: SeatsDrawn) -> Sequence[Note]:
    notes = []
    for table in event.tables:
        groups: dict[str, list[str]] = {}
        for number in table.entrants:
            group = state.entrants[number].group
            if group is not None:
                groups.setdefault(group, []).append(number)
        for members in sorted(sorted(numbers) for numbers in groups.values() if len(numbers) > 1):
            notes.append(remark("family-shares-table", together=members, table=table.table))
    return notes


def _before_opening(state: State, event: EntrantCheckedIn, at: datetime) -> Sequence[Note]:
    opens = opening(state, state.sessions[event.session])
    if opens is None or at >= opens:
        return ()
    session = session_called(event.session, state.plan, state.moved_to)
    return [remark("check-in-not-open", session=session, opens=opens.time(), entrant=event.entrant)]


def _before_its_hour(
    state: State, event: SessionStarted | SessionPlayedOnPaper, at: datetime
) -> Sequence[Note]:
    """That a session begins, or has results of it brought in, at an hour before its own."""
    starts = state.starts_at(state.sessions[event.session])
    if starts is None or at >= starts:
        return ()
    session = session_called(event.session, state.plan, state.moved_to)
    word = "started-early" if isinstance(event, SessionStarted) else "results-before-play"
    return [remark(word, session=session, starts=starts)]


def _under_warnings(state: State, sessions: Iterable[str], at: datetime) -> Sequence[Note]:
    """The warnings in force that stop play, where sessions still to be over are played today or tomorrow."""
    on = (state.sessions[id] for id in sessions)
    days = [each.day for each in on if each.day is not None and each.status not in ("ended", "suspended")]
    dangers = [danger for day in sorted(set(days))[:1] for danger in in_the_way(state, day, at)]
    today = state.plan.local_day(at)
    named = Listed([since_said(state, danger, today) for danger in dangers])
    return [remark("warning-in-force", dangers=named)] if dangers else ()


def _at_past_hours(state: State, sessions: Iterable[str], at: datetime) -> Sequence[Note]:
    """That sessions still to be played stay on their day at hours that are over."""
    waiting = [id for id in sessions if state.sessions[id].status not in BEGUN]
    begun = {id: state.starts_at(state.sessions[id]) for id in waiting}
    past = [id for id, starts in begun.items() if starts is not None and starts <= at]
    called = [session_called(id, state.plan, state.moved_to) for id in past]
    return [remark("hours-past", sessions=Listed(called))] if past else ()


def _on_the_same_day(state: State, event: SessionsRescheduled) -> Iterator[Note]:
    """That the new date is the day that was suspended."""
    sessions = [state.sessions[id] for id in event.sessions]
    days = ([each.plan.day, *(day for _, day in each.moves)] for each in sessions)
    if all(known[-2] == event.day for known in days):
        yield remark("same-day", day=event.day)


def _on_another_day(state: State, event: SessionsSuspended, at: datetime) -> Sequence[Note]:
    """That a warning of now suspends what is played on another day than today."""
    of_now = event.grounds in WARNINGS and event.day != state.plan.local_day(at)
    return [remark("not-today", day=event.day)] if of_now else ()


def _of_warning_over(state: State, event: SessionsSuspended, at: datetime) -> Sequence[Note]:
    """That the warning because of which play is suspended ended, or may have: it suspends all the same."""
    midnight = moment_in(ZoneInfo(state.plan.zone), state.plan.local_day(at), time())
    # Also of one that somebody takes to be in force as of now, or does not say since when.
    over = danger_over(state, event.grounds, min(event.since or midnight, midnight))
    if over is None or over > at:
        doubts = (doubt_said(state, danger) for danger in in_force(state) if danger.grounds == event.grounds)
        return [remark("warning-doubted", doubt=phrase) for phrase in doubts if phrase is not None]
    is_rain = event.grounds == "black_rainstorm"
    return [remark("warning-over", over=over_said(state, over, state.plan.local_day(at), is_rain=is_rain))]


def _without_chief(state: State, event: RefereeDismissed) -> Sequence[Note]:
    """That nobody is left to rule on what is open."""
    serving = any(referee.chief and referee.active for referee in state.referees.values())
    waiting = [id for id, case in state.disputes.items() if case.status == "open"]
    if serving or not state.referees[event.referee].chief or not waiting:
        return ()
    return [remark("no-chief-referee", cases=Listed(waiting))]


def _on_waiting_list(state: State, event: WaitingListJoined) -> Sequence[Note]:
    session = session_called(event.session, state.plan, state.moved_to)
    return [remark("on-waiting-list", session=session, entrant=event.entrant)]


def _to_nobody(state: State, event: AwardsMade) -> Iterator[Note]:
    """The awards beside places and families that go to nobody: no team, or nobody in the category."""
    given = {other_award.award for other_award in event.others}
    for number, award in enumerate(state.plan.awards):
        if isinstance(award, TeamAward | CategoryAward) and award.titles and number not in given:
            kind = "team" if isinstance(award, TeamAward) else "category"
            yield _nobody_gets(kind, award.titles[0])


def _nobody_gets(kind: str, award: Text) -> Note:
    return remark("award-to-nobody", kind=kind, award=award)


_ABOUT: Mapping[type[Event], Callable[[State, Any, datetime], Iterable[Note]]] = {
    GameResultRecorded: _of_recorded,
    GameCorrected: _of_recorded,
    GameRuled: _of_ruled_game,
    ScoreSheetRecorded: _of_games,
    SheetConflictFound: _of_games,
    SheetConflictSettled: lambda state, event, _: _of_settled(state, event),
    EntrantCheckedIn: _before_opening,
    SeatsDrawn: lambda state, event, _: _families_sharing(state, event),
    WaitingListJoined: lambda state, event, _: _on_waiting_list(state, event),
    ConsentChanged: _of_consent,
    AwardsMade: lambda state, event, _: _to_nobody(state, event),
    FamilyAwardMade: _of_family_award,
    SessionEnded: lambda state, event, _: _still_open(state, event.session),
    SessionStarted: lambda state, event, at: [
        *_before_its_hour(state, event, at),
        *_under_warnings(state, [event.session], at),
    ],
    SessionPlayedOnPaper: _before_its_hour,
    SessionsRescheduled: lambda state, event, at: [
        *_under_warnings(state, event.sessions, at),
        *_at_past_hours(state, event.sessions, at),
        *_on_the_same_day(state, event),
    ],
    PlayGoesAhead: _of_going_ahead,
    WeatherProposalAnswered: _of_refusal,
    SuspensionLifted: lambda state, event, at: [
        *_under_warnings(state, event.sessions, at),
        *_at_past_hours(state, event.sessions, at),
    ],
    SessionsSuspended: lambda state, event, at: [
        *_on_another_day(state, event, at),
        *_of_warning_over(state, event, at),
    ],
    RefereeDismissed: lambda state, event, _: _without_chief(state, event),
    EntrantReinstated: lambda state, event, _: _after_session(state, event),
    ResultsPublished: lambda _state, event, _at: _nothing_but_the_cut(event),
}
"""What there is to look at, by the kind of event: most kinds have nothing."""
