"""Today's commands, as they were carried out, as inputs in the terms of the documents.

Goes with `record` when the commands do; the documents stay.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec

from services.tournament import effects
from services.tournament.figures import SeatResult
from services.tournament.kernel import Command, command_name
from services.tournament.state import SEATS, State
from shared.clock import from_micros, to_micros

Fields = dict[str, Any]


class Led(msgspec.Struct, frozen=True):
    """What a command led to: the state before it, and its events by type with their data."""

    before: State
    events: Sequence[tuple[str, Mapping[str, Any]]]

    def first(self, type_: str) -> Mapping[str, Any]:
        return next(data for known, data in self.events if known == type_)


LEFT_OUT = frozenset(
    {
        "choose-language",
        "remind-of-session",
        "remind-of-retention",
        "make-announcement",
        "announce-play",
        "announce-weather-watch",
        "escalate-weather-proposal",
        "call-chief-referee",
        "note-incident",
        "present-evidence",
    }
)
"""Commands on which no result depends."""


def input_of(command: Command, led: Led) -> Fields | None:
    """What was done, without when and by whom; None where nothing depends on it."""
    name = command_name(command)
    if name in LEFT_OUT or (name == "amend-details" and command.birth_date is None):  # type: ignore[attr-defined]
        return None
    kind, fields = KINDS[name]
    found = {"do": kind, **fields(command, led)}
    opened = [data["dispute"] for type_, data in led.events if type_ == "dispute-raised"]
    return {**found, "opens": opened} if opened else found


def utc(moment: datetime | None) -> str | None:
    return None if moment is None else from_micros(to_micros(moment)).isoformat().replace("+00:00", "Z")


def _same(*names: str) -> Callable[[Any, Led], Fields]:
    """Fields taken as they are, where they are given."""

    def fields(command: Any, led: Led) -> Fields:
        given = {name: getattr(command, name) for name in names}
        return {name: _plain(value) for name, value in given.items() if value is not None}

    return fields


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _registration(command: Any, number: str) -> Fields:
    return {
        "entrant": number,
        "session": command.session,
        "born": command.birth_date.isoformat(),
        **({"family": command.family} if command.family else {}),
        **({"family_role": command.family_role} if command.family_role else {}),
        **({"team": command.team} if command.team else {}),
        **({"consent": True} if command.consent else {}),
    }


def _registrations(command: Any, led: Led) -> Fields:
    numbers = [data["entrant_no"] for type_, data in led.events if type_ == "entrant-registered"]
    given = zip(command.entrants, numbers, strict=True)
    return {"entrants": [_registration(item, number) for item, number in given]}


def _forgotten(command: Any, led: Led) -> Fields:
    data = led.first("person-forgotten")
    whose = {"entrant": data["entrant"]} if data["entrant"] else {"official": data["referee"]}
    return {**whose, "grounds": command.grounds}


def _at(sheet: str) -> Fields:
    session, _, table = sheet.rpartition("/")
    return {"session": session, "table": int(table)}


def _on_sheet(*names: str) -> Callable[[Any, Led], Fields]:
    rest = _same(*names)
    return lambda command, led: {**_at(command.sheet), **rest(command, led)}


def _seats(given: Iterable[SeatResult], seated: Sequence[str]) -> list[Fields]:
    return [_seat(item, seated) for item in given]


def _seat(item: SeatResult, seated: Sequence[str]) -> Fields:
    entrant = item.entrant or seated[SEATS.index(item.seat or "")]
    charges = [charge for charge in (item.charge, *item.more_charges) if charge is not None]
    given = {
        "rack": None if item.rack is None else list(item.rack),
        "count": item.count,
        "tiles": item.tiles,
        "charges": charges or None,
        "score": item.score,
        "game_won": item.game_won,
        "forfeited": True if item.forfeited else None,
    }
    return {"entrant": entrant, **{key: value for key, value in given.items() if value is not None}}


def _seated(command: Any, led: Led) -> Sequence[str]:
    if hasattr(command, "round"):
        return led.before.rounds[command.round].tables[command.table].entrants
    return led.before.sheets[command.sheet].seats


def _game(command: Any, led: Led) -> Fields:
    where = (
        {"round": command.round, "table": command.table} if hasattr(command, "round") else _at(command.sheet)
    )
    seats = _seats(command.seats, _seated(command, led))
    return {**where, "game": command.game, "ended_by": command.ended_by, "seats": seats}


def _ruled_game(command: Any, led: Led) -> Fields:
    return {
        "round": command.round,
        "table": command.table,
        "game": command.game,
        "winners": list(command.winners),
        "seats": _seats(command.seats, _seated(command, led)),
        "cites": command.cites,
    }


def _submitted_sheet(command: Any, led: Led) -> Fields:
    seated = led.before.sheets[command.sheet].seats
    games = [
        {"game": item.game, "ended_by": item.ended_by, "seats": _seats(item.seats, seated)}
        for item in command.games
    ]
    return {**_at(command.sheet), "games": games}


def _paper(command: Any, led: Led) -> Fields:
    rows = [
        [
            item.session,
            item.table,
            item.game,
            item.seat,
            item.entrant_no,
            item.game_won,
            item.score,
            item.tiles,
        ]
        for item in command.rows
    ]
    return {"rows": rows}


def _ruling(command: Any, led: Led) -> Fields:
    case = led.before.disputes[command.dispute]
    sheet = led.before.sheets.get(case.sheet or "")
    seated = sheet.seats if sheet is not None else ()
    return {
        "ruling": led.first("ruling-made")["ruling"],
        "case": command.dispute,
        "cites": command.cites,
        "effects": [_effect(item, seated) for item in command.effects],
        **({"supersedes": command.supersedes} if command.supersedes else {}),
    }


def _effect(item: effects.Effect, seated: Sequence[str]) -> Fields:
    if isinstance(item, effects.AmendGame):
        seats = _seats(item.seats, seated)
        return {"effect": "amend", "game": item.game, "ended_by": item.ended_by, "seats": seats}
    if isinstance(item, effects.ChargeSeat):
        return {"effect": "charge", "game": item.game, "entrant": item.entrant, "charge": item.charge}
    if isinstance(item, effects.VoidGame | effects.ReplayGame):
        return {"effect": "void" if isinstance(item, effects.VoidGame) else "replay", "game": item.game}
    if isinstance(item, effects.Warn | effects.Disqualify):
        return {"effect": "warn" if isinstance(item, effects.Warn) else "disqualify", "entrant": item.entrant}
    return {"effect": "none"}


def _draw(command: Any, led: Led) -> Fields:
    data = led.first("seats-drawn")
    return {"session": data["session"], "seed": data["seed"]}


def _round_draw(command: Any, led: Led) -> Fields:
    data = led.first("round-drawn")
    return {"round": data["round"], "seed": data["seed"]}


def _tie(command: Any, led: Led) -> Fields:
    seed = next((data["seed"] for type_, data in led.events if type_ == "cut-tie-decided"), None)
    return {
        "choice": command.choice,
        **({"play_off": list(command.play_off)} if command.play_off else {}),
        **({"seed": seed} if seed else {}),
    }


def _assigned(command: Any, led: Led) -> Fields:
    listed = led.first("referees-assigned")["assignments"]
    return {"session": command.session, "tables": {item["referee"]: item["tables"] for item in listed}}


def _dissolved(command: Any, led: Led) -> Fields:
    unit = led.before.units[command.unit]
    return {"child": unit.child, "parent": unit.parent}


def _new_date(command: Any, led: Led) -> Fields:
    return {
        "day": command.day.isoformat(),
        "new_day": command.new_day.isoformat(),
        "sessions": list(command.sessions),
    }


def _warnings(command: Any, led: Led) -> Fields:
    return {
        "fetched_at": utc(command.fetched_at),
        "body": command.body,
        "signals": [[item.code, utc(item.begin), utc(item.until)] for item in command.signals],
    }


def _suspension(command: Any, led: Led) -> Fields:
    rest_only = command_name(command) == "suspend-remaining"
    return {"day": command.day.isoformat(), "grounds": command.grounds, "rest_only": rest_only}


_nothing = _same()
_entrant = _same("entrant")
_session = _same("session")
_pair = _same("child", "parent")

KINDS: Mapping[str, tuple[str, Callable[[Any, Led], Fields]]] = {
    "define-tournament": ("found", _nothing),
    "appoint-referee": ("official", lambda item, led: {"official": item.referee, "chief": item.chief}),
    "dismiss-referee": ("official_dismissed", lambda item, led: {"official": item.referee}),
    "register-entrant": (
        "registration",
        lambda command, led: _registration(command, led.first("entrant-registered")["entrant_no"]),
    ),
    "import-entrants": ("registrations", _registrations),
    "cancel-registration": ("registration_cancelled", _entrant),
    "move-entrant": ("moved", _same("entrant", "session")),
    "merge-entrants": ("merged", _same("keep", "drop")),
    "amend-details": (
        "birth_date",
        lambda item, led: {"entrant": item.entrant, "born": item.birth_date.isoformat()},
    ),
    "set-consent": ("consent", _same("entrant", "shown")),
    "forget-person": ("forgotten", _forgotten),
    "declare-family-unit": ("family_unit", _pair),
    "agree-to-family-unit": ("family_unit_agreed", _pair),
    "decline-family-unit": ("family_unit_declined", _pair),
    "dissolve-family-unit": ("family_unit_dissolved", _dissolved),
    "check-in": ("check_in", _entrant),
    "undo-check-in": ("check_in_undone", _entrant),
    "draw-seats": ("draw", _draw),
    "draw-round": ("draw", _round_draw),
    "undo-seat-draw": ("draw_undone", _session),
    "undo-round-draw": (
        "draw_undone",
        lambda item, led: {"round": led.first("round-draw-undone")["round"]},
    ),
    "exchange-seats": ("seats_exchanged", _same("session", "first", "second")),
    "take-room": (
        "room",
        lambda item, led: {"table": led.first("room-taken")["room"], "entrants": list(item.entrants)},
    ),
    "assign-referees": ("officials_assigned", _assigned),
    "start-session": ("session_started", _session),
    "undo-session-start": ("session_start_undone", _session),
    "call-time": ("time_called", _session),
    "undo-time-call": ("time_call_undone", _session),
    "end-session": ("session_ended", _session),
    "reopen-session": ("session_reopened", _session),
    "determine-first-player": ("first_player", _on_sheet("game", "draws")),
    "record-game-result": ("game", _game),
    "record-round-game": ("game", _game),
    "correct-game": ("correction", _game),
    "correct-round-game": ("correction", _game),
    "rule-round-game": ("game_ruled", _ruled_game),
    "submit-sheet": ("sheet", _submitted_sheet),
    "settle-sheet-conflict": ("sheet_conflict_settled", _on_sheet("conflict", "take")),
    "import-results": ("paper", _paper),
    "sign-sheet": ("signature", _on_sheet("entrant", "medium")),
    "record-missing-signature": ("signature_missing", _on_sheet("entrant", "kind")),
    "close-signature": ("signature_closed", _on_sheet("entrant")),
    "raise-dispute": ("dispute", _on_sheet("entrant", "game")),
    "withdraw-dispute": ("dispute_withdrawn", lambda item, led: {"case": item.dispute}),
    "report-game-not-begun": ("game_not_begun", _on_sheet("game")),
    "make-ruling": ("ruling", _ruling),
    "give-warning": ("warning", _entrant),
    "report-breach": ("breach", _entrant),
    "withdraw-entrant": ("withdrawal", _same("entrant", "grounds", "game_in_progress")),
    "disqualify-entrant": ("disqualification", _same("entrant", "grounds")),
    "reinstate-entrant": ("reinstatement", _entrant),
    "suspend-day": ("suspension", _suspension),
    "suspend-remaining": ("suspension", _suspension),
    "lift-suspension": ("suspension_lifted", lambda item, led: {"day": item.day.isoformat()}),
    "reschedule-sessions": ("new_date", _new_date),
    "report-warnings": ("weather_warnings", _warnings),
    "report-silence": ("weather_silence", lambda item, led: {"since": utc(item.since)}),
    "propose-weather": (
        "weather_proposal",
        lambda item, led: {"day": item.day.isoformat(), "fetched_at": utc(item.fetched_at)},
    ),
    "answer-weather-proposal": ("weather_answer", _same("proposal", "answer")),
    "publish-results": ("publication", _same("stage")),
    "conclude-qualification": ("cut", _nothing),
    "decide-cut-tie": ("tie_decided", _tie),
    "undo-qualification": ("cut_undone", _nothing),
    "place-finalists": ("finalists_placed", _nothing),
    "withdraw-qualifier": ("place_given_up", _entrant),
    "make-awards": ("awards", _nothing),
    "revoke-awards": ("awards_revoked", _nothing),
}
