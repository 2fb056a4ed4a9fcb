"""Why an entrant stands where they stand: a chain of facts, each with the event it comes from.

Games with their sheet, charges and rulings; the ranking keys; the neighbours above and below and the key that
parts them; what the cut needed. In plain words, in the language asked for.
"""

from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec import UNSET, UnsetType

from services.access.visibility import Visibility
from services.desk.decided import Decided
from services.desk.explaining_decisions import Decisions, rulings_about
from services.desk.explaining_figures import figures_of, neighbours, readable
from services.desk.explaining_sessions import Attending
from services.desk.participant_view import qualified_shown
from services.desk.reasons import NOTHING_TYPED, Neighbour, Reason, Words
from services.desk.sheet_views import versions
from services.rules.citing import Cited
from services.rules.exact import figure_shown
from services.tournament.definition.places_called import session_called, table_called
from services.tournament.definition.stages import Stage
from services.tournament.kernel.ids import TableId
from services.tournament.lookups import entrant_in, stage_in
from services.tournament.people.entrants import Attendance, Entrant
from services.tournament.people.places import standing_called
from services.tournament.play.scores import LEFT, Game, Result, SeatClock, Sheet
from services.tournament.play.sheets import figure_of
from services.tournament.publication.publishing import qualified
from services.tournament.standings.draws import is_drawn
from services.tournament.standings.reached import Standing
from services.tournament.standings.standing import standings
from services.tournament.state import State
from shared.catalogue import Word


class Keys(msgspec.Struct, frozen=True):
    """The three ranking keys, exact."""

    games_won: int
    score: str
    average: str
    tiles: int


class Explanation(msgspec.Struct, frozen=True):
    """Why someone stands where they stand. `place` is None for who is not ranked; the chain says why.

    `stages` are those that the entrant entered, in order: each has a chain of its own.
    """

    seq: int
    entrant_no: str
    stage: Stage
    place: int | None
    ranked: int
    keys: Keys | None
    above: Neighbour | None
    below: Neighbour | None
    qualified: bool | None
    chain: tuple[Reason, ...]
    stages: tuple[Stage, ...] = ()


def explain(
    state: State,
    entrant_no: str,
    stage: Stage | None,
    language: str,
    seen: Visibility | None = None,
    typed: Mapping[int, str] = NOTHING_TYPED,
    decided: Sequence[Decided] = (),
) -> Explanation:
    """Explain an entrant's place in a stage, by default the one they are in.

    Args:
        seen: what whoever asks may see; where that is not places, figures are told and no place. None for
            everything.
        typed: the reasons of corrections, by seq, as far as whoever asks may read them.
        decided: what was decided about entries, cuts and awards, by rising seq.

    Raises:
        Problem: not-found.
    """
    entrant = entrant_in(state, entrant_no)
    stage = entrant.stage if stage is None else stage_in(state, stage)
    unseen = seen.hides(stage) if seen is not None else None
    table = standings(state, stage)
    index = next((i for i, other in enumerate(table) if other.entrant_no == entrant_no), None)
    entered = tuple(part.stage for part in entrant.participations)
    words = Words(language, typed)
    decisions = Decisions(state, entrant_no, stage, decided, words, seen)
    chain = [*decisions.before_play(), *_story(state, entrant, stage, decisions, words)]
    goes_on = qualified(state, stage, entrant_no)
    if seen is not None:
        goes_on = qualified_shown(state, seen, stage, entrant_no)
    if index is None or unseen is not None:
        keys = _keys(table[index]) if index is not None else None
        if index is None and unseen is None and not entrant.out_of(stage):
            chain += _not_ranked(state, stage, entrant, words)
        if unseen is not None:
            chain.append(Reason(unseen.sentence.in_language(words.language)))
        chain.extend(decisions.after_play())
        return Explanation(
            state.seq, entrant_no, stage, None, len(table), keys, None, None, goes_on, tuple(chain),
            entered,
        )  # fmt: skip
    standing = table[index]
    above, below = neighbours(state, stage, table, standing)
    chain.extend(figures_of(state, stage, standing, (above, below), words))
    chain.extend(_standing_reasons(state, stage, standing, (above, below), table, words))
    chain.extend(decisions.after_play())
    return Explanation(
        state.seq, entrant_no, stage, standing.place, len(table), _keys(standing), above, below, goes_on,
        tuple(chain), entered,
    )  # fmt: skip


def _not_ranked(state: State, stage: Stage, entrant: Entrant, words: Words) -> Iterator[Reason]:
    """That who is in the stage has no place in it, as nothing was played or not everything that has to be."""
    if state.stage_plan(stage).ranked == "played":
        if entrant.stands_in(stage):
            yield Reason(words.say("not-ranked-no-game"))
        return
    attendance = entrant.at(stage)
    sheet = state.sheets.get(attendance.table or "") if attendance is not None else None
    if sheet is not None:
        missing = sum(
            game is None or figure_of(game.figures, entrant.entrant_no) is None for game in sheet.games
        )
        if missing:
            yield Reason(words.say("not-ranked-missing", count=missing))


def _keys(standing: Standing) -> Keys:
    return Keys(
        standing.totals.games_won,
        standing.totals.score,
        standing.average,
        standing.totals.tiles,
    )


def _story(
    state: State, entrant: Entrant, stage: Stage, decisions: Decisions, words: Words
) -> Iterator[Reason]:
    attendance, part = entrant.at(stage), entrant.participation(stage)
    waits = part is not None and part.waits
    if entrant.status != "registered" or attendance is None or waits:
        known = entrant.status == "registered" and not waits
        yield Reason(
            words.say(
                "entrant-no-place",
                entrant_no=entrant.entrant_no,
                stage=state.plan.stage_name(stage),
                status=None if known else standing_called(state, entrant, part),
            )
        )
        return
    attended = part.attendances if part is not None and len(part.attendances) > 1 else (attendance,)
    for session in attended if len(attended) == 1 else _begun(attended, entrant):
        attending = Attending(decisions, session.session)
        yield from attending.put_off()
        yield from attending.arrival()
        yield from _presence(state, entrant, session, attending, words)
        for table in session.tables:
            yield from _table(state, table, entrant.entrant_no, attending, words)
    yield from rulings_about(state, stage, entrant.entrant_no, words)
    yield from decisions.returned()
    out = entrant.out_of(stage)
    if out is not None:
        yield Reason(words.say("out-competition", value=words.of("out", out)), decisions.left_seq())


def _begun(attended: Sequence[Attendance], entrant: Entrant) -> Sequence[Attendance]:
    """Of many sessions those arrived at or missed; before all of them the first."""
    return [known for known in attended if known.presence != "expected"] or attended[:1]


def _table(state: State, table: str, entrant_no: str, attending: Attending, words: Words) -> Iterator[Reason]:
    """The games of one table and the signatures under them; of a table of two with the opponent."""
    sheet = state.sheets.get(table)
    if sheet is None:
        return
    if len(sheet.seats) == 2:
        other = next((number for number in sheet.seats if number != entrant_no), "")
        yield Reason(words.say("against", other=other))
    for number, game in enumerate(sheet.games, 1):
        yield _game(state, sheet, number, game, entrant_no, words)
        if game is not None and game.ruling is not None:
            yield _ruling(state, game.ruling, words)
        yield from _before(state, sheet, number, game, entrant_no, words)
    yield from attending.settled(table)
    yield from attending.signatures(table, sheet.signatures.get(entrant_no))


def _presence(
    state: State, entrant: Entrant, attendance: Attendance, attending: Attending, words: Words
) -> Iterator[Reason]:
    known, session = (
        state.sessions[attendance.session],
        session_called(attendance.session, state.plan, state.moved_to),
    )
    by = attending.seated_by()
    if entrant.entrant_no in known.byes:
        yield Reason(words.say("session-bye", session=session), by)
    elif entrant.entrant_no in known.unpaired:
        yield Reason(words.say("session-unpaired", session=session), by)
    elif attendance.presence == "absent":
        yield Reason(words.say("missed-session", session=session), by)
    elif attendance.presence == "forfeited":
        yield Reason(words.say("not-checked-session-seating-time", session=session), by)
    elif attendance.table is not None:
        table = table_called(attendance.table, state.plan, state.moved_to)
        sheet = state.sheets.get(attendance.table)
        seat_sentence = "played-at-seat" if sheet is not None and any(sheet.games) else "drawn-at-seat"
        yield Reason(words.say(seat_sentence, table=table, seat=attendance.seat), by)
    yield from attending.exchanged()


def _game(
    state: State, sheet: Sheet, number: int, game: Game | None, entrant_no: str, words: Words
) -> Reason:
    figure = figure_of(game.figures, entrant_no) if game is not None else None
    table = TableId.of(sheet.sheet).number
    if game is None or figure is None:
        status = words.of("game", game.status if game is not None else "open")
        return Reason(
            words.say("game-on-no-figures", number=number, table=table, status=status),
            game.seq if game is not None else None,
        )
    score = figure_shown(figure.score)
    charges = [charge for charge in (figure.charge, *figure.more_charges) if charge]
    charged = words.say("charged", charges=[Word("charge", charge) for charge in charges]) if charges else ""
    clock = _clock(figure.clock, words)
    forfeit = game.ended_by == LEFT
    source = words.say("forfeited") if forfeit else _source(game, words)
    won = _outcome(state, sheet, game, figure, words)
    return Reason(
        words.say(
            "game",
            number=number,
            table=table,
            won=won,
            score=score,
            tiles=figure.tiles,
            more=f"{charged}{clock}",
            source=source,
        ),
        game.seq,
    )


def _source(game: Game, words: Words) -> str:
    """How the figures came about; of a correction also why, for who may read it."""
    if game.before is None:
        return words.of("source", game.source)
    source = words.of("source", game.source if game.source == "clerical" else "corrected")
    typed = words.typed.get(game.seq)
    return words.say("corrected-because", source=source, typed=typed) if typed else source


def _outcome(state: State, sheet: Sheet, game: Game, figure: Result, words: Words) -> str:
    if is_drawn(state, sheet, game):
        return words.say("drawn")
    return words.say("won" if figure.game_won else "not-won")


def _before(
    state: State, sheet: Sheet, number: int, game: Game | None, entrant_no: str, words: Words
) -> Iterator[Reason]:
    """What stood before a game was corrected or ruled on, the latest first."""
    for earlier in [*versions(state, game)][1:]:
        figure = figure_of(earlier.figures, entrant_no)
        if figure is not None:
            won = _outcome(state, sheet, earlier, figure, words)
            score = figure_shown(figure.score)
            source = _source(earlier, words)
            sentence = words.say("game-before", won=won, score=score, tiles=figure.tiles, source=source)
            as_recorded = _game(state, sheet, number, earlier, entrant_no, words).text
            yield Reason(sentence, earlier.seq, alone=as_recorded)


def _clock(clock: SeatClock | UnsetType, words: Words) -> str:
    """What the clock of the seat showed, as a part of a sentence."""
    sentence = ""
    if clock is UNSET:
        return sentence
    if clock.time_left is not None:
        seconds = f"{clock.time_left // 1000}.{clock.time_left % 1000:03d}".rstrip("0").rstrip(".")
        sentence = words.say("clock-left", seconds=seconds)
    if clock.overstepped:
        sentence += words.say("clock-overstepped", times=clock.overstepped)
        if clock.tiles_due is not None:
            sentence += words.say("clock-due", tiles=clock.tiles_due)
    return sentence


def _ruling(state: State, number: str, words: Words) -> Reason:
    ruling = state.rulings[number]
    effects = [Word("effect", effect) for effect in ruling.effects]
    return Reason(
        words.say("game-stands-ruling-citing", number=number, cites=Cited(ruling.cites), effects=effects),
        ruling.seq,
    )


def _standing_reasons(
    state: State,
    stage: Stage,
    standing: Standing,
    beside: Sequence[Neighbour | None],
    table: Sequence[Standing],
    words: Words,
) -> Iterator[Reason]:
    yield Reason(
        words.say(
            "won-score-average-left-place",
            games_won=standing.totals.games_won,
            score=figure_shown(standing.totals.score),
            average=figure_shown(standing.average),
            tiles=standing.totals.tiles,
            place=standing.place,
            count=len(table),
        )
    )
    if standing.tied:
        shared = [level.entrant_no for level in table if level.place == standing.place and level != standing]
        yield Reason(words.say("equal-on-every-key-with", shared=shared))
    for neighbour, where in zip(beside, ("above", "below"), strict=True):
        if neighbour is not None:
            mine, theirs = readable(neighbour)
            yield Reason(
                words.say(
                    f"next-{where}",
                    entrant=neighbour.entrant_no,
                    place=neighbour.place,
                    key=Word("key", neighbour.key or "none"),
                    mine=mine,
                    theirs=theirs,
                )
            )
    yield from _cut_reason(state, stage, table, words)


def _cut_reason(state: State, stage: Stage, table: Sequence[Standing], words: Words) -> Iterator[Reason]:
    following = next((later for later in state.plan.leads_to(stage)), None)
    source = following.source if following is not None else None
    if following is None or source is None or source.places is None or len(table) <= source.places:
        return
    places = source.places
    last = table[places - 1]
    cut = state.cut_into(following.id)
    status = words.of("cut", cut.status)
    yield Reason(
        words.say(
            "cut-at-place-won-score",
            places=places,
            status=status,
            place=last.place,
            games_won=last.totals.games_won,
            score=figure_shown(last.totals.score),
            tiles=last.totals.tiles,
        ),
        cut.seq,
    )
