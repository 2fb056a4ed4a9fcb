"""tileledger calendar: the programme as an iCalendar on standard output."""

import sys
from typing import Annotated

import typer

from services.cli.parameters import AsOfOption, LanguageOption, TournamentArgument
from shared.catalogue import FIRST, Phrase
from shared.problems import INVALID_INPUT

app = typer.Typer()


@app.command()
def calendar(
    tournament: TournamentArgument,
    entrant: Annotated[
        str | None, typer.Option(metavar="NO", help="Only this entrant's sessions, with their tables.")
    ] = None,
    session: Annotated[str | None, typer.Option(metavar="ID", help="Only this session.")] = None,
    as_of: AsOfOption = None,
    language: LanguageOption = FIRST,
) -> None:
    """Print the programme, a session or an entrant's own sessions as an iCalendar."""
    from services.desk.calendars import calendar as made
    from services.wiring import wired

    if entrant is not None and session is not None:
        raise INVALID_INPUT(detail=Phrase("part-entrant-or-session"))
    with wired(existing=True) as wiring:
        found = made(
            wiring.desk,
            tournament,
            entrant=entrant,
            session=session,
            as_of=as_of,
            language=language,
        )
    # The line ends of an iCalendar are CRLF wherever it is written.
    sys.stdout.buffer.write(found)
