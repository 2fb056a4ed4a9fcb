"""tileledger subject: everything held on one person, for whoever asks what is known of her."""

from typing import Annotated

import typer

from services.cli.failing import terminal_language
from services.cli.parameters import TournamentArgument
from services.cli.printing import print_json

app = typer.Typer()


@app.command()
def subject(
    tournament: TournamentArgument,
    entrant: Annotated[str, typer.Argument(help="The entrant's number.")],
) -> None:
    """Print as JSON everything held on an entrant, in clear. Hand it to nobody else."""
    from services.desk.subject import subject_data
    from services.wiring import wired

    with wired(existing=True) as wiring:
        print_json(subject_data(wiring.desk, wiring.tokens.list(), tournament, entrant, terminal_language()))
