"""tileledger vault: keys that nothing names."""

from typing import Annotated

import typer

from services.cli.parameters import JsonOption
from services.cli.printing import print_json, say, worded

app = typer.Typer(no_args_is_help=True)


@app.callback()
def vault() -> None:
    """Put aside the keys that crashed registrations left in the vault."""


@app.command()
def quarantine(
    logs_are_complete: Annotated[
        bool,
        typer.Option(
            "--logs-are-complete", help="The logs here are the newest: no newer copy will come back."
        ),
    ] = False,
    json: JsonOption = False,
) -> None:
    """Let keys that no event names wait thirty days, and destroy those that have.

    `doctor` lists them. A key that waits still opens what is sealed under it, and one that is needed after
    all is taken out again. Nothing is done while the vault may be newer than a log.
    """
    from services.desk.orphan_keys import HELD, quarantine
    from services.wiring import wired

    with wired(existing=True) as wiring:
        wiring.vault_guard.require()
        done = quarantine(
            wiring.log, wiring.vault, wiring.links.subjects, wiring.clock, complete=logs_are_complete
        )
    if json:
        print_json(done)
        return
    figures = {"count": done.moved, "destroyed": done.destroyed, "waiting": done.waiting}
    print(worded("quarantined", **figures))
    if done.released:
        say(worded("quarantine-released", count=done.released))
    if done.waiting:
        say(worded("quarantine-holds", days=HELD.days))
