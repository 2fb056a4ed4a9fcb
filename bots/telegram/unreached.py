"""Whom the last message about safety has not reached: one by one, with number, words, and what came of it."""

from collections.abc import Mapping, Sequence

from bots.telegram.docket import entrant_shown, who
from bots.telegram.talk import Key, Talk, command, pressed
from services.delivery.by_phone import Called, Outstanding
from services.desk.programme import OfficialsAnswer
from services.desk.views import EntrantParams, EntrantView
from services.personal.person import Person
from services.personal.texts import said


@command("unreached")
def unreached(talk: Talk, given: Mapping[str, str]) -> None:
    offices = [own for own in talk.persons if own.may("steer-deliveries")]
    if not offices:
        talk.not_for_you()
    for own in offices:
        show(talk, own, "")


@pressed("unreached.show")
def shown(talk: Talk, given: Mapping[str, str]) -> None:
    show(talk, who(talk, given), given["after"])


@pressed("unreached.note")
def noted(talk: Talk, given: Mapping[str, str]) -> None:
    own = who(talk, given)
    if not own.may("steer-deliveries"):
        talk.not_for_you()
        return
    one = Outstanding(given["whom"], given["notice"], "unread")
    reached = bool(given["reached"])
    # What is noted moves somebody within the list, so who follows is found in it as it was.
    before = [known.recipient for known in talk.room.by_phone.outstanding(own.tournament_id)]
    talk.room.by_phone.note(own.tournament_id, one, reached=reached)
    talk.carried_out = True
    talk.toast = talk.text("unreached_reached" if reached else "unreached_no_answer")
    place = before.index(one.recipient) + 1 if one.recipient in before else 0
    show(talk, own, "", [*before[place:], *before[:place]])


def show(talk: Talk, own: Person, after: str, following: Sequence[str] = ()) -> None:
    """The next to ring up.

    Args:
        after: the recipient shown before; "" for the first of the list.
        following: who is to come next, in order; those who are on the list no longer are passed over.
    """
    found = talk.room.by_phone.outstanding(own.tournament_id)
    if not found:
        talk.say(talk.text("unreached_none"))
        return
    keys = [one.recipient for one in found]
    place = (keys.index(after) + 1) % len(found) if after in keys else 0
    place = next((keys.index(key) for key in following if key in keys), place)
    one = found[place]
    called = talk.room.by_phone.called(own.tournament_id, one.recipient)
    spoken = called.language or talk.language
    counts = {missing: sum(own.missing == missing for own in found) for missing in ("unreached", "no_answer")}
    body = talk.text(
        "unreached_one",
        number=place + 1,
        count=len(found),
        nothing=counts["unreached"],
        silent=counts["no_answer"],
        unread=len(found) - sum(counts.values()),
        person=_person(talk, own, one.recipient, called),
        language=said("language_name", spoken) if spoken != talk.language else None,
        sentence=talk.room.by_phone.sentence(own.tournament_id, one, spoken),
        meaning=talk.room.by_phone.sentence(own.tournament_id, one, talk.language),
    )
    data = {**own.named, "whom": one.recipient, "notice": one.notice}
    row = [
        Key(talk.text("unreached_yes"), "unreached.note", {**data, "reached": "1"}),
        Key(talk.text("unreached_no"), "unreached.note", {**data, "reached": ""}),
    ]
    further = Key(talk.text("unreached_next"), "unreached.show", {**own.named, "after": one.recipient})
    talk.say(body, [row, [further]] if len(found) > 1 else [row], heading=talk.text("heading_unreached"))


def _person(talk: Talk, own: Person, recipient: str, called: Called) -> str:
    """Whom to ring up, by the names of both languages, with the number on file."""
    kind, _, number = recipient.partition(":")
    if kind != "entrant":
        return talk.text("parent_number", entrant=_official(talk, own, kind, number), phone=_no_number(talk))
    view: EntrantView = talk.ask(own, "entrant", EntrantParams(entrant=number))
    details = view.details if isinstance(view.details, Mapping) else {}
    phone = details.get("phone") or _no_number(talk)
    shown = entrant_shown(talk, own, number)
    if called.name and called.name not in shown:
        shown = talk.text("unreached_named", entrant=shown, name=called.name)
    return talk.text("parent_number", entrant=shown, phone=phone)


def _official(talk: Talk, own: Person, kind: str, number: str) -> str:
    """An official by role, number and name; no number of theirs is on file."""
    if kind == "organizer":
        return talk.text("role_organizer")
    answer: OfficialsAnswer = talk.ask(own, "officials")
    known = next((one for one in answer.rows if one.referee == number), None)
    role = talk.text("role_chief_referee" if known is not None and known.chief else "role_referee")
    name = known.name if known is not None and isinstance(known.name, str) else ""
    return " ".join(part for part in (role, number, name) if part)


def _no_number(talk: Talk) -> str:
    return talk.text("parent_no_number")
