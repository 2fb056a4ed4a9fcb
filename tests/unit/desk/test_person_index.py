"""Who has a value in a field: kept while people come, change and are forgotten, as if looked up anew."""

from collections.abc import Mapping, Sequence

from hypothesis import given
from hypothesis import strategies as st

from services.desk.directory import PersonIndex, Persons
from services.tournament.kernel.facts import Command
from services.tournament.people.amendments import AmendDetails, CancelRegistration, MergeEntrants
from services.tournament.people.entrants import Entrant
from services.tournament.people.forgetting import ForgetPerson
from shared.database import Database
from shared.vault import Vault
from tests.unit.desk.conftest import ID, Counter
from tests.unit.tournament.specs import number, registration

FIELDS = ("family", "email", "name_en")


def entrant(given_number: str, family: str | None) -> Entrant:
    """An entrant whose family stands where a test of nothing else can see it."""
    return Entrant(given_number, f"person-{given_number}", (), "registered", (), (), 1, team=family)


STATES = st.lists(
    st.dictionaries(st.sampled_from("abcde"), st.sampled_from(["Wong", "Chan", None])), min_size=1, max_size=8
)


@given(states=STATES)
def test_whatever_states_follow_each_other_it_is_as_made_from_each_alone(
    states: list[dict[str, str | None]],
) -> None:
    looked_up: list[str] = []

    def look_up(entrants: Sequence[Entrant]) -> Mapping[str, Mapping[str, str]]:
        looked_up.extend(entrant.entrant_no for entrant in entrants)
        return {entrant.entrant_no: {"family": entrant.team} if entrant.team else {} for entrant in entrants}

    kept, known = PersonIndex(), dict[tuple[str, str | None], Entrant]()
    for state in states:
        entrants = {
            number: known.setdefault((number, team), entrant(number, team)) for number, team in state.items()
        }
        before, looked_up[:] = kept.entrants, []
        kept = kept.of(entrants, lambda details: details.values(), look_up)
        assert sorted(looked_up) == sorted(
            entrant for entrant in entrants if before.get(entrant) is not entrants[entrant]
        )
        assert kept.entrants == entrants
        assert kept.numbers.get("Wong", frozenset()) == {
            number for number, team in state.items() if team == "Wong"
        }
        assert kept.numbers.get("Chan", frozenset()) == {
            number for number, team in state.items() if team == "Chan"
        }
        assert kept.values == {number: (team,) for number, team in state.items() if team is not None}


def check(counter: Counter, seq: int | None = None) -> None:
    """For every field and value the directory finds whom a look at everyone finds, now or as of a seq."""
    desk = counter.desk
    state = desk.state(ID, seq)
    persons = Persons(desk.directory, ID, state)
    known = persons.details(state.persons)
    for field in FIELDS:
        for value in {
            "Wong",
            "Ada",
            "a@example.org",
            *(fields[field] for fields in known.values() if field in fields),
        }:
            expected = {person for person, fields in known.items() if fields.get(field) == value}
            assert set(persons.with_value(field, value)) == expected, (field, value)


def test_the_directory_finds_people_by_what_is_known_of_them_now(counter: Counter) -> None:
    steps: list[Command] = [
        registration(number(1), family="Wong", name_en="Ada"),
        registration(number(2), family="Wong", email="a@example.org"),
        registration(number(3), name_en="Ada", email="a@example.org"),
        AmendDetails(entrant=number(3), name_en="Eva"),
        registration(number(4), family="Wong", name_en="Ada"),
        MergeEntrants(keep=number(1), drop=number(4)),
        CancelRegistration(entrant=number(2)),
        ForgetPerson(person=number(1)),
        registration(number(5), family="Wong"),
        AmendDetails(entrant=number(5), email="a@example.org"),
    ]
    seqs = []
    for step in steps:
        counter.submit(step)
        seqs.append(counter.desk.head(ID).seq)
        check(counter)
    state = counter.desk.state(ID)
    persons = Persons(counter.desk.directory, ID, state)
    assert {state.persons[number] for number in persons.with_value("family", "Wong")} == {
        number(2),
        number(5),
    }
    for seq in (*reversed(seqs), None):
        check(counter, seq)


def test_who_was_forgotten_through_another_desk_is_found_no_longer(
    counter: Counter, sqlite_database: Database, vault: Vault
) -> None:
    counter.submit(registration(number(1), family="Wong"), registration(number(2), family="Wong"))
    check(counter)
    before = counter.desk.state(ID)
    Counter(sqlite_database, vault, counter.clock, "another").submit(ForgetPerson(person=number(1)))
    found = Persons(counter.desk.directory, ID, before).with_value("family", "Wong")
    assert found == [before.entrants[number(2)].person]
