"""The phones in the Telegram simulator that `tileledger up` hands out, linked: one for each role."""

import http.client
import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from shared.i18n import Language, choose_language

if TYPE_CHECKING:
    from services.delivery.links import Links
    from services.tournament.state import Session, State

_CHANNEL = "telegram"
_FIRST_CHAT = 5001
_PATIENCE = 10.0


class Phone(msgspec.Struct, frozen=True):
    """A phone, by the id of its chat, and whom it stands for."""

    chat: int
    name: str
    language: Language
    recipients: tuple[str, ...]


def cast(state: "State") -> list[Phone]:
    """Who of a tournament under way has a phone: always with the same ids, so that links stay good."""
    return [
        Phone(chat, name, language, recipients)
        for chat, (name, language, recipients) in enumerate(_cast(state), _FIRST_CHAT)
    ]


def link(links: "Links", tournament: str, phones: Sequence[Phone]) -> None:
    """Link the phones that stand for nobody yet."""
    for own in phones:
        if not links.of_address(_CHANNEL, str(own.chat)):
            for recipient in own.recipients:
                links.link(tournament, recipient, _CHANNEL, str(own.chat), own.language)


def switch_on(port: int, phones: Sequence[Phone]) -> None:
    """Have the simulator on loopback show these phones."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_PATIENCE)
    try:
        for own in phones:
            body = {"id": own.chat, "first_name": own.name, "language_code": own.language}
            connection.request("POST", "/control/chats", json.dumps(body))
            connection.getresponse().read()
    finally:
        connection.close()


def _cast(state: "State") -> Iterator[tuple[str, Language, tuple[str, ...]]]:
    yield "Organizer", "en", ("organizer:organizer",)
    for referee in sorted(own.referee for own in state.referees.values() if own.active and own.chief)[:1]:
        yield f"Chief Referee {referee}", "en", (f"referee:{referee}",)
    sessions = sorted(state.sessions.values(), key=lambda own: (own.day, own.plan.number))
    for session in [own for own in sessions if own.status in ("playing", "time_called")][:1]:
        table = min(session.referees, default=None)
        if table is not None:
            yield f"Referee {session.referees[table]}", "en", (f"referee:{session.referees[table]}",)
        player = session.tables[min(session.tables)][0]
        yield f"Player {player}", choose_language(state.entrants[player].language), (f"entrant:{player}",)
    yield from _family(state, [own for own in sessions if own.status == "scheduled"])


def _family(state: "State", coming: Sequence["Session"]) -> Iterator[tuple[str, Language, tuple[str, ...]]]:
    """One chat for parent and child, whose session is the next."""
    for session in coming:
        for unit in state.units.values():
            pair = (unit.parent, unit.child)
            if all(number in session.entrants for number in pair):
                name = f"Parent {unit.parent} with {unit.child}"
                language = choose_language(state.entrants[unit.parent].language)
                yield name, language, tuple(f"entrant:{own}" for own in pair)
                return
