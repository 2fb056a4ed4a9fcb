"""What a command would change, before it is confirmed: figures, places, cut, awards, notices, remarks."""

from collections.abc import Iterable, Iterator, Sequence

from bots.telegram.docket import entrant_shown, sheet_of
from bots.telegram.exhibits import pages
from bots.telegram.sheets import changes_shown
from bots.telegram.talk import Talk
from services.desk.comparing import FAMILY, Line, Move, StageDifference
from services.desk.previewing import Preview
from services.desk.programme import TournamentAnswer
from services.personal.person import Person
from services.projections.rows import GameCell
from services.rules.game import ENDINGS
from services.rules.self_recorded import UNKNOWN
from services.tournament.definition.plan import Competition
from shared.catalogue import Listed, Word

_MOST = 8
_MOST_NUMBERS = 6
_MOST_REMARKS = 3
_ROOM = 440
"""Characters of a reply, without its heading."""


def what_counts(foreseen: Preview) -> object:
    """What of a preview is to be as it was read back; not places, which move with every game elsewhere."""
    difference = foreseen.difference
    notices = [(notice.kind, notice.audience, notice.template) for notice in foreseen.notices]
    remarked = [note.code for note in foreseen.remarks]
    return foreseen.events, foreseen.games, notices, remarked, difference.cut, difference.awards


def with_impact(talk: Talk, person: Person, foreseen: Preview, heading: str, read_back: str) -> str:
    """What is to be confirmed, below what it would change; messages of their own where both do not fit."""
    lines = list(_lines(talk, person, foreseen))
    if sum(map(len, lines)) + len(lines) + len(read_back) <= _ROOM:
        return "\n".join([*lines, read_back])
    for page in pages(lines):
        talk.say(page, heading=heading)
    return read_back


def _lines(talk: Talk, person: Person, foreseen: Preview) -> Iterator[str]:
    """The resulting figures, not those that were typed, and all that follows from them."""
    for change in foreseen.games:
        view = sheet_of(talk, person, change.sheet)
        changes = changes_shown(talk, view, change.before, change.after)
        yield from _headed(talk.text("impact_game", game=change.game), changes)
        yield from _ending_changed(talk, change.before, change.after)
    yield from _of_places(talk, person, foreseen)
    yield talk.text("impact_notices", count=len(foreseen.notices), people=foreseen.people)
    for note in foreseen.remarks[:_MOST_REMARKS]:
        yield f"⚠ {note.text(talk.language)}"


def _ending_changed(talk: Talk, before: GameCell | None, after: GameCell | None) -> Iterator[str]:
    """How the game ended, where that would be another; of what a ruling made of a game there is none."""
    cells = [game for game in (before, after) if game is not None and game.ended_by in (*ENDINGS, UNKNOWN)]
    endings = [Word("ending", game.ended_by).in_language(talk.language) for game in cells]
    if len(set(endings)) == 2:
        yield talk.text("impact_ending", before=endings[0], after=endings[1])


def _of_places(talk: Talk, person: Person, foreseen: Preview) -> Iterator[str]:
    difference = foreseen.difference
    moved = [(stage, moves) for stage in difference.stages if (moves := _moves(stage))]
    for stage, moves in moved:
        heading = talk.text("impact_places", stage=_stage_named(talk, person, stage))
        yield from _headed(heading, (_move_shown(talk, person, move) for move in moves[:_MOST]))
        if len(moves) > _MOST:
            yield talk.text("impact_more", count=len(moves) - _MOST)
    if not moved:
        yield talk.text("impact_none")
    if difference.cut is not None and (difference.cut.came_in or difference.cut.fell_out):
        came, fell = _few(talk, person, difference.cut.came_in), _few(talk, person, difference.cut.fell_out)
        yield talk.text("impact_cut", came_in=came, fell_out=fell)
    for award in difference.awards:
        title = award.title.in_language(talk.language)
        if award.award == FAMILY:  # a unit is called after its two numbers
            before, after = (
                Listed(units).in_language(talk.language) or "–" for units in (award.before, award.after)
            )
        else:
            before, after = _few(talk, person, award.before), _few(talk, person, award.after)
        yield talk.text("impact_award", award=title, before=before, after=after)


def _headed(heading: str, lines: Iterable[str]) -> Iterator[str]:
    """The lines below their heading, which no message ends with: it is of one piece with the first."""
    following = iter(lines)
    first = next(following, None)
    yield heading if first is None else f"{heading}\n{first}"
    yield from following


def _move_shown(talk: Talk, person: Person, move: Move) -> str:
    change = f"{_place(talk, move.before)} → {_place(talk, move.after)}"
    return talk.text("impact_line", who=entrant_shown(talk, person, move.entrant_no), change=change)


def _moves(stage: StageDifference) -> list[Move]:
    """Who would have another place: first whose own figures differ, then in the order of their places."""
    moves = [move for move in stage.moves if _rank(move.before) != _rank(move.after)]
    return sorted(moves, key=lambda move: not move.because)


def _rank(line: Line | None) -> int | None:
    return None if line is None else line.place


def _place(talk: Talk, line: Line | None) -> str:
    return talk.text("impact_no_place") if line is None else str(line.place)


def _stage_named(talk: Talk, person: Person, stage: StageDifference) -> str:
    return _plan(talk, person).stage_name(stage.stage).in_language(talk.language)


def _plan(talk: Talk, person: Person) -> Competition:
    defined: TournamentAnswer = talk.ask(person, "tournament")
    return defined.definition


def _few(talk: Talk, person: Person, numbers: Sequence[str]) -> str:
    shown = [entrant_shown(talk, person, number) for number in numbers[:_MOST_NUMBERS]]
    more = f" +{len(numbers) - _MOST_NUMBERS}" if len(numbers) > _MOST_NUMBERS else ""
    return (Listed(shown).in_language(talk.language) or "–") + more
