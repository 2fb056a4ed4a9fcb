"""Whoever is asked to be in a family unit answers by a button under the notice."""

from collections.abc import Mapping

from bots.telegram.talk import Talk
from services.personal.names import name_read
from services.personal.person import Person
from services.tournament.people.family_proposals import AgreeToFamilyUnit, DeclineFamilyUnit


def answer_family(talk: Talk, person: Person, pair: Mapping[str, str], action: str) -> None:
    """Agree to a proposed family unit, or decline it."""
    child, parent = pair["child"], pair["parent"]
    names = {"child": name_read(talk, person, child, ""), "parent": name_read(talk, person, parent, "")}
    if action == "confirm":
        talk.submit(person, AgreeToFamilyUnit(child=child, parent=parent))
        talk.say(talk.text("family_agreed", **names))
    else:
        talk.submit(person, DeclineFamilyUnit(child=child, parent=parent))
        talk.say(talk.text("family_declined", **names))
