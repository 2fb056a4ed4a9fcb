"""tileledger doctor: every setting with its source, and whether what they name can be used.

Looks only: it makes no database, no key file and no folder.
"""

import typer

from services.cli.printing import JsonOption, columns, in_words, print_json, print_table

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
    if json:
        checks = [
            {"check": check.title, "state": check.state, "detail": check.detail, "way_out": check.way_out}
            for check in found
        ]
        print_json({"settings": settings, "checks": checks})
    else:
        print_table(
            columns("setting", "value", "source"),
            [(s.name, s.value or "-", in_words("setting", s.source)) for s in settings],
        )
        print()
        print_table(
            columns("check", "state", "detail"),
            [
                (c.title, in_words("check", c.state), f"{c.detail}: {c.way_out}" if c.way_out else c.detail)
                for c in found
            ],
        )
    if any(check.state == "failed" for check in found):
        raise typer.Exit(1)
