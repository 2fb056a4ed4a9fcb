"""The public reads that someone is not ranked, never why: no dispute, warning, charge or disqualification."""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.api.conftest import BASE, ID, SESSION, House, opened, scores
from tests.api.test_pages import ranked
from tests.api.test_visibility import reads, whole

SHEET = f"{SESSION}/1"
NEVER_PUBLIC = re.compile(r"disqualif|disput|warn|charge|withdr|取消資格|爭議|警告|罰|退賽", re.IGNORECASE)
_PROOFS = re.compile(rb"[0-9a-f]{64}|[A-Za-z0-9+/_=-]{80,}")
"""Hashes, digests and signatures: they differ with the log, and say nothing of it."""
_OF_THE_RULES = ("definition", "ruleset")
"""What a tournament says of its rules, before anyone plays."""


@pytest.fixture
def two_ways(moments: Mapping[str, Path], tmp_path: Path) -> Iterator[dict[str, House]]:
    """The same tournament twice: the entrant at seat A leaves during a game, and is disqualified in it."""
    with ExitStack() as both:
        houses = {}
        for way in ("withdraw", "disqualify"):
            (tmp_path / way).mkdir()
            house = both.enter_context(opened(moments["in_play"], tmp_path / way))
            house.done("record-game-result", {"sheet": SHEET, "game": 1, "seats": scores(30, -10, -10, -10)})
            houses[way] = house
        entrant = houses["withdraw"].desk.state(ID).sheets[SHEET].seats[0]
        houses["withdraw"].done("withdraw-entrant", {"entrant": entrant, "grounds": "left", "reason": "no"})
        houses["disqualify"].done("disqualify-entrant", {"entrant": entrant, "reason": "A solver"})
        yield houses


def public_reads(house: House) -> dict[str, bytes]:
    """Every read of the tournament that is answered without a token, with its answer."""
    found = {}
    for address in reads(house, ID):
        response = whole(house.anyone, address)
        if response.status_code == 200:
            found[address] = response.get_data()
    return found


def without_rules(address: str, body: bytes) -> str:
    """The answer as text, less what it says of the rules."""
    text = "" if address.startswith(f"/t/{ID}/rules") else body.decode()
    if not text.startswith("{") or "publication-proof" in address:
        return text
    answer: Mapping[str, Any] = json.loads(text)
    return json.dumps({k: v for k, v in answer.items() if k not in _OF_THE_RULES}, ensure_ascii=False)


def test_no_public_read_tells_a_disqualified_entrant_from_one_who_left(two_ways: dict[str, House]) -> None:
    left, put_out = (public_reads(two_ways[way]) for way in ("withdraw", "disqualify"))
    assert left.keys() == put_out.keys()
    assert f"{BASE}/sessions?" in left
    for address, body in left.items():
        assert _PROOFS.sub(b"", body) == _PROOFS.sub(b"", put_out[address]), address


def test_no_public_read_says_a_word_of_disputes_warnings_and_charges(two_ways: dict[str, House]) -> None:
    house = two_ways["disqualify"]
    seats = house.desk.state(ID).sheets[SHEET].seats
    house.done("give-warning", {"entrant": seats[1], "breach": "Talked"})
    house.done("raise-dispute", {"sheet": SHEET, "entrant": seats[1], "game": 1, "statement": "Mine"})
    for address, body in public_reads(house).items():
        assert not (word := NEVER_PUBLIC.search(without_rules(address, body))), (address, word)


def test_no_public_read_of_results_published_anew_says_why(in_play: House) -> None:
    ranked(in_play)
    in_play.done("publish-results", {"stage": "preliminary"})
    seat = in_play.desk.state(ID).sheets[SHEET].seats[0]
    in_play.done("disqualify-entrant", {"entrant": seat, "reason": "A solver"})
    in_play.done("publish-results", {"stage": "preliminary"})
    found = public_reads(in_play)
    assert any(b'"version":2' in body for body in found.values())
    for address, body in found.items():
        assert not (word := NEVER_PUBLIC.search(without_rules(address, body))), (address, word)


def test_officials_read_why_and_players_do_not(two_ways: dict[str, House]) -> None:
    for way, reason in (("withdraw", "withdrawn"), ("disqualify", "disqualified")):
        house = two_ways[way]
        entrant = house.desk.state(ID).sheets[SHEET].seats[0]

        def out(role: str, subject: str, house: House = house, entrant: str = entrant) -> list[str]:
            answer = house.client(role, subject, ID).get(f"{BASE}/sessions").get_json()
            seats = [seat for row in answer["rows"] for table in row["tables"] for seat in table["seats"]]
            return [seat["out"] for seat in seats if seat["entrant_no"] == entrant]

        for role, subject in (("organizer", "o"), ("chief_referee", "CR"), ("referee", "REF-2")):
            assert out(role, subject) == [reason], role
        for role, subject in (("participant", "0003"), ("display", "d")):
            assert out(role, subject) == ["not_ranked"], role
