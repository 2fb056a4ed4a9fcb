"""tileledger forget: destroy what makes a number a person."""

from typing import Annotated

import typer

from services.cli.printing import JsonOption, print_json, say
from shared.problems import INVALID_INPUT

app = typer.Typer()


@app.command()
def forget(
    person: Annotated[
        str,
        typer.Argument(metavar="PERSON", help="A vault subject, such as person-…, or TOURNAMENT:ENTRANT_NO."),
    ],
    reason: Annotated[
        str, typer.Option("--reason", metavar="request|expiry|error", help="Why; kept in the log.")
    ] = "request",
    json: JsonOption = False,
) -> None:
    """Forget a person for good: name, birth date, contacts and own statements. Results stand.

    Run it again if it was interrupted. Replace the vault's dump afterwards (`tileledger dump`): an older one
    would still hold the key.
    """
    from typing import get_args

    from services.desk.forgetting import destroy_outstanding
    from services.desk.forgetting import forget as forget_person
    from services.tournament.forgetting import Grounds
    from services.wiring import wired

    if reason not in get_args(Grounds):
        raise INVALID_INPUT(detail=f"--reason takes one of {', '.join(get_args(Grounds))}")
    with wired() as wiring:
        done = forget_person(wiring.desk, person, wiring.operator, reason)  # type: ignore[arg-type]
        destroy_outstanding(wiring.desk)
    if json:
        print_json(done)
    else:
        print(f"{done.person} is forgotten in {', '.join(done.tournaments)}: {done.keys} keys destroyed")
        say("Make a new dump now: an older copy of the vault still holds these keys.")
