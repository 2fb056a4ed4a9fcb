"""tileledger links: who has no chat linked yet, invitations, personal pages, addresses of offices."""

import operator
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from services.cli.bot import links_begin_of
from services.cli.companions import NO_TELEGRAM
from services.cli.confirming import ask
from services.cli.parameters import JsonOption, TournamentArgument
from services.cli.printing import (
    print_json,
    print_table,
    recipient_shown,
    say,
    say_written,
    worded,
    yes_or_no,
)
from shared.catalogue import Phrase, languages
from shared.csv_out import write_rows
from shared.private_files import whole_file
from shared.problems import INVALID_INPUT, Problem, ProblemType, not_found, quoted


def personal(
    tournament: TournamentArgument,
    recipients: Annotated[
        list[str] | None,
        typer.Argument(
            help=(
                "For whom: entrant:0007 …; everyone who takes part, waits or gave a place back, if left out."
            )
        ),
    ] = None,
    together: Annotated[
        bool, typer.Option("--together", help="One link for all that are named, as for a family.")
    ] = False,
    sheet: Annotated[
        Path | None,
        typer.Option(
            dir_okay=False, help="Write cards to print here instead, as HTML for A4: a code for each."
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Print links to personal pages as CSV: when and where someone plays, and their own results.

    A family that registered as one, with one address, has one link. A link stays valid until it is replaced,
    its people are forgotten, or the tournament has kept them for TILELEDGER_RETENTION_DAYS; links made before
    hold as well. Whoever has one may read there; anything else takes a code sent to the chat or address on
    file. TILELEDGER_PUBLIC_URL says where pages are reached from outside; without it links lead to the web
    that runs on this machine, as those to sign in do.
    """
    from services.delivery.personal_pages import COLUMNS
    from services.wiring import wired

    with wired(existing=True) as wiring:
        made = wiring.pages_here.make(tournament, recipients or None, together=together)
        plan = wiring.desk.state(tournament).plan
    if sheet is not None:
        from services.cli.invitation_sheet import page_sheet_of

        with whole_file(sheet) as out:
            out.write(page_sheet_of(plan.title, plan.languages, made).encode())
        say_written(sheet)
    elif json:
        print_json(made)
    else:
        write_rows(sys.stdout, COLUMNS, [link.cells for link in made])
    say(worded("pages-made", count=len(made)))
    if wiring.settings.public_url is None:
        say(worded("pages-here"))


def replace(
    tournament: TournamentArgument,
    recipients: Annotated[
        list[str], typer.Argument(help="Whose link was lost: entrant:0007 …; of one it is the family's.")
    ],
    json: JsonOption = False,
) -> None:
    """Print a new link to a personal page; every link that stood for any of them is dead from now on.

    The new one stands for everyone whom those stood for.
    """
    from services.wiring import wired

    with wired(existing=True) as wiring:
        made = wiring.pages_here.replace(tournament, recipients)
    if json:
        print_json(made)
    else:
        print(made.link)
    people = [
        f"{recipient} ({name})" if name else recipient
        for recipient, name in zip(made.recipients, made.names, strict=True)
    ]
    say(worded("page-replaced", recipients=recipients, people=people))


if TYPE_CHECKING:
    from services.delivery.invitation_preview import Outlook
    from services.wiring import Wiring

app = typer.Typer(no_args_is_help=True)
INVITING_DECLINED = ProblemType("inviting-declined", 409)
NO_MAIL_SERVER = ProblemType("no-mail-server", 409)
_SHOWN = 3
"""Letters shown before anything is sent."""
_NAMED = 20
"""At most so many are named of those with whom something is amiss."""


@app.callback()
def links() -> None:
    """Invite people to link a chat, make links to personal pages, say where offices are reached by e-mail."""


app.command()(personal)
app.command()(replace)


@app.command()
def email(
    tournament: TournamentArgument,
    recipient: Annotated[str, typer.Argument(help="Whose: organizer:organizer or referee:R01.")],
    address: Annotated[
        str | None, typer.Argument(help="The address to link; none shows those that are.")
    ] = None,
    remove: Annotated[bool, typer.Option("--remove", help="End the link to this address.")] = False,
    language: Annotated[
        str | None, typer.Option(help="The language of what is sent there, such as en; Chinese if left out.")
    ] = None,
) -> None:
    """Link an e-mail address to an office, show those that are linked, or end a link.

    Where the office has a chat, too, notices go to the chat and alerts to both.
    """
    from services.delivery.correspondents import subject_of
    from services.wiring import wired
    from shared.emails import normalised

    if language is not None and language not in languages():
        unknown = Phrase("part-bound-language", {"known": [*languages()]})
        wrong = INVALID_INPUT(detail=Phrase("part-bound-of", {"field": "--language", "said": unknown}))
        raise wrong.at(option="--language")
    if recipient.partition(":")[0] not in ("organizer", "referee"):
        raise INVALID_INPUT(detail=Phrase("part-recipient-of-email"))
    if address is None and (remove or language is not None):
        raise INVALID_INPUT(detail=Phrase("part-which-address"))
    if address is not None:
        address = normalised(address)
    with wired(existing=True) as wiring:
        if subject_of(wiring.desk.state(tournament), tournament, recipient) is None:
            raise not_found("recipient", quoted(recipient))
        linked = wiring.links.of_recipients(tournament, [recipient]).get(recipient, ())
        where = wiring.links.where(
            tournament, [link.address_id for link in linked if link.channel == "email"]
        )
        if address is None:
            for known in sorted(where.values()):
                print(known)
        elif remove:
            ended = [address_id for address_id, known in where.items() if known == address.casefold()]
            if not ended:
                raise not_found("e-mail-link", quoted(address))
            for address_id in ended:
                wiring.links.unlink(tournament, recipient, address_id)
            say(worded("written-to-no-longer", recipient=recipient, tournament=tournament))
        else:
            wiring.links.link(tournament, recipient, "email", address.casefold(), language)
            at = address.casefold()
            say(worded("written-to", recipient=recipient, tournament=tournament, address=at))


@app.command()
def pending(
    tournament: TournamentArgument,
    json: JsonOption = False,
) -> None:
    """List who takes part or referees and has no chat linked yet, by number and name.

    Also whose chat nothing reaches any more, as after the bot was blocked there. With whether a browser takes
    messages for them, and whether an e-mail address is on file.
    """
    from services.delivery.channel_choice import with_browser
    from services.wiring import wired

    with wired(existing=True) as wiring:
        everyone, missing = wiring.inviting.guests(tournament), wiring.inviting.pending(tournament)
        pushed = with_browser(wiring.links.of_recipients(tournament))
    if json:
        browsers = [guest.recipient for guest in missing if guest.recipient in pushed]
        print_json({"linked": len(everyone) - len(missing), "pending": missing, "browsers": browsers})
        return
    rows = [
        (
            recipient_shown(guest.recipient),
            guest.name,
            guest.family,
            guest.language,
            yes_or_no(guest.recipient in pushed),
            yes_or_no(bool(guest.email)),
        )
        for guest in missing
    ]
    print_table(("recipient", "name", "family", "language", "browser", "email"), rows)
    say(worded("links-pending", count=len(missing), linked=len(everyone) - len(missing)))


@app.command()
def send(
    tournament: TournamentArgument,
    preview: Annotated[bool, typer.Option("--preview", help="Only show what would be sent.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask before sending.")] = False,
    json: JsonOption = False,
) -> None:
    """Invite everyone who has no chat linked by e-mail, each once, with a personal link.

    Where no bot is set up, a letter bears the link to the page of who takes part alone.

    First it shows how many letters there would be, the first of them, and what is amiss, and asks.
    """
    from services.delivery.deliveries import Deliveries
    from services.delivery.invitation_preview import Outlooks
    from services.tournament.people.inviting import InvitePeople
    from services.wiring import wired

    with wired(existing=True) as wiring:
        deliveries, page = Deliveries(wiring.database), wiring.pages.sample
        by_page = _by_page_alone(wiring)
        chats = partial(operator.not_, by_page)
        outlooks = Outlooks(wiring.links, wiring.correspondence, deliveries, page, chats)
        outlook = outlooks.of(tournament, _SHOWN)
        if json:
            print_json(outlook)
        else:
            _print_outlook(outlook)
        if preview or not outlook.letters:
            return
        if not by_page:
            links_begin_of(wiring)
        if wiring.settings.telegram_token is not None and wiring.settings.smtp_url is None:
            # Without a token they are sent by an `up` that runs, which has a mail server of its own.
            raise NO_MAIL_SERVER()
        if not yes:
            ask(worded("invite-so", count=outlook.letters), INVITING_DECLINED)
        wiring.desk.submit(tournament, InvitePeople(), wiring.operator)
    say(worded("inviting", count=outlook.letters))


def _by_page_alone(wiring: "Wiring") -> bool:
    """Whether letters go out without a link to a chat: no bot is there, but a mail server and pages are."""
    settings = wiring.settings
    if settings.telegram_token is not None or settings.smtp_url is None or not wiring.pages.sample:
        return False
    try:
        links_begin_of(wiring)
    except Problem as problem:
        return problem.kind is NO_TELEGRAM
    return False


def _print_outlook(outlook: "Outlook") -> None:
    for foreseen in outlook.first:
        print(worded("letter-to", address=foreseen.to))
        for line in foreseen.text.splitlines():
            print(f"  {line}")
        print()
    people, linked, before = outlook.people, outlook.linked, outlook.invited
    print(worded("letters", count=outlook.letters, people=people, linked=linked, before=before))
    for line in _amiss(outlook):
        print(line)


def _amiss(outlook: "Outlook") -> Iterator[str]:
    together = [" + ".join(names) for names in outlook.shared]
    found: tuple[tuple[str, Sequence[str]], ...] = (
        ("letters-no-address", outlook.no_address),
        ("letters-no-guardian", outlook.no_guardian),
        ("letters-no-language", outlook.no_language),
        ("letters-shared", together),
    )
    for key, named in found:
        if named:
            more = len(named) - _NAMED
            shown = [*named[:_NAMED], *([f"and {more}"] if more > 0 else [])]
            yield worded(key, count=len(named), named=", ".join(shown))
