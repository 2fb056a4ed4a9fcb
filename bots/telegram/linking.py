"""/start: linking a chat to someone; whoever comes first is greeted in both languages and may choose one."""

import re
from collections.abc import Iterator, Mapping

from bots.telegram.menus import commands_of
from bots.telegram.people import CHANNEL
from bots.telegram.talk import PRESSED, Key, Talk, command, pressed
from services.delivery.correspondents import name_among
from services.delivery.links import Invitation, Linked
from services.desk.programme import TournamentAnswer
from services.personal.asking import organizer_reads
from services.personal.names import name_alone
from services.personal.person import masked
from services.personal.schedule import next_line
from services.personal.texts import bot_text
from services.tasks.handover import DRAFT
from shared.catalogue import languages
from shared.i18n import Language
from shared.language_choice import choose_language
from shared.pasted import secret_pasted

_INVITATION = re.compile(r"\S*[?&]start=[A-Za-z0-9_-]{43}(?![A-Za-z0-9])\S{0,4}")


@command("start")
def start(talk: Talk, given: Mapping[str, str]) -> None:
    written = given.get("rest", "").strip()
    token = secret_pasted(written) or written
    if DRAFT.fullmatch(written):
        PRESSED["task.resume"](talk, {"draft": written})
    elif token:
        _ask(talk, token)
    elif talk.persons:
        talk.say(talk.text(_welcome_back(talk)))
    elif talk.room.links.of_address(CHANNEL, str(talk.chat)):
        talk.nobody_here()
    else:
        _greet(talk)


def is_invitation(text: str) -> bool:
    """Whether nothing but the address of an invitation was pasted, which opens nothing in a chat."""
    return _INVITATION.fullmatch(text) is not None


def _welcome_back(talk: Talk) -> str:
    """Only who plays, or reads for somebody who does, is told of when and where."""
    plays = any(person.principal.role == "participant" for person in talk.persons)
    return "welcome_back" if plays else "welcome_back_office"


def _greet(talk: Talk) -> None:
    """In the language that Telegram reports, and in the other, until one is chosen."""
    chosen = talk.flow.data.get("language")
    shown = [choose_language(chosen)] if chosen else _spoken(talk)
    talk.say("\n\n".join(bot_text("welcome", language) for language in shown), [_language_keys()])


def _ask(talk: Talk, token: str) -> None:
    invitation = _invitation(talk, token)
    chosen = talk.flow.data.get("language", "")
    known = bool(chosen or talk.persons)
    if not known:
        talk.choose(_first_language(talk, invitation))
    kind = invitation.recipient.partition(":")[0]
    if _stands_for(talk, invitation):
        talk.say(talk.text("linked_already", name=_masked_name(talk, invitation, talk.language)))
        return
    title = talk.room.people.title(invitation.tournament_id)
    talk.begin("link", token=token, language=chosen)
    rows = [
        [
            Key(_label(talk, "link_yes", known=known), "link.yes", {"token": token, "language": chosen}),
            Key(_label(talk, "no", known=known), "link.no"),
        ]
    ]
    if not known:
        rows.append(_language_keys())
    question = [
        bot_text(
            f"link_{kind}",
            language,
            name=_masked_name(talk, invitation, language),
            tournament=title.in_language(language),
            chief=talk.room.people.is_chief(invitation.tournament_id, invitation.recipient),
        )
        for language in ([talk.language] if known else _spoken(talk))
    ]
    if (privacy := talk.room.people.privacy(invitation.tournament_id)) is not None:
        question += [
            bot_text("privacy", language, privacy=privacy.in_language(language))
            for language in ([talk.language] if known else _spoken(talk))
        ]
    talk.say("\n\n".join(question), rows)


def _invitation(talk: Talk, token: str) -> Invitation:
    """What a link is for; one that was used up is still known in the chat that used it."""
    earlier = talk.room.links.invited_once(token)
    if earlier is not None and _stands_for(talk, earlier):
        return earlier
    return talk.room.links.invited(token)


def _stands_for(talk: Talk, invitation: Invitation) -> bool:
    """Whether the chat is linked to whom a link is for."""
    return any(
        (person.tournament_id, person.recipient) == (invitation.tournament_id, invitation.recipient)
        for person in talk.everyone
    )


def _masked_name(talk: Talk, invitation: Invitation, language: Language) -> str:
    """Whom a link is for, so that they know themselves; a number where no name is known."""
    number = invitation.recipient.partition(":")[2]
    name = talk.room.people.name(invitation.tournament_id, invitation.recipient, language)
    if name == number:
        return number
    return name_among(number, name, _names_beside(talk, invitation)).replace(name, masked(name))


def _names_beside(talk: Talk, link: Invitation | Linked) -> list[str]:
    """The names of the others of its tournament whom the chat stands for."""
    return [
        name_alone(person)
        for person in talk.everyone
        if person.tournament_id == link.tournament_id and person.recipient != link.recipient
    ]


def _label(talk: Talk, name: str, *, known: bool) -> str:
    """A button's label, in every language until one is known."""
    return talk.text(name) if known else " / ".join(bot_text(name, language) for language in _spoken(talk))


def _first_language(talk: Talk, invitation: Invitation) -> Language:
    """The language of a chat that chose none: as Telegram is set, or as the entrant registered.

    Telegram begins in English, so that it is set to something else is a choice. Of who holds an office only
    that setting is known.
    """
    if talk.tongue != languages()[0] or not invitation.recipient.startswith("entrant:"):
        return talk.tongue
    registered = talk.room.people.registered_language(invitation.tournament_id, invitation.recipient)
    return registered or talk.tongue


def _spoken(talk: Talk) -> list[Language]:
    """Both languages, that of the chat first."""
    return [talk.language, *(language for language in languages() if language != talk.language)]


def _language_keys() -> list[Key]:
    return [
        Key(bot_text("language_name", language), "greeted.language", {"to": language}, always=True)
        for language in languages()
    ]


@pressed("greeted.language")
def greeted(talk: Talk, given: Mapping[str, str]) -> None:
    """A language was chosen before anybody is linked: what was asked is asked in it."""
    token = talk.flow.data.get("token") if talk.flow.step == "link" else None
    if talk.persons:
        talk.say(talk.text(_welcome_back(talk)))
        return
    talk.begin("", language=given["to"])
    talk.choose(given["to"])
    if token is None:
        _greet(talk)
    else:
        _ask(talk, token)


@pressed("link.yes")
def linked(talk: Talk, given: Mapping[str, str]) -> None:
    invitation = talk.room.links.invited(given["token"])
    office = not invitation.recipient.startswith("entrant:")
    known = talk.room.links.of_address(CHANNEL, str(talk.chat))
    chosen: list[Language] = [linked.language for linked in known if linked.language is not None]
    if before := given.get("language") or talk.flow.data.get("language"):
        chosen.append(choose_language(before))
    language = chosen[0] if chosen else _followed(talk, linked=bool(known), office=office)
    # The answer is in the language of all that follows.
    talk.choose(language or _first_language(talk, invitation))
    link = talk.room.links.accept(given["token"], CHANNEL, str(talk.chat), language)
    if language is not None:
        for earlier in known:
            if earlier.language is None:
                talk.room.links.preferences.speak(earlier.tournament_id, earlier.address_id, language)
    talk.go()
    talk.carried_out = talk.links_changed = True
    name = talk.room.people.name(link.tournament_id, link.recipient, talk.language)
    role = talk.room.desk.office(link.tournament_id, link.recipient)
    kind = "chief" if role == "chief_referee" else link.recipient.partition(":")[0]
    number = link.recipient.partition(":")[2]
    called = name_among(number, name, _names_beside(talk, link))
    lines = [talk.text("linked", name=called), *_what_comes(talk, link), talk.text(f"commands_{kind}")]
    talk.say("\n".join(lines))


def _what_comes(talk: Talk, link: Linked) -> Iterator[str]:
    """A line with when and where whom the chat was linked to plays next, where that is known."""
    for person in talk.room.people.of_chat(talk.chat):
        if (person.tournament_id, person.recipient) != (link.tournament_id, link.recipient):
            continue
        if person.principal.role == "participant" and (line := next_line(talk, person)):
            yield line


def _followed(talk: Talk, *, linked: bool, office: bool) -> Language | None:
    """The language of a chat that chose none; None for the one that the entrant registered with.

    It stays what it is when somebody else is linked, a child registered in another language perhaps. Of who
    holds an office only Telegram's setting is known. Telegram begins in English, so that it is set to
    something else is a choice, and the question was answered in that language.
    """
    if linked:
        return talk.language
    return talk.tongue if office or talk.tongue != languages()[0] else None


@pressed("link.no")
def not_linked(talk: Talk, given: Mapping[str, str]) -> None:
    text = talk.text("not_linked")
    talk.go()
    talk.say(text)


@command("help")
def help_(talk: Talk, given: Mapping[str, str]) -> None:
    lines = [talk.text(name) for name in commands_of(talk.persons)]
    lines += [talk.text("commands_all"), *_written(talk), *_contacts(talk)]
    talk.say("\n".join(lines), heading=talk.text("help"))


def _written(talk: Talk) -> Iterator[str]:
    """That whatever else is written is read, where an organizer's chat is linked."""
    writers = (person for person in talk.persons if person.principal.role == "participant")
    if any(organizer_reads(talk.room.links, person.tournament_id) for person in writers):
        yield talk.text("help_write")


def _contacts(talk: Talk) -> list[str]:
    """How to reach the organizers of the tournaments that the chat is about."""
    found = {}
    for person in talk.persons:
        answer: TournamentAnswer = talk.ask(person, "tournament")
        if answer.definition.contact is not None:
            contact, of = talk.text("contact", contact=answer.definition.contact), talk.told_apart(person, "")
            found[person.tournament_id] = talk.text("for_each", name=of, body=contact) if of else contact
    return list(found.values())
