"""tileledger duplicates: who may be registered twice."""

import typer

from services.cli.asking import asked
from services.cli.parameters import JsonOption, TournamentArgument
from services.cli.printing import print_json, print_table, worded
from shared.catalogue import FIRST, Listed, Word

app = typer.Typer()


@app.command()
def duplicates(tournament: TournamentArgument, json: JsonOption = False) -> None:
    """List entrants with the same name and birth date, or the same contact outside a family."""
    from services.wiring import wired

    with wired(existing=True) as wiring:
        answer = asked(wiring, tournament, "duplicates", {})
    if json:
        print_json(answer)
    elif not answer.rows:
        print(worded("no-duplicates"))
    else:
        print_table(
            ("entrants", "name", "the same"),
            [
                (
                    ", ".join(twin.entrant_no for twin in row.entrants),
                    ", ".join(dict.fromkeys(twin.name for twin in row.entrants if twin.name)),
                    Listed([Word("alike", each) for each in row.same]).in_language(FIRST),
                )
                for row in answer.rows
            ],
        )
