"""tileledger subject: everything held on one person, for whoever asks what is known of them."""

from typing import Annotated

import typer

from services.cli.parameters import LanguageOption, TournamentArgument
from services.cli.printing import print_json
from shared.catalogue import FIRST

app = typer.Typer()


@app.command()
def subject(
    tournament: TournamentArgument,
    entrant: Annotated[str, typer.Argument(help="The entrant's number.")],
    language: LanguageOption = FIRST,
) -> None:
    """Print as JSON everything held on an entrant, in clear. Hand it to nobody else."""
    from services.desk.data_export import subject_data
    from services.wiring import wired

    with wired(existing=True) as wiring:
        print_json(subject_data(wiring.desk, tournament, entrant, language))
