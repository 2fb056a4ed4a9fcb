"""/start, linking a chat to someone, and leaving again."""

from collections.abc import Mapping

from bots.telegram.people import CHANNEL, masked
from bots.telegram.talk import Key, Talk, command, pressed


@command("start")
def start(talk: Talk, given: Mapping[str, str]) -> None:
    token = given.get("rest", "").strip()
    if not token:
        talk.say(talk.text("welcome_back" if talk.persons else "welcome"))
        return
    invitation = talk.room.links.invited(token)
    name = talk.room.people.name(invitation.tournament_id, invitation.recipient, talk.language)
    kind, _, number = invitation.recipient.partition(":")
    shown = number if name == number else masked(name)
    if any(
        (own.tournament_id, own.recipient) == (invitation.tournament_id, invitation.recipient)
        for own in talk.persons
    ):
        talk.say(talk.text("linked_already", name=shown))
        return
    title = talk.room.people.title(invitation.tournament_id)
    talk.begin("link", token=token)
    keys = [
        Key(talk.text("link_yes"), "link.yes", {"token": token}),
        Key(talk.text("no"), "link.no"),
    ]
    tournament = title.in_language(talk.language)
    talk.say(talk.text(f"link_{kind}", name=shown, tournament=tournament), [keys])


@pressed("link.yes")
def linked(talk: Talk, given: Mapping[str, str]) -> None:
    office = not talk.room.links.invited(given["token"]).recipient.startswith("entrant:")
    # An entrant registered with a language; of who holds an office only Telegram's own setting is known.
    language = talk.tongue if office else None
    own = talk.room.links.accept(given["token"], CHANNEL, str(talk.chat), language)
    talk.go()
    talk.carried_out = True
    name = talk.room.people.name(own.tournament_id, own.recipient, talk.language)
    role = talk.room.desk.office(own.tournament_id, own.recipient)
    kind = "chief" if role == "chief_referee" else own.recipient.partition(":")[0]
    talk.say(talk.text("linked", name=name, commands=talk.text(f"commands_{kind}")))


@pressed("link.no")
def not_linked(talk: Talk, given: Mapping[str, str]) -> None:
    talk.go()
    talk.say(talk.text("not_linked"))


@command("stop")
def stop(talk: Talk, given: Mapping[str, str]) -> None:
    # Also who holds no office any more may be written to, and may stop that.
    linked = talk.room.links.of_address(CHANNEL, str(talk.chat))
    if not linked:
        talk.say(talk.text("welcome"))
        return
    talk.begin("stop")
    known = {(own.tournament_id, own.recipient): own.name for own in talk.persons}
    names = ", ".join(
        known.get((own.tournament_id, own.recipient), own.recipient.partition(":")[2]) for own in linked
    )
    keys = [Key(talk.text("stop_yes"), "stop.yes"), Key(talk.text("no"), "stop.no")]
    talk.say(talk.text("stop_sure", names=names), [keys])


@pressed("stop.yes")
def stopped(talk: Talk, given: Mapping[str, str]) -> None:
    text = talk.text("stopped")
    talk.room.links.stop(CHANNEL, str(talk.chat))
    talk.go()
    talk.carried_out = True
    talk.say(text)


@pressed("stop.no")
def not_stopped(talk: Talk, given: Mapping[str, str]) -> None:
    talk.go()
    talk.say(talk.text("not_stopped"))


@command("help")
def help_(talk: Talk, given: Mapping[str, str]) -> None:
    kinds = dict.fromkeys(own.recipient.partition(":")[0] for own in talk.persons)
    roles = dict.fromkeys(own.principal.role for own in talk.persons)
    lines = [talk.text("commands_entrant")] if "entrant" in kinds or not kinds else []
    if "referee" in roles:
        lines.append(talk.text("commands_referee"))
    if "chief_referee" in roles:
        lines.append(talk.text("commands_chief"))
    if "organizer" in roles:
        lines.append(talk.text("commands_organizer"))
    talk.say("\n".join([*lines, talk.text("commands_all")]), heading=talk.text("help"))
