"""What a command would change, before it is confirmed: figures, places, cut, awards, notices, remarks."""

from collections.abc import Iterable, Iterator, Sequence

from services.desk.comparing import FAMILY, AwardsDifference, CutDifference, Line, Move, StageDifference
from services.desk.previewing import GameChange, Preview
from services.desk.programme import TournamentAnswer
from services.desk.told_when import ToldWhen
from services.notices.audiences import Recipient
from services.officials.cases import sheet_of
from services.officials.people_named import PeopleNamed
from services.officials.reader import Reader
from services.officials.sheets import changes_shown
from services.officials.tables import note_said, table_called
from services.personal.person import Person
from services.rules.game import ENDINGS
from services.rules.self_recorded import UNKNOWN
from services.tournament.definition.plan import Competition
from shared.catalogue import Listed, Word

_MOST = 8
_MOST_PEOPLE = 24
"""A final of two dozen is read whole, on a phone too."""
_MOST_REMARKS = 3


def impact_lines(
    reader: Reader,
    person: Person,
    foreseen: Preview,
    *,
    told: ToldWhen,
    whole_names: bool = False,
    about: str | None = None,
) -> Iterator[str]:
    """The resulting figures, not those that were typed, and all that follows from them.

    Args:
        told: who would read of it at once, who after the session they play in, and who in the morning.
        about: the sheet that is decided on, "" for none: games at other tables are named with these.
    """
    for change in foreseen.games:
        view = sheet_of(reader, person, change.sheet)
        changes = changes_shown(reader, view, change.before, change.after, whole_names=whole_names)
        place = None if about in (None, change.sheet) else table_called(reader, person, change.sheet)
        yield from _headed(reader.text("impact_game", game=change.game, place=place), changes)
        if ending := ending_changed(reader, change):
            yield ending
    yield from _of_places(reader, person, foreseen)
    if foreseen.sign_again:
        yield signing_again(reader, person, foreseen.sign_again)
    yield notices_told(reader, person, foreseen, told)
    for note in foreseen.remarks[:_MOST_REMARKS]:
        yield f"⚠ {note_said(note, reader.language)}"


def notices_told(reader: Reader, person: Person, foreseen: Preview, told: ToldWhen) -> str:
    """How many notices would go out, to how many, and who reads them when; of what is drawn, not who."""
    told = ToldWhen() if foreseen.is_drawn_anew else told
    return reader.text(
        "impact_notices",
        count=len(foreseen.notices),
        people=foreseen.people,
        now=_told(reader, person, told.now),
        later=_told(reader, person, told.later),
        night=_told(reader, person, told.night),
        night_over=told.hour(reader.language),
    )


def _told(reader: Reader, person: Person, recipients: Sequence[Recipient]) -> str | None:
    """Entrants by number and name, officials by role and number; None for nobody."""
    shown = [
        PeopleNamed(reader, person).entrant(recipient.number)
        if recipient.kind == "entrant"
        else reader.text(f"role_{recipient.kind}")
        + (f" {recipient.number}" if recipient.kind == "referee" else "")
        for recipient in recipients[:_MOST_PEOPLE]
    ]
    more = f" +{len(recipients) - _MOST_PEOPLE}" if len(recipients) > _MOST_PEOPLE else ""
    return Listed(shown).in_language(reader.language) + more if shown else None


def ending_changed(reader: Reader, change: GameChange) -> str:
    """How the game ended, where that would be another; of what a ruling made of a game there is none."""
    games = [game for game in (change.before, change.after) if game is not None]
    endings = [
        Word("ending", game.ended_by).in_language(reader.language)
        for game in games
        if game.ended_by in (*ENDINGS, UNKNOWN)
    ]
    if len(set(endings)) < 2:
        return ""
    return reader.text("impact_ending", before=endings[0], after=endings[1])


def signing_again(reader: Reader, person: Person, numbers: Sequence[str]) -> str:
    """Whose signatures would no longer bind."""
    return reader.text("impact_sign_again", who=_few(reader, person, numbers))


def cut_changed(reader: Reader, person: Person, cut: CutDifference) -> str:
    """Who would come into the final, fall out of it, and be tied across its cut; "" for nobody."""
    lines = []
    if cut.came_in or cut.fell_out:
        came, fell = _few(reader, person, cut.came_in), _few(reader, person, cut.fell_out)
        lines.append(reader.text("impact_cut", came_in=came, fell_out=fell))
    if cut.tied:
        tied = _few(reader, person, cut.tied)
        lines.append(reader.text("impact_cut_tied", tied=tied, places=cut.free_places))
    if cut.given_up:
        lines.append(reader.text("impact_cut_given_up", who=_few(reader, person, cut.given_up)))
    return "\n".join(lines)


def award_changed(reader: Reader, person: Person, award: AwardsDifference) -> str:
    """Who has an award, and who would."""
    title = award.title.in_language(reader.language)
    if award.award == FAMILY:  # a unit is called after its two numbers
        before, after = (
            Listed(units).in_language(reader.language) or "–" for units in (award.before, award.after)
        )
    else:
        before, after = _few(reader, person, award.before), _few(reader, person, award.after)
    return reader.text("impact_award", award=title, before=before, after=after)


def _of_places(reader: Reader, person: Person, foreseen: Preview) -> Iterator[str]:
    difference = foreseen.difference
    moved = [(stage, moves) for stage in difference.stages if (moves := _moves(stage))]
    for stage, moves in moved:
        heading = reader.text("impact_places", stage=_stage_named(reader, person, stage))
        yield from _headed(heading, (move_shown(reader, person, move) for move in moves[:_MOST]))
        if len(moves) > _MOST:
            yield reader.text("impact_more", count=len(moves) - _MOST)
    # Participants are shown no places of a moment that is not yet: of them nothing is said.
    if not moved and person.principal.role != "participant":
        yield reader.text("impact_none")
    # A lot that was read before it is drawn would be drawn until it suits.
    if (
        difference.cut is not None
        and not foreseen.is_drawn_anew
        and (cut := cut_changed(reader, person, difference.cut))
    ):
        yield cut
    yield from (award_changed(reader, person, award) for award in difference.awards)


def _headed(heading: str, lines: Iterable[str]) -> Iterator[str]:
    """The lines below their heading, which no message ends with: it is of one piece with the first."""
    following = iter(lines)
    first = next(following, None)
    yield heading if first is None else f"{heading}\n{first}"
    yield from following


def move_shown(reader: Reader, person: Person, move: Move) -> str:
    """The place of somebody, and the one to come."""
    change = f"{_place(reader, move.before)} → {_place(reader, move.after)}"
    return reader.text("impact_line", who=PeopleNamed(reader, person).entrant(move.entrant_no), change=change)


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
    shown = [PeopleNamed(reader, person).entrant(number) for number in numbers[:_MOST_PEOPLE]]
    more = f" +{len(numbers) - _MOST_PEOPLE}" if len(numbers) > _MOST_PEOPLE else ""
    return (Listed(shown).in_language(reader.language) or "–") + more
