"""tileledger links personal and replace: links to personal pages, as CSV or as cards to print."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from services.cli.parameters import JsonOption, TournamentArgument
from services.cli.printing import print_json, say, say_written, worded
from shared.csv_out import write_rows
from shared.private_files import whole_file


def personal(
    tournament: TournamentArgument,
    recipients: Annotated[
        list[str] | None,
        typer.Argument(
            help=(
                "For whom: entrant:0007 …; everyone who takes part, waits or gave a place back, if left out."
            )
        ),
    ] = None,
    together: Annotated[
        bool, typer.Option("--together", help="One link for all that are named, as for a family.")
    ] = False,
    sheet: Annotated[
        Path | None,
        typer.Option(
            dir_okay=False, help="Write cards to print here instead, as HTML for A4: a code for each."
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Print links to personal pages as CSV: when and where someone plays, and their own results.

    A family that registered as one, with one address, has one link. A link stays valid until it is replaced,
    its people are forgotten, or the tournament has kept them for TILELEDGER_RETENTION_DAYS; links made before
    hold as well. Whoever has one may read there; anything else takes a code sent to the chat or address on
    file. TILELEDGER_PUBLIC_URL says where pages are reached from outside; without it links lead to the web
    that runs on this machine, as those to sign in do.
    """
    from services.delivery.personal_pages import COLUMNS
    from services.wiring import wired

    with wired(existing=True) as wiring:
        made = wiring.pages_here.make(tournament, recipients or None, together=together)
        plan = wiring.desk.state(tournament).plan
    if sheet is not None:
        from services.cli.invitation_sheet import page_sheet_of

        with whole_file(sheet) as out:
            out.write(page_sheet_of(plan.title, plan.languages, made).encode())
        say_written(sheet)
    elif json:
        print_json(made)
    else:
        write_rows(sys.stdout, COLUMNS, [link.cells for link in made])
    say(worded("pages-made", count=len(made)))
    if wiring.settings.public_url is None:
        say(worded("pages-here"))


def replace(
    tournament: TournamentArgument,
    recipients: Annotated[
        list[str], typer.Argument(help="Whose link was lost: entrant:0007 …; of one it is the family's.")
    ],
    json: JsonOption = False,
) -> None:
    """Print a new link to a personal page; every link that stood for any of them is dead from now on.

    The new one stands for everyone whom those stood for.
    """
    from services.wiring import wired

    with wired(existing=True) as wiring:
        made = wiring.pages_here.replace(tournament, recipients)
    if json:
        print_json(made)
    else:
        print(made.link)
    people = [
        f"{recipient} ({name})" if name else recipient
        for recipient, name in zip(made.recipients, made.names, strict=True)
    ]
    say(worded("page-replaced", recipients=recipients, people=people))
