"""Who may be registered twice is remarked and listed for officials, never refused, nor told to others."""

from collections.abc import Sequence
from datetime import date
from typing import Any

import msgspec
import pytest

from services.desk.params import NoParams
from services.desk.previewing import preview
from services.tournament.definition.founding import DefineTournament
from services.tournament.kernel.facts import Command
from services.tournament.people.amendments import AmendDetails, CancelRegistration, MergeEntrants
from services.tournament.people.forgetting import ForgetPerson
from services.tournament.people.importing import ImportEntrants
from services.tournament.people.registration import RegisterEntrant
from shared.clock import ManualClock
from shared.database import Database
from shared.vault import Vault
from tests.refusing import refusing
from tests.unit.desk.conftest import ID, Counter, principal
from tests.unit.tournament.specs import S1, definition, hk_rules

CODES = {"likely-duplicate", "same-contact", "same-name"}


def somebody(number: str, name: str = "", born: str = "1990-05-17", **more: Any) -> RegisterEntrant:
    return RegisterEntrant(
        session=S1,
        entrant_no=number,
        name_en=name or f"Person {'abcdefghi'[int(number)]}",
        birth_date=date.fromisoformat(born),
        **more,
    )


def listed(counter: Counter) -> list[tuple[list[str], tuple[str, ...]]]:
    answer = counter.desk.ask(ID, "duplicates", NoParams(), principal())
    return [([twin.entrant_no for twin in row.entrants], row.same) for row in answer.rows]


def remarked(notes: Sequence[Any]) -> list[str]:
    return [note.code for note in notes if note.code in CODES]


PAIRS = {
    "another order and capitals": ({"name": "CHAN, Siu-ming"}, ["name_and_birth_date"]),
    "accents": ({"name": "Chán Siu Míng"}, ["name_and_birth_date"]),
    "the Chinese name": ({"name": "Peter", "name_zh": "陳 小明"}, ["name_and_birth_date"]),
    "the address": ({"email": "CHAN@Example.org"}, ["email"]),
    "the telephone with the code of Hong Kong": ({"phone": "+852-5555.0101"}, ["phone"]),
    "all": (
        {"name": "chan siu ming", "email": "chan@example.org", "phone": "5555 0101"},
        ["name_and_birth_date", "email", "phone"],
    ),
    "another birth date": ({"name": "Chan Siu Ming", "born": "1991-05-17"}, []),
    "another of the name": ({"name": "Chan Siu"}, []),
}


@pytest.mark.parametrize("pair", PAIRS)
def test_a_likely_second_registration_is_remarked_everywhere_alike(counter: Counter, pair: str) -> None:
    more, same = PAIRS[pair]
    first = somebody("1", "Chan Siu Ming", name_zh="陳小明", email="chan@example.org", phone="5555 0101")
    assert remarked(counter.submit(first).remarks) == []
    second = somebody("2", **more)
    codes = [] if not same else ["likely-duplicate" if "name_and_birth_date" in same else "same-contact"]
    for command in (second, ImportEntrants(entrants=(second,))):
        assert remarked(preview(counter.desk, ID, command, principal()).remarks) == codes
    assert listed(counter) == []
    answer = counter.submit(second, id="x")
    assert remarked(answer.remarks) == codes
    assert counter.submit(second, id="x").remarks == answer.remarks
    assert listed(counter) == ([(["1", "2"], tuple(same))] if same else [])
    assert all("1, 2" in note.en for note in answer.remarks if note.code in CODES)


def undated(number: str, name: str, **more: Any) -> RegisterEntrant:
    return msgspec.structs.replace(somebody(number, name, **more), birth_date=None)


def test_the_same_name_without_a_birth_date_is_remarked_and_not_listed(
    sqlite_database: Database, vault: Vault, clock: ManualClock
) -> None:
    counter = Counter(sqlite_database, vault, clock)
    of_any_age = definition(capacity=8, tables=2, minimum_age=0, awards=())
    counter.submit(DefineTournament(definition=of_any_age, ruleset=hk_rules()))
    counter.submit(undated("1", "Chan Siu Ming", family="Chan"), somebody("2", "Ho Ka Yi"))
    file = ImportEntrants(
        entrants=(
            undated("3", "CHAN, Siu-ming", family="Chan"),
            undated("4", "Ho Ka Yi", email="ho@example.org"),
            undated("5", "Wong"),
        )
    )
    for notes in (preview(counter.desk, ID, file, principal()).remarks, counter.submit(file).remarks):
        found = [note for note in notes if note.code in CODES]
        assert [note.code for note in found] == ["same-name", "same-name"]
        assert ["1, 3" in found[0].en, "2, 4" in found[1].en] == [True, True]
    assert listed(counter) == []
    assert remarked(counter.submit(undated("6", "Wong", email="HO@example.org")).remarks) == [
        "same-contact",
        "same-name",
    ]
    assert listed(counter) == [(["4", "6"], ("email",))]


def test_rows_of_one_file_are_compared_with_each_other(counter: Counter) -> None:
    file = ImportEntrants(entrants=tuple(somebody(number, email="club@example.org") for number in "12345678"))
    for notes in (preview(counter.desk, ID, file, principal()).remarks, counter.submit(file).remarks):
        (note,) = [note for note in notes if note.code in CODES]
        assert "1, 2, 3, 4, 5, 6, …" in note.en
    assert listed(counter) == [([*"12345678"], ("email",))]


def test_a_changed_name_or_contact_is_compared_as_well(counter: Counter) -> None:
    counter.submit(somebody("1", "Chan"), somebody("2", "Wong"))
    amend = AmendDetails(entrant="2", name_en="Chan")
    assert remarked(preview(counter.desk, ID, amend, principal()).remarks) == ["likely-duplicate"]
    assert remarked(counter.submit(amend).remarks) == ["likely-duplicate"]


def test_a_declared_family_shares_its_contact_and_is_remarked_for_a_name_alone(counter: Counter) -> None:
    shared = {"email": "home@example.org", "phone": "5555 0101"}
    counter.submit(somebody("1", family="House of Ng", **shared))
    assert remarked(counter.submit(somebody("2", family="house  OF NG", **shared)).remarks) == []
    assert listed(counter) == []
    counter.submit(somebody("3", **shared))
    assert listed(counter) == [(["1", "2", "3"], ("email", "phone"))]
    counter.submit(somebody("4", "Person b", family="House of Ng"))
    assert listed(counter)[0] == (["1", "4"], ("name_and_birth_date",))


@pytest.mark.parametrize(
    "gone", [ForgetPerson(person="1"), CancelRegistration(entrant="1"), MergeEntrants(keep="2", drop="1")]
)
def test_who_is_forgotten_or_gone_is_like_nobody(counter: Counter, gone: Command) -> None:
    counter.submit(somebody("1", "Chan", email="c@example.org"), somebody("2", "Chan", email="c@example.org"))
    assert len(listed(counter)) == 1
    counter.submit(gone)
    assert listed(counter) == []
    again = somebody("3", "Chan", email="d@example.org")
    (note,) = [note for note in counter.submit(again).remarks if note.code in CODES]
    assert "1" not in note.en.replace("2, 3", "")


def test_only_who_may_read_contacts_is_told(counter: Counter) -> None:
    counter.submit(somebody("1", "Chan"), somebody("2", "Chan"))
    for role in ("chief_referee", "referee", "display"):
        with refusing("forbidden"):
            counter.desk.ask(ID, "duplicates", NoParams(), principal(role))
    participant = principal("participant", "1")
    with refusing("forbidden"):
        counter.desk.ask(ID, "duplicates", NoParams(), participant)


def test_three_of_a_name_in_any_order_are_listed_once(counter: Counter) -> None:
    for number, name in (("1", "Chan Siu Ming"), ("2", "CHAN siu-ming"), ("3", "Ming Siu Chan")):
        counter.submit(somebody(number, name))
    counter.submit(somebody("4", "Chan Siu Ming", born="1991-05-17", email="one@example.org"))
    counter.submit(somebody("5", "Ho Ka Yi", email="one@example.org"))
    assert listed(counter) == [(["1", "2", "3"], ("name_and_birth_date",)), (["4", "5"], ("email",))]
