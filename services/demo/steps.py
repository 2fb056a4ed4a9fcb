"""Steps of a scenario, played: who does what with what the case is about."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import time, timedelta
from typing import Any

import msgspec
from msgspec import structs

from services.demo.agenda import Activity
from services.demo.chance import SeededBytes
from services.demo.director import Director, named_by
from services.demo.games import TILES, Finished, as_counts, as_recorded, deal, sign_sheet, tying, written
from services.demo.people import draw_surname
from services.demo.scenario import Scenario, Step
from services.rules.ruleset import Ruleset
from services.tournament.catalogue import commands
from services.tournament.kernel.facts import Command
from services.tournament.lookups import active_seats
from services.tournament.people.registration import RegisterEntrant
from services.tournament.play.conflicts import SheetGame
from services.tournament.play.scores import Sheet
from services.tournament.seating.presence import present_and_missing
from services.tournament.seating.sessions import SEATS, Session
from services.tournament.state import State
from services.tournament.weather.watching import ReportWarnings
from shared.problems import Problem

_MOMENT = re.compile(r"(?:day(\d)([+-]\d+)?)? ?(\d\d:\d\d)?")


class Scene:
    """What the steps of a case speak of.

    Args:
        known: by name, where it happens: session, sheet, game.
        finished: the game as it was played.
    """

    def __init__(
        self, director: Director, known: Mapping[str, Any], finished: Finished | None = None
    ) -> None:
        self.director, self.finished, self.known = director, finished, dict(known)

    def play(self, steps: Sequence[Step]) -> Activity:
        """All steps, one after the other."""
        for step in steps:
            if isinstance(step, str):
                yield self.moment(step)
            elif not isinstance(step, list):
                yield self.director.after(step)
            elif step[0] != "do":
                self._submit(step)
            elif step[1] == "two" and len(self._active) < 2:
                return  # the case goes on only where two or more still play
            else:
                yield from self._do(*step[1:])

    def moment(self, text: str) -> Any:
        """A day or moment as steps name it: "day2", "day2+1 07:40", "15:33" today, "end" of the session."""
        director, plan = self.director, self.director.definition
        if text == "end":
            session = director.session(self.known["session"])
            return plan.ends(director.day_of(session), session.plan)
        match = _MOMENT.fullmatch(text)
        assert match is not None, text
        day = plan.local_day(director.clock.now())
        if match[1]:
            days = sorted({session.day for session in plan.sessions if session.day is not None})
            day = days[int(match[1]) - 1] + timedelta(days=int(match[2] or 0))
        return plan.moment(day, time.fromisoformat(match[3])) if match[3] else day

    def _submit(self, step: list[Any]) -> None:
        who, name, given = _read(step)
        who = str(self._value(who))
        kind = commands()[name.rstrip("?")]
        who = self.director.referee(self.known["sheet"]) if who == "referee" else who
        fields = {field: self.known[field] for field in kind.__struct_fields__ if self.known.get(field)}
        fields.pop("entrant", None)
        if "entrant" in kind.__struct_fields__ and who.isdigit():
            fields["entrant"] = who
        if "proposal" in kind.__struct_fields__:
            # A worker beside the story may have made the one that is open.
            proposals = self.director.state.proposals.values()
            for number in (each.proposal for each in proposals if each.status == "open"):
                fields["proposal"] = number
        command = self._made(kind, fields | self._value(given))
        try:
            answer = self.director.submit(who, command)
        except Problem:
            if not name.endswith("?"):
                raise
            return
        self.known |= named_by(answer)

    def _made(self, kind: type[Command], fields: dict[str, Any]) -> Command:
        """The command; of who registers and what the Observatory said the rest is made up."""
        now = self.director.clock.now()
        if kind is ReportWarnings:
            body = SeededBytes(f"observatory {now.isoformat()}")(32).hex()
            fields = {"fetched_at": now, "body": body, **fields}
        elif kind is RegisterEntrant:
            dice = self.director.dice(f"registers at {now.isoformat()}")
            person = self.director.town.person(draw_surname(dice), "adult", 18, 59)
            fields = msgspec.to_builtins(person) | fields
        return msgspec.convert(fields, kind)

    def _value(self, given: Any) -> Any:
        """What is given, with every name replaced by what it stands for now."""
        if isinstance(given, dict):
            return {key: self._value(value) for key, value in given.items()}
        if isinstance(given, list):
            return [self._value(value) for value in given]
        if not isinstance(given, str) or not given.startswith("$"):
            return given
        name, _, which = given[1:].partition("/")
        if name in self.known:
            return self.known[name]
        if name in SEATS:
            return self._sheet.seats[SEATS.index(name)]
        if _MOMENT.fullmatch(name):
            return self.moment(name)
        if name == "cite":
            return getattr(self._rules.endings, which).cite
        found = self._named(name)
        return found[int(which)] if which else found

    @property
    def _active(self) -> tuple[str, ...]:
        return tuple(active_seats(self.director.state, self._sheet))

    @property
    def _sheet(self) -> Sheet:
        return self.director.sheet(self.known["sheet"])

    @property
    def _rules(self) -> Ruleset:
        return self.director.state.rules_in(self._sheet.stage)

    def _named(self, name: str) -> Any:
        """What a name stands for that no event said."""
        director, state = self.director, self.director.state
        match name:
            case "now":
                return director.clock.now()
            case "weakest":  # who of the table is missed least: never a master
                return min(self._active, key=lambda number: (director.strength(number), number))
            case "dealt":  # what is left of a game that broke off, for whoever still plays
                return self._counts(self._dealt())
            case "lowest":
                return self._dealt().hands[0].entrant
            case "slip":
                return self._counts(self._slipped())
            case "ending" if self.finished is not None:
                return self.finished.ended_by
            case "other-sheet":  # the table's sheet with a slip in its last game
                *before, last = [game for game in self._sheet.games if game is not None]
                games = [written(game, [figure.entrant for figure in game.figures]) for game in before]
                slipped = SheetGame(last.number, as_recorded(self._slipped(), self._rules))
                return msgspec.to_builtins([*games, slipped])
            case "missing":
                return present_and_missing(state, director.session(self.known["session"]))[1]
            case "seated":
                tables = director.session(self.known["session"]).tables.values()
                return [number for table in tables for number in table]
            case "alone":
                return _alone(state)
            case "roomiest":
                return _roomiest(state)
            case "youngest":
                return director.town.youngest
            case "tying":  # another table's figures, so that some tie for the last place of the cut
                seats = self._sheet.seats
                return msgspec.to_builtins(tying(director, director.session(self.known["session"]), seats))
            case "qualified":
                going = state.cut_into("final").qualified
                return [number for number in going if state.entrants[number].unit is None]
        raise LookupError(f"nothing is called {name}")

    def _counts(self, game: Finished) -> Any:
        return msgspec.to_builtins(as_counts(game, self._rules))

    def _dealt(self) -> Finished:
        """A game that broke off, the lowest rack first."""
        hands = deal(self._active, self.director.dice(f"dealt {self.known['sheet']} {self.known['game']}"))
        return Finished("time", tuple(sorted(hands, key=lambda hand: hand.count(self._rules))))

    def _slipped(self) -> Finished:
        """The game as it was played, with one tile more for who has most left."""
        assert self.finished is not None, "a slip is one in a game"
        hands, rules = self.finished.hands, self._rules
        loser = max((hand for hand in hands if hand.charge is None), key=lambda hand: hand.count(rules))
        laid = Counter(tile for hand in hands for tile in hand.rack)
        more = structs.replace(loser, rack=(*loser.rack, next(tile for tile in TILES if laid[tile] < 2)))
        changed = tuple(more if hand is loser else hand for hand in hands)
        return structs.replace(self.finished, hands=changed)

    def _do(self, verb: str, name: str = "") -> Activity:
        """What is done beside commands."""
        director, sheet = self.director, self.known.get("sheet", "")
        match verb:
            case "later":  # another case begins, and the table goes on meanwhile
                director.plan(director.clock.now(), self.play(director.cases[name].steps))
            case "sign":
                yield from sign_sheet(director, sheet, director.dice(f"signed again {sheet}"))
            case "family":
                self.known |= _family(director.state)


def _read(step: list[Any]) -> tuple[str, str, dict[str, Any]]:
    """Who does what with what: three kinds of steps are written shorter."""
    who, *rest = step
    if who == "signals":
        return "weather", "report-warnings", {"signals": rest}
    if who == "ruling":
        finding, cites, reason, *tables = rest
        effects = [table for table in tables if "type" in table]
        given = {"finding": finding, "cites": cites, "reason": reason, "effects": effects}
        more = [table for table in tables if "type" not in table]
        return "chief", "make-ruling", given | {key: table[key] for table in more for key in table}
    return who, rest[0], {key: table[key] for table in rest[1:] for key in table}


def _alone(state: State) -> list[str]:
    """Who came without a family, and is free to go to the session with most room."""
    roomiest = _roomiest(state)
    return [
        number
        for number, entrant in sorted(state.entrants.items())
        if entrant.status == "registered" and entrant.group is None and entrant.first.presence == "expected"
        if entrant.first.session != roomiest
    ]


def _roomiest(state: State) -> str:
    def room(session: Session) -> int:
        return (state.room_in(session) or 0) - len(session.entrants)

    return max(state.sessions_of("preliminary"), key=room).plan.id


def _family(state: State) -> Mapping[str, str]:
    """A family unit with a further child of the family."""
    for name, unit in sorted(state.units.items()):
        for number, entrant in sorted(state.entrants.items()):
            same = entrant.group is not None and entrant.group == state.entrants[unit.child].group
            if same and entrant.unit is None and "child" in entrant.may_be and entrant.status == "registered":
                return {"unit": name, "child": unit.child, "parent": unit.parent, "sibling": number}
    raise LookupError("no family has another child")


def play_happenings(director: Director, scenario: Scenario) -> None:
    """Put what happens outside the sessions on the agenda."""
    for happening in scenario.happening:
        known = {}
        if happening.table:
            stage, session, table = happening.table.split("/")
            known["sheet"] = f"{director.definition.by_id[stage].sessions[int(session) - 1].id}/{table}"
        scene = Scene(director, known)
        director.plan(scene.moment(happening.on), scene.play(happening.steps))
