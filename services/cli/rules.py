"""tileledger rules: the rulesets there are, and what they say about a game, a turn or a rack."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from services.cli.parameters import JsonOption
from services.cli.printing import print_json, print_table, worded

app = typer.Typer(no_args_is_help=True)
RulesetOption = Annotated[
    str,
    typer.Option(
        "--ruleset", metavar="ID|FILE", help="An id that `rules list` shows, or a file of house rules."
    ),
]


@app.callback()
def rules() -> None:
    """Look up rulesets, and apply them to a game, a turn or a rack."""


@app.command("list")
def list_rulesets(
    json: JsonOption = False,
    ruleset: Annotated[
        str | None, typer.Option(metavar="ID", help="Show every axis of this ruleset with its source.")
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
        print_table(("id", "title"), [(each.id, each.title.en) for each in known])


@app.command()
def score(ruleset: RulesetOption) -> None:
    """Score the game that standard input holds as JSON."""
    from services.cli.house_rules import ruleset_named
    from services.cli.reading import read_stdin
    from services.rules.game import GameInput
    from services.rules.scoring import score_game

    rules = ruleset_named(ruleset)
    print_json(score_game(rules, read_stdin(GameInput)))


@app.command()
def adjudicate(ruleset: RulesetOption) -> None:
    """Judge the turn that standard input holds as JSON: table before, rack before, table after."""
    from services.cli.house_rules import ruleset_named
    from services.cli.reading import read_stdin
    from services.rules.adjudication.turn import TurnInput
    from services.rules.adjudication.verdict import adjudicate

    rules = ruleset_named(ruleset)
    print_json(adjudicate(rules, read_stdin(TurnInput)))


@app.command("could-meld")
def could_meld(ruleset: RulesetOption) -> None:
    """Say whether the rack that standard input holds as JSON allowed an initial meld, and show the sets."""
    from services.cli.house_rules import ruleset_named
    from services.cli.reading import read_stdin
    from services.rules.melding.effort import Effort
    from services.rules.melding.possibility import RackInput, could_meld

    rules = ruleset_named(ruleset)
    print_json(could_meld(rules, read_stdin(RackInput), Effort(None)))


@app.command("best-turn")
def best_turn(ruleset: RulesetOption) -> None:
    """Say which turn takes most off the rack, from the table and rack that standard input holds as JSON."""
    from services.cli.house_rules import ruleset_named
    from services.cli.reading import read_stdin
    from services.rules.melding.effort import Effort
    from services.rules.melding.possible_turn import PositionInput, possible_turn

    rules = ruleset_named(ruleset)
    print_json(possible_turn(rules, read_stdin(PositionInput), Effort(None)))


@app.command()
def clock(
    ruleset: RulesetOption,
    table: Annotated[bool, typer.Option("--table", help="Print a table for people instead of JSON.")] = False,
) -> None:
    """Run the ruleset's clock over the moves that standard input holds as JSON, in milliseconds."""
    from services.cli.house_rules import ruleset_named
    from services.cli.reading import read_stdin
    from services.rules.clock_runs import ClockInput, run_clock

    answer = run_clock(ruleset_named(ruleset), read_stdin(ClockInput))
    if not table:
        print_json(answer)
        return
    rows = [
        (move.seat, move.milliseconds, move.remaining, worded(f"clock-{move.fate.replace('_', '-')}"))
        for move in answer.moves
    ]
    print_table([*(worded(f"heading-clock-{name}") for name in ("seat", "used", "left")), ""], rows)
    for seat in answer.seats:
        if seat.overstepped:
            due = "–" if seat.tiles_due is None else seat.tiles_due
            print(worded("clock-overstepped", seat=seat.seat, count=seat.overstepped, due=due))
    if answer.lost_by is not None:
        print(worded("clock-lost", seat=answer.lost_by))


@app.command()
def check(
    file: Annotated[Path, typer.Argument(help="A ruleset file, TOML: a copy of one that ships, changed.")],
    json: JsonOption = False,
) -> None:
    """Check a file of house rules: every mistake with the way out, or in what it differs from what ships."""
    from services.cli.house_rules import read_rules
    from services.rules.checking import report

    found = report(read_rules(file))
    for mistake in found.mistakes:
        print(f"{file}: {mistake.where}: {mistake.text}", file=sys.stderr)
    if json:
        print_json(found)
    elif found.ok:
        print(worded("rules-can-be-played", id=found.id, nearest=found.nearest, count=len(found.differences)))
        rows = [
            (difference.axis, _value(difference.value), _value(difference.value_there))
            for difference in found.differences
        ]
        if rows:
            print_table((worded("heading-axis"), str(found.id), str(found.nearest)), rows)
    if not found.ok:
        raise typer.Exit(1)


def _value(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
