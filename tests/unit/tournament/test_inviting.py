"""Inviting people to link a chat: a fact for each time, and one reminder of it."""

from datetime import date

from services.tournament.people.amendments import CancelRegistration
from services.tournament.people.inviting import InvitePeople, PeopleInvited, PeopleInvitedAgain, RemindInvited
from tests.unit.tournament.specs import founded, registered


def test_people_are_invited_as_often_as_the_organizer_says_and_reminded_once_of_each_day() -> None:
    tournament = registered(2).at("2026-03-10 23:30")
    tournament.when(RemindInvited()).nothing()
    tournament.when(InvitePeople()).then(PeopleInvited(date(2026, 3, 10)))
    tournament.at("2026-03-15 10:00").when(RemindInvited()).then(PeopleInvitedAgain(date(2026, 3, 10)))
    tournament.when(RemindInvited()).nothing()
    tournament.when(InvitePeople()).then(PeopleInvited(date(2026, 3, 15)))
    tournament.at("2026-03-20 10:00").when(RemindInvited()).then(PeopleInvitedAgain(date(2026, 3, 15)))


def test_where_nobody_takes_part_nobody_is_invited() -> None:
    founded().when(InvitePeople()).refused("nobody-to-invite")
    left = registered(1).given(CancelRegistration(entrant="0001", reason="ill"))
    left.when(InvitePeople()).refused("nobody-to-invite")
