"""Cases of the docket in words: who put them there, what was ruled, whom it concerns, what came of them."""

from collections.abc import Mapping, Sequence
from zoneinfo import ZoneInfo

from msgspec import UNSET

from services.access.rights import forbidden_at_others
from services.desk.docket_views import CaseEvent, DocketAnswer, DocketView
from services.desk.params import EntrantParams, SheetParams
from services.desk.programme import OfficialsAnswer, TournamentAnswer
from services.desk.told_when import told_since
from services.desk.views import EntrantView, SessionsAnswer, SheetsAnswer, SheetView
from services.officials.reader import Reader
from services.personal.person import Person
from services.personal.texts import clipped
from services.projections.rows import RulingCell
from services.rules.citing import Cited
from services.tournament.kernel.ids import TableId
from services.tournament.lookups import BEFORE_PLAY, SESSION_NOT_IN_PLAY
from services.tournament.seating.sessions import SEATS
from shared.catalogue import Listed, Word
from shared.i18n import moment_shown
from shared.problems import not_found, quoted

_LONGEST_RULING = 240


def ruling_shown(reader: Reader, person: Person, view: DocketView, *, whole: bool = False) -> str:
    """The ruling that stands, whom it is about, and what was found.

    Args:
        whole: on a page, which has room; a chat shows where each text begins.
    """
    last = view.case.rulings[-1]
    finding = view.rulings.get(last.ruling, {}).get("finding", "")
    reason = view.rulings.get(last.ruling, {}).get("reason", "")
    if not whole:
        finding, reason = clipped(finding, 90), clipped(reason, 60)
    text = reader.text(
        "case_ruling",
        ruling=last.ruling,
        effects=Listed(effects_shown(reader, person, view, last)),
        cites=Cited(last.cites),
        finding=finding or None,
        reason=None if reason in ("", finding) else reason,
        replaced=last.supersedes,
    )
    return text if whole else clipped(text, _LONGEST_RULING)


def effects_shown(reader: Reader, asker: Person, view: DocketView, ruling: RulingCell) -> list[str]:
    """What a ruling does; of charges, warnings and disqualifications to whom."""
    shown = []
    for effect in ruling.effects:
        concerned = [
            reader.text(
                f"case_{effect}",
                entrant=_seated(reader, asker, view, person.entrant),
                charge=Word("charge", person.charge) if person.charge else None,
            )
            for person in view.concerned or ()
            if (person.ruling, person.effect) == (ruling.ruling, effect)
        ]
        shown += concerned or [Word("effect", effect).in_language(reader.language)]
    return list(dict.fromkeys(shown))


def _seated(reader: Reader, person: Person, view: DocketView, entrant: str) -> str:
    """Someone by seat, number and name."""
    sheet = sheet_in(reader, person, view)
    seats = () if sheet is None else sheet.sheet.seats
    letter = next((letter for letter, number in zip(SEATS, seats, strict=False) if number == entrant), "")
    return f"{letter} {entrant_shown(reader, person, entrant)}".lstrip()


def raised_shown(reader: Reader, person: Person, view: DocketView) -> str:
    """Who put a case on the docket, and in whose name."""
    role, _, number = (view.by or "").partition(":")
    raised_by = view.case.raised_by
    by = actor_shown(reader, person, view.by or "")
    name = None if raised_by is None else entrant_shown(reader, person, raised_by)
    if (role == "participant" and number == raised_by) or view.case.kind != "dispute":
        return reader.text("case_raised", by=by)
    return reader.text("case_raised_for", by=by, entrant=name)


def actor_shown(reader: Reader, person: Person, actor: str) -> str:
    """Who did something, "role:number" in the log, by role, number and name."""
    role, _, number = actor.partition(":")
    if role in ("referee", "chief_referee"):
        answer: OfficialsAnswer = reader.ask(person, "officials")
        names = {row.referee: row.name for row in answer.rows}
        return " ".join([reader.text(f"role_{role}"), number, names.get(number) or ""]).rstrip()
    if role == "organizer":
        return reader.text("role_organizer")
    return entrant_shown(reader, person, number) if role == "participant" else "–"


def entrant_shown(reader: Reader, person: Person, number: str) -> str:
    """An entrant by number and name."""
    view: EntrantView = reader.ask(person, "entrant", EntrantParams(entrant=number))
    known = view.entrant.entrant_no
    return f"{known} {view.name}" if isinstance(view.name, str) and view.name else known


def cases(reader: Reader, person: Person) -> Sequence[DocketView]:
    """The docket as far as this person may see it."""
    answer: DocketAnswer = reader.ask(person, "docket")
    return answer.rows


def case(reader: Reader, person: Person, dispute: str) -> DocketView:
    """One case; raises Problem: not-found; forbidden, of another referee's table."""
    answer: DocketAnswer = reader.ask(person, "docket")
    for view in answer.rows:
        if view.case.dispute == dispute:
            return view
    if answer.elsewhere is not UNSET and dispute in answer.elsewhere:
        role, subject = person.principal.role, person.principal.subject
        raise forbidden_at_others(role, "docket", subject, answer.elsewhere[dispute])
    raise not_found("dispute", quoted(dispute))


def players_now(view: DocketView) -> str:
    """Where those of the table of a case are: at that "table", "elsewhere" at play, or it is "over" for all.

    "case" for one without a table.
    """
    tables = {table for table in _seats(view).values() if table is not None}
    if sheet_about(view) is None:
        return "case"
    return "over" if not tables else "table" if view.case.sheet in tables else "elsewhere"


def ruled_shown(reader: Reader, person: Person, view: DocketView, where: str) -> str:
    """That a case is ruled on, and when those concerned are told: who sits at a table in play, after that.

    Args:
        where: as `players_now` had it.
    """
    ruling = view.case.rulings[-1]
    since = told_since(reader.desk, person.tournament_id, ruling.seq)
    now, later, night = (
        [recipient.number for recipient in recipients if recipient.kind == "entrant"]
        for recipients in (since.now, since.later, since.night)
    )
    # Where all of the table are told alike it is said of them together.
    alike = {*_seats(view)} if where in ("table", "over") else set()
    return reader.text(
        "ruled",
        ruling=ruling.ruling,
        dispute=view.case.dispute,
        where=where,
        referee=view.referee or None,
        now=Listed(now) if now and (where != "over" or not alike.issuperset(now)) else None,
        later=Listed(later) if later and not (where == "table" and alike.issuperset(later)) else None,
        night=Listed(night) if night and (now or later) else None,
        night_over=since.hour(reader.language) if night else None,
    )


def _seats(view: DocketView) -> Mapping[str, str | None]:
    return view.seats if isinstance(view.seats, Mapping) else {}


def sheet_about(view: DocketView) -> str | None:
    """The sheet that a case is about; None without one, or once its session was suspended or begun anew."""
    return None if view.seats is UNSET else view.case.sheet


def sheet_in(reader: Reader, person: Person, view: DocketView) -> SheetView | None:
    """The same as this person may see it."""
    sheet = sheet_about(view)
    return None if sheet is None else sheet_of(reader, person, sheet)


def sheet_of(reader: Reader, person: Person, sheet: str) -> SheetView:
    """A sheet as far as this person may see it; raises Problem: not-found, session-not-in-play, forbidden."""
    answer: SheetsAnswer = reader.ask(person, "sheets", SheetParams(sheet=sheet))
    if not answer.rows:
        sessions: SessionsAnswer = reader.ask(person, "sessions")
        table = TableId.read(sheet)
        refuse_before_play(sessions, table)
        tables = next(
            (each.tables for each in sessions.rows if table and each.session.session == table.session), ()
        )
        referee = next((each.referee for each in tables if table and each.number == table.number), None)
        # The query refuses what is no sheet at all: this one is of another table.
        raise forbidden_at_others(person.principal.role, "sheets", person.principal.subject, referee)
    return answer.rows[0]


def refuse_before_play(answer: SessionsAnswer, table: TableId | None, called: object = None) -> None:
    """Say of a table whose session was suspended, or has not started, just that.

    Args:
        called: the session as people call it; by its id where that is put into words later.

    Raises:
        Problem: session-not-in-play.
    """
    for view in answer.rows:
        session, status = view.session.session, view.session.status
        if table is not None and session == table.session and status in BEFORE_PLAY:
            about = {"session": called or session, "status": Word("session", status)}
            raise SESSION_NOT_IN_PLAY(**about, stopped=False, at=None)


def referee_at(reader: Reader, person: Person, sheet: str) -> str | None:
    """Who supervises a table that has a case or a call; None for nobody."""
    answer: DocketAnswer = reader.ask(person, "docket")
    known = {view.case.sheet: view.referee for view in answer.rows}
    known |= {call.sheet: call.referee for call in answer.calls or ()}
    return known.get(sheet) or None


def is_signed(person: Person, view: SheetView) -> bool:
    """Whether a sheet is signed, so that this person corrects it no longer (HK score sheet, remark)."""
    return bool(view.sheet.signatures) and person.principal.role not in ("chief_referee", "organizer")


def tournament_of(reader: Reader, person: Person) -> TournamentAnswer:
    """The tournament as it is defined."""
    answer: TournamentAnswer = reader.ask(person, "tournament")
    return answer


def leaver_shown(reader: Reader, person: Person, view: DocketView) -> str:
    """Who left during the game that a case is about, how and why; "" where nobody did."""
    if view.left is UNSET or view.left.entrant is None:
        return ""
    entrant = entrant_shown(reader, person, view.left.entrant)
    grounds = Word("grounds", view.left.grounds)
    return reader.text("case_leaver", entrant=entrant, grounds=grounds, **_done(reader, person, view.left))


def ended_shown(reader: Reader, person: Person, view: DocketView) -> str:
    """What ended a case without a ruling, who did it, when and why; "" for one that is open or ruled."""
    if view.ended is UNSET:
        return ""
    return reader.text("case_ended", dispute=view.case.dispute, **_done(reader, person, view.ended))


def _done(reader: Reader, person: Person, event: CaseEvent) -> dict[str, object]:
    """What was done, by whom, when and why."""
    zone = ZoneInfo(tournament_of(reader, person).definition.zone)
    return {
        "what": Word("event", event.type),
        "by": actor_shown(reader, person, event.by),
        "at": moment_shown(event.at, zone, reader.language),
        "reason": event.reason or None,
    }


def made_shown(reader: Reader, person: Person, ruling: RulingCell) -> str:
    """Who made a ruling, and when."""
    (made,) = reader.desk.events(person.tournament_id, ruling.seq - 1, 1)
    zone = ZoneInfo(tournament_of(reader, person).definition.zone)
    return reader.text(
        "ruling_made_by",
        ruling=ruling.ruling,
        by=actor_shown(reader, person, made.actor),
        at=moment_shown(made.occurred_at, zone, reader.language),
    )


def undone_by(reader: Reader, person: Person, view: DocketView, replaced: str | None) -> list[str]:
    """What a ruling did, and to whom, that another takes the place of; nothing where none is replaced."""
    made = [each for each in view.case.rulings if each.ruling == replaced and each.effects != ("none",)]
    return [line for ruling in made for line in effects_shown(reader, person, view, ruling)]
