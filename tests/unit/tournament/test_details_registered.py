"""What is registered of a person: what nobody can mean is refused, whichever field it is in."""

from datetime import date

from services.tournament.people.amendments import AmendDetails
from services.tournament.people.registration import EntrantRegistered, PlaceConfirmed, RegisterEntrant
from tests.cases import cases
from tests.unit.tournament.specs import ADULT, S1, founded, registered, registration


@cases(
    "fields, code",
    [
        ({"name_en": "", "name_zh": ""}, "invalid-input"),
        ({"family_role": "child"}, "invalid-input"),
        ({"name_en": "\u200b\u200b"}, "name-wrong"),
        ({"name_en": "7"}, "name-wrong"),
        ({"name_zh": "——"}, "name-wrong"),
        ({"guardian": "9123 4567"}, "name-wrong"),
        ({"phone": "9.12E+07"}, "phone-invalid"),
        ({"phone": "abc"}, "phone-invalid"),
        ({"phone": "999"}, "phone-invalid"),
        ({"phone": "1" * 30}, "phone-invalid"),
        ({"phone": "0000 0000"}, "phone-invalid"),
        ({"phone": "91234567.0"}, "phone-invalid"),
        ({"phone": "2017-02-31"}, "phone-invalid"),
        ({"phone": "2026/11/26"}, "phone-invalid"),
        ({"phone": "26/11/2026"}, "phone-invalid"),
        ({"phone": "26-11-2026"}, "phone-invalid"),
        ({"phone": "26.11.2026"}, "phone-invalid"),
        ({"phone": "11/26/26"}, "phone-invalid"),
        ({"phone": "1/2/1990"}, "phone-invalid"),
        ({"birth_date": date(2026, 3, 28)}, "birth-date-wrong"),
        ({"birth_date": date(1896, 3, 1)}, "birth-date-wrong"),
    ],
)
def test_a_registration_that_nobody_can_mean_is_refused(fields: dict[str, str], code: str) -> None:
    command = RegisterEntrant(
        **{"session": S1, "birth_date": ADULT, "entrant_no": "0001", "name_en": "X", **fields}  # type: ignore[arg-type]
    )
    founded().when(command).refused(code)
    known = fields.keys() - {"family_role"}
    if "" not in fields.values() and known:
        amendment = AmendDetails(entrant="0001", **{name: fields[name] for name in known})  # type: ignore[arg-type]
        registered(1).when(amendment).refused(code)


@cases("phone", ["9123 4567 ext 2", "9123 4567 分機 2", "9123 4567 內線2", "9123 4567 内线 2"])
def test_a_telephone_may_have_an_extension(phone: str) -> None:
    founded().when(registration("1", phone=phone)).then(EntrantRegistered, PlaceConfirmed)


@cases("phone", ["2026 1126", "2611 2026", "26112026", "2026-1126", "23-45-67", "+852 2026 1126"])
def test_a_telephone_that_has_the_figures_of_a_date_is_taken(phone: str) -> None:
    founded().when(registration("1", phone=phone)).then(EntrantRegistered, PlaceConfirmed)


@cases(
    "fields, code",
    [
        ({"entrant_no": "1" * 501}, "beyond-limit"),
        ({"entrant_no": "00\n01"}, "invalid-input"),
        ({"family": "F" * 41}, "beyond-limit"),
        ({"team": "Tower\t3"}, "invalid-input"),
        ({"name_en": "X" * 900_000}, "beyond-limit"),
        ({"name_en": "Chan\nBcc: all@example.org"}, "invalid-input"),
        ({"name_zh": "\u202e名"}, "invalid-input"),
        ({"phone": "9" * 41}, "beyond-limit"),
        ({"language": "fr"}, "invalid-input"),
    ],
)
def test_a_text_that_is_too_long_breaks_its_line_or_is_no_choice_is_refused(
    fields: dict[str, str], code: str
) -> None:
    command = RegisterEntrant(
        **{"session": S1, "birth_date": ADULT, "entrant_no": "0001", "name_en": "X", **fields}  # type: ignore[arg-type]
    )
    founded().when(command).refused(code)


@cases("email", ["chan", "chan@localhost", "a@b.org, c@d.org", "Chan <chan@example.org>"])
def test_an_address_that_cannot_be_written_to_is_refused(email: str) -> None:
    founded().when(registration("0001", email=email)).refused("email-invalid")
    registered(1).when(AmendDetails(entrant="0001", email=email)).refused("email-invalid")


def test_an_address_is_kept_as_it_is_written_down() -> None:
    outcome = founded().when(registration("0001", email=" Chan@EXAMPLE.org"))
    assert outcome.entries[0].personal["person-1"]["email"] == "Chan@example.org"
    amended = registered(1).when(AmendDetails(entrant="0001", email="Chan@EXAMPLE.org"))
    assert amended.entries[0].personal["person-1"]["email"] == "Chan@example.org"
