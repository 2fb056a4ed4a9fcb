"""tileledger tournament create: found a tournament from its file."""

from pathlib import Path
from typing import Annotated

import typer

from services.cli.printing import JsonOption, print_json, print_table

app = typer.Typer(help="Found tournaments and list them.", no_args_is_help=True)


@app.callback()
def tournaments() -> None:
    """Found tournaments and list them."""


@app.command()
def create(
    file: Annotated[Path, typer.Argument(help="The tournament's file, TOML.")],
    id: Annotated[str | None, typer.Option("--id", help="Another id than the file's.")] = None,
    ruleset: Annotated[
        str | None,
        typer.Option(
            help="Another ruleset than the file names, or a file of house rules.", metavar="ID|FILE"
        ),
    ] = None,
) -> None:
    """Found a tournament from its file and print its id."""
    import msgspec

    from services.cli.csv_files import in_file
    from services.cli.house_rules import ruleset_named
    from services.cli.reading import read_document
    from services.tournament.files import parse_definition
    from services.tournament.founding import DefineTournament
    from services.wiring import wired

    with wired() as wiring, in_file(file):
        definition = parse_definition(read_document(file), id=id)
        rules = ruleset_named(ruleset or definition.ruleset)
        definition = msgspec.structs.replace(definition, ruleset=rules.id)
        command = DefineTournament(definition=definition, ruleset=rules)
        wiring.desk.submit(definition.id, command, wiring.operator)
    print(definition.id)


@app.command(name="list")
def list_(json: JsonOption = False) -> None:
    """List the tournaments in the log."""
    from services.tournament.titles import title_in
    from services.wiring import wired

    found = []
    with wired() as wiring:
        for id in wiring.log.tournaments():
            first = wiring.log.read_one(id, 1)
            title = None if first is None else title_in(first.data)
            found.append({"id": id, "seq": wiring.log.head(id).seq, "title": title})
    if json:
        print_json(found)
    else:
        print_table(("id", "seq", "title"), [tuple(own.values()) for own in found])
