"""Publication: results go out in numbered versions, each stored as it went out and never rewritten.

A correction makes the next version, which carries the differences to the one before.
"""

from collections.abc import Callable, Sequence
from functools import partial

from msgspec import UNSET, structs

from services.tournament.definition.places_called import session_called, table_called
from services.tournament.definition.stages import Stage
from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Command, Event, Part, Stamp
from services.tournament.kernel.registry import decides, event, evolves
from services.tournament.lookups import stage_in
from services.tournament.play.sheets import open_points
from services.tournament.seating.sessions import Session
from services.tournament.standings.columns import columns_of, figures_shown
from services.tournament.standings.outcomes import Publication, PublishedRow, Qualification, figures_differ
from services.tournament.standings.standing import standings
from services.tournament.state import State
from shared.catalogue import Listed, Phrase, Word
from shared.codec import digest
from shared.problems import Problem, ProblemType

STAGE_NOT_SETTLED = ProblemType("stage-not-settled", 409)
NOTHING_NEW = ProblemType("nothing-new-to-publish", 409)


class RowChange(Part, frozen=True):
    """How one line differs from the version before; None where it had or has no line."""

    entrant_no: str
    before: PublishedRow | None
    after: PublishedRow | None


@event("results-published", "conclusion")
class ResultsPublished(Event, frozen=True):
    """The results of a stage went out as this version, with this table under this digest."""

    stage: Stage
    version: int
    digest: str
    rows: tuple[PublishedRow, ...]
    changes: tuple[RowChange, ...]

    @property
    def only_who_goes_on(self) -> bool:
        """Whether places and figures are those of the version before, and only who goes on differs."""
        return self.version > 1 and not any(
            figures_differ(change.before, change.after) for change in self.changes
        )


class PublishResults(Command, frozen=True, kw_only=True):
    """Publish the results of a stage, or a corrected version of them."""

    stage: Stage


@decides(PublishResults)
def publish_results(draft: Draft, command: PublishResults) -> None:
    stage = stage_in(draft.state, command.stage)
    require_settled(draft.state, stage)
    publish(draft, stage)


def publish(draft: Draft, stage: Stage) -> None:
    """Publish the next version of a stage's results as they are."""
    state = draft.state
    rows = published_rows(state, stage)
    version = state.versions.get(stage, 0)
    before = state.publications[f"{stage}/{version}"].rows if version else ()
    changes = changes_between(before, rows)
    if version and not changes:
        raise NOTHING_NEW(version=version)
    draft.record(ResultsPublished(stage, version + 1, digest(rows), rows, changes if version else ()))


def require_settled(state: State, stage: Stage) -> None:
    """Refuse while a session with entrants is not over or a sheet is open, naming the first few."""
    problem = not_settled(state, stage)
    if problem is not None:
        raise problem


def not_settled(state: State, stage: Stage) -> Problem | None:
    """What keeps the stage open, the first few points named; None if nothing does."""
    points = unsettled(state, stage)
    if not points:
        return None
    named = Listed(points[:5], "list-between-sentences")
    if len(points) > 5:
        named = Listed([named, Phrase("part-points-more", {"count": len(points) - 5})], "list-more")
    return STAGE_NOT_SETTLED(stage=state.plan.stage_name(stage), points=named)


def ending_stages(state: State) -> tuple[Stage, ...]:
    """The stages with which the tournament ends: those nothing follows from.

    One that nobody comes to keeps no other from its end.
    """
    stages = state.plan.last_stages
    return tuple(stage for stage in stages if _anyone_comes(state, stage)) or stages


def _anyone_comes(state: State, stage: Stage) -> bool:
    """Whether anyone played in the stage, or is still to play in it."""
    if any(sheet.stage == stage for sheet in state.sheets.values()):
        return True
    source = state.stage_plan(stage).source
    if source is None:
        there = (number for session in state.sessions_of(stage) for number in session.entrants)
        return any(state.entrants[number].plays_in(stage) for number in there)
    cut = state.cut_into(stage)
    nobody_goes_on = cut.status == "concluded" and not cut.qualified
    return not nobody_goes_on and _anyone_comes(state, source.stage)


def not_over(state: State) -> Problem | None:
    """What keeps the tournament from its end, as far as its first open stage says; None if nothing does."""
    found = (not_settled(state, stage) for stage in ending_stages(state))
    return next((problem for problem in found if problem is not None), None)


def unsettled(state: State, stage: Stage) -> list[Phrase]:
    """What keeps the stage open: sessions to be played, sheets not closed."""
    points = []
    for session in sorted(state.sessions.values(), key=lambda other: other.plan.id):
        if session.stage == stage and session.status != "ended" and to_be_played(state, session):
            status = Word("session", session.status)
            points.append(
                Phrase(
                    "part-session-is",
                    {
                        "session": session_called(session.plan.id, state.plan, state.moved_to),
                        "status": status,
                    },
                )
            )
    for sheet in sorted(state.sheets.values(), key=lambda other: other.sheet):
        if sheet.stage == stage and sheet.closed_seq is None:
            open_at = {
                "sheet": table_called(sheet.sheet, state.plan, state.moved_to),
                "points": open_points(state, sheet),
            }
            points.append(Phrase("part-sheet-open", open_at))
    if not points and not any(sheet.stage == stage for sheet in state.sheets.values()):
        points.append(Phrase("part-nothing-played"))
    return points


def to_be_played(state: State, session: Session) -> bool:
    """Whether anyone is still to play in the session; whoever is out is not waited for.

    Where people come as they like, nobody has to, so only what has begun keeps a stage open.
    """
    if state.stage_plan(session.stage).attend == "some" and session.status in ("scheduled", "suspended"):
        return False
    return any(state.entrants[number].plays_in(session.stage) for number in session.entrants)


def published_rows(state: State, stage: Stage) -> tuple[PublishedRow, ...]:
    """The table as it would go out now."""
    goes = goes_on(state, stage) if state.plan.stages_after(stage) else None
    columns = columns_of(state, stage)
    return tuple(
        PublishedRow(
            line.place,
            line.entrant_no,
            line.totals.games_won,
            line.totals.score,
            line.totals.tiles,
            goes(line.entrant_no) if goes is not None else None,
            figures_shown(state, stage, line, columns) if columns else UNSET,
        )
        for line in standings(state, stage)
    )


def qualified(state: State, stage: Stage, entrant_no: str) -> bool | None:
    """Whether the entrant goes on from a stage, or went on to the last one; None while that is open."""
    return goes_on(state, stage)(entrant_no)


def goes_on(state: State, stage: Stage) -> Callable[[str], bool | None]:
    """`qualified` for many entrants of one stage."""
    plan = state.stage_plan(stage)
    following = state.plan.leads_to(stage) or ((plan,) if plan.source is not None else ())
    return partial(_goes_on, [state.cut_into(later.id) for later in following])


def _goes_on(cuts: Sequence[Qualification], entrant_no: str) -> bool | None:
    for cut in cuts:
        if entrant_no in cut.qualified:
            return True
    for cut in cuts:
        if cut.status == "open" or entrant_no in cut.tied:
            return None
    return False if cuts else None


def changes_between(before: Sequence[PublishedRow], after: Sequence[PublishedRow]) -> tuple[RowChange, ...]:
    """The lines that differ, by entrant number."""
    old = {row.entrant_no: row for row in before}
    new = {row.entrant_no: row for row in after}
    return tuple(
        RowChange(number, old.get(number), new.get(number))
        for number in sorted(old.keys() | new.keys())
        if old.get(number) != new.get(number)
    )


@evolves(ResultsPublished)
def _published(state: State, event: ResultsPublished, stamp: Stamp) -> State:
    key = f"{event.stage}/{event.version}"
    publication = Publication(event.stage, event.version, event.digest, event.rows, stamp.seq)
    return structs.replace(
        state,
        publications=state.publications.set(key, publication),
        versions=state.versions.set(event.stage, event.version),
    )
