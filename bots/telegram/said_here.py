"""What a chat was told by the answer itself does not come there again as a notice."""

from collections.abc import Collection

from bots.telegram.people import CHANNEL
from bots.telegram.talk import Talk
from services.delivery.addressing import Draft
from services.notices.audiences import recipients
from services.personal.person import Person


def said_here(talk: Talk, person: Person, seqs: Collection[int], kinds: Collection[str]) -> None:
    """Send no notice of these events and kinds to this chat; to others of the same person as ever."""
    room, state = talk.room, talk.desk.state(person.tournament_id)
    for seq in sorted(seqs):
        for notice in room.notices.read(person.tournament_id, seq - 1, 1):
            told = [recipient.key for recipient in recipients(state, notice.audience)]
            if notice.seq == seq and notice.kind in kinds and person.recipient in told:
                draft = Draft((person.recipient,), CHANNEL, person.address_id, talk.language)
                room.deliveries.said_already(person.tournament_id, notice, draft, room.desk.clock.now())
