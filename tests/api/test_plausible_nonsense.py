"""Commands of the right shape with figures and ids that may or may not fit: taken or refused, never failing.

What was taken is then true everywhere: the stored rows are those of the state, the state is that of the log.
"""

import os
import random
import string
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
import pytest

from services.desk.cache import StateCache
from services.desk.queries import QUERIES
from services.projections.listing import listing_of
from services.tournament.catalogue import commands
from services.tournament.state import State
from tests.api.conftest import ID, SESSION, House, assert_problem, query_address

HOW_MANY = int(os.environ.get("PLAUSIBLE_COMMANDS", "300"))

# Rare, because after them little else can happen.
FINAL_STEPS = {"disqualify-entrant", "withdraw-entrant", "merge-entrants", "suspend-day", "suspend-remaining"}
NAMES = {
    "entrant": ("entrant", "keep", "drop", "child", "parent", "first", "second"),
    "session": ("session",),
    "sheet": ("sheet",),
    "dispute": ("dispute",),
    "ruling": ("supersedes",),
    "referee": ("referee",),
    "unit": ("unit",),
}
KIND_OF = {field: kind for kind, fields in NAMES.items() for field in fields}
TEXTS = (
    "",
    " ",
    "x",
    "A",
    "B",
    "C",
    "D",
    "0001",
    "é中𝄞",
    "%s",
    "11",
    "-12",
    "23/2",
    "J",
    "R7",
    "a/b/c",
    "\n",
    "\x7f",
)
WHOLE = (0, 0, 1, 1, 2, 3, 3, 4, 10, 14, -1, 200, 2**31, 2**63, 10**25)
DAYS = ("1990-05-17", "2015-01-01", "2027-03-06", "2027-03-07", "2027-03-13", "0001-01-01", "9999-12-31")


class Imagination:
    """Makes up values of a type, with ids that mostly exist."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.known: Mapping[str, Sequence[str]] = {}

    def look_at(self, state: State) -> None:
        self.known = {
            "entrant": list(state.entrants),
            "session": list(state.sessions),
            "sheet": [*state.sheets, f"{SESSION}/9"],
            "dispute": list(state.disputes),
            "ruling": list(state.rulings),
            "referee": list(state.referees),
            "unit": list(state.units),
        }

    def value(self, kind: Any, field: str = "") -> Any:
        if get_origin(kind) is Annotated:
            kind = get_args(kind)[0]
        origin, arguments = get_origin(kind), get_args(kind)
        if kind is type(None):
            return None
        if origin is Literal:
            return self.chance.choice(arguments)
        if origin is tuple:
            return [
                self.value(arguments[0], field) for _ in range(self.chance.choice((0, 1, 2, 3, 4, 4, 4, 5)))
            ]
        if origin is dict:
            return {self.text("entrant"): self.value(arguments[1]) for _ in range(self.chance.randrange(4))}
        if origin is Union or arguments:
            given = [argument for argument in arguments if argument is not msgspec.UnsetType]
            return self.value(self.chance.choice(given), field)
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            return self.struct(kind)
        plain: Mapping[Any, Callable[[], Any]] = {
            str: lambda: self.text(field),
            int: lambda: self.chance.choice(WHOLE),
            bool: lambda: self.chance.random() < 0.5,
            date: lambda: self.chance.choice(DAYS),
            datetime: lambda: f"{self.chance.choice(DAYS)}T10:00:00+08:00",
        }
        return plain[kind]()

    def struct(self, kind: type[msgspec.Struct]) -> dict[str, Any]:
        tag = kind.__struct_config__.tag
        made: dict[str, Any] = {"type": tag} if tag else {}
        for field in msgspec.structs.fields(kind):
            if field.required or self.chance.random() < 0.5:
                made[field.name] = self.value(field.type, field.name)
        return made

    def text(self, field: str) -> str:
        ids = self.known.get(KIND_OF.get(field, ""), ())
        if ids and self.chance.random() < 0.93:
            return self.chance.choice(ids)
        if self.chance.random() < 0.05:
            return "".join(self.chance.choices(string.ascii_letters, k=4000))
        return self.chance.choice(TEXTS)


def played_game(state: State, chance: random.Random) -> dict[str, Any]:
    """A result that fits its sheet, so that play goes on between the nonsense."""
    sheet = chance.choice(sorted(state.sheets))
    seats = state.sheets[sheet].seats
    won = 10 * (len(seats) - 1)
    results = [
        {
            "entrant": seat,
            "score": str(-10 if place else won),
            "game_won": int(not place),
            "tiles": 2 * bool(place),
        }
        for place, seat in enumerate(seats)
    ]
    return {"sheet": sheet, "game": chance.randint(1, 3), "seats": results}


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.wide)])
def test_plausible_commands_are_taken_or_refused_and_all_agree_afterwards(
    in_play_on_each: House, seed: int
) -> None:
    house, chance = in_play_on_each, random.Random(seed)
    imagination = Imagination(chance)
    names = sorted(commands().keys() - {"define-tournament", "amend-tournament"})
    for _ in range(HOW_MANY):
        state, head = house.desk.state(ID), house.head
        imagination.look_at(state)
        name = chance.choice(names)
        if name in FINAL_STEPS and chance.random() < 0.7:
            continue
        if state.sheets and chance.random() < 0.2:
            name, body = "record-game-result", played_game(state, chance)
        else:
            body = imagination.struct(commands()[name])
        response = house.organizer.command(name, body)
        if response.status_code not in (200, 201):
            assert response.status_code in (400, 404, 409, 422), (name, body, response.get_data()[:500])
            assert_problem(response, response.status_code)
        assert (response.status_code == 201) == (house.head != head), (name, body)
    assert_all_agree(house)


def assert_all_agree(house: House) -> None:
    """The stored listing, live state and log say the same, and every query can still be answered."""
    state = house.desk.state(ID)
    assert house.desk.listings.read({ID: state.seq}) == {ID: listing_of(state)}
    assert StateCache(house.desk.log).current(ID).state == state
    for name in QUERIES:
        assert house.organizer.get(query_address(name)).status_code == 200, name
    for stage in ("preliminary", "final"):
        assert house.anyone.get(f"/t/{ID}/standings?stage={stage}").status_code == 200
