"""Links: by a token that works once, sealed, found again, and gone with whoever is forgotten."""

from datetime import timedelta

import pytest

from services.access.kinds import INVITATION
from services.delivery.links import Links
from services.delivery.statements import PAGE
from services.desk.correspondence import Correspondence
from services.desk.desk import Desk
from services.desk.forgetting import forget
from services.desk.parts import Parts
from services.tournament.definition.founding import DefineTournament
from shared.clock import ManualClock
from shared.database import Database
from shared.eventlog import EventLog
from shared.vault import Vault
from tests.delivery.given import ID, NOON, Office
from tests.refusing import refusing
from tests.unit.desk.conftest import SECRET, principal
from tests.unit.tournament.specs import definition, hk_rules, registration


def test_a_token_links_once(office: Office) -> None:
    token = office.links.invite(ID, "entrant:0001")
    assert len(token) <= 64
    assert office.links.invited(token).recipient == "entrant:0001"
    linked = office.links.accept(token, "telegram", "4711", "zh")
    assert (linked.recipient, linked.language, linked.status) == ("entrant:0001", "zh", "active")
    assert office.links.of_address("telegram", "4711") == [linked]
    assert office.links.of_address("email", "4711") == []
    assert office.links.where(ID, [linked.address_id, "a-0"]) == {linked.address_id: "4711"}
    with refusing("link-token-invalid"):
        office.links.accept(token, "telegram", "4712")


def test_links_for_many_are_made_in_pages_and_each_is_for_its_own(office: Office) -> None:
    people = [f"entrant:{number:04d}" for number in range(1, 5)]
    made = office.links.invite_each(ID, people * 100)
    assert list(made) == people
    assert [office.links.invited(made[person]).recipient for person in people] == people
    grants = office.links.grants
    whole = [grants.new(INVITATION, [people[0]], ID) for _ in range(PAGE * 2 + 1)]
    grants.insert([each for _, made in whole for each in made])
    tokens = [token for token, _ in whole]
    assert len({office.links.invited(token).recipient for token in tokens[:: PAGE // 2]}) == 1
    assert len(set(tokens)) == PAGE * 2 + 1
    with refusing("not-found", "entrant:0099"):
        office.links.invite_each(ID, [*people, "entrant:0099"])


def test_a_token_expires_and_neither_token_nor_address_stands_in_the_database(small: Office) -> None:
    token = small.links.invite(ID, "organizer:organizer")
    small.links.link(ID, "organizer:organizer", "telegram", "chat-4711-of-the-office")
    small.clock.advance(timedelta(days=15))
    with refusing("link-token-invalid"):
        small.links.invited(token)
    assert small.database.path is not None
    for suffix in ("", "-wal"):
        with open(small.database.path + suffix, "rb") as file:
            content = file.read()
        assert token.encode() not in content
        assert b"chat-4711" not in content


@pytest.mark.parametrize("token", ["", "x", "a" * 65, "ä" * 30, "' OR 1=1 --"])
def test_what_is_no_token_is_refused(token: str, small: Office) -> None:
    with refusing("link-token-invalid"):
        small.links.invited(token)


def test_stop_ends_every_link_of_a_chat(small: Office) -> None:
    small.chat("chat", "0001", "0002")
    assert small.links.stop("telegram", "chat") == 2
    assert (small.links.of_address("telegram", "chat"), small.links.of_recipients(ID)) == ([], {})


def test_what_cannot_be_muted_is_refused(small: Office) -> None:
    place = small.chat("chat", "0001")
    with refusing("kind-not-mutable"):
        small.links.preferences.mute(ID, place, "suspended")
    small.links.preferences.mute(ID, place, "session-results")
    assert small.links.preferences.muted_kinds(ID, place) == {"session-results"}
    small.links.preferences.mute(ID, place, "session-results", False)
    assert small.links.preferences.muted_kinds(ID, place) == set()


def test_whoever_is_forgotten_has_no_link_and_gets_nothing(database: Database, vault: Vault) -> None:
    clock = ManualClock(NOON)
    held: list[Links] = []
    desk = Desk(
        Parts.over(
            EventLog(database, clock),
            vault,
            clock,
            SECRET,
            forget_along=lambda tournament_id, gone: held[0].removal(tournament_id, gone),
        )
    )
    held.append(Links(desk.grants, vault, Correspondence(desk)))
    who = principal()
    desk.submit(ID, DefineTournament(definition=definition(), ruleset=hk_rules()), who)
    for number in ("0001", "0002"):
        desk.submit(ID, registration(number), who)
        address_id = held[0].link(ID, f"entrant:{number}", "telegram", "family").address_id
    forget(desk, f"{ID}:0001", who)
    assert [link.recipient for link in held[0].of_address("telegram", "family")] == ["entrant:0002"]
    assert list(held[0].of_recipients(ID)) == ["entrant:0002"]
    assert held[0].where(ID, [address_id]) == {address_id: "family"}
    forget(desk, f"{ID}:0002", who)
    assert held[0].where(ID, [address_id]) == {}
    with refusing("not-found", "no recipient"):
        held[0].link(ID, "entrant:0001", "telegram", "family")


def test_an_address_that_was_changed_in_the_database_does_not_hinder_the_others(small: Office) -> None:
    touched, untouched = small.chat("mine", "0001"), small.chat("yours", "0002")
    with small.database.writing() as driver:
        driver.execute("UPDATE link SET sealed = zeroblob(40) WHERE address_id = ?", (touched,))
    assert small.links.where(ID, [touched, untouched]) == {untouched: "yours"}
