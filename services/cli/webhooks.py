"""tileledger webhook: programs elsewhere that are told of new events."""

from typing import Annotated

import typer

from services.cli.parameters import JsonOption, TournamentArgument
from services.cli.printing import in_words, print_json, print_table, say, worded
from shared.catalogue import FIRST, shown

app = typer.Typer(no_args_is_help=True)

Id = Annotated[str, typer.Argument(help="The subscription's id, as `webhook list` has it.")]


@app.callback()
def webhook() -> None:
    """Tell programs elsewhere of new events: signed, in order, again until they have answered."""


@app.command()
def add(
    tournament: TournamentArgument,
    url: Annotated[str, typer.Argument(help="The address that events are sent to.")],
    after: Annotated[
        int | None, typer.Option(metavar="SEQ", help="Begin after this seq; with what is new, by default.")
    ] = None,
) -> None:
    """Subscribe an address; prints its id and, this once, the secret that its requests are signed with."""
    from services.wiring import wired

    with wired(existing=True) as wiring:
        webhook, secret = wiring.webhooks.subscribe(tournament, url, after)
    print(webhook.id)
    print(secret)
    say(worded("keep-the-secret"))


@app.command("list")
def list_webhooks(tournament: TournamentArgument, json: JsonOption = False) -> None:
    """List a tournament's subscriptions and how they fare."""
    from services.delivery.reasons import reason
    from services.wiring import wired

    with wired(existing=True) as wiring:
        found = wiring.webhooks.listed(tournament)
    if json:
        print_json(found)
        return
    rows = [
        (
            webhook.id,
            webhook.url,
            in_words("webhook", webhook.status),
            webhook.after,
            webhook.failures,
            shown(reason(webhook.last_answer), FIRST) if webhook.last_answer else None,
        )
        for webhook in found
    ]
    print_table(("id", "url", "status", "answered up to", "failures", "last answer"), rows)


@app.command()
def resume(id: Id) -> None:
    """Try a dead subscription again, from where it stopped."""
    from services.wiring import wired

    with wired(existing=True) as wiring:
        webhook = wiring.webhooks.resume(id)
    print(
        worded(
            "webhook-goes-on", id=webhook.id, status=in_words("webhook", webhook.status), after=webhook.after
        )
    )


@app.command()
def remove(id: Id) -> None:
    """End a subscription."""
    from services.wiring import wired

    with wired(existing=True) as wiring:
        wiring.webhooks.remove(id)
    print(worded("webhook-removed", id=id))


@app.command()
def send() -> None:
    """Send once what is due; the worker does this by itself."""
    from services.wiring import wired

    with wired(existing=True) as wiring:
        made = wiring.call_webhooks()
    print(worded("requests-made", count=made))
