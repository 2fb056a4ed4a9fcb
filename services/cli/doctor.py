"""tileledger doctor: every setting with its source, and whether what they name can be used.

Looks only: it makes no database, no key file and no folder.
"""

import typer

from services.cli.parameters import JsonOption
from services.cli.printing import in_words, print_json, print_table, worded
from shared.catalogue import FIRST

app = typer.Typer()


@app.command()
def doctor(json: JsonOption = False) -> None:
    """Show every setting with its source, secrets masked, and make every check. Exit 1: one failed."""
    from services.checks.registry import run
    from services.wiring import wired

    with wired() as wiring:
        settings = wiring.loaded.described()
        with wiring.installation() as installation:
            found = list(run(installation))
    rendered = [(check, check.detail_in(FIRST), check.way_out_in(FIRST)) for check in found]
    if json:
        checks = [
            {"check": check.title, "state": check.state, "detail": detail, "way_out": way_out}
            for check, detail, way_out in rendered
        ]
        print_json({"settings": settings, "checks": checks})
    else:
        print_table(
            ("setting", "value", "source"),
            [(s.name, s.value or "-", in_words("setting", s.source)) for s in settings],
        )
        print()
        print_table(
            ("check", "state", "detail"),
            [
                (
                    check.title_in(FIRST),
                    in_words("check", check.state),
                    worded("finding", detail=detail, way_out=way_out) if way_out else detail,
                )
                for check, detail, way_out in rendered
            ],
        )
    if any(check.state == "failed" for check in found):
        raise typer.Exit(1)
