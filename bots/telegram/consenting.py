"""Where the name may be shown: each place with what was said of it, and a button to say otherwise."""

from collections.abc import Mapping

from bots.telegram.offers import offer_key
from bots.telegram.talk import Key, Talk, pressed, who
from services.desk.programme import TournamentAnswer
from services.desk.views import ConsentView
from services.personal.consents import consents_of
from services.personal.person import Person
from services.personal.record import consent_line
from services.tasks.offered import Offer
from shared.catalogue import Word


def consent_keys(talk: Talk) -> list[list[Key]]:
    """A button for each participant of the chat to where their name may be shown."""
    return [
        [
            Key(
                talk.told_apart(person, talk.text("consents_of", name=person.name)),
                "consent.list",
                person.named,
                always=True,
            )
        ]
        for person in talk.everyone
        if person.principal.role == "participant" and person.may("set-consent")
    ]


@pressed("consent.list")
def listed(talk: Talk, given: Mapping[str, str]) -> None:
    """Every place with what was said of it, and a button to say otherwise."""
    person = who(talk, given)
    defined: TournamentAnswer = talk.ask(person, "tournament")
    consents = consents_of(talk, person)
    rows = [[_place_key(talk, person, consent)] for consent in consents]
    lines = [consent_line(talk, defined.definition, consent) for consent in consents]
    talk.say("\n".join([talk.text("consents"), *lines]), rows, heading=talk.told_apart(person, person.name))


def _place_key(talk: Talk, person: Person, consent: ConsentView) -> Key:
    place = Word("consent-scope", consent.scope).in_language(talk.language)
    answers = {"scope": consent.scope, "shown": "no" if consent.given else "yes"}
    label = f"{'●' if consent.given else '○'} {place}"
    return offer_key(person, label, Offer("set-consent", answers), "consent.list")
