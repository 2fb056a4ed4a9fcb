"""tileledger demo: a believable tournament, played through the desk."""

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from services.cli.parameters import JsonOption
from services.cli.printing import Report, print_json, print_table, progress, worded
from shared.catalogue import FIRST, Phrase

if TYPE_CHECKING:
    from services.demo.playing import Summary
    from services.rules.ruleset import Ruleset
    from services.tournament.definition.plan import Competition
    from services.wiring import Wiring

    ToPlay = tuple[Competition, tuple[Ruleset, ...], tuple[str, ...]]
    """What to play, its rulesets, and the files it names in base64; none of these for those that ship."""

app = typer.Typer()

SEED = 2026


@app.command()
def demo(
    tournament: Annotated[
        str,
        typer.Option(
            metavar="NAME|FILE",
            help=(
                "What to play: a tournament that comes with the program, what a new one can be like "
                "(school-day, swiss …), or a tournament file of your own."
            ),
        ),
    ] = "hk-2026",
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed gives the same head hash.")] = SEED,
    until: Annotated[
        str,
        typer.Option(
            metavar="WHAT",
            help=("Stop at registration, mid or awards; hk-2026 also at day-1, preliminary, cut or final."),
        ),
    ] = "awards",
    id: Annotated[str | None, typer.Option("--id", help="Another id than the file's.")] = None,
    now: Annotated[
        bool, typer.Option("--now", help="Move it to these days, and stop now, in the midst of a session.")
    ] = False,
    go_on: Annotated[
        str | None,
        typer.Option(
            "--go-on",
            metavar="ID",
            help=("Have the people of a demo that was moved to now go on with their day, until Ctrl-C."),
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Play a believable tournament, of 1,200 entrants unless another is named, and show who won."""
    from services.wiring import wired

    if go_on is not None:
        _go_on(go_on, seed)
        return

    started = perf_counter()
    with wired() as wiring, progress(worded("up-playing", demo=tournament)) as report:
        summary = play_demo(wiring, tournament, seed=seed, until=until, id=id, now=now, progress=report)
    seconds = perf_counter() - started
    if json:
        # Milliseconds: JSON here holds no floats.
        print_json({**msgspec.to_builtins(summary), "milliseconds": round(seconds * 1000)})
    else:
        _show(summary, seconds)


def _go_on(tournament: str, seed: int) -> None:
    """Everyone of a demo goes on in real time, for as long as today lasts or until stopped."""
    import signal
    import threading
    from datetime import timedelta

    from services.demo.agenda import Agenda
    from services.demo.days import is_moved
    from services.demo.sessions import Crowd
    from services.wiring import wired
    from shared.logs import set_up_logs
    from shared.problems import INVALID_INPUT

    stopping = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopping.set())
    with wired(existing=True) as wiring:
        set_up_logs(wiring.settings.log_format, wiring.settings.log_level)
        plan = wiring.desk.state(tournament).plan
        if not is_moved(plan):
            raise INVALID_INPUT(detail=Phrase("part-no-moved-demo", {"tournament": tournament}))
        crowd = Crowd(wiring.desk, Agenda(wiring.clock, stopping), plan, seed)
        crowd.go_on(wiring.clock.now() + timedelta(hours=8))


def play_demo(
    wiring: "Wiring",
    tournament: str = "hk-2026",
    *,
    seed: int = SEED,
    until: str = "awards",
    id: str | None = None,
    now: bool = False,
    progress: Report | None = None,
) -> "Summary":
    """Play the demo into the databases of `wiring`, which then serve it like any other tournament.

    Args:
        now: move it to these days and stop now, whatever `until` says.

    Raises:
        Problem: the id is taken, there is no such tournament file or point of the story, or the file has a
            fault or asks for what nothing plays yet.
    """
    from services.delivery.skip_stale import pass_over
    from services.demo.databases import demo_databases
    from services.demo.days import calendar_of, moved_to
    from services.demo.playing import play
    from services.demo.story import Story

    definition, rulesets, attachments = read_to_play(tournament, id)
    at = wiring.clock.now() if now else None
    calendar = None
    if at is not None:
        calendar = calendar_of(definition, at)
        definition, until = moved_to(definition, at), "mid"
    empty = not wiring.log.tournaments()
    with demo_databases(wiring.database, wiring.vault_database, empty=empty) as (database, vault_database):
        secret, seal_key = wiring.secret.content, wiring.seal_key
        demo = Story(
            database,
            vault_database,
            secret,
            definition,
            seed,
            lambda: seal_key,
            rulesets,
            calendar,
            attachments,
        )
        summary = play(demo, until, progress, at)
        # Whoever is linked from now on is told of what happens from now on.
        pass_over(database, definition.id, summary.events)
        return summary


def read_to_play(tournament: str, id: str | None) -> "ToPlay":
    """What to play, and rulesets and files where they are not those that ship."""
    from services.cli.house_rules import read_plan
    from services.cli.reading import in_file
    from services.demo.definitions import demo_definition

    if not tournament.endswith(".toml"):
        return demo_definition(tournament, id), (), ()
    file = Path(tournament)
    with in_file(file):
        read = read_plan(file, id)
        definition = read.whole()
    return definition, tuple(read.rulesets[name] for name in definition.rulesets), read.attachments


def _show(summary: "Summary", seconds: float) -> None:
    from services.tournament.definition.texts import Text

    rows = [
        (Text(award.title_en, award.title_zh).in_language(FIRST), number, award.names[number])
        for award in summary.podium
        for number in award.holders
    ]
    if rows:
        print_table(("award", "entrant_no", "name"), rows)
        print()
    figures = {"events": summary.events, **summary.counts}
    figure_rows = [(worded(f"figure-{name.replace('_', '-')}"), many) for name, many in figures.items()]
    print_table(("what", "how many"), figure_rows)
    print()
    played = {"tournament": summary.tournament, "seed": str(summary.seed), "until": summary.until}
    print(worded("demo-played", **played, seconds=f"{seconds:.1f}"))
    print(worded("head-hash", hash=summary.head_hash))
