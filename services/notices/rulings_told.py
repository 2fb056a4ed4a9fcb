"""What a ruling decided for one reader: figures before and after, charges, warnings, whether she signs."""

from services.notices.look import Look
from services.rules.exact import from_sixths, score_shown
from services.tournament.docket.cases import Ruling
from services.tournament.play.scores import Figure, Game, Sheet
from services.tournament.play.sheets import figure_of, game_on
from shared.catalogue import Listed, Phrase, Word


def decided(look: Look) -> Listed:
    """Everything the ruling that a notice is about decided for its reader, in sentences."""
    ruling = look.state.rulings.get(look.parameter("ruling"))
    if ruling is None:
        return Listed([])  # of a log that was put back to before the ruling
    number = look.recipient.number
    sheet = look.state.sheets.get(look.state.disputes[ruling.dispute].sheet or "")
    sentences = _games(ruling, sheet, number) if sheet is not None else []
    if sheet is not None and ruling.supersedes is not None:
        sentences += _restored(look.state.rulings[ruling.supersedes], ruling, sheet, number)
    sentences += [
        Phrase("notice-ruling-charged", {"charge": Word("charge", charge)})
        for entrant, charge in ruling.charges
        if entrant == number
    ]
    if number in look.parameter("warned").split(","):
        given, most = len(look.state.entrants[number].warnings), look.state.plan.verbal_warnings
        sentences.append(Phrase("notice-ruling-warned", {"number": given, "most": most}))
    out = [stage for entrant, stage in ruling.disqualified if entrant == number]
    sentences += [
        Phrase("notice-ruling-disqualified", {"stage": look.state.plan.stage_name(stage)}) for stage in out
    ]
    if not sentences:
        sentences.append(Phrase("notice-ruling-nothing-changes"))
    if sheet is not None and not out and _signs_again(look, ruling, sheet, number):
        sentences.append(Phrase("notice-ruling-sign-again"))
    if ruling.supersedes is not None:
        sentences.append(Phrase("notice-ruling-supersedes", {"ruling": ruling.supersedes}))
    return Listed(sentences, "list-of-sentences")


def effects(look: Look) -> Listed:
    """What the ruling does, for an official."""
    ruling = look.state.rulings.get(look.parameter("ruling"))
    return Listed([Word("effect", effect) for effect in ruling.effects] if ruling is not None else [])


def _games(ruling: Ruling, sheet: Sheet, number: str) -> list[Phrase]:
    changes = ((game, before, game_on(sheet, game)) for game, before in sorted(ruling.before.items()))
    told = (_game(game, before, after, number) for game, before, after in changes)
    return [sentence for sentence in told if sentence is not None]


def _restored(earlier: Ruling, ruling: Ruling, sheet: Sheet, number: str) -> list[Phrase]:
    """The games that stand again as they did before the earlier ruling."""
    told = []
    for game in sorted(earlier.before):
        figure = _own(game_on(sheet, game), number)
        if game not in ruling.before and figure is not None:
            values = {"game": game, "ruling": earlier.ruling, "figures": _figure(figure)}
            told.append(Phrase("notice-ruling-restored", values))
    return told


def _game(game: int, before: Game | None, after: Game | None, number: str) -> Phrase | None:
    if after is None:
        return Phrase("notice-ruling-replayed", {"game": game})
    if after.status == "voided":
        return Phrase("notice-ruling-voided", {"game": game})
    then, now = _own(before, number), _own(after, number)
    if now is None or then == now:
        return None
    values = {"game": game, "after": _figure(now), "before": None if then is None else _figure(then)}
    return Phrase("notice-ruling-changed", values)


def _figure(figure: Figure) -> Phrase:
    score = score_shown(from_sixths(figure.sixths))
    return Phrase("notice-game-figures", {"score": score, "tiles": figure.tiles, "won": figure.game_won})


def _signs_again(look: Look, ruling: Ruling, sheet: Sheet, number: str) -> bool:
    """Whether the reader's signature is missing since her figures changed."""
    if look.state.stage_plan(sheet.stage).signatures != "required" or sheet.closed_seq is not None:
        return False
    changed = any(
        _own(before, number) != _own(game_on(sheet, game), number) for game, before in ruling.before.items()
    )
    return changed and number not in sheet.signatures


def _own(game: Game | None, number: str) -> Figure | None:
    return figure_of(game.figures, number) if game is not None else None
