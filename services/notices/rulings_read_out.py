"""What a referee reads out to a table about a ruling: what no longer stands, whom it is about, the figures.

Whoever hears it has no text to read again, so that nothing is left to be looked up; seats go by letters.
"""

from services.notices.look import Look
from services.notices.put_out import forfeited_by, given_back_by, reinstated_by
from services.notices.rulings_told import replayed, ruled_on, to_be_played
from services.rules.exact import from_sixths, score_shown
from services.tournament.docket.cases import Ruling
from services.tournament.play.scores import Game, Sheet
from services.tournament.play.sheets import figure_of, game_on
from services.tournament.seating.sessions import SEATS
from shared.catalogue import Listed, Phrase, Word


def effects(look: Look) -> Listed:
    """Everything the ruling does, in sentences for the table."""
    ruling = look.state.rulings.get(look.parameter("ruling"))
    if ruling is None:
        return Listed([])  # of a log that was put back to before the ruling
    sheet = ruled_on(look, ruling)
    sentences = (
        [] if ruling.supersedes is None else _taken_back(look, ruling, look.state.rulings[ruling.supersedes])
    )
    sentences += [_charged(sheet, entrant, charge) for entrant, charge in ruling.charges]
    if sheet is not None:
        sentences += [_game(look, number, game, sheet) for number, game in sorted(ruling.made.items())]
    sentences += [_warned(look, ruling, entrant) for entrant in ruling.warned]
    sentences += [
        Phrase(
            "notice-read-out-disqualified",
            {"entrant": _called(sheet, entrant), "stage": look.state.plan.stage_name(stage)},
        )
        for entrant, stage in ruling.disqualified
    ]
    sentences += [_game(look, number, game, at) for at, number, _, game in forfeited_by(look.state, ruling)]
    sentences += [
        to_be_played(look.state, at, number) for at, number, _, _ in given_back_by(look.state, ruling)
    ]
    if ruling.effects == ("none",) and len(sentences) < 2:
        sentences.append(Phrase("notice-read-out-stands"))
    return Listed(sentences, "list-of-sentences")


def game_now(look: Look) -> Phrase | None:
    """The game that a notice is about as it stands, for the table; None where it is about none."""
    sheet, number = look.state.sheets.get(look.parameter("sheet")), look.parameter("game")
    if sheet is None or not number:
        return None
    return _game(look, int(number), game_on(sheet, int(number)), sheet)


def games_now(look: Look) -> Listed:
    """The games that a notice is about as they stand, for the table."""
    sheet = look.state.sheets.get(look.parameter("sheet"))
    games = [int(game) for game in look.parameter("games").split(", ") if game]
    shown = [] if sheet is None else [_game(look, game, game_on(sheet, game), sheet) for game in games]
    return Listed(shown, "list-of-sentences")


def _taken_back(look: Look, ruling: Ruling, earlier: Ruling) -> list[Phrase]:
    """That the earlier ruling is gone, and with it its charges, warnings and disqualifications."""
    sheet = ruled_on(look, earlier)
    concerned = [("charge", entrant) for entrant, _ in earlier.charges]
    concerned += [("warning", entrant) for entrant in earlier.warned]
    concerned += [("disqualify", entrant) for entrant, _ in reinstated_by(look.state, ruling)]
    gone = [
        Phrase(
            "notice-read-out-taken-back",
            {"entrant": _called(sheet, entrant), "effect": Word("taken-back", effect)},
        )
        for effect, entrant in concerned
    ]
    return [Phrase("notice-read-out-superseded", {"ruling": earlier.ruling}), *gone]


def _game(look: Look, number: int, game: Game | None, sheet: Sheet) -> Phrase:
    if game is None or game.status == "awaiting_ruling":
        return replayed(look.state, sheet, number)
    if game.status == "voided":
        return Phrase("notice-read-out-voided", {"game": number})
    figures = [
        Phrase(
            "notice-read-out-figures",
            {"seat": seat, "score": score_shown(from_sixths(figure.sixths)), "won": figure.game_won},
        )
        for seat, entrant in zip(SEATS, sheet.seats, strict=False)
        if (figure := figure_of(game.figures, entrant)) is not None
    ]
    return Phrase("notice-read-out-game", {"game": number, "figures": Listed(figures)})


def _charged(sheet: Sheet | None, entrant: str, charge: str) -> Phrase:
    values = {"entrant": _called(sheet, entrant), "charge": Word("charge", charge)}
    return Phrase("notice-read-out-charged", values)


def _warned(look: Look, ruling: Ruling, entrant: str) -> Phrase:
    given, most = len(look.state.entrants[entrant].warnings), look.state.plan.verbal_warnings
    values = {"entrant": _called(ruled_on(look, ruling), entrant), "number": given, "most": most}
    return Phrase("notice-read-out-warned", values)


def _called(sheet: Sheet | None, entrant: str) -> Phrase:
    """Someone by number, and at a table by seat."""
    seat = SEATS[sheet.seats.index(entrant)] if sheet is not None and entrant in sheet.seats else None
    return Phrase("notice-read-out-entrant", {"entrant": entrant, "seat": seat})
