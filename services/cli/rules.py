"""tileledger rules: the rulesets there are, and scoring one game by them."""

from typing import Annotated

import typer

from services.cli.printing import JsonOption, print_json, print_table

app = typer.Typer(no_args_is_help=True)


@app.callback()
def rules() -> None:
    """Look up rulesets and apply them to one game."""


@app.command("list")
def list_rulesets(
    json: JsonOption = False,
    ruleset: Annotated[
        str | None, typer.Option(help="Show every axis of this ruleset with its source.", metavar="ID")
    ] = None,
) -> None:
    """List the rulesets, or what one of them holds."""
    from services.rules.ruleset import all_rulesets, axes, content_hash, load

    if ruleset is not None:
        shown = list(axes(load(ruleset)))
        if json:
            print_json(shown)
        else:
            rows = [(axis.name, _value(axis.value), axis.basis, axis.cite) for axis in shown]
            print_table(("axis", "value", "basis", "source"), rows)
        return
    known = all_rulesets()
    if json:
        print_json(
            [
                {
                    "id": each.id,
                    "title": each.title.en,
                    "title_zh": each.title.zh,
                    "document": each.document,
                    "hash": content_hash(each),
                }
                for each in known
            ]
        )
    else:
        print_table(("id", "title", "標題"), [(each.id, each.title.en, each.title.zh) for each in known])


@app.command()
def score(ruleset: Annotated[str, typer.Option(help="The ruleset to score by.", metavar="ID")]) -> None:
    """Score the game that standard input holds as JSON."""
    from services.cli.reading import read_stdin
    from services.rules.ruleset import load
    from services.rules.scored import shown
    from services.rules.scoring import GameInput, score_game

    rules = load(ruleset)
    print_json(shown(score_game(rules, read_stdin(GameInput))))


@app.command()
def adjudicate(ruleset: Annotated[str, typer.Option(help="The ruleset to judge by.", metavar="ID")]) -> None:
    """Judge the turn that standard input holds as JSON: table before, rack before, table after."""
    from services.cli.reading import read_stdin
    from services.rules.adjudication.turn import TurnInput
    from services.rules.adjudication.verdict import adjudicate
    from services.rules.ruleset import load

    print_json(adjudicate(load(ruleset), read_stdin(TurnInput)))


@app.command("could-meld")
def could_meld(ruleset: Annotated[str, typer.Option(help="The ruleset to judge by.", metavar="ID")]) -> None:
    """Say whether the rack that standard input holds as JSON allowed an initial meld, and show the sets."""
    from services.cli.reading import read_stdin
    from services.rules.melding.possibility import RackInput, could_meld
    from services.rules.ruleset import load

    print_json(could_meld(load(ruleset), read_stdin(RackInput)))


def _value(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
