"""A refusal because of the phase of a session names what brings it into the right one, in both languages."""

import re
from itertools import permutations

from services.tournament.catalogue import commands
from services.tournament.play.timing import CallTime, EndSession, StartSession
from services.tournament.seating.phases import PHASES, named, way_out
from services.tournament.seating.seats import DrawSeats
from tests.cases import cases
from tests.unit.tournament.specs import S1, drawn, in_play, registered


def test_the_way_out_leads_to_the_phase_that_is_needed() -> None:
    start = registered(4).when(StartSession(session=S1)).refused("wrong-phase", "scheduled", "draw-seats")
    assert "2026年3月28日星期六第 1 場未編桌；此操作只可在已編桌時進行。請先抽籤編桌" in start.problem.text(
        "zh"
    )
    drawn(4).when(CallTime(session=S1)).refused("wrong-phase", "start-session")
    drawn(4).when(DrawSeats(session=S1)).refused("wrong-phase", "undo-seat-draw")
    drawn(4).when(EndSession(session=S1)).refused("wrong-phase", "start-session")
    registered(4).when(EndSession(session=S1)).refused("wrong-phase", "start-session")
    in_play().when(DrawSeats(session=S1)).refused("wrong-phase", "undo-session-start")


@cases("status, expected", list(permutations(PHASES, 2)))
def test_every_way_out_names_a_command_that_there_is(status: str, expected: str) -> None:
    for text in map(way_out(status, (expected,)).in_language, ("en", "zh")):
        assert set(re.findall(r"[a-z]+(?:-[a-z]+)+", text)) <= set(commands())


def test_phases_are_listed_in_both_languages() -> None:
    listed = named(("drawn", "playing"))
    assert [listed.in_language(language) for language in ("en", "zh")] == [
        "drawn or playing",
        "已編桌或比賽進行中",
    ]
