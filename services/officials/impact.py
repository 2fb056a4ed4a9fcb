"""What a command would change, before it is confirmed: figures, places, cut, awards, notices, remarks."""

from collections.abc import Iterable, Iterator, Sequence

from services.desk.comparing import FAMILY, Line, Move, StageDifference
from services.desk.previewing import Preview
from services.desk.programme import TournamentAnswer
from services.officials.cases import entrant_shown, sheet_of
from services.officials.reader import Reader
from services.officials.sheets import changes_shown
from services.personal.person import Person
from services.projections.rows import GameCell
from services.rules.game import ENDINGS
from services.rules.self_recorded import UNKNOWN
from services.tournament.definition.plan import Competition
from shared.catalogue import Listed, Word

_MOST = 8
_MOST_NUMBERS = 6
_MOST_REMARKS = 3


def what_counts(foreseen: Preview) -> object:
    """What of a preview is to be as it was read back; not places, which move with every game elsewhere."""
    difference = foreseen.difference
    notices = [(notice.kind, notice.audience, notice.template) for notice in foreseen.notices]
    remarked = [note.code for note in foreseen.remarks]
    return foreseen.events, foreseen.games, notices, remarked, difference.cut, difference.awards


def impact_lines(
    reader: Reader, person: Person, foreseen: Preview, *, whole_names: bool = False
) -> Iterator[str]:
    """The resulting figures, not those that were typed, and all that follows from them."""
    for change in foreseen.games:
        view = sheet_of(reader, person, change.sheet)
        changes = changes_shown(reader, view, change.before, change.after, whole_names=whole_names)
        yield from _headed(reader.text("impact_game", game=change.game), changes)
        yield from _ending_changed(reader, change.before, change.after)
    yield from _of_places(reader, person, foreseen)
    if foreseen.sign_again:
        yield reader.text("impact_sign_again", who=_few(reader, person, foreseen.sign_again))
    yield reader.text("impact_notices", count=len(foreseen.notices), people=foreseen.people)
    for note in foreseen.remarks[:_MOST_REMARKS]:
        yield f"⚠ {note.text(reader.language)}"


def _ending_changed(reader: Reader, before: GameCell | None, after: GameCell | None) -> Iterator[str]:
    """How the game ended, where that would be another; of what a ruling made of a game there is none."""
    cells = [game for game in (before, after) if game is not None and game.ended_by in (*ENDINGS, UNKNOWN)]
    endings = [Word("ending", game.ended_by).in_language(reader.language) for game in cells]
    if len(set(endings)) == 2:
        yield reader.text("impact_ending", before=endings[0], after=endings[1])


def _of_places(reader: Reader, person: Person, foreseen: Preview) -> Iterator[str]:
    difference = foreseen.difference
    moved = [(stage, moves) for stage in difference.stages if (moves := _moves(stage))]
    for stage, moves in moved:
        heading = reader.text("impact_places", stage=_stage_named(reader, person, stage))
        yield from _headed(heading, (_move_shown(reader, person, move) for move in moves[:_MOST]))
        if len(moves) > _MOST:
            yield reader.text("impact_more", count=len(moves) - _MOST)
    if not moved:
        yield reader.text("impact_none")
    if difference.cut is not None and (difference.cut.came_in or difference.cut.fell_out):
        came, fell = (
            _few(reader, person, difference.cut.came_in),
            _few(reader, person, difference.cut.fell_out),
        )
        yield reader.text("impact_cut", came_in=came, fell_out=fell)
    for award in difference.awards:
        title = award.title.in_language(reader.language)
        if award.award == FAMILY:  # a unit is called after its two numbers
            before, after = (
                Listed(units).in_language(reader.language) or "–" for units in (award.before, award.after)
            )
        else:
            before, after = _few(reader, person, award.before), _few(reader, person, award.after)
        yield reader.text("impact_award", award=title, before=before, after=after)


def _headed(heading: str, lines: Iterable[str]) -> Iterator[str]:
    """The lines below their heading, which no message ends with: it is of one piece with the first."""
    following = iter(lines)
    first = next(following, None)
    yield heading if first is None else f"{heading}\n{first}"
    yield from following


def _move_shown(reader: Reader, person: Person, move: Move) -> str:
    change = f"{_place(reader, move.before)} → {_place(reader, move.after)}"
    return reader.text("impact_line", who=entrant_shown(reader, person, move.entrant_no), change=change)


def _moves(stage: StageDifference) -> list[Move]:
    """Who would have another place: first whose own figures differ, then in the order of their places."""
    moves = [move for move in stage.moves if _rank(move.before) != _rank(move.after)]
    return sorted(moves, key=lambda move: not move.because)


def _rank(line: Line | None) -> int | None:
    return None if line is None else line.place


def _place(reader: Reader, line: Line | None) -> str:
    return reader.text("impact_no_place") if line is None else str(line.place)


def _stage_named(reader: Reader, person: Person, stage: StageDifference) -> str:
    return _plan(reader, person).stage_name(stage.stage).in_language(reader.language)


def _plan(reader: Reader, person: Person) -> Competition:
    defined: TournamentAnswer = reader.ask(person, "tournament")
    return defined.definition


def _few(reader: Reader, person: Person, numbers: Sequence[str]) -> str:
    shown = [entrant_shown(reader, person, number) for number in numbers[:_MOST_NUMBERS]]
    more = f" +{len(numbers) - _MOST_NUMBERS}" if len(numbers) > _MOST_NUMBERS else ""
    return (Listed(shown).in_language(reader.language) or "–") + more
