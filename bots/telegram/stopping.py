"""/stop: no more messages for one of those a chat speaks for, or for all; and asking to be forgotten."""

from collections.abc import Mapping

from bots.telegram.people import CHANNEL
from bots.telegram.read_back import is_as_read, keep_parts
from bots.telegram.talk import Key, Talk, command, pressed, who
from services.desk.previewing import try_out
from services.personal.asking import (
    is_named_as_parent,
    organizer_reads,
    parts_forgotten,
    wish_to_be_forgotten,
)
from services.personal.person import Person
from services.personal.read_back import Part


@command("stop")
def stop(talk: Talk, given: Mapping[str, str]) -> None:
    # Also who holds no office any more may be written to, and may stop that.
    linked = talk.room.links.of_address(CHANNEL, str(talk.chat))
    if not linked:
        talk.nobody_here()
        return
    talk.begin("stop")
    known = {
        (person.tournament_id, person.recipient): talk.told_apart(person, person.name)
        for person in talk.everyone
    }
    names = [
        known.get((person.tournament_id, person.recipient), person.recipient.partition(":")[2])
        for person in linked
    ]
    yes = "stop_yes" if len(linked) == 1 else "stop_yes_all"
    rows = [[Key(talk.text(yes), "stop.yes"), Key(talk.text("no"), "stop.no")]]
    if len(linked) > 1:
        rows += [
            [Key(talk.text("stop_only", name=talk.told_apart(person, person.name)), "stop.one", person.named)]
            for person in talk.everyone
        ]
    if _who_may_ask(talk):
        rows.append([Key(talk.text("forget_ask"), "forget.ask")])
    talk.say(talk.text("stop_sure", names=names), rows)


@pressed("stop.yes")
def stopped(talk: Talk, given: Mapping[str, str]) -> None:
    text = talk.text("stopped")
    talk.room.links.stop(CHANNEL, str(talk.chat))
    talk.links_changed = True
    talk.go()
    talk.carried_out = True
    talk.say(text)


@pressed("stop.no")
def not_stopped(talk: Talk, given: Mapping[str, str]) -> None:
    talk.go()
    talk.say(talk.text("not_stopped"))


@pressed("stop.one")
def ask_for_person(talk: Talk, given: Mapping[str, str]) -> None:
    person = who(talk, given)
    others = [talk.told_apart(other, other.name) for other in talk.everyone if other != person]
    talk.go("stop.one", **person.named)
    name = talk.told_apart(person, person.name)
    keys = [Key(talk.text("stop_yes"), "stop.one_yes"), Key(talk.text("one_back"), "stop.back")]
    talk.say(talk.text("stop_one_sure", name=name, others=others), [[*keys, *talk.cancel]])


@pressed("stop.one_yes")
def one_stopped(talk: Talk, given: Mapping[str, str]) -> None:
    person = who(talk, talk.flow.data)
    text = talk.text("stop_one_done", name=person.name)
    talk.room.links.unlink(person.tournament_id, person.recipient, person.address_id)
    talk.links_changed = True
    talk.go()
    talk.carried_out = True
    talk.say(text)


@pressed("stop.back")
def back(talk: Talk, given: Mapping[str, str]) -> None:
    stop(talk, {})


@pressed("forget.ask")
def forget(talk: Talk, given: Mapping[str, str]) -> None:
    askers = _who_may_ask(talk)
    if len(askers) == 1:
        _read_back(talk, askers[0])
        return
    talk.go("forget.who")
    rows = [[Key(talk.told_apart(asker, asker.name), "forget.who", asker.named)] for asker in askers]
    talk.say(talk.text("forget_who"), [*rows, [Key(talk.text("one_back"), "stop.back"), *talk.cancel]])


@pressed("forget.who")
def chosen(talk: Talk, given: Mapping[str, str]) -> None:
    _read_back(talk, who(talk, given))


def _read_back(talk: Talk, person: Person) -> None:
    try_out(talk.room.desk, person.tournament_id, wish_to_be_forgotten(talk, person), person.principal)
    talk.go("forget.confirm", **person.named)
    body = talk.text(
        "forget_sure",
        name=talk.told_apart(person, person.name),
        number=person.number,
        parent=is_named_as_parent(talk, person),
    )
    talk.say(body, _ways(talk), whole=True)
    keep_parts(talk, _parts(talk))


def _ways(talk: Talk) -> list[list[Key]]:
    keys = [Key(talk.text("send"), "forget.confirm"), Key(talk.text("one_back"), "stop.back")]
    return [[*keys, *talk.cancel]]


def _parts(talk: Talk) -> list[Part]:
    return parts_forgotten(talk, who(talk, talk.flow.data))


@pressed("forget.confirm")
def forget_asked(talk: Talk, given: Mapping[str, str]) -> None:
    person = who(talk, talk.flow.data)
    if not is_as_read(talk, _parts, _ways(talk), asked="read_back_send"):
        return
    talk.submit(person, wish_to_be_forgotten(talk, person))
    talk.go()
    talk.say(talk.text("forget_asked", name=person.name))


def forget_keys(talk: Talk) -> list[list[Key]]:
    """A button for each who gave the place back, and has nothing else to do here."""
    return [
        [
            Key(
                talk.text("task_of", task=talk.text("forget_ask"), name=talk.told_apart(person, person.name)),
                "forget.who",
                person.named,
                always=True,
            )
        ]
        for person in _who_may_ask(talk)
        if person.principal.left
    ]


def _who_may_ask(talk: Talk) -> list[Person]:
    """The participants for whom an organizer reads what is asked: forgetting is the organizer's to do."""
    players = [person for person in talk.everyone if person.principal.role == "participant"]
    return [person for person in players if organizer_reads(talk.room.links, person.tournament_id)]
