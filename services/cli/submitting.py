"""tileledger submit: any command of the tournament, as JSON on standard input."""

from datetime import datetime
from typing import Annotated

import typer

from services.cli.printing import print_json
from services.cli.reading import read_stdin
from shared.catalogue import Phrase
from shared.problems import INVALID_INPUT, not_found, quoted

app = typer.Typer()


@app.command()
def submit(
    tournament: Annotated[str, typer.Argument(help="The tournament's id.")],
    command: Annotated[str, typer.Argument(help="The command, such as check-in or draw-seats.")],
    key: Annotated[
        str | None, typer.Option("--key", help="Your own id of the command: sent again, it is the same.")
    ] = None,
    at: Annotated[
        str | None, typer.Option("--at", metavar="TIME", help="When it happened; now by default.")
    ] = None,
    role: Annotated[
        str, typer.Option("--as", metavar="ROLE[:SUBJECT]", help="On whose behalf.")
    ] = "organizer:cli",
    preview: Annotated[
        bool, typer.Option("--preview", help="Only show what it would change; nothing is written.")
    ] = False,
) -> None:
    """Carry out one command, read as JSON from standard input, and print what it led to."""
    from services.access.rights import ROLES
    from services.access.tokens import SUBJECT, Principal
    from services.tournament.catalogue import commands
    from services.wiring import wired

    if command not in commands():
        raise not_found("command", quoted(command))
    name, _, subject = role.partition(":")
    if name not in ROLES or not SUBJECT.fullmatch(subject or "cli"):
        roles = ", ".join(ROLES)
        raise INVALID_INPUT(detail=Phrase("part-submitting-takes-role-subject", {"roles": roles}))
    given = read_stdin(commands()[command])
    principal = Principal("cli", name, subject or "cli")
    with wired() as wiring:
        if preview:
            from services.desk.previewing import preview as foresee

            print_json(foresee(wiring.desk, tournament, given, principal, occurred_at=_moment(at)))
            return
        answer = wiring.desk.submit(tournament, given, principal, command_id=key, occurred_at=_moment(at))
    print_json(answer)


def _moment(text: str | None) -> datetime | None:
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        shown = quoted(text)
        raise INVALID_INPUT(
            detail=Phrase("part-submitting-at-cannot-write-2026-04", {"shown": shown})
        ) from None
    if moment.tzinfo is None:
        raise INVALID_INPUT(detail=Phrase("part-submitting-at-needs-zone-2026-04"))
    return moment
