"""The page of standings: one stage by place or by name, its cross table, families or teams; and its files."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal
from zoneinfo import ZoneInfo

import msgspec

from services.desk.announcing import Announced, announced_as_of
from services.desk.correspondence import Correspondence
from services.desk.cross_table import CrossAnswer, CrossParams
from services.desk.params import NoParams, Params, StandingsParams
from services.desk.stages_shown import Placeless, placeless, stage_of_session, stage_played
from services.desk.standings_cells import standings_csv
from services.desk.views import FamiliesAnswer, SessionsAnswer, StandingsAnswer
from services.tasks.closing import CLOSE
from services.tournament.definition.plan import Competition
from services.tournament.definition.stages import Stage, StagePlan
from services.tournament.definition.texts import Text
from services.web.etags import Answer
from services.web.framing import Frame, frame
from services.web.page_routes import page_of_log
from services.web.parameters import NoParameters
from services.web.parts import Parts
from services.web.rendering import PageParameters, page
from services.web.routes import Call, Route
from services.web.standings.cross import MOST_OPPONENTS, by_opponent, by_round
from services.web.standings.finding import OtherNames, other_language
from services.web.standings.table import Table, cell_of, titles_in, with_unnamed
from shared.catalogue import shown
from shared.i18n import moment_shown
from shared.problems import not_found

View = Literal["places", "names", "cross", "families", "teams"]
_NOT_OF_EVERY_STAGE: tuple[View, ...] = ("cross", "teams")
"""An address with one of these and no stage goes on meaning the first: a later one may have no such table."""


class StandingsParameters(PageParameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which table to show.

    Attributes:
        stage: the latest in which something has been played, as far as it is seen, where none is named.
        view: `places`, `names` or `cross` of the stage, or the tables of `families` or `teams`.
        session, category: only who played in it, or is of it; "" for everyone.
        q: only the lines that a number or words of a name find.
        by: what the columns of the cross table are.
        figures: `exact` writes fractions as programs read them.
    """

    stage: Stage | None = None
    view: View = "places"
    session: str = ""
    category: str = ""
    q: str = ""
    by: Literal["round", "opponent"] | None = None
    figures: Literal["exact"] | None = None

    def params(self, stage: Stage | None) -> StandingsParams:
        """What is asked of the desk, of a stage."""
        return StandingsParams(stage=stage, category=self.category or None, session=self.session or None)


class Choice(msgspec.Struct, frozen=True):
    """Something to choose: the id that is asked for, and what it is called."""

    id: str
    words: str


class Known(msgspec.Struct, frozen=True):
    """What is known while places are not seen: how many sessions of the stage are over, of how many.

    Attributes:
        announced: when the results that are waited for are; None where the file does not say.
    """

    text: str
    ended: int
    sessions: int
    announced: Announced | None


class Look(msgspec.Struct, frozen=True):
    """One request for the page: who asks, and the standings that it is about."""

    parts: Parts
    call: Call
    frame: Frame
    answer: StandingsAnswer

    @property
    def asked(self) -> StandingsParameters:
        parameters: StandingsParameters = self.call.parameters
        return parameters

    @property
    def plan(self) -> Competition:
        return self.frame.plan

    @property
    def stage(self) -> StagePlan:
        return self.plan.by_id[self.answer.stage]

    def ask(self, query: str, params: Params) -> Any:
        """Another query, at the same moment."""
        call = self.call
        return self.parts.desk.ask(
            call.tournament, query, params, call.visibility, as_of=self.answer.seq, language=call.language
        )

    def named(self, value: object) -> str:
        """A value in the language of the page, beginning with a capital as a label does."""
        words = str(shown(value, self.call.language))
        return words[:1].upper() + words[1:]


def standings_page(parts: Parts, call: Call) -> Answer:
    """The page; raises Problem: stage-unknown, no-categories, not-found."""
    answer: StandingsAnswer = parts.desk.ask(
        call.tournament,
        "standings",
        call.parameters.params(_stage_meant(parts, call)),
        call.visibility,
        as_of=call.as_of,
        language=call.language,
    )
    look = Look(parts, call, frame(parts, call, "standings", answer.seq), answer)
    asked, plan, views = look.asked, look.plan, tuple(_views(look))
    if asked.view not in views:
        raise not_found("view", asked.view)
    file = {"stage": answer.stage, "category": asked.category or None, "session": asked.session or None}
    return page(
        "standings/page.html",
        call.language,
        frame=look.frame,
        asked=asked,
        stage=answer.stage,
        stages=[Choice(id, look.named(name)) for id, name in plan.stage_names.items()],
        stage_words=look.named(plan.stage_name(answer.stage)),
        views=views,
        sessions=tuple(_sessions(look)),
        categories=[Choice(id, words) for id, words in _categories(look).items()],
        closes=call.visibility.scope(CLOSE) is not None,
        hidden=_hidden(look),
        as_of=_recorded(look),
        file={name: value for name, value in file.items() if value is not None},
        published_at=plan.results_published_at,
        figure=cell_of,
        **_SHOWN[asked.view](look),
    )


def _stage_meant(parts: Parts, call: Call) -> Stage | None:
    """The stage that is asked for; without one that of the session asked for, else the latest with play."""
    asked: StandingsParameters = call.parameters
    if asked.stage is not None or asked.view in _NOT_OF_EVERY_STAGE:
        return asked.stage
    if asked.session:
        return stage_of_session(parts.desk, call.tournament, call.as_of, asked.session)
    return stage_played(parts.desk, call.tournament, call.as_of, call.visibility)


def _views(look: Look) -> Iterator[View]:
    """The tables that there are of this stage."""
    yield "places"
    yield "names"
    if look.stage.attend == "all" and len(look.stage.sessions) > 1:
        yield "cross"
    if look.plan.family_award is not None:
        yield "families"
    if look.answer.teams:
        yield "teams"


def _sessions(look: Look) -> Iterator[Choice]:
    """The sessions to choose from, where each is for some of the entrants."""
    if look.stage.attend == "one" and len(look.stage.sessions) > 1:
        played: SessionsAnswer = look.ask("sessions", NoParams())
        for view in played.rows:
            if view.session.stage == look.answer.stage:
                id = view.session.session
                yield Choice(id, look.named(look.frame.session_called(id)))


def _categories(look: Look) -> dict[str, str]:
    """By id what each category is called."""
    return {
        category.id: look.named(category.name or Text(both=category.id)) for category in look.plan.categories
    }


def _recorded(look: Look) -> str:
    """When the last event that the table follows from came into the log, where the tournament is."""
    at = Correspondence(look.parts.desk).recorded_at(look.call.tournament, look.answer.seq)
    return moment_shown(at, ZoneInfo(look.plan.zone), look.call.language)


def _hidden(look: Look) -> Known | None:
    if not look.answer.places_hidden:
        return None
    found: SessionsAnswer = look.ask("sessions", NoParams())
    statuses = [view.session.status for view in found.rows if view.session.stage == look.answer.stage]
    stage = look.answer.places_hidden.stage
    when = announced_as_of(look.parts.desk, look.call.tournament, look.answer.seq, stage)
    return Known(look.answer.places_hidden.text, statuses.count("ended"), len(statuses), when)


def _table(look: Look) -> dict[str, Any]:
    titles = titles_in(look.answer.stage, look.ask("awards", NoParams()), look.call.language)
    table = Table(look.answer, titles, look.call.language, _other_names(look), _categories(look))
    lines = table.found(look.asked.q)
    return {
        "table": table,
        "lines": lines,
        "placeless": () if lines else _placeless(look),
        "sees_names": look.call.visibility.scope("names") == "any",
        "following": [look.named(look.plan.stage_name(cut.stage)) for cut in look.answer.cuts or ()],
    }


def _placeless(look: Look) -> Sequence[Placeless]:
    """Who is looked for, takes part and has no place in the stage, as far as that is seen."""
    asked, answer, call = look.asked, look.answer, look.call
    if not asked.q.strip() or asked.session or asked.category or answer.places_hidden:
        return ()
    ranked = {row.entrant_no for row in answer.rows}
    return placeless(
        look.parts.desk,
        call.tournament,
        call.visibility,
        answer.stage,
        answer.seq,
        asked.q,
        ranked,
        call.language,
    )


def _other_names(look: Look) -> OtherNames:
    """The names that whoever asks may see, as the other language has them."""
    call = look.call
    answer: StandingsAnswer = look.parts.desk.ask(
        call.tournament,
        "standings",
        look.asked.params(look.answer.stage),
        call.visibility,
        as_of=look.answer.seq,
        language=other_language(call.language),
    )
    shown_here = {row.entrant_no: row.name for row in look.answer.rows}
    return {
        row.entrant_no: row.name
        for row in answer.rows
        if row.name and row.name != shown_here.get(row.entrant_no)
    }


def _cross(look: Look) -> dict[str, Any]:
    answer: CrossAnswer = look.ask("cross-table", CrossParams(stage=look.answer.stage))
    may_turn = len(answer.rows) <= MOST_OPPONENTS
    by = look.asked.by or ("opponent" if look.stage.draw == "round_robin" and may_turn else "round")
    labels = {
        session.session: look.named(look.frame.session_called(session.session)) for session in answer.sessions
    }
    grid = by_opponent(answer) if by == "opponent" else by_round(answer, labels)
    return {"grid": grid, "by": by, "may_turn": may_turn}


def _families(look: Look) -> dict[str, Any]:
    answer: FamiliesAnswer = look.ask("families", NoParams())
    award = look.plan.family_award
    assert award is not None, "without one there is no such view"
    return {
        "families": answer,
        "lines": [*with_unnamed(answer.rows)],
        "award": look.named(award.name),
        "family_stage": look.named(look.plan.stage_name(award.stage)),
    }


def _teams(look: Look) -> dict[str, Any]:
    return {"teams": look.answer.teams}


_SHOWN: Mapping[View, Callable[[Look], dict[str, Any]]] = {
    "places": _table,
    "names": _table,
    "cross": _cross,
    "families": _families,
    "teams": _teams,
}


_CSV = "text/csv; charset=utf-8"


class FileParameters(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which lines of the standings."""

    stage: Stage | None = None
    category: str | None = None
    session: str | None = None


def standings_routes(parts: Parts) -> Iterator[Route]:
    """The page of standings, and its files."""
    yield page_of_log(
        parts, "standings-page", "/standings", "standings", standings_page, parameters=StandingsParameters
    )
    yield page_of_log(
        parts, "standings-csv", "/standings.csv", "standings", _standings_file, parameters=FileParameters
    )
    yield page_of_log(
        parts, "families-csv", "/families.csv", "families", _families_file, parameters=NoParameters
    )


def _standings_file(parts: Parts, call: Call) -> Answer:
    given: FileParameters = call.parameters
    params = StandingsParams(stage=given.stage, category=given.category, session=given.session)
    answer = parts.desk.ask(call.tournament, "standings", params, call.visibility, as_of=call.as_of)
    return _file(f"{call.tournament}-standings", standings_csv(answer))


def _families_file(parts: Parts, call: Call) -> Answer:
    answer = parts.desk.ask(call.tournament, "families", NoParams(), call.visibility, as_of=call.as_of)
    return _file(f"{call.tournament}-families", standings_csv(answer))


def _file(name: str, text: str) -> Answer:
    """CSV to keep, in the exact form that the command line prints."""
    saved = ("Content-Disposition", f'attachment; filename="{name}.csv"')
    return Answer(text.encode(), (("Content-Type", _CSV), saved))
