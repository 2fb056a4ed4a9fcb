"""Whom the last message about safety has not reached: one by one, with number, words, and what came of it."""

from collections.abc import Mapping, Sequence

from bots.telegram.talk import Key, Talk, command, pressed, who
from services.delivery.by_phone import Called, Outstanding
from services.desk.params import EntrantParams
from services.desk.programme import OfficialsAnswer
from services.desk.views import EntrantView
from services.officials.cases import entrant_shown
from services.personal.person import Person
from services.personal.texts import bot_text


@command("unreached")
def unreached(talk: Talk, given: Mapping[str, str]) -> None:
    offices = [person for person in talk.persons if person.may("steer-deliveries")]
    if not offices:
        talk.not_for_you()
    for office in offices:
        show(talk, office, "")


@pressed("unreached.show")
def shown(talk: Talk, given: Mapping[str, str]) -> None:
    show(talk, who(talk, given), given["after"])


@pressed("unreached.note")
def noted(talk: Talk, given: Mapping[str, str]) -> None:
    person = who(talk, given)
    if not person.may("steer-deliveries"):
        talk.not_for_you()
        return
    outstanding = Outstanding(given["whom"], given["notice"], "unread")
    reached = bool(given["reached"])
    # What is noted moves somebody within the list, so who follows is found in it as it was.
    before = [known.recipient for known in talk.room.by_phone.outstanding(person.tournament_id)]
    talk.room.by_phone.note(person.tournament_id, outstanding, reached=reached)
    talk.carried_out = True
    talk.toast = talk.text("unreached_reached" if reached else "unreached_no_answer")
    place = before.index(outstanding.recipient) + 1 if outstanding.recipient in before else 0
    show(talk, person, "", [*before[place:], *before[:place]])


def show(talk: Talk, person: Person, after: str, following: Sequence[str] = ()) -> None:
    """The next to ring up.

    Args:
        after: the recipient shown before; "" for the first of the list.
        following: who is to come next, in order; those who are on the list no longer are passed over.
    """
    found = talk.room.by_phone.outstanding(person.tournament_id)
    if not found:
        talk.say(talk.text("unreached_none"), heading=talk.told_apart(person, ""))
        return
    keys = [other.recipient for other in found]
    place = (keys.index(after) + 1) % len(found) if after in keys else 0
    place = next((keys.index(key) for key in following if key in keys), place)
    outstanding = found[place]
    called = talk.room.by_phone.called(person.tournament_id, outstanding.recipient)
    spoken = called.language or talk.language
    counts = {
        missing: sum(other.missing == missing for other in found) for missing in ("unreached", "no_answer")
    }
    body = talk.text(
        "unreached_one",
        number=place + 1,
        count=len(found),
        nothing=counts["unreached"],
        silent=counts["no_answer"],
        unread=len(found) - sum(counts.values()),
        person=_person(talk, person, outstanding.recipient, called),
        language=bot_text("language_name", spoken) if spoken != talk.language else None,
        sentence=talk.room.by_phone.sentence(person.tournament_id, outstanding, spoken),
        meaning=talk.room.by_phone.sentence(person.tournament_id, outstanding, talk.language),
    )
    data = {**person.named, "whom": outstanding.recipient, "notice": outstanding.notice}
    row = [
        Key(talk.text("unreached_yes"), "unreached.note", {**data, "reached": "1"}),
        Key(talk.text("unreached_no"), "unreached.note", {**data, "reached": ""}),
    ]
    further = Key(
        talk.text("unreached_next"), "unreached.show", {**person.named, "after": outstanding.recipient}
    )
    rows = [row, [further]] if len(found) > 1 else [row]
    talk.say(body, rows, heading=talk.told_apart(person, talk.text("heading_unreached")), whole=True)


def _person(talk: Talk, person: Person, recipient: str, called: Called) -> str:
    """Whom to ring up, by the names of both languages, with the number on file."""
    kind, _, number = recipient.partition(":")
    if kind != "entrant":
        return talk.text(
            "parent_number", entrant=_official(talk, person, kind, number), phone=_no_number(talk)
        )
    view: EntrantView = talk.ask(person, "entrant", EntrantParams(entrant=number))
    details = view.details if isinstance(view.details, Mapping) else {}
    phone = details.get("phone") or _no_number(talk)
    shown = entrant_shown(talk, person, number)
    if called.name and called.name not in shown:
        shown = talk.text("unreached_named", entrant=shown, name=called.name)
    return talk.text("parent_number", entrant=shown, phone=phone)


def _official(talk: Talk, person: Person, kind: str, number: str) -> str:
    """An official by role, number and name; no number of theirs is on file."""
    if kind == "organizer":
        return talk.text("role_organizer")
    answer: OfficialsAnswer = talk.ask(person, "officials")
    known = next((row for row in answer.rows if row.referee == number), None)
    role = talk.text("role_chief_referee" if known is not None and known.chief else "role_referee")
    name = known.name if known is not None and isinstance(known.name, str) else ""
    return " ".join(part for part in (role, number, name) if part)


def _no_number(talk: Talk) -> str:
    return talk.text("parent_no_number")
