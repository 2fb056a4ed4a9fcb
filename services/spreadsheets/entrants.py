"""A row of a list of entrants as a registration."""

from collections.abc import Mapping
from datetime import date
from typing import Literal

from services.spreadsheets.cells import needed, within_bounds
from services.spreadsheets.csv_files import CellWrong, Row
from services.tournament.people.registration import ENTRANT_NUMBER, NUMBER_WRONG, RegisterEntrant
from shared.catalogue import Phrase, Word, languages
from shared.days import day_read
from shared.emails import normalised
from shared.finding import folded
from shared.telephones import telephone
from shared.text_forms import spoken

_ROLES: Mapping[str, Literal["child", "parent"] | None] = {
    "": None,
    "child": "child",
    "子女": "child",
    "parent": "parent",
    "家长": "parent",
}
_CONSENTS = {"": False, "no": False, "否": False, "不同意": False, "yes": True, "是": True, "同意": True}
"""These and the roles as `folded` writes them, which makes simplified characters of traditional ones."""


def entrant_of(row: Row) -> RegisterEntrant:
    """The registration that a row says."""
    return within_bounds(
        row,
        RegisterEntrant(
            session=row.cell("session") or None,
            birth_date=row.cell("birth_date", _date),
            entrant_no=row.cell("entrant_no", _number) if "entrant_no" in row.cells else None,
            name_en=row.cell("name_en"),
            name_zh=row.cell("name_zh"),
            family=row.cell("family") or None,
            family_role=row.cell("family_role", _role),
            email=row.cell("email", _email),
            phone=row.cell("phone", _phone),
            language=row.cell("language", _language),
            team=row.cell("team") or None,
            consent=row.cell("consent", _yes_or_no),
            guardian=row.cell("guardian"),
            guardian_email=row.cell("guardian_email", _guardian_email),
        ),
    )


def _number(text: str) -> str:
    number = needed(text)
    if not ENTRANT_NUMBER.fullmatch(number):
        raise NUMBER_WRONG()
    return number


def _date(text: str) -> date | None:
    day = day_read(text) if text else None
    if isinstance(day, Phrase):
        raise CellWrong(day)
    return day


def _role(text: str) -> Literal["child", "parent"] | None:
    role = folded(text)
    if role not in _ROLES:
        raise CellWrong(Phrase("part-importing-write-child-parent-leave-empty"))
    return _ROLES[role]


def _language(text: str) -> str:
    language = spoken(text or "zh")
    if language not in languages():
        known = [Word("language", each) for each in languages()]
        raise CellWrong(Phrase("part-importing-write-language-leave-empty", {"known": known}))
    return language


def _email(text: str) -> str:
    return normalised(text) if text else text


def _phone(text: str) -> str:
    return telephone(text) if text else text


def _guardian_email(text: str) -> str:
    return normalised(text, "guardian_email") if text else text


def _yes_or_no(text: str) -> bool:
    word = folded(text)
    if word not in _CONSENTS:
        raise CellWrong(Phrase("part-importing-write-yes-no-leave-empty"))
    return _CONSENTS[word]
