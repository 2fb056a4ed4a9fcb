"""The phones in the Telegram simulator that `tileledger up` hands out, linked: one for each role."""

import http.client
import json
from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

import msgspec

from shared.i18n import Language
from shared.language_choice import choose_language

if TYPE_CHECKING:
    from services.delivery.links import Links
    from services.desk.directory import Directory
    from services.tournament.seating.sessions import Session
    from services.tournament.state import State

_CHANNEL = "telegram"
ORGANIZER, CHIEF, REFEREE, PLAYER, PARENT, FINISHED, LAST_PLAYER, LAST_REFEREE = range(5001, 5009)
"""The ids of their chats: the simulator forgets its phones when it ends, links stay."""
_PATIENCE = 10.0


class Phone(msgspec.Struct, frozen=True):
    """A phone, by the id of its chat, and whom it stands for."""

    chat: int
    name: str
    language: Language
    recipients: tuple[str, ...]


def hand_out(
    links: "Links", directory: "Directory", tournament: str, state: "State", day: date | None = None
) -> list[Phone]:
    """The phones, each linked to whom it stood for before, else to someone who fits now.

    Args:
        day: the one that is played: two more phones are of its last session, where it has several.
    """

    def language(recipient: str) -> Language:
        entrant = state.entrants.get(recipient.partition(":")[2])
        if entrant is None or not recipient.startswith("entrant:"):
            return "en"
        return choose_language(directory.details(tournament, [entrant])[entrant.entrant_no].get("language"))

    phones = []
    for chat, fitting in (_cast(state) | _of_the_last(state, day)).items():
        linked = links.of_address(_CHANNEL, str(chat))
        known = tuple(link.recipient for link in linked if link.tournament_id == tournament)
        recipients = known or fitting
        if not recipients:
            continue
        phone = Phone(chat, _name(state, recipients), language(recipients[0]), recipients)
        phones.append(phone)
        for recipient in () if linked else recipients:
            links.link(tournament, recipient, _CHANNEL, str(chat), phone.language)
    return phones


def switch_on(port: int, phones: Sequence[Phone]) -> None:
    """Have the simulator on loopback show these phones."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_PATIENCE)
    try:
        for phone in phones:
            body = {"id": phone.chat, "first_name": phone.name, "language_code": phone.language}
            connection.request("POST", "/control/chats", json.dumps(body))
            connection.getresponse().read()
    finally:
        connection.close()


def _cast(state: "State") -> dict[int, tuple[str, ...]]:
    """Who fits each phone: at the first table in play, at one just over, and a family that plays next."""
    from services.tournament.seating.order_of_play import in_order_of_play

    chiefs = sorted(
        referee.referee for referee in state.referees.values() if referee.active and referee.chief
    )
    sessions = in_order_of_play(state)
    playing = next((session for session in sessions if session.status == "playing" and session.tables), None)
    coming = next(
        (session for session in sessions if session.status == "scheduled" and session.entrants), None
    )
    over = next((session for session in sessions if session.status == "time_called" and session.tables), None)
    referees = () if playing is None else [referee for _, referee in sorted(playing.referees.items())][:1]
    players = _still_in(state, playing)[:1] if playing is not None else _expected(state, coming)[:1]
    return {
        ORGANIZER: ("organizer:organizer",),
        CHIEF: tuple(f"referee:{chief}" for chief in chiefs[:1]),
        REFEREE: tuple(f"referee:{referee}" for referee in referees),
        PLAYER: tuple(f"entrant:{player}" for player in players),
        PARENT: tuple(f"entrant:{number}" for number in _family(state, sessions)),
        FINISHED: ()
        if over is None
        else tuple(f"entrant:{number}" for number in _about_to_sign(state, over)[-1:]),
    }


def _of_the_last(state: "State", day: date | None) -> dict[int, tuple[str, ...]]:
    """Who fits the phones of the last session of a day: someone who plays there, and a referee of it."""
    from services.tournament.seating.order_of_play import in_order_of_play

    sessions = [session for session in in_order_of_play(state) if session.day == day and session.entrants]
    if day is None or len(sessions) < 2:
        return {}
    last, before = sessions[-1], {number for session in sessions[:-1] for number in session.entrants}
    alone = [number for number in _expected(state, last) if number not in before]
    referees = [referee for _, referee in sorted(last.referees.items())]
    return {
        LAST_PLAYER: tuple(f"entrant:{number}" for number in alone[-1:]),
        LAST_REFEREE: tuple(f"referee:{referee}" for referee in referees[-1:]),
    }


def _still_in(state: "State", session: "Session") -> list[str]:
    """Who sits in the session and has not left it, from its first table on: nobody tells who left."""
    seated = (number for table in sorted(session.tables) for number in session.tables[table])
    return [number for number in seated if state.entrants[number].plays_in(session.stage)]


def _expected(state: "State", session: "Session | None") -> list[str]:
    """Who is to play in a session, those of a family apart: they have a phone together."""
    entrants = [] if session is None else sorted(session.entrants)
    return [number for number in entrants if state.entrants[number].unit is None]


def _about_to_sign(state: "State", session: "Session") -> list[str]:
    """Who sits at a table of the session whose sheet is about to be closed: their results are to come."""
    from services.tournament.play.sheets import can_be_signed

    found = []
    for number in _still_in(state, session):
        sheet = state.sheets[str(state.entrants[number].first.table)]
        if can_be_signed(sheet) and sheet.closed_seq is None:
            found.append(number)
    return found


def _family(state: "State", sessions: Sequence["Session"]) -> tuple[str, ...]:
    """Parent and child of the first unit in the next session."""
    for session in sessions:
        for unit in state.units.values():
            pair = tuple(sorted((unit.parent, unit.child)))
            if session.status == "scheduled" and all(number in session.entrants for number in pair):
                return pair
    return ()


def _name(state: "State", recipients: Sequence[str]) -> str:
    kind, _, first = recipients[0].partition(":")
    if kind == "entrant":
        numbers = ", ".join(recipient.partition(":")[2] for recipient in recipients)
        return f"Family {numbers}" if len(recipients) > 1 else f"Player {numbers}"
    if kind == "referee":
        return f"Chief Referee {first}" if state.referees[first].chief else f"Referee {first}"
    return "Organizer"
