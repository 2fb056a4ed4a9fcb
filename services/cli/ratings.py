"""tileledger ratings: one rating over several tournaments."""

from typing import Annotated

import msgspec
import typer

from services.cli.parameters import JsonOption
from services.cli.printing import print_json, print_table

app = typer.Typer()

COLUMNS = ("place", "entrant_no", "rating", "mu", "sigma", "games", "tournaments")


@app.command()
def ratings(
    tournaments: Annotated[list[str], typer.Argument(help="The tournaments' ids, the oldest first.")],
    json: JsonOption = False,
) -> None:
    """Rate everyone over several tournaments; an entrant number is the same player in all of them."""
    from services.desk.ratings import ratings_over
    from services.wiring import wired

    with wired(existing=True) as wiring:
        answer = ratings_over(wiring.desk, tournaments)
    if json:
        print_json(msgspec.to_builtins(answer))
    else:
        print_table(COLUMNS, [tuple(getattr(row, column) for column in COLUMNS) for row in answer.rows])
