"""What a message says of the figures somebody reached: at a table, in a session, in published results."""

from services.notices.look import NONE, Look
from services.notices.qualification import goes_on
from services.rules.exact import figure_shown, from_sixths, score_shown
from services.tournament.definition.stages import Stage
from services.tournament.play.scores import Sheet, Total
from services.tournament.standings.draws import without_drawn
from services.tournament.standings.outcomes import PublishedRow
from shared.catalogue import Phrase


def all_figures(look: Look) -> str | Phrase:
    """Games won, score and tiles left at all the reader's tables of the session together."""
    number = look.recipient.number
    total = sum((sheet.total(number) for sheet in own_sheets(look)), Total(number))
    return _total_told(look, total, look.session.stage)


def own_sheets(look: Look) -> list[Sheet]:
    """The closed sheets of the session at whose tables the reader sat."""
    return [
        sheet
        for sheet in look.state.sheets.values()
        if sheet.session == look.session.plan.id
        and sheet.closed_seq is not None
        and look.recipient.number in sheet.seats
    ]


def figures(look: Look) -> str | Phrase:
    """Games won, score and tiles left at the table the notice is about."""
    sheet = look.state.sheets.get(look.parameter("sheet"))
    if sheet is None or look.recipient.number not in sheet.seats:
        return NONE
    return _total_told(look, sheet.total(look.recipient.number), sheet.stage)


def _total_told(look: Look, total: Total, stage: Stage) -> Phrase:
    won = without_drawn(look.state, stage, total).games_won
    score = score_shown(from_sixths(total.sixths))
    return _figures_told(won, score, total.tiles, drawn=total.games_won - won)


def _figures_told(games_won: int, score: str, tiles: int, *, drawn: int = 0) -> Phrase:
    return Phrase("notice-figures", {"won": games_won, "drawn": drawn, "score": score, "tiles": tiles})


def _published_row(look: Look, before: int = 0) -> PublishedRow | None:
    """The reader's line in the version that a notice is about, or so many versions before it."""
    version = int(look.parameter("version")) - before
    publication = look.state.publications.get(f"{look.parameter('stage')}/{version}")
    rows = publication.rows if publication is not None else ()
    return next((row for row in rows if row.entrant_no == look.recipient.number), None)


def own_line(look: Look) -> str:
    """The reader's place in the published results, what it rests on, and whether they go on.

    Of a correction, also the place in the version before, where it was another.
    """
    row, former = _published_row(look), _published_row(look, before=1)
    was = None if former is None or (row is not None and former.place == row.place) else former.place
    if row is None:
        return look.phrase("not-ranked", was=was)
    reached = _figures_told(row.games_won, figure_shown(row.score), row.tiles)
    stage, number = look.parameter("stage"), look.recipient.number
    following = look.state.plan.leads_to(stage)
    return look.phrase(
        "own-place",
        place=row.place,
        was=was,
        figures=reached,
        goes_on=goes_on(look.state, stage, number, row.place),
        following=look.state.plan.stage_name(following[0].id) if following else "",
    )
