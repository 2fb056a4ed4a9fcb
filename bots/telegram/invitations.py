"""Bringing everyone's chats in from the organizer's phone: how many have none, letters to them, or a file."""

import io
from collections.abc import Mapping

from bots.telegram.talk import File, Key, Talk, command, pressed, who
from services.delivery.inviting import COLUMNS
from services.tournament.people.inviting import InvitePeople
from shared.csv_out import write_rows
from shared.logs import logger

log = logger(__name__)


@command("invite")
def invite(talk: Talk, given: Mapping[str, str]) -> None:
    offices = [person for person in talk.persons if person.may("invite")]
    if not offices:
        talk.not_for_you()
    for office in offices:
        everyone = talk.room.inviting.guests(office.tournament_id)
        pending = len(talk.room.inviting.pending(office.tournament_id))
        heading = talk.told_apart(office, talk.text("heading_invite"))
        if not pending:
            talk.say(talk.text("invite_nobody"), heading=heading)
            continue
        rows = [
            [Key(talk.text("invite_send"), "invite.letters", office.named, always=True)],
            [Key(talk.text("invite_file"), "invite.file", office.named, always=True)],
        ]
        body = talk.text("invite_counts", linked=len(everyone) - pending, pending=pending)
        talk.say(body, rows, heading=heading)


@pressed("invite.letters")
def letters(talk: Talk, given: Mapping[str, str]) -> None:
    person = who(talk, given)
    if not person.may("invite-people"):
        talk.not_for_you()
        return
    outlook = talk.room.outlooks.of(person.tournament_id, 1)
    counts = {
        "no_address": len(outlook.no_address),
        "no_guardian": len(outlook.no_guardian),
        "invited": outlook.invited,
    }
    if not outlook.letters:
        talk.say(talk.text("invite_no_letters", **counts))
        return
    talk.begin("invite.confirm", **person.named)
    # A message of its own: what goes to many is read back as it will be read.
    talk.say(outlook.first[0].text, heading=outlook.first[0].to)
    body = talk.text("invite_letters", count=outlook.letters, shared=len(outlook.shared), **counts)
    talk.say(body, [[Key(talk.text("invite_yes"), "invite.confirm"), *talk.cancel]])


@pressed("invite.confirm")
def confirmed(talk: Talk, given: Mapping[str, str]) -> None:
    person = who(talk, talk.flow.data)
    talk.submit(person, InvitePeople())
    talk.go()
    talk.say(talk.text("invite_sent"))


@pressed("invite.file")
def handed_over(talk: Talk, given: Mapping[str, str]) -> None:
    person = who(talk, given)
    if not person.may("invite"):
        talk.not_for_you()
        return
    inviting, tournament = talk.room.inviting, person.tournament_id
    made = inviting.invite(tournament, inviting.pending(tournament), talk.room.links_begin())
    out = io.StringIO()
    write_rows(out, COLUMNS, [invited.cells for invited in made])
    log.info("links_made", tournament=tournament, count=len(made), by="telegram")
    talk.carried_out = True
    talk.hand_over(
        File(f"{tournament}-links.csv", out.getvalue().encode()),
        talk.text("invite_handed_over", count=len(made)),
    )
