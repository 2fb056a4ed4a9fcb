"""Names for the demo's people: Chinese with the matching Cantonese romanisation, many with an English one."""

from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from services.demo.chance import Dice

Generation = Literal["child", "adult", "elder"]
Sex = Literal["m", "f"]
Syllable = tuple[str, str]
"""A character and how it is romanised."""


class _Given(msgspec.Struct, forbid_unknown_fields=True):
    first: list[Syllable]
    second: list[Syllable]
    english: list[str]


class _Other(msgspec.Struct, forbid_unknown_fields=True):
    surname: str
    m: list[str]
    f: list[str]


class _Names(msgspec.Struct, forbid_unknown_fields=True):
    surnames: list[Syllable]
    given: dict[Generation, dict[Sex, _Given]]
    others: list[_Other]


class Name(msgspec.Struct, frozen=True):
    """A name in both scripts; `zh` is empty for who has none."""

    en: str
    zh: str


class Surname(msgspec.Struct, frozen=True):
    """A surname; `zh` is empty for a family without a Chinese name."""

    en: str
    zh: str


def draw_surname(dice: Dice) -> Surname:
    """A family's surname: Chinese for most."""
    if dice.chance(6):
        return Surname(dice.pick(_names().others).surname, "")
    zh, en = dice.pick(_names().surnames)
    return Surname(en, zh)


def draw_name(dice: Dice, surname: Surname, generation: Generation, sex: Sex) -> Name:
    """A full name: "Chan Tai Man" or "Chan Tai Man Peter", and 陳大文."""
    if not surname.zh:
        other = next(listed for listed in _names().others if listed.surname == surname.en)
        return Name(f"{dice.pick(other.m if sex == 'm' else other.f)} {surname.en}", "")
    given = _names().given[generation][sex]
    first, second = dice.pick(given.first), dice.pick(given.second)
    while first[0] == second[0]:
        second = dice.pick(given.second)
    english = f" {dice.pick(given.english)}" if dice.chance(15 if generation == "elder" else 60) else ""
    return Name(
        f"{surname.en} {first[1]} {second[1]}{english}",
        f"{surname.zh}{first[0]}{second[0]}",
    )


@cache
def _names() -> _Names:
    text = files("services.demo").joinpath("names.toml").read_text("utf-8")
    return msgspec.toml.decode(text, type=_Names)
