"""An explanation names every decision behind a place: waiting, the cut and its ties, moving up, awards."""

from collections.abc import Iterator, Sequence
from datetime import date
from functools import partial

import pytest
from msgspec.structs import replace

from services.access.visibility import Visibility
from services.desk.explaining import explain
from services.desk.history.case_file import CaseFileParams
from services.desk.params import ExplainParams
from services.desk.reasons import Reason
from services.notices.qualification import level_across
from services.tournament.definition.places_called import session_called
from services.tournament.docket.leaving import EntrantDisqualified, EntrantWithdrew
from services.tournament.docket.reinstating import EntrantReinstated
from services.tournament.people.moving import EntrantMoved, MoveEntrant
from services.tournament.people.registration import EntrantRegistered, PlaceConfirmed, WaitingListJoined
from services.tournament.play.signatures import SheetSigned, SignaturesVoided
from services.tournament.publication.awards import AwardsMade, AwardsRevoked
from services.tournament.standings.cut import QualificationConcluded, QualificationHeld, QualificationUndone
from services.tournament.standings.finalists import FinalistsPlaced, PlaceFinalists
from services.tournament.standings.qualification import (
    ConcludeQualification,
    CutTieDecided,
    DecideCutTie,
    UndoQualification,
)
from services.tournament.standings.reserves import QualifierWithdrew, ReserveMovedUp
from services.tournament.weather.rescheduling import RescheduleSessions, SessionsRescheduled
from services.tournament.weather.suspension import SessionsSuspended, SuspendDay
from shared.catalogue import say
from tests.cases import cases
from tests.pasts import ORGANIZER, SMALL, Past, PastOf, past, past_of
from tests.unit.tournament.given_plans import with_stage
from tests.unit.tournament.specs import S1, S2, Tournament, registered
from tests.unit.tournament.test_knock_out import knock_out
from tests.unit.tournament.test_qualification import decide, tied

__all__ = ["past", "past_of"]


def decisions(
    tournament: Tournament, number: str, stage: str, language: str = "en", seen: Visibility | None = None
) -> Sequence[Reason]:
    recorded = [
        (stamp.seq, event) for stamp, event in zip(tournament.stamps, tournament.history, strict=True)
    ]
    chain = explain(tournament.state, number, stage, language, seen, decided=recorded).chain
    return [reason for reason in chain if reason.decision]


def types(tournament: Tournament, number: str, stage: str) -> list[type]:
    """The types of the events by which decisions are told, in order."""
    seqs = [reason.seq for reason in decisions(tournament, number, stage) if reason.seq is not None]
    return [type(tournament.history[seq - 1]) for seq in seqs]


@cases(
    "choice, admitted",
    [
        (decide("admit_all"), 4),
        (decide("admit_none"), 0),
        (decide("play_off", play_off=("0003", "0001", "0002")), 3),
        (decide("lot", seed="drawn on stage"), 3),
    ],
)
@cases("stage", ["preliminary", "final"])
def test_how_a_tie_across_the_cut_was_decided_is_told_to_all_who_were_tied(
    choice: DecideCutTie, admitted: int, stage: str
) -> None:
    tournament = tied().given(ConcludeQualification(), choice)
    held = next(event for event in tournament.history if isinstance(event, QualificationHeld))
    chosen = {}
    for number in held.tied:
        assert types(tournament, number, stage) == [CutTieDecided, QualificationConcluded]
        for language in ("en", "zh"):
            how, outcome = decisions(tournament, number, stage, language)
            assert ("drawn on stage" in how.text) == (choice.choice == "lot")
            chosen[number, language] = outcome.text
    en = [text for (_, language), text in chosen.items() if language == "en"]
    assert sum(text.startswith("Goes on to") for text in en) == admitted
    assert len({*en}) > (admitted not in (0, 4))


def test_a_tie_that_waits_is_told_and_so_is_a_cut_that_was_taken_back() -> None:
    tournament = tied().given(ConcludeQualification())
    assert types(tournament, "0001", "preliminary") == [QualificationHeld]
    tournament.given(UndoQualification(reason="a sheet was missing"))
    assert types(tournament, "0001", "preliminary") == [QualificationUndone]


def test_a_lot_that_the_tournament_file_asks_for_is_told_with_its_seed() -> None:
    tournament = knock_out(16, level=True, per_table=None, places=2, ties="lot")
    tournament.given(ConcludeQualification(seed="in the file"))
    cut = tournament.state.cut_into("second")
    for number in (*cut.qualified, *cut.by_lot):
        (told,) = decisions(tournament, number, "second")
        assert ("in the file" in told.text) == bool(level_across(tournament.state, "second", number))
    assert any(level_across(tournament.state, "second", number) for number in cut.qualified)


def concerned(past: Past) -> Iterator[tuple[int, str, str]]:
    """Each decision of the day by seq, with somebody it concerns and the stage."""
    tied: Sequence[str] = ()
    for seq, event in past.desk.decoded(past.id, range(1, past.last + 1)):
        stage = getattr(event, "stage", "preliminary")
        match event:
            case QualificationHeld():
                tied = event.tied
            case CutTieDecided() | QualificationUndone():
                yield from ((seq, number, stage) for number in tied)
            case ReserveMovedUp() | QualifierWithdrew():
                yield seq, event.entrant, stage
            case FinalistsPlaced():
                yield seq, event.sessions[-1].entrants[0], stage
            case EntrantMoved() | WaitingListJoined():
                yield seq, event.entrant, "preliminary"
            case PlaceConfirmed() if event.from_waiting_list:
                yield seq, event.entrant, "preliminary"
            case AwardsMade():
                tied = event.places[0].entrants
                yield from ((seq, number, "final") for number in tied)
            case AwardsRevoked():
                yield from ((seq, number, "final") for number in tied)


def test_every_decision_of_a_day_is_in_the_explanation_and_the_case_file_of_whom_it_concerns(
    past: Past,
) -> None:
    found = [*concerned(past)]
    assert len({past.desk.stored(past.id, [seq])[0].type for seq, _, _ in found}) >= 9
    for seq, number, stage in found:
        told = past.ask("explain", entrant=number, stage=stage)
        assert seq in {reason.seq for reason in told.chain if reason.decision}, (seq, number, stage)
        file = past.ask("case-file", entrant=number, stage=stage)
        assert seq in {event.seq for event in file.events}


def test_before_a_decision_nothing_is_told_of_it(past: Past) -> None:
    for seq, number, stage in concerned(past):
        told = past.ask("explain", as_of=seq - 1, entrant=number, stage=stage)
        assert all((reason.seq or 0) < seq for reason in told.chain)


def test_the_entrant_reads_the_same_decisions_but_not_whose_place_it_was(past: Past) -> None:
    moved = [
        (seq, event)
        for seq, event in past.desk.decoded(past.id, range(1, past.last + 1))
        if isinstance(event, ReserveMovedUp) and event.replaces is not None
    ]
    assert moved
    for seq, event in moved:
        eyes = Visibility("participant", event.entrant)
        for query, params in (
            ("explain", ExplainParams(entrant=event.entrant, stage=event.stage)),
            ("case-file", CaseFileParams(entrant=event.entrant, stage=event.stage)),
        ):
            answer = past.desk.ask(past.id, query, params, eyes)
            told = [reason for reason in getattr(answer, "now", answer).chain if reason.seq == seq]
            assert {reason.decision for reason in told} == {True}
            assert event.replaces is not None
            assert not [reason for reason in told if event.replaces in reason.text]
        whole = past.ask("explain", principal=ORGANIZER, entrant=event.entrant, stage=event.stage)
        assert any(event.replaces in reason.text for reason in whole.chain if reason.seq == seq)


def test_while_places_are_not_seen_the_entrant_reads_nothing_of_the_cut() -> None:
    tournament = tied().given(ConcludeQualification(), decide("lot", seed="s"), PlaceFinalists())
    plan = with_stage(tournament.state.plan, "preliminary", places_seen="published")
    tournament.state = replace(tournament.state, definition=plan)
    cut = tournament.state.cut_into("final")
    for number, known in ((cut.qualified[0], [FinalistsPlaced]), (cut.reserves[0], [])):
        seen = Visibility("participant", number).at_present(tournament.state)
        told = decisions(tournament, number, "final", seen=seen)
        assert [type(tournament.history[(reason.seq or 0) - 1]) for reason in told] == known


@pytest.mark.parametrize("stage", ["preliminary", "final"])
def test_a_session_is_said_with_the_event_that_gave_it_and_no_other(past_of: PastOf, stage: str) -> None:
    past = past_of(SMALL)
    state = past.desk.state(past.id)
    registered = 0
    for number in [number for number in sorted(state.entrants) if state.entrants[number].plays_in("final")][
        :9
    ]:
        chain = past.ask("explain", entrant=number, stage=stage).chain
        events = dict(past.desk.decoded(past.id, [reason.seq for reason in chain if reason.seq is not None]))
        for reason in chain:
            event = None if reason.seq is None else events[reason.seq]
            if isinstance(event, EntrantRegistered):
                registered += 1
                moved = partial(state.moved_to, before=reason.seq)
                session = session_called(event.session, state.plan, moved)
                assert reason.text == say("explain-registered-session", "en", session=session)
    assert registered == (9 if stage == "preliminary" else 0)


def test_what_was_taken_back_is_told_with_what_it_was_and_a_void_signature_with_its_cause(past: Past) -> None:
    events = past.desk.decoded(past.id, range(1, past.last + 1))
    records = {record.seq: record for record in past.desk.recorded(past.id, 0, past.last)}
    found = set()
    before: tuple[type, ...]
    for seq, event in events:
        if isinstance(event, EntrantReinstated) and event.case is not None:
            number, before = event.entrant, (EntrantWithdrew, EntrantDisqualified)
        elif isinstance(event, SignaturesVoided):
            number, before = event.entrants[0], (SheetSigned,)
        elif isinstance(event, SessionsRescheduled):
            number, before = (
                min(past.desk.state(past.id).sessions[event.sessions[0]].entrants),
                (SessionsSuspended,),
            )
        else:
            continue
        found.add(type(event))
        chain = past.ask("explain", entrant=number, stage="preliminary").chain
        cited = {reason.seq for reason in chain}
        assert seq in cited
        assert [at for at, known in events if at < seq and at in cited and isinstance(known, before)], seq
        assert {records[at].caused_by for at in cited if at is not None} - {None} <= cited | _ties(events)
    assert found == {EntrantReinstated, SignaturesVoided, SessionsRescheduled}


def _ties(events: Sequence[tuple[int, object]]) -> set[int]:
    return {seq for seq, event in events if isinstance(event, QualificationHeld | CutTieDecided)}


def test_who_was_moved_reads_of_both_sessions_and_of_a_new_date() -> None:
    tournament = registered(4).given(MoveEntrant(entrant="0002", session=S2, reason="asked"))
    day = date(2026, 3, 28)
    tournament.given(SuspendDay(day=day, grounds="black_rainstorm"))
    tournament.given(RescheduleSessions(day=day, new_day=date(2026, 4, 2)))
    recorded = [
        (stamp.seq, event)
        for stamp, event in zip(tournament.stamps, tournament.history, strict=True)
        if "0002" in (getattr(event, "entrant_no", ""), getattr(event, "entrant", ""))
    ]
    chain = explain(tournament.state, "0002", None, "en", None, decided=recorded).chain
    told = [tournament.history[reason.seq - 1] for reason in chain if reason.seq is not None]
    assert [type(event) for event in told] == [EntrantRegistered, EntrantMoved, SessionsRescheduled]
    session = session_called(S1, tournament.state.plan)
    assert chain[0].text == say("explain-registered-session", "en", session=session)
    called = session_called(S2, tournament.state.plan)
    assert chain[-1].text == say("explain-session-moved", "en", session=called, day=date(2026, 4, 2))


def test_an_explanation_names_the_stages_that_have_one(past_of: PastOf) -> None:
    past = past_of(SMALL)
    finalist = next(each for each in past.desk.state(past.id).entrants.values() if each.stage == "final")
    assert past.ask("explain", entrant=finalist.entrant_no).stages == ("preliminary", "final")
