"""The games between two that one of them forfeited by leaving, or that are to be played as both are in again.

What a message says of them is worked out when it is sent, from how they stand then: people leave, come back
and are ruled on while messages wait, and what was true before is not to be read. A later message takes the
place of one that still waits; where nothing is left to say it is not sent.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from services.notices.audiences import Recipient
from services.notices.figures_changed import figures_shown
from services.notices.look import Look
from services.notices.notice import Notice
from services.notices.officials_concerned import chiefs, referee_of, several
from services.notices.phones_off import is_at_table, waits_for
from services.notices.put_out import won_on_return
from services.notices.registry import note
from services.notices.signing_again import place_of
from services.tournament.definition.stages import Stage
from services.tournament.docket.cases import Ruling
from services.tournament.docket.leaving import sheets_of
from services.tournament.lookups import active_seats
from services.tournament.play.forfeits import LEFT, are_forfeited, forfeits, who_forfeited
from services.tournament.play.scores import Sheet
from services.tournament.play.sheets import figure_of, game_on
from services.tournament.seating.sessions import Session
from services.tournament.state import State
from shared.catalogue import Listed, Phrase

KIND = "unplayed-games"
"""By its name it goes out after "reinstated" of the same event."""


class Standing(NamedTuple):
    """How the games of a table of two stand that were not played; `forfeited` by who forfeited them."""

    to_play: list[int]
    forfeited: dict[str, list[int]]

    def __bool__(self) -> bool:
        return bool(self.to_play or self.forfeited)


def standing(state: State, sheet: Sheet | None) -> Standing:
    """Nothing of games that were played, whatever was told of them before."""
    if sheet is None or not are_forfeited(state, sheet):
        return Standing([], {})
    both = active_seats(state, sheet) == sheet.seats
    forfeited: dict[str, list[int]] = {}
    for number in forfeits(sheet):
        game = game_on(sheet, number)
        if game is not None:
            forfeited.setdefault(who_forfeited(game), []).append(number)
    return Standing(due(state, sheet) if both else [], forfeited)


def games_told(
    state: State, sheet: str, seq: int, number: int | None = None, about: str | None = None
) -> Iterator[Notice]:
    """What both who sat at a table of two are to read of it; officials too where it is to be played later,
    and where that is forfeited.

    Args:
        number: tells the tables of one event apart.
        about: who is in again, if that led to it.
    """
    at = state.sheets.get(sheet)
    stands = standing(state, at)
    if at is None or not stands:
        return
    given = {"stage": at.stage, **_said(state, at), **({} if about is None else {"returned": about})}
    for reader in at.seats:
        topic = f"games:{sheet}:{reader}"
        yield note(seq, KIND, f"entrant:{reader}", given=given, number=number, topic=topic)
    forfeited_now = any(game is not None and game.ended_by == LEFT and game.seq >= seq for game in at.games)
    if stands.to_play or forfeited_now:
        yield from officials_told(state, at, seq, number)


def officials_told(state: State, sheet: Sheet, seq: int, number: int | None = None) -> Iterator[Notice]:
    """Whoever can say when and where games are played whose session is over, or that they are not."""
    if not is_at_table(state, sheet.sheet):
        officials = str(several(("role:organizer", *chiefs(state), *referee_of(state, sheet.sheet))))
        given, topic = _said(state, sheet), f"games:{sheet.sheet}"
        yield note(seq, KIND, officials, "games-due", given, number=number, topic=topic)


def _said(state: State, sheet: Sheet) -> dict[str, str]:
    """What a message of a table says when it is written: each game to be played, or who forfeited it."""
    return {"sheet": sheet.sheet, "said": " ".join(sorted(_items(state, sheet)))}


def _items(state: State, sheet: Sheet) -> set[str]:
    forfeited = standing(state, sheet).forfeited
    lost = {f"{game}:{leaver}" for leaver, games in forfeited.items() for game in games}
    return {f"{game}:" for game in due(state, sheet)} | lost


def due(state: State, sheet: Sheet) -> list[int]:
    """The games of a table that are still to be played by who is there.

    Any other game without a result may only not be handed in yet: those are due that were forfeited, or of
    which a ruling says that they are played again.
    """
    if sheet.closed_seq is not None or len(active_seats(state, sheet)) < 2:
        return []
    unplayed = [number for number, game in enumerate(sheet.games, 1) if game is None]
    undone = state.sessions[sheet.session].forfeits_undone
    if sheet.forfeited or (sheet.sheet, sheet.seats) in undone:
        return unplayed
    again = _to_replay(state, sheet)
    return [number for number in unplayed if number in again]


def asked_to_play(state: State, entrant: str) -> Iterator[Phrase]:
    """For each table whose play is over where somebody is still to play games, which, and who says when."""
    known = state.entrants.get(entrant)
    for part in () if known is None else known.participations:
        for sheet in sheets_of(state, entrant, part.stage):
            here = sheet.stage == part.stage and entrant in active_seats(state, sheet)
            if here and not is_at_table(state, sheet.sheet) and (games := due(state, sheet)):
                phrase = _of_games("notice-games-to-play", games, at_table=False)
                yield Phrase("notice-games-asked", {"place": place_of(state, sheet), "games": phrase})


def _to_replay(state: State, sheet: Sheet) -> set[int]:
    return {
        number
        for ruling in state.rulings.values()
        if ruling.superseded_by is None and state.disputes[ruling.dispute].sheet == sheet.sheet
        for number, game in ruling.made.items()
        if game is None
    }


def forfeits_undone(state: State, session: Session, seq: int) -> Iterator[Notice]:
    """Who has read of a forfeit at tables whose play is void or taken back reads that it counts no longer.

    Whoever is in reads of it only after the session, so that nothing was said to them yet.
    """
    for sheet, seats in session.forfeits_undone:
        for number in seats:
            if not state.entrants[number].plays_in(session.stage):
                yield note(seq, "conduct", f"entrant:{number}", "forfeit-undone", sheet=sheet)


def told_anew(state: State, session: Session, seq: int) -> Iterator[Notice]:
    """Whoever read of a forfeit that is void, and sits with the same opponent as play begins anew."""
    for number, (sheet, seats) in enumerate(session.forfeits_undone, 1):
        if sheet in state.sheets and state.sheets[sheet].seats == seats:
            yield from games_told(state, sheet, seq, number)


def settled_by_return(state: State, entrant: str, stage: Stage, seq: int) -> Iterator[str]:
    """The tables whose games somebody's return is about: to be played, passed on, or lost all the same."""
    passed_on = {each.sheet.sheet for each in won_on_return(state, entrant, stage, seq)}
    for sheet in sheets_of(state, entrant, stage):
        stands = standing(state, sheet)
        if stands.to_play or entrant in stands.forfeited or sheet.sheet in passed_on:
            yield sheet.sheet


def settled_by_ruling(state: State, ruling: Ruling) -> Iterator[str]:
    """The table ruled on, where a forfeit became another result by it or the other way round."""
    sheet = state.disputes[ruling.dispute].sheet
    games = (*ruling.before.values(), *ruling.stood.values(), *ruling.made.values())
    if sheet is not None and any(game is not None and game.ended_by == LEFT for game in games):
        yield sheet


def session_before(state: State, notice: Notice, recipient: Recipient, now: datetime) -> Session | None:
    """The session whose end a notice waits for before this recipient reads it."""
    return None if is_called_to_table(state, notice) else waits_for(state, notice.kind, recipient, now)


def is_called_to_table(state: State, notice: Notice) -> bool:
    """Whether it says that a game is to be played at a table in play: that cannot wait."""
    sheet = notice.parameters.get("sheet")
    return notice.kind == KIND and is_at_table(state, sheet) and bool(_standing_of(state, notice).to_play)


def is_settled(state: State, notice: Notice) -> bool:
    """Whether nothing is left of what it says, or something else holds, which a later one says.

    What was played since is left out; of a table of which nothing was to be said, nothing may be.
    """
    sheet = state.sheets.get(notice.parameters["sheet"])
    if sheet is None:
        return True
    items_then, now = {*notice.parameters["said"].split()}, _items(state, sheet)
    return not now <= items_then or (bool(items_then) and not now)


def games_stand(look: Look) -> Listed | None:
    """How the games of the notice stand for its reader, in sentences."""
    sheet, stands = look.state.sheets.get(look.parameter("sheet")), _standing_of(look.state, look.notice)
    if sheet is None:
        return None
    sentences = [_to_play(look, stands.to_play)] if stands.to_play else []
    sentences += [
        _forfeited(look, sheet, leaver, games) for leaver, games in sorted(stands.forfeited.items())
    ]
    return Listed(sentences, "list-of-sentences")


def opponent(look: Look) -> str | None:
    """Who sat at the table of a notice with its reader."""
    return _other(look.state.sheets.get(look.parameter("sheet")), look.recipient.number)


def plays_with(look: Look) -> str | None:
    """With whom somebody who is in again has a game to play at the table of the notice; None for nobody."""
    sheet = look.state.sheets.get(look.parameter("sheet"))
    return _other(sheet, look.parameter("entrant")) if standing(look.state, sheet).to_play else None


def sat_there(look: Look) -> Listed:
    """Who sat at the table of a notice; of a table at which the others play on those who do."""
    sheet = look.state.sheets.get(look.parameter("sheet"))
    if sheet is None:
        return Listed(())
    return Listed(sheet.seats if are_forfeited(look.state, sheet) else active_seats(look.state, sheet))


def returned(look: Look) -> str | None:
    """Who is in again, unless that is the reader, or they are out since."""
    number = look.parameter("returned")
    known = look.state.entrants.get(number)
    back = known is not None and known.out_of(look.parameter("stage")) is None
    return number if back and number != look.recipient.number else None


def games_due(look: Look) -> Listed:
    """For officials: which games are to be played, and who has won others."""
    sheet, stands = look.state.sheets.get(look.parameter("sheet")), _standing_of(look.state, look.notice)
    to_play = [] if sheet is None else due(look.state, sheet)
    sentences = [_of_games("notice-games-due-to-play", to_play)] if to_play else []
    sentences += [
        _of_games("notice-games-due-forfeited", games, winner=_other(sheet, leaver))
        for leaver, games in sorted(stands.forfeited.items())
    ]
    return Listed(sentences or [Phrase("notice-games-due-none")], "list-of-sentences")


def is_told_of(state: State, sheets: Iterable[Sheet | None], entrant: str) -> bool:
    """Whether a message of its own says how an entrant's games at one of these tables stand."""
    return any(
        sheet is not None and entrant in sheet.seats and bool(standing(state, sheet)) for sheet in sheets
    )


def _other(sheet: Sheet | None, entrant: str) -> str | None:
    seats = () if sheet is None else sheet.seats
    return next((seat for seat in seats if seat != entrant), None)


def _standing_of(state: State, notice: Notice) -> Standing:
    return standing(state, state.sheets.get(notice.parameters.get("sheet", "")))


def _of_games(key: str, games: list[int], **values: object) -> Phrase:
    return Phrase(key, {"games": Listed(games), "count": len(games), **values})


def _to_play(look: Look, games: list[int]) -> Phrase:
    at_table = is_at_table(look.state, look.parameter("sheet"))
    return _of_games("notice-games-to-play", games, at_table=at_table)


def _forfeited(look: Look, sheet: Sheet, leaver: str, games: list[int]) -> Phrase:
    """Whose win it counts as, and why it does."""
    why = look.state.entrants[leaver].out_of(sheet.stage) or "drawn"
    if leaver == look.recipient.number:
        return _of_games("notice-games-lost", games, why=why)
    game = game_on(sheet, games[0])
    figure = None if game is None else figure_of(game.figures, look.recipient.number)
    figures = None if figure is None else figures_shown(figure)
    return _of_games("notice-games-won", games, why=why, figures=figures)
