"""What goes out beside an answer: nothing while sending is muted, and no notice of what the answer told."""

from collections.abc import Collection
from zoneinfo import ZoneInfo

from bots.telegram.people import CHANNEL
from bots.telegram.talk import Talk
from services.delivery.addressing import Draft
from services.delivery.muting import BY_ORGANIZER, ON_COMMAND_LINE, Muted
from services.notices.audiences import recipients
from services.officials.cases import tournament_of
from services.personal.person import Person
from shared.i18n import moment_shown


def muted_of(talk: Talk, tournament_id: str) -> Muted | None:
    """By what nothing of a tournament is sent; None where it is sent."""
    found = talk.room.muting.muted()
    return next((muted for muted in found if muted.tournament in ("", tournament_id)), None)


def if_muted(talk: Talk, person: Person) -> str:
    """The variant of a text that says what goes out: "yes" where nothing does."""
    return "no" if muted_of(talk, person.tournament_id) is None else "yes"


def warn_of_muting(talk: Talk) -> None:
    """Say to officials below the answer that what they just did reaches nobody, and who can change that."""
    for person, after in talk.submitted:
        official = person.principal.role != "participant"
        muted = muted_of(talk, person.tournament_id) if official else None
        if muted is not None and talk.room.notices.read(person.tournament_id, after, 1):
            talk.add_below(talk.text("nothing_goes_out", **muting_shown(talk, person, muted)))
            return


def muting_shown(talk: Talk, person: Person, muted: Muted) -> dict[str, object]:
    """Since when, by whom and why it is muted, and who releases it, for a sentence."""
    by = talk.room.steering.muted_by(muted.tournament)
    zone = ZoneInfo(tournament_of(talk, person).definition.zone)
    mine = person.may("steer-deliveries")
    return {
        "since": moment_shown(muted.since, zone, talk.language),
        "by": by and by.shown.in_language(talk.language),
        "why": None if muted.why in (ON_COMMAND_LINE, BY_ORGANIZER) else muted.reason,
        "release": "everything" if not muted.tournament else "mine" if mine else "organizer",
    }


def said_here(talk: Talk, person: Person, seqs: Collection[int], kinds: Collection[str]) -> None:
    """Send no notice of these events and kinds to this chat; to others of the same person as ever."""
    room, state = talk.room, talk.desk.state(person.tournament_id)
    for seq in sorted(seqs):
        for notice in room.notices.read(person.tournament_id, seq - 1, 1):
            told = [recipient.key for recipient in recipients(state, notice.audience)]
            if notice.seq == seq and notice.kind in kinds and person.recipient in told:
                draft = Draft((person.recipient,), CHANNEL, person.address_id, talk.language)
                room.deliveries.said_already(person.tournament_id, notice, draft, room.desk.clock.now())
