"""tileledger access: grant, list and revoke tokens."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Annotated, Any

import typer

from services.cli.parameters import JsonOption
from services.cli.printing import in_words, print_json, print_table, say, worded
from shared.catalogue import Phrase

if TYPE_CHECKING:
    from services.access.grant_rows import Grant
    from services.wiring import Wiring

app = typer.Typer(no_args_is_help=True)


@app.callback()
def access() -> None:
    """Say who may come in: tokens and sign-in links by role, expiring, revocable at once."""


@app.command()
def grant(
    role: Annotated[
        str,
        typer.Option(help="The role: participant, referee, chief_referee, organizer, display or service."),
    ],
    tournament: Annotated[
        str | None, typer.Option(metavar="ID", help="Only for this tournament; every one if left out.")
    ] = None,
    subject: Annotated[
        str | None,
        typer.Option(
            help=(
                "Whose it is: a referee's or entrant's number, never a name. If left out, someone who "
                "holds the office in the tournament; else made up."
            )
        ),
    ] = None,
    days: Annotated[
        int, typer.Option(min=1, max=400, help="For how many days it holds; a season at the most.")
    ] = 30,
    json: JsonOption = False,
) -> None:
    """Grant a token and print it, once: only its hash is kept."""
    from services.access.rights import ROLES
    from services.access.tokens import GRANT_REFUSED, grant_token
    from services.wiring import wired

    if role not in ROLES:
        wrong = GRANT_REFUSED(detail=Phrase("part-tokens-roles", {"known": [*ROLES]}))
        raise wrong.at(option="--role")
    with wired() as wiring:
        _require(wiring, tournament)
        subject, held = _holder(wiring, role, subject, tournament)
        expires = wiring.clock.now() + timedelta(days=days)
        token, made = grant_token(wiring.grants, role, subject, tournament, expires)
    granted = {"role": role, "subject": subject, "tournament": tournament}
    if json:
        print_json({"token": token, "token_id": made.grant_id, **granted, "expires_at": expires})
        return
    print(token)
    say(worded("token-granted", token=made.grant_id, **granted, until=_moment(expires)))
    if not held:
        say(worded("token-without-office", subject=subject))


@app.command()
def link(
    role: Annotated[str, typer.Option(help="The role: organizer, chief_referee or referee.")],
    tournament: Annotated[str, typer.Option(metavar="ID", help="The tournament to sign in to.")],
    subject: Annotated[
        str | None,
        typer.Option(
            help=(
                "Whose it is: a referee's number, never a name. If left out, someone who holds that "
                "office there and no higher one; an organizer's is made up."
            )
        ),
    ] = None,
    minutes: Annotated[
        int, typer.Option(min=1, max=60, help="For how many minutes it holds; an hour at the most.")
    ] = 10,
    json: JsonOption = False,
) -> None:
    """Print a link that signs one official in on the pages, once, within a few minutes.

    It gives the office that is asked for; whoever is named must hold it. Give it to that person only. Its
    code is for a browser in which they are signed in already.
    """
    from services.access.sign_ins import make_link, may_sign_in
    from services.access.tokens import GRANT_REFUSED
    from services.wiring import wired

    if not may_sign_in(role):
        raise GRANT_REFUSED(detail=Phrase("part-sign-in-roles")).at(option="--role")
    with wired() as wiring:
        _require(wiring, tournament)
        named, (subject, held) = subject, _holder(wiring, role, subject, tournament)
        if not held:
            values = {"subject": named, "role": _role(role), "tournament": tournament}
            raise GRANT_REFUSED(detail=Phrase("part-office-not-held", values))
        made = make_link(wiring.grants, role, subject, tournament, "cli", minutes=minutes)
        address = f"{wiring.site}{made.path}"
    if json:
        answer = {"link": address, "code": made.code, "role": role, "subject": subject}
        print_json({**answer, "tournament": tournament, "minutes": minutes})
        return
    print(address)
    whose = {"role": _role(role), "subject": subject, "tournament": tournament}
    say(worded("sign-in-link", **whose, minutes=minutes, code=made.code))


@app.command("founding-link")
def founding_link(
    minutes: Annotated[
        int, typer.Option(min=1, max=60, help="For how many minutes it holds; an hour at the most.")
    ] = 10,
    json: JsonOption = False,
) -> None:
    """Print a link that signs in, once, whoever may found tournaments on the pages.

    Give it to that person only: who founds a tournament is signed in to it as its organizer.
    """
    from services.access.sign_ins import make_link
    from services.wiring import wired

    with wired() as wiring:
        made = make_link(
            wiring.grants, "organizer", f"organizer-{wiring.random(3).hex()}", None, "cli", minutes=minutes
        )
        address = f"{wiring.site}{made.path}"
    if json:
        print_json({"link": address, "minutes": minutes})
        return
    print(address)
    say(worded("founding-link", minutes=minutes))


@app.command()
def board(
    tournament: Annotated[str, typer.Option(metavar="ID", help="The tournament that the screen is for.")],
    views: Annotated[
        str,
        typer.Option(
            metavar="VIEW,…",
            help=(
                "The views it shows, with commas between: alarm, news, now, seats, results, "
                "standings, day. What the hour calls for, if left out."
            ),
        ),
    ] = "",
    langs: Annotated[str, typer.Option(help="The languages: zh, en, or both, one after the other.")] = "both",
    pace: Annotated[
        str, typer.Option(help="For how many seconds each page is shown: 6, 8, 10, 12, 15, 20 or 30.")
    ] = "10",
    json: JsonOption = False,
) -> None:
    """Print the link that sets up a screen in the hall: which views it shows, in which languages, how fast.

    It shows what anyone may see.
    """
    from services.access.board_links import board_choice
    from services.wiring import wired

    chosen = board_choice([view.strip() for view in views.split(",") if view.strip()], langs, pace)
    with wired() as wiring:
        _require(wiring, tournament)
        link = wiring.board_links.make(tournament, chosen)
        address = f"{wiring.site}/t/{tournament}/board/{link}"
    if json:
        choice = {"views": chosen.views, "langs": chosen.languages, "pace": int(chosen.pace)}
        print_json({"link": address, "tournament": tournament, **choice})
        return
    print(address)
    shown = ", ".join(chosen.views) or worded("board-by-hour")
    say(worded("board-link", tournament=tournament, views=shown, langs=langs, pace=chosen.pace))


@app.command("sign-ins")
def sign_ins(
    tournament: Annotated[
        str | None, typer.Option(metavar="ID", help="Only of this tournament; of every one if left out.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """List who is or lately was signed in on the pages, and in what kind of browser."""
    from services.access.kinds import SIGN_IN
    from services.wiring import wired

    with wired(existing=True) as wiring:
        now = wiring.clock.now()
        found = [_sign_in_line(line, now) for line in wiring.grants.listed(SIGN_IN, tournament)]
    if json:
        print_json(found)
        return
    print_table(
        ("sign-in", "role", "subject", "tournament", "device", "seen", "state"),
        [
            (
                line["sign_in_id"],
                _role(line["role"]),
                line["subject"],
                line["tournament_id"],
                line["device"] or worded("some-browser"),
                _moment(line["seen_at"]),
                in_words("sign-in", line["state"]),
            )
            for line in found
        ],
    )


@app.command("list")
def list_tokens(json: JsonOption = False) -> None:
    """List every token ever granted; their texts are not kept."""
    from services.access.kinds import TOKEN
    from services.access.tokens import token_line
    from services.wiring import wired

    with wired(existing=True) as wiring:
        now = wiring.clock.now()
        lines = [token_line(token, now) for token in wiring.grants.listed(TOKEN)]
    if json:
        print_json(lines)
        return
    print_table(
        ("token", "role", "subject", "tournament", "expires", "state"),
        [
            (
                line.token_id,
                _role(line.role),
                line.subject,
                line.tournament or worded("any-tournament"),
                _moment(line.expires_at),
                in_words("token", line.state),
            )
            for line in lines
        ],
    )


@app.command()
def revoke(
    token: Annotated[
        str | None,
        typer.Argument(metavar="TOKEN_ID", help="The id of the token or sign-in, as the list shows it."),
    ] = None,
    subject: Annotated[
        str | None,
        typer.Option(help="Revoke every token and sign-in of this subject, as when a phone is lost."),
    ] = None,
) -> None:
    """Revoke a token or a sign-in, or all of a subject. It is refused from its very next use."""
    from services.access.kinds import SIGN_IN, SIGN_IN_LINK, TOKEN
    from services.tournament.people.numbers import same_number
    from services.wiring import wired

    if (token is None) == (subject is None):
        raise typer.BadParameter("give either a token id or --subject")
    with wired() as wiring:
        grants = wiring.grants
        if token is not None:
            grants.revoke(SIGN_IN if token.startswith(SIGN_IN.prefix) else TOKEN, token)
            say(worded("token-revoked", token=token))
        elif subject is not None:
            meant = {token.whose for token in grants.listed(TOKEN) if same_number(token.whose, subject)}
            revoked = sum(grants.revoke_all([TOKEN], whose) for whose in meant)
            grants.revoke_all([SIGN_IN_LINK], subject)
            revoked += grants.revoke_all([SIGN_IN], subject)
            say(worded("tokens-revoked", count=revoked, subject=subject))


@app.command()
def rights(json: JsonOption = False) -> None:
    """Show who may do what: each command and query, and how far each role's right goes."""
    from services.access.rights import RIGHTS, ROLES

    if json:
        print_json({action: dict(row) for action, row in RIGHTS.items()})
        return
    print_table(
        ("action", *(_role(role) for role in ROLES)),
        [(action, *(_scope(row.get(role)) for role in ROLES)) for action, row in RIGHTS.items()],
    )


def _require(wiring: "Wiring", tournament: str | None) -> None:
    """Refuse a tournament that is not there."""
    from shared.problems import not_found, quoted

    if tournament is not None and wiring.log.head(tournament).seq == 0:
        raise not_found("tournament", quoted(tournament))


def _sign_in_line(line: "Grant", now: datetime) -> dict[str, Any]:
    return {
        "sign_in_id": line.grant_id,
        "role": line.scope,
        "subject": line.whose,
        "tournament_id": line.tournament_id,
        "device": line.details["device"],
        "made_at": line.issued_at,
        "proven_at": line.proven_at,
        "seen_at": line.seen_at,
        "ends_at": line.expires_at,
        "ended_at": line.revoked_at,
        "tries": line.tries,
        "state": line.state(now),
    }


def _role(role: str) -> str:
    from services.access.rights import ROLE_WORDS

    return str(ROLE_WORDS[role])


def _scope(scope: str | None) -> str:
    """How far a right goes, in words; a dash for none."""
    return "-" if scope is None else in_words("scope", scope)


def _holder(wiring: "Wiring", role: str, subject: str | None, tournament: str | None) -> tuple[str, bool]:
    """Whose the token is, and whether they hold its office where the tournament gives it.

    Where nobody is named it is somebody who holds that office and no higher one.
    """
    from services.access.visibility import OFFICES_GIVEN, holders, holds_office

    given = next((office for office in OFFICES_GIVEN if office == role), None)
    made_up = f"{role}-{wiring.random(3).hex()}"
    if given is None or tournament is None:
        return subject or made_up, True
    state = wiring.desk.state(tournament)
    if subject is not None:
        if given == "participant":
            subject = wiring.desk.number_known(tournament, subject)
        return subject, holds_office(state, given, subject)
    found = holders(state, given)
    return next(iter(found), made_up), bool(found)


def _moment(moment: datetime) -> str:
    return moment.isoformat(timespec="minutes").replace("+00:00", "Z")
