"""Who is told a notice where: one draft for each address, naming everyone it stands for. Pure."""

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

from services.delivery.links import Linked
from services.delivery.push_addresses import WEB_PUSH
from services.delivery.settling import Status
from services.notices.audiences import ORGANIZER, PUBLIC_CHANNEL, Recipient
from services.notices.notice import Notice
from services.tournament.state import State
from shared.i18n import Language
from shared.language_choice import choose_language

EMAIL = "email"
ON_FILE = "email:"
"""Begins the id of an address on file: "email:entrant:0007" is the e-mail address that entrant gave."""
OF_GUARDIAN = f"{ON_FILE}guardian:"
"""Begins the id of that of a parent or guardian: "email:guardian:entrant:0007"."""


ALERT = "alert"
"""The channel of alerts; an address of it, "alert:1", is a place in the setting and linked to nobody."""


class OnFile(msgspec.Struct, frozen=True):
    """An e-mail address on file.

    Attributes:
        email: normalised, by which those with one address get one letter.
    """

    id: str
    email: str


class Draft(msgspec.Struct, frozen=True):
    """A delivery to be made.

    Attributes:
        recipients: their keys, sorted; the first one orders drafts.
        channel: "" where nobody is reached.
        status: pending, declined or unlinked.
    """

    recipients: tuple[str, ...]
    channel: str
    address_id: str
    language: Language
    status: Status = "pending"

    @property
    def place(self) -> str:
        """Where the draft stands among those of its notice."""
        return f"{self.recipients[0]} {self.address_id}"

    def instead(self, status: Status) -> "Draft":
        """The same with another status, unless nobody could be reached anyway."""
        return self if self.status == "unlinked" else msgspec.structs.replace(self, status=status)


class Reach(msgspec.Struct, frozen=True):
    """What is known of how to reach people in a tournament.

    Attributes:
        links: by recipient.
        muted: addresses that want nothing of the kind in question.
        emails: by recipient the first address on file that is thought to work.
        channels: the names of the channels there are.
        alerts: addresses that are told what is for the organizer, besides their own.
        unsaid: the language of whom none is known: referees, the organizer, who was forgotten.
        languages: what recipients chose, by key; only where known.
    """

    links: Mapping[str, Sequence[Linked]]
    muted: frozenset[str]
    emails: Mapping[str, OnFile]
    channels: frozenset[str]
    unsaid: Language
    alerts: Sequence[str] = ()
    languages: Mapping[str, Language] = {}

    def language(self, key: str) -> Language:
        """The language that a recipient chose, or that of whom none is known."""
        return self.languages.get(key, self.unsaid)


def drafts(audience: Iterable[Recipient], reach: Reach) -> list[Draft]:
    """One draft for each address that stands for someone meant, in the order of `place`.

    A chat that is linked comes first, then browsers that take pushes; e-mail for whoever prefers it or has
    neither; whom nothing reaches is in the list as well, so that everyone is accounted for.
    """
    by_chat: dict[str, list[str]] = {}
    linked: dict[str, Linked] = {}
    by_email: dict[str, list[str]] = {}
    found: list[Draft] = []
    for recipient in audience:
        key = recipient.key
        if recipient == ORGANIZER:
            found += [Draft((key,), ALERT, alert, reach.unsaid) for alert in reach.alerts]
        usable = [
            link
            for link in reach.links.get(key, ())
            if link.status == "active" and link.channel in reach.channels
        ]
        letters = [link for link in usable if link.channel == EMAIL]
        pushes = [link for link in usable if link.channel == WEB_PUSH]
        chats = [link for link in usable if link.channel not in (EMAIL, WEB_PUSH)] or pushes
        on_file = reach.emails.get(key) if EMAIL in reach.channels else None
        wants_email = any(chat.by_email for chat in chats) and (letters or on_file is not None)
        if chats and not wants_email:
            chosen = chats
        elif letters:
            chosen = letters
        elif on_file is not None:
            by_email.setdefault(on_file.email, []).append(key)
            continue
        elif recipient == PUBLIC_CHANNEL:
            # A tournament need not have one.
            continue
        else:
            found.append(Draft((key,), "", f"none:{key}", reach.language(key), "unlinked"))
            continue
        for link in chosen:
            linked[link.address_id] = link
            by_chat.setdefault(link.address_id, []).append(key)
    for address_id, keys in by_chat.items():
        reached = linked[address_id]
        keys.sort()
        spoken = reached.language or language_shared(map(reach.language, keys))
        status: Status = "declined" if address_id in reach.muted else "pending"
        found.append(Draft(tuple(keys), reached.channel, address_id, spoken, status))
    for keys in by_email.values():
        keys.sort()
        found.append(
            Draft(tuple(keys), EMAIL, reach.emails[keys[0]].id, language_shared(map(reach.language, keys)))
        )
    return sorted(found, key=_place)


def guardian_drafts(audience: Iterable[Recipient], reach: Reach) -> list[Draft]:
    """E-mail to the guardians on file of children who have a chat, in which somebody spoke for them."""
    linked = {
        key
        for key, links in reach.links.items()
        if any(link.status == "active" and link.channel not in (EMAIL, WEB_PUSH) for link in links)
    }
    found = []
    for recipient in audience:
        on_file = reach.emails.get(recipient.key) if EMAIL in reach.channels else None
        if recipient.key in linked and on_file is not None and on_file.id.startswith(OF_GUARDIAN):
            found.append(Draft((recipient.key,), EMAIL, on_file.id, reach.language(recipient.key)))
    return found


def push_drafts(
    keys: Iterable[str],
    links: Mapping[str, Sequence[Linked]],
    muted: Collection[str],
    languages: Mapping[str, Language],
    unsaid: Language,
) -> list[Draft]:
    """Pushes to the browsers of these recipients: what is tried first where a chat failed.

    Args:
        links: theirs.
        muted: addresses that want nothing of the kind in question.
        unsaid: the language of whom none is known.
    """
    together: dict[str, list[str]] = {}
    spoken: dict[str, Language] = {}
    for key in sorted(keys):
        for link in links.get(key, ()):
            if link.channel == WEB_PUSH and link.status == "active" and link.address_id not in muted:
                together.setdefault(link.address_id, []).append(key)
                spoken.setdefault(link.address_id, link.language or languages.get(key, unsaid))
    return [Draft(tuple(those), WEB_PUSH, id, spoken[id]) for id, those in sorted(together.items())]


def email_drafts(
    keys: Iterable[str], emails: Mapping[str, OnFile], languages: Mapping[str, Language], unsaid: Language
) -> list[Draft]:
    """E-mail to the addresses on file of these recipients: what is tried where a chat failed.

    Args:
        unsaid: the language of whom none is known.
    """
    together: dict[str, list[str]] = {}
    for key in sorted(keys):
        if key in emails:
            together.setdefault(emails[key].email, []).append(key)
    return [
        Draft(
            tuple(those),
            EMAIL,
            emails[those[0]].id,
            language_shared(languages.get(key, unsaid) for key in those),
        )
        for those in together.values()
    ]


def language_unsaid(state: State) -> Language:
    """The language of whom none is known: Chinese, as in Hong Kong, where the tournament speaks it."""
    spoken = [choose_language(language) for language in state.plan.languages]
    return "zh" if "zh" in spoken else spoken[0]


def language_shared(spoken: Iterable[Language]) -> Language:
    """The language of what several people get as one: that of most of them, Chinese if as many."""
    counted = Counter(spoken)
    return max(counted, key=lambda language: (counted[language], language == "zh"))


def languages_in(details: Mapping[Recipient, Mapping[str, str]]) -> dict[str, Language]:
    """The languages that recipients chose, by key, as far as known."""
    return {
        recipient.key: choose_language(fields["language"])
        for recipient, fields in details.items()
        if "language" in fields
    }


def takes_place_of(later: Notice, later_safety: bool, earlier_kind: str) -> bool:
    """Whether a later notice of a topic makes an earlier one of it pointless.

    What is about safety makes everything before it so; a reminder only the one of its own kind, since nobody
    is to miss that a session is suspended because a reminder came after it.
    """
    return later_safety or later.kind == earlier_kind


def delivery_id(tournament_id: str, notice: str, address_id: str) -> str:
    """The same for the same notice and address, whoever works it out: what makes a delivery unique."""
    named = "\n".join((tournament_id, notice, address_id))
    return hashlib.sha256(named.encode()).hexdigest()[:24]


def _place(draft: Draft) -> str:
    return draft.place
