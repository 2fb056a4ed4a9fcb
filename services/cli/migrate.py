"""tileledger migrate: bring both databases up to date."""

import typer

from services.cli.printing import JsonOption, print_json, print_table

app = typer.Typer()


@app.command()
def migrate(json: JsonOption = False) -> None:
    """Bring the log's database and the vault's up to date; does nothing when they are."""
    from services.wiring import wired

    with wired() as wiring:
        revisions = wiring.migrate()
    if json:
        print_json(revisions)
    else:
        print_table(("database", "revision"), [("log", revisions.log), ("vault", revisions.vault)])
