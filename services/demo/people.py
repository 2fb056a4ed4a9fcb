"""The demo's households: children from seven, teenagers, parents, grandparents, friends; one seed, one town.

A household registers together, for one session. Its family is a code, never a name. A unit for the family
award is the child and the parent with a role; further members have none.
"""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Literal

import msgspec

from services.demo.chance import Dice
from services.demo.days import Calendar
from services.demo.names import Generation, Name, Sex, Surname, draw_name, draw_surname
from services.tournament.definition.plan import Competition
from services.tournament.people.registration import RegisterEntrant

Kind = Literal["unit", "unit_and_more", "couple", "adult", "teenager", "grandparent", "elder"]

_KINDS: dict[Kind, int] = {
    "unit": 34,
    "unit_and_more": 22,
    "couple": 12,
    "adult": 14,
    "teenager": 8,
    "grandparent": 5,
    "elder": 5,
}
_STRENGTHS = (2, 3, 3, 4, 4, 4, 5, 5, 6, 8)
_MASTER = 60
"""How often someone wins, against the others of a table: a master in four games of five."""

_MASTERS_EVERY = 24
"""One unit in so many consists of two masters, so that both of some family reach the final."""

_TEAMS = (
    "Tsuen Wan Tile Club",
    "荃灣魔力橋會",
    "Lion Rock Players",
    "獅子山下遊戲會",
    "Kwai Chung Youth Corner",
    "葵涌青年棋藝社",
    "Harbour Side Board Games",
    "沙田家庭遊戲日",
    "Yuen Long Weekend Gamers",
    "大埔長者鄰舍",
)


class Person(msgspec.Struct, frozen=True):
    """Someone who takes part; `strength` says how often she wins, against the others of her table."""

    name: Name
    birth: date
    language: Literal["en", "zh"]
    consent: bool
    email: str
    strength: int
    role: Literal["child", "parent"] | None = None

    @property
    def master(self) -> bool:
        return self.strength == _MASTER

    def registration(self, session: str | None, family: str | None, team: str | None) -> RegisterEntrant:
        """The command that registers this person; `session` where there is a choice."""
        return RegisterEntrant(
            session=session,
            birth_date=self.birth,
            name_en=self.name.en,
            name_zh=self.name.zh,
            family=family,
            family_role=self.role if family is not None else None,
            email=self.email,
            language=self.language,
            team=team,
            consent=self.consent,
        )


def stranger(dice: Dice) -> Person:
    """Someone of whom only is known that she takes part, for a walk with people registered elsewhere."""
    return Person(Name("", ""), date.min, "zh", False, "", dice.pick(_STRENGTHS))


class Household(msgspec.Struct, frozen=True):
    """People who register together. `family` is None for one person, and for friends."""

    members: tuple[Person, ...]
    family: str | None = None
    team: str | None = None


class Town:
    """Everyone who might come, in an order that the dice decide.

    Args:
        definition: its days decide who is old enough.
        calendar: when it is played; by default as planned.
    """

    def __init__(self, definition: Competition, dice: Dice, calendar: Calendar | None = None) -> None:
        self._dice = dice
        calendar = calendar or Calendar(definition)
        self._final = calendar.first_day(definition.last_stage)
        first = calendar.first_day()
        self.youngest = _years_before(first, definition.minimum_age) - timedelta(days=1)
        """The last birthday that still counts on the first day of play: the eve, seven years before."""
        self._families = 0
        self._units = 0
        self._mails = 0

    def households(self) -> Iterator[Household]:
        """Households without end."""
        kinds = list(_KINDS)
        while True:
            yield self.household(self._dice.weighted(kinds, [_KINDS[kind] for kind in kinds]))

    def household(self, kind: Kind) -> Household:
        """One household of a kind."""
        dice, surname = self._dice, draw_surname(self._dice)
        if kind == "unit":
            return self._unit(surname, more=False)
        if kind == "unit_and_more":
            return self._unit(surname, more=True)
        if kind == "couple":
            other = draw_surname(dice)
            members = [self._person(surname, "adult", 19, 58, "m"), self._person(other, "adult", 19, 58, "f")]
            return Household(tuple(members), team=self._team(60))
        if kind == "grandparent":
            elder, child = self._person(surname, "elder", 61, 79), self._person(surname, "child", 7, 12)
            return Household((elder, child), self._family())
        if kind == "teenager":
            return Household((self._person(surname, "child", 13, 17),), team=self._team(50))
        if kind == "elder":
            return Household((self._person(surname, "elder", 60, 79),), team=self._team(30))
        return Household((self._person(surname, "adult", 18, 59),), team=self._team(35))

    def someone(self, birth: date, *, role: Literal["child", "parent"] | None = None) -> Person:
        """A person born on a certain day, for the corners of the rules."""
        age = self._final.year - birth.year
        person = self._person(draw_surname(self._dice), "child" if age < 18 else "adult", 18, 18)
        return msgspec.structs.replace(person, birth=birth, role=role)

    def _unit(self, surname: Surname, *, more: bool) -> Household:
        dice = self._dice
        self._units += 1
        master = self._units % _MASTERS_EVERY == 3
        child = self._person(surname, "child", 7, 16, role="child", master=master)
        children = [child, self._sibling(child, surname)] if more else [child]
        least = max(28, self._final.year - min(person.birth.year for person in children) + 23)
        # A mother keeps her own surname, a father has the child's.
        sex: Sex = "f" if dice.chance(55) else "m"
        family_name = draw_surname(dice) if sex == "f" and surname.zh else surname
        parent = self._person(family_name, "adult", least, least + 12, sex, role="parent", master=master)
        members = [child, parent]
        if more:
            members.append(children[1])
            if dice.chance(35):
                other: Sex = "m" if sex == "f" else "f"
                spouse = draw_surname(dice) if other == "f" and surname.zh else surname
                members.append(self._person(spouse, "adult", least, least + 12, other))
        shared = [
            msgspec.structs.replace(member, email=parent.email, language=parent.language)
            for member in members
        ]
        return Household(tuple(shared), self._family(), self._team(20))

    def _sibling(self, child: Person, surname: Surname) -> Person:
        """A brother or sister, born at least a year before or after."""
        while True:
            other = self._person(surname, "child", 8, 15)
            if abs((other.birth - child.birth).days) > 360 and other.name != child.name:
                return other

    def _person(
        self,
        surname: Surname,
        generation: Generation,
        least: int,
        most: int,
        sex: Sex | None = None,
        *,
        role: Literal["child", "parent"] | None = None,
        master: bool = False,
    ) -> Person:
        dice = self._dice
        name = draw_name(dice, surname, generation, sex or ("m" if dice.chance(50) else "f"))
        return Person(
            name,
            self._birth(least, most),
            "zh" if name.zh and dice.chance(85) else "en",
            dice.chance(50 if generation == "child" else 70),
            self._email(name),
            _MASTER if master else dice.pick(_STRENGTHS),
            role,
        )

    def _birth(self, least: int, most: int) -> date:
        """A birthday of someone aged `least` to `most` on the day of the final, old enough on every day."""
        latest = min(_years_before(self._final, least), self.youngest)
        earliest = _years_before(self._final, most + 1) + timedelta(days=1)
        return latest - timedelta(days=self._dice.below((latest - earliest).days + 1))

    def _email(self, name: Name) -> str:
        self._mails += 1
        return f"{name.en.lower().replace(' ', '.')}.{self._mails}@example.org"

    def _family(self) -> str:
        self._families += 1
        return f"F{self._families:04d}"

    def _team(self, percent: int) -> str | None:
        return self._dice.pick(_TEAMS) if self._dice.chance(percent) else None


def _years_before(day: date, years: int) -> date:
    try:
        return day.replace(year=day.year - years)
    except ValueError:
        return date(day.year - years, 3, 1)
