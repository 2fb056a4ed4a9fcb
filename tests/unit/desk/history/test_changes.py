"""The history of a thing: what changed of it, by which event, as version control tells it of a line."""

from collections.abc import Iterable
from typing import Any

import pytest
from msgspec import UNSET

from shared.clock import from_micros
from tests.refusing import refusing
from tests.unit.desk.history.conftest import Past

Cell = tuple[str, object, object]


def cell(changed: Any) -> Cell:
    return changed.what, changed.game, changed.entrant_no


def told_again(entries: Iterable[Any]) -> dict[Cell, str | None]:
    """What stands after all of it; each change must begin where the one before it ended."""
    stands: dict[Cell, str | None] = {}
    for entry in reversed([*entries]):
        assert entry.changes, entry.seq
        for changed in entry.changes:
            assert stands.get(cell(changed)) == changed.before, entry.seq
            assert changed.before != changed.after, entry.seq
            stands[cell(changed)] = changed.after
    return {where: value for where, value in stands.items() if value is not None}


def whole(past: Past, **params: Any) -> list[Any]:
    found: list[Any] = []
    after = ""
    while True:
        page = past.ask("history", after=after, limit=100, **params)
        found += page.rows
        if page.next is None:
            return found
        after = page.next


def plain(stands: dict[Cell, str | None]) -> dict[str, str | None]:
    return {what: value for (what, _, _), value in stands.items()}


def test_the_history_of_a_place_ends_with_the_standings_and_names_every_event(past: Past) -> None:
    stored = {event.seq: event for event in past.desk.log.read(past.id, 0, 100_000)}
    for row in past.ask("standings").rows[::40]:
        entries = whole(past, of="entrant", id=row.entrant_no)
        assert plain(told_again(entries)) == {
            "place": str(row.place),
            "games_won": str(row.games_won),
            "score": row.score,
            "tiles": str(row.tiles),
        }
        assert [entry.seq for entry in entries] == sorted({entry.seq for entry in entries}, reverse=True)
        for entry in entries:
            event = stored[entry.seq]
            assert (entry.type, entry.actor, entry.caused_by) == (event.type, event.actor, event.caused_by)
            assert entry.recorded_at == from_micros(event.recorded_at)
            assert entry.occurred_at == from_micros(event.occurred_at)
            assert entry.text


def test_one_figure_has_a_history_of_its_own(past: Past) -> None:
    row = past.ask("standings").rows[-3]
    score = past.ask("history", of="entrant", id=row.entrant_no, what="score").rows
    assert [changed.what for entry in score for changed in entry.changes] == ["score"] * len(score)
    assert score[0].changes[0].after == row.score
    assert len(score) < len(whole(past, of="entrant", id=row.entrant_no))


def test_the_history_of_a_family_ends_with_the_families(past: Past) -> None:
    ranked = [row for row in past.ask("families").rows if row.place is not None]
    for row in ranked:
        stands = plain(told_again(whole(past, of="family", id=row.unit)))
        assert (stands["place"], stands["score"]) == (str(row.place), row.score)


def test_the_history_of_a_sheet_that_was_amended_names_the_ruling(past: Past) -> None:
    ruled = past.ask("timeline", kind="game-ruled").rows
    sheets = [sheet.sheet for sheet in past.ask("sheets", limit=1000).rows]
    amended = {
        sheet.sheet: game
        for sheet in sheets
        for game in sheet.games
        if game is not None and game.ruling is not None
    }
    assert amended
    for sheet, game in amended.items():
        entries = whole(past, of="sheet", id=sheet)
        stands = told_again(entries)
        assert stands["ruling", game.game, UNSET] == game.ruling
        for figure in game.figures:
            assert stands["score", game.game, figure.entrant_no] == figure.score
            assert stands["tiles", game.game, figure.entrant_no] == str(figure.tiles)
        (entry,) = [
            entry
            for entry in entries
            if any(changed.what == "ruling" and changed.after == game.ruling for changed in entry.changes)
        ]
        assert entry.seq in {other.seq for other in ruled}
        (made,) = past.ask("timeline", after=str(entry.caused_by - 1), limit=1).rows
        assert made.type == "ruling-made"


def test_the_history_of_every_sheet_ends_with_the_sheet(past: Past) -> None:
    for view in past.ask("sheets", limit=1000).rows[::9]:
        stands = told_again(whole(past, of="sheet", id=view.sheet.sheet))
        for game in view.sheet.games:
            for figure in game.figures:
                assert stands["score", game.game, figure.entrant_no] == figure.score
        signed = {who: medium for (what, _, who), medium in stands.items() if what == "signature"}
        assert signed == {signature.entrant_no: signature.medium for signature in view.sheet.signatures}
        assert (("closed", UNSET, UNSET) in stands) == view.sheet.closed


def test_the_history_of_a_session_has_its_phases_and_new_dates(past: Past) -> None:
    for view in past.ask("sessions").rows:
        session = view.session
        entries = whole(past, of="session", id=session.session)
        stands = plain(told_again(entries))
        assert (stands["status"], stands["day"], stands["start"]) == (
            session.status,
            session.day,
            session.start,
        )
        phases = [
            changed.after
            for entry in reversed(entries)
            for changed in entry.changes
            if changed.what == "status"
        ]
        assert phases[0] == "scheduled"
        assert phases[-1] == "ended"
    moved = {view.session.session for view in past.ask("sessions").rows if view.session.attempt > 1}
    assert all(
        any(
            changed.what == "day" and changed.before
            for entry in whole(past, of="session", id=session)
            for changed in entry.changes
        )
        for session in moved
    )


def test_the_history_of_a_case_ends_with_its_ruling(past: Past) -> None:
    for view in past.ask("docket").rows:
        stands = plain(told_again(whole(past, of="dispute", id=view.case.dispute)))
        assert stands["status"] == view.case.status
        standing = [ruling.ruling for ruling in view.case.rulings if ruling.superseded_by is None]
        assert stands.get("ruling", "") == ", ".join(standing)


def test_a_history_as_of_a_moment_is_the_end_of_the_whole_one(past: Past) -> None:
    everything = whole(past, of="entrant", id="0001")
    middle = everything[len(everything) // 2].seq
    answer = past.ask("history", middle, of="entrant", id="0001", limit=1000)
    assert answer.rows == tuple(entry for entry in everything if entry.seq <= middle)


@pytest.mark.parametrize(
    ("of", "id"),
    [
        ("entrant", "x"),
        ("family", "x"),
        ("sheet", "2026-03-28/1/99"),
        ("session", "x"),
        ("dispute", "D-9999"),
    ],
)
def test_of_what_there_is_not_nothing_is_told(past: Past, of: str, id: str) -> None:
    with refusing("not-found"):
        past.ask("history", of=of, id=id)


def test_of_what_there_is_not_yet_nothing_is_told(past: Past) -> None:
    seq = past.ask("history", of="dispute", id="D-0001").rows[-1].seq
    assert past.ask("history", seq, of="dispute", id="D-0001").rows[0].type == "dispute-raised"
    with refusing("not-found"):
        past.ask("history", seq - 1, of="dispute", id="D-0001")
