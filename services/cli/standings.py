"""tileledger standings: who stands where, now or as of any moment, as table, JSON or CSV."""

import sys
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
import typer

from services.cli.asking import asked
from services.cli.parameters import AsOfOption, LanguageOption, TournamentArgument
from services.cli.printing import columns as headings
from services.cli.printing import print_json, print_table, say_moment, yes_or_no
from shared.catalogue import FIRST

if TYPE_CHECKING:
    from services.desk.moments import AsOf
    from services.desk.views import FamiliesAnswer, StandingsAnswer
    from services.wiring import Wiring

app = typer.Typer()

MEDAL_COLUMNS = ("place", "team", "gold", "silver", "bronze")
TEAM_COLUMNS = ("place", "team", "games_won", "score", "tiles", "members")

EXACT = frozenset(
    {
        "score",
        "average",
        "match_points",
        "median_buchholz",
        "buchholz",
        "progressive",
        "tie_break_score",
        "results_spread",
        "sonneborn_berger",
    }
)
"""Columns that may hold a fraction, which people see as 11½."""

Format = Literal["table", "json", "csv"]


@app.command()
def standings(
    tournament: TournamentArgument,
    stage: Annotated[str | None, typer.Option(help="Which stage; the first by default.")] = None,
    families: Annotated[
        bool, typer.Option("--families", help="Show the family units instead of entrants.")
    ] = False,
    category: Annotated[str | None, typer.Option(help="Only the entrants of this category.")] = None,
    as_of: AsOfOption = None,
    language: LanguageOption = FIRST,
    format: Annotated[Format, typer.Option("--format", help="How to print them.")] = "table",
    json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
) -> None:
    """Print the standings. Scores are exact."""
    from services.wiring import wired

    query = "families" if families else "standings"
    given = {} if families else {"stage": stage, "category": category}
    with wired(existing=True) as wiring:
        answer = asked(wiring, tournament, query, given, as_of, language)
        named = stage_named(wiring, tournament, answer, as_of, language)
    print_standings(answer, language, families=families, format="json" if json else format, named=named)


def stage_named(
    wiring: "Wiring",
    tournament: str,
    answer: "StandingsAnswer | FamiliesAnswer",
    as_of: "AsOf | None",
    language: str,
) -> str:
    """What people call the stage of an answer; "" where the tournament has only one, or of families."""
    stage = getattr(answer, "stage", None)
    plan = asked(wiring, tournament, "tournament", {}, as_of).definition
    if stage is None or len(plan.stages) < 2:
        return ""
    called: str = plan.stage_name(stage).in_language(language)
    return called


def print_standings(
    answer: "StandingsAnswer | FamiliesAnswer",
    language: str,
    *,
    families: bool,
    format: Format,
    named: str = "",
) -> None:
    """Print standings of entrants or family units; JSON and CSV carry no names.

    Args:
        named: what the stage is called, where there are several.
    """
    from services.desk.standings_cells import cells, columns_of_answer, lines_of_answer, standings_csv

    columns, rows = columns_of_answer(answer), cells(answer)
    if format == "json":
        head: dict[str, Any] = {"seq": answer.seq}
        if not families:
            head["stage"] = getattr(answer, "stage", None)
        if (teams := getattr(answer, "teams", msgspec.UNSET)) is not msgspec.UNSET:
            head["teams"] = msgspec.to_builtins(teams)
        print_json({**head, "rows": lines_of_answer(answer)})
    elif format == "csv":
        sys.stdout.write(standings_csv(answer))
    else:
        say_moment(language, answer.seq, named)
        names = [_names(row) for row in answer.rows]
        shown = [
            [*(_shown(column, value, language) for column, value in zip(columns, row, strict=True)), name]
            for row, name in zip(rows, names, strict=True)
        ]
        print_table(headings(language, *columns, "name"), shown)
        _print_teams(answer, language)


def _print_teams(answer: Any, language: str) -> None:
    teams = getattr(answer, "teams", msgspec.UNSET)
    if teams is not msgspec.UNSET and teams:
        from services.desk.standings_cells import cell

        print()
        columns = MEDAL_COLUMNS if teams[0].by_medals else TEAM_COLUMNS
        rows = [[_shown(column, cell(team, column), language) for column in columns] for team in teams]
        print_table(headings(language, *columns), rows)


def _names(row: Any) -> str:
    found = (getattr(row, field, msgspec.UNSET) for field in ("name", "child_name", "parent_name"))
    return " & ".join(name for name in found if isinstance(name, str) and name)


def _shown(column: str, value: object, language: str) -> object:
    """A cell for people: 11½ in place of 23/2."""
    from services.rules.exact import score_shown

    if isinstance(value, bool):
        return yes_or_no(value, language)
    if isinstance(value, list):
        return " ".join(value)
    if column in EXACT and isinstance(value, str):
        return score_shown(Fraction(value))
    return {"team": "", "place": "–"}.get(column, value) if value is None else value
