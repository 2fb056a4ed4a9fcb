"""tileledger rebuild: fill the read models anew from the log, beside the live ones."""

from typing import Annotated

import typer

from services.cli.printing import JsonOption, print_json, print_table
from services.cli.progress import progress
from shared.problems import NOT_FOUND

app = typer.Typer()


@app.command()
def rebuild(
    tournament: Annotated[str, typer.Argument(help="The tournament's id.")],
    model: Annotated[str | None, typer.Option("--model", help="Only this read model.")] = None,
    json: JsonOption = False,
) -> None:
    """Fill read models anew from the log and say what differed. Nothing is sent."""
    from services.desk.rebuilding import rebuild as rebuild_models
    from services.projections.models import MODELS
    from services.wiring import wired

    chosen = [own for own in MODELS if model in (None, own.name)]
    if not chosen:
        raise NOT_FOUND(what="read model", id=model)
    with wired() as wiring, progress(f"Rebuilding {tournament}") as report:
        rebuilt = rebuild_models(wiring.desk, tournament, chosen, report)
    if json:
        print_json(rebuilt)
    else:
        print_table(
            ("read model", "generation", "rows", "differed"),
            [(own.model, own.generation, own.rows, len(own.differing)) for own in rebuilt],
        )
