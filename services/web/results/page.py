"""The page of results: a version as it was published, how it differs from another, and what proves it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from hashlib import sha256
from typing import Any
from urllib.parse import urlencode

import msgspec
from flask import Response

from services.access.visibility import ANYONE
from services.desk.announcing import announced_as_of
from services.desk.proving import seals
from services.desk.results import PublishedResults, publication_proof, published_results
from services.desk.stages_shown import Placeless, placeless, stage_published
from services.desk.views import UNSET, StandingView
from services.rules.exact import figure_shown
from services.tournament.definition.stages import Stage
from services.tournament.publication.publishing import RowChange, changes_between
from services.tournament.standings.outcomes import PublishedRow
from services.web.api.proof import EXPORT, TAG
from services.web.api.queries import ETAGS
from services.web.etags import Answer
from services.web.framing import frame
from services.web.page_routes import page_of_log
from services.web.parts import Parts
from services.web.reads import read_of_content
from services.web.rendering import PageParameters, page
from services.web.routes import API, Action, Call, Content, Header, Route
from services.web.standings.finding import found
from services.web.standings.rows import Lines, are_labelled, figure_columns
from services.web.texts import Texts
from shared.eventlog.seal import seal_json

Went = tuple[bool | None, bool | None] | None
"""Whether somebody goes on, before and after; None where that is as it was."""
_FIGURES = ("games_won", "score", "tiles")


class Change(msgspec.Struct, frozen=True):
    """A figure, exact, in the version before and in the one after."""

    name: str
    before: str
    after: str


class Difference(msgspec.Struct, frozen=True):
    """How a line differs.

    Attributes:
        before, after: the places; None where there is no line: newly ranked, or not ranked any more.
        figures: those that differ.
        went: whether the entrant goes on.
    """

    entrant_no: str
    before: int | None
    after: int | None
    figures: tuple[Change, ...] = ()
    went: Went = None

    def __bool__(self) -> bool:
        return self.before != self.after or bool(self.figures) or self.went is not None

    @property
    def move(self) -> int:
        """How many places up; negative for down, 0 for who has or had none."""
        return 0 if self.before is None or self.after is None else self.before - self.after

    @property
    def follows(self) -> bool:
        """Whether nothing differs but what follows from the lines of others: the place, and who goes on."""
        return not self.figures and self.before is not None and self.after is not None


class Alike(msgspec.Struct, frozen=True):
    """Lines that differ in the same way: as many places up or down, and gone on or not as the others here."""

    move: int
    went: Went
    lines: tuple[Difference, ...]


class Differences(msgspec.Struct, frozen=True):
    """Everything that differs: lines that say something else, by place, and what follows for others.

    Attributes:
        alike: the others in groups, the largest first.
    """

    lines: tuple[Difference, ...]
    alike: tuple[Alike, ...]

    def __bool__(self) -> bool:
        return bool(self.lines or self.alike)


def differences(
    before: Sequence[PublishedRow], after: Sequence[PublishedRow], columns: Sequence[str] = ()
) -> Differences:
    """What differs between the tables of two versions.

    Args:
        columns: the figures that decide, in the order of the ranking.

    Where one of them was published before it was decided who goes on, that differs of everyone, and of nobody
    in particular: no line then tells it.
    """
    both = all(any(row.qualified is not None for row in rows) for rows in (before, after))
    found = (_difference(change, columns, both) for change in changes_between(before, after))
    every = sorted((line for line in found if line), key=_order)
    groups: dict[tuple[int, Went], list[Difference]] = {}
    for line in every:
        if line.follows:
            groups.setdefault((line.move, line.went), []).append(line)
    alike = (Alike(move, went, tuple(lines)) for (move, went), lines in groups.items())
    largest_first = sorted(alike, key=lambda group: (-len(group.lines), -group.move))
    return Differences(tuple(line for line in every if not line.follows), tuple(largest_first))


def _order(line: Difference) -> tuple[bool, int, str]:
    """By the place that counts now; who is not ranked any more comes last."""
    return line.after is None, line.after or line.before or 0, line.entrant_no


def _difference(change: RowChange, columns: Sequence[str], tells_who_goes_on: bool) -> Difference:
    old, new = change.before, change.after
    if old is None or new is None:
        before, after = (None if row is None else row.place for row in (old, new))
        return Difference(change.entrant_no, before, after)
    same = old.qualified == new.qualified or not tells_who_goes_on
    went = None if same else (old.qualified, new.qualified)
    return Difference(change.entrant_no, old.place, new.place, tuple(_figures(old, new, columns)), went)


def _figures(old: PublishedRow, new: PublishedRow, columns: Sequence[str]) -> Iterator[Change]:
    """The figures that differ, those that decide first."""
    deciding = dict.fromkeys((*columns, *(old.figures or {}), *(new.figures or {})))
    for name in deciding:
        yield from _changed(name, (old.figures or {}).get(name, ""), (new.figures or {}).get(name, ""))
    for name in _FIGURES:
        yield from _changed(name, str(getattr(old, name)), str(getattr(new, name)))


def _changed(name: str, before: str, after: str) -> Iterator[Change]:
    if before != after:
        yield Change(name, before, after)


class ResultsParameters(PageParameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which results to show.

    Attributes:
        stage: the latest of which something is published, where none is named.
        version: of the stage; the newest by default.
        against: the version that it is compared with; the one before by default.
        q: only the lines that a number or words of a name find.
    """

    stage: Stage | None = None
    version: int | None = None
    against: int | None = None
    q: str = ""


def results_page(parts: Parts, call: Call) -> Answer:
    """The page; raises Problem: stage-unknown, not-found."""
    asked: ResultsParameters = call.parameters
    stage = asked.stage or stage_published(parts.desk, call.tournament, call.as_of)
    shown = _published(parts, call, stage, asked.version)
    around = frame(parts, call, "results", shown.seq)
    names = {stage: _capital(name.in_language(call.language)) for stage, name in shown.stages.items()}
    return page(
        "results/page.html",
        call.language,
        frame=around,
        asked=asked,
        shown=shown,
        stages=names,
        announced=announced_as_of(parts.desk, call.tournament, shown.seq, shown.stage),
        published_at=around.plan.results_published_at,
        **(_compared(parts, call, shown) if shown.version is not None else {}),
        **(_table(parts, call, shown) if shown.version is not None else {}),
    )


def _published(parts: Parts, call: Call, stage: Stage, version: int | None) -> PublishedResults:
    return published_results(
        parts.desk,
        call.tournament,
        stage,
        version,
        as_of=call.as_of,
        language=call.language,
        place=call.visibility.place,
    )


def _table(parts: Parts, call: Call, shown: PublishedResults) -> dict[str, Any]:
    columns, texts = figure_columns(shown.columns), Texts(call.language)
    rows = tuple(_rows(shown))
    wanted = call.parameters.q
    others = {
        number: name for number, name in shown.names_elsewhere.items() if name != shown.names.get(number)
    }
    lines = found(rows, wanted, others) if wanted.strip() else rows
    asked = urlencode({"stage": shown.stage, "version": shown.version})
    return {
        "columns": columns,
        "total": len(rows),
        "count": len(lines),
        "placeless": () if lines else _placeless(parts, call, shown),
        "labelled": are_labelled(columns),
        "lines": Lines(columns, texts, language=call.language, goes_on=shown.says_who_goes_on, others=others)(
            lines
        ),
        "seal": seal_json(shown.seal).decode() if shown.seal is not None else "",
        "api": f"{API}/tournaments/{call.tournament}",
        "proof": f"{API}/tournaments/{call.tournament}/publication-proof?{asked}",
    }


def _placeless(parts: Parts, call: Call, shown: PublishedResults) -> list[Placeless]:
    """Who is looked for, and who is not in the version; names stand here by consent alone."""
    ranked = {row.entrant_no for row in shown.rows}
    wanted = call.parameters.q
    return placeless(
        parts.desk, call.tournament, ANYONE, shown.stage, shown.seq, wanted, ranked, call.language
    )


def _rows(shown: PublishedResults) -> Iterator[StandingView]:
    """The published lines as those of a table, with names by consent; they have no average."""
    shared = Counter(row.place for row in shown.rows)
    for row in shown.rows:
        yield StandingView(
            row.place,
            row.entrant_no,
            row.games_won,
            row.score,
            "",
            row.tiles,
            row.qualified,
            shared[row.place] > 1,
            shown.names.get(row.entrant_no, UNSET),
            figures=row.figures,
        )


def _compared(parts: Parts, call: Call, shown: PublishedResults) -> dict[str, Any]:
    """The version beside another one, unless there is none before it and none is asked for."""
    earlier = [version for version in shown.versions if shown.version is None or version < shown.version]
    against = call.parameters.against
    if against is None:
        against = earlier[-1] if earlier else None
    if against is None:
        return {"others": _others(shown), "other": None}
    other = _published(parts, call, shown.stage, against)
    return {
        "others": _others(shown),
        "other": other,
        "differing": differences(other.rows, shown.rows, shown.columns),
        "decided": shown.says_who_goes_on and not other.says_who_goes_on,
        "undecided": other.says_who_goes_on and not shown.says_who_goes_on,
        "names": {**other.names, **shown.names},
        "figure_words": figure_shown,
    }


def _others(shown: PublishedResults) -> tuple[int, ...]:
    return tuple(version for version in shown.versions if version != shown.version)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


class ProofParameters(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which stage, the first by default, in which of its published versions, the newest by default."""

    stage: Stage | None = None
    version: int | None = None


def results_routes(parts: Parts) -> Iterator[Route]:
    """The page of published results."""
    yield page_of_log(
        parts,
        "results-page",
        "/results",
        "publications",
        results_page,
        parameters=ResultsParameters,
        also=partial(_sealed, parts),
    )


def publication_proof_routes(parts: Parts) -> Iterator[Route]:
    """What proves a published version."""
    yield Route(
        name="publication-proof",
        path=f"{API}/tournaments/{{tournament}}/publication-proof",
        access=Action("publications"),
        handle=partial(_proof, parts),
        summary="The event that holds a published version, with the hash before it and the seals over it",
        description="Lines as in an export: `eventlog.before` with the hash that the event goes on from, the "
        "event, the seals made with it, `eventlog.head`. It proves that this table was published as it "
        "stands, and, with the public key, that it was sealed; not what led to it, which the whole export "
        "does. `docs/verify_publication.py` checks it.",
        tag=TAG,
        parameters=ProofParameters,
        answers={200: Content(media_type=EXPORT)},
        refusals=(404,),
        gives=(*ETAGS, Header("Content-Disposition", "A file name to save it under.")),
    )


def _sealed(parts: Parts, call: Call) -> str:
    """The seals there are: they lie beside the log, so that its head does not name all that the page says."""
    return sha256(b"".join(seal_json(seal) for seal in seals(parts.desk, call.tournament))).hexdigest()


def _proof(parts: Parts, call: Call) -> Response:
    given: ProofParameters = call.parameters
    lines = publication_proof(parts.desk, call.tournament, given.stage, given.version)
    name = f"{call.tournament}-proof.jsonl"
    return read_of_content(
        call,
        Answer(
            b"".join(lines),
            (("Content-Type", EXPORT), ("Content-Disposition", f'attachment; filename="{name}"')),
        ),
    )
