"""tileledger rebuild: fill the read models anew beside the live ones, or go back to those before."""

from typing import TYPE_CHECKING, Annotated

import typer

from services.cli.printing import JsonOption, print_json, print_table, say, worded
from services.cli.progress import progress
from shared.catalogue import Phrase
from shared.problems import INVALID_INPUT, not_found

if TYPE_CHECKING:
    from services.desk.rebuilding import Rebuilt, RolledBack
    from services.projections.models import ReadModel

app = typer.Typer()

SHOWN = 5
"""Differing rows that are told of each model; --json tells all."""


@app.command()
def rebuild(
    tournament: Annotated[str, typer.Argument()],
    model: Annotated[
        list[str] | None,
        typer.Option("--model", metavar="NAME"),
    ] = None,
    stale: Annotated[bool, typer.Option("--stale")] = False,
    roll_back: Annotated[
        str | None,
        typer.Option("--roll-back", metavar="NAME"),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Fill read models anew from the log and say what differed. No event is written, nothing is sent."""
    from services.desk.rebuilding import rebuild as rebuild_models
    from services.desk.rebuilding import roll_back as roll_back_model
    from services.desk.rebuilding import stale as stale_models
    from services.projections.models import MODELS
    from services.wiring import wired

    if (model is not None) + stale + (roll_back is not None) > 1:
        raise INVALID_INPUT(detail=Phrase("part-model-stale-roll-back"))
    chosen = _named(model) if model else list(MODELS)
    with wired() as wiring:
        if roll_back is not None:
            _print_rolled_back(roll_back_model(wiring.desk, tournament, _named([roll_back])[0]), json)
            return
        if stale:
            chosen = stale_models(wiring.desk, tournament)
        with progress(worded("doing-rebuild", what=tournament)) as report:
            rebuilt = rebuild_models(wiring.desk, tournament, chosen, report) if chosen else []
    if json:
        print_json(rebuilt)
    elif rebuilt:
        _print_rebuilt(rebuilt)
    else:
        say(worded("nothing-to-rebuild"))


def _named(names: list[str]) -> list["ReadModel"]:
    from services.projections.models import MODELS

    known = {model.name: model for model in MODELS}
    for name in names:
        if name not in known:
            raise not_found("read-model", name)
    return [model for model in MODELS if model.name in names]


def _print_rebuilt(rebuilt: list["Rebuilt"]) -> None:
    print_table(
        [worded(f"heading-{name}") for name in ("read-model", "generation", "version", "rows", "differed")],
        [
            (other.model, other.generation, other.version, other.rows, len(other.differing))
            for other in rebuilt
        ],
    )
    for model in rebuilt:
        if model.resumed:
            print(worded("model-goes-on", model=model.model))
        for row in model.differing[:SHOWN]:
            print(f"{model.model} {row.key}: {', '.join(row.columns) or row.how}")
        if len(model.differing) > SHOWN:
            print(worded("model-more", model=model.model, count=len(model.differing) - SHOWN))


def _print_rolled_back(back: "RolledBack", json: bool) -> None:
    if json:
        print_json(back)
    else:
        caught_up = {"generation": back.generation, "count": back.caught_up}
        print(worded("model-back", model=back.model, **caught_up))
