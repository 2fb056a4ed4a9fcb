"""A score sheet and its games as lines show them: who sits where, and what each seat has."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager

from msgspec import UNSET

from services.desk.programme import TournamentAnswer
from services.desk.views import SheetView
from services.officials.figures import FORFEITER, WINNER, ending_named, figures_typed
from services.officials.reader import Reader
from services.personal.texts import clipped
from services.projections.rows import FigureCell, GameCell
from services.rules.endings import is_decided, setting_of
from services.rules.exact import figure_shown, parse_score, score_shown
from services.rules.game import ENDINGS, EndedBy
from services.rules.ruleset import UNSPECIFIED, Ruleset
from services.tournament.lookups import players_in
from services.tournament.play.sheets import game_on as recorded_on
from services.tournament.seating.sessions import SEATS
from services.tournament.state import State
from shared.catalogue import Listed, Word, say
from shared.i18n import Language
from shared.problems import Problem

_LONGEST_NAME = 22
_ROOM = 440
"""Characters of a reply, without its heading."""
_SEATS_IN_PROBLEMS = ("seat", "expected", "given", "players")
_COUNTS = ("0", "12/3", "7/2", "20/5", "9/1", "15/4", "3/1", "11/2")
"""Points and tiles of each seat of an example."""
_NO_BRACKETS = str.maketrans(dict.fromkeys("()（）", " "))


def sheet_shown(
    view: SheetView,
    language: Language,
    defined: TournamentAnswer | None = None,
    *,
    whole_names: bool = False,
) -> list[str]:
    """A score sheet in lines: who sits where, and each game with won, score and tiles left.

    Args:
        defined: what tells which games are drawn.
    """
    row, called = view.sheet, named_in_full if whole_names else named
    lines = [f"{letter} {called(view, number)}" for letter, number in zip(SEATS, row.seats, strict=False)]
    for place, game in enumerate(row.games, 1):
        if game is None:
            lines.append(f"{place}. –")
            continue
        begins = next((player.entrant_no for player in row.first_players if player.game == game.game), None)
        cells = [
            f"{'▶' if number == begins else ''}{_seat(letter, figure)}"
            for letter, number, figure in _seats(row.seats, game)
        ]
        drawn = defined is not None and defined.is_drawn(row, game)
        drawn_note = f" ({say('explain-drawn', language)})" if drawn else ""
        shown = " · ".join(cells) or Word("game", game.status).in_language(language)
        lines.append(f"{game.game}. {shown}{drawn_note}")
    return lines


def seats_shown(seats: Iterable[str], game: GameCell) -> str:
    """The score and tiles of each seat of a game in a line."""
    return " · ".join(_seat(letter, figure) for letter, _, figure in _seats(seats, game))


def game_shown(view: SheetView, game: GameCell | None) -> list[str]:
    """A line for each seat of a game with its score, tiles and, in brackets, whose it is.

    Such lines are pasted back as figures, and what is in brackets is passed over: no name brings its own.
    """
    if game is None:
        return []
    return [
        f"{_seat(letter, figure)} ({named(view, number).translate(_NO_BRACKETS)})"
        for letter, number, figure in _seats(view.sheet.seats, game)
    ]


def counts_shown(view: SheetView, game: GameCell | None, language: Language) -> str:
    """The counts of a game and its ending as they are typed; "" where they are not known or not typed so.

    Who forfeited is not on record beside the counts, and who has won by a ruling is no ending.
    """
    if game is None or game.ended_by not in ENDINGS or game.ended_by == "forfeit":
        return ""
    cells = list(_seats(view.sheet.seats, game))
    if any(figure.count is None or figure.charge is not None for _, _, figure in cells):
        return ""
    typed = [
        f"{letter} {figure.count}" + (f"/{figure.tiles}" if figure.tiles else "")
        for letter, _, figure in cells
    ]
    if game.ended_by != "cleared":
        typed.append(ending_named(game.ended_by, language))
    return Listed(typed).in_language(language)


def figures_asked(
    reader: Reader,
    view: SheetView,
    players: Collection[str],
    rules: Ruleset,
    number: int,
    typed: str | None,
    *,
    ruled: bool = False,
) -> str:
    """Asks for the figures of a game, its present ones in view.

    Args:
        players: whom the game concerns.
        rules: what the table plays by; endings after which they have people play on are not offered.
        typed: what was typed before, if any.
        ruled: by a ruling, which also says who has won where the rules do not.
    """
    game = game_on(view, number)
    letters = [letter for letter, who in zip(SEATS, view.sheet.seats, strict=False) if who in players]
    open_ones = [ending for ending in ENDINGS if names_no_winner(rules, ending)] if ruled else []
    left = endings_left(rules, ruled=ruled)
    endings = tuple(ending_named(ending, reader.language) for ending in left)
    now = reader.text("figures_now", game=number)
    how = reader.text(
        "figures_how",
        counted=Listed([f"{letter} {count}" for letter, count in zip(letters, _COUNTS, strict=False)]),
        endings=endings or None,
        wins=letters[0],
        forfeits=letters[-1] if "forfeit" in left else None,
        typed=f"!{letters[-1]}",
    )
    more = []
    if typed is not None:
        more.append(reader.text("written", text=figures_read_back(typed, reader.language)))
    if counted := counts_shown(view, game, reader.language):
        more.append(reader.text("figures_counted", counts=counted))
    if open_ones:
        named_so = tuple(ending_named(ending, reader.language) for ending in open_ones)
        more.append(reader.text("figures_winner", endings=named_so))
    while True:
        # How to write them is never cut off: before that, the line that is missed the least is left out.
        shown = [now, *(game_shown(view, game) or [reader.text("figures_none")]), *more, how]
        if not more or sum(map(len, shown)) + len(shown) <= _ROOM:
            return "\n".join(shown)
        more.pop()


def endings_left(rules: Ruleset, *, ruled: bool = False) -> list[EndedBy]:
    """How a game can end without a cleared rack.

    Args:
        ruled: by a ruling, which also says who has won where the rules do not.
    """
    known = [
        ending
        for ending in ENDINGS
        if is_decided(rules, ending) or (ruled and names_no_winner(rules, ending))
    ]
    return [ending for ending in known if ending != "cleared"]


def game_on(view: SheetView, number: int) -> GameCell | None:
    """The game of that number as the sheet shows it; None while it is not recorded."""
    return next((cell for cell in view.sheet.games if cell is not None and cell.game == number), None)


def ending_recorded(view: SheetView, game: int) -> str:
    """How a game ended as it is recorded; "" for one that is not, or by nothing that figures can name."""
    cell = game_on(view, game)
    known = cell is not None and cell.ended_by in ENDINGS and cell.ended_by != "forfeit"
    return cell.ended_by if cell is not None and known else ""


def players_of(state: State, view: SheetView, number: int) -> tuple[str, ...]:
    """Whom a game concerns, in seat order: who has figures in it, else who still plays, if anybody does.

    Args:
        number: of the game; 0 for none in particular.
    """
    sheet = state.sheets[view.sheet.sheet]
    return players_in(state, sheet, recorded_on(sheet, number) if number else None) or sheet.seats


def names_no_winner(rules: Ruleset, ended_by: str) -> bool:
    """Whether the rules leave to a ruling who has won a game that ended so."""
    return setting_of(rules, ended_by).value == UNSPECIFIED


@contextmanager
def by_seat(view: SheetView) -> Iterator[None]:
    """Whoever a refusal of figures names by number is named by seat, as they were typed."""
    try:
        yield
    except Problem as problem:
        letters = dict(zip(view.sheet.seats, SEATS, strict=False))

        def lettered(value: object) -> object:
            if isinstance(value, list):
                return [lettered(entry) for entry in value]
            return letters.get(value, value) if isinstance(value, str) else value

        params = {
            name: lettered(value) if name in _SEATS_IN_PROBLEMS else value
            for name, value in problem.params.items()
        }
        raise Problem(problem.kind, params, problem.where, problem.retry_after, problem.others) from None


def figures_read_back(text: str, language: Language) -> str:
    """Figures that were typed, as they were understood."""
    seats, ended_by, marked = figures_typed(text)
    won = marked or () if ended_by != "cleared" else ()
    shown = []
    for seat in seats:
        marks = (WINNER if seat.seat in won or seat.game_won else "") + (FORFEITER if seat.forfeited else "")
        points = f"{seat.count}" if seat.score is None else score_shown(parse_score(seat.score))
        tiles = f"/{seat.tiles}" if seat.tiles or seat.score is not None else ""
        shown.append(f"{marks}{seat.seat} {points}{tiles}")
    if ended_by not in (UNSET, "cleared"):
        shown.append(ending_named(ended_by, language))
    return Listed(shown).in_language(language)


def changes_shown(
    reader: Reader,
    view: SheetView,
    before: GameCell | None,
    after: GameCell | None,
    *,
    whole_names: bool = False,
) -> list[str]:
    """A line for each seat: whose it is, its figures so far and those to come; without figures –."""
    called = named_in_full if whole_names else named
    was, will = by_entrant(before), by_entrant(after)
    return [
        reader.text(
            "impact_line",
            who=f"{letter} {called(view, number)}",
            change=change_shown(was.get(number), will.get(number)),
        )
        for letter, number in zip(SEATS, view.sheet.seats, strict=False)
        if number in was or number in will
    ]


def change_shown(was: FigureCell | None, will: FigureCell | None) -> str:
    """The figures of a seat so far and those to come."""
    old, new = _figures(was), _figures(will)
    return f"{old} → {new}" if old != new else f"{old} ="


def named(view: SheetView, number: str) -> str:
    """An entrant of the sheet by number and name, as short as a line of a chat."""
    return clipped(named_in_full(view, number), _LONGEST_NAME)


def named_in_full(view: SheetView, number: str) -> str:
    """An entrant of the sheet by number and the whole name, where lines may be long."""
    return f"{number} {view.names.get(number, '')}".rstrip()


def _seats(seats: Iterable[str], game: GameCell) -> Iterable[tuple[str, str, FigureCell]]:
    figures = by_entrant(game)
    for letter, number in zip(SEATS, seats, strict=False):
        if number in figures:
            yield letter, number, figures[number]


def by_entrant(game: GameCell | None) -> Mapping[str, FigureCell]:
    """The figures of a game by entrant; none of a game without."""
    return {} if game is None else {figure.entrant_no: figure for figure in game.figures}


def _seat(letter: str, figure: FigureCell) -> str:
    won = WINNER if figure.game_won else ""
    return f"{won}{letter} {figure_shown(figure.score)}/{figure.tiles}"


def _figures(figure: FigureCell | None) -> str:
    if figure is None:
        return "–"
    return f"{figure_shown(figure.score)}/{figure.tiles}{WINNER if figure.game_won else ''}"
