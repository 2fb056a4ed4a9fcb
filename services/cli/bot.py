"""tileledger bot: links by which people bring their Telegram chats in. The bot itself runs in the worker."""

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from zoneinfo import ZoneInfo

import typer

from services.cli.parameters import JsonOption, TournamentArgument
from services.cli.printing import print_json, say, say_written, worded
from shared.catalogue import Phrase
from shared.csv_out import write_rows
from shared.private_files import whole_file
from shared.problems import INVALID_INPUT

if TYPE_CHECKING:
    from services.wiring import Wiring

app = typer.Typer()


@app.callback()
def bot() -> None:
    """Bring people's Telegram chats in; the bot itself runs in `tileledger worker`."""


@app.command()
def channel(
    tournament: TournamentArgument,
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
    with wired(existing=True) as wiring:
        links, key = wiring.links, PUBLIC_CHANNEL.key
        wiring.desk.head(tournament)
        for link in links.of_recipients(tournament).get(key, ()):
            links.unlink(tournament, key, link.address_id)
        if name is not None:
            links.link(tournament, key, "telegram", name)
    say(
        worded("posted-in", tournament=tournament, name=name)
        if name
        else worded("posted-nowhere", tournament=tournament)
    )


@app.command()
def link(
    tournament: TournamentArgument,
    recipient: Annotated[
        str,
        typer.Argument(help="Whom the chat is to stand for: entrant:0007, referee:R01, organizer:organizer."),
    ],
) -> None:
    """Print a link that brings one chat in, once, within two weeks. Give it to that person only.

    While no token is set, it is for a phone on the simulated Telegram page of a `tileledger up` that runs.
    """
    from services.wiring import wired

    with wired(existing=True) as wiring:
        begin = links_begin_of(wiring)
        print(begin + wiring.links.invite(tournament, recipient))
        say(worded("link-works-once"))


@app.command()
def invite(
    tournament: TournamentArgument,
    sheet: Annotated[
        Path | None,
        typer.Option(
            dir_okay=False,
            help=(
                "Write cards to print here instead, as HTML for A4: a code for each, families "
                "together, with the link of the personal page where pages are public."
            ),
        ),
    ] = None,
    linked: Annotated[
        bool, typer.Option("--linked", help="Also for those who have a chat linked already.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Print a personal link for everyone who has no chat linked yet: participants and referees, as CSV.

    Each works once, within two weeks; links made before hold as well. Whoever has a link may use it. While no
    token is set, they are for phones on the simulated Telegram page of a `tileledger up` that runs.
    """
    from services.wiring import wired

    with wired(existing=True) as wiring:
        inviting = wiring.inviting
        everyone = inviting.guests(tournament)
        guests = everyone if linked else inviting.pending(tournament)
        made = inviting.invite(tournament, guests, links_begin_of(wiring))
        plan, now = wiring.desk.state(tournament).plan, wiring.clock.now()
        pages = {}
        if sheet is not None:
            pages = wiring.pages.of_each(tournament, [invited.recipient for invited in made])
    if sheet is not None:
        from services.access.kinds import INVITATION
        from services.cli.invitation_sheet import sheet_of

        until = (now + INVITATION.holds).astimezone(ZoneInfo(plan.zone)).date()
        with whole_file(sheet) as out:
            out.write(sheet_of(plan.title, plan.languages, until, made, pages).encode())
        say_written(sheet)
    elif json:
        print_json(made)
    else:
        from services.delivery.inviting import COLUMNS

        write_rows(sys.stdout, COLUMNS, [invited.cells for invited in made])
    say(worded("invited", count=len(made), linked=len(everyone) - len(made)))


def links_begin_of(wiring: "Wiring") -> str:
    """What a link begins with: to the bot whose token is set, else to this installation's simulated one."""
    import asyncio

    from bots.telegram.owning import links_begin
    from services.cli.companions import simulated_telegram

    if wiring.settings.telegram_token is not None:
        return wiring.links_begin()
    named = "TILELEDGER_TELEGRAM_API_URL" in wiring.loaded.sources
    address = wiring.settings.telegram_api_url if named else wiring.running.telegram
    return asyncio.run(links_begin(*simulated_telegram(address)))
