"""The addresses of the standings: the page, and the same table as CSV."""

from collections.abc import Iterator

import msgspec

from services.desk.params import NoParams, StandingsParams
from services.desk.standings_cells import standings_csv
from services.tournament.definition.stages import Stage
from services.web.etags import Answer
from services.web.page_routes import page_of_log
from services.web.parameters import NoParameters
from services.web.parts import Parts
from services.web.routes import Call, Route
from services.web.standings.page import StandingsParameters, standings_page

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
