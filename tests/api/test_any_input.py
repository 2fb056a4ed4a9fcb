"""Whatever stands in a query, a header, a path or a body, the answer is never a fault of the program."""

from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from services.rules.tiles import COLOURS, NUMBERS
from tests.api.conftest import BASE, ID, House
from tests.profiles import examples

ANY = settings(
    max_examples=examples(25, in_all=300),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
HEADER = st.text(st.characters(min_codepoint=32, max_codepoint=255, exclude_characters="\x7f"), max_size=60)
MOMENTS = st.sampled_from(
    [
        "0001-01-01", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59.999999-23:59", "9999-12-31",
        "2026-03-28T25:00", "2026-W13-6", "20260328T1200", "-1", "0", "9" * 17, "9" * 200, "1e5", "٣", " 5 ",
        "2027-03-06T12:00:00+23:59:59.999999", "2027-03-06T24:00", "NaN",
    ]
)  # fmt: skip
TILES = st.sampled_from([*(f"{colour}{number}" for colour in COLOURS for number in NUMBERS), "J", "Y7", "X1"])
RACKS = st.lists(TILES, max_size=30)
TABLES = st.lists(RACKS, max_size=12)
LEAVES: Any = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
JSON = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=30,
)


def sound(status: int) -> bool:
    return status < 500 or status == 503


@example(moment="0001-01-01T00:00:00+14:00")
@given(moment=MOMENTS | st.text(max_size=40))
@ANY
def test_any_moment_is_understood_or_refused(in_play: House, moment: str) -> None:
    for path in (f"{BASE}/standings", f"{BASE}/calendar.ics", f"/t/{ID}/standings"):
        response = in_play.organizer.send("GET", path, query_string={"as_of": moment})
        assert response.status_code in (200, 400, 404), (path, moment)
    response = in_play.organizer.send("GET", f"{BASE}/diff", query_string={"before": moment, "after": "5"})
    assert response.status_code in (200, 400, 404), moment


@given(value=MOMENTS | HEADER)
@ANY
def test_any_header_is_understood_or_refused(in_play: House, value: str) -> None:
    body = {"entrant": "0001", "shown": True}
    for name in ("If-Match", "Occurred-At", "Idempotency-Key", "Authorization", "Accept-Language"):
        response = in_play.anyone.post(
            f"{BASE}/commands/set-consent/preview",
            body,
            {"Authorization": f"Bearer {in_play.organizer.token}", name: value.encode().decode("latin-1")},
        )
        assert response.status_code in (200, 400, 401, 409, 412, 422), (name, value)
    for name in ("If-None-Match", "Last-Event-ID", "Accept", "Range", "Content-Encoding"):
        response = in_play.anyone.get(f"{BASE}/standings", {name: value.encode().decode("latin-1")})
        assert response.status_code in (200, 304), (name, value)


@given(address=st.text(max_size=60))
@ANY
def test_any_signed_address_is_refused_unless_it_was_made_here(in_play: House, address: str) -> None:
    response = in_play.anyone.send("GET", f"/api/v1/calendars/{address}".partition("?")[0].partition("#")[0])
    assert response.status_code in (400, 404, 405)


@pytest.mark.parametrize("name", ["score", "adjudicate", "could-meld", "best-turn"])
@given(before=TABLES, after=TABLES, rack=RACKS, melded=st.booleans(), last=st.none() | TILES)
@ANY
def test_any_tiles_are_judged_or_refused(
    house: House, name: str, before: Any, after: Any, rack: Any, melded: bool, last: str | None
) -> None:
    bodies: dict[str, Any] = {
        "score": {"ended_by": "cleared", "seats": [{"seat": "A", "rack": rack}, {"seat": "B", "rack": []}]},
        "adjudicate": {"melded": melded, "table_before": before, "rack_before": rack, "table_after": after},
        "could-meld": {"rack": rack, "last_drawn": last},
        "best-turn": {"table": before, "rack": rack},
    }
    for ruleset in ("hk-2026", "mso-2019", "pressman-2006"):
        response = house.anyone.post(f"/api/v1/rulesets/{ruleset}/{name}", bodies[name])
        assert response.status_code in (200, 422), response.get_data()


@given(document=JSON)
@ANY
def test_any_json_is_taken_or_refused(in_play: House, document: Any) -> None:
    body = msgspec.json.encode(document)
    for path in (
        f"{BASE}/commands/give-warning/preview",
        f"{BASE}/what-if",
        "/api/v1/rulesets/hk-2026/score",
        "/api/v1/tournaments",
        "/api/v1/tokens/revoke",
    ):
        assert in_play.organizer.post(path, body).status_code in (200, 400, 422), (path, body)


@given(body=st.dictionaries(st.text(max_size=12), JSON, max_size=3), name=st.text(max_size=12), at=MOMENTS)
@ANY
def test_any_supposed_command_is_taken_or_refused(in_play: House, body: Any, name: str, at: str) -> None:
    for command in (name, "give-warning", "make-ruling"):
        supposed = {"seq": 20, "command": command, "body": body, "occurred_at": at}
        response = in_play.organizer.post(f"{BASE}/what-if", {"insert": [supposed]})
        assert response.status_code in (400, 404, 409, 422), response.get_data()
    warning = {"entrant": "0001", "breach": "Touched the pool"}
    supposed = {"seq": 20, "command": "give-warning", "body": warning, "occurred_at": at}
    response = in_play.organizer.post(f"{BASE}/what-if", {"insert": [supposed]})
    assert response.status_code in (200, 400, 404, 409, 422), (at, response.get_data())
