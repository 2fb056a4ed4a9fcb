"""What people would be told by a command that was not yet given: whom it reaches, and the texts.

Computed by the same decide, policies and texts, without a trace: a text is read back as it will arrive.
"""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from services.access.tokens import Principal
from services.desk.desk import Desk
from services.notices.audiences import Recipient, recipients
from services.notices.fields import filled
from services.notices.look import Look
from services.notices.notice import Notice
from services.notices.policies import notices_due
from services.notices.whereabouts import situation_told
from services.tournament.kernel.facts import Command, Event
from services.tournament.state import State
from services.tournament.weather.further_word import FurtherWordGiven
from services.tournament.weather.rescheduling import SessionsRescheduled
from services.tournament.weather.suspension import SessionsSuspended, SuspensionLifted
from services.tournament.weather.watching import PlayGoesAhead, sessions_of
from shared.i18n import LANGUAGES, Language

TOLD = ("suspended", "hall-word", "further-word", "rescheduled", "goes-ahead")
"""The kinds that are about a session and go to everyone it concerns."""
_FOR_THE_OFFICE = "officials"


class Foretold(msgspec.Struct, frozen=True):
    """A text that would be sent, as all of those meant would read it.

    Attributes:
        count: how many would read it.
        officials: whether these are the officials.
    """

    template: str
    count: int
    texts: Mapping[Language, str]
    officials: bool = False


class Foretelling(msgspec.Struct, frozen=True):
    """Whom a command would reach, and what they would read.

    Attributes:
        recipients: everyone, by the keys that links have.
        with_email: those of them who gave an e-mail address.
        sessions: those that it is about, by id, also what moves along.
        texts: each that would go out, the officials' first, then the most read.
    """

    recipients: tuple[str, ...]
    with_email: frozenset[str]
    sessions: tuple[str, ...]
    texts: tuple[Foretold, ...]


def foretell(desk: Desk, tournament_id: str, command: Command, principal: Principal) -> Foretelling:
    """What `command` would tell people, were it given now.

    Raises:
        Problem: as the command itself would.
    """
    held, decision = desk.foresee(tournament_id, command, principal)
    state, first = decision.state, held.state.seq + 1
    due = notices_due(state, [(seq, entry.event) for seq, entry in enumerate(decision.entries, first)])
    words = {language: str(getattr(command, language, "")) for language in LANGUAGES}
    meant: set[Recipient] = set()
    readers: dict[tuple[str, ...], list[tuple[Notice, Recipient]]] = {}
    for notice in due:
        if notice.kind not in TOLD:
            continue
        for recipient in recipients(state, notice.audience):
            meant.add(recipient)
            where = situation_told(Look(state, notice, recipient, "en"))
            readers.setdefault((notice.dedupe_key, *where), []).append((notice, recipient))
    texts = _together(_text(state, reader, words) for reader in readers.values())
    entrants = [state.entrants[recipient.number] for recipient in meant if recipient.kind == "entrant"]
    details = desk.directory.details(tournament_id, entrants)
    mailed = frozenset(
        f"entrant:{number}" for number, fields in details.items() if "@" in fields.get("email", "")
    )
    return Foretelling(
        tuple(sorted(recipient.key for recipient in meant)),
        mailed,
        _concerned(state, [entry.event for entry in decision.entries]),
        tuple(sorted(texts, key=lambda foretold: (not foretold.officials, -foretold.count))),
    )


def _concerned(state: State, events: Sequence[Event]) -> tuple[str, ...]:
    """The sessions that the first of the events is about: those it names, or what is left of its day."""
    for event in events:
        if isinstance(event, SessionsSuspended | SuspensionLifted | SessionsRescheduled | FurtherWordGiven):
            return event.sessions
        if isinstance(event, PlayGoesAhead):
            on = (
                session
                for session in sessions_of(state, event.day)
                if session.status not in ("suspended", "ended")
            )
            return tuple(session.plan.id for session in on)
    return ()


def _together(texts: Iterable[Foretold]) -> list[Foretold]:
    """Each text once, with how many read it."""
    found: dict[tuple[str, ...], Foretold] = {}
    for text in texts:
        key = tuple(text.texts.values())
        count = text.count + (found[key].count if key in found else 0)
        found[key] = msgspec.structs.replace(text, count=count)
    return list(found.values())


def _text(state: State, notices: list[tuple[Notice, Recipient]], words: Mapping[Language, str]) -> Foretold:
    notice, recipient = notices[0]
    officials = notice.audience.partition(":")[0] == _FOR_THE_OFFICE
    texts = {
        language: filled(Look(state, notice, recipient, language, words[language])) for language in LANGUAGES
    }
    return Foretold(notice.template, len(notices), texts, officials)
