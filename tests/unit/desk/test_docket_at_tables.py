"""What the docket says of tables: since when a case waits, how long is played, who is on the way."""

from datetime import timedelta
from typing import Any

import pytest

from services.access.tokens import authenticate
from services.desk.docket_views import DocketAnswer
from services.desk.params import NoParams
from tests.api.conftest import ID, SESSION, START, House
from tests.api.conftest import in_play as in_play
from tests.api.conftest import moments as moments

TABLE, OTHER = f"{SESSION}/1", f"{SESSION}/2"


def docket(house: House, role: str = "chief_referee", subject: str = "CR") -> DocketAnswer:
    token = house.client(role, subject, ID).token
    answer: DocketAnswer = house.desk.ask(
        ID, "docket", NoParams(), authenticate(house.desk.grants, str(token))
    )
    return answer


def raised(house: House, **more: Any) -> None:
    house.done("raise-dispute", {"sheet": TABLE, "statement": "It fell.", **more})


def test_a_case_says_since_when_it_waits_and_how_long_is_played(in_play: House) -> None:
    in_play.clock.advance(timedelta(minutes=10))
    raised(in_play)
    answer = docket(in_play)
    (view,) = answer.rows
    assert view.raised_at == START + timedelta(minutes=10)
    assert view.referee == "REF-1"
    assert view.on_the_way is None
    (clock,) = answer.clocks or ()
    assert (clock.session, clock.ends_at) == (SESSION, START + timedelta(minutes=60))
    in_play.done("call-time", {"session": SESSION})
    (clock,) = docket(in_play).clocks or ()
    assert (clock.status, clock.ends_at) == ("time_called", None)


def test_who_set_out_before_a_case_was_raised_is_not_on_the_way_for_it(in_play: House) -> None:
    in_play.done("call-chief-referee", {"sheet": TABLE})
    in_play.done("set-out-for-table", {"sheet": TABLE})
    in_play.clock.advance(timedelta(minutes=3))
    raised(in_play)
    assert docket(in_play).rows[0].on_the_way is None
    in_play.client("chief_referee", "CR", ID).command("set-out-for-table", {"sheet": TABLE})
    way = docket(in_play).rows[0].on_the_way
    assert way
    assert (way.by, way.at) == ("chief_referee:CR", START + timedelta(minutes=3))


def test_calls_are_open_until_somebody_sets_out_and_end_with_the_session(in_play: House) -> None:
    in_play.done("call-chief-referee", {"sheet": TABLE})
    in_play.clock.advance(timedelta(minutes=1))
    in_play.done("call-chief-referee", {"sheet": OTHER})
    assert [(call.sheet, call.on_the_way) for call in docket(in_play).calls or ()] == [
        (TABLE, None),
        (OTHER, None),
    ]
    in_play.done("set-out-for-table", {"sheet": TABLE})
    assert [call.on_the_way is None for call in docket(in_play).calls or ()] == [False, True]
    mine = docket(in_play, "referee", "REF-2").calls or ()
    assert [call.sheet for call in mine] == [OTHER], "a referee sees those of their tables"
    in_play.done("end-session", {"session": SESSION})
    assert docket(in_play).calls == ()


@pytest.mark.parametrize("part", ["calls", "clocks"])
def test_a_participant_is_told_nothing_of_other_tables(in_play: House, part: str) -> None:
    in_play.done("call-chief-referee", {"sheet": TABLE})
    raised(in_play)
    rows = in_play.client("participant", "0001", ID).get(f"/api/v1/tournaments/{ID}/docket").get_json()
    assert part not in rows
    for row in rows["rows"]:
        assert not {"referee", "on_the_way"} & row.keys()
