"""tileledger links: who has no chat linked yet, and e-mail addresses of those who hold an office."""

from typing import Annotated, Literal

import typer

from services.cli.printing import JsonOption, print_json, print_table, say, worded
from shared.catalogue import Phrase
from shared.problems import INVALID_INPUT, not_found, quoted

app = typer.Typer(no_args_is_help=True)


@app.callback()
def links() -> None:
    """Say who has no chat yet, and where those who hold an office are reached by e-mail."""


@app.command()
def email(
    tournament: Annotated[str, typer.Argument(help="The tournament's id.")],
    recipient: Annotated[str, typer.Argument(help="Whose: organizer:organizer or referee:R01.")],
    address: Annotated[
        str | None, typer.Argument(help="The address to link; none shows those that are.")
    ] = None,
    remove: Annotated[bool, typer.Option("--remove", help="End the link to this address.")] = False,
    language: Annotated[
        Literal["en", "zh"] | None, typer.Option(help="What is written there; Chinese if left out.")
    ] = None,
) -> None:
    """Link an e-mail address to an office, show those that are linked, or end a link.

    Where the office has a chat, too, notices go to the chat and alerts to both.
    """
    from services.delivery.correspondents import subject_of
    from services.wiring import wired
    from shared.emails import normalised

    if recipient.partition(":")[0] not in ("organizer", "referee"):
        raise INVALID_INPUT(detail=Phrase("part-recipient-of-email"))
    if address is None and (remove or language is not None):
        raise INVALID_INPUT(detail=Phrase("part-which-address"))
    if address is not None:
        address = normalised(address)
    with wired() as wiring:
        if subject_of(wiring.desk.state(tournament), tournament, recipient) is None:
            raise not_found("recipient", quoted(recipient))
        linked = wiring.links.of_recipients(tournament, [recipient]).get(recipient, ())
        where = wiring.links.where(tournament, [own.address_id for own in linked if own.channel == "email"])
        if address is None:
            for known in sorted(where.values()):
                print(known)
        elif remove:
            ended = [address_id for address_id, known in where.items() if known == address.casefold()]
            if not ended:
                raise not_found("e-mail-link", quoted(address))
            for address_id in ended:
                wiring.links.unlink(tournament, recipient, address_id)
            say(f"{recipient} of {tournament} is written to there no longer.")
        else:
            wiring.links.link(tournament, recipient, "email", address.casefold(), language)
            say(f"{recipient} of {tournament} is written to at {address.casefold()}.")


@app.command()
def pending(
    tournament: Annotated[str, typer.Argument(help="The tournament's id.")],
    json: JsonOption = False,
) -> None:
    """List who takes part or referees and has no chat linked yet, by number and name.

    Also whose chat nothing reaches any more, as after the bot was blocked there.
    """
    from services.wiring import wired

    with wired(existing=True) as wiring:
        everyone, missing = wiring.inviting.guests(tournament), wiring.inviting.pending(tournament)
    if json:
        print_json({"linked": len(everyone) - len(missing), "pending": missing})
        return
    rows = [
        (own.recipient, own.name, own.family, own.language, "yes" if own.email else "no") for own in missing
    ]
    print_table(("recipient", "name", "family", "language", "email"), rows)
    say(worded("links-pending", count=len(missing), linked=len(everyone) - len(missing)))
