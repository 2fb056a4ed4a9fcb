"""tileledger doctor: every setting with its source, and whether what they name can be used.

Looks only: it makes no database, no key file and no folder.
"""

from typing import TYPE_CHECKING

import typer

from services.cli.parameters import JsonOption
from services.cli.printing import in_words, print_json, print_table, worded
from shared.catalogue import FIRST

if TYPE_CHECKING:
    from services.checks.check import Check

_NAME_WIDTH, _STATE_WIDTH = 35, 7
"""Of columns that are printed line by line; a longer name moves its line's others."""

app = typer.Typer()


@app.command()
def doctor(json: JsonOption = False) -> None:
    """Show every setting with its source, secrets masked, and make every check. Exit 1: one failed."""
    from services.checks.registry import run
    from services.wiring import wired

    with wired() as wiring:
        settings = wiring.loaded.described()
        if not json:
            print_table(
                ("setting", "value", "source"),
                [(s.name, s.value or "-", in_words("setting", s.source)) for s in settings],
            )
            print()
        with wiring.installation() as installation:
            found = []
            for check in run(installation):
                found.append(check)
                if not json:
                    _print(check)
    if json:
        checks = [
            {
                "check": check.title,
                "state": check.state,
                "detail": check.detail_in(FIRST),
                "way_out": check.way_out_in(FIRST),
            }
            for check in found
        ]
        print_json({"settings": settings, "checks": checks})
    if any(check.state == "failed" for check in found):
        raise typer.Exit(1)


def _print(check: "Check") -> None:
    """Print a finding when it is made: a database that is away is waited for in some."""
    detail, way_out = check.detail_in(FIRST), check.way_out_in(FIRST)
    state = in_words("check", check.state)
    line = worded("finding", detail=detail, way_out=way_out) if way_out else detail
    print(f"{check.title_in(FIRST):{_NAME_WIDTH}}  {state:{_STATE_WIDTH}}  {line}", flush=True)
