"""A published version as it is shown to everyone: the table as it went out, and what proves it."""

from datetime import datetime
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import msgspec
from msgspec import UNSET

from services.desk.directory import shown_name
from services.desk.moments import AsOf
from services.desk.proving import seal_over
from services.desk.view_failures import answering
from services.tournament.definition.stages import Stage
from services.tournament.definition.texts import Text
from services.tournament.lookups import stage_in
from services.tournament.people.entrants import ConsentScope
from services.tournament.people.whereabouts import tells_where
from services.tournament.standings.columns import columns_of
from services.tournament.standings.outcomes import Publication, PublishedRow
from services.tournament.state import State
from shared.clock import from_micros
from shared.eventlog.excerpt import excerpt_lines
from shared.eventlog.seal import Seal
from shared.problems import not_found

if TYPE_CHECKING:
    from services.desk.desk import Desk


class PublishedResults(msgspec.Struct, frozen=True):
    """One published version of a stage; without any, nothing is published yet.

    Attributes:
        seq: the moment looked at.
        versions: the numbers of all versions of the stage.
        rows: as they were published; `digest` is over them.
        names: of those who consent to it now, by entrant number; `names_elsewhere` in the other language.
        stages: what each stage is called, in the order in which they are played.
        leads_on: whether another stage follows.
        cut_is_made: whether it is decided by now who goes on to each stage that is entered from this one.
        columns: the figures of the rows in the order of the ranking; what it does not know now comes last.
        event, hash, at: seq, hash and moment of the event that holds the version.
        seal: the first seal over that event, if there is one.
    """

    title: Text
    seq: int
    stage: Stage
    versions: tuple[int, ...]
    version: int | None = None
    rows: tuple[PublishedRow, ...] = ()
    names: dict[str, str] = {}
    digest: str = ""
    event: int = 0
    hash: str = ""
    at: datetime | None = None
    seal: Seal | None = None
    stages: dict[str, Text] = {}
    leads_on: bool = False
    cut_is_made: bool = False
    names_elsewhere: dict[str, str] = {}
    columns: tuple[str, ...] = ()

    @property
    def says_who_goes_on(self) -> bool:
        """Whether the cut had been decided, of anyone, when this version was published."""
        return any(row.qualified is not None for row in self.rows)


def published_results(
    desk: "Desk",
    tournament_id: str,
    stage: Stage | None = None,
    version: int | None = None,
    *,
    as_of: AsOf | None = None,
    language: str = "en",
    place: ConsentScope = "pages",
) -> PublishedResults:
    """A version of a stage's results, the newest by default, with names by consent whoever asks.

    Args:
        place: where they are read, for which names need consent.

    Raises:
        Problem: tournament-unknown, stage-unknown, not-found, view-failed, or what is wrong with the moment.
    """
    state = desk.state(tournament_id, as_of)
    stage = stage_in(state, stage)
    with answering(tournament_id, "publications", state.seq):
        return _published(desk, tournament_id, state, stage, version, language, place)


def _published(
    desk: "Desk",
    tournament_id: str,
    state: State,
    stage: Stage,
    version: int | None,
    language: str,
    place: ConsentScope,
) -> PublishedResults:
    publications = {
        publication.version: publication
        for publication in state.publications.values()
        if publication.stage == stage
    }
    if version is not None and version not in publications:
        raise not_found("published-version", version)
    versions = tuple(sorted(publications))
    stages, leads_on = state.plan.stage_names, bool(state.plan.stages_after(stage))
    if not versions:
        return PublishedResults(state.plan.title, state.seq, stage, (), stages=stages, leads_on=leads_on)
    shown = publications[versions[-1] if version is None else version]
    event = desk.log.read_one(tournament_id, shown.seq)
    assert event is not None, "the version was published at a seq of this log"
    return PublishedResults(
        state.plan.title,
        state.seq,
        stage,
        versions,
        shown.version,
        shown.rows,
        _names(desk, tournament_id, shown, language, place),
        shown.digest,
        shown.seq,
        event.hash.hex(),
        from_micros(event.recorded_at).astimezone(ZoneInfo(state.plan.zone)),
        seal_over(desk, tournament_id, shown.seq),
        stages,
        leads_on,
        _cut_is_made(state, stage),
        _names(desk, tournament_id, shown, "en" if language == "zh" else "zh", place),
        _columns(state, shown),
    )


def publication_proof(
    desk: "Desk", tournament_id: str, stage: Stage | None = None, version: int | None = None
) -> list[bytes]:
    """The lines that prove a version, the newest by default: its event, the hash before it, its seals.

    They hold what is published, which role published it under which id, and when.

    Raises:
        Problem: tournament-unknown, stage-unknown, not-found.
    """
    state = desk.state(tournament_id)
    stage = stage_in(state, stage)
    wanted = state.versions.get(stage, 0) if version is None else version
    publication = state.publications.get(f"{stage}/{wanted}")
    if publication is None:
        raise not_found("published-version", wanted)
    return list(excerpt_lines(desk.log, tournament_id, publication.seq))


def _cut_is_made(state: State, stage: Stage) -> bool:
    following = state.plan.leads_to(stage)
    return bool(following) and all(state.cut_into(later.id).status == "concluded" for later in following)


def _columns(state: State, shown: Publication) -> tuple[str, ...]:
    """The figures of a version in the order of the ranking: rows keep them as JSON does, by their names."""
    published = next((row.figures for row in shown.rows if row.figures is not UNSET), {})
    known = [name for name in columns_of(state, shown.stage) if name in published]
    return tuple(dict.fromkeys((*known, *published)))


def _names(
    desk: "Desk", tournament_id: str, shown: Publication, language: str, place: ConsentScope
) -> dict[str, str]:
    present = desk.state(tournament_id)
    found = (present.entrants.get(row.entrant_no) for row in shown.rows)
    consenting = [
        entrant
        for entrant in found
        if entrant is not None and entrant.shown_in(place) and not tells_where(present, entrant)
    ]
    details = desk.directory.details(tournament_id, consenting)
    return {number: name for number, fields in details.items() if (name := shown_name(fields, language))}
