"""tileledger migrate: bring both databases up to date."""

import typer

from services.cli.printing import JsonOption, columns, print_json, print_table, say, worded

app = typer.Typer()


@app.command()
def migrate(json: JsonOption = False) -> None:
    """Bring the log's database and the vault's up to date, and put back triggers that somebody dropped.

    Does nothing when all is as it should be.
    """
    from services.wiring import wired

    with wired() as wiring:
        revisions = wiring.migrate()
    if json:
        print_json(revisions)
    else:
        print_table(columns("database", "revision"), [("log", revisions.log), ("vault", revisions.vault)])
    if revisions.put_back:
        say(worded("triggers-put-back", triggers=revisions.put_back))
