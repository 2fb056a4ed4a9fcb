"""When and where: what comes next, what was played, where it is, and what becomes of who comes late."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Literal
from zoneinfo import ZoneInfo

import msgspec

from services.desk.params import EntrantParams
from services.desk.programme import TournamentAnswer
from services.desk.views import EntrantView, HeldView, SessionsAnswer, SessionView, SuspendedView
from services.notices.files import guide_address
from services.personal.after_the_cut import goes_on_to, going_on_line
from services.personal.person import Person
from services.personal.reader import Block, Headed, Reader, points_told
from services.personal.reserves import reserve_line, reserve_of, reserve_waiting
from services.personal.sessions import UNDER_WAY, hours, session_called
from services.personal.tables_of_officials import phase, tables_of_official
from services.projections.rows import EntrantRow, EntryCell, SessionRow
from services.rules.key_sets import keys_named
from services.tournament.definition.plan import Competition
from services.tournament.definition.texts import Text
from services.tournament.kernel.ids import TableId
from services.tournament.seating.sessions import GIVES_PLACES
from shared.catalogue import Word
from shared.i18n import moment_shown

_MOST_COMING = 5
_MISSED = ("forfeited", "absent")
_NO_NAMES: Mapping[str, object] = {"children": None, "many_children": False}
"""A message names the children in the hall; whoever looks for themselves knows whose page it is."""


class Appearance(msgspec.Struct, frozen=True):
    """A participant in one session.

    Attributes:
        missed: they were not there when seats were drawn.
        waits: there is no place for them yet.
        sits_out: they were there and have no table: with a "bye", or "unpaired", without one.
        suspended: why, and what they are to do, while it is suspended.
        held: what they are still to do on the day on which it was suspended, though it has a new date.
        waiting_place: which place they have on the waiting list.
        pardoned: they missed what was stopped, and may play as it starts again.
        too_late: it is on record that they had not checked in in time.
        began, ends: when play began, and the end that follows; None before.
    """

    row: SessionRow
    table: str | None = None
    seat: str | None = None
    missed: bool = False
    waits: bool = False
    sits_out: Literal["bye", "unpaired"] | None = None
    suspended: SuspendedView | None = None
    held: HeldView | None = None
    warned: Text | None = None
    waiting_place: int | None = None
    pardoned: bool = False
    too_late: bool = False
    began: datetime | None = None
    ends: datetime | None = None

    @property
    def is_over(self) -> bool:
        if self.waits:
            return self.row.status not in GIVES_PLACES
        return self.missed or self.row.status == "ended"


def blocks(reader: Reader) -> Iterator[Headed]:
    """Of everyone a reader stands for, and how to get there; below the tournament where there are several."""
    tournaments = dict.fromkeys(person.tournament_id for person in reader.everyone)
    for tournament in tournaments:
        here = [person for person in reader.everyone if person.tournament_id == tournament]
        answer: TournamentAnswer = reader.ask(here[0], "tournament")
        plan = answer.definition
        title = (plan.title.in_language(reader.language),) if len(tournaments) > 1 else ()
        for person in here:
            yield (*title, reader.text("of_name", name=person.name)), of_person(reader, person, plan)
        yield title, how_to_come(reader, here, plan)


def of_person(reader: Reader, person: Person, plan: Competition) -> Block:
    """What somebody plays or looks after, when and where."""
    if person.principal.role != "participant":
        return tables_of_official(reader, person, plan)
    if person.principal.left:
        return [reader.text("given_back")]
    return _participant(reader, person, plan)


def to_do(reader: Reader, person: Person) -> Block:
    """What a participant is asked to do, the most urgent first: a page shows it above all else."""
    if person.principal.role != "participant" or person.principal.left:
        return []
    view: EntrantView = reader.ask(person, "entrant", EntrantParams(entrant=person.number))
    return list(view.asked)


def appearances(reader: Reader, person: Person, plan: Competition) -> list[Appearance]:
    """The sessions a participant played in or is to play in, in the order of play."""
    view: EntrantView = reader.ask(person, "entrant", EntrantParams(entrant=person.number))
    row = view.entrant
    if row.status == "merged":
        return []
    answer: SessionsAnswer = reader.ask(person, "sessions")
    entries = entries_of(row, plan)
    found = [appearance for entry in entries for appearance in _of_entry(entry, person.number, plan, answer)]
    order = [view.session.session for view in answer.rows]
    found.sort(key=lambda appearance: order.index(appearance.row.session))
    return sorted(found, key=lambda appearance: phase(appearance.row))


def next_line(reader: Reader, person: Person) -> str:
    """What a participant plays next, waits for or may move up to, in one line; "" where nothing is known."""
    answer: TournamentAnswer = reader.ask(person, "tournament")
    plan = answer.definition
    coming = [each for each in appearances(reader, person, plan) if not each.is_over]
    if coming:
        first = next_of(coming) or coming[0]
        word = "now" if first.row.status in UNDER_WAY else "next"
        return _coming(reader, person, plan, first, word)
    if (following := goes_on_to(reader, person)) is not None:
        return going_on_line(reader, person, following)
    reserve = reserve_waiting(reader, person)
    return "" if reserve is None else reserve_line(reader, person, reserve)


def next_of(coming: Iterable[Appearance]) -> Appearance | None:
    """The first of these in which somebody plays."""
    return next((each for each in coming if not (each.waits or each.sits_out)), None)


def coming_up(reader: Reader, person: Person, plan: Competition) -> list[Appearance]:
    """Those of them that are still to be played or under way, with a place."""
    return [
        appearance
        for appearance in appearances(reader, person, plan)
        if not (appearance.is_over or appearance.waits)
    ]


def entries_of(row: EntrantRow, plan: Competition) -> Iterator[EntryCell]:
    """Every stage the participant is in: the one registered for, the last that followed, those beside."""

    def entry(session: str, *known: str | None, waits: bool = False) -> EntryCell:
        stage, (presence, table, seat, out) = plan.stage_of(session), known
        return EntryCell(stage.id if stage else "", session, presence or "", table, seat, out, waits)

    waits = row.status == "waiting"
    yield entry(row.session, row.presence, row.table, row.seat, row.out, waits=waits)
    if row.final_session is not None:
        yield entry(row.final_session, row.final_presence, row.final_table, row.final_seat, row.final_out)
    yield from row.entries


def _of_entry(
    entry: EntryCell, number: str, plan: Competition, answer: SessionsAnswer
) -> Iterator[Appearance]:
    """The session named, or all those that are attended with it; none to come for who is out."""
    stage = plan.stage_of(entry.session)
    alone = stage is None or stage.attend == "one"
    for view in answer.rows:
        named = view.session.session == entry.session
        if not named and (alone or view.session.stage != entry.stage):
            continue
        sits_out = _sits_out(view, number)
        if named:
            table, seat, missed = entry.table, entry.seat, entry.presence in _MISSED
        else:
            table, seat = _seat(view, number)
            nowhere = table is None and sits_out is None
            # Whoever is drawn has a table or sits out: the others were not there.
            missed = nowhere and view.session.seed is not None and view.session.status != "suspended"
            if nowhere and (view.session.status == "ended" or (missed and entry.out is not None)):
                continue
        shown = Appearance(
            view.session,
            table,
            seat,
            missed,
            entry.waits,
            sits_out,
            view.suspended if isinstance(view.suspended, SuspendedView) else None,
            view.held if isinstance(view.held, HeldView) else None,
            view.warned or None,
            view.waiting_place if isinstance(view.waiting_place, int) else None,
            view.pardoned is True,
            named and missed,
            view.began or None,
            view.ends or None,
        )
        inside = shown.suspended is not None and (shown.suspended.to_do or "").startswith("inside")
        if entry.out is None or shown.is_over or inside:
            yield shown


def _sits_out(view: SessionView, number: str) -> Literal["bye", "unpaired"] | None:
    return "bye" if number in view.byes else "unpaired" if number in view.unpaired else None


def _seat(view: SessionView, number: str) -> tuple[str | None, str | None]:
    for table in view.tables:
        for seat in table.seats:
            if seat.entrant_no == number:
                return str(TableId(view.session.session, table.number)), seat.seat
    return None, None


def _participant(reader: Reader, person: Person, plan: Competition) -> Block:
    view: EntrantView = reader.ask(person, "entrant", EntrantParams(entrant=person.number))
    row = view.entrant
    lines: Block = []
    if row.status == "merged":
        lines.append(Word("entrant", "merged").in_language(reader.language))
    if row.out or row.final_out:
        lines.append(reader.text(f"out_{row.final_out or row.out}"))
    lines += view.asked
    every = appearances(reader, person, plan)
    lines += dict.fromkeys(each.warned.in_language(reader.language) for each in every if each.warned)
    lines += still_to_do(reader, plan, every)
    lines += [over_line(reader, person, plan, appearance) for appearance in every if appearance.is_over]
    coming = [appearance for appearance in every if not appearance.is_over]
    with_a_place = [appearance for appearance in coming if not (appearance.waits or appearance.sits_out)]
    for appearance in coming[:_MOST_COMING]:
        word = "then"
        if with_a_place and appearance is with_a_place[0]:
            word = "now" if appearance.row.status in UNDER_WAY else "next"
        lines.append(_coming(reader, person, plan, appearance, word))
    if len(coming) > _MOST_COMING:
        lines.append(reader.text("schedule_more", count=len(coming) - _MOST_COMING))
    following = goes_on_to(reader, person)
    if following is not None:
        lines.append(going_on_line(reader, person, following))
    reserve = reserve_of(reader, person)
    if reserve is not None:
        lines.append(reserve_line(reader, person, reserve))
    waits = reserve is not None and not reserve.over
    known = coming or waits or following or view.to_play
    return lines if known else [*lines, reader.text("schedule_nothing")]


def sitting_out(reader: Reader, person: Person, appearance: Appearance) -> str:
    """That a participant sits out a session, or did, and the points it brings where points rank."""
    answer: TournamentAnswer = reader.ask(person, "tournament")
    plan = answer.definition
    stage = plan.by_id[appearance.row.stage]
    by_points = "match_points" in keys_named(stage.ranking, answer.rules_in(stage.id))
    return reader.text(
        f"schedule_{appearance.sits_out}",
        session_label=session_called(plan, appearance.row),
        over=appearance.is_over,
        points=points_told(reader, Fraction(stage.bye.halves, 2)) if by_points else None,
    )


def over_line(reader: Reader, person: Person, plan: Competition, appearance: Appearance) -> str:
    """What became of a session that is over: played, sat out, missed, or waited for in vain."""
    label = session_called(plan, appearance.row)
    if appearance.waits:
        return reader.text("schedule_waiting_over", session_label=label)
    if appearance.sits_out:
        return sitting_out(reader, person, appearance)
    if appearance.missed or appearance.table is None:
        late = plan.by_id[appearance.row.stage].late if appearance.too_late else None
        return reader.text("schedule_missed", session_label=label, late=late)
    return reader.text("schedule_played", session_label=label)


def waiting_line(reader: Reader, plan: Competition, appearance: Appearance) -> str:
    """Which place somebody has on the waiting list of a session that is still to be played."""
    label, place = session_called(plan, appearance.row), appearance.waiting_place
    suspended = appearance.suspended
    if suspended is None:
        return reader.text("schedule_waiting", session_label=label, waiting_place=place)
    return reader.text(
        "schedule_suspended_waiting",
        session_label=label,
        danger=suspended.kept_from,
        waiting_place=place,
        next_word_label=_promised(reader, plan, suspended),
    )


def still_to_do(reader: Reader, plan: Competition, every: Iterable[Appearance]) -> Block:
    """What is to be done until a danger is over, once, on the day of sessions that have a new date."""
    today = plan.local_day(reader.now())
    held = [appearance.held for appearance in every if appearance.held is not None]
    lines = [
        reader.text(
            "schedule_held", held=view.to_do, fetched=view.fetched, danger=view.kept_from, **_NO_NAMES
        )
        for view in held
        if today <= view.day
    ]
    return list(dict.fromkeys(lines))


def _coming(reader: Reader, person: Person, plan: Competition, appearance: Appearance, word: str) -> str:
    label = session_called(plan, appearance.row)
    if appearance.waits:
        return waiting_line(reader, plan, appearance)
    if appearance.suspended is not None:
        return suspended_line(reader, plan, appearance, appearance.suspended)
    if appearance.sits_out:
        return sitting_out(reader, person, appearance)
    line = reader.text(f"schedule_{word}", session_label=label)
    known = reader.text("hours", **hours(reader, plan, appearance.row, appearance.began, appearance.ends))
    seat = ""
    if appearance.table is not None:
        seat = reader.text("seat", table=TableId.of(appearance.table).number, seat=appearance.seat or "-")
    pardoned = reader.text("schedule_pardoned", pardoned=appearance.pardoned)
    between = " " if reader.language == "en" else ""
    return between.join(part for part in (line, pardoned, known, seat) if part)


def suspended_line(
    reader: Reader, plan: Competition, appearance: Appearance, suspended: SuspendedView
) -> str:
    """That a session is suspended and what to do, in the words of the message about it."""
    return reader.text(
        "schedule_suspended",
        session_label=session_called(plan, appearance.row),
        danger=suspended.kept_from,
        to_do=suspended.to_do,
        fetched=suspended.fetched,
        stopped=suspended.stopped,
        pardoned=appearance.pardoned,
        next_word_label=_promised(reader, plan, suspended),
        **_NO_NAMES,
    )


def _promised(reader: Reader, plan: Competition, suspended: SuspendedView) -> str | None:
    """By when the next word comes; None where none was promised."""
    if suspended.next_word is None:
        return None
    return moment_shown(suspended.next_word, ZoneInfo(plan.zone), reader.language)


def _is_kept_away(appearance: Appearance) -> bool:
    """Whether a danger keeps people from a session on the very day of its new date."""
    return appearance.held is not None and appearance.row.day == appearance.held.day.isoformat()


def how_to_come(reader: Reader, persons: Sequence[Person], plan: Competition) -> Block:
    """The venue and the way there, the timer guide, what lateness means in the stages to come, whom to ask.

    Nobody is shown the way to what is suspended, nor what to read before it.
    """
    lines: Block = []
    players = [
        person for person in persons if person.principal.role == "participant" and not person.principal.left
    ]
    coming = [appearance for person in players for appearance in coming_up(reader, person, plan)]
    venue = plan.venue
    held = [appearance for appearance in coming if appearance.suspended is None]
    if venue is not None and (held or not coming):
        lines.append(reader.text("venue", venue=venue.name, address=venue.address))
        if venue.travel is not None:
            lines.append(reader.text("travel", travel=venue.travel))
        if venue.map is not None:
            lines.append(reader.text("map", map=venue.map))
    guide = guide_address(plan, reader.site, reader.language) if held else None
    if guide is not None:
        lines.append(reader.text("timer_guide", timer_guide=guide))
    # While people are kept from coming, being late for that day is no threat to them.
    stages = dict.fromkeys(appearance.row.stage for appearance in held if not _is_kept_away(appearance))
    for late in dict.fromkeys(plan.by_id[stage].late for stage in stages):
        if late is not None:
            lines.append(reader.text(f"late_{late}"))
    if plan.contact is not None:
        lines.append(reader.text("contact", contact=plan.contact))
    return lines
