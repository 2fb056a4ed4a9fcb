"""Arguments and options that many commands take."""

from typing import Annotated

import typer

TournamentArgument = Annotated[str, typer.Argument(help="The tournament's id.")]
AsOfOption = Annotated[
    str | None,
    typer.Option(
        "--as-of", metavar="SEQ|TIME", help="As of this moment: a seq of the log, or a time; now by default."
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]
