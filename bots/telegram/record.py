"""/me: everything on record about those a chat speaks for, and what the chat gets."""

from collections.abc import Iterator, Mapping

from bots.telegram.blocks import say_blocks, titled
from bots.telegram.choosing import quiet_here
from bots.telegram.consenting import consent_keys
from bots.telegram.people import CHANNEL
from bots.telegram.stopping import forget_keys
from bots.telegram.talk import Talk, command
from services.delivery.push_addresses import WEB_PUSH
from services.personal.record import about


@command("me")
def me(talk: Talk, given: Mapping[str, str]) -> None:
    blocks = [titled(talk, person.tournament_id, about(talk, person)) for person in talk.everyone]
    rows = [*consent_keys(talk), *forget_keys(talk)]
    say_blocks(talk, "me", [*blocks, ((), list(_chat(talk)))], rows)


def _chat(talk: Talk) -> Iterator[str]:
    """Of the chat itself: whom it speaks for, in which language, what it gets and does not."""
    links = talk.room.links
    yield talk.text("me_chat", names=[talk.told_apart(person, person.name) for person in talk.everyone])
    yield talk.text("me_chat_language", language=talk.language)
    muted: set[str] = set()
    for participant in talk.persons:
        muted |= links.preferences.muted_kinds(participant.tournament_id, participant.address_id)
    if muted:
        kinds = [talk.text(f"kind_{kind}") for kind in sorted(muted)]
        yield talk.text("me_muted", kinds=kinds)
    if talk.persons:
        yield talk.text(f"quiet_{quiet_here(talk, talk.persons[0])}")
    by_email = {link.recipient for link in links.of_address(CHANNEL, str(talk.chat)) if link.by_email}
    for participant in talk.persons:
        if participant.recipient in by_email:
            yield talk.text("me_by_email", name=talk.told_apart(participant, participant.name))
        linked = links.of_recipients(participant.tournament_id, [participant.recipient]).get(
            participant.recipient, ()
        )
        browsers = [link for link in linked if link.channel == WEB_PUSH and link.status == "active"]
        if browsers:
            name = talk.told_apart(participant, participant.name)
            yield talk.text("me_browsers", name=name, count=len(browsers))
