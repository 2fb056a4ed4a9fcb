"""The cross table of a stage says what its score sheets say: who met whom, when, and with what result."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

import pytest
from msgspec import json
from msgspec.structs import replace

from services.desk.cross_table import CrossAnswer, Meeting
from services.desk.views import UNSET, SheetView, StandingsAnswer
from services.tournament.kernel.ids import TableId
from tests.pasts import Past, PastOf
from tests.refusing import refusing

PAIRS = ("swiss", "round-robin", "swiss-final", "mso-2019")
OTHERS = ("league", "pressman-2006-tournament", "teams")
HALVES = {0: "0", 1: "1/2", 2: "1"}


def stages(past: Past) -> tuple[str, ...]:
    return past.desk.state(past.id).plan.stage_ids


def sheets_of(past: Past, stage: str) -> Iterator[SheetView]:
    """Every sheet whose results count in a stage, as officials read it."""
    counted, after = past.desk.state(past.id).plan.counted_in(stage), ""
    while after is not None:
        page = past.ask("sheets", after=after, limit=200)
        yield from (view for view in page.rows if view.sheet.stage in counted)
        after = page.next


def won(view: SheetView) -> Mapping[str, int]:
    """Games won by number, added up from the games."""
    found = dict.fromkeys(view.sheet.seats, 0)
    for game in view.sheet.games:
        for figure in game.figures if game is not None else ():
            found[figure.entrant_no] += figure.game_won
    return found


def points(view: SheetView, number: str) -> str:
    """Points of a table of two: a win for more games won, half for as many, none for none."""
    (other,) = (seat for seat in view.sheet.seats if seat != number)
    mine, theirs = won(view)[number], won(view)[other]
    return HALVES[2 * (mine > theirs) + (mine == theirs and mine > 0)]


@pytest.mark.parametrize("name", [*PAIRS, *OTHERS])
def test_every_meeting_is_that_of_a_sheet_and_every_sheet_is_there(past_of: PastOf, name: str) -> None:
    past, seen = past_of(name), 0
    for stage in stages(past):
        answer: CrossAnswer = past.ask("cross-table", stage=stage)
        shown = {
            (row.entrant_no, met.session): met
            for row in answer.rows
            for met in row.meetings
            if met.what == "played"
        }
        ranked = {row.entrant_no for row in answer.rows}
        on_sheets = {
            (number, view.sheet.session): Meeting(
                view.sheet.session,
                "played",
                tuple(other for other in view.sheet.seats if other != number),
                won(view)[number],
                points(view, number) if len(view.sheet.seats) == 2 else UNSET,
                TableId.of(view.sheet.sheet).number,
            )
            for view in sheets_of(past, stage)
            for number in view.sheet.seats
            if number in ranked
        }
        assert shown == on_sheets
        seen += len(shown)
    assert seen > 20


@pytest.mark.parametrize("name", PAIRS)
def test_the_points_of_all_sessions_are_those_that_rank(past_of: PastOf, name: str) -> None:
    past = past_of(name)
    stage = stages(past)[0]
    table: StandingsAnswer = past.ask("standings", stage=stage)
    answer: CrossAnswer = past.ask("cross-table", stage=stage)
    assert [(row.place, row.entrant_no) for row in answer.rows] == [
        (row.place, row.entrant_no) for row in table.rows
    ]
    for row, line in zip(answer.rows, table.rows, strict=True):
        given = [Fraction(met.points) for met in row.meetings if met.points is not UNSET]
        assert line.figures is not UNSET
        assert sum(given) == Fraction(line.figures["match_points"])


@pytest.mark.parametrize("name", PAIRS)
def test_who_met_someone_was_met_by_them_in_the_same_session(past_of: PastOf, name: str) -> None:
    past = past_of(name)
    answer: CrossAnswer = past.ask("cross-table", stage=stages(past)[0])
    met = {
        (row.entrant_no, meeting.session, other)
        for row in answer.rows
        for meeting in row.meetings
        for other in meeting.opponents
    }
    ranked = {row.entrant_no for row in answer.rows}
    assert met
    assert all((other, session, number) in met for number, session, other in met if other in ranked)


def test_an_odd_field_has_byes_and_nobody_has_two_things_in_one_session(past_of: PastOf) -> None:
    past = past_of("swiss")
    answer: CrossAnswer = past.ask("cross-table")
    byes = [met for row in answer.rows for met in row.meetings if met.what == "bye"]
    assert byes
    assert {met.points for met in byes} == {"1"}
    for row in answer.rows:
        sessions = [met.session for met in row.meetings]
        assert len(sessions) == len(set(sessions))


def test_a_session_is_there_from_its_start_on_and_a_table_without_a_game_is_open(past_of: PastOf) -> None:
    past = past_of("swiss")
    types = {event.seq: event.type for event in past.desk.events(past.id, 0, 1000, past.last)}
    second_start = [seq for seq, type_ in types.items() if type_ == "session-started"][1]
    before: CrossAnswer = past.ask("cross-table", as_of=second_start - 1)
    after: CrossAnswer = past.ask("cross-table", as_of=second_start)
    assert [session.session for session in before.sessions] == ["r1"]
    assert [session.session for session in after.sessions] == ["r1", "r2"]
    opened = {met.what for row in after.rows for met in row.meetings if met.session == "r2"}
    assert opened <= {"open", "bye", "unpaired"}
    assert "open" in opened


@pytest.mark.parametrize("name", [*PAIRS, *OTHERS])
def test_the_line_of_an_entrant_has_the_place_after_each_session(past_of: PastOf, name: str) -> None:
    past = past_of(name)
    stage = stages(past)[0]
    events = past.desk.events(past.id, 0, 1000, past.last)
    ended = {
        json.decode(event.data)["session"]: event.seq for event in events if event.type == "session-ended"
    }
    checked, ranked = 0, {line.entrant_no for line in past.ask("standings", stage=stage).rows}
    for whole in past.ask("cross-table", stage=stage).rows[::5]:
        (row,) = past.ask("cross-table", stage=stage, entrant=whole.entrant_no).rows
        assert (row.place, row.tied, row.name) == (whole.place, whole.tied, whole.name)
        assert [replace(met, place=UNSET) for met in row.meetings] == list(whole.meetings)
        for met in row.meetings:
            if met.session in ended:
                then: StandingsAnswer = past.ask("standings", stage=stage, as_of=ended[met.session])
                # Who is not ranked any more stands in no place of before either.
                still = {line.entrant_no: line.place or 0 for line in then.rows if line.entrant_no in ranked}
                place = still.get(row.entrant_no, 0)
                ahead = sum(1 for other in still.values() if other < place)
                assert met.place == (ahead + 1 if place else UNSET), (row.entrant_no, met.session)
                checked += 1
    assert checked


def test_nobody_has_a_line_who_is_not_there(past_of: PastOf) -> None:
    past = past_of("swiss")
    with refusing("not-found", "no entrant 9999"):
        past.ask("cross-table", entrant="9999")
