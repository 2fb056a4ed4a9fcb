"""tileledger up and web: everything that runs, and the web server alone."""

import os
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from datetime import timedelta
from typing import TYPE_CHECKING, Annotated
from zoneinfo import ZoneInfo

import msgspec
import typer

from services.cli.printing import progress, say, width, worded
from shared.catalogue import FIRST, Listed, Phrase

if TYPE_CHECKING:
    from services.cli.phones import Phone
    from services.tournament.state import State
    from services.wiring import Wiring

app = typer.Typer()
web_app = typer.Typer()

TOKENS_HOLD = timedelta(days=7)
_LINKS_HOLD = 60
"""Minutes: whoever started it reads the addresses first."""
DEMO = "hk-2026"
_TITLE = 12  # columns that the titles of addresses take
_TOURNAMENTS = 5
"""How many are named at the start, those under way first; the first page has all of them."""


@app.command()
def up(
    demo: Annotated[
        bool, typer.Option("--demo/--no-demo", help="Play the demo first if there is no tournament.")
    ] = True,
    simulate: Annotated[
        bool,
        typer.Option(
            "--simulators/--no-simulators",
            help="Stand in for Telegram, the Observatory and mail while no Telegram token is set.",
        ),
    ] = True,
    telegram_port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help="Port on loopback for the Telegram simulator's page and API."),
    ] = None,
    observatory_port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="Port on loopback for the Observatory simulator.")
    ] = None,
    mail_port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="Port on loopback for the page of the mail sink.")
    ] = None,
    smtp_port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="Port on loopback for the mail sink's SMTP.")
    ] = None,
) -> None:
    """Bring the databases up to date and run everything there is, until Ctrl-C.

    An empty database first gets the demo tournament, moved to these days and played up to now. Prints
    addresses and a token for each role. In the Telegram simulator there is a phone for each role of it.
    """
    from services.cli.companions import Ports, crowd_going_on, simulating, simulators, worker_post
    from services.cli.phones import switch_on
    from services.web.figures import figures_together
    from services.web.front.listening import bound_to, listening_socket
    from services.wiring import serve_beside
    from services.wiring.imported import EVERYTHING
    from services.wiring.warmed import warm_up
    from shared.children import import_for_children
    from shared.outcome import outcome
    from shared.settings import load_settings

    ports = Ports(telegram_port, observatory_port, mail_port, smtp_port)
    wanted = simulators(load_settings().sources, ports) if simulate else []
    for simulator in wanted:
        os.environ.update(simulator.settings)
    telegram = next((simulator for simulator in wanted if simulator.title == "Telegram"), None)
    pages = {simulator.title: simulator.page for simulator in wanted}
    with (
        listening_socket(load_settings().settings) as listening,
        figures_together() as folder,
        ExitStack() as beside,
    ):
        os.environ["TILELEDGER_BIND"] = bound_to(listening, load_settings().settings)
        if import_for_children(EVERYTHING):
            warm_up(load_settings())
        prepared = outcome("tl-prepare", prepare, demo, pages)
        beside.enter_context(simulating(wanted))
        if telegram is not None:
            # Before the worker: a message to a phone that is not there would end its link.
            switch_on(telegram.port, prepared.phones)
        if prepared.phones and prepared.tournament is not None:
            beside.enter_context(crowd_going_on(prepared.tournament))
        serve_beside(load_settings(), listening, folder, [worker_post()])


class Prepared(msgspec.Struct, frozen=True):
    """What was made ready: the tournament to show, if there is any, and the phones handed out for it."""

    tournament: str | None
    phones: "Sequence[Phone]"


def prepare(demo: bool, pages: Mapping[str, str]) -> Prepared:
    """Make everything ready and print where it is; in a process of its own, since the demo takes much memory.

    Args:
        demo: whether an empty database gets the demo.
        pages: those of the simulators, by title.
    """
    from services.cli.phones import hand_out
    from services.demo.days import is_moved
    from services.web.figures import keep_figures_apart
    from services.wiring import wired

    keep_figures_apart()
    phones: Sequence[Phone] = []
    with wired() as wiring:
        if triggers := wiring.migrate().put_back:
            say(worded("triggers-put-back", triggers=triggers))
        wiring.vault_guard.require_secret()
        if demo and not wiring.log.tournaments():
            _play(wiring)
        tournament = _under_way(wiring)
        if tournament is not None and "Telegram" in pages and is_moved(wiring.desk.state(tournament).plan):
            state = wiring.desk.state(tournament)
            phones = hand_out(wiring.links, wiring.desk.directory, tournament, state)
        _welcome(wiring, tournament, pages, phones)
    return Prepared(tournament, phones)


@web_app.command()
def web() -> None:
    """Run the web server alone, until Ctrl-C."""
    from services.wiring import serve_web
    from shared.settings import load_settings

    serve_web(load_settings(), lambda address: say(worded("web-listening", address=address)))


def _play(wiring: "Wiring") -> None:
    from services.cli.demo import play_demo

    say(worded("up-plays-demo", demo=DEMO))
    with progress(worded("up-playing", demo=DEMO)) as report:
        play_demo(wiring, DEMO, now=True, progress=report)


def _under_way(wiring: "Wiring") -> str | None:
    """The tournament to show: one with a session on this day, else the first."""
    now, listed = wiring.clock.now(), sorted(wiring.desk.tournaments.of(wiring.desk, set()).items())
    today = (id for id, listing in listed if now.astimezone(ZoneInfo(listing.zone)).date() in listing.days)
    return next(today, next((id for id, _ in listed), None))


def _welcome(
    wiring: "Wiring", tournament: str | None, simulated: Mapping[str, str], phones: Sequence["Phone"]
) -> None:
    """Print where everything is and how to come in."""
    from services.access.sign_ins import make_link
    from services.desk.site.tournaments import tournament_list

    address = f"http://{wiring.settings.bind}"
    _print_address("Tileledger", f"{address}/")
    _print_address("API", f"{address}/api/v1/openapi.json   {worded('up-docs')} {address}/api/docs")
    for shown in tournament_list(wiring.desk, "", _TOURNAMENTS).rows:
        _print_address(worded("up-standings"), f"{address}/t/{shown.id}/standings")
    for title, page in simulated.items():
        _print_address(title, f"{page}   {worded('up-simulated')}")
    if tournament is not None:
        _tell_of(wiring, tournament, phones)
    made = make_link(wiring.grants, "organizer", "office", None, "cli", minutes=_LINKS_HOLD)
    print(worded("up-found", minutes=_LINKS_HOLD))
    print(f"  {wiring.settings.site}{made.path}")
    print(worded("up-stop"), flush=True)


def _print_address(title: str, address: str) -> None:
    print(f"{title}{' ' * (_TITLE - width(title))} {address}")


def _tell_of(wiring: "Wiring", tournament: str, phones: Sequence["Phone"]) -> None:
    from services.access.sign_ins import make_link, may_sign_in
    from services.access.tokens import grant_token
    from services.notices.quiet import quiet_until
    from services.tournament.definition.places_called import sessions_called
    from services.tournament.seating.order_of_play import in_order_of_play

    state, now = wiring.desk.state(tournament), wiring.clock.now()
    there = now.astimezone(ZoneInfo(state.plan.zone))
    playing = [session.plan.id for session in in_order_of_play(state) if session.status == "playing"]
    clock = {"tournament": tournament, "there": f"{there:%Y-%m-%d %H:%M}", "zone": state.plan.zone}
    now_played = Phrase("cli-up-nothing-played")
    if playing:
        sessions = sessions_called(playing, state.plan, state.moved_to)
        now_played = Phrase("cli-up-session-played", {"sessions": sessions})
    listed = Listed([Phrase("cli-up-clock", clock), now_played], "list-of-sentences")
    print(listed.in_language(FIRST))
    if (until := quiet_until(now, ZoneInfo(state.plan.zone))) is not None:
        print(worded("up-night", until=f"{until:%H:%M}"))
    if phones:
        print(worded("up-phones", phones=[phone.name for phone in phones]))
        for family in [phone for phone in phones if len(phone.recipients) > 1]:
            (link,) = wiring.pages.links.make(tournament, [family.recipients])
            print(worded("up-page", phone=family.name, page=f"http://{wiring.settings.bind}/me/{link}"))
    if phones and playing:
        print(worded("up-wait"))
        print(worded("up-try"))
    expires = now + TOKENS_HOLD
    print(worded("up-tokens", tournament=tournament, until=f"{expires:%Y-%m-%d %H:%M} UTC"))
    for role, subject in _subjects(state).items():
        token, _ = grant_token(wiring.grants, role, subject, tournament, expires)
        print(f"  {role:<14} {subject:<10} {token}")
    print(worded("up-sign-in", tournament=tournament, minutes=_LINKS_HOLD))
    for role, subject in _subjects(state).items():
        if may_sign_in(role):
            made = make_link(wiring.grants, role, subject, tournament, "cli", minutes=_LINKS_HOLD)
            print(f"  {role:<14} {subject:<10} {wiring.settings.site}{made.path}")


def _subjects(state: "State") -> dict[str, str]:
    """Someone of each role that is held: referee and participant at a table now, if anyone is."""
    from services.access.visibility import holders
    from services.tournament.seating.order_of_play import in_order_of_play

    chiefs = holders(state, "chief_referee")
    referees = holders(state, "referee")
    entrants = holders(state, "participant")
    for session in in_order_of_play(state):
        if session.status in ("playing", "time_called") and session.tables:
            table = min(session.tables)
            entrants = [session.tables[table][0]]
            referees = [session.referees[table]] if table in session.referees else []
            break
    offices = {
        "organizer": ["office"],
        "chief_referee": chiefs,
        "referee": referees,
        "participant": entrants,
        "display": ["board"],
        "service": ["robot"],
    }
    return {role: subjects[0] for role, subjects in offices.items() if subjects}
