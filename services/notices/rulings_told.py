"""What a ruling decided for one reader: figures before and after, charges, warnings, whether she signs."""

from collections.abc import Iterator

from services.notices.figures_changed import figures_of, figures_shown
from services.notices.look import Look
from services.notices.put_out import forfeited_by, given_back_by, opponents, reinstated_by
from services.notices.signing_again import signers, where_to_sign
from services.tournament.docket.cases import Ruling
from services.tournament.play.forfeits import forfeits
from services.tournament.play.scores import Figure, Game, Sheet
from services.tournament.play.sheets import figure_of, game_on
from services.tournament.state import State
from shared.catalogue import Listed, Phrase, Word


def decided(look: Look) -> Listed:
    """Everything the ruling that a notice is about decided for its reader, in sentences."""
    ruling = look.state.rulings.get(look.parameter("ruling"))
    if ruling is None:
        return Listed([])  # of a log that was put back to before the ruling
    number = look.recipient.number
    sheet = ruled_on(look, ruling)
    sentences = []
    if sheet is not None and number in signers(look.state, sheet):
        sentences.append(where_to_sign(look.state, sheet, number))
    if ruling.supersedes is not None:
        sentences.append(Phrase("notice-ruling-supersedes", {"ruling": ruling.supersedes}))
    return Listed([*sentences, *_changed(look, ruling, sheet, number)], "list-of-sentences")


def told_at_once(look: Look) -> Listed | None:
    """Whom a ruling has play on while their session is played: they read it later, and may have left."""
    ruling = look.state.rulings.get(look.parameter("ruling"))
    if ruling is None or look.session.status == "ended":
        return None
    back = [number for number, _ in reinstated_by(look.state, ruling)]
    for sheet, _, entrant, _ in given_back_by(look.state, ruling):
        back += [other for other in opponents(look.state, sheet, entrant) if other not in back]
    return Listed(back) if back else None


def changes_something(look: Look) -> bool:
    """Whether anything the ruling did is about its reader."""
    ruling = look.state.rulings.get(look.parameter("ruling"))
    nothing = [Phrase("notice-ruling-nothing-changes")]
    return ruling is not None and (
        _changed(look, ruling, ruled_on(look, ruling), look.recipient.number) != nothing
        or look.state.disputes[ruling.dispute].raised_by == look.recipient.number
    )


def ruled_on(look: Look, ruling: Ruling) -> Sheet | None:
    """The sheet that the ruling is about, if about one."""
    return look.state.sheets.get(look.state.disputes[ruling.dispute].sheet or "")


def _changed(look: Look, ruling: Ruling, sheet: Sheet | None, number: str) -> list[Phrase]:
    """What the ruling did to an entrant, at least that it did nothing."""
    sentences = [*_games(look.state, ruling, sheet, number)] if sheet is not None else []
    sentences += [
        Phrase("notice-ruling-charged", {"charge": Word("charge", charge)})
        for entrant, charge in ruling.charges
        if entrant == number
    ]
    if number in ruling.warned:
        given, most = len(look.state.entrants[number].warnings), look.state.plan.verbal_warnings
        sentences.append(Phrase("notice-ruling-warned", {"number": given, "most": most}))
    sentences += [
        Phrase("notice-ruling-disqualified", {"stage": look.state.plan.stage_name(stage)})
        for entrant, stage in ruling.disqualified
        if entrant == number
    ]
    sentences += [
        Phrase("notice-ruling-reinstated", {"stage": look.state.plan.stage_name(stage)})
        for entrant, stage in reinstated_by(look.state, ruling)
        if entrant == number
    ]
    sentences += _forfeits(look.state, ruling, number)
    return sentences or [Phrase("notice-ruling-nothing-changes")]


def _forfeits(state: State, ruling: Ruling, number: str) -> Iterator[Phrase]:
    """What the reader has won as the other is out, and what both are to play as they are in again."""
    for _, game_number, leaver, game in forfeited_by(state, ruling):
        figure = _figure_for(game, number)
        if figure is not None and number != leaver:
            values = {"entrant": leaver, "game": game_number, "figures": figures_shown(figure)}
            yield Phrase("notice-ruling-forfeited", values)
    for sheet, game_number, _, _ in given_back_by(state, ruling):
        if number in sheet.seats:
            yield to_be_played(state, sheet, game_number)


def forfeited_games(look: Look) -> Phrase | None:
    """The games that a notice says are forfeited, with what each counts for its reader."""
    sheet = look.state.sheets.get(look.parameter("sheet"))
    known = look.parameter("games").split(", ")
    games = [] if sheet is None else [game for game in forfeits(sheet) if str(game) in known]
    figure = _figure_for(game_on(sheet, games[0]), look.recipient.number) if sheet and games else None
    if figure is None:
        return None
    values = {"games": Listed(games), "count": len(games), "figures": figures_shown(figure)}
    return Phrase("notice-forfeited-games", values)


def replayed(state: State, sheet: Sheet, game: int) -> Phrase:
    """That a game is played again; once the session is over somebody has to say when and where."""
    over = state.sessions[sheet.session].status == "ended" and game_on(sheet, game) is None
    return Phrase("notice-ruling-replayed", {"game": game, "over": over})


def to_be_played(state: State, sheet: Sheet, game: int) -> Phrase:
    """That a game that was forfeited is played after all."""
    over = state.sessions[sheet.session].status == "ended"
    return Phrase("notice-ruling-to-be-played", {"game": game, "over": over})


def _games(state: State, ruling: Ruling, sheet: Sheet, number: str) -> Iterator[Phrase]:
    """Each game that it changed, as it made it; and those that stand again as before an earlier ruling."""
    for game, before in sorted(ruling.stood.items()):
        after = ruling.made[game]
        if game in ruling.before:
            changed = replayed(state, sheet, game) if after is None else _game(game, before, after, number)
            yield from () if changed is None else (changed,)
        elif (figure := _figure_for(after, number)) is not None:
            values = {"game": game, "ruling": ruling.supersedes, "figures": figures_shown(figure)}
            yield Phrase("notice-ruling-restored", values)


def _game(game: int, before: Game | None, after: Game, number: str) -> Phrase | None:
    if after.status == "voided":
        return Phrase("notice-ruling-voided", {"game": game})
    then, now = _figure_for(before, number), _figure_for(after, number)
    if now is None or figures_of(before, number) == figures_of(after, number):
        return None
    values = {
        "game": game,
        "after": figures_shown(now),
        "before": None if then is None else figures_shown(then),
    }
    return Phrase("notice-ruling-changed", values)


def _figure_for(game: Game | None, number: str) -> Figure | None:
    return figure_of(game.figures, number) if game is not None else None
