"""A score sheet laid out as on paper: games in rows, players in columns, what was amended struck through."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from itertools import pairwise

import msgspec
from markupsafe import Markup

from services.desk.programme import TournamentAnswer
from services.desk.sheet_views import GameVersion, Made, SheetRecord
from services.desk.views import UNSET, SheetView
from services.projections.rows import FigureCell, GameCell
from services.rules.citing import Cited
from services.rules.exact import figure_shown
from services.rules.game import ENDINGS
from services.tournament.seating.sessions import SEATS
from services.web.site.times import Times
from services.web.texts import Texts
from shared.catalogue import Word, say
from shared.i18n import Language

_GONE = ("refused", "absent")


class Figures(msgspec.Struct, frozen=True):
    """What a game brought a player; `exact` is the score as programs write it."""

    score: str
    exact: str
    tiles: int
    won: bool
    drawn: bool
    charge: str


class Square(msgspec.Struct, frozen=True):
    """A square of the sheet.

    Attributes:
        now: None where nothing counts.
        struck: what stood there before, the latest first.
        begins: whether the player begins the game.
    """

    now: Figures | None
    struck: tuple[Figures, ...]
    begins: bool


class Amendment(msgspec.Struct, frozen=True):
    """Why something is struck through, or a game stands by a ruling.

    Attributes:
        seq: of the event.
        ruling, dispute: "" for a correction, and where it is not for the reader.
        more: what was ruled and by which rule, or how it was corrected.
        by: the official; "" where that is not for the reader.
    """

    seq: int
    ruling: str
    dispute: str
    more: str
    at: datetime
    by: str


class Line(msgspec.Struct, frozen=True):
    """A game.

    Attributes:
        state: why nothing or something else counts, in words; "" for a game like any.
        ended: how it ended, in words; "" where that says nothing.
    """

    number: int
    state: str
    ended: str
    squares: tuple[Square, ...]
    amendments: tuple[Amendment, ...]


class Second(msgspec.Struct, frozen=True):
    """A second, different sheet that waits to be settled.

    Attributes:
        kept: what is said of each game that a ruling decides, whichever sheet is taken.
    """

    number: int
    lines: tuple[Line, ...]
    kept: tuple[str, ...] = ()


class Signed(msgspec.Struct, frozen=True):
    """The foot of a column.

    Attributes:
        how: on paper or a device, refused or absent; "" without a signature.
        missing: whether it stands in place of a signature that was not given.
        by: the number of who took it down, or the office; "" where the player signed, and where that is not
            for the reader.
    """

    how: str = ""
    missing: bool = False
    at: datetime | None = None
    by: str = ""

    @property
    def given(self) -> bool:
        return bool(self.how) and not self.missing


class Player(msgspec.Struct, frozen=True):
    """The head and foot of a column."""

    seat: str
    number: str
    name: str
    games_won: int
    drawn: int
    score: str
    exact: str
    tiles: int
    signed: Signed


class Paper(msgspec.Struct, frozen=True):
    """A sheet.

    Attributes:
        id: of the sheet.
        state: in words; `kind` the badge it is shown as.
        source: where it was written, in words.
        referee: number and name; "" for nobody.
        mine: the numbers of those whose columns stand out.
        remarks: what a reader should know, and what keeps it open.
        conflicts: the different sheets that wait beside it.
        signed: whether people sign it.
    """

    id: str
    table: int
    state: str
    kind: str
    source: str
    referee: str
    started: datetime | None
    ended: datetime | None
    closed: datetime | None
    players: tuple[Player, ...]
    lines: tuple[Line, ...]
    remarks: tuple[str, ...]
    conflicts: tuple[Second, ...]
    signed: bool
    turn_seconds: int | None
    when: Times
    mine: tuple[str, ...] = ()


Named = Callable[[str], str]


def laid_out(
    view: SheetView,
    table: int,
    when: Times,
    language: Language,
    defined: TournamentAnswer,
    who: Named = lambda actor: "",
    official: Named = lambda number: "",
    mine: tuple[str, ...] = (),
) -> Paper:
    """A sheet with its record, as it is shown.

    Args:
        defined: the tournament it was played in.
        who, official: put into words whoever did something, and name a referee; by default nobody is named.
        mine: whose columns stand out.
    """
    assert view.record is not UNSET, "one sheet was asked for"
    words, row, record = _Words(language, who), view.sheet, view.record
    kind = "done" if row.closed else ("live" if record.status in ("playing", "time_called") else "open")
    return Paper(
        row.sheet,
        table,
        words.page("sheet_closed" if row.closed else "sheet_open"),
        kind,
        words.of("sheet-source", row.source),
        "" if record.referee is None else f"{record.referee} {official(record.referee)}".rstrip(),
        record.started_at,
        record.ended_at,
        None if record.closed is None else record.closed.at,
        tuple(_players(view, record, words, defined)),
        tuple(_lines(view, record, words, defined)),
        (*(note.text(language) for note in view.notes), *record.open_points),
        tuple(_seconds(view, words, defined)),
        defined.definition.by_id[row.stage].signatures != "none",
        row.turn_seconds,
        when,
        mine,
    )


class _Words:
    """What a sheet says in one language."""

    def __init__(self, language: Language, who: Named) -> None:
        self._language, self.who, self._texts = language, who, Texts(language)

    def page(self, key: str, **values: object) -> str:
        return self._texts.say(key, **values)

    def remark(self, code: str, **values: object) -> str:
        return say(f"remark-{code}", self._language, **values)

    def of(self, about: str, code: str) -> str:
        return Word(about, code).in_language(self._language)

    def cited(self, cites: str) -> str:
        return Cited(cites).in_language(self._language)

    def by(self, made: Made) -> str:
        return "" if made.by is UNSET else self.who(made.by)


def _players(
    view: SheetView, record: SheetRecord, words: _Words, defined: TournamentAnswer
) -> Iterator[Player]:
    drawn = sum(defined.is_drawn(view.sheet, game) for game in view.sheet.games)
    totals = {total.entrant_no: total for total in view.sheet.totals}
    signatures = {signature.entrant_no: signature for signature in record.signatures}
    for letter, number in zip(SEATS, view.sheet.seats, strict=False):
        total, signature = totals[number], signatures.get(number)
        signed = Signed()
        if signature is not None:
            missing = signature.medium in _GONE
            by = "" if signature.made.by is UNSET else signature.made.by
            role, _, taken = by.partition(":")
            if by == f"participant:{number}":
                taken = ""
            elif role == "organizer":  # has no number of its own
                taken = words.by(signature.made)
            about = "signature" if missing else "medium"
            signed = Signed(words.of(about, signature.medium), missing, signature.made.at, taken)
        name = view.names.get(number, "")
        score = signed_score(total.score)
        yield Player(letter, number, name, total.games_won, drawn, score, total.score, total.tiles, signed)


def _lines(view: SheetView, record: SheetRecord, words: _Words, defined: TournamentAnswer) -> Iterator[Line]:
    begins = {player.game: player.entrant_no for player in view.sheet.first_players}
    for number, stood in enumerate(record.games, 1):
        game = stood[0].game if stood else None
        drawn = [defined.is_drawn(view.sheet, version.game) for version in stood]
        squares = tuple(
            Square(*_square(entrant, stood, words, drawn), begins.get(number) == entrant)
            for entrant in view.sheet.seats
        )
        state = "" if game is not None and game.status == "recorded" else _state(game, words)
        ended = ""
        if game is not None and game.ended_by in ENDINGS and game.ended_by != "cleared":
            ended = words.of("ending", game.ended_by)
        yield Line(number, state, ended, squares, tuple(_amendments(stood, record, words)))


def _seconds(view: SheetView, words: _Words, defined: TournamentAnswer) -> Iterator[Second]:
    """Each second sheet that nobody has settled, with its own figures."""
    for conflict in view.sheet.conflicts:
        if conflict.settled == "open":
            lines = tuple(_second_line(view, game, words, defined) for game in conflict.games)
            yield Second(conflict.conflict, lines, tuple(_kept(view, conflict.games, words)))


def _kept(view: SheetView, second: Sequence[GameCell], words: _Words) -> Iterator[str]:
    """The games of which another sheet says something else, though a ruling decides them."""
    for game, other in zip(view.sheet.games, second, strict=False):
        if game is None or _plain(game) == _plain(other):
            continue
        if game.ruling is not None or game.status == "awaiting_ruling":
            yield words.remark("ruling-kept", game=game.game, ruling=game.ruling)


def _plain(game: GameCell) -> set[tuple[str, int, str, int]]:
    """The figures of a game, whatever they were counted from."""
    return {(each.entrant_no, each.game_won, each.score, each.tiles) for each in game.figures}


def _second_line(view: SheetView, game: GameCell, words: _Words, defined: TournamentAnswer) -> Line:
    drawn = defined.is_drawn(view.sheet, game)
    squares = tuple(Square(_figures(game, entrant, words, drawn), (), False) for entrant in view.sheet.seats)
    return Line(game.game, "", "", squares, ())


def _state(game: GameCell | None, words: _Words) -> str:
    return words.of("game", "open" if game is None else game.status)


def _square(
    entrant: str, stood: Sequence[GameVersion], words: _Words, drawn: Sequence[bool]
) -> tuple[Figures | None, tuple[Figures, ...]]:
    """How a square stands and what is struck through in it: each figure that a later one replaced."""
    figures = [
        _figures(version.game, entrant, words, level) for version, level in zip(stood, drawn, strict=True)
    ]
    struck = [before for now, before in pairwise(figures) if before is not None and before != now]
    return (figures[0] if figures else None), tuple(struck)


def _figures(game: GameCell, entrant: str, words: _Words, drawn: bool) -> Figures | None:
    cell: FigureCell | None = next((cell for cell in game.figures if cell.entrant_no == entrant), None)
    if cell is None:
        return None
    charge = "" if cell.charge is None else words.of("charge", cell.charge)
    won = bool(cell.game_won) and not drawn
    return Figures(signed_score(cell.score), cell.score, cell.tiles, won, drawn, charge)


def _amendments(stood: Sequence[GameVersion], record: SheetRecord, words: _Words) -> Iterator[Amendment]:
    """A note for each version that another stood before, and for one that stands by a ruling."""
    for place, version in enumerate(stood):
        game, made = version.game, version.made
        ruling = record.rulings.get(game.ruling or "")
        if game.ruling is not None and ruling is not None:
            effects = () if ruling.effects is UNSET else ruling.effects
            done = [words.of("effect", effect) for effect in effects]
            cited = "" if ruling.cites is UNSET else words.cited(ruling.cites)
            more = words.page("sheet_ruled", effects=done, cited=cited) if done else ""
            dispute = "" if ruling.dispute is UNSET else ruling.dispute
            yield Amendment(
                ruling.made.seq, game.ruling, dispute, more, ruling.made.at, words.by(ruling.made)
            )
        elif place + 1 < len(stood):
            source = game.source if game.source == "clerical" else "corrected"
            yield Amendment(made.seq, "", "", words.of("source", source), made.at, words.by(made))


def signed_score(exact: str) -> str:
    """A score as people write it on a sheet, with its sign."""
    shown = figure_shown(exact)
    return shown if shown == "0" or shown.startswith(("−", "-")) else f"+{shown}"


def figure(shown: str, exact: str) -> Markup:
    """A figure with the exact text behind it where that differs."""
    plain = shown.replace("−", "-").removeprefix("+")
    return Markup(shown) if plain == exact else Markup('<span title="{}">{}</span>').format(exact, shown)
