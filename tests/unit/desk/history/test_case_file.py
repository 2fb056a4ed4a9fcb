"""A case file: the evidence on one question, whole for officials, for the entrant without what is others'."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from services.access.principal import Principal
from services.access.visibility import Visibility
from services.desk.history.case_file import CaseFileParams
from services.desk.params import ExplainParams
from tests.profiles import wide
from tests.refusing import refusing
from tests.unit.desk.history.conftest import Past

CHIEF = Principal("t-2", "chief_referee", "CR1", None)


def amended(past: Past) -> Iterator[tuple[str, int, tuple[str, ...]]]:
    """Sheets on which a ruling changed a game that counts: the sheet, the ruling's seq, who sits there.

    In `make test` the first three of them.
    """
    state = past.desk.state(past.id)
    rulings = (
        ruling
        for ruling in state.rulings.values()
        if "amend_game" in ruling.effects and ruling.superseded_by is None
    )
    for ruling in rulings if wide() else islice(rulings, 3):
        sheet = state.sheets.get(state.disputes[ruling.dispute].sheet or "")
        if sheet is not None:
            yield sheet.sheet, ruling.seq, sheet.seats


def theirs(past: Past, number: str, **params: Any) -> Any:
    """The case file as the entrant sees it."""
    asked = CaseFileParams(entrant=number, **params)
    return past.desk.ask(past.id, "case-file", asked, Visibility("participant", number))


def texts(value: object) -> Iterator[str]:
    """Every text in what is sent."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from texts(inner)


def test_it_says_when_by_which_event_who_ruled_and_on_what_evidence(past: Past) -> None:
    stored = {event.seq: event for event in past.desk.log.read(past.id, 0, 100_000)}
    tried = 0
    for sheet, seq, seats in amended(past):
        last = past.ask("history", of="sheet", id=sheet).rows[0].seq
        for number in seats:
            stage = past.desk.state(past.id).sheets[sheet].stage
            found = past.ask("case-file", last, entrant=number, stage=stage, before=str(seq - 1))
            assert found.now == past.ask("explain", last, entrant=number, stage=stage)
            assert (found.at.seq, found.before.seq) == (last, seq - 1)
            events = {event.seq: event for event in found.events}
            assert seq in events
            for at, event in events.items():
                assert event.hash == stored[at].hash.hex()
                assert (event.type, event.actor) == (stored[at].type, stored[at].actor)
            assert {reason.seq for reason in found.now.chain if reason.seq} <= events.keys()
            (case,) = [view for view in found.cases if any(made.seq == seq for made in view.case.rulings)]
            assert case.rulings[case.case.rulings[0].ruling]["finding"]
            assert found.proof.head.seq == past.last
            tried += 1
    assert tried > 3


def test_figures_that_were_written_before_somebody_had_a_place_are_among_what_changed(past: Past) -> None:
    """Whoever has not played every game has no place that could change, and is asked about all the same."""
    tried = 0
    for sheet, seq, seats in amended(past):
        stage = past.desk.state(past.id).sheets[sheet].stage
        last = past.ask("history", of="sheet", id=sheet).rows[0].seq
        for number in seats:
            moved = past.ask("case-file", last, entrant=number, stage=stage, before=str(seq - 1)).moved
            written = [
                row.seq for row in past.ask("history", last, of="sheet", id=sheet).rows if row.seq >= seq
            ]
            cited = {
                reason.seq
                for reason in past.ask("explain", last, entrant=number, stage=stage).chain
                if reason.seq
            }
            assert {*written} & cited - {*_signatures(past)} <= {*moved.because, seq}
            tried += any(seq < each for each in moved.because)
    assert tried > 3


def _signatures(past: Past) -> Iterator[int]:
    """The seqs of events that write no figures."""
    events = past.desk.log.read(past.id, 0, 100_000)
    return (event.seq for event in events if not event.type.startswith("game"))


def test_with_an_earlier_moment_it_is_about_the_stage_they_were_in_then(past: Past) -> None:
    state = past.desk.state(past.id)
    finalist = next(entrant for entrant in state.entrants.values() if entrant.stage == "final").entrant_no
    (first, *_) = [made.seq for made in state.publications.values() if made.stage == "preliminary"]
    assert past.ask("case-file", entrant=finalist).stage == "final"
    earlier = past.ask("case-file", entrant=finalist, before=str(first - 1))
    assert earlier.stage == past.desk.state(past.id, first - 1).entrants[finalist].stage == "preliminary"
    assert past.ask("case-file", entrant=finalist, stage="final", before=str(first - 1)).stage == "final"


def test_what_moved_someone_is_counted_exactly(past: Past) -> None:
    rows = past.ask("standings").rows
    three = (rows[-1].entrant_no, rows[0].entrant_no, rows[40].entrant_no)
    before = max(past.ask("curves", entrants=number).entrants[0].points[0].seq for number in three)
    then = {row.entrant_no: row.place for row in past.ask("standings", before).rows}
    now = {row.entrant_no: row.place for row in rows}
    for number in three:
        moved = past.ask("case-file", entrant=number, stage="preliminary", before=str(before)).moved
        unranked = len(rows) + 1
        behind = {who for who in now if then.get(who, unranked) >= then.get(number, unranked)} - {number}
        passed = {who for who in behind if now[who] < now[number]}
        assert (moved.before, moved.after) == (then.get(number), now[number])
        assert moved.passed_by == len(passed)
        assert {line.entrant_no for line in moved.passing} <= passed
        for line in moved.passing:
            assert (line.before, line.after) == (then.get(line.entrant_no), now[line.entrant_no])
            assert all(seq > before for seq in line.because)


def test_whoever_had_no_place_or_has_none_is_compared_with_nobody(past: Past) -> None:
    tried = set()
    everybody = sorted(past.desk.state(past.id).entrants)
    now = {row.entrant_no for row in past.ask("standings").rows}
    for earlier in (500, past.last - 1):
        then = {row.entrant_no for row in past.ask("standings", earlier).rows}
        without = [number for number in everybody if number not in now and number not in then]
        for number in {*everybody[:: 9 if wide() else 25], *without[:3]}:
            moved = past.ask("case-file", entrant=number, stage="preliminary", before=str(earlier)).moved
            is_compared = number in then and number in now
            assert (moved.passed_by is not None) == (moved.left_behind is not None) == is_compared
            assert is_compared or not moved.passing
            tried.add((number in then, number in now))
    assert {(False, False), (False, True), (True, True)} <= tried


def test_every_published_version_has_the_line_as_it_went_out(past: Past) -> None:
    state = past.desk.state(past.id)
    versions = [known for known in state.publications.values() if known.stage == "final"]
    assert versions
    row = past.ask("standings", stage="final").rows[0]
    found = past.ask("case-file", entrant=row.entrant_no, stage="final").published
    assert [line.version for line in found] == [known.version for known in versions]
    assert found[-1].line.place == row.place
    assert past.ask("case-file", versions[0].seq - 1, entrant=row.entrant_no, stage="final").published == ()


def test_the_entrant_reads_nothing_of_others_beside_what_an_explanation_tells(past: Past) -> None:
    state = past.desk.state(past.id)
    names = {
        name
        for details in past.desk.directory.details(past.id, state.entrants.values()).values()
        for field, name in details.items()
        if field in ("name_en", "name_zh") and name
    }
    concerned = {number for _, _, seats in amended(past) for number in seats}
    concerned |= {dispute.raised_by for dispute in state.disputes.values() if dispute.raised_by is not None}
    for number in sorted(concerned):
        for stage in state.stages:
            found = theirs(past, number, stage=stage, before="900")
            mine = past.desk.directory.details(past.id, [state.entrants[number]])[number]
            sent = msgspec.json.decode(msgspec.json.encode(found))
            # "Chan Tai Man" stands in "Chan Tai Man Peter".
            theirs_too = {name for name in names if name in f"{mine.get('name_en')} {mine.get('name_zh')}"}
            for name in names - theirs_too:
                assert name not in msgspec.json.encode(found).decode(), (number, name)
            seen = Visibility("participant", number).at_present(state)
            asked = ExplainParams(entrant=number, stage=stage)
            assert found.now == past.desk.ask(past.id, "explain", asked, seen)
            for explanation in ("now", "then"):
                told = {reason["text"] for reason in sent.pop(explanation, {"chain": ()})["chain"]}
                for event in sent["events"]:
                    event["text"] = "" if event["text"] in told else event["text"]
            for view in sent.pop("cases"):
                if state.disputes[view["case"]["dispute"]].raised_by != number:
                    assert view["case"]["raised_by"] is None
                    assert (view["statement"], view.get("evidence", [])) == ("", [])
                    assert {"by", "concerned", "referee"}.isdisjoint(view)
                    assert {*view["case"]["entrants"]} <= {number}
                    assert all({*words} <= {"reason"} for words in view["rulings"].values())
            others = {
                text
                for value in texts(sent)
                for text in re.findall(r"(?<![0-9A-Za-z-])\d{4}(?![0-9A-Za-z:-])", value)
                if text in state.entrants and text != number
            }
            assert others == set(), (number, stage, others)
            assert getattr(found.moved, "passing", UNSET) is UNSET


def test_whoever_sat_at_a_table_reads_why_a_ruling_changed_a_game_there(past: Past) -> None:
    state = past.desk.state(past.id)
    tried = 0
    for sheet, seq, seats in amended(past):
        ruling = next(made for made in state.rulings.values() if made.seq == seq)
        for number in set(seats) - {state.disputes[ruling.dispute].raised_by}:
            found = theirs(past, number, stage=state.sheets[sheet].stage)
            (view,) = [view for view in found.cases if view.case.dispute == ruling.dispute]
            (made,) = [made for made in view.case.rulings if made.seq == seq]
            assert {*view.rulings[made.ruling]} == {"reason"}
            assert view.rulings[made.ruling]["reason"]
            assert view.ruled_at is not UNSET
            tried += 1
    assert tried


def test_what_each_event_of_their_figures_did_to_the_place_is_told_apart_from_others(past: Past) -> None:
    told = 0
    state = past.desk.state(past.id)
    for sheet, seq, seats in amended(past):
        stage = state.sheets[sheet].stage
        for number in seats:
            found = past.ask("case-file", entrant=number, stage=stage, before=str(seq - 1))
            for change in found.moved.changes:
                assert change.seq in found.moved.because
                for moment, place in ((change.seq - 1, change.before), (change.seq, change.after)):
                    at_moment = past.ask("explain", moment, entrant=number, stage=stage)
                    assert at_moment.place == place
                told += 1
    assert told


def test_what_others_did_leads_from_the_first_place_somebody_had_to_the_last(past: Past) -> None:
    rows = past.ask("standings").rows
    first = past.ask("curves", entrants=rows[-1].entrant_no).entrants[0].points[0].seq
    told = 0
    for row in rows if wide() else rows[::5]:
        moved = past.ask(
            "case-file", entrant=row.entrant_no, stage="preliminary", before=str(first - 1)
        ).moved
        if moved.before is not None or not moved.changes:
            continue
        ranked = max(nr for nr, change in enumerate(moved.changes) if change.before is None)
        since = moved.changes[ranked + 1 :]
        came_in = moved.changes[ranked].after
        assert (
            came_in + sum(change.after - change.before for change in since) + moved.by_others == moved.after
        )
        told += moved.by_others != 0
    assert told > 3


def test_what_a_ruling_did_to_somebody_else_is_told_no_further_than_explained(past: Past) -> None:
    state = past.desk.state(past.id)
    tried = 0
    for ruling in state.rulings.values():
        case = state.disputes[ruling.dispute]
        sheet = state.sheets.get(case.sheet or "")
        for number in set(sheet.seats) - {case.raised_by} if sheet is not None else ():
            found = theirs(past, number)
            told = {reason.text for reason in found.now.chain}
            sent = msgspec.to_builtins(found)
            beyond = " ".join(text for text in texts(sent) if text not in told)
            for word in ("charge", "disqualif", "warn"):
                assert word not in beyond, (ruling.ruling, number)
            tried += 1
    assert tried


def test_an_entrant_reads_no_case_file_of_another(past: Past) -> None:
    with refusing("forbidden"):
        past.ask("case-file", principal=Principal("t", "participant", "0002", None), entrant="0001")


def test_the_chief_referee_reads_what_the_organizer_reads(past: Past) -> None:
    number = next(amended(past))[2][0]
    assert past.ask("case-file", principal=CHIEF, entrant=number) == past.ask("case-file", entrant=number)


def test_a_seal_over_the_moment_is_part_of_the_proof(past: Past) -> None:
    proof = past.ask("case-file", entrant="0001").proof
    assert proof.seal is None
    assert any("verify" in command for command in proof.commands)


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"entrant": "x"}, "not-found"),
        ({"entrant": "0001", "stage": "x"}, "stage-unknown"),
        ({"entrant": "0001", "before": "whenever"}, "moment-unclear"),
        ({"entrant": "0001", "before": "99999"}, "moment-after-end"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused(past: Past, asked: dict[str, Any], code: str) -> None:
    with refusing(code):
        past.ask("case-file", **asked)
