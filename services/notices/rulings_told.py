"""What a notice says of a ruling: what it decided for one reader, and what a referee reads out to the table.

Whoever hears it has no text to read again, so that nothing is left to be looked up; seats go by letters.
"""

from collections.abc import Iterator

from services.notices.figures_changed import figures_of, figures_shown, outcome
from services.notices.look import Look
from services.notices.phones_off import is_at_table
from services.notices.put_out import (
    forfeited_by,
    given_back_by,
    opponents,
    reinstated_by,
    won_on_return,
)
from services.notices.seats_told import next_told
from services.notices.signing_again import place_of, signers, where_to_sign
from services.notices.unplayed_games import is_told_of
from services.rules.exact import figure_shown
from services.tournament.docket.cases import Ruling
from services.tournament.lookups import active_seats
from services.tournament.play.forfeits import LEFT
from services.tournament.play.scores import Game, Result, Sheet
from services.tournament.play.sheets import figure_of, game_on
from services.tournament.seating.sessions import SEATS
from services.tournament.standings.draws import is_drawn
from services.tournament.state import State
from shared.catalogue import Listed, Phrase, Word

_WAS_TO_BE_PLAYED = "notice-ruling-was-to-be-played"


def decided(look: Look) -> Listed:
    """Everything the ruling that a notice is about decided for its reader, in sentences.

    How games stand that are forfeited, or were, both read apart from it.
    """
    ruling = look.state.rulings.get(look.parameter("ruling"))
    if ruling is None:
        return Listed([])  # of a log that was put back to before the ruling
    number = look.recipient.number
    sheet = _ruled_on(look, ruling)
    sentences = []
    if sheet is not None and number in signers(look.state, sheet):
        sentences.append(where_to_sign(look.state, sheet, number))
    if ruling.supersedes is not None:
        values = {"ruling": ruling.supersedes, "count": len(_replaced_by(look.state, ruling))}
        sentences.append(Phrase("notice-ruling-supersedes", values))
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
        _changed(look, ruling, _ruled_on(look, ruling), look.recipient.number) != nothing
        or look.state.disputes[ruling.dispute].raised_by == look.recipient.number
    )


def _ruled_on(look: Look, ruling: Ruling) -> Sheet | None:
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
    told_so = number in look.parameter("told_back").split(", ")
    sentences += [
        Phrase(
            f"notice-ruling-{'reinstated' if told_so else 'back'}",
            {"stage": look.state.plan.stage_name(stage)},
        )
        for entrant, stage in reinstated_by(look.state, ruling)
        if entrant == number and not (told_so and sentences)
    ]
    if number in (entrant for entrant, _ in reinstated_by(look.state, ruling)) and not told_so:
        sentences += filter(None, [next_told(look)])
    if is_told_of(look.state, _tables_of_forfeits(look.state, ruling, sheet), number):
        sentences.append(Phrase("notice-ruling-games-told"))
    return sentences or [Phrase("notice-ruling-nothing-changes")]


def _tables_of_forfeits(state: State, ruling: Ruling, ruled: Sheet | None) -> Iterator[Sheet]:
    """Where games are forfeited since the ruling put somebody out, or to be played as they are in again."""
    for found in (forfeited_by(state, ruling), given_back_by(state, ruling)):
        yield from (each.sheet for each in found)
    for entrant, stage in reinstated_by(state, ruling):
        yield from (each.sheet for each in won_on_return(state, entrant, stage, ruling.seq))
    if ruled is not None and any(_is_told_by_itself(ruled, game, ruling) for game in ruling.made):
        yield ruled


def _replayed(state: State, sheet: Sheet, game: int, reader: str | None = None) -> Phrase:
    """That a game is played again; once the session is over somebody has to say when and where.

    Where nobody is left to play it, that it has no result; once it was, that it was; to a reader who is out,
    that it is without them.
    """
    now, staying = game_on(sheet, game), active_seats(state, sheet)
    if now is None and len(staying) < 2:
        return Phrase("notice-ruling-no-result", {"game": game})
    if now is not None and now.status == "recorded" and now.ruling is None:
        return Phrase("notice-ruling-replayed-since", {"game": game})
    if reader is not None and reader not in staying:
        return Phrase("notice-ruling-replayed-without", {"game": game})
    over = state.sessions[sheet.session].status == "ended" and now is None
    return Phrase("notice-ruling-replayed", {"game": game, "over": over})


def _played_again(state: State, ruling: Ruling, sheet: Sheet, game: int, reader: str | None = None) -> Phrase:
    """That a game is played that the ruling left without a result: after all, where none was to stand."""
    before = ruling.before.get(game)
    if before is not None and before.ended_by == LEFT:
        return _to_be_played(state, sheet, game, sheet)
    again = _replayed(state, sheet, game, reader)
    if game in ruling.before or "over" not in again.values:
        return again
    return Phrase("notice-ruling-opened", again.values)


def _is_another_forfeit(sheet: Sheet, game: int, made: Game | None) -> bool:
    """Whether the game that a ruling left so was forfeited since, or is no longer: that is told by itself."""
    now = game_on(sheet, game)
    return now != made and any(known is not None and known.ended_by == LEFT for known in (now, made))


def _was_to_be_played(sheet: Sheet, game: int, ruling: Ruling) -> bool:
    """Whether a ruling had a game played again that had been played, and that is forfeited since."""
    before, now = ruling.before.get(game), game_on(sheet, game)
    again = game in ruling.made and ruling.made[game] is None
    played = before is not None and before.ended_by != LEFT
    return again and played and now is not None and now.ended_by == LEFT


def _is_told_by_itself(sheet: Sheet, game: int, ruling: Ruling) -> bool:
    """Whether players read of the game apart from the ruling, as it is or was forfeited: `unplayed_games`."""
    now = game_on(sheet, game)
    if _is_another_forfeit(sheet, game, ruling.made.get(game, now)):
        return True
    before = (ruling.before.get(game), ruling.stood.get(game))
    known = before if now is None else (now,)
    return any(each is not None and each.ended_by == LEFT for each in known)


def _to_be_played(state: State, sheet: Sheet, game: int, ruled: Sheet | None) -> Phrase:
    """That a game that was forfeited is played after all, and where, unless at the table ruled on."""
    over = state.sessions[sheet.session].status == "ended"
    place = _elsewhere(state, sheet, ruled)
    return Phrase("notice-ruling-to-be-played", {"game": game, "over": over, "place": place})


def _elsewhere(state: State, sheet: Sheet, ruled: Sheet | None) -> Phrase | None:
    """Where a table is, unless it is the one that was ruled on."""
    return None if sheet == ruled else place_of(state, sheet)


def _games(state: State, ruling: Ruling, sheet: Sheet, number: str) -> Iterator[Phrase]:
    """Each game that it changed, as it made it; and those that stand again as before an earlier ruling.

    A ruling that it replaces may have been replaced before anybody read it, or not: what a game of it is
    worth is said in either case.
    """
    replaced = [*_replaced_by(state, ruling)]
    earliest = {game: each for each in (ruling, *replaced) for game in each.before}
    for game in sorted(ruling.stood.keys() | earliest.keys()):
        after = ruling.made.get(game, game_on(sheet, game))
        if _is_told_by_itself(sheet, game, ruling):
            if _was_to_be_played(sheet, game, ruling):
                yield Phrase(_WAS_TO_BE_PLAYED, {"game": game})
            continue
        if after is None:
            if game in ruling.made or any(each.made.get(game) is not None for each in replaced):
                yield _ruled_later(state, ruling, game) or _played_again(state, ruling, sheet, game, number)
            continue
        first = earliest.get(game, ruling)
        known = [ruling.stood[game]] if game in ruling.before else []
        changed = (
            _game(state, sheet, game, before, after, number) for before in (*known, first.before.get(game))
        )
        figure = _figure_for(after, number)
        if (told := next(filter(None, changed), None)) is not None:
            yield told
        elif figure is not None and first is not ruling:
            figures = figures_shown(figure, drawn=is_drawn(state, sheet, after))
            values = {"game": game, "ruling": first.ruling, "figures": figures}
            yield Phrase("notice-ruling-restored", values)


def _ruled_later(state: State, ruling: Ruling, game: int) -> Phrase | None:
    """That a later ruling, on another case, says how a game stands; None where none does."""
    sheet = state.disputes[ruling.dispute].sheet
    later = [
        each
        for each in state.rulings.values()
        if each.seq > ruling.seq and each.superseded_by is None and game in each.made
        if state.disputes[each.dispute].sheet == sheet
    ]
    return Phrase("notice-ruling-later", {"game": game, "ruling": later[-1].ruling}) if later else None


def _replaced_by(state: State, ruling: Ruling) -> list[Ruling]:
    """The rulings in whose place it stands, the latest first."""
    found: list[Ruling] = []
    while ruling.supersedes is not None:
        ruling = state.rulings[ruling.supersedes]
        found.append(ruling)
    return found


def _game(
    state: State, sheet: Sheet, game: int, before: Game | None, after: Game, number: str
) -> Phrase | None:
    if after.status == "voided":
        return Phrase("notice-ruling-voided", {"game": game})
    then, now = _figure_for(before, number), _figure_for(after, number)
    if now is None or figures_of(before, number) == figures_of(after, number):
        return None
    values = {
        "game": game,
        "after": figures_shown(now, drawn=is_drawn(state, sheet, after)),
        "before": None if then is None else figures_shown(then, drawn=is_drawn(state, sheet, before)),
    }
    return Phrase("notice-ruling-changed", values)


def _figure_for(game: Game | None, number: str) -> Result | None:
    return figure_of(game.figures, number) if game is not None else None


def effects(look: Look) -> Listed:
    """Everything the ruling does, in sentences that a referee reads out to the table."""
    ruling = look.state.rulings.get(look.parameter("ruling"))
    if ruling is None:
        return Listed([])  # of a log that was put back to before the ruling
    sheet = _ruled_on(look, ruling)
    sentences = (
        [] if ruling.supersedes is None else _taken_back(look, ruling, look.state.rulings[ruling.supersedes])
    )
    sentences += [_charged(sheet, entrant, charge) for entrant, charge in ruling.charges]
    if sheet is not None:
        sentences += [*_read_out_games(look, ruling, sheet)]
    sentences += [_warned(look, ruling, entrant) for entrant in ruling.warned]
    sentences += [
        Phrase(
            "notice-read-out-disqualified",
            {"entrant": _called(sheet, entrant), "stage": look.state.plan.stage_name(stage)},
        )
        for entrant, stage in ruling.disqualified
    ]
    sentences += [
        _read_out(look, number, game, at, _elsewhere(look.state, at, sheet))
        for at, number, _, game in forfeited_by(look.state, ruling)
    ]
    sentences += [
        _to_be_played(look.state, at, number, sheet) for at, number, _, _ in given_back_by(look.state, ruling)
    ]
    # While people sit there the forfeit itself is read out.
    sentences += [
        _read_out(look, number, game, at, _elsewhere(look.state, at, sheet))
        for entrant, stage in reinstated_by(look.state, ruling)
        for at, number, _, game in won_on_return(look.state, entrant, stage, ruling.seq)
        if not is_at_table(look.state, at.sheet)
    ]
    if sheet is not None and all(sentence.key == _WAS_TO_BE_PLAYED for sentence in sentences):
        sentences += [_read_out(look, at, game_on(sheet, at), sheet) for at in sorted(ruling.made)]
    sentences = [said for at, said in enumerate(sentences) if said not in sentences[:at]]
    if ruling.effects == ("none",) and len(sentences) < 2:
        sentences.append(Phrase("notice-read-out-stands"))
    return Listed(sentences, "list-of-sentences")


def _read_out_games(look: Look, ruling: Ruling, sheet: Sheet) -> Iterator[Phrase]:
    """What a ruling made of its games; of one that was forfeited since, that it was to be played."""
    for number, game in sorted(ruling.made.items()):
        if _was_to_be_played(sheet, number, ruling):
            yield Phrase(_WAS_TO_BE_PLAYED, {"game": number})
        elif _is_another_forfeit(sheet, number, game):
            continue
        elif game is not None:
            yield _read_out(look, number, game, sheet)
        else:
            yield _ruled_later(look.state, ruling, number) or _played_again(look.state, ruling, sheet, number)


def game_now(look: Look) -> Phrase | None:
    """The game that a notice is about as it stands, for the table; None where it is about none."""
    sheet, number = look.state.sheets.get(look.parameter("sheet")), look.parameter("game")
    if sheet is None or not number:
        return None
    return _read_out(look, int(number), game_on(sheet, int(number)), sheet)


def games_now(look: Look) -> Listed:
    """The games that a notice is about as they stand, for the table."""
    sheet = look.state.sheets.get(look.parameter("sheet"))
    games = [int(game) for game in look.parameter("games").split(", ") if game]
    shown = [] if sheet is None else [_read_out(look, game, game_on(sheet, game), sheet) for game in games]
    return Listed(shown, "list-of-sentences")


def _taken_back(look: Look, ruling: Ruling, earlier: Ruling) -> list[Phrase]:
    """That the earlier ruling is gone, and with it its charges, warnings and disqualifications."""
    sheet = _ruled_on(look, earlier)
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


def _read_out(
    look: Look, number: int, game: Game | None, sheet: Sheet, place: Phrase | None = None
) -> Phrase:
    if game is None or game.status == "awaiting_ruling":
        return _replayed(look.state, sheet, number)
    if game.status == "voided":
        return Phrase("notice-read-out-voided", {"game": number})
    drawn = is_drawn(look.state, sheet, game)
    figures = [
        Phrase(
            "notice-read-out-figures",
            {
                "seat": seat,
                "score": figure_shown(figure.score),
                "outcome": outcome(figure.game_won, drawn=drawn),
            },
        )
        for seat, entrant in zip(SEATS, sheet.seats, strict=False)
        if (figure := figure_of(game.figures, entrant)) is not None
    ]
    return Phrase("notice-read-out-game", {"game": number, "place": place, "figures": Listed(figures)})


def _charged(sheet: Sheet | None, entrant: str, charge: str) -> Phrase:
    values = {"entrant": _called(sheet, entrant), "charge": Word("charge", charge)}
    return Phrase("notice-read-out-charged", values)


def _warned(look: Look, ruling: Ruling, entrant: str) -> Phrase:
    given, most = len(look.state.entrants[entrant].warnings), look.state.plan.verbal_warnings
    values = {"entrant": _called(_ruled_on(look, ruling), entrant), "number": given, "most": most}
    return Phrase("notice-read-out-warned", values)


def _called(sheet: Sheet | None, entrant: str) -> Phrase:
    """Someone by number, and at a table by seat."""
    seat = SEATS[sheet.seats.index(entrant)] if sheet is not None and entrant in sheet.seats else None
    return Phrase("notice-read-out-entrant", {"entrant": entrant, "seat": seat})
