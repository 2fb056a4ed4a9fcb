"""The demo's households: children from seven, teenagers, parents, grandparents, friends; one seed, one town.

Names are Chinese with the matching Cantonese romanisation, many with an English one. A household registers
together, for one session. Its family is a code, never a name. A unit for the family award is the child and
the parent with a role; further members have none.
"""

from datetime import timedelta
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import msgspec
from msgspec import structs

from services.demo.chance import Dice
from services.demo.days import Calendar
from services.tournament.definition.ages import birthday_in
from services.tournament.definition.plan import Competition
from services.tournament.people.registration import RegisterEntrant

Household = tuple[RegisterEntrant, ...]
Surname = tuple[str, str]
"""In Chinese, "" for a family without such a name, and as it is romanised."""


class Town:
    """Everyone who might come, in an order that the dice decide.

    Args:
        definition: its days decide who is old enough.
        calendar: when it is played.
    """

    def __init__(self, definition: Competition, dice: Dice, calendar: Calendar) -> None:
        self._dice = dice
        self._final = calendar.first_day(definition.last_stage)
        first = calendar.first_day()
        self.youngest = birthday_in(first, first.year - definition.minimum_age) - timedelta(days=1)
        """The last birthday that still counts on the first day of play: the eve, seven years before."""
        self._families = 0

    def household(self, kind: str | None = None) -> Household:
        """One household, of a kind of `names.toml` or any."""
        dice = self._dice
        kind, surname = kind or draw_kind(dice), draw_surname(dice)
        if kind == "couple":
            friend = self.person(draw_surname(dice), "adult", 19, 58)
            return self._together(self.person(surname, "adult", 19, 58), friend, family=False)
        if members := _names()["members"].get(kind):
            people = (self.person(surname, *member) for member in members)
            return self._together(*people, family=len(members) > 1)
        child = self.person(surname, "child", 7, 16, role="child")
        assert child.birth_date is not None, "everyone invented has a birthday"
        least = max(28, self._final.year - child.birth_date.year + 27)
        parent = self.person(surname, "adult", least, least + 12, role="parent")
        more = []
        if kind == "unit-and-more":
            apart = timedelta(days=400 + dice.below(900))
            older = self._final.year - child.birth_date.year < 13
            born = child.birth_date - apart if older else child.birth_date + apart
            more = [structs.replace(self.person(surname, "child", 8, 15), birth_date=born)]
        shared = {"email": parent.email, "language": parent.language}
        return self._together(*(structs.replace(member, **shared) for member in (child, parent, *more)))

    def person(
        self,
        surname: Surname,
        generation: str,
        least: int,
        most: int,
        role: Literal["child", "parent"] | None = None,
    ) -> RegisterEntrant:
        """Someone aged `least` to `most` on the day of the final, old enough on every day."""
        dice, final = self._dice, self._final
        name_en, name_zh = draw_name(dice, surname, generation)
        latest = min(birthday_in(final, final.year - least), self.youngest)
        earliest = birthday_in(final, final.year - most - 1) + timedelta(days=1)
        return RegisterEntrant(
            birth_date=latest - timedelta(days=dice.below((latest - earliest).days + 1)),
            name_en=name_en,
            name_zh=name_zh,
            family_role=role,
            email=f"{name_en.lower().replace(' ', '.')}.{dice.below(10**6)}@example.org",
            language="zh" if name_zh and dice.chance(85) else "en",
            consent=dice.chance(50 if generation == "child" else 70),
        )

    def _together(self, *members: RegisterEntrant, family: bool = True) -> Household:
        self._families += family
        code = f"F{self._families:04d}" if family else None
        team = self._dice.pick(_names()["teams"]) if self._dice.chance(30) else None
        return tuple(structs.replace(member, family=code, team=team) for member in members)


def draw_kind(dice: Dice) -> str:
    """A kind of household, each as often as `names.toml` says."""
    kinds: dict[str, int] = _names()["kinds"]
    return dice.weighted([*kinds], [*kinds.values()])


def draw_surname(dice: Dice) -> Surname:
    """A family's surname: Chinese for most."""
    if dice.chance(6):
        return "", dice.pick(_names()["others"])["surname"]
    zh, en = dice.pick(_names()["surnames"])
    return zh, en


def draw_name(dice: Dice, surname: Surname, generation: str) -> tuple[str, str]:
    """A full name, in English and Chinese: "Chan Tai Man" or "Chan Tai Man Peter", and 陳大文."""
    (zh, en), sex = surname, dice.pick(("m", "f"))
    if not zh:
        others = {other["surname"]: other for other in _names()["others"]}
        return f"{dice.pick(others[en][sex])} {en}", ""
    given = _names()["given"][generation][sex]
    first, second = dice.pick(given["first"]), dice.pick(given["second"])
    while first[0] == second[0]:
        second = dice.pick(given["second"])
    english = f" {dice.pick(given['english'])}" if dice.chance(15 if generation == "elder" else 60) else ""
    return f"{en} {first[1]} {second[1]}{english}", f"{zh}{first[0]}{second[0]}"


@cache
def _names() -> dict[str, Any]:
    text = files("services.demo").joinpath("names.toml").read_text("utf-8")
    return msgspec.toml.decode(text, type=dict[str, Any])
