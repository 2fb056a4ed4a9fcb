"""tileledger bot: links by which people bring their Telegram chats in. The bot itself runs in the worker."""

import re
from typing import Annotated

import typer

from services.cli.printing import say
from shared.catalogue import Phrase
from shared.problems import INVALID_INPUT

app = typer.Typer(help="Bring people's Telegram chats in; the bot itself runs in `tileledger worker`.")


@app.callback()
def bot() -> None:
    """Bring people's Telegram chats in; the bot itself runs in `tileledger worker`."""


@app.command()
def channel(
    tournament: Annotated[str, typer.Argument(help="The tournament's id.")],
    name: Annotated[
        str | None,
        typer.Argument(
            help="The channel's @name, or its number, which begins with -100; none for no channel."
        ),
    ] = None,
) -> None:
    """Say in which public channel publications, suspensions and new dates are posted.

    The bot must be an administrator of it. It is one channel for a tournament; a new one takes its place.
    """
    from services.notices.audiences import PUBLIC_CHANNEL
    from services.wiring import wired

    if name is not None and re.fullmatch(r"@[A-Za-z][A-Za-z0-9_]{3,31}|-100[0-9]{5,15}", name) is None:
        raise INVALID_INPUT(detail=Phrase("part-channel-named"))
    with wired() as wiring:
        links, key = wiring.links, PUBLIC_CHANNEL.key
        wiring.desk.head(tournament)
        for own in links.of_recipients(tournament).get(key, ()):
            links.unlink(tournament, key, own.address_id)
        if name is not None:
            links.link(tournament, key, "telegram", name)
    say(f"{tournament} is posted in {name}." if name else f"{tournament} is posted in no channel.")


@app.command()
def link(
    tournament: Annotated[str, typer.Argument(help="The tournament's id.")],
    recipient: Annotated[
        str,
        typer.Argument(help="Whom the chat is to stand for: entrant:0007, referee:R01, organizer:organizer."),
    ],
) -> None:
    """Print a link that brings one chat in, once, within two weeks. Give it to that person only.

    While no token is set, it is for a phone on the simulated Telegram page of a `tileledger up` that runs.
    """
    import asyncio

    from services.cli.companions import simulated_telegram
    from services.wiring import wired

    with wired() as wiring:
        token, address = wiring.settings.telegram_token, wiring.settings.telegram_api_url
        if token is None:
            token, address = simulated_telegram(wiring.loaded.sources, address)
        from bots.telegram.inviting import deep_link

        invitation = wiring.links.invite(tournament, recipient)
        print(asyncio.run(deep_link(token, address, invitation)))
        say("It works once. Whoever opens it is asked before anything is linked.")
