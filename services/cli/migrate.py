"""tileledger migrate: bring both databases up to date."""

from typing import TYPE_CHECKING, Annotated

import typer

from services.cli.parameters import JsonOption
from services.cli.printing import print_json, print_table, say, worded

if TYPE_CHECKING:
    from infra.migrations.chains import Chain

app = typer.Typer()


@app.command()
def migrate(
    new_log: Annotated[
        bool, typer.Option("--new-log", help="Make an empty log where the one before is lost for good.")
    ] = False,
    new_vault: Annotated[
        bool, typer.Option("--new-vault", help="Make an empty vault where the one before is lost for good.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Bring the log's database and the vault's up to date, and put back triggers that somebody dropped.

    Does nothing when all is as it should be. Makes both where neither is; where the other one has what
    belongs to it, one that is not there was lost, and is made only when told to.
    """
    from services.wiring import wired

    meant: dict[Chain, bool] = {"log": new_log, "vault": new_vault}
    with wired(new=[chain for chain in meant if meant[chain]]) as wiring:
        revisions = wiring.migrate()
    if json:
        print_json(revisions)
    else:
        print_table(("database", "revision"), [("log", revisions.log), ("vault", revisions.vault)])
    if revisions.put_back:
        say(worded("triggers-put-back", triggers=revisions.put_back))
