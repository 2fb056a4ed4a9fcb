"""tileledger up and web: everything that runs, and the web server alone."""

import os
from collections.abc import Mapping
from datetime import timedelta
from typing import TYPE_CHECKING, Annotated

import typer

from services.cli.printing import say
from services.cli.progress import progress

if TYPE_CHECKING:
    from services.tournament.state import State
    from services.wiring import Wiring

app = typer.Typer()
web_app = typer.Typer()

TOKENS_HOLD = timedelta(days=7)
DEMO = "hk-2026"


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
) -> None:
    """Bring the databases up to date and run everything there is, until Ctrl-C.

    An empty database first gets the demo tournament, played to mid-competition. Prints addresses and a token
    for each role.
    """
    from services.cli.companions import running, simulators
    from services.wiring import serve_web, wired
    from shared.settings import load_settings

    wanted = simulators(load_settings().sources) if simulate else []
    for own in wanted:
        os.environ.update(own.settings)
    with wired() as wiring:
        wiring.migrate()
        if demo and not wiring.log.tournaments():
            _play(wiring)
        _welcome(wiring, {own.title: own.page for own in wanted})
        loaded = wiring.loaded
    with running(wanted):
        serve_web(loaded)


@web_app.command()
def web() -> None:
    """Run the web server alone, until Ctrl-C."""
    from services.wiring import serve_web
    from shared.settings import load_settings

    serve_web(load_settings())


def _play(wiring: "Wiring") -> None:
    from services.cli.demo import play_demo

    say(f"No tournament yet: playing the demo {DEMO} to mid-competition.")
    with progress(f"Playing {DEMO}") as report:
        play_demo(wiring, DEMO, until="mid", progress=lambda done, total, _: report(done, total))


def _welcome(wiring: "Wiring", simulated: Mapping[str, str]) -> None:
    """Print where everything is and how to come in."""
    address = f"http://{wiring.settings.bind}"
    print(f"Tileledger   {address}/")
    print(f"API          {address}/api/v1/openapi.json   docs {address}/api/docs")
    tournaments = wiring.log.tournaments()
    for tournament in tournaments:
        print(f"Standings    {address}/t/{tournament}/standings")
    for title, page in simulated.items():
        print(f"{title:<12} {page}   simulated; nothing leaves this machine")
    if tournaments:
        expires = wiring.clock.now() + TOKENS_HOLD
        until = f"{expires:%Y-%m-%d %H:%M} UTC"
        print(f"Tokens for {tournaments[0]} (Authorization: Bearer), until {until}:")
        for role, subject in _subjects(wiring.desk.state(tournaments[0])).items():
            token = wiring.tokens.grant(role, subject, tournaments[0], expires)
            print(f"  {role:<14} {subject:<10} {token}")
    print("Ctrl-C stops it.", flush=True)


def _subjects(state: "State") -> dict[str, str]:
    """Someone of each role: the referee and the participant are at a table now, if anyone is."""
    subjects = {"organizer": "office", "chief_referee": "chief", "display": "board", "service": "robot"}
    chiefs = sorted(own.referee for own in state.referees.values() if own.active and own.chief)
    if chiefs:
        subjects["chief_referee"] = chiefs[0]
    for session in sorted(state.sessions.values(), key=lambda own: own.plan.id):
        if session.status in ("playing", "time_called") and session.tables:
            table = min(session.tables)
            subjects["participant"] = session.tables[table][0]
            if table in session.referees:
                subjects["referee"] = session.referees[table]
            return subjects
    referees = sorted(own.referee for own in state.referees.values() if own.active and not own.chief)
    if referees:
        subjects["referee"] = referees[0]
    if state.entrants:
        subjects["participant"] = min(state.entrants)
    return subjects
