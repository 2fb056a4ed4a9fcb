"""tileledger weather: what the Observatory's warnings mean for a day of play."""

from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from services.cli.parameters import day_given
from services.cli.printing import print_json
from services.cli.reading import read_stdin
from shared.catalogue import Phrase
from shared.problems import INVALID_INPUT, Problem, not_found, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from services.tournament.definition.plan import Competition
    from services.tournament.weather.policy import Known, Verdict, Warning

app = typer.Typer(no_args_is_help=True)

OWN_FILE = "infra/tournaments/hk-2026.toml"


class GivenWarning(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"begin": "from"}):
    """A warning as written; without `until` nothing says that it ended."""

    code: str
    begin: str
    until: str | None = None


class Warnings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    warnings: tuple[GivenWarning, ...]


@app.callback()
def weather() -> None:
    """Judge the weather by the tournament's rule."""


@app.command()
def decide(
    day: Annotated[str, typer.Option(metavar="DATE", help="The day of play.")],
    like: Annotated[
        str | None, typer.Option(metavar="DATE", help="Take the hours of this day of the tournament.")
    ] = None,
    tournament_file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The tournament; infra/tournaments/hk-2026.toml by default."),
    ] = None,
    now: Annotated[
        str | None, typer.Option(metavar="TIME", help="Decide as at this moment, not in hindsight.")
    ] = None,
    fetched_at: Annotated[
        str | None, typer.Option(metavar="TIME", help="When the warnings were fetched; --now by default.")
    ] = None,
) -> None:
    """Say whether play goes ahead, from warnings as JSON on standard input.

    In hindsight, on complete data, or with --now as it would have been decided at that moment.
    """
    from services.tournament.weather.day_hours import day_of_play
    from services.tournament.weather.policy import decide_weather

    definition = _definition(tournament_file)
    days = sorted({each.day for stage in definition.stages for each in stage.sessions if each.day})
    given, hours_of = _date(day, "--day", days), _date(like, "--like", days) if like else None
    hours = day_of_play(definition, given, like=hours_of)
    warnings = [
        _warning(warning, place, definition) for place, warning in enumerate(read_stdin(Warnings).warnings, 1)
    ]
    verdict = decide_weather(hours, warnings, _known(now, fetched_at, definition))
    print_json(_shown(verdict))


def _definition(file: Path | None) -> "Competition":
    from services.cli.house_rules import read_plan

    path = file if file is not None else Path(__file__).parents[2] / OWN_FILE
    if not path.is_file():
        raise not_found("file", str(file or OWN_FILE))
    try:
        return read_plan(path).whole()
    except Problem as problem:
        raise problem.at(file=str(path)) from None


def _known(now: str | None, fetched_at: str | None, definition: "Competition") -> "Known | None":
    from services.tournament.weather.day_hours import fresh_for
    from services.tournament.weather.policy import Known

    if now is None:
        if fetched_at is not None:
            raise INVALID_INPUT(detail=Phrase("part-fetched-at-with-now"))
        return None
    at = _moment(now, "--now", definition)
    seen = at if fetched_at is None else _moment(fetched_at, "--fetched-at", definition)
    if seen > at:
        raise INVALID_INPUT(detail=Phrase("part-fetched-after-now"))
    return Known(at, seen, fresh_for(definition))


def _warning(given_warning: GivenWarning, place: int, definition: "Competition") -> "Warning":
    from services.tournament.weather.policy import Warning as Given

    begin = _moment(given_warning.begin, f"from of warning {place}", definition)
    until = (
        None
        if given_warning.until is None
        else _moment(given_warning.until, f"until of warning {place}", definition)
    )
    return Given(given_warning.code, begin, until)


def _moment(text: str, what: str, definition: "Competition") -> datetime:
    """A time; one without zone is in the tournament's."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        wrong = INVALID_INPUT(detail=Phrase("part-not-a-time", {"option": what, "given": quoted(text)}))
        raise (wrong.at(option=what) if what.startswith("--") else wrong) from None
    return moment if moment.tzinfo is not None else definition.moment(moment.date(), moment.time())


def _date(text: str, option: str, days: "Iterable[date]") -> date:
    try:
        return day_given(text, days)
    except (ValueError, Problem):
        wrong = INVALID_INPUT(detail=Phrase("part-not-a-date", {"option": option, "given": quoted(text)}))
        raise wrong.at(option=option) from None


def _shown(verdict: "Verdict") -> dict[str, Any]:
    return {
        "decision": verdict.outcome,
        "suspended_sessions": [session.number for session in verdict.sessions],
        "cutoff": verdict.cutoff.isoformat(),
        "because": [text.en for text in verdict.because],
    }
