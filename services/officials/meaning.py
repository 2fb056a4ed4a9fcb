"""What confirming a ruling or a correction counts for: the part of its preview that does not move by itself.

Figures of the game before and after, those that stand beside them on the sheet, the evidence in the case,
tables of referees, who is ranked at all, the cut, awards, who signs, who hears what, and what is odd.
Places are read, but move with every result elsewhere; so do seqs, hours, and numbers of notices and rulings.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from msgspec import structs

from services.desk.answers import EventView
from services.desk.previewing import ForeseenNotice, GameChange, Preview, previewed, with_alike
from services.desk.programme import AudienceAnswer, TournamentAnswer
from services.desk.told_when import ToldWhen, foreseen_told
from services.notices.audiences_named import audience_called
from services.officials.cases import sheet_of
from services.officials.done_alike import alike_part, done_alike
from services.officials.exhibits import exhibit_shown
from services.officials.impact import award_changed, cut_changed, ending_changed, move_shown, signing_again
from services.officials.people_named import PeopleNamed
from services.officials.reader import Reader
from services.officials.sheets import by_entrant, change_shown, named_in_full, seats_shown
from services.officials.tables import note_said, table_called
from services.personal.person import Person
from services.personal.read_back import NOT_AS_READ, May, Part, differences, names_known, part
from services.personal.reader import Speaker
from services.projections.rows import FigureCell, GameCell
from services.projections.sheet_rows import game_cell
from services.rules.game import Note
from services.tournament.docket.cases import Exhibit
from services.tournament.docket.effects import Disqualify, Warn
from services.tournament.docket.rulings import MakeRuling
from services.tournament.kernel.deciding import Decision
from services.tournament.kernel.facts import Command
from services.tournament.play.conflicts import SettleSheetConflict
from services.tournament.play.results import CorrectGame
from services.tournament.play.scores import Sheet
from services.tournament.play.signatures import OF_FIGURES
from services.tournament.seating.seats import RefereesAssigned, TablesOf
from services.tournament.seating.sessions import SEATS
from services.tournament.state import State
from shared.catalogue import Listed, Word
from shared.clock import Clock
from shared.i18n import time_shown


def audience_parts(reader: Speaker, reached: AudienceAnswer) -> list[Part]:
    """Whether an announcement is for anybody at all, and whether it is read out as people sit at tables."""
    count, seated = len(reached.recipients), len(reached.seated)
    found = [part("reaches", count > 0, reader.text("announce_reaches", count=count))]
    if seated:
        read_out = reader.text("announce_read_out", seated=seated, officials=len(reached.read_out_by))
        found.append(part("read out", True, read_out))
    numbers = (key.partition(":")[2] for key in reached.recipients)
    return [*found, *(part(f"to {number}", True, number, "come") for number in numbers)]


def night_shown(reader: Speaker, reached: AudienceAnswer) -> str:
    """How many read an announcement only in the morning, and when; "" by day."""
    over = reached.night_over
    if over is None:
        return ""
    hour = time_shown(over, over.tzinfo, reader.language)
    return reader.text("announce_night", night=len(reached.by_day), night_over=hour)


def held_parts(reader: Speaker, kinds: Mapping[str, int]) -> list[Part]:
    """Each kind of what waits, with how many there are; those that are gone are not sent."""
    return [part(f"kind {kind}", True, held_kind(reader, kind, count), "go") for kind, count in kinds.items()]


def held_kind(reader: Speaker, kind: str, count: int) -> str:
    """A kind of what waits, with how many there are."""
    return reader.text("held_kind", count=count, kind=reader.text(f"kind_{kind}"))


class Foreseen(msgspec.Struct, frozen=True):
    """A command as it would be carried out on a state, and what it would lead to.

    Attributes:
        alike: what was done a short while ago and says the same; None for nothing.
    """

    command: Command
    state: State
    preview: Preview
    told: ToldWhen = ToldWhen()
    supervise: Sequence[TablesOf] = ()
    alike: EventView | None = None


class _Counted(msgspec.Struct, frozen=True):
    """A part, and what puts a value into words for it."""

    about: str
    meaning: object
    said: Callable[[Reader, Person, Any], str]
    value: object
    may: May = ""

    def part(self, text: str = "") -> Part:
        return part(self.about, self.meaning, text, self.may)


def foreseen(
    reader: Reader, person: Person, command: Command, occurred_at: datetime | None = None
) -> Foreseen:
    """What a command would lead to now.

    Args:
        occurred_at: when it happened, if that was before.

    Raises:
        Problem: as the command itself would.
    """
    held, decision = reader.desk.foresee(
        person.tournament_id, command, person.principal, occurred_at=occurred_at
    )
    told = foreseen_told(held.state, decision, person.principal.actor, reader.desk.clock.now())
    look = _foreseen(reader.desk.clock, person, command, held.state, decision)
    found = with_alike(
        reader.desk, person.tournament_id, person.principal, held.state, decision, look.preview
    )
    alike = done_alike(reader, person.tournament_id, command, held, decision)
    return structs.replace(look, preview=found, told=told, alike=alike)


def parts_of(reader: Reader, person: Person, look: Foreseen) -> list[Part]:
    """What of it counts when it is confirmed, in words."""
    parts = [counted.part(counted.said(reader, person, counted.value)) for counted in _counted(look)]
    return [*parts, *alike_part(reader, person, look.alike), names_known(look.state.forgotten)]


def agreed_to(
    clock: Clock, person: Person, command: Command, read: Sequence[Part]
) -> Callable[[State, Decision], None]:
    """What refuses a command that would mean something else than was read: not-as-read."""

    def check(state: State, decision: Decision) -> None:
        now = _counted(_foreseen(clock, person, command, state, decision))
        if differences(read, [counted.part() for counted in now]):
            raise NOT_AS_READ()

    return check


def _foreseen(clock: Clock, person: Person, command: Command, state: State, decision: Decision) -> Foreseen:
    found = previewed(person.tournament_id, state, decision, command, person.principal, clock.now())
    assigned = (entry.event for entry in decision.entries if isinstance(entry.event, RefereesAssigned))
    supervise = [each for event in assigned for each in event.assignments]
    return Foreseen(command, state, found, supervise=supervise)


def _counted(look: Foreseen) -> Iterator[_Counted]:
    state, found = look.state, look.preview
    for change in found.games:
        yield from _of_game(state.sheets[change.sheet].seats, change)
    ruled = {(change.sheet, change.game) for change in found.games}
    rests_on, come = [*_rests_on(look)], _may_come(look.command)
    for sheet in rests_on:
        for game in sheet.games:
            if game is not None and (sheet.sheet, game.number) not in ruled:
                # What is played on is no other ground; what is written anew is.
                cell = game_cell(game)
                meaning = [_figures(figure) for figure in cell.figures]
                about = f"stands {sheet.sheet} {game.number}"
                yield _Counted(about, meaning, _stands, (sheet.seats, cell), come)
    if isinstance(look.command, MakeRuling):
        for place, exhibit in enumerate(state.disputes[look.command.dispute].evidence, 1):
            yield _Counted(f"evidence {place}", True, _exhibit, (place, exhibit))
    yield from _of_places(found)
    for number in found.sign_again if rests_on else ():
        yield _Counted(f"signs {number}", True, signing_again, (number,))
    for each in look.supervise:
        yield _Counted(f"supervises {each.referee}", list(each.tables), _supervises, each)
    for notice in found.notices:
        if found.is_drawn_anew and notice.audience.startswith("entrant:"):
            continue
        about = f"hears {notice.kind} {notice.template} {notice.audience}"
        yield _Counted(about, True, _hears, notice)
    for note in found.remarks:
        # What is odd may be so no longer as time goes by: a game by time before time was called.
        yield _Counted(f"odd {note.code} {note.seat}", True, _odd, note, "go")


def _may_come(command: Command) -> May:
    """Whether a game that is recorded meanwhile is no other ground: but for a signature, which binds it."""
    return "" if isinstance(command, OF_FIGURES) else "come"


def _rests_on(look: Foreseen) -> Iterator[Sheet]:
    """The sheet whose figures were read: not by whoever only warns or disqualifies somebody.

    A signature binds them (HK score sheet).
    """
    command, state = look.command, look.state
    sheet = None
    if isinstance(command, (CorrectGame, SettleSheetConflict, *OF_FIGURES)):
        sheet = command.sheet
    elif isinstance(command, MakeRuling):
        of_people = all(isinstance(effect, Warn | Disqualify) for effect in command.effects)
        sheet = None if of_people and command.supersedes is None else state.disputes[command.dispute].sheet
    if sheet is not None and sheet in state.sheets:
        yield state.sheets[sheet]


def _of_game(seats: Sequence[str], change: GameChange) -> Iterator[_Counted]:
    """Each seat's figures before and after, and how the game stands."""
    about, was, will = (
        f"game {change.sheet} {change.game}",
        by_entrant(change.before),
        by_entrant(change.after),
    )
    for number in seats:
        if number in was or number in will:
            meaning = [_figures(was.get(number)), _figures(will.get(number))]
            yield _Counted(f"{about} {number}", meaning, _seat, (change, number))
    meaning = [game and (game.status, game.ended_by) for game in (change.before, change.after)]
    # Where it is not changed any more the seats say so; how it stands was not read as a line of its own.
    yield _Counted(about, meaning, _ending, change, "go" if was or will else "")


def _figures(figure: FigureCell | None) -> object:
    """The figures of a seat as they are read."""
    return figure and (figure.entrant_no, figure.game_won, figure.score, figure.tiles)


def _of_places(found: Preview) -> Iterator[_Counted]:
    """Who is ranked or is no longer, who goes on or does no longer, and the awards."""
    for stage in found.difference.stages:
        for move in stage.moves:
            if (move.before is None) != (move.after is None):
                about = f"ranked {stage.stage} {move.entrant_no}"
                yield _Counted(about, move.after is None, move_shown, move)
    cut = found.difference.cut
    if cut is not None and not found.is_drawn_anew:
        for number in (*cut.came_in, *cut.fell_out):
            came = number in cut.came_in
            alone = structs.replace(
                cut, came_in=(number,) * came, fell_out=(number,) * (not came), tied=(), given_up=()
            )
            yield _Counted(f"cut {number}", came, cut_changed, alone)
        if cut.tied:
            tie = structs.replace(cut, came_in=(), fell_out=(), given_up=())
            yield _Counted("cut tied", [cut.tied, cut.free_places], cut_changed, tie)
    for award in found.difference.awards:
        yield _Counted(f"award {award.award}", [award.before, award.after], award_changed, award)


# Each in words


def _seat(reader: Reader, person: Person, seat: tuple[GameChange, str]) -> str:
    change, number = seat
    view = sheet_of(reader, person, change.sheet)
    letter = SEATS[view.sheet.seats.index(number)]
    was, will = by_entrant(change.before).get(number), by_entrant(change.after).get(number)
    who = f"{letter} {named_in_full(view, number)}"
    line = reader.text("impact_line", who=who, change=change_shown(was, will))
    return reader.text("impact_in_game", game=change.game, place=_place(reader, person, change), line=line)


def _place(reader: Reader, person: Person, change: GameChange) -> str:
    """What is otherwise is read alone, so that it says at which table."""
    return table_called(reader, person, change.sheet)


def _ending(reader: Reader, person: Person, change: GameChange) -> str:
    games = (change.before, change.after)
    was, will = (
        "–" if game is None else Word("game", game.status).in_language(reader.language) for game in games
    )
    line = ending_changed(reader, change) or (was if was == will else f"{was} → {will}")
    return reader.text("impact_in_game", game=change.game, place=_place(reader, person, change), line=line)


def _stands(reader: Reader, person: Person, beside: tuple[Sequence[str], GameCell]) -> str:
    seats, game = beside
    return reader.text("impact_in_game", game=game.game, place=None, line=seats_shown(seats, game))


def _exhibit(reader: Reader, person: Person, presented: tuple[int, Exhibit]) -> str:
    number, exhibit = presented
    return reader.text("impact_evidence", line=exhibit_shown(reader, number, exhibit.judged))


def _supervises(reader: Reader, person: Person, each: TablesOf) -> str:
    referee = PeopleNamed(reader, person).referee(each.referee)
    tables = Listed(each.tables).in_language(reader.language)
    return reader.text("task_said", question=referee, answer=tables)


def _hears(reader: Reader, person: Person, notice: ForeseenNotice) -> str:
    defined: TournamentAnswer = reader.ask(person, "tournament")
    audience = audience_called(notice.audience, defined.definition).in_language(reader.language)
    return reader.text("impact_hears", audience=audience, kind=reader.text(f"kind_{notice.kind}"))


def _odd(reader: Reader, person: Person, note: Note) -> str:
    return f"⚠ {note_said(note, reader.language)}"
