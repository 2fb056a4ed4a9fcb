"""Arguments and options that many commands take."""

from collections.abc import Iterable
from datetime import date
from typing import Annotated

import typer

from shared.catalogue import languages


def _known(language: str) -> str:
    if language not in languages():
        raise typer.BadParameter(f"there are no texts in {language!r}; it is one of {', '.join(languages())}")
    return language


TournamentArgument = Annotated[str, typer.Argument(help="The tournament's id.")]
AsOfOption = Annotated[
    str | None,
    typer.Option(
        "--as-of", metavar="SEQ|TIME", help="As of this moment: a seq of the log, or a time; now by default."
    ),
]
LanguageOption = Annotated[
    str,
    typer.Option(
        "--language",
        metavar="|".join(languages()),
        callback=_known,
        help="The language of what is shown of the tournament.",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]


def day_given(text: str, days: Iterable[date] = ()) -> date:
    """A day as an option says it: as 2026-03-28, or as people write it.

    Args:
        days: those there are, which are meant before others.

    Raises:
        ValueError, Problem: it is none, or could be several.
    """
    from shared.clock import SystemClock
    from shared.typed_times import day_typed

    try:
        return date.fromisoformat(text)
    except ValueError:
        return day_typed(text, SystemClock().now().astimezone().date(), days)
