"""What an explanation says of a session put off and of a family unit, and which events it may name."""

from collections.abc import Sequence
from datetime import date

import pytest
from msgspec.structs import replace

from services.access.visibility import Visibility
from services.desk.decided import OF_ANYONE
from services.desk.explaining import explain
from services.desk.history.event_index import names_entrants
from services.desk.reasons import Reason
from services.tournament.kernel.facts import Event
from services.tournament.kernel.registry import event_types
from services.tournament.people.families import (
    DeclareFamilyUnit,
    DissolveFamilyUnit,
    FamilyUnitDeclared,
    FamilyUnitDissolved,
)
from services.tournament.weather.rescheduling import RescheduleSessions
from services.tournament.weather.suspension import (
    LiftSuspension,
    SessionsSuspended,
    SuspendDay,
    SuspensionLifted,
)
from services.tournament.weather.watching import WarningsReported
from shared.i18n import LANGUAGES
from tests.pasts import SMALL, PastOf, past_of
from tests.unit.tournament.specs import CHILD, S1, Tournament, registered, registration
from tests.unit.tournament.test_watching import DAY, answer, propose, report, seen, typhoon

__all__ = ["past_of"]

NEXT = date(2026, 4, 2)
NOT_OF_A_PLACE = {
    "what is told to people or asked of them": """
        announcement-made further-word-given next-word-due people-invited people-invited-again play-goes-ahead
        reminder-due retention-due weather-proposal-escalated weather-watch-announced chief-referee-called
        chief-referee-set-out parent-call-answered parent-call-escalated parent-call-heard observatory-silent
    """,
    "what the tournament is, and who its officials are": """
        attachment-kept tournament-amended tournament-defined referee-appointed referee-dismissed
        referees-assigned sessions-dropped
    """,
    "how a session is run, which decides nobody's place": """
        session-ended session-reopened session-start-undone session-started time-call-undone time-called
        table-closed
    """,
    "told by what the state keeps of it: games, rulings, new dates, sheets": """
        game-restored ruling-made ruling-superseded score-sheet-recorded sheet-closed sessions-rescheduled
    """,
    "of a case or a sheet whose outcome is told": """
        dispute-withdrawn evidence-presented sheet-conflict-found
    """,
    "told by the suspension that follows": "weather-proposed weather-proposal-answered",
    "known by whom it changed": "family-unit-dissolved finalists-placed",
    "of all places at once": "results-published",
}
"""Why an explanation names no event of these types, though they name nobody: by reason."""


def chain(
    tournament: Tournament, number: str, stage: str = "preliminary", language: str = "en", role: str = ""
) -> Sequence[Reason]:
    recorded = [
        (stamp.seq, event) for stamp, event in zip(tournament.stamps, tournament.history, strict=True)
    ]
    reader = replace(Visibility("participant", number), unseen=()) if role == "participant" else None
    return explain(tournament.state, number, stage, language, reader, decided=recorded).chain


def told(
    tournament: Tournament, number: str = "0001", *kinds: type[Event], stage: str = "preliminary"
) -> list[int]:
    """The seqs of the events of these kinds that the explanation names."""
    seqs = [reason.seq for reason in chain(tournament, number, stage) if reason.seq is not None]
    return [seq for seq in seqs if isinstance(tournament.history[seq - 1], kinds)]


def test_the_cause_of_a_suspension_is_the_report_that_the_proposal_rested_on() -> None:
    tournament = typhoon()
    rested_on = tournament.state.seq
    tournament.given(propose(), report(seen("TC8SE", "2026-03-28 10:04"), at="2026-03-28 10:05"))
    tournament.at("2026-03-28 10:05").given(answer())
    assert told(tournament, "0001", WarningsReported) == [rested_on]
    assert len(told(tournament, "0001", SessionsSuspended)) == 1


def test_another_danger_that_came_after_the_proposal_is_the_cause_where_the_suspension_names_it() -> None:
    tournament = typhoon().given(propose())
    rain = (
        seen("TC8NE", "2026-03-27 23:10", "2026-03-28 10:04"),
        seen("WRAINB", "2026-03-28 10:04"),
    )
    tournament.given(report(*rain, at="2026-03-28 10:05"))
    came = tournament.state.seq
    tournament.at("2026-03-28 10:05").given(answer())
    assert told(tournament, "0001", WarningsReported) == [came]


def test_a_suspension_that_was_taken_back_is_not_told_as_nothing_rests_on_it() -> None:
    lift = LiftSuspension(day=DAY, reason="a mistake")
    tournament = registered(4).given(SuspendDay(day=DAY, grounds="other"), lift)
    assert told(tournament, "0001", SessionsSuspended, SuspensionLifted) == []


def test_the_suspension_that_moved_a_session_stays_when_one_of_its_new_day_is_taken_back() -> None:
    tournament = registered(4).given(SuspendDay(day=DAY, grounds="other"))
    moved_by = tournament.state.seq
    tournament.given(RescheduleSessions(day=DAY, new_day=NEXT), SuspendDay(day=NEXT, grounds="other"))
    tournament.given(LiftSuspension(day=NEXT, reason="a mistake"))
    assert told(tournament, "0001", SessionsSuspended, SuspensionLifted) == [moved_by]


@pytest.mark.parametrize("role", ["", "participant"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_family_that_was_dissolved_is_told_to_each_where_its_award_is(language: str, role: str) -> None:
    tournament = registered(3).given(registration("0004", S1, CHILD))
    pair = DeclareFamilyUnit(child="0004", parent="0001")
    tournament.given(pair, DissolveFamilyUnit(unit="0004+0001", reason="asked"))
    for number in ("0001", "0004"):
        kinds = (FamilyUnitDeclared, FamilyUnitDissolved)
        assert len(told(tournament, number, *kinds, stage=tournament.state.plan.family_stage)) == 2
        reasons = chain(tournament, number, tournament.state.plan.family_stage, language, role)
        assert all(reason.text for reason in reasons)
    assert told(tournament, "0002", FamilyUnitDeclared, FamilyUnitDissolved) == []


def test_every_line_begins_in_upper_case(past_of: PastOf) -> None:
    past = past_of(SMALL)
    entrants = past.desk.state(past.id).entrants.values()
    lines = [
        reason.text
        for entrant in [*entrants][::3]
        for part in entrant.participations
        for reason in past.ask("explain", entrant=entrant.entrant_no, stage=part.stage).chain
    ]
    lines += [
        reason.text
        for reason in chain(
            registered(4).given(
                SuspendDay(day=DAY, grounds="other"), RescheduleSessions(day=DAY, new_day=NEXT)
            ),
            "0001",
        )
    ]
    assert [line for line in lines if line[0].islower()] == []


def test_of_every_event_that_names_nobody_it_is_decided_whether_an_explanation_names_it() -> None:
    names = {info.name for cls, info in event_types().items() if not names_entrants(cls)}
    out = {name for listed in NOT_OF_A_PLACE.values() for name in listed.split()}
    named = {event_types()[cls].name for cls in OF_ANYONE}
    assert names - named == out, (
        "told in explanations: OF_ANYONE of desk/decided.py; not: NOT_OF_A_PLACE here"
    )
    assert not named & out
