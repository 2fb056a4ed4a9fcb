"""/language and /notifications: what a chat would rather have."""

from collections.abc import Iterator, Mapping

from bots.telegram.people import CHANNEL
from bots.telegram.talk import Key, Talk, command, pressed, who
from services.notices.kinds import MUTABLE
from services.notices.quiet import CHOICES, EVERYONE
from services.personal.person import Person
from services.personal.texts import bot_text
from shared.catalogue import languages


@command("language")
def language(talk: Talk, given: Mapping[str, str]) -> None:
    if not talk.persons:
        talk.nobody_here()
        return
    keys = [
        Key(bot_text("language_name", language), "language.set", {"to": language}, always=True)
        for language in languages()
    ]
    talk.say(talk.text("language"), [keys])


@pressed("language.set")
def language_set(talk: Talk, given: Mapping[str, str]) -> None:
    chosen = given["to"]
    for person in talk.persons:
        talk.room.links.preferences.speak(person.tournament_id, person.address_id, chosen)
    talk.links_changed = True
    talk.say(bot_text("language_set", chosen))


@command("notifications")
def notifications(talk: Talk, given: Mapping[str, str]) -> None:
    if not talk.persons:
        talk.nobody_here()
        return
    address = talk.persons[0]
    muted = _muted(talk, address)
    rows = []
    for kind in MUTABLE:
        off = kind in muted
        label = f"{'○' if off else '●'} {talk.text(f'kind_{kind}')}"
        data = {"kind": kind, "off": "" if off else "1"}
        rows.append([Key(label, "notifications.set", data, always=True)])
    rows += [[key] for key in _email_keys(talk)]
    quiet = quiet_here(talk, address)
    for hours in CHOICES:
        label = f"{'●' if hours == quiet else '○'} {talk.text(f'quiet_{hours}')}"
        rows.append([Key(label, "notifications.quiet", {"hours": hours}, always=True)])
    talk.say(talk.text("notifications"), rows)


@pressed("notifications.email")
def notifications_email(talk: Talk, given: Mapping[str, str]) -> None:
    person = who(talk, given)
    wanted = bool(given["to"])
    if wanted and not talk.room.people.email(person):
        talk.toast = talk.text("email_not_on_file")
        return
    talk.room.links.preferences.prefer_email(person.tournament_id, person.recipient, wanted)
    talk.toast = talk.text("email_from_now" if wanted else "chat_from_now")
    notifications(talk, {})


@pressed("notifications.quiet")
def notifications_quiet(talk: Talk, given: Mapping[str, str]) -> None:
    for chat_address in dict.fromkeys((person.tournament_id, person.address_id) for person in talk.persons):
        talk.room.links.preferences.be_quiet(*chat_address, given["hours"])
    talk.toast = talk.text("quiet_set")
    notifications(talk, {})


def quiet_here(talk: Talk, person: Person) -> str:
    """The name of the quiet hours of the chat."""
    chosen = talk.room.links.preferences.quiet(person.tournament_id, [person.address_id])
    return chosen.get(person.address_id, EVERYONE)


@pressed("notifications.set")
def notifications_set(talk: Talk, given: Mapping[str, str]) -> None:
    for chat_address in dict.fromkeys((person.tournament_id, person.address_id) for person in talk.persons):
        talk.room.links.preferences.mute(*chat_address, given["kind"], bool(given["off"]))
    talk.toast = talk.text("switched_off" if given["off"] else "switched_on")
    notifications(talk, {})


def _email_keys(talk: Talk) -> Iterator[Key]:
    """For each participant of the chat, whether they would rather have the e-mail they gave used."""
    chosen = {
        (link.tournament_id, link.recipient): link.by_email
        for link in talk.room.links.of_address(CHANNEL, str(talk.chat))
    }
    for person in talk.persons:
        by_email = chosen.get((person.tournament_id, person.recipient), False)
        if by_email or talk.room.people.email(person):
            rather = talk.text("rather_by_email", name=talk.told_apart(person, person.name))
            label = f"{'●' if by_email else '○'} {rather}"
            data = {**person.named, "to": "" if by_email else "1"}
            yield Key(label, "notifications.email", data, always=True)


def _muted(talk: Talk, person: Person) -> set[str]:
    return talk.room.links.preferences.muted_kinds(person.tournament_id, person.address_id)
